"""Which process serves a table: its owner, the only one that appends to its log and works out its moves.

With SQLite there is one process, and it owns everything. With PostgreSQL each process has a lease in the database
(`keypeg.service.storage.postgresql_leases`), which it renews all the time. A table belongs to the first process that
needs it, for as long as the lease lasts. The others ask the owner and follow its frames (`keypeg.service.peers`).
"""

from typing import NamedTuple, Protocol

from keypeg.service.frames import Viewer
from keypeg.service.live_table import LiveTable, OnDone, Proposal


class Owner(NamedTuple):
    """Another process that owns a table."""

    lease: int
    """The number of its lease. Leases are never renewed once they have been lost, so this is never used again."""
    address: str
    """Where it listens for other processes: a host and a port."""
    secret: bytes
    """What only it and the database know."""


class TableOwners(Protocol):
    """Knows which tables this process owns, and reaches the owners of others."""

    def owns(self, table_id: str) -> bool:
        """Whether this process owns a table, as far as it knows. The database has the last word when it appends."""

    async def claim(self, table_id: str) -> bool:
        """Take a table if nobody owns it; return whether this process owns it."""

    def note_created(self, table_id: str) -> None:
        """Note that this process has created a table, which it owns."""

    def propose(self, live_table: LiveTable, proposal: Proposal) -> None:
        """Have an entry appended by the owner of a table that this process does not own."""

    def propose_action(
        self, live_table: LiveTable, player: int, seat: int, action: str, key: str, on_done: OnDone
    ) -> None:
        """Have a person's action carried out by the owner of a table that this process does not own."""

    def follow(self, live_table: LiveTable, viewer: Viewer) -> None:
        """Have the frames of this viewer sent by the owner, from now on."""

    def unfollow(self, live_table: LiveTable, viewer: Viewer) -> None:
        """Have no frames of this viewer sent any more."""


class SoleOwner:
    """Owns every table, because no other process serves them."""

    def owns(self, table_id: str) -> bool:
        """Return True."""
        return True

    async def claim(self, table_id: str) -> bool:
        """Return True."""
        return True

    def note_created(self, table_id: str) -> None:
        """Do nothing, as with all that follows: there are no other processes."""

    def propose(self, live_table: LiveTable, proposal: Proposal) -> None:
        """Is never called."""

    def propose_action(
        self, live_table: LiveTable, player: int, seat: int, action: str, key: str, on_done: OnDone
    ) -> None:
        """Is never called."""

    def follow(self, live_table: LiveTable, viewer: Viewer) -> None:
        """Is never called."""

    def unfollow(self, live_table: LiveTable, viewer: Viewer) -> None:
        """Is never called."""
