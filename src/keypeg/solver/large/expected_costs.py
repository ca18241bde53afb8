"""What a cell of each size is expected to cost, by which guesses are rated.

Few codes cost the same in most games, for a guess can tell nearly all of them apart. Beyond, the guesses for a code
rise with the logarithm of their number, the slower the more a mark tells.
"""

import numpy as np

from keypeg.solver.kernels.array_types import Floats

SIZES = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32)
GUESSES = (1.0, 1.5, 1.678, 1.772, 1.83, 1.878, 1.984, 2.027, 2.099, 2.227, 2.33, 2.42, 2.55)
"""The average guesses for each of so many codes, as in the best strategy for five holes and eight colours."""


class ExpectedCosts:
    """The expected cost of n codes in one game: all the guesses that they need."""

    def __init__(self, slope: float) -> None:
        self.slope = slope
        """How many more guesses e times as many codes need."""

    def guesses(self, codes: Floats) -> Floats:
        """The expected guesses for each of n codes, for some numbers."""
        counts = np.maximum(codes, 1.0)
        small = np.interp(np.log(counts), np.log(SIZES), GUESSES)
        return np.where(counts > SIZES[-1], GUESSES[-1] + self.slope * np.log(counts / SIZES[-1]), small)

    def table(self, largest: int, scale: float = 1.0) -> Floats:
        """The expected cost of n codes for every n up to the largest, if each of them stands for so many."""
        counts = np.arange(largest + 1, dtype=np.float64)
        return counts * self.guesses(counts * scale)

    def guesses_for(self, codes: float) -> float:
        """The expected guesses for each of so many codes."""
        return float(self.guesses(np.array([codes], np.float64))[0])
