"""Advice as JSON values: the best guess and others, the candidates, or the corrections needed if there are none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from keypeg.core.codes import Code
from keypeg.records.notation import write_code
from keypeg.solver.advice.changes import Contradiction
from keypeg.solver.advice.rated_guess import Advice, RatedGuess
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
        "codes_left": board.codes_left(advice),
        "codes_left_error": advice.error,
        "weight_left": advice.weight,
        "best": rated_guess_to_json(board, advice.best, whole_codes),
        "alternatives": [rated_guess_to_json(board, option, whole_codes) for option in advice.alternatives],
        "candidates": [write_code(code, palette) for code in whole_codes] if advice.complete else [],
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
    certain = len(whole_codes) == 1 and board.edition.dealt
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


def colour_counts_to_json(board: StudyBoard, advice: Advice) -> types.ColourCounts:
    """How many candidates have each peg in each hole, where order counts, and how many have it at all.

    Of a sample, the numbers are estimates.
    """
    whole_codes = board.whole_codes(advice)
    scale = board.codes_left(advice) / len(whole_codes)
    pegs = range(len(board.edition.palette) + 1)
    holes = range(board.edition.secret_space(board.seat).holes)
    return {
        "holes": [[round(scale * sum(code[hole] == peg for code in whole_codes)) for peg in pegs] for hole in holes]
        if board.edition.marking.ordered
        else None,
        "anywhere": [round(scale * sum(peg in code for code in whole_codes)) for peg in pegs],
    }


def cells_to_json(board: StudyBoard, guess: Code) -> list[types.CountedCell]:
    """The cells of a guess: each mark that it can earn, and how many candidates would earn it."""
    return [
        {"notation": write_marks(marks), "codes_left": codes, "solved": marks == board.solved}
        for marks, codes in board.cells(guess).items()
    ]
