"""Views and results as JSON values: dictionaries, lists, texts and numbers.

Every field is named here or in `event_values`, so this is the complete list of what can leave the engine.
"""

from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from keypeg.core.codes import Code, CodeSpace
from keypeg.core.marks import KeyPegs, Mark
from keypeg.core.scoring import ScoreLine
from keypeg.core.view import Allowed, BoardView, FinishedRound, Outcome, Phase, Row, RowRef, View
from keypeg.records.edition_links import write_edition
from keypeg.records.notation import Palette, action_word, write_code

if TYPE_CHECKING:
    from keypeg.wire import view_types

JsonObject = dict[str, Any]


def mark_to_json(mark: Mark) -> "view_types.Mark":
    """Return a mark as `{"blacks": b, "whites": w}` or `{"number": n}`."""
    if isinstance(mark, KeyPegs):
        return {"blacks": mark.blacks, "whites": mark.whites}
    return {"number": mark.number}


def view_to_json(view: View) -> JsonObject:
    """Return everything that a seat, or a spectator, may know."""
    finished = [round_to_json(finished, view.edition.palette) for finished in view.finished]
    return {**current_view_to_json(view), "finished": finished}


def current_view_to_json(view: View) -> JsonObject:
    """Return the same without the rounds that are over."""
    return {
        "edition": write_edition(view.edition),
        "seat": view.seat,
        **boards_to_json(view),
        **round_state_to_json(view),
    }


def boards_to_json(view: View) -> JsonObject:
    """Return the number of the round, and its boards."""
    return {
        "round": view.round,
        "attempt": view.attempt,
        "maker": view.maker,
        "first": view.first,
        "boards": [_board_to_json(board, view.edition.palette) for board in view.boards],
    }


def round_state_to_json(view: View) -> JsonObject:
    """Return the state of the current round without its boards."""
    palette = view.edition.palette
    return {
        **shared_fields_to_json(shared_fields_of(view), palette),
        **own_fields_to_json(own_fields_of(view), palette),
    }


class SharedFields(NamedTuple):
    """The fields of a view that are the same for everybody, without the boards."""

    phase: Phase
    ready: tuple[int, ...]
    out: tuple[int, ...]
    left: tuple[int, ...]
    passed: tuple[int, ...]
    claims: tuple[tuple[int, RowRef], ...]
    caller: int | None
    answers: tuple[tuple[int, Code], ...]
    revealed: FinishedRound | None
    waiting: tuple[int, ...]
    lines: tuple[ScoreLine, ...]
    scores: tuple[int, ...]
    outcome: Outcome | None


class OwnFields(NamedTuple):
    """The fields of a view that depend on the viewer."""

    code: Code | None
    hidden_guess: Code | None
    legal: tuple[Allowed, ...]
    contradicted: bool


_select_shared = attrgetter(*SharedFields._fields)
_select_own = attrgetter(*OwnFields._fields)


def shared_fields_of(view: View) -> SharedFields:
    """Select the fields of a view that are the same for everybody."""
    return SharedFields._make(_select_shared(view))


def own_fields_of(view: View) -> OwnFields:
    """Select the fields of a view that depend on the viewer."""
    return OwnFields._make(_select_own(view))


def shared_fields_to_json(shared: SharedFields, palette: Palette) -> JsonObject:
    """Return the fields that are the same for everybody."""
    return {
        "phase": shared.phase.value,
        "ready": list(shared.ready),
        "out": list(shared.out),
        "left": list(shared.left),
        "passed": list(shared.passed),
        "claims": [{"seat": seat, **_ref_to_json(ref)} for seat, ref in shared.claims],
        "caller": shared.caller,
        "answers": _answers_to_json(shared.answers, palette),
        "revealed": None if shared.revealed is None else round_to_json(shared.revealed, palette),
        "waiting": list(shared.waiting),
        "lines": [line._asdict() for line in shared.lines],
        "scores": list(shared.scores),
        "outcome": outcome_to_json(shared.outcome),
    }


def own_fields_to_json(own: OwnFields, palette: Palette) -> JsonObject:
    """Return the fields that depend on the viewer."""
    return {
        "code": write_optional_code(own.code, palette),
        "hidden_guess": write_optional_code(own.hidden_guess, palette),
        "legal": [_allowed_to_json(allowed) for allowed in own.legal],
        "contradicted": own.contradicted,
    }


def round_to_json(finished: FinishedRound, palette: Palette) -> JsonObject:
    """Return a round that is over."""
    return {
        "round": finished.number,
        "attempt": finished.attempt,
        "maker": finished.maker,
        "codes": [write_optional_code(code, palette) for code in finished.codes],
        "boards": [
            {
                "breakers": list(board.breakers),
                "makers": list(board.makers),
                "rows": [_row_to_json(row, palette) for row in board.rows],
                "broken": board.broken,
            }
            for board in finished.boards
        ],
        "answers": _answers_to_json(finished.answers, palette),
        "outcome": outcome_to_json(finished.outcome),
        "lines": [line._asdict() for line in finished.lines],
        "wrong": [
            wrong._asdict() | {"given": mark_to_json(wrong.given), "right": mark_to_json(wrong.right)}
            for wrong in finished.wrong
        ],
        "replayed": finished.replayed,
    }


def outcome_to_json(outcome: Outcome | None) -> JsonObject | None:
    """Return how a round or a match ended, and its winners."""
    return None if outcome is None else {"reason": outcome.reason, "winners": list(outcome.winners)}


def _ref_to_json(ref: RowRef) -> JsonObject:
    return {"board": ref.board, "row": ref.row}


def write_optional_code(code: Code | None, palette: Palette) -> str | None:
    """Write a code that the viewer may not see, or that is not set yet."""
    return None if code is None else write_code(code, palette)


def _answers_to_json(answers: tuple[tuple[int, Code], ...], palette: Palette) -> list[JsonObject]:
    return [{"seat": seat, "code": write_code(code, palette)} for seat, code in answers]


def _board_to_json(board: BoardView, palette: Palette) -> JsonObject:
    return {
        "breakers": list(board.breakers),
        "makers": list(board.makers),
        "holes": board.holes,
        "rows": [_row_to_json(row, palette) for row in board.rows],
        "placed": list(board.placed),
        "broken": board.broken,
    }


def _row_to_json(row: Row, palette: Palette) -> JsonObject:
    return {
        "seat": row.seat,
        "guess": write_code(row.guess, palette),
        "marks": [{"by": given_mark.by, **mark_to_json(given_mark.mark)} for given_mark in row.marks],
        "arrival": row.arrival,
    }


def _allowed_to_json(allowed: Allowed) -> JsonObject:
    json_value: JsonObject = {"action": action_word(allowed.action)}
    if allowed.space is not None:
        json_value["space"] = space_to_json(allowed.space)
    json_value |= {name: value for name in ("board", "row") if (value := getattr(allowed, name)) is not None}
    if allowed.rows:
        json_value["rows"] = [_ref_to_json(ref) for ref in allowed.rows]
    if allowed.seats:
        json_value["seats"] = list(allowed.seats)
    if allowed.marks:
        json_value["marks"] = [mark_to_json(mark) for mark in allowed.marks]
    return json_value


def space_to_json(space: CodeSpace) -> "view_types.Space":
    """Return the space of allowed codes."""
    return {
        "holes": space.holes,
        "colours": space.colours,
        "repeats": space.repeats,
        "least_blanks": space.least_blanks,
        "most_blanks": space.most_blanks,
        "blank_holes": None if space.blank_holes is None else list(space.blank_holes),
    }
