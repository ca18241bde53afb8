"""The scorings: what each seat scores in a round, and what for.

A scoring is a value with one hook that turns the facts of a finished round into score lines. A score is the sum of its
lines, so that every point can be explained.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from keypeg.core.immutable import Immutable
from keypeg.core.marks import KeyPegs, Mark

ScoreReason = Literal["rows", "misses", "given-up", "unbroken", "guess", "broke", "maker", "round", "wrong-mark"]
"""What points are given for."""


class ScoreLine(NamedTuple):
    """One line of a score: a seat's points, and what they are for."""

    seat: int
    """The seat that gets the points."""
    points: int
    """How many; negative where the lowest total wins and a wrongly marked player is compensated."""
    reason: ScoreReason
    """What they are for."""
    row: int | None = None
    """The row that earned them; for `rows` and `misses` how many rows were counted."""


class ScoredRow(NamedTuple):
    """The facts of a row that matter for scoring."""

    seat: int
    """The seat that guessed it."""
    mark: Mark


class RoundFacts(NamedTuple):
    """The facts of a finished round that a scoring may use."""

    seats: int
    """How many seats the table has."""
    maker: int | None
    """The one maker, in editions that have one."""
    rows: tuple[ScoredRow, ...]
    """The rows of the maker's board, in order; empty where there are several boards."""
    limit: int
    """How many rows the board has."""
    broken: bool
    """Whether the last of the rows broke the code."""
    winners: tuple[int, ...]
    """The winners of the round: several if a leaving maker lets all breakers win, none if nobody won."""
    left: int | None
    """The seat that ended the round by resigning or running out of time, if one did."""


@dataclass(frozen=True)
class Scoring(Immutable):
    """One way of scoring a round."""

    name: str
    """Its name in options and records."""
    score: Callable[["Scoring", RoundFacts], tuple[ScoreLine, ...]]
    """The score lines of a finished round."""
    score_row: Callable[["Scoring", int, ScoredRow], ScoreLine] | None = None
    """The score line of a row by its number, where rows earn points as soon as they are marked."""
    lowest_wins: bool = False
    """Whether the lowest total wins the match."""
    needs_one_maker: bool = True
    """Whether it works only where one seat makes and the others break."""
    by_rounds: bool = False
    """Whether its points are rounds won, so that more than half of them can decide a match."""
    seats: range = range(2, 6)
    """The numbers of seats it works with."""
    unbroken_bonus: int = 0
    """The maker's extra points if the last row fails too."""
    white_points: int = 0
    """The breaker's points for each white of a guess."""
    black_points: int = 0
    """The breaker's points for each black of a guess."""
    breaking_points: int = 0
    """The breaker's points for the guess that breaks the code, in place of points for its key pegs."""
    maker_table: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """By number of seats: the maker's points for each row at which the code is broken, and last for unbroken."""

    def __call__(self, facts: RoundFacts) -> tuple[ScoreLine, ...]:
        """The score lines of a finished round."""
        return self.score(self, facts)

    def so_far(self, rows: Iterable[ScoredRow]) -> tuple[ScoreLine, ...]:
        """The score lines of the rows of a running round."""
        score_row = self.score_row
        return () if score_row is None else tuple(score_row(self, number, row) for number, row in enumerate(rows, 1))


def _rows_counted(facts: RoundFacts) -> int:
    """How many rows the round counts. If a breaker leaves, the code is unbroken and all rows count."""
    if facts.left is None:
        return len(facts.rows)
    return 0 if facts.left == facts.maker else facts.limit


def _counted(seat: int, facts: RoundFacts, rows: int, reason: ScoreReason) -> ScoreLine:
    """One point for each row; a line without a row number if the seat left, as fewer rows were placed."""
    return ScoreLine(seat, rows, reason, rows) if facts.left is None else ScoreLine(seat, rows, "given-up")


def _unbroken(facts: RoundFacts) -> bool:
    return not facts.broken and facts.left != facts.maker


def _only_breaker(facts: RoundFacts) -> int:
    assert facts.maker is not None
    return 3 - facts.maker


def _score_maker(scoring: Scoring, facts: RoundFacts) -> tuple[ScoreLine, ...]:
    assert facts.maker is not None
    counted = _counted(facts.maker, facts, _rows_counted(facts), "rows")
    if scoring.unbroken_bonus and _unbroken(facts):
        return (counted, ScoreLine(facts.maker, scoring.unbroken_bonus, "unbroken"))
    return (counted,)


def _score_breaker_rows(scoring: Scoring, facts: RoundFacts) -> tuple[ScoreLine, ...]:
    return (_counted(_only_breaker(facts), facts, _rows_counted(facts), "rows"),)


def _score_maker_misses(scoring: Scoring, facts: RoundFacts) -> tuple[ScoreLine, ...]:
    assert facts.maker is not None
    return (_counted(facts.maker, facts, _rows_counted(facts) - facts.broken, "misses"),)


def _score_rounds(scoring: Scoring, facts: RoundFacts) -> tuple[ScoreLine, ...]:
    return tuple(ScoreLine(seat, 1, "round") for seat in facts.winners)


def _score_key_pegs(scoring: Scoring, number: int, row: ScoredRow) -> ScoreLine:
    assert isinstance(row.mark, KeyPegs)
    points = scoring.white_points * row.mark.whites + scoring.black_points * row.mark.blacks
    return ScoreLine(row.seat, points, "guess", number)


def _score_family(scoring: Scoring, facts: RoundFacts) -> tuple[ScoreLine, ...]:
    assert facts.maker is not None
    lines = list(scoring.so_far(facts.rows))
    if facts.broken:
        lines[-1] = ScoreLine(facts.rows[-1].seat, scoring.breaking_points, "broke", len(facts.rows))
    if facts.left != facts.maker:
        table = dict(scoring.maker_table)[facts.seats]
        if facts.broken:
            lines.append(ScoreLine(facts.maker, table[len(facts.rows) - 1], "maker", len(facts.rows)))
        else:
            lines.append(ScoreLine(facts.maker, table[-1], "unbroken"))
    return tuple(lines)


ROWS = Scoring("rows", _score_maker)
"""The maker gets 1 point for each row placed."""

MAKER = Scoring("maker", _score_maker, unbroken_bonus=1)
"""The maker gets 1 point for each row placed, and 1 more if the last row fails too."""

BREAKER_ROWS = Scoring("breaker-rows", _score_breaker_rows, lowest_wins=True, seats=range(2, 3))
"""The breaker gets 1 point for each row placed, and the fewest points win."""

MAKER_MISSES = Scoring("maker-misses", _score_maker_misses)
"""The maker gets 1 point for each row that is not the code."""

ROUNDS = Scoring("rounds", _score_rounds, needs_one_maker=False, by_rounds=True)
"""The winner of the round gets 1 point."""

FAMILY = Scoring(
    "family",
    _score_family,
    _score_key_pegs,
    seats=range(3, 6),
    white_points=1,
    black_points=2,
    breaking_points=10,
    maker_table=(
        (3, (5, 6, 7, 8, 9, 10, 14, 18, 22, 26, 30, 34, 40)),
        (4, (5, 6, 7, 8, 9, 10, 13, 16, 19, 22, 25, 28, 30)),
        (5, (5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 22, 25)),
    ),
)
"""A guess scores 1 for each white and 2 for each black, or 10 if it breaks the code; the maker scores by the table."""

SCORINGS = {scoring.name: scoring for scoring in (ROWS, MAKER, BREAKER_ROWS, MAKER_MISSES, ROUNDS, FAMILY)}
"""Every scoring by its name."""
