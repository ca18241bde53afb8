"""What the plain solver knows of a round in which parts are dealt: the codes left, and how likely calls were right.

A row's chance to win takes thousands of playouts, for which compiled code is needed: rows have no value here. A call is
valued by the share of the possible deals in which it is right; waiting is not valued.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from keypeg.analysis.dealt_decision import Decision
from keypeg.analysis.dealt_seat import value_finished, value_running
from keypeg.analysis.round_value import SeatValues, ValuedDecision
from keypeg.analysis.whole_codes import MAX_DEALS_WITHOUT_SOLVER, count_deals, count_deals_by_code
from keypeg.core.codes import Code
from keypeg.core.consistency import is_fully_marked
from keypeg.core.view import FinishedRound, View


def value_dealt_round(finished: FinishedRound, decisions: Sequence[Decision], seconds: float) -> tuple[SeatValues, ...]:
    """Value every seat's decisions in a finished round, in order."""
    return value_finished(finished, decisions, _PlainDealtAppraiser())


def value_running_seat(view: View, decisions: Sequence[Decision], now: float | None, seconds: float) -> SeatValues:
    """Value the viewer's own decisions in a running round; see `keypeg.analysis.dealt_seat`."""
    return value_running(view, decisions, now, _PlainDealtAppraiser())


def value_decision(decision: Decision, seconds: float) -> ValuedDecision | None:
    """Value one decision by itself; None for a row."""
    return _PlainDealtAppraiser().value(decision)


class _PlainDealtAppraiser:
    """Values single decisions by the deals that are possible."""

    def value(self, decision: Decision) -> ValuedDecision | None:
        """The value of a call, or of a pass, which cannot win; None for a row."""
        deals = None if decision.kind == "row" else _deals_of(decision.view)
        if not deals:
            return None
        total = deals.total()
        played = deals[decision.code] / total if decision.code is not None else 0.0
        likeliest, most = deals.most_common(1)[0]
        best = decision.code if decision.code is not None and played == most / total else likeliest
        return ValuedDecision(most / total, played, best)

    def win_chance_of(self, view: View) -> float:
        """The viewer's chance to win, which is unknown here."""
        return 0.0

    def count_codes_left(self, view: View | None) -> int | None:
        """How many whole codes the viewer considers possible; None where that is unknown."""
        deals = None if view is None else _deals_of(view)
        return None if deals is None else len(deals)


@lru_cache(maxsize=128)
def _deals_of(view: View) -> Counter[Code] | None:
    """In how many ways each whole code can be dealt, by what the viewer knows; None where that is unknown."""
    if view.code is None or not is_fully_marked(view) or count_deals(view.edition) > MAX_DEALS_WITHOUT_SOLVER:
        return None
    return count_deals_by_code(view)
