"""A table: the fold of its log. Checks what is to be done, and takes note of what was.

`prepare` says whether an entry may be added, and changes nothing; `advance` adds it. Between the two the entry is
stored, so that nobody is told of anything that could be lost.
"""

from typing import NamedTuple

from keypeg.core.actions import Action, Deal, SetCode
from keypeg.core.apply import Step, apply, begin
from keypeg.core.codes import Code
from keypeg.core.edition import TABLE
from keypeg.core.events import Event, RoundBegan, RoundEnded
from keypeg.core.legal import LegalActions, legal_actions
from keypeg.core.state import State
from keypeg.players.registry import commits, committing_names
from keypeg.records.edition_links import read_edition
from keypeg.records.notation import read_action, write_code
from keypeg.records.record import Line, Record
from keypeg.service import entries
from keypeg.service.commitments import Commitment, Reveal, hash_of
from keypeg.service.entries import ActionEntry, Again, Began, Joined, Limited, Opened, Sat, Stood
from keypeg.service.errors import TableError

HOST = 1
"""The guest who opened the table."""

MOST_GUESTS = 100
"""How many people can come to a table, those who have left it again included."""


class Prepared(NamedTuple):
    """What an entry will do to the match."""

    waiting: dict[int, int]
    """Whom the match waits for then, and since when."""
    wake: int
    """When the table must be looked after then though nobody does anything; 0 for never."""
    step: Step | None = None
    action: Action | None = None
    """What somebody does; None where the match begins."""
    legal_actions: LegalActions | None = None
    """What can be done after it."""


class Chair(NamedTuple):
    """Who sits on a seat."""

    guest: int
    """The guest who took it."""
    name: str
    level: str
    """The computer player that the guest has put there; empty if it is himself."""


class News(NamedTuple):
    """What an entry has led to."""

    number: int
    entry: entries.Any
    events: tuple[Event, ...] = ()
    commitments: tuple[Commitment, ...] = ()
    reveals: tuple[Reveal, ...] = ()
    guest: int = 0
    """Who has come to the table by it, if somebody has."""

    @property
    def round_began(self) -> bool:
        """Whether there are new boards now."""
        return any(isinstance(event, RoundBegan) for event in self.events)


