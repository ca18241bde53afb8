"""The output of the command `replay`: a match from its record, with all its secrets or as one seat saw it."""

from typing import Any, NamedTuple

from keypeg.core.apply import begin
from keypeg.core.errors import ReadError
from keypeg.core.events import Event, seen
from keypeg.core.observe import observe
from keypeg.i18n.catalogue import say
from keypeg.i18n.error_text import explain
from keypeg.i18n.match_text import MatchText, Paint
from keypeg.i18n.score_sheet_text import describe_sheet, draw_sheet
from keypeg.records.edition_links import write_edition
from keypeg.records.record import Fault, clean
from keypeg.records.replay import Replay
from keypeg.records.score_sheet import score_sheet, sheet_to_json
from keypeg.terminal.seats import recorded_seats
from keypeg.terminal.view_text import describe_view
from keypeg.wire.error_values import error_to_json
from keypeg.wire.match_values import event_to_json, outcome_to_json, round_to_json, view_to_json


class ReplayViewer(NamedTuple):
    """The person that a match is shown to."""

    sees_all: bool
    """Whether to show secrets, as to the owner of the record."""
    seat: int | None
    """Otherwise the viewer's seat; None for a spectator."""


def read_viewer(text: str | None) -> ReplayViewer:
    """Read a viewer: a seat's number, `spectator`, or None for the owner of the record."""
    if text is None:
        return ReplayViewer(True, None)
    if text == "spectator":
        return ReplayViewer(False, None)
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ReadError("unreadable-viewer", text=text)
    return ReplayViewer(False, int(text))


def visible_events(replay: Replay, viewer: ReplayViewer) -> list[Event]:
    """The events that this viewer may see, from first to last."""
    steps = (begin(replay.start.edition), *replay.steps)
    events = [event for step in steps for event in step.events]
    if viewer.sees_all:
        return events
    return [values for event in events if (values := seen(event, viewer.seat)) is not None]


def describe_replay(
    replay: Replay, viewer: ReplayViewer, lang: str, paint: Paint | None = None, in_words: bool = False
) -> list[str]:
    """The match in lines: its events, the current table, the score sheet and the outcome."""
    state = replay.state
    view = observe(state, viewer.seat)
    names = tuple(seat.name for seat in recorded_seats(replay.record, lang))
    text = MatchText(state.edition, names, lang, paint)
    lines = [line for event in visible_events(replay, viewer) for line in text.news(event)]
    if state.outcome is None:
        lines += describe_view(view, text)
    sheet = (describe_sheet if in_words else draw_sheet)(
        state.edition, state.finished, names, state.outcome is not None, lang
    )
    return [*lines, "", sheet, text.scores(state.scores), text.outcome(state.outcome)]


def describe_fault(fault: Fault, viewer: ReplayViewer, lang: str) -> str:
    """Why a replay stopped early. The wrong line may contain a secret, so only the record's owner sees its text."""
    why = explain(fault.error, lang) if viewer.sees_all else say(lang, "line-hidden", code=fault.error.code)
    return f"{clean(fault.file)}:{fault.line}: {why}"


def replay_to_json(replay: Replay, viewer: ReplayViewer) -> dict[str, Any]:
    """The same as JSON values; for a seat or a spectator also the view."""
    state = replay.state
    view = observe(state, viewer.seat)
    values: dict[str, Any] = {
        "edition": write_edition(state.edition),
        "players": [replay.record.player(seat) for seat in range(1, state.edition.seats + 1)],
        "actions": len(replay.steps),
        "scores": list(state.scores),
        "outcome": outcome_to_json(state.outcome),
        "rounds": [round_to_json(finished, state.edition.palette) for finished in state.finished],
        "sheet": sheet_to_json(score_sheet(state.finished, state.edition.seats)),
        "events": [event_to_json(event, state.edition.palette) for event in visible_events(replay, viewer)],
        "view": None if viewer.sees_all else view_to_json(view),
        "fault": None,
    }
    if replay.fault is not None:
        file, line, error = replay.fault
        reason = error_to_json(error) if viewer.sees_all else {"code": error.code}
        values["fault"] = {"file": file, "line": line, **reason}
    return values
