"""Views, results and events as plain values for JSON: dictionaries, lists, texts and numbers.

Every field is named here, so this is also the complete list of what can leave the engine.
"""

from collections.abc import Callable
from operator import itemgetter
from typing import Any, NamedTuple

from keypeg.core.codes import Code, CodeSpace
from keypeg.core.events import (
    Answered,
    Called,
    Claimed,
    CodeSet,
    Dealt,
    Event,
    GuessPlaced,
    MarkGiven,
    MatchEnded,
    Passed,
    RoundBegan,
    RoundEnded,
    RowOpened,
    SeatLeft,
)
from keypeg.core.marks import Mark
from keypeg.core.view import Allowed, BoardView, FinishedRound, Outcome, Phase, Row, RowRef, View
from keypeg.records.edition_links import write_edition
from keypeg.records.notation import Palette, action_word, write_code

Plain = dict[str, Any]


def plain_mark(mark: Mark) -> Plain:
    """Return a mark as `{"blacks": b, "whites": w}` or `{"number": n}`."""
    return mark._asdict()


def plain_view(view: View) -> Plain:
    """Return everything that a seat, or a spectator, may know."""
    return {
        "edition": write_edition(view.edition),
        "seat": view.seat,
        **plain_boards(view),
        **plain_round_state(view),
        "finished": [plain_round(finished, view.edition.palette) for finished in view.finished],
    }


def plain_boards(view: View) -> Plain:
    """Return the number of the round, and its boards."""
    return {
        "round": view.round,
        "attempt": view.attempt,
        "maker": view.maker,
        "first": view.first,
        "boards": [_board(board, view.edition.palette) for board in view.boards],
    }


def plain_round_state(view: View) -> Plain:
    """Return the state of the current round without its boards."""
    palette = view.edition.palette
    return {**plain_shared_fields(shared_fields_of(view), palette), **plain_own_fields(own_fields_of(view), palette)}


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
    waiting: tuple[int, ...]
    scores: tuple[int, ...]
    outcome: Outcome | None


class OwnFields(NamedTuple):
    """The fields of a view that depend on the viewer."""

    code: Code | None
    hidden_guess: Code | None
    legal: tuple[Allowed, ...]
    contradicted: bool


_select_shared = itemgetter(*map(View._fields.index, SharedFields._fields))
_select_own = itemgetter(*map(View._fields.index, OwnFields._fields))


def shared_fields_of(view: View) -> SharedFields:
    """Select the fields of a view that are the same for everybody."""
    return SharedFields._make(_select_shared(view))


def own_fields_of(view: View) -> OwnFields:
    """Select the fields of a view that depend on the viewer."""
    return OwnFields._make(_select_own(view))


def plain_shared_fields(shared: SharedFields, palette: Palette) -> Plain:
    """Return the fields that are the same for everybody."""
    return {
        "phase": shared.phase.value,
        "ready": list(shared.ready),
        "out": list(shared.out),
        "left": list(shared.left),
        "passed": list(shared.passed),
        "claims": [{"seat": seat, **ref._asdict()} for seat, ref in shared.claims],
        "caller": shared.caller,
        "answers": _answers(shared.answers, palette),
        "waiting": list(shared.waiting),
        "scores": list(shared.scores),
        "outcome": plain_outcome(shared.outcome),
    }


def plain_own_fields(own: OwnFields, palette: Palette) -> Plain:
    """Return the fields that depend on the viewer."""
    return {
        "code": _code(own.code, palette),
        "hidden_guess": _code(own.hidden_guess, palette),
        "legal": [_allowed(allowed) for allowed in own.legal],
        "contradicted": own.contradicted,
    }


def plain_round(finished: FinishedRound, palette: Palette) -> Plain:
    """Return a round that is over."""
    return {
        "round": finished.number,
        "attempt": finished.attempt,
        "maker": finished.maker,
        "codes": [_code(code, palette) for code in finished.codes],
        "boards": [
            {
                "breakers": list(board.breakers),
                "makers": list(board.makers),
                "rows": [_row(row, palette) for row in board.rows],
                "broken": board.broken,
            }
            for board in finished.boards
        ],
        "answers": _answers(finished.answers, palette),
        "outcome": plain_outcome(finished.outcome),
        "lines": [line._asdict() for line in finished.lines],
        "wrong": [
            wrong._asdict() | {"given": plain_mark(wrong.given), "right": plain_mark(wrong.right)}
            for wrong in finished.wrong
        ],
        "replayed": finished.replayed,
    }


