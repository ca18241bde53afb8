"""A store that keeps logs in memory alone: for tests that play so much that a disk would be all they wait for."""

import asyncio
from collections.abc import Awaitable

from keypeg.service.storage.store import (
    BEFORE_ALL_DUE,
    DueTable,
    ListedTable,
    NewTable,
    OnLogGrowth,
    StoredSeatLink,
    TokenOwner,
    Write,
)


class MemoryStore:
    """Keeps logs as long as it live_tables."""

    shared = False

    def __init__(self) -> None:
        self.logs: dict[str, list[bytes]] = {}
        self._tokens: dict[tuple[str, bytes], TokenOwner] = {}

    async def open(self, on_log_growth: OnLogGrowth) -> None:
        """There is nothing to open."""

    async def close(self) -> None:
        """There is nothing to close."""

    async def create(self, new: NewTable) -> None:
        """Keep a new table."""
        self.logs[new.table_id] = list(new.bodies)
        self._tokens |= {(new.table_id, token): TokenOwner(player) for token, player in new.tokens}

    def append(self, write: Write) -> Awaitable[bool]:
        """Keep an entry. False if there is an entry of that number already."""
        log = self.logs[write.table_id]
        first = write.number == len(log) + 1
        if first:
            log.append(write.body)
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        done.set_result(first)
        return done

    async def read(self, table: str, after: int) -> list[bytes]:
        """The entries of a table after this number."""
        return self.logs.get(table, [])[after:]

    async def add_token(self, table: str, token: bytes, owner: TokenOwner) -> None:
        """Keep the hash of a token."""
        self._tokens[table, token] = owner

    async def find_token_owner(self, table: str, token: bytes) -> TokenOwner | None:
        """Whose token has this hash."""
        return self._tokens.get((table, token))

    async def add_seat_link(self, link: StoredSeatLink, expires: int, now: int) -> None:
        """Nobody asks."""

    async def use_seat_link(self, link: StoredSeatLink, now: int, token: bytes, owner: TokenOwner) -> bool:
        """Nobody asks."""
        return False

    async def list_open_tables(self, limit: int) -> list[ListedTable]:
        """Nobody asks."""
        return []

    async def list_due_tables(self, now: int, limit: int, after: DueTable = BEFORE_ALL_DUE) -> list[DueTable]:
        """Nobody asks."""
        return []

    async def check(self) -> None:
        """Entries can always be kept."""
