"""Answers requests for advice on a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from keypeg.core.errors import ReadError
from keypeg.players.solver_choice import is_more_exact_soon
from keypeg.records.edition_links import read_edition
from keypeg.solver.advice.rated_guess import Advice
from keypeg.study.advice_values import (
    cells_to_json,
    colour_counts_to_json,
    contradiction_to_json,
    guesses_to_json,
    rated_guess_to_json,
)
from keypeg.study.requests import AdviceRequest
from keypeg.study.study_board import StudyBoard, enter_rows, new_board
from keypeg.wire.match_values import mark_to_json, space_to_json

if TYPE_CHECKING:
    from keypeg.study.answers import AdviceAnswer
    from keypeg.study.answers.advice import BoardSetting

MAX_LISTED_CODES = 500
"""The most candidates that advice lists."""


def advise_on_board(request: AdviceRequest) -> AdviceAnswer:
    """The best guess, others, the candidates, and the cells of a guess."""
    edition = read_edition(request.edition)
    seat = edition.seats if request.seat is None else request.seat
    if not 1 <= seat <= edition.seats:
        raise ReadError("no-such-number", text=str(seat), low=1, high=edition.seats)
    board = new_board(edition, seat, request.own)
    enter_rows(board, list(request.rows))
    compared_guess = None if request.guess is None else board.read_guess(request.guess)
    advice = board.advice(request.seconds, compared_guess)
    if not isinstance(advice, Advice):
        return {**contradiction_to_json(board, advice), **_setting(board)}
    whole_codes = board.whole_codes(advice)
    guesses = guesses_to_json(board, advice)
    guesses["candidates"] = guesses["candidates"][:MAX_LISTED_CODES]
    # Where parts are dealt and the code is known, the best action is to call, not a row: there are no cells.
    is_call = advice.compared is None and len(whole_codes) == 1 and board.edition.dealt
    return {
        **guesses,
        **_setting(board),
        "colour_counts": colour_counts_to_json(board, advice),
        "compared": None if advice.compared is None else rated_guess_to_json(board, advice.compared, whole_codes),
        "partition": [] if is_call else cells_to_json(board, (advice.compared or advice.best).guess),
        "more_exact_soon": is_more_exact_soon(edition, seat),
    }


def _setting(board: StudyBoard) -> BoardSetting:
    """What can be entered on this board."""
    return {
        "seat": board.seat,
        "space": space_to_json(board.edition.guess_space(board.seat, board.own or None)),
        "makers": len(board.marks[0]),
        "marks": [[mark_to_json(mark) for mark in marks] for marks in board.marks],
    }
