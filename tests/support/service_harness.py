"""Runs tests of the service: a process that serves tables, seated players, followers, and a fixed clock and chance."""

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
from keypeg.service.frames import Viewer
from keypeg.service.live_table import LiveTable
from keypeg.service.peers.shared_tables import SharedTables
from keypeg.service.scheduler import Scheduler
from keypeg.service.seat_tokens import NewPlayer
from keypeg.service.storage.postgresql_store import PostgresqlStore
from keypeg.service.system_sources import SystemSources
from keypeg.service.table import Table
from keypeg.service.table_service import TableService
from keypeg.service.worker_pool import WorkerPool
from support.databases import Database, PostgresqlDatabase
from support.loop_checks import checked_service

Result = TypeVar("Result")

TEST_SECONDS = 30
"""The time limit of a test; one that takes longer hangs."""

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")


def run(test: Coroutine[Any, Any, Result], seconds: float = TEST_SECONDS) -> Result:
    """Run a test. An error in a task that nobody awaits fails it too, and a callback that holds the loop too long."""
    faults: list[dict[str, Any]] = []

    async def run_watched() -> Result:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context))
        result = await asyncio.wait_for(test, seconds)
        gc.collect()
        await asyncio.sleep(0)
        return result

    gc.freeze()  # so that the collection looks only at what the test leaves behind
    try:
        with checked_service():
            result = asyncio.run(run_watched())
    finally:
        gc.unfreeze()
    assert faults == []
    return result


@asynccontextmanager
async def serving(database: Database, sources: SystemSources | None = None) -> AsyncIterator[TableService]:
    """The table service of one process."""
    store = database.store()
    tables = TableService(store, sources)
    await store.open(tables.on_log_growth)
    try:
        yield tables
    finally:
        await store.close()


@asynccontextmanager
async def sharing(database: PostgresqlDatabase, sources: SystemSources | None = None) -> AsyncIterator[SharedTables]:
    """The table service of one process that shares the tables with others."""
    async with serving(database, sources) as tables:
        assert isinstance(tables.store, PostgresqlStore)
        shared = SharedTables(tables, tables.store)
        await shared.start()
        try:
            yield shared
        finally:
            await shared.close()


@asynccontextmanager
async def scheduling(tables: TableService, *, search: bool = False) -> AsyncIterator[Scheduler]:
    """The scheduler of the same process, with one worker; with `search` it also looks for abandoned tables."""
    scheduler = Scheduler(tables, WorkerPool(1))
    if search:
        scheduler.start()
    try:
        yield scheduler
    finally:
        await scheduler.close()


async def refusal_code(work: Coroutine[Any, Any, object]) -> str:
    """Return the code with which this is refused; the refusal must have a sentence."""
    with pytest.raises(KeypegError) as caught:
        await work
    assert str(caught.value)
    return caught.value.code


async def until(holds: Callable[[], bool]) -> None:
    """Wait until this holds."""
    while not holds():
        await asyncio.sleep(0.005)


