"""Events as JSON values. One writer for each kind: a field that is not named here does not leave the engine."""

from collections.abc import Callable
from typing import Any

from keypeg.core.events import (
    Accepted,
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
    RoundRevealed,
    RowOpened,
    SeatLeft,
)
from keypeg.records.notation import Palette, write_code
from keypeg.wire.match_values import JsonObject, mark_to_json, outcome_to_json, round_to_json, write_optional_code


def event_to_json(event: Event, palette: Palette) -> JsonObject:
    """Return an event as one viewer sees it."""
    return _WRITERS[type(event)](event, palette)


def _round_began(event: RoundBegan, palette: Palette) -> JsonObject:
    return {
        "event": "round-began",
        "round": event.round,
        "attempt": event.attempt,
        "maker": event.maker,
        "first": event.first,
    }


def _code_set(event: CodeSet, palette: Palette) -> JsonObject:
    return {"event": "code-set", "seat": event.seat, "code": write_optional_code(event.code, palette)}


def _dealt(event: Dealt, palette: Palette) -> JsonObject:
    return {"event": "dealt", "parts": [write_optional_code(part, palette) for part in event.parts]}


def _guess_placed(event: GuessPlaced, palette: Palette) -> JsonObject:
    return {
        "event": "guess-placed",
        "seat": event.seat,
        "board": event.board,
        "row": event.row,
        "guess": write_optional_code(event.guess, palette),
        "open": event.open,
    }


def _row_opened(event: RowOpened, palette: Palette) -> JsonObject:
    return {
        "event": "row-opened",
        "seat": event.seat,
        "board": event.board,
        "row": event.row,
        "guess": write_code(event.guess, palette),
    }


def _mark_given(event: MarkGiven, palette: Palette) -> JsonObject:
    return {
        "event": "mark-given",
        "by": event.by,
        "board": event.board,
        "row": event.row,
        "mark": mark_to_json(event.mark),
    }


def _claimed(event: Claimed, palette: Palette) -> JsonObject:
    return {
        "event": "claimed",
        "seat": event.seat,
        "board": event.board,
        "row": event.row,
        "holds": event.holds,
    }


def _called(event: Called, palette: Palette) -> JsonObject:
    return {"event": "called", "seat": event.seat}


def _answered(event: Answered, palette: Palette) -> JsonObject:
    return {
        "event": "answered",
        "seat": event.seat,
        "code": write_code(event.code, palette),
        "right": event.right,
    }


def _passed(event: Passed, palette: Palette) -> JsonObject:
    return {"event": "passed", "seat": event.seat}


def _seat_left(event: SeatLeft, palette: Palette) -> JsonObject:
    return {"event": "seat-left", "seat": event.seat, "reason": event.reason}


def _round_revealed(event: RoundRevealed, palette: Palette) -> JsonObject:
    return {"event": "round-revealed", "result": round_to_json(event.result, palette)}


def _accepted(event: Accepted, palette: Palette) -> JsonObject:
    return {"event": "accepted", "seat": event.seat}


def _round_ended(event: RoundEnded, palette: Palette) -> JsonObject:
    return {"event": "round-ended", "result": round_to_json(event.result, palette)}


def _match_ended(event: MatchEnded, palette: Palette) -> JsonObject:
    return {"event": "match-ended", "outcome": outcome_to_json(event.outcome)}


_WRITERS: dict[type[Event], Callable[[Any, Palette], JsonObject]] = {
    RoundBegan: _round_began,
    CodeSet: _code_set,
    Dealt: _dealt,
    GuessPlaced: _guess_placed,
    RowOpened: _row_opened,
    MarkGiven: _mark_given,
    Claimed: _claimed,
    Called: _called,
    Answered: _answered,
    Passed: _passed,
    SeatLeft: _seat_left,
    RoundRevealed: _round_revealed,
    Accepted: _accepted,
    RoundEnded: _round_ended,
    MatchEnded: _match_ended,
}
"""For each kind of event, the function that writes it as JSON values."""
