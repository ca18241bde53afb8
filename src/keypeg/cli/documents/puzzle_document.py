"""The document of the command `puzzle`."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from keypeg.core.codes import Code
from keypeg.puzzles.puzzle import Puzzle
from keypeg.study.puzzle_values import puzzle_to_json, solution_to_json, verdict_to_json

if TYPE_CHECKING:
    from keypeg.cli.documents import document_types as types


def puzzle_document(puzzle: Puzzle, day: date | None, answer: Code | None, with_solution: bool) -> types.PuzzleDocument:
    """The document of `keypeg puzzle`; with the verdict on an answer and the solution, if they are requested."""
    return {
        "format": "keypeg-puzzle-1",
        **puzzle_to_json(puzzle, day),
        "verdict": None if answer is None else verdict_to_json(puzzle, answer),
        "solution": solution_to_json(puzzle) if with_solution else None,
    }
