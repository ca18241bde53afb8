"""The output of the command `replay`: a match from its record, with all its secrets or as one seat saw it."""

from collections.abc import Sequence
from typing import NamedTuple

from keypeg.core.apply import begin
from keypeg.core.errors import ReadError
from keypeg.core.events import Event, GuessPlaced, MarkGiven, RoundEnded, RoundRevealed, RowOpened, observe_event
from keypeg.core.observe import observe
from keypeg.core.view import BoardView
from keypeg.i18n.catalogue import say
from keypeg.i18n.error_text import explain
from keypeg.i18n.match_text import MatchText, Paint
from keypeg.records.record import Fault, clean
from keypeg.records.replay import Replay
from keypeg.terminal.drawn_boards import Looks, explain_marks
from keypeg.terminal.event_lines import EventReporter
from keypeg.terminal.seats import recorded_seats
from keypeg.terminal.view_text import IN_WORDS, describe_view, show_sheet

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


class _SeenStep(NamedTuple):
    """One action of the match: what the viewer may see of its events, and the boards after it."""

    events: list[Event]
    boards: tuple[BoardView, ...]


def _seen_steps(replay: Replay, viewer: ReplayViewer) -> list[_SeenStep]:
    return [
        _SeenStep(_seen_events(step.events, viewer), observe(step.state, viewer.seat).boards)
        for step in (begin(replay.start.edition), *replay.steps)
    ]


def _seen_events(events: Sequence[Event], viewer: ReplayViewer) -> list[Event]:
    if viewer.sees_all:
        return list(events)
    return [seen for event in events if (seen := observe_event(event, viewer.seat)) is not None]


def visible_events(replay: Replay, viewer: ReplayViewer) -> list[Event]:
    """The events that this viewer may see, from first to last."""
    return [event for step in _seen_steps(replay, viewer) for event in step.events]


def describe_replay(
    replay: Replay,
    viewer: ReplayViewer,
    lang: str,
    looks: Looks = IN_WORDS,
    paint: Paint | None = None,
    in_words: bool = False,
) -> list[str]:
    """The match in lines: its events, the current table, the score sheet and the outcome.

    On a terminal that draws, the boards of a round are drawn at its end, in place of the lines of their rows.
    """
    state = replay.state
    view = observe(state, viewer.seat)
    names = tuple(seat.name for seat in recorded_seats(replay.record, lang))
    text = MatchText(state.edition, names, lang, paint)
    steps = _seen_steps(replay, viewer)
    # Where players may call, each row is read in its place among the calls and answers.
    if looks.is_drawn and not state.edition.dealt:
        steps = _without_drawn_rows(steps)
    reporter = EventReporter(state.edition, text, looks)
    lines = _event_lines(steps, reporter)
    if state.outcome is None:
        lines += describe_view(view, text, looks)
    if looks.is_drawn:
        # A running match has the explanation above its current boards.
        lines = lines[1:] if state.outcome is None else explain_marks(state.edition, text, looks) + lines
    if state.edition.match.practice:
        return [*lines, "", text.outcome(state.outcome)]
    return [*lines, "", show_sheet(view, text, looks, in_words), text.scores(view.scores), text.outcome(state.outcome)]


def _event_lines(steps: list[_SeenStep], reporter: EventReporter) -> list[str]:
    """The lines of all events. The end of a round that was revealed before it says only what is new."""
    lines: list[str] = []
    revealed: list[str] = []
    for step in steps:
        for event, reported in zip(step.events, reporter.report(*step), strict=True):
            is_end = isinstance(event, RoundEnded)
            lines += [line for line in reported.lines if not (is_end and line in revealed)]
            if isinstance(event, RoundEnded | RoundRevealed):
                revealed = [] if is_end else reported.lines
    return lines


def _without_drawn_rows(steps: list[_SeenStep]) -> list[_SeenStep]:
    """The same steps without the rows and marks that stand on the boards at the end of their round."""
    remaining: list[_SeenStep] = []
    drawn = {board.number: len(board.rows) for board in steps[-1].boards}
    for step in reversed(steps):
        events = []
        for event in reversed(step.events):
            if isinstance(event, RoundEnded):
                drawn = {board.breakers[0]: len(board.rows) for board in event.result.boards}
            if not (isinstance(event, GuessPlaced | RowOpened | MarkGiven) and event.row <= drawn[event.board]):
                events.append(event)
        remaining.append(step._replace(events=events[::-1]))
    return remaining[::-1]


def describe_fault(fault: Fault, viewer: ReplayViewer, lang: str) -> str:
    """Why a replay stopped early. The wrong line may contain a secret, so only the record's owner sees its text."""
    why = explain(fault.error, lang) if viewer.sees_all else say(lang, "line-hidden")
    return f"{clean(fault.file)}:{fault.line}: {why}"
