"""Analyses and hints as plain values, ready for JSON. Others rely on these names: some may be added, none changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from keypeg.analysis.board_analysis import BoardAnalysis, PartitionSummary, RowAnalysis
from keypeg.analysis.call_value import CallAdvice
from keypeg.analysis.cost_and_luck import Appraisal
from keypeg.analysis.dealt_hints import DealtHints, RowReasons
from keypeg.analysis.hints import Certainties, GoodGuess, Hints
from keypeg.analysis.round_analysis import RoundAnalysis
from keypeg.analysis.round_value import RoundValueRow, SeatValues
from keypeg.analysis.wrong_marks import WrongMarks
from keypeg.core.marks import Mark
from keypeg.records.notation import Palette, write_code
from keypeg.study.shared_values import plain_corrections, plain_typed_mark

if TYPE_CHECKING:
    from keypeg.study.answers import hints as hint_types
    from keypeg.study.answers import review as types
    from keypeg.study.answers.shared import Conflict, PartitionSize, Value
    from keypeg.wire import view_types


def plain_round_analysis(played: RoundAnalysis, hints: tuple[Hints | None, ...] = ()) -> types.ReviewedRound:
    """A round; with the hints for its boards, where it is being played."""
    palette = played.edition.palette
    helped = hints or (None,) * len(played.boards)
    return {
        "round": played.number,
        "attempt": played.attempt,
        "over": played.over,
        "codes": [None if code is None else write_code(code, palette) for code in played.codes],
        "boards": [_board(board, palette, hint) for board, hint in zip(played.boards, helped, strict=True)],
        "stakes": [_stakes(one, palette) for one in played.seat_values],
        "hints": None if played.hints is None else plain_dealt_hints(played.hints, palette),
    }


def _stakes(one: SeatValues, palette: Palette) -> types.ReviewedSeat:
    """A seat's rows in the currency of the edition."""
    return {
        "seat": one.seat,
        "board": one.board,
        "currency": one.currency.value,
        "start": _worth(one.start),
        "loss": one.cost,
        "luck": one.luck,
        "forfeit": one.forfeit,
        "earned": one.earned,
        "to_come": _worth(one.values[-1].to_come) if one.values else None,
        "result": one.result,
        "rows": [_stake_row(row, palette) for row in one.rows],
    }


def _stake_row(row: RoundValueRow, palette: Palette) -> types.ReviewedDecision:
    worth = row.value
    return {
        "row": row.number,
        "kind": row.kind,
        "guess": write_code(row.guess, palette) if row.guess else None,
        "best": write_code(worth.best, palette) if worth is not None and worth.best else None,
        "codes_before": row.codes_before,
        "codes_after": row.codes_after,
        "waiting": row.waiting,
        "before": None if worth is None else _worth(worth.before),
        "played": None if worth is None else _worth(worth.played),
        "itself": None if worth is None else worth.immediate,
        "after": None if worth is None else _worth(worth.after),
        "loss": None if worth is None else worth.cost,
        "luck": None if worth is None else worth.luck,
    }


def _board(board: BoardAnalysis, palette: Palette, hints: Hints | None) -> types.ReviewedBoard:
    return {
        "board": board.number,
        "breakers": list(board.breakers),
        "currency": board.currency.value,
        "codes": board.codes,
        "codes_left": board.left,
        "broken": board.broken,
        "marks": board.marks,
        "guesses": board.guesses,
        "expected": _worth(board.expected),
        "to_come": _worth(board.to_come),
        "loss": board.cost,
        "luck": board.luck,
        "exact": board.exact,
        "rows": [_row(row, palette) for row in board.rows],
        "wrong": [
            {"row": one.row, "by": one.by, "given": plain_typed_mark(one.given), "right": plain_typed_mark(one.right)}
            for one in board.wrong
        ],
        "conflict": None if board.conflict is None else _wrong(board.conflict),
        "hints": None if hints is None else plain_hints(hints, palette),
    }


