"""Analyses and hints as JSON values. Clients rely on their names: names may be added, but none changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from keypeg.analysis.board_values import BoardAnalysis, RowAnalysis
from keypeg.analysis.cost_and_luck import Appraisal, RowValue
from keypeg.analysis.grades import RoundFigures, grade_guess, rate_board, rate_seat
from keypeg.analysis.hint_values import (
    CallAdvice,
    Certainties,
    DealtHints,
    GoodGuess,
    Hints,
    PartitionSummary,
    RowReasons,
    WrongMarks,
)
from keypeg.analysis.round_analysis import RoundAnalysis
from keypeg.analysis.round_value import RoundValueRow, SeatValues
from keypeg.core.marks import Mark
from keypeg.records.notation import Palette, write_code
from keypeg.study.shared_values import corrections_to_json
from keypeg.wire.match_values import mark_to_json

if TYPE_CHECKING:
    from keypeg.study.answers import hints as hint_types
    from keypeg.study.answers import review as types
    from keypeg.study.answers import shared as shared_types
    from keypeg.study.answers.shared import Conflict, GradeName, Value
    from keypeg.wire import view_types


def round_analysis_to_json(played: RoundAnalysis, hints: tuple[Hints | None, ...] = ()) -> types.ReviewedRound:
    """A round; with the hints for its boards, if it is running."""
    palette = played.edition.palette
    board_hints = hints or (None,) * len(played.boards)
    return {
        "round": played.number,
        "attempt": played.attempt,
        "over": played.over,
        "codes": [None if code is None else write_code(code, palette) for code in played.codes],
        "boards": [
            _board_to_json(board, palette, hint) for board, hint in zip(played.boards, board_hints, strict=True)
        ],
        "seat_values": [_seat_to_json(seat_values, palette) for seat_values in played.seat_values],
        "hints": None if played.hints is None else dealt_hints_to_json(played.hints, palette),
    }


def _seat_to_json(seat_values: SeatValues, palette: Palette) -> types.ReviewedSeat:
    """A seat's rows in the currency of the edition."""
    figures = rate_seat(seat_values.seat, seat_values.values, seat_values.start)
    return {
        "seat": seat_values.seat,
        "board": seat_values.board,
        "currency": seat_values.currency.value,
        "start": _appraisal_to_json(seat_values.start),
        "cost": seat_values.cost,
        "luck": seat_values.luck,
        "forfeit": seat_values.forfeit,
        "earned": seat_values.earned,
        "to_come": _appraisal_to_json(seat_values.values[-1].to_come) if seat_values.values else None,
        "result": seat_values.result,
        "figures": None if figures is None else _figures_to_json(figures),
        "decisions": [_decision_to_json(row, palette) for row in seat_values.rows],
    }


def _decision_to_json(row: RoundValueRow, palette: Palette) -> types.ReviewedDecision:
    value = row.value
    return {
        "row": row.number,
        "kind": row.kind,
        "guess": write_code(row.guess, palette) if row.guess else None,
        "best": write_code(value.best, palette) if value is not None and value.best else None,
        "codes_before": row.codes_before,
        "codes_after": row.codes_after,
        "waiting": row.waiting,
        "before": None if value is None else _appraisal_to_json(value.before),
        "played": None if value is None else _appraisal_to_json(value.played),
        "immediate": None if value is None else value.immediate,
        "after": None if value is None else _appraisal_to_json(value.after),
        "cost": None if value is None else value.cost,
        "luck": None if value is None else value.luck,
        "grade": _grade_name(value),
    }


def _board_to_json(board: BoardAnalysis, palette: Palette, hints: Hints | None) -> types.ReviewedBoard:
    return {
        "board": board.number,
        "breakers": list(board.breakers),
        "currency": board.currency.value,
        "codes_at_start": board.codes,
        "codes_left": board.left,
        "codes_left_error": board.left_error,
        "broken": board.broken,
        "marks": board.marks,
        "guesses": board.guesses,
        "expected": _appraisal_to_json(board.expected),
        "to_come": _appraisal_to_json(board.to_come),
        "cost": board.cost,
        "luck": board.luck,
        "figures": [_figures_to_json(figures) for figures in rate_board(board)],
        "exact": board.exact,
        "rows": [_row_to_json(row, palette) for row in board.rows],
        "wrong": [
            {
                "row": wrong.row,
                "by": wrong.by,
                "given": mark_to_json(wrong.given),
                "right": mark_to_json(wrong.right),
            }
            for wrong in board.wrong
        ],
        "conflict": None if board.conflict is None else _conflict_to_json(board.conflict),
        "hints": None if hints is None else hints_to_json(hints, palette),
    }


