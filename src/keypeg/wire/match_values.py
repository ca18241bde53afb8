"""Views, results and events as plain values: dictionaries, lists, texts and numbers, ready for JSON.

Every field is written by name, so this is also the list of what can leave the engine.
"""

from collections.abc import Callable
from operator import itemgetter
from typing import Any, NamedTuple

from keypeg.core.codes import Code, CodeSpace
from keypeg.core.edition import Edition
from keypeg.core.errors import KeypegError, ReadError
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


def plain_edition(edition: Edition) -> Plain:
    """The rules of one table, as its fronts need them: every figure with the options chosen."""
    secrets, guesses, match = edition.secrets, edition.guesses, edition.match
    return {
        "id": edition.id,
        "edition": write_edition(edition),
        "options": dict(edition.chosen),
        "seats": edition.seats,
        "holes": secrets.space.holes,
        "holes_by_seat": [edition.secret_space(seat).holes for seat in range(1, edition.seats + 1)],
        "colours": len(edition.palette),
        "palette": [colour._asdict() for colour in edition.palette],
        "blanks": secrets.space.most_blanks > 0,
        "repeats": secrets.space.repeats,
        "guess_repeats": guesses.space.repeats,
        "codes": secrets.space.size,
        "rows": guesses.rows,
        "makers": secrets.makers.value,
        "parts": secrets.parts,
        "turns": guesses.turns.value,
        "marking": edition.marking.name,
        "by_hand": edition.by_hand,
        "scoring": edition.scoring.name,
        "lowest_wins": edition.scoring.lowest_wins,
        "rounds": match.rounds,
        "ends": match.ends.value,
        "void": match.void.value,
        "wrong_mark": edition.wrong_mark.points,
    }


def plain_error(error: KeypegError) -> Plain:
    """A refusal: its kind, its code, its values, and the English sentence."""
    return {
        "kind": "read" if isinstance(error, ReadError) else "rule",
        "code": error.code,
        "details": {
            name: plain_error(value) if isinstance(value, KeypegError) else value
            for name, value in error.details.items()
        },
        "reason": str(error),
    }


def plain_mark(mark: Mark) -> Plain:
    """A mark: `{"blacks": b, "whites": w}` or `{"number": n}`."""
    return mark._asdict()


def plain_view(view: View) -> Plain:
    """Everything that a seat, or a spectator, may know."""
    return {
        "edition": write_edition(view.edition),
        "seat": view.seat,
        **plain_boards(view),
        **plain_now(view),
        "finished": [plain_round(finished, view.edition.palette) for finished in view.finished],
    }


def plain_boards(view: View) -> Plain:
    """Which round it is, and its boards."""
    return {
        "round": view.number,
        "attempt": view.attempt,
        "maker": view.maker,
        "first": view.first,
        "boards": [_board(board, view.edition.palette) for board in view.boards],
    }


def plain_now(view: View) -> Plain:
    """How a round stands beside its boards: what there is to know but rows, and what is over."""
    palette = view.edition.palette
    return {**plain_standing(standing_of(view), palette), **plain_own(own_of(view), palette)}


class SharedPart(NamedTuple):
    """That part of it which everybody knows."""

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


class OwnPart(NamedTuple):
    """That part of it which depends on who looks."""

    code: Code | None
    hidden_guess: Code | None
    legal: tuple[Allowed, ...]
    contradicted: bool


_standing = itemgetter(*map(View._fields.index, SharedPart._fields))
_own = itemgetter(*map(View._fields.index, OwnPart._fields))


def standing_of(view: View) -> SharedPart:
    """What everybody knows, of what this view shows."""
    return tuple.__new__(SharedPart, _standing(view))


def own_of(view: View) -> OwnPart:
    """What the owner of this view knows for himself."""
    return tuple.__new__(OwnPart, _own(view))


def plain_standing(standing: SharedPart, palette: Palette) -> Plain:
    """How a round stands for everybody."""
    return {
        "phase": standing.phase.value,
        "ready": list(standing.ready),
        "out": list(standing.out),
        "left": list(standing.left),
        "passed": list(standing.passed),
        "claims": [{"seat": seat, **ref._asdict()} for seat, ref in standing.claims],
        "caller": standing.caller,
        "answers": _answers(standing.answers, palette),
        "waiting": list(standing.waiting),
        "scores": list(standing.scores),
        "outcome": plain_outcome(standing.outcome),
    }


def plain_own(own: OwnPart, palette: Palette) -> Plain:
    """How it stands for one of them."""
    return {
        "code": _code(own.code, palette),
        "hidden_guess": _code(own.hidden_guess, palette),
        "legal": [_allowed(allowed) for allowed in own.legal],
        "contradicted": own.contradicted,
    }


def plain_round(finished: FinishedRound, palette: Palette) -> Plain:
    """A round that is over."""
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
    """Why something ended, and who won."""
    return None if outcome is None else {"reason": outcome.reason, "winners": list(outcome.winners)}


def plain_event(event: Event, palette: Palette) -> Plain:
    """What has happened, as one audience is told of it."""
    word, write = _EVENTS[type(event)]
    return {"event": word} | write(event, palette)


# One writer for each kind of event, field by field: what is not written here does not leave the engine.
_EVENTS: dict[type[Event], tuple[str, Callable[[Any, Palette], Plain]]] = {
    RoundBegan: (
        "round-began",
        lambda e, _: {"round": e.number, "attempt": e.attempt, "maker": e.maker, "first": e.first},
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
    """What codes there are."""
    return {
        "holes": space.holes,
        "colours": space.colours,
        "repeats": space.repeats,
        "least_blanks": space.least_blanks,
        "most_blanks": space.most_blanks,
        "blank_holes": None if space.blank_holes is None else list(space.blank_holes),
    }