class Clock:
    """A clock that stands still until a test sets it."""

    def __init__(self, now: int = 1_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


def fixed_sources(
    now: Callable[[], int] | None = None,
    new_salt: Callable[[], str] | None = None,
    monotonic: Callable[[], int] | None = None,
) -> SystemSources:
    """Sources that return the same values in every run, except for what is dealt."""
    now = now or Clock()
    tokens, table_ids = count(1), count(1)
    return SystemSources(
        now=now,
        monotonic=monotonic or now,
        new_token=lambda: f"token{next(tokens)}",
        new_salt=new_salt or (lambda: "salt"),
        new_table_id=lambda: f"table{next(table_ids)}",
    )


@dataclass
class SeatedTable:
    """A table that Ann has opened and the others have joined by the link, each in a seat of their own."""

    tables: TableService
    live_table: LiveTable
    players: list[NewPlayer]
    keys: Iterator[int]

    @property
    def id(self) -> str:
        return self.live_table.table.id

    @property
    def table(self) -> Table:
        return self.live_table.table

    async def play(self, *lines: str) -> list[int]:
        """Submit actions such as `2 guess RRBB` for the players in these seats; return the numbers of the entries."""
        return [await self.submit(int(seat), action) for seat, _, action in (line.partition(" ") for line in lines)]

    async def submit(self, seat: int, action: str, key: str = "", tables: TableService | None = None) -> int:
        """Submit an action; to another process if one is given."""
        tables = tables or self.tables
        live_table = await tables.load(self.id)
        occupant = self.table.occupants[seat - 1]
        assert occupant is not None
        return await tables.submit_action(live_table, occupant.player, seat, action, key or f"key{next(self.keys)}")


async def open_seated_table(
    tables: TableService, edition: str = "classic", *, begin: bool = True, **options: Any
) -> SeatedTable:
    """Open a table at which each person has a seat of their own: Ann, the host, the first."""
    host = await tables.open(edition, "Ann", seats=[(1, "")], **options)
    live_table = await tables.load(host.table_id)
    players = [host]
    for seat in range(2, live_table.table.edition.seats + 1):
        joined = await tables.join(host.table_id, live_table.table.open_entry.join, NAMES[seat - 1])
        await tables.sit(host.table_id, joined.player, seat)
        players.append(joined)
    if begin:
        await tables.begin(host.table_id, host.player)
    return SeatedTable(tables, live_table, players, count(1))


async def read_log(tables: TableService, table_id: str) -> list[entries.Entry]:
    """Read the log of a table from the database."""
    return [entries.decode(body) for body in await tables.store.read(table_id, 0)]


def replay_log(table_id: str, log: list[entries.Entry]) -> Table:
    """Build the table that follows from a log."""
    open_entry, *rest = log
    assert isinstance(open_entry, entries.OpenEntry)
    table = Table(table_id, open_entry)
    for entry in rest:
        table.apply_entry(entry, table.effect_of(entry))
    return table


async def replayed_table(tables: TableService, table_id: str) -> Table:
    """Build a table from its log in the database."""
    return replay_log(table_id, await read_log(tables, table_id))


def all_fields(table: Table) -> dict[str, Any]:
    """Return everything that a table knows, to compare it."""
    fields = {name: getattr(table, name) for name in dir(table) if not name.startswith("_") and name != "edition"}
    return {name: value for name, value in fields.items() if not callable(value)} | {"now": table.require_state()}


class RecordingFollower:
    """A client that follows a table, and keeps all frames it receives."""

    def __init__(self, tables: TableService, live_table: LiveTable, seat: Viewer) -> None:
        self.tables, self.live_table, self.seat = tables, live_table, seat
        self.frames: list[bytes] = []

    def receive(self, frame: bytes) -> None:
        """Receive a frame."""
        self.frames.append(frame)

    @property
    def numbers(self) -> list[int]:
        """The numbers of the received frames, the snapshot's first."""
        return [json.loads(frame)["number"] for frame in self.frames]

    async def wait_for(self, number: int) -> None:
        """Wait until the frame with this number has arrived."""
        await until(lambda: bool(self.frames) and self.numbers[-1] >= number)

    def stop(self) -> list[bytes]:
        """Stop following; return all frames."""
        self.tables.unfollow(self.live_table, self.seat, self.receive)
        return self.frames


async def start_following(
    tables: TableService, table_id: str, seat: Viewer, after: int | None = None
) -> RecordingFollower:
    """Follow a table at this process."""
    follower = RecordingFollower(tables, await tables.load(table_id), seat)
    await tables.follow(follower.live_table, seat, follower.receive, after)
    return follower


def actions_in(log: list[entries.Entry]) -> list[tuple[int, str]]:
    """List the actions in a log, with their seats."""
    return [(entry.seat, entry.action) for entry in log if isinstance(entry, ActionEntry)]
