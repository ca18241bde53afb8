"""A table that this process has in memory, with its followers and its pending work."""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from keypeg.core.actions import Action
from keypeg.service.entries import Entry
from keypeg.service.entry_effects import AppliedEntry, EntryEffect
from keypeg.service.frames import EncodedPast, Viewer
from keypeg.service.table import Table
from keypeg.service.table_history import TableHistory
from keypeg.service.table_lock import TableLock

Follower = Callable[[bytes], None]
"""Sends a frame to one client that follows a table, without waiting for it."""


class LiveTable:
    """A table in memory."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.history = TableHistory()
        self.past: EncodedPast | None = None
        """What is encoded of a long table's snapshot."""
        self.lock = TableLock()
        """Held while an entry is being stored."""
        self.followers: dict[Viewer, set[Follower]] = {}
        self.relayed: dict[Viewer, int] | None = None
        """If another process owns the table and sends the frames: the number of the last one that the followers of each
        viewer have received. None if they come from here."""
        self.may_be_stale = False
        """Whether the log may have grown without a notice."""
        self.announced_count = 0
        """The length of the log according to the last notice of another process."""
        self.catch_up_task: asyncio.Task[None] | None = None
        """Reads what another process has appended."""
        self.upkeep_task: asyncio.Task[None] | None = None
        """Does what the table itself and its bots have to do."""
        self.turn_timer: asyncio.TimerHandle | None = None
        """Fires when a player's time is up."""
        self.watched_at: int | None = None
        """When anybody last looked at the table, by the clock that never jumps, as far as that matters."""

    def apply_entry(self, entry: Entry, effect: EntryEffect) -> AppliedEntry:
        """Append an entry that has been stored, with its effect."""
        applied = self.table.apply_entry(entry, effect)
        self.history.note_entry(self.table)
        return applied

    @property
    def is_stale(self) -> bool:
        """Whether the log must be read before the table is used."""
        return self.may_be_stale or self.announced_count > self.table.entry_count

    @property
    def is_followed(self) -> bool:
        """Whether any client follows the table."""
        return bool(self.followers)

    def add_follower(self, viewer: Viewer, follower: Follower) -> None:
        """Send a viewer's frames to a follower too, which has received all up to now."""
        self.followers.setdefault(viewer, set()).add(follower)
        if self.relayed is not None:
            self.relayed.setdefault(viewer, self.table.entry_count)

    def followers_before(self, number: int) -> dict[Viewer, set[Follower]]:
        """Return those followers to whom the frames of this entry have not been sent, which is now done."""
        if self.relayed is None:
            return self.followers
        missing = {viewer: self.followers[viewer] for viewer, last in self.relayed.items() if last < number}
        self.relayed.update(dict.fromkeys(missing, number))
        return missing


class Receipt(NamedTuple):
    """What the owner of a table says of an entry that was appended for another process."""

    number: int
    new_player: int
    is_new: bool
    """Whether it was appended now, and not before with the same key."""


OnDone = Callable[[AppliedEntry | Receipt | Exception], None]
"""Called with the applied entry or its receipt, or with the reason why it was not appended."""


class Proposal(NamedTuple):
    """An entry that is to be appended to a table's log."""

    entry: Entry
    on_done: OnDone
    expected_count: int | None = None
    """How long the log must be; None if it may have grown."""
    action: Action | None = None
    """The entry's action, if the caller has read it already."""


class OutdatedError(Exception):
    """The log has grown since the entry was made, so the entry is not appended."""
