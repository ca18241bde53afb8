"""Views, results and events as plain values: dictionaries, lists, texts and numbers, ready for JSON.

Every field is written by name, so this is also the list of what can leave the engine.
"""

from dataclasses import fields
from typing import Any

from keypeg.core.codes import Code, CodeSpace
from keypeg.core.edition import Edition
from keypeg.core.events import Event
from keypeg.core.marks import Mark
from keypeg.core.view import Allowed, BoardView, FinishedRound, Outcome, Row, View
from keypeg.editions.rulebook import Rulebook
from keypeg.records.links import write_edition
from keypeg.records.notation import Palette, action_word, write_code

Plain = dict[str, Any]


def plain_rulebook(book: Rulebook, lang: str = "en") -> Plain:
    """What there is to know of an edition before its options are chosen; figures are those of its defaults."""
    edition = book.choose()
    return {
        "id": book.id,
        "name": getattr(book.name, lang),
        "line": getattr(book.line, lang),
        "year": book.year,
        "seats": list(book.seats),
        "holes": edition.secrets.space.holes,
        "colours": len(edition.palette),
        "palette": [colour._asdict() for colour in edition.palette],
        "blanks": edition.secrets.space.most_blanks > 0,
        "rows": edition.guesses.rows,
        "marking": edition.marking.name,
        "red_keys": book.red_keys,
        "scoring": edition.scoring.name,
        "codes": len(edition.secrets.space),
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "default": option.default_in(book.options),
                "values": list(option.values) or {"low": option.low, "high": option.high},
                "help": getattr(option.help, lang),
            }
            for option in book.options
        ],
        "source": getattr(book.source, lang),
    }


def plain_mark(mark: Mark) -> Plain:
    """A mark: `{"blacks": b, "whites": w}` or `{"number": n}`."""
    return mark._asdict()


def plain_view(view: View) -> Plain:
    """Everything that a seat, or a spectator, may know."""
    palette = view.edition.palette
    return {
        "edition": write_edition(view.edition),
        "seat": view.seat,
        "round": view.number,
        "attempt": view.attempt,
        "phase": view.phase.value,
        "maker": view.maker,
        "first": view.first,
        "boards": [_board(board, palette) for board in view.boards],
        "code": _code(view.code, palette),
        "hidden_guess": _code(view.hidden_guess, palette),
        "ready": list(view.ready),
        "out": list(view.out),
        "passed": list(view.passed),
        "claims": [{"seat": seat, "row": row} for seat, row in view.claims],
        "caller": view.caller,
        "answers": _answers(view.answers, palette),
        "waiting": list(view.waiting),
        "legal": [_allowed(allowed) for allowed in view.legal],
        "contradicted": view.contradicted,
        "scores": list(view.scores),
        "finished": [plain_round(finished, view.edition) for finished in view.finished],
        "outcome": plain_outcome(view.outcome),
    }


def plain_round(finished: FinishedRound, edition: Edition) -> Plain:
    """A round that is over."""
    palette = edition.palette
    return {
        "round": finished.number,
        "attempt": finished.attempt,
        "maker": finished.maker,
        "codes": [_code(code, palette) for code in finished.codes],
        "boards": [
            {
                "breakers": list(board.breakers),
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


def plain_event(event: Event, edition: Edition) -> Plain:
    """What has happened, as one audience is told of it."""
    return {"event": type(event).__name__} | {
        field.name: _event_value(field.name, getattr(event, field.name), edition) for field in fields(event)
    }


def _event_value(name: str, value: Any, edition: Edition) -> Any:
    if name in ("code", "guess"):
        return _code(value, edition.palette)
    if name == "parts":
        return [_code(part, edition.palette) for part in value]
    if name == "mark":
        return plain_mark(value)
    if name == "outcome":
        return plain_outcome(value)
    return plain_round(value, edition) if name == "result" else value


def _code(code: Code | None, palette: Palette) -> str | None:
    return None if code is None else write_code(code, palette)


def _answers(answers: tuple[tuple[int, Code], ...], palette: Palette) -> list[Plain]:
    return [{"seat": seat, "code": write_code(code, palette)} for seat, code in answers]


def _board(board: BoardView, palette: Palette) -> Plain:
    return {
        "breakers": list(board.breakers),
        "makers": list(board.makers),
        "rows": [_row(row, palette) for row in board.rows],
        "placed": list(board.placed),
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
        found["space"] = _space(allowed.space)
    found |= {name: value for name in ("board", "row") if (value := getattr(allowed, name)) is not None}
    found |= {name: list(value) for name in ("rows", "seats") if (value := getattr(allowed, name))}
    if allowed.marks:
        found["marks"] = [plain_mark(mark) for mark in allowed.marks]
    return found


def _space(space: CodeSpace) -> Plain:
    return {
        "holes": space.holes,
        "colours": space.colours,
        "repeats": space.repeats,
        "least_blanks": space.least_blanks,
        "most_blanks": space.most_blanks,
        "blank_holes": None if space.blank_holes is None else list(space.blank_holes),
    }
