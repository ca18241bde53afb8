"""A table that this process has in memory, with its followers and its pending work."""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from keypeg.core.actions import Action
from keypeg.service.entries import Entry
from keypeg.service.entry_effects import AppliedEntry
from keypeg.service.frames import Viewer
from keypeg.service.table import Table
from keypeg.service.table_lock import TableLock

Follower = Callable[[bytes], None]
"""Sends a frame to one client that follows a table, without waiting for it."""


class LiveTable:
    """A table in memory."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = TableLock()
        """Held while an entry is being stored."""
        self.followers: dict[Viewer, set[Follower]] = {}
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

    @property
    def is_stale(self) -> bool:
        """Whether the log must be read before the table is used."""
        return self.may_be_stale or self.announced_count > self.table.entry_count

    @property
    def is_followed(self) -> bool:
        """Whether any client follows the table."""
        return bool(self.followers)


OnDone = Callable[[AppliedEntry | Exception], None]
"""Called with the applied entry, or with the reason why it was not appended."""


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
