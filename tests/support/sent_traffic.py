"""Reads what was sent, byte by byte, beside the log of a table, and finds what somebody could not have known yet.

What is secret is taken from the events of the engine as they are before anybody's eyes are considered: a code from when
it is set to the end of its round, parts that are dealt, and the whole that they make; a guess that does not lie open;
and the salts of commitments. Each is looked for in every frame of everybody else, as text, wherever it may stand. What
lies open already, or was said by the reader himself, is no secret though it should be the same.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from keypeg.core.codes import Code
from keypeg.core.events import Answered, CodeSet, Dealt, Event, GuessPlaced, RoundEnded, RowOpened
from keypeg.records.notation import write_code
from keypeg.service import entries
from keypeg.service.entries import ActionEntry, OpenEntry
from keypeg.service.frames import Viewer
from keypeg.service.table import Table

NUMBER = re.compile(rb'"number":(\d+)')
"""The number of a frame is the first thing that is called a number there."""


@dataclass
class Secrets:
    """What is secret at a table now, and what lies open."""

    table: Table
    open: set[str] = field(default_factory=set)
    """Codes and guesses that everybody may know."""
    own: dict[int, set[str]] = field(default_factory=dict)
    """By seat: codes and guesses that it knows, and that others do not; 0 for what nobody knows."""
    salts: set[str] = field(default_factory=set)

    def apply_entry(self, entry: entries.Entry) -> None:
        """Take note of an entry of the log."""
        applied = self.table.apply_entry(entry, self.table.effect_of(entry))
        if isinstance(entry, ActionEntry):
            self.salts |= set(entry.salts)
        self.salts -= {reveal.salt for reveal in applied.reveals}
        for event in applied.events:
            self._note(event)

    def _note(self, event: Event) -> None:
        match event:
            case CodeSet():
                self._keep(event.seat, event.code)
            case Dealt():
                for seat, part in enumerate(event.parts, 1):
                    self._keep(seat, part)
                self._keep(0, tuple(map(sum, zip(*(part or () for part in event.parts), strict=True))))
            case GuessPlaced() if not event.open:
                self._keep(event.seat, event.guess)
            case GuessPlaced() | RowOpened():
                self._show(event.guess)
            case Answered():
                self._show(event.code)
            case RoundEnded():
                for known in self.own.values():
                    self.open |= known
                self.own.clear()

    def _keep(self, seat: int, code: Code | None) -> None:
        assert code is not None, "the engine's own events hold everything"
        self.own.setdefault(seat, set()).add(self._text(code))

    def _show(self, code: Code | None) -> None:
        assert code is not None
        self.open.add(self._text(code))

    def _text(self, code: Code) -> str:
        return write_code(code, self.table.edition.palette)

    def hidden_from(self, viewer: Viewer) -> set[bytes]:
        """All that this viewer must not read now."""
        own = self.own.get(viewer, set()) if viewer is not None else set()
        others = {text for seat, texts in self.own.items() if seat != viewer for text in texts}
        # A code can be as short as the first letter of a name; what is sent holds it as a text of its own.
        codes = {f'"{text}"' for text in others - own - self.open}
        return {text.encode() for text in codes | self.salts}


@dataclass
class Tally:
    """How much was looked at."""

    matches: int = 0
    frames: int = 0
    secrets: int = 0
    """How often something was looked for."""


def check_traffic(log: list[entries.Entry], sent: Mapping[Viewer, Iterable[bytes]], tally: Tally) -> None:
    """Fail if somebody was sent what he must not know: what is sent begins with a snapshot, and is numbered."""
    opened, *rest = log
    assert isinstance(opened, OpenEntry)
    secrets = Secrets(Table("table", opened))
    waiting = {viewer: list(frames)[::-1] for viewer, frames in sent.items()}
    for entry in rest:
        secrets.apply_entry(entry)
        for viewer, frames in waiting.items():
            hidden = secrets.hidden_from(viewer)
            while frames and _number(frames[-1]) <= secrets.table.entry_count:
                frame = frames.pop()
                tally.frames += 1
                tally.secrets += len(hidden)
                for text in hidden:
                    assert text not in frame, f"{viewer} was sent {text!r} in {frame!r}"
    assert not any(waiting.values()), "somebody was sent what is not in the log"
    tally.matches += 1


def _number(frame: bytes) -> int:
    found = NUMBER.search(frame)
    assert found is not None
    return int(found[1])
