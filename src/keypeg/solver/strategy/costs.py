"""What it costs to find a code by guess 1, 2, 3 …, as a list that never falls.

The same search finds the least mean, the least mean with no code beyond a limit, or the best for any other purpose that
says how bad each number of guesses is. What it needs are the rises from one guess to the next: a code that is not yet
found pays the next rise.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from keypeg.solver.kernels.array_types import Longs

MAX_GUESSES = 40
"""The most guesses that are looked at: as many as an edition can have rows."""

FORBIDDEN = 2**34
"""The cost of what must not happen: more than anything that may, and few enough bits that sums of it fit."""


@dataclass(frozen=True)
class Costs:
    """How bad each number of guesses is, by its rises."""

    increments: tuple[int, ...]
    """How much worse guess 1 is than none, guess 2 than 1, and so on; the last one goes on for ever."""

    def __post_init__(self) -> None:
        if not self.increments or any(rise < 0 for rise in self.increments):
            raise ValueError("costs must not fall from one guess to the next")

    @property
    def is_constant(self) -> bool:
        """Whether every guess costs the same, so that what a position costs does not depend on when it arises."""
        return len(set(self.increments)) == 1

    def increments_from(self, first: int, many: int = MAX_GUESSES) -> Longs:
        """The rises from this guess on (1 is the first), of so many guesses and some more, as an array."""
        padded = [*self.increments, *[self.increments[-1]] * (many + first + 8)]
        return np.array(padded[first - 1 : first + many + 7], np.int64)

    def total_cost(self, needed: Longs, weights: Longs) -> int:
        """What it costs in all if codes of these weights need so many guesses each."""
        by_guess = np.cumsum(self.increments_from(1, max(MAX_GUESSES, int(needed.max()))))
        return int((by_guess[needed - 1] * weights).sum())


GUESSES = Costs((1,))
"""Every guess costs one: the sum, and so the mean, is made as small as can be."""


def costs_within(limit: int) -> Costs:
    """As `GUESSES`, but no code may need more than so many."""
    return Costs((*[1] * limit, FORBIDDEN))


def costs_beyond(limit: int) -> Costs:
    """Nothing costs anything but a code that needs more than so many guesses: is there a way in which none does?"""
    return Costs((*[0] * limit, 1))


def costs_by_guess(costs: Sequence[int]) -> Costs:
    """The costs of guess 1, 2, 3 …, as given; beyond them the last rise goes on."""
    rises = [costs[0], *(later - earlier for earlier, later in pairwise(costs))]
    return Costs(tuple(rises))
