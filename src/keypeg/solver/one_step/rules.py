"""The one-step rules: how to rank a guess by the sizes of its cells alone.

A rule gives each guess an integer score, the lower the better, so that rounding never decides a tie. For the entropy,
logarithms of primes are rounded once, to 2⁻⁴⁰, and all other logarithms are their sums: cells of 4, 1, 1, 1, 1 codes
tie exactly with cells of 2, 2, 2, 2 codes, because 4⁴ = 2²·2²·2²·2².
"""

from enum import IntEnum
from functools import lru_cache
from math import log2

import numpy as np

from keypeg.solver.kernels.array_types import Longs


class Rule(IntEnum):
    """The quantity by which guesses are ranked."""

    MINIMAX = 0
    """The size of the largest cell: Knuth's rule."""
    EXPECTED_SIZE = 1
    """The expected size of the cell that contains the code."""
    ENTROPY = 2
    """The expected information of the mark."""
    PARTS = 3
    """The number of cells."""


class Ties(IntEnum):
    """Which of several guesses with the same score is chosen."""

    CONSISTENT = 0
    """The first in order that can be the code; if none can, the first in order."""
    FIRST = 1
    """The first in order."""
    CONSISTENT_LAST = 2
    """The last in order that can be the code; if none can, the last in order."""


RULES = {"minimax": Rule.MINIMAX, "expected-size": Rule.EXPECTED_SIZE, "entropy": Rule.ENTROPY, "parts": Rule.PARTS}
"""The one-step rules by name."""

TIES = {"consistent": Ties.CONSISTENT, "first": Ties.FIRST, "consistent-last": Ties.CONSISTENT_LAST}
"""The ways to break ties by name."""

BIT_SCALE = 2**40
"""The integer that stands for one bit of information, unless there are so many codes that sums would overflow."""


@lru_cache(maxsize=8)
def entropy_table(largest: int) -> Longs:
    """n·log₂ n for every n up to the largest, as an integer; exactly additive in the logarithm.

    The sum over a guess's cells is, up to constants, the negative of its entropy: the lower the better.
    """
    logarithm = np.zeros(largest + 1, np.int64)
    scale = min(BIT_SCALE, 2**60 // (max(largest, 2) * max(largest, 2).bit_length()))
    for number in range(2, largest + 1):
        if logarithm[number] == 0:  # a prime: no smaller prime has added to it
            rounded = round(log2(number) * scale)
            power = number
            while power <= largest:
                logarithm[power::power] += rounded
                power *= number
    return np.arange(largest + 1, dtype=np.int64) * logarithm


def cell_score_table(rule: Rule, largest: int) -> Longs:
    """What a cell of each size adds to the score of a guess. `MINIMAX`, by the largest cell, does not use it."""
    if rule is Rule.ENTROPY:
        return entropy_table(largest)
    sizes = np.arange(largest + 1, dtype=np.int64)
    return sizes * sizes if rule is Rule.EXPECTED_SIZE else -(sizes > 0).astype(np.int64)
