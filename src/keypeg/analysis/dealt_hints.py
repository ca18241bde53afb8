"""Hints where parts of the code are dealt, from all boards and from a seat's own parts.

No mark breaks a code there, and a call ends the search. So the hints are how many whole codes are left, what is certain
about them, and then a row that wins often, or to call.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from keypeg.analysis.call_value import DealtAppraiser
from keypeg.analysis.hint_values import DealtHints, RowReasons
from keypeg.analysis.whole_codes import MAX_DEALS_WITHOUT_SOLVER, count_deals, find_whole_certainties, list_whole_codes
from keypeg.core.codes import Code
from keypeg.core.view import Phase, View
from keypeg.players.dealt_knowledge import Knowledge, knowledge_of
from keypeg.players.dealt_play import bits_given_to_others, can_be_right
from keypeg.players.win_chance import playable_knowledge
from keypeg.solver.dealt.information import count_codes_after, information


def find_dealt_hints(view: View, prepare: Callable[[], None] | None = None) -> DealtHints:
    """Find the quick hints for the viewer, who is a breaker; see `whole_codes_left`."""
    codes = whole_codes_left(view, prepare)
    certain = find_whole_certainties(codes, view.edition.secrets.space.colours) if codes else None
    return DealtHints(None if codes is None else len(codes), certain)


def add_advice(hints: DealtHints, view: View, seconds: float) -> DealtHints:
    """Add the best decision to these hints, which takes the solver longer."""
    knowledge = knowledge_of(view)
    if not knowledge.deals or not (knowledge.is_sure or view.phase is Phase.ANSWER or playable_knowledge(view)):
        return hints
    advice = DealtAppraiser(seconds).advise(view, knowledge)
    reasons = None if advice.row is None else _find_reasons(knowledge, advice.row, view.out)
    return replace(hints, advice=advice, reasons=reasons)


def _find_reasons(knowledge: Knowledge, row: Code, out: tuple[int, ...]) -> RowReasons:
    deals, pegs = knowledge.deals, np.array(row, np.uint8)
    assert deals is not None
    return RowReasons(
        *count_codes_after(knowledge.hands, deals, row),
        can_be_right(knowledge, deals, pegs),
        float(information(knowledge.hands, deals, pegs[np.newaxis])[0]),
        bits_given_to_others(knowledge, deals, pegs, out),
    )


def whole_codes_left(view: View, prepare: Callable[[], None] | None = None) -> tuple[Code, ...] | None:
    """The whole codes that fit everything the viewer has seen, in order; None where there are too many deals.

    With `prepare`, which prepares the solver, nothing is compiled where the codes can soon be listed without it.
    """
    if prepare is not None:
        if count_deals(view.edition) <= MAX_DEALS_WITHOUT_SOLVER:
            return list_whole_codes(view)
        prepare()
    knowledge = knowledge_of(view)
    if knowledge.deals is None:
        return None
    return (
        tuple(knowledge.hands.code_of(int(whole)) for whole in knowledge.deals.code_chances[0])
        if knowledge.deals
        else ()
    )
