"""The lines that a game shows for the events of an action.

On a terminal that draws, a row is one line with its pegs and its mark, and the viewer's own rows are left out because
the boards are drawn before the next question. Elsewhere every event is a sentence.
"""

from collections.abc import Sequence
from typing import NamedTuple

from keypeg.core.edition import Edition, Makers
from keypeg.core.events import (
    Answered,
    Called,
    Event,
    GuessPlaced,
    MarkGiven,
    RoundBegan,
    RoundEnded,
    RoundRevealed,
    RowOpened,
)
from keypeg.core.scoring import ScoreLine
from keypeg.core.view import BoardView, GivenMark, Row
from keypeg.i18n.match_text import MatchText
from keypeg.terminal.drawn_boards import Looks, draw_boards, draw_mark, draw_row_line, row_points


class EventLines(NamedTuple):
    """The lines of one event; there may be none."""

    lines: list[str]
    seat: int | None = None
    """The seat whose move they show, if they show one."""


class EventReporter:
    """Puts the events of a table into lines, for one screen."""

    def __init__(self, edition: Edition, text: MatchText, looks: Looks) -> None:
        self._edition = edition
        self._text = text
        self._looks = looks

    def report(
        self, visible: Sequence[Event | None], boards: Sequence[BoardView], own: int | None = None
    ) -> list[EventLines]:
        """The lines of the events of one action as a viewer sees them (None: not at all), an item for each event.

        `boards` are those after the action. `own` is the seat whose rows are left out on a terminal that draws.
        """
        if self._looks.is_drawn:
            return [self._draw(event, visible, own) for event in visible]
        is_over = any(isinstance(event, RoundEnded | RoundRevealed) for event in visible)
        return [self._describe(event, () if is_over else boards) for event in visible]

    # in sentences

    def _describe(self, event: Event | None, boards: Sequence[BoardView]) -> EventLines:
        lines = [] if event is None else self._text.news(event)
        if isinstance(event, MarkGiven):
            lines += self._describe_points(event, boards)
        return EventLines(lines, _acting_seat(event))

    def _describe_points(self, event: MarkGiven, boards: Sequence[BoardView]) -> list[str]:
        """The points of a row where every row earns some. At the end of a round the score has them all."""
        for board in boards:
            if board.number == event.board and event.row <= len(board.rows):
                row = board.rows[event.row - 1]
                points = row_points(self._edition, row, board.holes)
                if points is not None:
                    line = self._text.score(ScoreLine(row.seat, points, "guess", event.row))
                    return [self._text.say("score-line", name=self._text.name(row.seat), line=line)]
        return []

    # drawn

    def _draw(self, event: Event | None, events: Sequence[Event | None], own: int | None) -> EventLines:
        """The lines of one of these events. Marks that follow a row at once stand beside it."""
        if event is None:
            return EventLines([])
        if isinstance(event, GuessPlaced | RowOpened):
            return self._draw_guess(event, events, own)
        if isinstance(event, MarkGiven):
            is_on_board = event.by == own or any(_shows_row(other, event) for other in events)
            return EventLines([] if is_on_board else [self._draw_single_mark(event)])
        if isinstance(event, RoundEnded | RoundRevealed):
            boards = draw_boards(self._edition, event.result.boards, self._text, self._looks)
            # The points of each row stand on the board.
            scores = tuple(line for line in event.result.lines if line.reason != "guess")
            return EventLines([*boards, "", *self._text.result(event.result._replace(lines=scores))])
        if isinstance(event, RoundBegan):
            return EventLines(["", *self._text.news(event)])
        return EventLines(self._text.news(event), _acting_seat(event))

    def _draw_guess(
        self, event: GuessPlaced | RowOpened, events: Sequence[Event | None], own: int | None
    ) -> EventLines:
        if event.seat == own:
            return EventLines([])
        if event.guess is None or (isinstance(event, GuessPlaced) and not event.open):
            is_opened = any(isinstance(other, RowOpened) and other.seat == event.seat for other in events)
            return EventLines([] if is_opened else self._text.news(event))
        marks = [
            GivenMark(other.by, other.mark)
            for other in events
            if isinstance(other, MarkGiven) and (other.board, other.row) == (event.board, event.row)
        ]
        row = Row(event.seat, event.guess, tuple(marks), arrival=0)
        holes = self._edition.secret_space(event.board).holes
        line = draw_row_line(self._edition, row, holes, self._text, self._looks)
        return EventLines([line], event.seat)

    def _draw_single_mark(self, event: MarkGiven) -> str:
        mark = draw_mark(event.mark, self._text, self._looks)
        if self._edition.secrets.makers is Makers.ONE:
            return self._text.say("marked", row=event.row, mark=mark)
        return self._text.say("marked-by", row=event.row, name=self._text.name(event.by), mark=mark)


def _shows_row(event: Event | None, marked: MarkGiven) -> bool:
    """Whether this event shows the row of this mark."""
    if not isinstance(event, GuessPlaced | RowOpened) or event.guess is None:
        return False
    return (event.board, event.row) == (marked.board, marked.row) and (isinstance(event, RowOpened) or event.open)


def _acting_seat(event: Event | None) -> int | None:
    """The seat whose move an event is, if it is shown as one."""
    return event.seat if isinstance(event, GuessPlaced | Called | Answered) else None
