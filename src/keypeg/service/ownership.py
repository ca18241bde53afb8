"""Which process serves a table: its owner, the only one that appends to its log and works out its moves.

With SQLite there is one process, and it owns everything. With PostgreSQL each process has a lease in the database
(`keypeg.service.storage.postgresql_leases`), which it renews all the time. A table belongs to the first process that
needs it, for as long as the lease lasts.
"""

from typing import NamedTuple, Protocol


class Owner(NamedTuple):
    """Another process that owns a table."""

    lease: int
    """The number of its lease. Leases are never renewed once they have been lost, so this is never used again."""
    address: str
    """Where it listens for other processes: a host and a port."""
    secret: bytes
    """What only it and the database know."""


class TableOwners(Protocol):
    """Knows which tables this process owns, and finds the owners of others."""

    def owns(self, table_id: str) -> bool:
        """Whether this process owns a table, as far as it knows. The database has the last word when it appends."""

    async def find(self, table_id: str) -> Owner | None:
        """Return the process that owns a table; None if it is this one, which takes the table if nobody owns it.

        Also None if there is no such table, which is then for this process to say.
        """

    async def give(self, table_id: str, to: Owner) -> None:
        """Hand a table to another process."""

    def note_created(self, table_id: str) -> None:
        """Note that this process has created a table, which it owns."""


class SoleOwner:
    """Owns every table, because no other process serves them."""

    def owns(self, table_id: str) -> bool:
        """Return True."""
        return True

    async def find(self, table_id: str) -> Owner | None:
        """Return None."""
        return None

    async def give(self, table_id: str, to: Owner) -> None:
        """Is never called."""

    def note_created(self, table_id: str) -> None:
        """Do nothing."""