def plain_outcome(outcome: Outcome | None) -> Plain | None:
    """Return how a round or a match ended, and its winners."""
    return None if outcome is None else {"reason": outcome.reason, "winners": list(outcome.winners)}


def plain_event(event: Event, palette: Palette) -> Plain:
    """Return an event as one viewer sees it."""
    word, write = _EVENTS[type(event)]
    return {"event": word} | write(event, palette)


# One writer for each kind of event. A field that is not named here does not leave the engine.
_EVENTS: dict[type[Event], tuple[str, Callable[[Any, Palette], Plain]]] = {
    RoundBegan: (
        "round-began",
        lambda e, _: {"round": e.round, "attempt": e.attempt, "maker": e.maker, "first": e.first},
    ),
    CodeSet: ("code-set", lambda e, p: {"seat": e.seat, "code": _code(e.code, p)}),
    Dealt: ("dealt", lambda e, p: {"parts": [_code(part, p) for part in e.parts]}),
    GuessPlaced: (
        "guess-placed",
        lambda e, p: {**_placed(e), "guess": _code(e.guess, p), "open": e.open},
    ),
    RowOpened: ("row-opened", lambda e, p: {**_placed(e), "guess": _code(e.guess, p)}),
    MarkGiven: (
        "mark-given",
        lambda e, _: {"by": e.by, "board": e.board, "row": e.row, "mark": plain_mark(e.mark)},
    ),
    Claimed: ("claimed", lambda e, _: {**_placed(e), "holds": e.holds}),
    Called: ("called", lambda e, _: {"seat": e.seat}),
    Answered: ("answered", lambda e, p: {"seat": e.seat, "code": _code(e.code, p), "right": e.right}),
    Passed: ("passed", lambda e, _: {"seat": e.seat}),
    SeatLeft: ("seat-left", lambda e, _: {"seat": e.seat, "reason": e.reason}),
    RoundEnded: ("round-ended", lambda e, p: {"result": plain_round(e.result, p)}),
    MatchEnded: ("match-ended", lambda e, _: {"outcome": plain_outcome(e.outcome)}),
}


def _placed(event: GuessPlaced | RowOpened | Claimed) -> Plain:
    return {"seat": event.seat, "board": event.board, "row": event.row}


def _code(code: Code | None, palette: Palette) -> str | None:
    return None if code is None else write_code(code, palette)


def _answers(answers: tuple[tuple[int, Code], ...], palette: Palette) -> list[Plain]:
    return [{"seat": seat, "code": write_code(code, palette)} for seat, code in answers]


def _board(board: BoardView, palette: Palette) -> Plain:
    return {
        "breakers": list(board.breakers),
        "makers": list(board.makers),
        "holes": board.holes,
        "rows": [_row(row, palette) for row in board.rows],
        "placed": list(board.placed),
        "broken": board.broken,
    }


def _row(row: Row, palette: Palette) -> Plain:
    return {
        "seat": row.seat,
        "guess": write_code(row.guess, palette),
        "marks": [{"by": given.by} | plain_mark(given.mark) for given in row.marks],
        "arrival": row.arrival,
    }


def _allowed(allowed: Allowed) -> Plain:
    found: Plain = {"action": action_word(allowed.action)}
    if allowed.space is not None:
        found["space"] = plain_space(allowed.space)
    found |= {name: value for name in ("board", "row") if (value := getattr(allowed, name)) is not None}
    if allowed.rows:
        found["rows"] = [ref._asdict() for ref in allowed.rows]
    if allowed.seats:
        found["seats"] = list(allowed.seats)
    if allowed.marks:
        found["marks"] = [plain_mark(mark) for mark in allowed.marks]
    return found


def plain_space(space: CodeSpace) -> Plain:
    """Return the space of allowed codes."""
    return {
        "holes": space.holes,
        "colours": space.colours,
        "repeats": space.repeats,
        "least_blanks": space.least_blanks,
        "most_blanks": space.most_blanks,
        "blank_holes": None if space.blank_holes is None else list(space.blank_holes),
    }