def _row(row: RowAnalysis, palette: Palette) -> types.ReviewedRow:
    worth = row.value
    return {
        "row": row.number,
        "seat": row.seat,
        "guess": write_code(row.guess, palette),
        "given": _mark(row.given),
        "mark": _mark(row.mark),
        "codes_before": row.before,
        "codes_after": row.after,
        "consistent": row.consistent,
        "allowed_as_code": row.allowed,
        "contradicts": [
            {"row": one.row, "given": plain_typed_mark(one.given), "instead": plain_typed_mark(one.earned)}
            for one in row.contradicts
        ],
        "parting": _parting(row.partition),
        "best": None
        if worth is None
        else {"guess": write_code(worth.best, palette), "parting": _parting(row.best_partition)},
        "expected_before": None if worth is None else _worth(worth.before),
        "expected_played": None if worth is None else _worth(worth.played),
        "expected_after": None if worth is None else _worth(worth.after),
        "loss": None if worth is None else worth.cost,
        "loss_exact": None if worth is None else worth.cost_exact,
        "luck": None if worth is None else worth.luck,
        "luck_exact": None if worth is None else worth.luck_exact,
        "worst_before": row.worst.before,
        "worst_played": row.worst.played,
        "worst_loss": row.worst.cost,
    }


def plain_hints(hints: Hints, palette: Palette) -> hint_types.BoardHints:
    """Hints."""
    good = hints.good
    return {
        "codes_left": hints.codes,
        "wrong": None if hints.wrong is None else _wrong(hints.wrong),
        "certain": _certain(hints.certain, palette),
        "good": None if good is None else _good(good, palette),
    }


def _good(good: GoodGuess, palette: Palette) -> hint_types.HintedGuess:
    return {
        "guess": write_code(good.guess, palette),
        "currency": good.currency.value,
        "worth": {"value": good.value.value, "exact": good.value.exact},
        "parting": _cells(good.partition),
    }


def plain_dealt_hints(hints: DealtHints, palette: Palette) -> hint_types.PartsHints:
    """Hints to a seat that holds parts."""
    advice, reasons = hints.advice, hints.reasons
    calling = None if advice is None else advice.call
    return {
        "codes_left": hints.codes,
        "certain": _certain(hints.certain, palette),
        "good": None if advice is None or advice.row is None else write_code(advice.row, palette),
        "wins": None if advice is None else advice.wins,
        "reasons": None if reasons is None else _reasons(reasons),
        "call": None if calling is None else _call(calling, palette),
    }


def _reasons(reasons: RowReasons) -> hint_types.RowReasons:
    return {
        "left": reasons.mean_left,
        "most": reasons.max_left,
        "can_be_code": reasons.can_be_code,
        "tells": reasons.bits_to_seat,
        "gives": reasons.bits_to_others,
    }


def _call(calling: CallAdvice, palette: Palette) -> hint_types.CallAdvice:
    return {
        "now": calling.now,
        "code": write_code(calling.code, palette),
        "right": calling.right,
        "waiting": calling.waiting,
    }


def _certain(certain: Certainties | None, palette: Palette) -> hint_types.CertainPegs | None:
    if certain is None:
        return None
    return {
        "holes": [None if peg is None else write_code((peg,), palette) for peg in certain.holes],
        "inside": [{"colour": write_code((peg,), palette), "least": many} for peg, many in certain.inside],
        "outside": [write_code((peg,), palette) for peg in certain.outside],
    }


def _wrong(wrong: WrongMarks) -> Conflict:
    return {"rows": list(wrong.rows), "changes": plain_corrections(wrong.changes)}


def _worth(worth: Appraisal | None) -> Value | None:
    return None if worth is None else {"value": worth.value, "exact": worth.exact}


def _parting(parting: PartitionSummary | None) -> PartitionSize | None:
    return None if parting is None else _cells(parting)


def _cells(parting: PartitionSummary) -> PartitionSize:
    return {"cells": parting.cells, "largest_cell": parting.largest, "can_be_code": parting.can_be_code}


def _mark(mark: Mark | None) -> view_types.Mark | None:
    return None if mark is None else plain_typed_mark(mark)