def _row_to_json(row: RowAnalysis, palette: Palette) -> types.ReviewedRow:
    value = row.value
    return {
        "row": row.number,
        "seat": row.seat,
        "guess": write_code(row.guess, palette),
        "given": _optional_mark_to_json(row.given),
        "mark": _optional_mark_to_json(row.mark),
        "codes_before": row.before,
        "codes_after": row.after,
        "codes_before_error": row.before_error,
        "codes_after_error": row.after_error,
        "consistent": row.consistent,
        "allowed_as_code": row.allowed,
        "contradicts": [
            {"row": earlier.row, "given": mark_to_json(earlier.given), "earned": mark_to_json(earlier.earned)}
            for earlier in row.contradicts
        ],
        "partition_summary": _optional_partition_to_json(row.partition),
        "best": None
        if value is None
        else {
            "guess": write_code(value.best, palette),
            "partition_summary": _optional_partition_to_json(row.best_partition),
        },
        "expected_before": None if value is None else _appraisal_to_json(value.before),
        "expected_played": None if value is None else _appraisal_to_json(value.played),
        "expected_after": None if value is None else _appraisal_to_json(value.after),
        "cost": None if value is None else value.cost,
        "cost_exact": None if value is None else value.cost_exact,
        "luck": None if value is None else value.luck,
        "luck_exact": None if value is None else value.luck_exact,
        "grade": _grade_name(value),
        "worst_before": row.worst.before,
        "worst_played": row.worst.played,
        "worst_cost": row.worst.cost,
    }


def _grade_name(value: RowValue | None) -> GradeName | None:
    grade = None if value is None else grade_guess(value)
    return None if grade is None else grade.value


def _figures_to_json(figures: RoundFigures) -> types.RoundFigures:
    return {"seat": figures.seat, "skill": figures.skill, "luck": figures.luck}


def hints_to_json(hints: Hints, palette: Palette) -> hint_types.BoardHints:
    """The hints for a board."""
    good = hints.good
    return {
        "codes_left": hints.codes,
        "wrong": None if hints.wrong is None else _conflict_to_json(hints.wrong),
        "certain": _certainties_to_json(hints.certain, palette),
        "good": None if good is None else _good_guess_to_json(good, palette),
    }


def _good_guess_to_json(good: GoodGuess, palette: Palette) -> hint_types.HintedGuess:
    return {
        "guess": write_code(good.guess, palette),
        "currency": good.currency.value,
        "value": {"value": good.value.value, "exact": good.value.exact},
        "partition_summary": _partition_to_json(good.partition),
    }


def dealt_hints_to_json(hints: DealtHints, palette: Palette) -> hint_types.PartsHints:
    """The hints for a seat that holds parts."""
    advice, reasons = hints.advice, hints.reasons
    calling = None if advice is None else advice.call
    return {
        "codes_left": hints.codes,
        "certain": _certainties_to_json(hints.certain, palette),
        "good": None if advice is None or advice.row is None else write_code(advice.row, palette),
        "wins": None if advice is None else advice.wins,
        "reasons": None if reasons is None else _row_reasons_to_json(reasons),
        "call": None if calling is None else _call_advice_to_json(calling, palette),
    }


def _row_reasons_to_json(reasons: RowReasons) -> hint_types.RowReasons:
    return {
        "mean_left": reasons.mean_left,
        "max_left": reasons.max_left,
        "can_be_code": reasons.can_be_code,
        "bits_to_seat": reasons.bits_to_seat,
        "bits_to_others": reasons.bits_to_others,
    }


def _call_advice_to_json(calling: CallAdvice, palette: Palette) -> hint_types.CallAdvice:
    return {
        "now": calling.now,
        "code": write_code(calling.code, palette),
        "right": calling.right,
        "waiting": calling.waiting,
    }


def _certainties_to_json(certain: Certainties | None, palette: Palette) -> hint_types.CertainPegs | None:
    if certain is None:
        return None
    return {
        "holes": [None if peg is None else write_code((peg,), palette) for peg in certain.holes],
        "inside": [{"colour": write_code((peg,), palette), "least": times} for peg, times in certain.inside],
        "outside": [write_code((peg,), palette) for peg in certain.outside],
    }


def _conflict_to_json(wrong: WrongMarks) -> Conflict:
    return {"rows": list(wrong.rows), "changes": corrections_to_json(wrong.changes)}


def _appraisal_to_json(value: Appraisal | None) -> Value | None:
    return None if value is None else {"value": value.value, "exact": value.exact}


def _optional_partition_to_json(partition: PartitionSummary | None) -> shared_types.PartitionSummary | None:
    return None if partition is None else _partition_to_json(partition)


def _partition_to_json(partition: PartitionSummary) -> shared_types.PartitionSummary:
    return {"cells": partition.cells, "largest_cell": partition.largest, "can_be_code": partition.can_be_code}


def _optional_mark_to_json(mark: Mark | None) -> view_types.Mark | None:
    return None if mark is None else mark_to_json(mark)
