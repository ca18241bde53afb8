"""Play for points, where several breakers share a board and every row earns its guesser points.

A row earns points by its mark, and the breaking row earns more; but what it tells, it tells everyone, and somebody else
guesses next. One step ahead, the best row is the one with the most expected points at once. To look further, each
shortlisted row is valued by the points that its guesser expects in the whole round, now and at all their later turns,
if everyone plays greedily from then on.
"""

from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from keypeg.core.errors import RuleError
from keypeg.core.scoring import Scoring
from keypeg.players.breaker_position import BreakerPosition
from keypeg.players.row_points import BreakerTurns, points_of_mark
from keypeg.solver.advice.choose_guess import most_informative
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import marks_of_guess, sum_mark_values
from keypeg.solver.kernels.array_types import Longs, Numbers

RULEBOOK_GUESSES = 4096
"""The number of guesses in the rulebook's game; with more, everything takes longer."""

SHORTLISTED_ROWS = 12
"""How many rows are shortlisted for their information, and how many for their points at once."""

CODES_PER_SECOND = 5_000
"""How many codes times shortlisted rows can be played to the end of the round in a second."""

MAX_COUNTED_PAIRS = 2_000_000_000
"""The most pairs of a code and a guess for which the points of all guesses are counted."""

MAX_FORESEEN_CODES = 400
"""With more candidates than this, only the points at once are counted."""


@lru_cache(maxsize=16)
def points_by_mark(game: GuessingGame, scoring: Scoring) -> Longs:
    """The points for each mark."""
    points = np.zeros(len(game.marks), np.int64)
    for number, (mark,) in enumerate(game.marks):
        points[number] = points_of_mark(scoring, mark, number == game.solved_mark)
    return points


class ExpectedPoints(NamedTuple):
    """The points that a guess is expected to earn its guesser."""

    guess: int
    points: float
    """In the whole round, from now on."""


def is_too_large(position: BreakerPosition) -> bool:
    """Whether there are too many codes and guesses to count the points of each guess."""
    return len(position.codes) * len(position.game.guesses) > MAX_COUNTED_PAIRS


class PointsEstimator:
    """Estimates the points that guesses earn in one game, and caches what it has computed."""

    def __init__(self, game: GuessingGame, scoring: Scoring) -> None:
        self.game = game
        self.by_mark = points_by_mark(game, scoring)
        self.size = max(1.0, len(game.guesses) / RULEBOOK_GUESSES)
        """How much more work everything is than with the rulebook's colours and holes."""
        self._guesses: dict[bytes, int] = {}
        self._earned: dict[tuple[bytes, int, int], float] = {}

    def points_at_once(self, codes: Numbers) -> Longs:
        """The points of each guess at once, summed over these codes."""
        return sum_mark_values(self.game, codes, self.by_mark)

    def greedy_guess(self, codes: Numbers) -> int:
        """The guess with the most expected points at once; of equals, the first that can be the code, or the first."""
        key = codes.tobytes()
        if key not in self._guesses:
            points, can_be = self.points_at_once(codes), self.game.guess_of[codes]
            most = points.max()
            members = can_be[points[can_be] == most]
            self._guesses[key] = int(members.min() if len(members) else points.argmax())
        return self._guesses[key]

    def value_of(self, codes: Numbers, guess: int, turns: BreakerTurns) -> float:
        """The points that a guess is expected to earn its guesser in the round, if everyone then plays greedily."""
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
        """The points still expected from here, with so many turns of the others before the player's own."""
        if until_own >= rows_left:
            return 0.0
        key = codes.tobytes(), rows_left, until_own
        if key not in self._earned:
            guess = self.greedy_guess(codes)
            self._earned[key] = self._points_after_guess(codes, guess, rows_left, until_own, breakers)
        return self._earned[key]

    def shortlist(self, position: BreakerPosition, seconds: float) -> list[int]:
        """The guesses worth considering: those with most points at once, those with most information, those placed."""
        codes = position.codes
        number = max(1, min(SHORTLISTED_ROWS, int(seconds * CODES_PER_SECOND / len(codes) / self.size)))
        points = self.points_at_once(codes)
        can_be = np.isin(np.arange(len(points)), self.game.guess_of[codes])
        order = np.lexsort((np.arange(len(points)), ~can_be, -points))
        guesses = [self.greedy_guess(codes), *map(int, order[:number])]
        guesses += [int(guess) for guess in order[can_be[order]][:number]]
        with suppress(RuleError):
            guesses += most_informative(self.game, codes, position.placed, number)
        guesses += sorted(position.placed, key=lambda guess: -points[guess])[:number]
        return list(dict.fromkeys(guesses))

    def still_to_earn(self, codes: Numbers, turns: BreakerTurns, until_own: int) -> float:
        """The points that a player expects in the round, so many turns before their own, if everyone plays greedily."""
        return self._points_to_come(codes, turns.rows_left, until_own, turns.breakers)

    def find_best(
        self, position: BreakerPosition, turns: BreakerTurns, seconds: float, foreseen: int = MAX_FORESEEN_CODES
    ) -> ExpectedPoints:
        """The shortlisted guess with the most expected points in the round.

        With more than `foreseen` candidates, it is the one with the most points at once.
        """
        if len(position.codes) * self.size > foreseen:
            guess = self.greedy_guess(position.codes)
            return ExpectedPoints(guess, float(self.points_at_once(position.codes)[guess]) / len(position.codes))
        guesses = self.shortlist(position, seconds)
        options = [ExpectedPoints(guess, self.value_of(position.codes, guess, turns)) for guess in guesses]
        self._guesses.clear()
        self._earned.clear()
        return max(options, key=lambda option: option.points)
