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
from keypeg.players.dealt_knowledge import knowledge_of, settled
from keypeg.players.win_chance import knowledge_now


@dataclass(frozen=True)
class Decision:
    """Something that a seat has decided, and what it knew."""

    seat: int
    kind: DecisionKind
    view: View
    """What it saw before."""
    code: Code | None = None
    """The row it placed, or the answer it gave after its call."""
    then: View | None = None
    """What it saw when its row had all its marks, if the round went on until then."""


def dealt_stakes(finished: FinishedRound, moments: Sequence[Decision], seconds: float) -> tuple[SeatValues, ...]:
    """Every seat's decisions in a round that is over, in their order."""
    return tuple(
        _stakes(
            seat,
            [one for one in moments if one.seat == seat],
            Appraisal(float(seat in finished.outcome.winners), True),
            True,
            seconds,
        )
        for seat in range(1, len(finished.codes) + 1)
    )


def running_stakes(view: View, moments: Sequence[Decision], now: float | None, seconds: float) -> SeatValues:
    """The viewer's own decisions in a round that is not over, the last of them leading to his chance to win now.

    Where that cannot be told, as long as a row waits for its marks, no luck is told of the last of them.
    """
    assert view.seat is not None
    decided = [one for one in moments if one.seat == view.seat]
    if view.caller == view.seat:
        decided.pop()  # a call is judged by its answer, and there is none yet
    end = None if now is None else Appraisal(now, False)
    if view.seat in (*view.out, *view.passed):
        end = Appraisal(0.0, True)
    return _stakes(view.seat, decided, end, False, seconds)


def _stakes(seat: int, moments: list[Decision], end: Appraisal | None, over: bool, seconds: float) -> SeatValues:
    """One seat's, the last leading to this end. What it threw away by leaving is told by itself."""
    weigher, forfeit = DealtAppraiser(seconds), 0.0
    if moments and moments[-1].kind == "leave":
        forfeit = _stood(moments.pop().view, weigher)
        end = Appraisal(forfeit, False)
    rows: list[RoundValueRow] = []
    after, known = end, True
    for at, one in reversed(list(enumerate(moments))):
        judged = _judged(one, weigher) if known else None
        known = judged is not None  # what is not known of one is not known of those before it
        worth = None
        if judged is not None:
            before, played = Appraisal(judged.before, False), Appraisal(judged.played, False)
            worth = RowValue(Currency.CHANCE, before, played, after, judged.best, 0.0)
            after = before
        codes = (codes_left(one.view), codes_left(one.then))
        number = 1 + sum(earlier.kind == "row" for earlier in moments[:at])
        waiting = judged.waiting if judged is not None else None
        rows.append(RoundValueRow(number, one.code or (), worth, one.kind, *codes, waiting))
    return SeatValues(seat, seat, Currency.CHANCE, tuple(reversed(rows)), over, forfeit)


def judged_moment(moment: Decision, seconds: float) -> ValuedDecision | None:
    """One decision by itself; None where it cannot be told what it was worth."""
    return _judged(moment, DealtAppraiser(seconds))


def _judged(moment: Decision, weigher: DealtAppraiser) -> ValuedDecision | None:
    """A decision; None where it cannot be told what it was worth."""
    known = knowledge_now(moment.view)
    if known is None:
        return None
    if moment.kind != "row":
        return weigher.call(moment.view, known, moment.code)
    assert moment.code is not None
    return weigher.row(moment.view, known, moment.code)


def _stood(view: View, weigher: DealtAppraiser) -> float:
    """How likely the viewer was to win, where that can be told; otherwise nothing."""
    known = knowledge_now(view)
    return 0.0 if known is None else weigher.wins(view, known)


def codes_left(view: View | None) -> int | None:
    """How many whole codes the viewer holds possible; None where that is not known."""
    if view is None or view.code is None or not settled(view):
        return None
    deals = knowledge_of(view).deals
    return None if deals is None else len(deals.codes[0]) if deals else 0
