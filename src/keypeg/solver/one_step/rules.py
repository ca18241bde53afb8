"""The one-step rules: judge a guess by the sizes of its cells alone.

A rule gives each guess a whole number, the less the better, so that ties are ties and no rounding decides them. For the
entropy the logarithms of primes are rounded once, to 2⁻⁴⁰, and all others are their sums: cells of 4, 1, 1, 1, 1
codes tie exactly with cells of 2, 2, 2, 2, for 4⁴ = 2²·2²·2²·2².
"""

from enum import IntEnum
from functools import lru_cache
from math import log2

import numpy as np

from keypeg.solver.kernels.array_types import Longs


class Rule(IntEnum):
    """How a guess is judged."""

    MINIMAX = 0
    """By its largest cell: Knuth's rule."""
    EXPECTED_SIZE = 1
    """By the expected size of the cell that the code is in."""
    ENTROPY = 2
    """By what its mark is expected to tell."""
    PARTS = 3
    """By the number of its cells."""


class Ties(IntEnum):
    """Which of several equally good guesses is taken."""

    CONSISTENT = 0
    """One that can be the code, if there is one; of those the first in order."""
    FIRST = 1
    """The first in order."""
    CONSISTENT_LAST = 2
    """One that can be the code, if there is one; of those the last in order."""


RULES = {"minimax": Rule.MINIMAX, "expected-size": Rule.EXPECTED_SIZE, "entropy": Rule.ENTROPY, "parts": Rule.PARTS}
"""Every one-step rule by its name."""

TIES = {"consistent": Ties.CONSISTENT, "first": Ties.FIRST, "consistent-last": Ties.CONSISTENT_LAST}
"""Every way to settle ties by its name."""

ONE_BIT = 2**40
"""How finely logarithms are told apart, unless there are so many codes that the sums would not fit."""


@lru_cache(maxsize=8)
def entropy_table(largest: int) -> Longs:
    """n·log₂ n for every n up to the largest, as a whole number; multiplicative to the last bit.

    The sum over a guess's cells is, but for constants, how far its entropy falls short: the less the better.
    """
    logarithm = np.zeros(largest + 1, np.int64)
    one_bit = min(ONE_BIT, 2**60 // (max(largest, 2) * max(largest, 2).bit_length()))
    for number in range(2, largest + 1):
        if logarithm[number] == 0:  # a prime: no smaller one has added to it
            rounded = round(log2(number) * one_bit)
            power = number
            while power <= largest:
                logarithm[power::power] += rounded
                power *= number
    return np.arange(largest + 1, dtype=np.int64) * logarithm


def cell_score_table(rule: Rule, largest: int) -> Longs:
    """What a cell of each size adds to the judgement of a guess. Not for `MINIMAX`, where the largest alone counts."""
    if rule is Rule.ENTROPY:
        return entropy_table(largest)
    sizes = np.arange(largest + 1, dtype=np.int64)
    return sizes * sizes if rule is Rule.EXPECTED_SIZE else -(sizes > 0).astype(np.int64)
