"""The chance to win where parts of the code are dealt to all: rows, calls and passes of each seat.

Each decision is valued by what its seat knew at the time, that is by a view. `keypeg.analysis.call_value` computes the
value of one decision; this module chains those of a seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from keypeg.analysis.call_value import DealtAppraiser
from keypeg.analysis.cost_and_luck import Appraisal, Currency, RowValue
from keypeg.analysis.round_value import DecisionKind, RoundValueRow, SeatValues, ValuedDecision
from keypeg.core.codes import Code
from keypeg.core.view import FinishedRound, View
from keypeg.players.dealt_knowledge import is_fully_marked, knowledge_of
from keypeg.players.win_chance import playable_knowledge


@dataclass(frozen=True)
class Decision:
    """A decision of a seat, and what the seat knew."""

    seat: int
    kind: DecisionKind
    view: View
    """What the seat saw before the decision."""
    code: Code | None = None
    """The row that it placed, or the answer that it gave after its call."""
    view_after: View | None = None
    """What the seat saw when its row had all its marks; None if the round ended before."""


def value_dealt_round(finished: FinishedRound, decisions: Sequence[Decision], seconds: float) -> tuple[SeatValues, ...]:
    """Value every seat's decisions in a finished round, in order."""
    return tuple(
        _value_seat(
            seat,
            [decision for decision in decisions if decision.seat == seat],
            Appraisal(float(seat in finished.outcome.winners), True),
            True,
            seconds,
        )
        for seat in range(1, len(finished.codes) + 1)
    )


def value_running_seat(view: View, decisions: Sequence[Decision], now: float | None, seconds: float) -> SeatValues:
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
    return _value_seat(view.seat, own_decisions, end, False, seconds)


def _value_seat(seat: int, decisions: list[Decision], end: Appraisal | None, over: bool, seconds: float) -> SeatValues:
    """Value the decisions of one seat, the last of which leads to this end. What leaving cost is kept apart."""
    appraiser, forfeit = DealtAppraiser(seconds), 0.0
    if decisions and decisions[-1].kind == "leave":
        forfeit = _win_chance_of(decisions.pop().view, appraiser)
        end = Appraisal(forfeit, False)
    rows: list[RoundValueRow] = []
    after, is_known = end, True
    for index, decision in reversed(list(enumerate(decisions))):
        valued = _value(decision, appraiser) if is_known else None
        is_known = valued is not None  # what is unknown for one is unknown for all before it
        value = None
        if valued is not None:
            before, played = Appraisal(valued.before, False), Appraisal(valued.played, False)
            value = RowValue(Currency.CHANCE, before, played, after, valued.best, 0.0)
            after = before
        codes = (count_codes_left(decision.view), count_codes_left(decision.view_after))
        number = 1 + sum(earlier.kind == "row" for earlier in decisions[:index])
        waiting = valued.waiting if valued is not None else None
        rows.append(RoundValueRow(number, decision.code or (), value, decision.kind, *codes, waiting))
    return SeatValues(seat, seat, Currency.CHANCE, tuple(reversed(rows)), over, forfeit)


def value_decision(decision: Decision, seconds: float) -> ValuedDecision | None:
    """Value one decision by itself; None where that is not possible."""
    return _value(decision, DealtAppraiser(seconds))


def _value(decision: Decision, appraiser: DealtAppraiser) -> ValuedDecision | None:
    knowledge = playable_knowledge(decision.view)
    if knowledge is None:
        return None
    if decision.kind != "row":
        return appraiser.value_call(decision.view, knowledge, decision.code)
    assert decision.code is not None
    return appraiser.value_row(decision.view, knowledge, decision.code)


def _win_chance_of(view: View, appraiser: DealtAppraiser) -> float:
    """The viewer's chance to win; 0 where it is unknown."""
    knowledge = playable_knowledge(view)
    return 0.0 if knowledge is None else appraiser.win_chance(view, knowledge)


def count_codes_left(view: View | None) -> int | None:
    """How many whole codes the viewer considers possible; None where that is unknown."""
    if view is None or view.code is None or not is_fully_marked(view):
        return None
    deals = knowledge_of(view).deals
    return None if deals is None else len(deals.code_chances[0]) if deals else 0
