"""Answers requests for hints, with the compiled solver only where that is ready, so that the first comes at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from keypeg.analysis.hint_values import may_have_hints
from keypeg.analysis.whole_codes import list_few_whole_codes
from keypeg.core.observe import observe
from keypeg.core.view import View
from keypeg.i18n.hint_text import HintText
from keypeg.i18n.page_text import PageText
from keypeg.players.solver_choice import needs_plain_solver
from keypeg.records.notation import write_code
from keypeg.records.replay import replay_text
from keypeg.study.hint_session import HintSession
from keypeg.study.listed_certainties import listed_certainties_to_json
from keypeg.study.requests import HintRequest

if TYPE_CHECKING:
    from keypeg.study.answers.hints import BoardCertainties, Hint, HintAnswer


def give_hints(request: HintRequest) -> HintAnswer:
    """What is certain, hints, and whether a partial guess can still become one that fits all rows."""
    state = replay_text(request.record, "record").state
    view = observe(state, request.seat)
    if not may_have_hints(view):
        return {"hints": [], "partial_verdict": None, "certainties": None}
    session = HintSession(PageText(state.edition, (), request.lang))
    verdict = session.check_guess(view, request.partial_guess)[1] if request.partial_guess else None
    hints = session.all_hints(view) if request.hints else session.quick_hints(view)
    return {
        "hints": [_hint_to_json(hint, view) for hint in hints],
        "partial_verdict": verdict,
        "certainties": _certainties(view),
    }


def _certainties(view: View) -> BoardCertainties | None:
    board = view.own_board
    assert board is not None, "a seat that guesses has a board"
    if needs_plain_solver(view.edition, board.number):
        return listed_certainties_to_json(view, list_few_whole_codes(view) if view.edition.dealt else None)
    from keypeg.study.certainties import certainties_to_json

    return certainties_to_json(view)


def _hint_to_json(hint: HintText, view: View) -> Hint:
    guess = None if hint.guess is None else write_code(hint.guess, view.edition.palette)
    return {"kind": hint.kind, "lines": hint.lines, "guess": guess}
