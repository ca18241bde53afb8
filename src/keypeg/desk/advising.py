"""Advice as plain values: the best guess and others, the codes left, and what must change if there are none."""

from typing import Any

from keypeg.core.codes import Code
from keypeg.desk.board import Board
from keypeg.records.notation import write_code, write_mark
from keypeg.records.plain import plain_mark
from keypeg.solver.advice import Advice, Option
from keypeg.solver.contradiction import Contradiction

Plain = dict[str, Any]


def plain_advice(board: Board, advice: Advice | Contradiction) -> Plain:
    """Advice as plain values."""
    if isinstance(advice, Contradiction):
        return {"codes_left": 0, "changes": _changes(advice)}
    wholes = board.wholes(advice)
    palette = board.edition.palette
    return {
        "codes_left": len(wholes),
        "weight_left": advice.likely,
        "best": _option(board, advice.best, wholes),
        "alternatives": [_option(board, option, wholes) for option in advice.alternatives],
        "codes": [write_code(code, palette) for code in wholes],
        "rows": [
            {"guess": write_code(guess, palette), "marks": [plain_mark(mark) for mark in marks]}
            for guess, marks in board.rows
        ],
    }


def _changes(contradiction: Contradiction) -> list[Plain]:
    return [
        {
            "rows": list(change.rows),
            "codes": change.codes,
            "marks": [{"mark": ",".join(map(write_mark, marks)), "codes": codes} for marks, codes in change.marks],
        }
        for change in contradiction.changes
    ]


def _option(board: Board, option: Option, wholes: list[Code]) -> Plain:
    certain = len(wholes) == 1 and board.puzzle.solved < 0
    return {
        "guess": write_code(wholes[0] if certain else option.guess, board.edition.palette),
        "expected": option.expected,
        "worst": option.worst,
        "exact": option.exact,
        "lower_bound_only": option.bound,
        "cells": option.cells,
        "largest_cell": option.largest,
        "can_be_code": option.can_be_code,
    }