class Table:
    """A table as its log says it is."""

    def __init__(self, name: str, opened: Opened) -> None:
        self.id = name
        self.opened = opened
        self.edition = read_edition(opened.edition)
        self.number = 1
        """How many entries the log has."""
        self.guests = [opened.host]
        """Their names; guest 1 is the first."""
        self.chairs: list[Chair | None] = [None] * self.edition.seats
        self.computers: dict[int, str] = {}
        """The seats where computers sit, and the level of each."""
        self.limit = opened.limit
        self.begun: int | None = None
        """When the match began."""
        self.state: State | None = None
        self.legal_actions: LegalActions | None = None
        """What can be done in the match now."""
        self.waiting: dict[int, int] = {}
        """The seats without which the match does not go on, and since when each has been waited for."""
        self.wake = 0
        """When the table must be looked after though nobody does anything; 0 for never."""
        self.commitments: list[Commitment] = []
        """Of all rounds, in order,"""
        self.reveals: list[Reveal] = []
        """and of those that are over."""
        self.lines: list[Line] = []
        """The match as records write it."""
        self.keys: dict[str, tuple[int, entries.Any]] = {}
        """For each idempotency key the entry that it was used for."""
        self.again = ""
        """The table at which the guests go on."""
        self._salts: list[tuple[int, str]] = []
        if opened.key:
            self.keys[opened.key] = (1, opened)

    # What may be done

    def prepare(self, entry: entries.Any, action: Action | None = None) -> Prepared:
        """Check an entry, and say what it does. Raises `KeypegError` if it may not be added.

        Whoever has read the action of the entry already need not have it read again.
        """
        match entry:
            case ActionEntry():
                action = action or read_action(entry.action, self.edition.palette)
                return self._moved(apply(self.running, entry.seat, action), entry.at, entry.seat, action)
            case Joined():
                self._check_join()
            case Sat():
                self._check_sit(entry)
            case Stood():
                self._check_stand(entry)
            case Began():
                self._check_begin(entry)
            case Limited():
                self._check_host(entry.guest)
            case Again():
                if not self.over:
                    raise TableError("not-over")
            case Opened():
                raise TableError("already-begun")
        return self.outlined(entry)

    def outlined(self, entry: entries.Any) -> Prepared:
        """What an entry does that is known to be allowed, because it is in the log."""
        if isinstance(entry, Began):
            return self._moved(begin(self.edition), entry.at)
        if isinstance(entry, ActionEntry):
            return self.prepare(entry)
        if isinstance(entry, Limited):
            waiting = dict.fromkeys(self.waiting, entry.at)
            return Prepared(waiting, self._wake(waiting, entry.limit))
        return Prepared(self.waiting, self.wake)

    def _moved(self, step: Step, at: int, seat: int | None = None, action: Action | None = None) -> Prepared:
        anew = any(isinstance(event, RoundBegan) for event in step.events)
        before = {} if anew else self.waiting
        then = legal_actions(step.state)
        waits = {due: at if due == seat else before.get(due, at) for due in then.waiting}
        return Prepared(waits, self._wake(waits, self.limit), step, action, then)

    def _wake(self, waits: dict[int, int], limit: int) -> int:
        own = [since for seat, since in waits.items() if seat == TABLE or seat in self.computers]
        if own:
            return min(own)
        return min(waits.values()) + limit * 1000 if limit and waits else 0

    def _check_join(self) -> None:
        if len(self.guests) >= MOST_GUESTS:
            raise TableError("table-full")

    def _check_sit(self, entry: Sat) -> None:
        self._check_open(entry.seat)
        if self.chairs[entry.seat - 1] is not None:
            raise TableError("seat-taken", seat=entry.seat)
        if entry.level:
            self._check_host(entry.guest)
            if entry.level not in committing_names() or not commits(entry.level):
                raise TableError("no-such-level", level=entry.level, levels=", ".join(committing_names()))

    def _check_stand(self, entry: Stood) -> None:
        self._check_open(entry.seat)
        chair = self.chairs[entry.seat - 1]
        if chair is None:
            raise TableError("seat-free", seat=entry.seat)
        if entry.guest not in (chair.guest, HOST):
            raise TableError("not-your-seat", seat=entry.seat)

    def _check_begin(self, entry: Began) -> None:
        self._check_host(entry.guest)
        if self.begun is not None:
            raise TableError("already-begun")
        for seat, chair in enumerate(self.chairs, 1):
            if chair is None:
                raise TableError("seats-open", seat=seat)

    def _check_open(self, seat: int) -> None:
        if self.begun is not None:
            raise TableError("already-begun")
        self.check_seat(seat)

    def _check_host(self, guest: int) -> None:
        if guest != HOST:
            raise TableError("host-only")

    def check_seat(self, seat: int) -> None:
        """Raise `TableError` if there is no such seat."""
        if seat not in range(1, self.edition.seats + 1):
            raise TableError("no-such-seat", seat=seat, seats=self.edition.seats)

    # What was done

    def advance(self, entry: entries.Any, prepared: Prepared) -> News:
        """Add an entry, which is stored, with what `prepare` has said of it."""
        self.number += 1
        self.waiting, self.wake = prepared.waiting, prepared.wake
        self.legal_actions = prepared.legal_actions or self.legal_actions
        if entry.key:
            self.keys[entry.key] = (self.number, entry)
        match entry:
            case ActionEntry():
                return self._acted(entry, prepared)
            case Began():
                assert prepared.step is not None
                self.begun, self.state = entry.at, prepared.step.state
                return News(self.number, entry, prepared.step.events)
            case Joined():
                self.guests.append(entry.name)
                return News(self.number, entry, guest=len(self.guests))
            case Sat():
                name = entry.name or entry.level or self.guests[entry.guest - 1]
                self.chairs[entry.seat - 1] = Chair(entry.guest, name, entry.level)
                if entry.level:
                    self.computers[entry.seat] = entry.level
            case Stood():
                self.chairs[entry.seat - 1] = None
                self.computers.pop(entry.seat, None)
            case Limited():
                self.limit = entry.limit
            case Again():
                self.again = entry.table
        return News(self.number, entry)

    def _acted(self, entry: ActionEntry, prepared: Prepared) -> News:
        action, step = prepared.action, prepared.step
        assert action is not None
        assert step is not None
        assert self.state is not None
        assert self.begun is not None
        now = self.state.round
        time = max(entry.at - self.begun, self.lines[-1].time or 0) if self.lines else max(entry.at - self.begun, 0)
        self.lines.append(Line(entry.seat, action, time))
        commitments: tuple[Commitment, ...] = ()
        if entry.salts:
            codes = secrets_in(entry.seat, action)
            self._salts += [(seat, salt) for (seat, _), salt in zip(codes, entry.salts, strict=True)]
            commitments = tuple(
                Commitment(now.number, now.attempt, seat, hash_of(salt, write_code(code, self.edition.palette)))
                for (seat, code), salt in zip(codes, entry.salts, strict=True)
            )
            self.commitments += commitments
        reveals = tuple(reveal for event in step.events for reveal in self._revealed(event))
        self.reveals += reveals
        self.state = step.state
        return News(self.number, entry, step.events, commitments, reveals)

    def _revealed(self, event: Event) -> list[Reveal]:
        """The codes that lie open now that a round is over, with what shows that they are those that were set."""
        if not isinstance(event, RoundEnded):
            return []
        result, found = event.result, []
        for seat, salt in self._salts:
            code = result.codes[seat - 1]
            if code is not None:
                text = write_code(code, self.edition.palette)
                found.append(Reveal(result.number, result.attempt, seat, text, salt, hash_of(salt, text)))
        self._salts = []
        return found

    # What there is to know

    @property
    def running(self) -> State:
        """The match; raises `TableError` if it has not begun."""
        if self.state is None:
            raise TableError("not-begun")
        return self.state

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.state is not None and self.state.outcome is not None

    @property
    def seats_open(self) -> int:
        """How many seats can be taken: none once the match has begun."""
        return self.chairs.count(None) if self.begun is None else 0

    def computer_at(self, seat: int) -> str:
        """The computer player on this seat; empty if a person sits there."""
        return self.computers.get(seat, "")

    def seats_of(self, guest: int) -> list[int]:
        """The seats that this guest plays himself."""
        return [seat for seat, chair in enumerate(self.chairs, 1) if chair and chair.guest == guest and not chair.level]

    def plays(self, guest: int, seat: int) -> bool:
        """Whether this guest plays this seat himself."""
        chair = self.chairs[seat - 1] if 1 <= seat <= len(self.chairs) else None
        return chair is not None and chair.guest == guest and not chair.level

    def late(self, now: int) -> int | None:
        """A person's seat that has used up its time, if there is one. A computer is late only where a server was."""
        if not self.limit:
            return None
        people = ((seat, since) for seat, since in self.waiting.items() if not self.computer_at(seat))
        return next((seat for seat, since in people if since + self.limit * 1000 <= now), None)

    def record(self) -> Record:
        """The match as far as it was played, secrets included."""
        headers = tuple((f"Seat {seat}", chair.name) for seat, chair in enumerate(self.chairs, 1) if chair is not None)
        return Record(self.edition, headers, tuple(self.lines))


def secrets_in(seat: int, action: object) -> list[tuple[int, Code]]:
    """The codes that an action sets, and whose they are."""
    if isinstance(action, SetCode):
        return [(seat, action.code)]
    return list(enumerate(action.parts, 1)) if isinstance(action, Deal) else []


def fold(name: str, log: list[entries.Any]) -> Table:
    """The table with this log."""
    opened, *rest = log
    assert isinstance(opened, Opened)
    table = Table(name, opened)
    for entry in rest:
        table.advance(entry, table.outlined(entry))
    return table
