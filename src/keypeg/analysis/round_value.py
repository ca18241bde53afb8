"""What the rows of a round were worth in the currency of its edition: the chance to win, or points.

Fewest guesses are not what a duel is about, nor a game in which every row earns points. Here a seat's rows are judged
by what its edition counts. A row begins with what is expected before it, and leads to what is expected before the same
seat's next row, or to how the round ended; so what is called **luck** here is the mark, and what the others did until
then. What a position is worth is one number from both sides, and all rows of a seat add up:

    result = expected before the first row - all loss + all luck - what was thrown away by leaving

All of it is estimated: nobody knows how others will go on.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from keypeg.analysis.cost_and_luck import Appraisal, Currency, RowTotals, RowValue
from keypeg.core.codes import Code
from keypeg.core.edition import Edition, Makers
from keypeg.core.view import BoardView, FinishedBoard, FinishedRound, Outcome, Row, View

DecisionKind = Literal["row", "call", "pass", "leave"]
"""What a seat can decide: to place a row; where parts are dealt to call, or not to; to leave the round."""


class ValuedDecision(NamedTuple):
    """One row by itself."""

    before: float
    """What was expected with the best guess that is known;"""
    played: float
    """and with the one that was played: never more."""
    best: Code
    """That best guess: the one that was played, where nothing better is known."""
    immediate: float = 0.0
    """What the row has earned by its mark."""
    waiting: float | None = None
    """For a call while rows are left: what not to call would have been worth."""


class RoundValueRow(NamedTuple):
    """A row, and what it was worth to who placed it."""

    number: int
    """Its number on its board; of a call or a pass, of the row that was not placed."""
    guess: Code
    value: RowValue | None
    """None where there was not enough work to know, or marks contradict each other."""
    kind: DecisionKind = "row"
    """A row; or, where parts are dealt, a call with its answer as the guess, or a pass."""
    codes_before: int | None = None
    """Where parts are dealt: how many codes its seat held possible before it,"""
    codes_after: int | None = None
    """and when it had its marks."""
    waiting: float | None = None
    """For a call while rows are left: how likely a win was without it. How likely it was right is what was played."""


@dataclass(frozen=True)
class SeatValues(RowTotals):
    """The rows of one seat, and what they came to."""

    seat: int
    board: int
    """The number of the board it guessed on."""
    currency: Currency
    rows: tuple[RoundValueRow, ...]
    over: bool
    """Whether the round is over; otherwise what is still to come is expected, and not had."""
    forfeit: float = 0.0
    """What it threw away by leaving the round."""

    @property
    def result(self) -> float | None:
        """What it came to: how the round ended for this seat, or what it can expect as the round stands."""
        if not self.values:
            return None
        return self.earned + self.values[-1].to_come.value - self.forfeit

    @property
    def earned(self) -> float:
        """What those rows have earned by themselves."""
        return sum(value.immediate for value in self.values)


def chain_rows(
    currency: Currency, rows: Sequence[tuple[int, Row]], judged: Sequence[ValuedDecision | None], end: Appraisal | None
) -> tuple[RoundValueRow, ...]:
    """The rows of a seat, with their numbers, each leading to what the next began with, and the last to the end.

    What is not known of a row is not known of those before it either: the sum begins after it.
    """
    found: list[RoundValueRow] = []
    after, broken_off = end, False
    for (number, row), one in zip(reversed(rows), reversed(judged), strict=True):
        broken_off = broken_off or (one is None and any(later.value is not None for later in found))
        if one is None or broken_off:
            found.append(RoundValueRow(number, row.guess, None))
            after = None
            continue
        before, played = Appraisal(one.before, False), Appraisal(one.played, False)
        led = after if row.marks else None
        found.append(RoundValueRow(number, row.guess, RowValue(currency, before, played, led, one.best, one.immediate)))
        after = before
    return tuple(reversed(found))


@dataclass(frozen=True)
class KnownRound:
    """A round as far as one may know it."""

    edition: Edition
    boards: tuple[FinishedBoard | BoardView, ...]
    codes: tuple[Code | None, ...]
    """For each seat its own secret, where whoever looks may know it."""
    end: Outcome | None
    """Why it is over; None while it is not."""
    out: tuple[int, ...] = ()
    """Who has left it, while it is not over; later it is seen from the rows."""

    @property
    def ended_by_leaving(self) -> bool:
        """Whether the round ended because somebody left it."""
        return self.end is not None and self.end.reason in ("resigned", "timed-out")


def known_finished_round(edition: Edition, finished: FinishedRound) -> KnownRound:
    """The course of a round that is over."""
    return KnownRound(edition, finished.boards, finished.codes, finished.outcome)


def known_running_round(view: View) -> KnownRound:
    """The course of the round that is being played, as the viewer sees it."""
    codes = tuple(view.code if seat == view.seat else None for seat in range(1, view.edition.seats + 1))
    return KnownRound(view.edition, view.boards, codes, None, view.out)


def currency_of(edition: Edition) -> Currency:
    """What the rows of an edition are for."""
    if edition.dealt or edition.secrets.makers is Makers.EACH:
        return Currency.CHANCE
    return Currency.POINTS if edition.scoring.breaking_points else Currency.GUESSES
