"""Drafts puzzles with exactly one best guess, and values any guess in them.

Rows are drawn until few candidates are left; how few makes the difficulty, because all of them must be considered. Then
the exact search finds the total of the best guess, and every other guess is compared with it. Guesses that divide the
candidates in the same way count as one, and so do guesses that a symmetry of the rows turns into each other. If no
other guess is as good, the position is a puzzle.
"""

from functools import partial
from typing import NamedTuple

import numpy as np

from keypeg.draws.seeded_random import SeededRandom
from keypeg.puzzles.drafts import Draft, draw_rows, draw_secret, drop_needless_rows
from keypeg.puzzles.puzzle import Difficulty
from keypeg.solver.exact.search import ExactSearch
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import cell_sizes, marks_of_guess
from keypeg.solver.game.symmetry import canonical_guesses
from keypeg.solver.kernels.array_types import Longs, Numbers

CODES_LEFT_RANGES = {
    Difficulty.EASY: range(3, 8),
    Difficulty.MEDIUM: range(8, 16),
    Difficulty.HARD: range(16, 31),
}
"""How many candidates there are to tell apart."""

MAX_TRIES = 1000
"""How many positions are tried before giving up."""


class GuessValue(NamedTuple):
    """The value of a guess."""

    expected: float
    """The expected number of further guesses with it, itself included."""
    marks: int
    """How many different marks it can earn."""
    can_be_code: bool
    """Whether it can be the code itself."""


class GuessValues:
    """The values of guesses in one position."""

    def __init__(self, game: GuessingGame, codes: Numbers, placed: tuple[int, ...]) -> None:
        self._game = game
        self._placed = placed
        self._search = ExactSearch(game, codes=codes, placed=placed)
        self.codes = codes
        """The candidates."""
        self.weight = int(game.weights[codes].sum())
        """Their weights together."""
        answer = self._search.cost(codes)
        self.best_total = answer.bound
        """The total of the best guess: further guesses, summed over the candidates by weight."""

    def total(self, guess: int) -> int:
        """The total of this guess."""
        if len(np.unique(marks_of_guess(self._game, guess, self.codes))) == 1:
            return self.weight + self.best_total  # it tells nothing
        return self._search.cost(self.codes, only=guess).bound

    def value(self, guess: int) -> GuessValue:
        """The value of this guess."""
        marks = len(np.unique(marks_of_guess(self._game, guess, self.codes)))
        return GuessValue(self.total(guess) / self.weight, marks, guess in self._game.guess_of[self.codes])

    def find_best(self) -> list[int]:
        """A best guess for each partition that best guesses make; the first of those that a symmetry makes equal."""
        first = canonical_guesses(self._game.guesses, self._game.symmetry, self._placed)
        partitions: set[bytes] = set()
        guesses = []
        for guess in np.flatnonzero(first & (self._lower_bounds() <= self.best_total)).tolist():
            partition = self._partition_key(guess)
            if partition not in partitions:
                partitions.add(partition)
                if self._search.cost(self.codes, self.best_total + 1, only=guess).exact:
                    guesses.append(guess)
        return guesses

    def _lower_bounds(self) -> Longs:
        """A lower bound on each guess's total: the next guess finds one code for each mark, and others come later."""
        weights = self._game.weights[self.codes]
        lightest = np.concatenate([[0], np.cumsum(np.sort(weights))])
        marks = np.count_nonzero(cell_sizes(self._game, self.codes), axis=1)
        at_once = np.zeros(len(self._game.guesses), np.int64)
        at_once[self._game.guess_of[self.codes]] = weights
        return np.asarray(2 * self.weight - at_once + lightest[len(weights) - marks])

    def _partition_key(self, guess: int) -> bytes:
        """The partition of a guess: which candidates would share a mark, and which one would be found."""
        marks = marks_of_guess(self._game, guess, self.codes)
        _, first, cells = np.unique(marks, return_index=True, return_inverse=True)
        return np.where(marks == self._game.solved_mark, -1, first[cells]).astype(np.int32).tobytes()


def draft_best_guess(game: GuessingGame, most_rows: int, difficulty: Difficulty, chance: SeededRandom) -> Draft | None:
    """Draft a puzzle with one best guess and at most so many rows; None if none was found."""
    allowed_codes = CODES_LEFT_RANGES[difficulty]
    enough = min(allowed_codes[-1], len(game.codes) - 1)  # at least one row is drawn
    for _ in range(MAX_TRIES if enough in allowed_codes else 0):
        drawn_rows, codes = draw_rows(game, draw_secret(game, chance), chance, enough)
        if len(codes) not in allowed_codes:
            continue
        rows, _ = drop_needless_rows(game, drawn_rows, partial(_leaves_as_many, len(codes)))
        if len(rows) <= most_rows:
            best = GuessValues(game, codes, tuple(guess for guess, _ in rows)).find_best()
            if len(best) == 1:
                return Draft(best[0], rows, len(codes))
    return None


def _leaves_as_many(codes: int, others: Numbers) -> bool:
    return len(others) == codes
