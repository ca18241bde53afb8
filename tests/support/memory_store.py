"""A store in memory, for tests that play so much that they would mostly wait for the disk."""

import asyncio
from collections.abc import Sequence

from keypeg.service.storage.store import (
    BEFORE_ALL_DUE,
    DailyCount,
    DueTable,
    ListedTable,
    NewTable,
    OnLogGrowth,
    OnStored,
    Outage,
    StoredSeatLink,
    StoredToken,
    TokenOwner,
    Write,
)


class MemoryStore:
    """Keeps logs in memory."""

    shared = False

    def __init__(self) -> None:
        self.logs: dict[str, list[bytes]] = {}
        self._tokens: dict[tuple[str, bytes], TokenOwner] = {}

    async def open(self, on_log_growth: OnLogGrowth) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""

    async def create(self, new: NewTable) -> None:
        """Store a new table."""
        self.logs[new.table_id] = list(new.bodies)
        self._tokens |= {(new.table_id, token): owner for token, owner in new.tokens}

    def append(self, write: Write, on_stored: OnStored) -> None:
        """Store an entry, and report in the next turn of the loop whether it was the first with its number."""
        log = self.logs[write.table_id]
        first = write.number == len(log) + 1
        if first:
            log.append(write.body)
        asyncio.get_running_loop().call_soon(on_stored, first)

    async def read(self, table: str, after: int, limit: int | None = None) -> list[bytes]:
        """Read the entries of a table after this number, or the first few."""
        return self.logs.get(table, [])[after:][:limit]

    async def add_token(self, table: str, token: bytes, owner: TokenOwner) -> None:
        """Store the hash of a token."""
        self._tokens[table, token] = owner

    async def find_token_owner(self, table: str, token: bytes) -> TokenOwner | None:
        """Find the owner of the token with this hash."""
        return self._tokens.get((table, token))

    async def list_tokens(self, table: str, player: int) -> list[StoredToken]:
        """Not used."""
        return []

    async def renew_token(self, table: str, token: bytes, expires: int) -> None:
        """Let a token expire later."""
        self._tokens[table, token] = self._tokens[table, token]._replace(expires=expires)

    async def delete_token(self, table: str, token: bytes) -> None:
        """Delete a token."""
        del self._tokens[table, token]

    async def add_seat_link(self, link: StoredSeatLink, expires: int, now: int) -> None:
        """Not used."""

    async def use_seat_link(self, link: StoredSeatLink, now: int, token: bytes, owner: TokenOwner) -> bool:
        """Not used."""
        return False

    async def list_open_tables(self, limit: int, active_since: int = 0) -> list[ListedTable]:
        """Not used."""
        return []

    async def note_active_tables(self, table_ids: Sequence[str], now: int) -> None:
        """Not used."""

    async def list_due_tables(self, now: int, limit: int, after: DueTable = BEFORE_ALL_DUE) -> list[DueTable]:
        """Not used."""
        return []

    async def clear_due(self, table_id: str) -> None:
        """Not used."""

    async def count_daily_results(self, day: str, edition: str) -> list[DailyCount]:
        """Not used."""
        return []

    async def read_last_note(self) -> int:
        """Not used."""
        return 0

    async def note_presence(self, now: int, outage: Outage | None, forget_before: int) -> list[Outage]:
        """Not used."""
        return []

    async def check(self) -> None:
        """Always succeeds."""
