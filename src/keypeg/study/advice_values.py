"""Advice as JSON values: the best guess and others, the candidates, or the corrections needed if there are none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from keypeg.core.codes import Code
from keypeg.records.notation import write_code
from keypeg.solver.advice.advisor import find_candidates
from keypeg.solver.advice.changes import Contradiction
from keypeg.solver.advice.rated_guess import Advice, RatedGuess
from keypeg.solver.game.partition import marks_of_guess
from keypeg.study.shared_values import corrections_to_json, write_marks
from keypeg.study.study_board import StudyBoard
from keypeg.wire.match_values import mark_to_json

if TYPE_CHECKING:
    from keypeg.study.answers import advice as types


def contradiction_to_json(board: StudyBoard, contradiction: Contradiction) -> types.Contradiction:
    """The corrections that would leave some candidate, where there is none."""
    return {
        "rows": board_rows_to_json(board),
        "codes_left": 0,
        "changes": corrections_to_json(contradiction.changes),
    }


def guesses_to_json(board: StudyBoard, advice: Advice) -> types.BoardAdvice:
    """The best guess, others, and the candidates."""
    whole_codes = board.whole_codes(advice)
    palette = board.edition.palette
    return {
        "rows": board_rows_to_json(board),
        "codes_left": len(whole_codes),
        "weight_left": advice.weight,
        "best": rated_guess_to_json(board, advice.best, whole_codes),
        "alternatives": [rated_guess_to_json(board, option, whole_codes) for option in advice.alternatives],
        "candidates": [write_code(code, palette) for code in whole_codes],
    }


def board_rows_to_json(board: StudyBoard) -> list[types.EnteredRow]:
    """The rows on a board."""
    palette = board.edition.palette
    return [
        {"guess": write_code(guess, palette), "marks": [mark_to_json(mark) for mark in marks]}
        for guess, marks in board.rows
    ]


def rated_guess_to_json(board: StudyBoard, option: RatedGuess, whole_codes: list[Code]) -> types.RatedGuess:
    """A guess and its value."""
    certain = len(whole_codes) == 1 and board.game.solved_mark < 0
    return {
        "guess": write_code(whole_codes[0] if certain else option.guess, board.edition.palette),
        "expected": option.expected,
        "worst": option.worst,
        "exact": option.exact,
        "lower_bound_only": option.is_lower_bound,
        "cells": option.cells,
        "largest_cell": option.largest_cell,
        "can_be_code": option.can_be_code,
    }


def colour_counts_to_json(board: StudyBoard, whole_codes: list[Code]) -> types.ColourCounts:
    """How many candidates have each peg in each hole, where order counts, and how many have it at all."""
    pegs = range(len(board.edition.palette) + 1)
    holes = range(board.edition.secret_space(board.seat).holes)
    return {
        "holes": [[sum(code[hole] == peg for code in whole_codes) for peg in pegs] for hole in holes]
        if board.edition.marking.ordered
        else None,
        "anywhere": [sum(peg in code for code in whole_codes) for peg in pegs],
    }


def cells_to_json(board: StudyBoard, guess: Code) -> list[types.CountedCell]:
    """The cells of a guess: each mark that it can earn, and how many candidates would earn it.

    Where parts are dealt, a code counts in every cell that some deal of it falls into.
    """
    game = board.game
    codes = find_candidates(game, board.rows)
    marks = marks_of_guess(game, game.guess_number(guess), codes)
    return [
        {
            "notation": write_marks(game.marks[mark]),
            "codes_left": len({board.whole_code(game.code(int(code))) for code in codes[marks == mark]}),
            "solved": mark == game.solved_mark,
        }
        for mark in sorted(set(marks.tolist()))
    ]
