"""A store that keeps logs in memory alone: for tests that play so much that a disk would be all they wait for."""

import asyncio
from collections.abc import Awaitable

from keypeg.service.ports import FIRST, Due, Holder, Listed, NewTable, StoredSeatLink, Wake, Write


class MemoryStore:
    """Keeps logs as long as it lives."""

    shared = False

    def __init__(self) -> None:
        self.logs: dict[str, list[bytes]] = {}
        self._tokens: dict[tuple[str, bytes], Holder] = {}

    async def open(self, wake: Wake) -> None:
        """There is nothing to open."""

    async def close(self) -> None:
        """There is nothing to close."""

    async def create(self, new: NewTable) -> None:
        """Keep a new table."""
        self.logs[new.table] = list(new.bodies)
        self._tokens |= {(new.table, token): Holder(guest) for token, guest in new.tokens}

    def append(self, write: Write) -> Awaitable[bool]:
        """Keep an entry. False if there is an entry of that number already."""
        log = self.logs[write.table]
        first = write.number == len(log) + 1
        if first:
            log.append(write.body)
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        done.set_result(first)
        return done

    async def read(self, table: str, after: int) -> list[bytes]:
        """The entries of a table after this number."""
        return self.logs.get(table, [])[after:]

    async def add_token(self, table: str, token: bytes, holder: Holder) -> None:
        """Keep the hash of a token."""
        self._tokens[table, token] = holder

    async def holder_of(self, table: str, token: bytes) -> Holder | None:
        """Whose token has this hash."""
        return self._tokens.get((table, token))

    async def add_link(self, link: StoredSeatLink, expires: int, now: int) -> None:
        """Nobody asks."""

    async def use_link(self, link: StoredSeatLink, now: int, token: bytes, holder: Holder) -> bool:
        """Nobody asks."""
        return False

    async def lobby(self, most: int) -> list[Listed]:
        """Nobody asks."""
        return []

    async def due(self, now: int, most: int, after: Due = FIRST) -> list[Due]:
        """Nobody asks."""
        return []

    async def check(self) -> None:
        """Entries can always be kept."""
