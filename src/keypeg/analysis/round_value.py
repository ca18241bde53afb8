"""The value of a seat's rows in the currency of the edition: the chance to win, or points.

A duel is not about few guesses, nor is a game in which every row earns points; there a seat's rows are valued in what
the edition counts. A row starts from the value before it and leads to the value before the same seat's next row, or to
the end of the round. So **luck** here is the mark, and what the others did until then. A position has one value from
both sides, so all rows of a seat add up:

    result = expected before the first row - all cost + all luck - what leaving cost

All of it is estimated, because it depends on how others will play.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from keypeg.analysis.cost_and_luck import Appraisal, Currency, RowTotals, RowValue
from keypeg.core.codes import Code
from keypeg.core.edition import Edition, Makers
from keypeg.core.view import BoardView, FinishedBoard, FinishedRound, Outcome, Row, View

DecisionKind = Literal["row", "call", "pass", "leave"]
"""What a seat can decide: to place a row; where parts are dealt, to call or to pass; or to leave the round."""


class ValuedDecision(NamedTuple):
    """The value of one decision by itself."""

    before: float
    """The value with the best known guess,"""
    played: float
    """and with the one that was played; never more."""
    best: Code
    """That best guess: the one that was played, where no better one is known."""
    immediate: float = 0.0
    """What the row has earned by its mark."""
    waiting: float | None = None
    """For a call while rows are left: the value of not calling."""
    is_rough: bool = False
    """Whether the estimate is too rough for a grade."""


class RoundValueRow(NamedTuple):
    """A row, and its value to the seat that placed it."""

    number: int
    """Its number on its board; for a call or a pass, the number of the row that was not placed."""
    guess: Code
    value: RowValue | None
    """None where finding it takes too much work, or where marks contradict each other."""
    kind: DecisionKind = "row"
    """A row; or, where parts are dealt, a call with its answer as the guess, or a pass."""
    codes_before: int | None = None
    """Where parts are dealt: how many codes the seat considered possible before it,"""
    codes_after: int | None = None
    """and when it had its marks."""
    waiting: float | None = None
    """For a call while rows are left: the chance to win without it. The chance that it was right is `value.played`."""


@dataclass(frozen=True)
class SeatValues(RowTotals):
    """The rows of one seat, and their totals."""

    seat: int
    board: int
    """The number of the board that it guessed on."""
    currency: Currency
    rows: tuple[RoundValueRow, ...]
    over: bool
    """Whether the round is over; before that, what is still to come is an expectation."""
    forfeit: float = 0.0
    """What leaving the round cost it."""

    @property
    def result(self) -> float | None:
        """The total: how the round ended for this seat, or what it can expect as the round stands."""
        if not self.values:
            return None
        return self.earned + self.values[-1].to_come.value - self.forfeit

    @property
    def earned(self) -> float:
        """What those rows have earned by themselves."""
        return sum(value.immediate for value in self.values)


def chain_rows(
    currency: Currency, rows: Sequence[tuple[int, Row]], valued: Sequence[ValuedDecision | None], end: Appraisal | None
) -> tuple[RoundValueRow, ...]:
    """Chain the rows of a seat: each leads to the value before the next, and the last to the end.

    Where the value of a row is unknown, so are those before it: the sum begins after it. Only a last row that still
    waits for its mark leads to nothing that is known, and takes nothing from those before it.
    """
    chained: list[RoundValueRow] = []
    after, broken_off = end, False
    for (number, row), decision in zip(reversed(rows), reversed(valued), strict=True):
        broken_off = broken_off or (decision is None and bool(row.marks or chained))
        if decision is None or broken_off:
            chained.append(RoundValueRow(number, row.guess, None))
            after = None
            continue
        before, played = Appraisal(decision.before, False), Appraisal(decision.played, False)
        led = after if row.marks else None
        value = RowValue(currency, before, played, led, decision.best, decision.immediate, decision.is_rough)
        chained.append(RoundValueRow(number, row.guess, value))
        after = before
    return tuple(reversed(chained))


@dataclass(frozen=True)
class KnownRound:
    """A round, as far as it is known to the viewer."""

    edition: Edition
    boards: tuple[FinishedBoard | BoardView, ...]
    codes: tuple[Code | None, ...]
    """For each seat its own secret, where the viewer may know it."""
    end: Outcome | None
    """Why it is over; None while it is running."""
    out: tuple[int, ...] = ()
    """The seats that have left it, while it is running; later the rows show it."""

    @property
    def ended_by_leaving(self) -> bool:
        """Whether the round ended because a player left."""
        return self.end is not None and self.end.reason in ("resigned", "timed-out")


def known_finished_round(edition: Edition, finished: FinishedRound) -> KnownRound:
    """A finished round, in which everything is known."""
    return KnownRound(edition, finished.boards, finished.codes, finished.outcome)


def known_running_round(view: View) -> KnownRound:
    """The running round, as the viewer knows it."""
    codes = tuple(view.code if seat == view.seat else None for seat in range(1, view.edition.seats + 1))
    return KnownRound(view.edition, view.boards, codes, None, view.out)


def currency_of(edition: Edition) -> Currency:
    """What the rows of an edition are valued in."""
    if edition.dealt or edition.secrets.makers is Makers.EACH:
        return Currency.CHANCE
    return Currency.POINTS if edition.scoring.breaking_points else Currency.GUESSES
