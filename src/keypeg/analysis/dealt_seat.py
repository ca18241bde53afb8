"""The decisions of a seat where parts are dealt, chained. Importing this loads no solver.

`keypeg.analysis.dealt_value` and `keypeg.analysis.plain_dealt_value` say what one decision is worth.
"""

from collections.abc import Sequence
from typing import Protocol

from keypeg.analysis.cost_and_luck import Appraisal, Currency, RowValue
from keypeg.analysis.dealt_decision import Decision
from keypeg.analysis.round_value import RoundValueRow, SeatValues, ValuedDecision
from keypeg.core.view import FinishedRound, View


class DecisionAppraiser(Protocol):
    """Values single decisions."""

    def value(self, decision: Decision) -> ValuedDecision | None:
        """The value of a decision; None where it is unknown."""

    def win_chance_of(self, view: View) -> float:
        """The viewer's chance to win; 0 where it is unknown."""

    def count_codes_left(self, view: View | None) -> int | None:
        """How many whole codes the viewer considers possible; None where that is unknown."""


def value_finished(
    finished: FinishedRound, decisions: Sequence[Decision], appraiser: DecisionAppraiser
) -> tuple[SeatValues, ...]:
    """Value every seat's decisions in a finished round, in order."""
    return tuple(
        value_seat(
            seat,
            [decision for decision in decisions if decision.seat == seat],
            Appraisal(float(seat in finished.outcome.winners), True),
            True,
            appraiser,
        )
        for seat in range(1, len(finished.codes) + 1)
    )


def value_running(
    view: View, decisions: Sequence[Decision], now: float | None, appraiser: DecisionAppraiser
) -> SeatValues:
    """Value the viewer's own decisions in a running round, the last of which leads to their chance to win now.

    While a row waits for its marks that chance is unknown, and so is the luck of the last decision.
    """
    assert view.seat is not None
    own_decisions = [decision for decision in decisions if decision.seat == view.seat]
    if view.caller == view.seat:
        own_decisions.pop()  # a call is valued by its answer, which is not there yet
    end = None if now is None else Appraisal(now, False)
    if view.seat in (*view.out, *view.passed):
        end = Appraisal(0.0, True)
    return value_seat(view.seat, own_decisions, end, False, appraiser)


def value_seat(
    seat: int, decisions: list[Decision], end: Appraisal | None, over: bool, appraiser: DecisionAppraiser
) -> SeatValues:
    """Value the decisions of one seat, the last of which leads to this end. What leaving cost is kept apart."""
    forfeit = 0.0
    if decisions and decisions[-1].kind == "leave":
        forfeit = appraiser.win_chance_of(decisions.pop().view)
        end = Appraisal(forfeit, False)
    rows: list[RoundValueRow] = []
    after, is_known = end, True
    for index, decision in reversed(list(enumerate(decisions))):
        valued = appraiser.value(decision) if is_known else None
        is_known = valued is not None  # what is unknown for one is unknown for all before it
        value = None
        if valued is not None:
            before, played = Appraisal(valued.before, False), Appraisal(valued.played, False)
            value = RowValue(Currency.CHANCE, before, played, after, valued.best, 0.0)
            after = before
        codes = (appraiser.count_codes_left(decision.view), appraiser.count_codes_left(decision.view_after))
        number = 1 + sum(earlier.kind == "row" for earlier in decisions[:index])
        waiting = valued.waiting if valued is not None else None
        rows.append(RoundValueRow(number, decision.code or (), value, decision.kind, *codes, waiting))
    return SeatValues(seat, seat, Currency.CHANCE, tuple(reversed(rows)), over, forfeit)
