"""The chance to win where parts of the code are dealt to all: rows, calls and passes of each seat.

Each decision is valued by what its seat knew at the time, that is by a view. `keypeg.analysis.call_value` computes the
value of one decision; this module chains those of a seat.
"""

from collections.abc import Sequence

from keypeg.analysis.call_value import DealtAppraiser
from keypeg.analysis.dealt_decision import Decision
from keypeg.analysis.dealt_seat import value_finished, value_running
from keypeg.analysis.round_value import SeatValues, ValuedDecision
from keypeg.core.consistency import is_fully_marked
from keypeg.core.view import FinishedRound, View
from keypeg.players.dealt_knowledge import knowledge_of
from keypeg.players.win_chance import playable_knowledge


def value_dealt_round(finished: FinishedRound, decisions: Sequence[Decision], seconds: float) -> tuple[SeatValues, ...]:
    """Value every seat's decisions in a finished round, in order."""
    return value_finished(finished, decisions, _CompiledAppraiser(seconds))


def value_running_seat(view: View, decisions: Sequence[Decision], now: float | None, seconds: float) -> SeatValues:
    """Value the viewer's own decisions in a running round; see `keypeg.analysis.dealt_seat`."""
    return value_running(view, decisions, now, _CompiledAppraiser(seconds))


def value_decision(decision: Decision, seconds: float) -> ValuedDecision | None:
    """Value one decision by itself; None where that is not possible."""
    return _CompiledAppraiser(seconds).value(decision)


class _CompiledAppraiser:
    """Values single decisions by playouts."""

    def __init__(self, seconds: float) -> None:
        self._appraiser = DealtAppraiser(seconds)

    def value(self, decision: Decision) -> ValuedDecision | None:
        """The value of a decision; None where it is unknown."""
        knowledge = playable_knowledge(decision.view)
        if knowledge is None:
            return None
        if decision.kind != "row":
            return self._appraiser.value_call(decision.view, knowledge, decision.code)
        assert decision.code is not None
        return self._appraiser.value_row(decision.view, knowledge, decision.code)

    def win_chance_of(self, view: View) -> float:
        """The viewer's chance to win; 0 where it is unknown."""
        knowledge = playable_knowledge(view)
        return 0.0 if knowledge is None else self._appraiser.win_chance(view, knowledge)

    def count_codes_left(self, view: View | None) -> int | None:
        """How many whole codes the viewer considers possible; None where that is unknown."""
        return count_codes_left(view)


def count_codes_left(view: View | None) -> int | None:
    """How many whole codes the viewer considers possible; None where that is unknown."""
    if view is None or view.code is None or not is_fully_marked(view):
        return None
    deals = knowledge_of(view).deals
    return None if deals is None else len(deals.code_chances[0]) if deals else 0
