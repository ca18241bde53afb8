"""When entries that have queued up for PostgreSQL are stored, and which of them together."""

import asyncio
from contextlib import suppress
from typing import Self

import pytest

from keypeg.service.errors import TableError
from keypeg.service.storage import postgresql_batches
from keypeg.service.storage.postgresql_batches import (
    ENOUGH_ENTRIES,
    LARGE_BATCH_ENTRIES,
    MAX_BATCH_ENTRIES,
    BatchWriter,
    QueuedWrite,
)
from keypeg.service.storage.postgresql_connection import KeptConnection
from keypeg.service.storage.store import Write
from support.databases import PostgresqlDatabase
from support.service_harness import open_seated_table, run, serving, until

NEVER = 60.0

TURNS = 5
"""More turns of the event loop than anything here takes."""


class Batches:
    """Takes batches, and leaves each to be ended by the test. What is left at the end of the block ends by itself."""

    def __init__(self) -> None:
        connections = [KeptConnection("postgresql://nowhere", 1.0) for _ in range(2)]
        self.writer = BatchWriter(connections, self._store)
        self.sizes: list[int] = []
        self._running: list[asyncio.Future[None]] = []
        self._is_over = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        self._is_over = True
        for batch in self._running:
            batch.set_result(None)
        await self.writer.finish()

    async def _store(self, batch: list[QueuedWrite], connection: KeptConnection) -> None:
        self.sizes.append(len(batch))
        if self._is_over:
            return
        self._running.append(asyncio.get_running_loop().create_future())
        await self._running[-1]

    async def append(self, entries: int) -> None:
        for number in range(entries):
            self.writer.append(Write("table", number, b"{}"), lambda stored: None)
        await self.turns()

    async def end(self) -> None:
        self._running.pop(0).set_result(None)
        await self.turns()

    async def turns(self) -> None:
        """Let the event loop do everything that waits for no time."""
        for _ in range(TURNS):
            await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def _no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql_batches, "GATHERING_SECONDS", NEVER)
    monkeypatch.setattr(postgresql_batches, "BLOCKED_SECONDS", NEVER)


def test_what_comes_at_once_is_stored_at_once_and_together() -> None:
    async def test() -> None:
        async with Batches() as batches:
            await batches.append(3)
            assert batches.sizes == [3]

    run(test())


def test_what_comes_during_a_commit_is_stored_together_after_it() -> None:
    async def test() -> None:
        async with Batches() as batches:
            for _ in range(3):
                await batches.append(2)
            assert batches.sizes == [2]
            await batches.end()
            assert batches.sizes == [2, 4]
            await batches.end()
            await batches.append(1)
            assert batches.sizes == [2, 4, 1]

    run(test())


def test_after_many_entries_the_next_wait_until_they_are_many_too(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with Batches() as batches:
            await batches.append(LARGE_BATCH_ENTRIES)
            await batches.end()
            await batches.append(1)
            await batches.append(ENOUGH_ENTRIES - 2)
            assert batches.sizes == [LARGE_BATCH_ENTRIES]
            await batches.append(1)
            assert batches.sizes == [LARGE_BATCH_ENTRIES, ENOUGH_ENTRIES]
            await batches.end()
            monkeypatch.setattr(postgresql_batches, "GATHERING_SECONDS", 0.01)
            await batches.append(1)
            await until(lambda: batches.sizes == [LARGE_BATCH_ENTRIES, ENOUGH_ENTRIES, 1])

    run(test())


def test_a_batch_that_is_blocked_does_not_block_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with Batches() as batches:
            await batches.append(1)
            monkeypatch.setattr(postgresql_batches, "BLOCKED_SECONDS", 0.01)
            await batches.append(2)
            await until(lambda: batches.sizes == [1, 2])
            await batches.append(1)
            await asyncio.sleep(0.05)
            assert batches.sizes == [1, 2], "there are two connections"
            await batches.end()
            await until(lambda: batches.sizes == [1, 2, 1])

    run(test())


def test_what_has_queued_up_is_stored_before_the_end() -> None:
    async def test() -> None:
        async with Batches() as batches:
            await batches.append(2 * MAX_BATCH_ENTRIES + 1)
            finishing = asyncio.ensure_future(batches.writer.finish())
            for _ in range(3):
                await batches.turns()
                await batches.end()
            await finishing
            assert sorted(batches.sizes) == [1, MAX_BATCH_ENTRIES, MAX_BATCH_ENTRIES]

    run(test())


DISCONNECT_ALL = """
select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
"""


def test_a_lost_connection_is_opened_again(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with serving(shared) as tables:
            seated = await open_seated_table(tables)
            await seated.submit(1, "code RRBB", "a")
            for number, key in enumerate("bc", 7):
                await asyncio.to_thread(shared.ask, DISCONNECT_ALL)
                stored = 0
                while not stored:  # each connection may first have to be found lost
                    with suppress(TableError):
                        stored = await seated.submit(2, "guess YYYY", key)
                assert stored == number

    run(test())
