"""Several breakers on one board, where every row earns points: play for one's own.

A row earns its guesser points by its mark, and the breaking row more; but what it tells, it tells everybody, and the
next to guess is somebody else. One step ahead, the best row is the one that is expected to earn most at once. To look
further, each row worth considering is judged by what it is expected to earn its guesser in the whole round, if from
then on everybody goes on in the plainest way: now, and at each of his turns that is still to come.
"""

from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from keypeg.core.errors import RuleError
from keypeg.core.marks import KeyPegs
from keypeg.core.scoring import Scoring
from keypeg.core.view import View
from keypeg.players.breaker_position import BreakerPosition
from keypeg.solver.advice.choose_guess import most_informative
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import marks_of_guess, sum_mark_values
from keypeg.solver.kernels.array_types import Longs, Numbers

RULEBOOK_GUESSES = 4096
"""How many guesses there are in the rulebook's game; with more, everything takes longer."""

SHORTLISTED_ROWS = 12
"""How many rows are considered because they tell most, and how many because they earn most at once."""

CODES_PER_SECOND = 5_000
"""How many codes times rows considered can be looked through to the end of the round in a second."""

MAX_COUNTED_PAIRS = 2_000_000_000
"""Up to how many codes times guesses it is counted what guesses earn."""

MAX_FORESEEN_CODES = 400
"""With more codes left than that it is not worked out what follows."""


class BreakerTurns(NamedTuple):
    """Whose rows are to come: one's own is the next, and then every so many."""

    breakers: int
    """How many breakers are still in the round."""
    rows_left: int

    @classmethod
    def of(cls, view: View) -> "BreakerTurns":
        """The turns from the viewer's own on."""
        board = view.own_board
        assert board is not None
        breakers = sum(seat not in view.out for seat in board.breakers)
        return cls(breakers, view.edition.guesses.rows - len(board.rows))


@lru_cache(maxsize=16)
def points_by_mark(game: GuessingGame, scoring: Scoring) -> Longs:
    """What each mark earns."""
    found = np.zeros(len(game.marks), np.int64)
    for number, (mark,) in enumerate(game.marks):
        if isinstance(mark, KeyPegs):
            found[number] = scoring.white_points * mark.whites + scoring.black_points * mark.blacks
    found[game.solved_mark] = scoring.breaking_points
    return found


class ExpectedPoints(NamedTuple):
    """What a guess is expected to earn its guesser."""

    guess: int
    points: float
    """In the whole round, from now on."""


def is_too_large(position: BreakerPosition) -> bool:
    """Whether there are too many codes and guesses to count what each guess earns."""
    return len(position.codes) * len(position.game.guesses) > MAX_COUNTED_PAIRS


class PointsEstimator:
    """What guesses earn at one table: the game, what marks earn, and what was worked out already."""

    def __init__(self, game: GuessingGame, scoring: Scoring) -> None:
        self.game = game
        self.by_mark = points_by_mark(game, scoring)
        self.size = max(1.0, len(game.guesses) / RULEBOOK_GUESSES)
        """How many times as much work everything is as where the rulebook's colours and holes are used."""
        self._guesses: dict[bytes, int] = {}
        self._earned: dict[tuple[bytes, int, int], float] = {}

    def points_at_once(self, codes: Numbers) -> Longs:
        """What each guess earns at once, summed up over all these codes."""
        return sum_mark_values(self.game, codes, self.by_mark)

    def greedy_guess(self, codes: Numbers) -> int:
        """The guess that is expected to earn most at once; of equals one that can be the code, of those the first."""
        key = codes.tobytes()
        if key not in self._guesses:
            points, can_be = self.points_at_once(codes), self.game.guess_of[codes]
            most = points.max()
            members = can_be[points[can_be] == most]
            self._guesses[key] = int(members.min() if len(members) else points.argmax())
        return self._guesses[key]

    def value_of(self, codes: Numbers, guess: int, turns: BreakerTurns) -> float:
        """What a guess is expected to earn its guesser in the round, if all go on with the plain ones."""
        return self._points_after_guess(codes, guess, turns.rows_left, 0, turns.breakers)

    def _points_after_guess(self, codes: Numbers, guess: int, rows_left: int, until_own: int, breakers: int) -> float:
        marks = marks_of_guess(self.game, guess, codes)
        earned = 0.0
        for mark in np.unique(marks):
            cell = codes[marks == mark]
            points = self.by_mark[mark] if until_own == 0 else 0.0
            if mark != self.game.solved_mark and rows_left > 1:
                points += self._points_to_come(cell, rows_left - 1, (until_own or breakers) - 1, breakers)
            earned += len(cell) * points
        return float(earned / len(codes))

    def _points_to_come(self, codes: Numbers, rows_left: int, until_own: int, breakers: int) -> float:
        """What is still to be earned from here, with so many of the others' turns before one's own."""
        if until_own >= rows_left:
            return 0.0
        key = codes.tobytes(), rows_left, until_own
        if key not in self._earned:
            guess = self.greedy_guess(codes)
            self._earned[key] = self._points_after_guess(codes, guess, rows_left, until_own, breakers)
        return self._earned[key]

    def shortlist(self, position: BreakerPosition, seconds: float) -> list[int]:
        """The guesses worth considering: those that earn most at once, those that tell most, and the rows placed."""
        codes = position.codes
        many = max(1, min(SHORTLISTED_ROWS, int(seconds * CODES_PER_SECOND / len(codes) / self.size)))
        points = self.points_at_once(codes)
        can_be = np.isin(np.arange(len(points)), self.game.guess_of[codes])
        order = np.lexsort((np.arange(len(points)), ~can_be, -points))
        found = [self.greedy_guess(codes), *map(int, order[:many])]
        found += [int(guess) for guess in order[can_be[order]][:many]]
        with suppress(RuleError):
            found += most_informative(self.game, codes, position.placed, many)
        found += sorted(position.placed, key=lambda guess: -points[guess])[:many]
        return list(dict.fromkeys(found))

    def still_to_earn(self, codes: Numbers, turns: BreakerTurns, until_own: int) -> float:
        """What whoever has so many turns before his own can expect to earn in the round, if all play the plain rows."""
        return self._points_to_come(codes, turns.rows_left, until_own, turns.breakers)

    def find_best(
        self, position: BreakerPosition, turns: BreakerTurns, seconds: float, foreseen: int = MAX_FORESEEN_CODES
    ) -> ExpectedPoints:
        """The guess that is expected to earn most in the round, of those worth considering.

        With more codes left than are foreseen, it is the one that earns most at once.
        """
        if len(position.codes) * self.size > foreseen:
            guess = self.greedy_guess(position.codes)
            return ExpectedPoints(guess, float(self.points_at_once(position.codes)[guess]) / len(position.codes))
        guesses = self.shortlist(position, seconds)
        options = [ExpectedPoints(guess, self.value_of(position.codes, guess, turns)) for guess in guesses]
        self._guesses.clear()
        self._earned.clear()
        return max(options, key=lambda option: option.points)
