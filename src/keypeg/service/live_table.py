"""A table that this process looks after: its fold, those who follow it, and what is under way there."""

import asyncio
from collections.abc import Callable

from keypeg.service.frames import Audience
from keypeg.service.table import Table

Follower = Callable[[bytes], None]
"""Sends a frame to one who follows a table, and never waits for him."""


class LiveTable:
    """A table that is looked after here."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        """Held while an entry is on its way to the log."""
        self.followers: dict[Audience, set[Follower]] = {}
        self.unsure = False
        """Whether the log may have grown without anybody here knowing."""
        self.heard = 0
        """To which number the log has grown, as far as another process has said."""
        self.behind: asyncio.Task[None] | None = None
        """Reads what another process has added."""
        self.minded: asyncio.Task[None] | None = None
        """Does what the table itself and its computers have to do."""
        self.alarm: asyncio.TimerHandle | None = None
        """Goes off when somebody's time has run out."""

    @property
    def stale(self) -> bool:
        """Whether the log must be read before anything is said of the table."""
        return self.unsure or self.heard > self.table.number

    @property
    def followed(self) -> bool:
        """Whether anybody follows it."""
        return bool(self.followers)


LookAfter = Callable[[LiveTable], None]
"""Called when something has changed at a table: a computer may have to think, a time may run out."""


class Overtaken(Exception):  # noqa: N818 - it is no error
    """The log has grown meanwhile: what was to be done was thought of for another position."""
