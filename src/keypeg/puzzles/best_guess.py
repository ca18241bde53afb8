"""Making puzzles with one best guess, and saying what any guess is worth there.

Rows are drawn until few codes are left: how few is the difficulty, for they must all be thought of. Then the exact
search says what the best guess costs, and every other guess is tried against that. Guesses that part the codes left in
the same way, or that an exchange of holes and colours turns into each other while it leaves all rows as they are, are
one and the same here. If no other is as good, there is a puzzle.
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
"""How many codes are left to be told apart."""

MAX_TRIES = 1000
"""How many positions are looked at before it is said that there is none."""


class GuessValue(NamedTuple):
    """What a guess is worth."""

    expected: float
    """How many further guesses are expected with it, itself included."""
    marks: int
    """How many different marks it can be given."""
    can_be_code: bool
    """Whether it can be the code itself."""


class GuessValues:
    """The codes left after some rows, and what guesses cost there."""

    def __init__(self, game: GuessingGame, codes: Numbers, placed: tuple[int, ...]) -> None:
        self._game = game
        self._placed = placed
        self._search = ExactSearch(game, codes=codes, placed=placed)
        self.codes = codes
        """The codes left."""
        self.weight = int(game.weights[codes].sum())
        """How likely they are together."""
        answer = self._search.cost(codes)
        self.best_cost = answer.bound
        """What the best guess costs: further guesses, summed over the codes by how likely they are."""

    def cost(self, guess: int) -> int:
        """What this guess costs."""
        if len(np.unique(marks_of_guess(self._game, guess, self.codes))) == 1:
            return self.weight + self.best_cost  # it says nothing
        return self._search.cost(self.codes, only=guess).bound

    def value(self, guess: int) -> GuessValue:
        """What this guess is worth."""
        marks = len(np.unique(marks_of_guess(self._game, guess, self.codes)))
        return GuessValue(self.cost(guess) / self.weight, marks, guess in self._game.guess_of[self.codes])

    def find_best(self) -> list[int]:
        """One best guess for each way in which the best ones part the codes; of guesses that are alike, the first."""
        first = canonical_guesses(self._game.guesses, self._game.symmetry, self._placed)
        seen: set[bytes] = set()
        found = []
        for guess in np.flatnonzero(first & (self._lower_bounds() <= self.best_cost)).tolist():
            parted = self._partition_key(guess)
            if parted not in seen:
                seen.add(parted)
                if self._search.cost(self.codes, self.best_cost + 1, only=guess).exact:
                    found.append(guess)
        return found

    def _lower_bounds(self) -> Longs:
        """What every guess costs at least: one code a mark can be found by the next guess, all others later."""
        weights = self._game.weights[self.codes]
        lightest = np.concatenate([[0], np.cumsum(np.sort(weights))])
        marks = np.count_nonzero(cell_sizes(self._game, self.codes), axis=1)
        at_once = np.zeros(len(self._game.guesses), np.int64)
        at_once[self._game.guess_of[self.codes]] = weights
        return np.asarray(2 * self.weight - at_once + lightest[len(weights) - marks])

    def _partition_key(self, guess: int) -> bytes:
        """How a guess parts the codes: which of them would be marked alike, and which is found."""
        marks = marks_of_guess(self._game, guess, self.codes)
        _, first, cells = np.unique(marks, return_index=True, return_inverse=True)
        return np.where(marks == self._game.solved_mark, -1, first[cells]).astype(np.int32).tobytes()


def draft_best_guess(game: GuessingGame, most_rows: int, difficulty: Difficulty, chance: SeededRandom) -> Draft | None:
    """A puzzle with one best guess and no more rows than that; None if none was found."""
    wanted = CODES_LEFT_RANGES[difficulty]
    enough = min(wanted[-1], len(game.codes) - 1)  # there is always a row
    for _ in range(MAX_TRIES if enough in wanted else 0):
        drawn, codes = draw_rows(game, draw_secret(game, chance), chance, enough)
        if len(codes) not in wanted:
            continue
        rows, _ = drop_needless_rows(game, drawn, partial(_leaves_as_many, len(codes)))
        if len(rows) <= most_rows:
            best = GuessValues(game, codes, tuple(guess for guess, _ in rows)).find_best()
            if len(best) == 1:
                return Draft(best[0], rows, len(codes))
    return None


def _leaves_as_many(codes: int, others: Numbers) -> bool:
    return len(others) == codes
