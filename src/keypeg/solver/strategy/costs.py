"""Costs: what it costs to find a code with guess 1, 2, 3 …, never less for a later guess.

With different costs the same search finds the least mean, the least mean with no code beyond a limit, or the best
strategy for any other purpose that assigns a cost to each number of guesses. The search works with the increments from
one guess to the next: every guess costs each code that is not found before it one more increment.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from keypeg.solver.kernels.array_types import Longs

MAX_GUESSES = 40
"""The most guesses that are searched: as many as an edition can have rows."""

_SPARE = 8
"""Increments beyond the last guess, which kernels may read in advance."""

FORBIDDEN = 2**34
"""The cost of an outcome that must not happen: more than any other, and small enough that sums do not overflow."""


@dataclass(frozen=True)
class Costs:
    """What each number of guesses costs, as increments."""

    increments: tuple[int, ...]
    """The cost of the first guess, what the second adds, and so on; the last one applies to all further guesses."""

    def __post_init__(self) -> None:
        if not self.increments or any(increment < 0 for increment in self.increments):
            raise ValueError("costs must not fall from one guess to the next")

    @property
    def is_constant(self) -> bool:
        """Whether every guess adds the same, so that the cost of a position does not depend on how many came before."""
        return len(set(self.increments)) == 1

    def increments_from(self, first: int, count: int = MAX_GUESSES) -> Longs:
        """The increments of guess number `first` (from 1) and the following, for `count` guesses and a few more."""
        padded = [*self.increments, *[self.increments[-1]] * (count + first + _SPARE)]
        return np.array(padded[first - 1 : first - 1 + count + _SPARE], np.int64)

    def total_cost(self, needed: Longs, weights: Longs) -> int:
        """The total cost if codes of these weights need so many guesses each."""
        by_guess = np.cumsum(self.increments_from(1, max(MAX_GUESSES, int(needed.max()))))
        return int((by_guess[needed - 1] * weights).sum())


GUESSES = Costs((1,))
"""Every guess costs 1: the least cost is the least total, and so the least mean, number of guesses."""


def costs_within(limit: int) -> Costs:
    """Like `GUESSES`, but no code may need more guesses than the limit."""
    return Costs((*[1] * limit, FORBIDDEN))


def costs_beyond(limit: int) -> Costs:
    """Only guesses after the limit cost: the least cost is 0 if a strategy finds every code within the limit."""
    return Costs((*[0] * limit, 1))


def costs_by_guess(costs: Sequence[int]) -> Costs:
    """The given costs of finding a code with guess 1, 2, 3 …; beyond them the last increment repeats."""
    increments = [costs[0], *(later - earlier for earlier, later in pairwise(costs))]
    return Costs(tuple(increments))
