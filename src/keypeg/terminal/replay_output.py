"""Telling a match again from its record, to everybody or to one seat."""

from typing import Any, NamedTuple

from keypeg.core.apply import begin
from keypeg.core.errors import ReadError
from keypeg.core.events import Event, seen
from keypeg.core.observe import observe
from keypeg.i18n.catalogue import say
from keypeg.i18n.error_text import explain
from keypeg.i18n.match_text import MatchText, Paint
from keypeg.i18n.score_sheet_text import draw_sheet, tell_sheet
from keypeg.records.edition_links import write_edition
from keypeg.records.record import Fault, clean
from keypeg.records.replay import Replay
from keypeg.records.score_sheet import plain_sheet, score_sheet
from keypeg.terminal.seats import seats_of
from keypeg.terminal.view_text import show
from keypeg.wire.match_values import plain_error, plain_event, plain_outcome, plain_round, plain_view


class Audience(NamedTuple):
    """Who listens."""

    knows_all: bool
    """Whether secrets are told, as to somebody who has the record in his hands."""
    seat: int | None
    """Otherwise, the seat that listens; None for a spectator."""


def read_audience(text: str | None) -> Audience:
    """The audience that was asked for: a seat's number, `spectator`, or with None everybody."""
    if text is None:
        return Audience(True, None)
    if text == "spectator":
        return Audience(False, None)
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ReadError("unreadable-audience", text=text)
    return Audience(False, int(text))


def told_to(found: Replay, audience: Audience) -> list[Event]:
    """What this audience is told, from the first action to the last."""
    steps = (begin(found.start.edition), *found.steps)
    events = [event for step in steps for event in step.events]
    if audience.knows_all:
        return events
    return [told for event in events if (told := seen(event, audience.seat)) is not None]


def retell(
    found: Replay, audience: Audience, lang: str, paint: Paint | None = None, in_words: bool = False
) -> list[str]:
    """The match in lines: what happened, how it stands, the score sheet, the outcome."""
    state = found.state
    view = observe(state, audience.seat)
    names = tuple(seat.name for seat in seats_of(found.record, lang))
    teller = MatchText(state.edition, names, lang, paint)
    lines = [line for event in told_to(found, audience) for line in teller.news(event)]
    if state.outcome is None:
        lines += show(view, teller)
    sheet = (tell_sheet if in_words else draw_sheet)(
        state.edition, state.finished, names, state.outcome is not None, lang
    )
    return [*lines, "", sheet, teller.scores(state.scores), teller.outcome(state.outcome)]


def describe_fault(fault: Fault, audience: Audience, lang: str) -> str:
    """Why a record could not be told to its end. The line itself may hold a secret: not everybody is told it."""
    why = explain(fault.error, lang) if audience.knows_all else say(lang, "line-hidden", code=fault.error.code)
    return f"{clean(fault.file)}:{fault.line}: {why}"


def retell_plainly(found: Replay, audience: Audience) -> dict[str, Any]:
    """The same as plain values, ready for JSON; to a seat or a spectator, with its view."""
    state = found.state
    view = observe(state, audience.seat)
    told: dict[str, Any] = {
        "edition": write_edition(state.edition),
        "players": [found.record.player(seat) for seat in range(1, state.edition.seats + 1)],
        "actions": len(found.steps),
        "scores": list(state.scores),
        "outcome": plain_outcome(state.outcome),
        "rounds": [plain_round(finished, state.edition.palette) for finished in state.finished],
        "sheet": plain_sheet(score_sheet(state.finished, state.edition.seats)),
        "events": [plain_event(event, state.edition.palette) for event in told_to(found, audience)],
        "view": None if audience.knows_all else plain_view(view),
        "problem": None,
    }
    if found.fault is not None:
        file, line, error = found.fault
        reason = plain_error(error) if audience.knows_all else {"code": error.code}
        told["problem"] = {"file": file, "line": line, **reason}
    return told
