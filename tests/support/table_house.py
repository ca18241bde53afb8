"""What tests of the service share: a process that serves tables, people who play there, and a world without chance."""

import asyncio
import gc
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any, TypeVar

import pytest

from keypeg.core.errors import KeypegError
from keypeg.service import entries
from keypeg.service.entries import ActionEntry
from keypeg.service.frames import Audience
from keypeg.service.live_table import LiveTable
from keypeg.service.ports import World
from keypeg.service.scheduler import Minder
from keypeg.service.table import Table, fold
from keypeg.service.table_service import Tables
from keypeg.service.table_setup import NewPlayer
from keypeg.service.worker_pool import WorkerPool
from support.databases import Database

Result = TypeVar("Result")

LONGEST = 30
"""After how many seconds a test that hangs is given up."""


def run(test: Coroutine[Any, Any, Result], longest: float = LONGEST) -> Result:
    """Run a test; whatever went wrong beside it, in a task that nobody waited for, fails it too."""
    faults: list[dict[str, Any]] = []

    async def watched() -> Result:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context))
        result = await asyncio.wait_for(test, longest)
        gc.collect()
        await asyncio.sleep(0)
        return result

    gc.freeze()  # so that only what the test leaves behind is looked through, which is little
    try:
        result = asyncio.run(watched())
    finally:
        gc.unfreeze()
    assert faults == []
    return result


@asynccontextmanager
async def serving(database: Database, world: World | None = None) -> AsyncIterator[Tables]:
    """One process that serves tables."""
    store = database.store()
    tables = Tables(store, world)
    await store.open(tables.woken)
    try:
        yield tables
    finally:
        await store.close()


@asynccontextmanager
async def minding(tables: Tables, *, search: bool = False) -> AsyncIterator[Minder]:
    """The same process looks after tables, with one that thinks; with `search` after abandoned ones too."""
    minder = Minder(tables, WorkerPool(1))
    if search:
        minder.start()
    try:
        yield minder
    finally:
        await minder.close()


async def refused(doing: Coroutine[Any, Any, object]) -> str:
    """Why this is refused, as a code; the reason must be sayable."""
    with pytest.raises(KeypegError) as caught:
        await doing
    assert str(caught.value)
    return caught.value.code


async def until(holds: Callable[[], bool]) -> None:
    """Wait until this holds."""
    while not holds():
        await asyncio.sleep(0.005)


class Clock:
    """A clock that stands until somebody moves it on."""

    def __init__(self, now: int = 1_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


def plain_world(now: Callable[[], int] | None = None, salt: Callable[[], str] | None = None) -> World:
    """A world in which nothing is left to chance but what is dealt."""
    tokens, names = count(1), count(1)
    return World(
        now=now or Clock(),
        token=lambda: f"token{next(tokens)}",
        salt=salt or (lambda: "salt"),
        name=lambda: f"table{next(names)}",
    )


@dataclass
class Party:
    """Ann, who has opened a table, and Ben, who has come to it by the link; then those who came after him."""

    tables: Tables
    live: LiveTable
    guests: list[NewPlayer]
    keys: Iterator[int]

    @property
    def id(self) -> str:
        return self.live.table.id

    @property
    def table(self) -> Table:
        return self.live.table

    async def does(self, *lines: str) -> list[int]:
        """Have actions done, such as `2 guess RRBB`, by whoever sits there. Returns their numbers."""
        return [await self.act(int(seat), action) for seat, _, action in (line.partition(" ") for line in lines)]

    async def act(self, seat: int, action: str, key: str = "", tables: Tables | None = None) -> int:
        """Have an action done; at another process if one is given."""
        tables = tables or self.tables
        live = await tables.live(self.id)
        chair = self.table.chairs[seat - 1]
        assert chair is not None
        return await tables.act(live, chair.guest, seat, action, key or f"key{next(self.keys)}")


NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")


async def party(tables: Tables, edition: str = "classic", *, begun: bool = True, **options: Any) -> Party:
    """A table at which everybody sits on a seat of his own: Ann, the host, on the first."""
    host = await tables.open(edition, "Ann", seats=[(1, "")], **options)
    live = await tables.live(host.table)
    guests = [host]
    for seat in range(2, live.table.edition.seats + 1):
        guest = await tables.join(host.table, live.table.opened.join, NAMES[seat - 1])
        await tables.sit(host.table, guest.guest, seat)
        guests.append(guest)
    if begun:
        await tables.begin(host.table, host.guest)
    return Party(tables, live, guests, count(1))


async def log_of(tables: Tables, table: str) -> list[entries.Any]:
    """What the database holds of a table."""
    return [entries.decode(body) for body in await tables.store.read(table, 0)]


async def folded(tables: Tables, table: str) -> Table:
    """The table as the database says it is."""
    return fold(table, await log_of(tables, table))


def all_of(table: Table) -> dict[str, Any]:
    """Everything that a table knows."""
    return {name: value for name, value in vars(table).items() if name != "edition"} | {"now": table.running}


class Reader:
    """One who follows a table, and keeps all that he was sent."""

    def __init__(self, tables: Tables, live: LiveTable, seat: Audience) -> None:
        self.tables, self.live, self.seat = tables, live, seat
        self.frames: list[bytes] = []

    def hears(self, frame: bytes) -> None:
        """He is sent something."""
        self.frames.append(frame)

    @property
    def numbers(self) -> list[int]:
        """The numbers of the frames that have come, the snapshot's first."""
        return [json.loads(frame)["number"] for frame in self.frames]

    async def reads(self, number: int) -> None:
        """Wait until the frame of this number has come."""
        await until(lambda: bool(self.frames) and self.numbers[-1] >= number)

    def stop(self) -> list[bytes]:
        """Go away. Returns all that was sent."""
        self.tables.unfollow(self.live, self.seat, self.hears)
        return self.frames


async def following(tables: Tables, table: str, seat: Audience, after: int | None = None) -> Reader:
    """Somebody begins to follow a table at this process."""
    reader = Reader(tables, await tables.live(table), seat)
    await tables.follow(reader.live, seat, reader.hears, after)
    return reader


def actions(log: list[entries.Any]) -> list[tuple[int, str]]:
    """What was done in the match, by a log."""
    return [(entry.seat, entry.action) for entry in log if isinstance(entry, ActionEntry)]
