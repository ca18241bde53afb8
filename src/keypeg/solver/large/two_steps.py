"""Rates guesses two steps ahead: for each cell of a guess, the best that any other guess can then leave."""

import numpy as np

from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import all_codes, cell_sizes, cells_by_mark
from keypeg.solver.kernels.array_types import Floats, Numbers


class TwoStepRater:
    """Rates the guesses of one game; `table` is what a cell of each size is expected to cost."""

    def __init__(self, game: GuessingGame, table: Floats) -> None:
        self.game, self.table = game, table

    def best(self, tried: int, among: Numbers | None = None) -> tuple[int, float]:
        """The best of so many guesses, perhaps only among these, with the expected cost.

        Those are tried that are best one step ahead.
        """
        codes = all_codes(self.game)
        among = np.arange(len(self.game.guesses), dtype=np.int32) if among is None else among
        ratings = self._ratings(codes)[among]
        best, least = int(among[ratings.argmin()]), np.inf
        for guess in map(int, among[np.argsort(ratings, kind="stable")[:tried]]):
            cost = self._rate(codes, guess, least)
            if cost < least:
                best, least = guess, cost
        return best, least

    def _rate(self, codes: Numbers, guess: int, limit: float) -> float:
        """The expected cost with a guess; more than the limit means only that it is more."""
        cost = float(len(codes))
        for cell in sorted(cells_by_mark(self.game, codes, guess).values(), key=len, reverse=True):
            if cost >= limit:
                break
            # One code of a sample may stand for many.
            cost += self.table[1] if len(cell) == 1 else len(cell) + float(self._ratings(cell).min())
        return cost

    def _ratings(self, codes: Numbers) -> Floats:
        """For each guess, what the cells that it leaves are expected to cost."""
        sizes = cell_sizes(self.game, codes)
        useful = sizes.max(axis=1) < len(codes)
        sizes[:, self.game.solved_mark] = 0
        ratings: Floats = np.where(useful, self.table[sizes].sum(axis=1), self.table[len(codes)])
        return ratings
