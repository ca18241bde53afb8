"""The output of the command `replay`: a match from its record, with all its secrets or as one seat saw it."""

from typing import NamedTuple

from keypeg.core.apply import begin
from keypeg.core.errors import ReadError
from keypeg.core.events import Event, observe_event
from keypeg.core.observe import observe
from keypeg.i18n.catalogue import say
from keypeg.i18n.error_text import explain
from keypeg.i18n.match_text import MatchText, Paint
from keypeg.i18n.score_sheet_text import describe_sheet, draw_sheet
from keypeg.records.record import Fault, clean
from keypeg.records.replay import Replay
from keypeg.terminal.seats import recorded_seats
from keypeg.terminal.view_text import describe_view

MAX_DIGITS = 9
"""No seat has a longer number, so it is refused unread."""


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
    if not (text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS):
        raise ReadError("unreadable-viewer", text=text)
    return ReplayViewer(False, int(text))


def visible_events(replay: Replay, viewer: ReplayViewer) -> list[Event]:
    """The events that this viewer may see, from first to last."""
    steps = (begin(replay.start.edition), *replay.steps)
    events = [event for step in steps for event in step.events]
    if viewer.sees_all:
        return events
    return [values for event in events if (values := observe_event(event, viewer.seat)) is not None]


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
    why = explain(fault.error, lang) if viewer.sees_all else say(lang, "line-hidden")
    return f"{clean(fault.file)}:{fault.line}: {why}"
