"""The grade of a guess, and a round in two figures from 0 to 100: skill and luck.

A grade depends on the cost of a guess alone, so nobody is graded by luck. **Skill** is 100 less the share of what could
be given away that was: every guess of a board can waste itself and no more, a duel can cost one win, and points those
that were expected at the start. **Luck** is 50 where every mark was as good as expected, more where the marks were
better, and less where they were worse.
"""

from collections.abc import Sequence
from enum import Enum
from math import exp
from typing import NamedTuple

from keypeg.analysis.board_values import BoardAnalysis
from keypeg.analysis.cost_and_luck import Appraisal, Currency, RowValue

HIGHEST, EVEN_LUCK, LOWEST = 100, 50, 0
"""The figures of a round: the highest, the luck of marks that were as expected, and the lowest."""


class Grade(Enum):
    """How good a guess was."""

    BEST = "best"
    """It cost nothing."""
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"


class GradeLimits(NamedTuple):
    """The costs at which grades begin."""

    good: float
    """A smaller cost is none: it comes from rounding, or is within the error of an estimate."""
    inaccuracy: float
    mistake: float


GRADE_LIMITS = {
    Currency.GUESSES: GradeLimits(good=0.0005, inaccuracy=0.1, mistake=0.4),
    Currency.CHANCE: GradeLimits(good=0.005, inaccuracy=0.03, mistake=0.1),
    Currency.POINTS: GradeLimits(good=0.05, inaccuracy=1.0, mistake=3.0),
}
"""With two codes left, a guess that only tells them apart costs half a guess: a mistake."""

LUCK_SHARE = 0.25
"""Luck of this share of what could be expected at the start makes a figure of about 73."""

LEAST_EXPECTED = 1.0
"""Skill and luck are measured against one guess, one win or one point at least."""


class RoundFigures(NamedTuple):
    """Skill and luck of one seat in a round, each from 0 to 100."""

    seat: int
    skill: int
    """100 only if no guess cost anything."""
    luck: int


def grade_cost(currency: Currency, cost: float) -> Grade:
    """The grade of a guess that costs this much."""
    limits = GRADE_LIMITS[currency]
    if cost < limits.good:
        return Grade.BEST
    if cost < limits.inaccuracy:
        return Grade.GOOD
    return Grade.INACCURACY if cost < limits.mistake else Grade.MISTAKE


def grade_guess(value: RowValue) -> Grade | None:
    """The grade of a guess with this value; None where its cost is only known roughly."""
    return None if value.is_rough else grade_cost(value.currency, value.cost)


def rate_seat(seat: int, values: Sequence[RowValue], start: Appraisal | None) -> RoundFigures | None:
    """Skill and luck of a seat, by its rows and the value at the start of the round; None where nothing is known.

    Rows whose cost is only known roughly are left out: they have no grade either.
    """
    graded = [value for value in values if not value.is_rough]
    if len(graded) < len(values):
        values, start = graded, graded[0].before if graded else None
    if start is None or not values:
        return None
    currency, expected = values[0].currency, _measure(start)
    stakes = {Currency.GUESSES: float(len(values)), Currency.CHANCE: LEAST_EXPECTED, Currency.POINTS: expected}
    cost = sum(value.cost for value in values if grade_guess(value) is not Grade.BEST)
    luck = sum(value.luck or 0.0 for value in values)
    return RoundFigures(seat, skill_figure(cost, stakes[currency]), luck_figure(luck, expected))


def row_luck_figure(value: RowValue, start: Appraisal) -> int | None:
    """The luck of one row, measured as that of the whole round; None where it has no mark."""
    return None if value.luck is None else luck_figure(value.luck, _measure(start))


def _measure(start: Appraisal) -> float:
    """What skill and luck of a round with this value at the start are measured against."""
    return max(LEAST_EXPECTED, start.value)


def rate_board(board: BoardAnalysis) -> tuple[RoundFigures, ...]:
    """Skill and luck of each seat on a board, in guesses."""
    by_seat = [(seat, [row.value for row in board.rows if row.seat == seat and row.value]) for seat in board.breakers]
    figures = (rate_seat(seat, values, board.start) for seat, values in by_seat)
    return tuple(each for each in figures if each is not None)


def skill_figure(cost: float, stake: float) -> int:
    """Skill where this was given away of so much; 100 only for no cost."""
    if cost <= 0:
        return HIGHEST
    return min(HIGHEST - 1, max(LOWEST, round(HIGHEST * (1 - cost / stake))))


def luck_figure(luck: float, expected: float) -> int:
    """Luck where so much was expected at the start."""
    steepness = min(700.0, max(-700.0, luck / (LUCK_SHARE * expected)))  # no greater power of e fits into a float
    return round(HIGHEST / (1 + exp(-steepness)))
