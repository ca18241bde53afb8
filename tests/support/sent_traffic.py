"""Searches sent frames, byte by byte and along the log of a table, for secrets that their viewer may not know yet.

The secrets come from the engine's complete events: a code from when it is set until its round ends, the parts that are
dealt and the code that they form, a hidden guess, and the salts of commitments. Each is searched in every frame of all
other viewers, as text, at any place. A text that is already public, or that the viewer has sent, is not a secret even
if it is equal.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from keypeg.core.codes import Code
from keypeg.core.events import Answered, CodeSet, Dealt, Event, GuessPlaced, RoundEnded, RoundRevealed, RowOpened
from keypeg.records.notation import write_code
from keypeg.service import entries
from keypeg.service.entries import ActionEntry, OpenEntry
from keypeg.service.frames import Viewer
from keypeg.service.table import Table

NUMBER = re.compile(rb'"number":(\d+)')
"""The number of a frame is its first field of that name."""


@dataclass
class Secrets:
    """The secrets of a table at one moment, and what is public."""

    table: Table
    open: set[str] = field(default_factory=set)
    """Codes and guesses that are public."""
    own: dict[int, set[str]] = field(default_factory=dict)
    """The codes and guesses that only one seat knows, by seat; 0 for those that nobody knows."""
    salts: set[str] = field(default_factory=set)

    def apply_entry(self, entry: entries.Entry) -> None:
        """Follow an entry of the log."""
        applied = self.table.apply_entry(entry, self.table.effect_of(entry))
        if isinstance(entry, ActionEntry):
            self.salts |= set(entry.salts)
        self.salts -= {reveal.salt for reveal in applied.reveals}
        for event in applied.events:
            self._follow_event(event)

    def _follow_event(self, event: Event) -> None:
        match event:
            case CodeSet():
                self._hide(event.seat, event.code)
            case Dealt():
                for seat, part in enumerate(event.parts, 1):
                    self._hide(seat, part)
                self._hide(0, tuple(map(sum, zip(*(part or () for part in event.parts), strict=True))))
            case GuessPlaced() if not event.open:
                self._hide(event.seat, event.guess)
            case GuessPlaced() | RowOpened():
                self._show(event.guess)
            case Answered():
                self._show(event.code)
            case RoundRevealed() | RoundEnded():
                for own_secrets in self.own.values():
                    self.open |= own_secrets
                self.own.clear()

    def _hide(self, seat: int, code: Code | None) -> None:
        assert code is not None, "complete events contain every code"
        self.own.setdefault(seat, set()).add(self._text(code))

    def _show(self, code: Code | None) -> None:
        assert code is not None
        self.open.add(self._text(code))

    def _text(self, code: Code) -> str:
        return write_code(code, self.table.edition.palette)

    def hidden_from(self, viewer: Viewer) -> set[bytes]:
        """Return the texts that this viewer must not receive now."""
        own = self.own.get(viewer, set()) if viewer is not None else set()
        others = {text for seat, texts in self.own.items() if seat != viewer for text in texts}
        # A code can be as short as a name's first letter, so only a whole JSON string counts.
        codes = {f'"{text}"' for text in others - own - self.open}
        return {text.encode() for text in codes | self.salts}


@dataclass
class Tally:
    """How much was searched."""

    matches: int = 0
    frames: int = 0
    secrets: int = 0
    """How many searches were made."""


def check_traffic(log: list[entries.Entry], sent: Mapping[Viewer, Iterable[bytes]], tally: Tally) -> None:
    """Fail if any viewer received a secret. Each viewer's frames begin with a snapshot, and are numbered."""
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
    assert not any(waiting.values()), "a frame was sent for an entry that is not in the log"
    tally.matches += 1


def _number(frame: bytes) -> int:
    match = NUMBER.search(frame)
    assert match is not None
    return int(match[1])
