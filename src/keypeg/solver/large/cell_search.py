"""A beam search with counted work: the most promising guesses are tried, and small cells are searched to the end.

It stops when its work is used up, with the best guess so far. `keypeg.solver.beam` has no such limit.
"""

from typing import NamedTuple

import numpy as np

from keypeg.core.errors import SearchInterrupted
from keypeg.solver.exact.search import ExactSearch, Progress
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import all_codes, cell_sizes, cells_by_mark
from keypeg.solver.kernels.array_types import Floats, Numbers

OPTIMISM = 0.97
"""A cell is hoped to cost this part of its expected cost; a guess that costs too much even so is dropped half-way."""


class BeamLimits(NamedTuple):
    """How much a search tries."""

    first_guesses: int
    """How many guesses at the start,"""
    later_guesses: int
    """and later, as long as there are more"""
    exact_codes: int
    """than so many codes."""
    work: int
    """The work: about how many codes of its positions were counted by how many marks of how many guesses."""


class RatedChoice(NamedTuple):
    """A guess, and the sum of the guesses that all codes need with it."""

    guess: int
    cost: float


class CellSearch:
    """A search of one game; `expected` is what each number of codes is expected to cost."""

    def __init__(self, game: GuessingGame, expected: Floats, limits: BeamLimits) -> None:
        self.game, self.expected, self.limits = game, expected, limits
        self._search = ExactSearch(game, placed=None)
        self._work_left = float(limits.work)

    def best(self) -> RatedChoice:
        """The best guess for all codes. If the work does not suffice to try one, it is the most promising."""
        return self._best(all_codes(self.game), self.limits.first_guesses, keep=True)

    def _best(self, codes: Numbers, tried: int, keep: bool = False) -> RatedChoice:
        ratings = self._ratings(codes)
        order = np.argsort(ratings, kind="stable")[:tried]
        best = RatedChoice(int(order[0]), np.inf)
        try:
            for guess in map(int, order):
                best = min(best, RatedChoice(guess, self._cost(codes, guess, best.cost)), key=lambda each: each.cost)
        except SearchInterrupted:
            if not keep:
                raise
        return best if best.cost < np.inf else best._replace(cost=len(codes) + float(ratings[best.guess]))

    def _cost(self, codes: Numbers, guess: int, limit: float) -> float:
        """The cost of these codes with a guess; infinite if it is not below the limit."""
        cells = sorted(cells_by_mark(self.game, codes, guess).values(), key=len, reverse=True)
        if len(cells) == 1 and len(cells[0]) == len(codes):
            return np.inf
        hoped = OPTIMISM * sum(self.expected[len(cell)] for cell in cells)
        cost = float(len(codes))
        for cell in cells:
            if cost + hoped >= limit:
                return np.inf
            hoped -= OPTIMISM * self.expected[len(cell)]
            cost += self._least_cost(cell)
        return cost

    def _least_cost(self, codes: Numbers) -> float:
        if len(codes) <= 2:
            return 2 * len(codes) - 1
        if len(codes) > self.limits.exact_codes:
            return self._best(codes, self.limits.later_guesses).cost
        each, before = len(codes) * len(self.game.guesses) * len(self.game.marks), self._search.nodes

        def watch(progress: Progress) -> bool:
            return (progress.nodes - before) * each < self._work_left

        bound = self._search.cost(codes, placed=None, watch=watch).bound
        self._work_left -= (self._search.nodes - before) * each
        if self._work_left < 0:
            raise SearchInterrupted
        return bound

    def _ratings(self, codes: Numbers) -> Floats:
        """What the cells of each guess are expected to cost."""
        sizes = cell_sizes(self.game, codes)
        is_useless = sizes.max(axis=1) == len(codes)
        sizes[:, self.game.solved_mark] = 0
        ratings: Floats = np.where(is_useless, np.inf, self.expected[sizes].sum(axis=1))
        return ratings
