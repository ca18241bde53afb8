"""A table played by the lines of a record, and checks of what is refused."""

import socket
from collections.abc import Iterable
from contextlib import ExitStack

import pytest

from keypeg.core.actions import Action
from keypeg.core.apply import apply
from keypeg.core.codes import Code
from keypeg.core.edition import TABLE, Edition
from keypeg.core.errors import KeypegError
from keypeg.core.events import Event
from keypeg.core.legal import legal
from keypeg.core.observe import observe
from keypeg.core.state import State, new_match
from keypeg.core.view import FinishedRound, Outcome, Row, View
from keypeg.editions import edition
from keypeg.records.notation import read_code, write_mark
from keypeg.records.record import read_line


class Table:
    """A table that plays lines such as `2 guess RRBB`: `Table("classic", "1 code RRBB", rows=8)`."""

    def __init__(self, name: str, *lines: str, **options: object) -> None:
        self.state: State = new_match(edition(name, **options))
        self.events: tuple[Event, ...] = ()
        """The result of the last action."""
        self.does(*lines)

    def does(self, *lines: str) -> "Table":
        """Do these actions, one after the other."""
        for line in lines:
            self.acts(*self.reads(line))
        return self

    def acts(self, seat: int, action: Action) -> "Table":
        """Do this action, which need not be writable as text."""
        self.state, self.events = apply(self.state, seat, action)
        return self

    def reads(self, line: str) -> tuple[int, Action]:
        """The seat and the action in a line of a record."""
        read = read_line(line, self.edition.palette)
        assert read.seat is not None
        assert read.action is not None
        return read.seat, read.action

    def code(self, text: str) -> Code:
        """The code in this text, by the palette of this table."""
        return read_code(text, self.edition.palette)

    def sees(self, seat: int | None) -> View:
        """The table as this seat, or with None a spectator, sees it."""
        return observe(self.state, seat)

    def rows(self, breaker: int) -> tuple[Row, ...]:
        """The rows of the board on which this seat guesses, in the round being played."""
        return next(board.rows for board in self.state.round.boards if breaker in board.breakers)

    @property
    def edition(self) -> Edition:
        """The edition of this table."""
        return self.state.edition

    @property
    def scores(self) -> tuple[int, ...]:
        """Every seat's points so far."""
        return self.state.scores

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, if it has."""
        return self.state.outcome

    @property
    def last(self) -> FinishedRound:
        """The round that ended last."""
        return self.state.finished[-1]


def marks(rows: Iterable[Row]) -> list[str]:
    """The marks of these rows as text; several marks of one row are separated by spaces."""
    return [" ".join(write_mark(given.mark) for given in row.marks) for row in rows]


def refused(table: Table, line: str | tuple[int, Action]) -> str:
    """The code of the rule error for this line. Fails if the state changed, or the error has no sentence."""
    before = _all_views(table.state)
    with pytest.raises(KeypegError) as caught:
        table.acts(*(table.reads(line) if isinstance(line, str) else line))
    assert _all_views(table.state) == before
    assert str(caught.value)
    return caught.value.code


def setup_error(name: str, **options: object) -> str:
    """The code of the error for a table with these options."""
    with pytest.raises(KeypegError) as caught:
        edition(name, **options)
    assert str(caught.value)
    return caught.value.code


def _all_views(state: State) -> object:
    seats = range(1, state.edition.seats + 1)
    return state, legal(state, TABLE), observe(state, None), [observe(state, seat) for seat in seats]


def free_port(following: int = 0) -> int:
    """A free port of this machine, after which some more are free."""
    while True:
        with ExitStack() as listeners:
            port = 0
            try:
                for number in range(following + 1):
                    listener = listeners.enter_context(socket.socket())
                    listener.bind(("127.0.0.1", port + number if number else 0))
                    port = port or listener.getsockname()[1]
            except (OSError, OverflowError):
                continue
            return port
