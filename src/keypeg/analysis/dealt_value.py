"""The chance to win where parts of the code are dealt to all: rows, calls, and who passed when he could call.

Each decision is judged by what its seat knew then: a view. What it is worth by that, `keypeg.analysis.call_value` says.
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
    """Something that a seat has decided, and what it knew."""

    seat: int
    kind: DecisionKind
    view: View
    """What it saw before."""
    code: Code | None = None
    """The row it placed, or the answer it gave after its call."""
    view_after: View | None = None
    """What it saw when its row had all its marks, if the round went on until then."""


def value_dealt_round(finished: FinishedRound, decisions: Sequence[Decision], seconds: float) -> tuple[SeatValues, ...]:
    """Every seat's decisions in a round that is over, in their order."""
    return tuple(
        _value_seat(
            seat,
            [one for one in decisions if one.seat == seat],
            Appraisal(float(seat in finished.outcome.winners), True),
            True,
            seconds,
        )
        for seat in range(1, len(finished.codes) + 1)
    )


def value_running_seat(view: View, decisions: Sequence[Decision], now: float | None, seconds: float) -> SeatValues:
    """The viewer's own decisions in a round that is not over, the last of them leading to his chance to win now.

    Where that cannot be told, as long as a row waits for its marks, no luck is told of the last of them.
    """
    assert view.seat is not None
    decided = [one for one in decisions if one.seat == view.seat]
    if view.caller == view.seat:
        decided.pop()  # a call is judged by its answer, and there is none yet
    end = None if now is None else Appraisal(now, False)
    if view.seat in (*view.out, *view.passed):
        end = Appraisal(0.0, True)
    return _value_seat(view.seat, decided, end, False, seconds)


def _value_seat(seat: int, decisions: list[Decision], end: Appraisal | None, over: bool, seconds: float) -> SeatValues:
    """One seat's, the last leading to this end. What it threw away by leaving is told by itself."""
    appraiser, forfeit = DealtAppraiser(seconds), 0.0
    if decisions and decisions[-1].kind == "leave":
        forfeit = _win_chance_of(decisions.pop().view, appraiser)
        end = Appraisal(forfeit, False)
    rows: list[RoundValueRow] = []
    after, known = end, True
    for at, one in reversed(list(enumerate(decisions))):
        valued = _value(one, appraiser) if known else None
        known = valued is not None  # what is not known of one is not known of those before it
        value = None
        if valued is not None:
            before, played = Appraisal(valued.before, False), Appraisal(valued.played, False)
            value = RowValue(Currency.CHANCE, before, played, after, valued.best, 0.0)
            after = before
        codes = (count_codes_left(one.view), count_codes_left(one.view_after))
        number = 1 + sum(earlier.kind == "row" for earlier in decisions[:at])
        waiting = valued.waiting if valued is not None else None
        rows.append(RoundValueRow(number, one.code or (), value, one.kind, *codes, waiting))
    return SeatValues(seat, seat, Currency.CHANCE, tuple(reversed(rows)), over, forfeit)


def value_decision(decision: Decision, seconds: float) -> ValuedDecision | None:
    """One decision by itself; None where it cannot be told what it was worth."""
    return _value(decision, DealtAppraiser(seconds))


def _value(decision: Decision, appraiser: DealtAppraiser) -> ValuedDecision | None:
    """A decision; None where it cannot be told what it was worth."""
    known = playable_knowledge(decision.view)
    if known is None:
        return None
    if decision.kind != "row":
        return appraiser.value_call(decision.view, known, decision.code)
    assert decision.code is not None
    return appraiser.value_row(decision.view, known, decision.code)


def _win_chance_of(view: View, appraiser: DealtAppraiser) -> float:
    """How likely the viewer was to win, where that can be told; otherwise nothing."""
    known = playable_knowledge(view)
    return 0.0 if known is None else appraiser.win_chance(view, known)


def count_codes_left(view: View | None) -> int | None:
    """How many whole codes the viewer holds possible; None where that is not known."""
    if view is None or view.code is None or not is_fully_marked(view):
        return None
    deals = knowledge_of(view).deals
    return None if deals is None else len(deals.code_chances[0]) if deals else 0
