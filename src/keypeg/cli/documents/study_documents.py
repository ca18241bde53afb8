"""The documents of the commands `analyse` and `solve`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from keypeg.records.edition_links import write_edition
from keypeg.records.notation import write_code
from keypeg.solver.advice.changes import Contradiction
from keypeg.solver.advice.rated_guess import Advice
from keypeg.study.advice_values import board_rows_to_json, guesses_to_json
from keypeg.study.match_review import ReviewedMatch, match_to_json
from keypeg.study.shared_values import corrections_to_json
from keypeg.study.study_board import StudyBoard

if TYPE_CHECKING:
    from keypeg.cli.documents import document_types as types


def analyse_document(match: ReviewedMatch) -> types.AnalyseDocument:
    """The document of `keypeg analyse`."""
    return {"format": "keypeg-analyse-2", **match_to_json(match)}


def solve_document(board: StudyBoard, advice: Advice | Contradiction) -> types.SolveDocument:
    """The document of `keypeg solve`. Its fields are the same if the rows contradict each other."""
    guesses = guesses_to_json(board, advice) if isinstance(advice, Advice) else None
    return {
        "format": "keypeg-solve-1",
        "edition": write_edition(board.edition),
        "seat": board.seat,
        "own": write_code(board.own, board.edition.palette) if board.own else None,
        "rows": board_rows_to_json(board),
        "codes_left": guesses["codes_left"] if guesses else 0,
        "codes_left_error": guesses["codes_left_error"] if guesses else 0.0,
        "weight_left": guesses["weight_left"] if guesses else 0,
        "best": guesses["best"] if guesses else None,
        "alternatives": guesses["alternatives"] if guesses else [],
        "candidates": guesses["candidates"] if guesses else [],
        "changes": corrections_to_json(advice.changes) if isinstance(advice, Contradiction) else [],
    }
