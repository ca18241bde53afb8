"""Whether entries can be kept: that is noticed when it is so no more, and when it is so again, and costs nothing."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from keypeg.service import health
from keypeg.service.health import StorageHealth
from keypeg.service.postgresql import PostgresqlStore
from keypeg.service.sqlite import SqliteStore
from keypeg.service.table_service import Tables
from service.test_storage import FULL
from support.databases import Database, Postgresql, PostgresqlDatabase, SqliteFile
from support.table_house import log_of, party, refused, run, serving

Do = Callable[[str], Awaitable[None]]
"""Has something done by a database."""


def test_what_could_be_kept_a_moment_ago_need_not_be_tried() -> None:
    now = 0.0
    told = StorageHealth(lambda: now)
    assert not told.fresh
    told.note(True)
    assert told.fresh
    now += health.FRESH / 2
    assert told.fresh
    told.note(False)
    assert not told.fresh
    told.note(True)
    now += health.FRESH
    assert not told.fresh
    assert not told.failed


def _size(database: Database) -> list[tuple[object, ...]]:
    if database.shared:
        return database.ask("select pg_relation_size('keypeg_schema'), pg_relation_size('entries')")
    return database.ask("pragma page_count")


def test_however_often_it_is_tried_nothing_is_left_behind(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "FRESH", 0.0)

    async def test() -> None:
        async with serving(database) as tables:
            guests = await party(tables)
            log = await log_of(tables, guests.id)
            before = await asyncio.to_thread(_size, database)
            for _ in range(1000):
                await tables.store.check()
            assert await log_of(tables, guests.id) == log
            assert await asyncio.to_thread(_size, database) == before

    run(test())
    assert database.ask("select count(*) from entries where table_id = ''") == [(0,)]


def test_who_asks_again_and_again_has_hardly_anything_written(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            await tables.store.check()
            assert isinstance(tables.store, SqliteStore)
            before = tables.store._to_write.total_changes
            for _ in range(100):
                await tables.store.check()
            assert tables.store._to_write.total_changes <= before + 2, "one try, if a second has passed"

    run(test())


async def _refuses_and_recovers(tables: Tables, why: str, spoil: str, mend: str, do: Do) -> None:
    """While something is wrong nothing is done, and that is said; afterwards it is done as if nothing had been."""
    guests = await party(tables)
    await do(spoil)
    log = await log_of(tables, guests.id)
    assert await refused(guests.act(1, "code RRBB", "a")) == why
    for _ in range(2):
        assert await refused(tables.store.check()) == why
    assert await log_of(tables, guests.id) == log
    await do(mend)
    await tables.store.check()
    assert await guests.act(1, "code RRBB", "a") == len(log) + 1


def test_a_file_that_can_only_be_read_is_noticed_and_that_it_can_be_written_again(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            store = tables.store
            assert isinstance(store, SqliteStore)

            async def do(pragma: str) -> None:
                store._to_write.execute(pragma)

            spoil, mend = ("pragma query_only = on", "pragma query_only = off")
            await _refuses_and_recovers(tables, "storage-readonly", spoil, mend, do)

    run(test())


def test_a_database_that_can_only_be_read_is_noticed_though_nobody_plays(
    sqlite_file: SqliteFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "FRESH", 0.0)

    async def test() -> None:
        async with serving(sqlite_file) as tables:
            assert isinstance(tables.store, SqliteStore)
            await tables.store.check()
            tables.store._to_write.execute("pragma query_only = on")
            assert await refused(tables.store.check()) == "storage-readonly"

    run(test())


def test_a_postgresql_that_can_only_be_read_is_noticed_and_that_it_can_be_written_again(
    postgresql: Postgresql, shared: PostgresqlDatabase
) -> None:
    name = shared.ask("select current_database()")[0][0]

    async def test() -> None:
        async with serving(shared) as tables:

            async def do(setting: str) -> None:
                assert isinstance(tables.store, PostgresqlStore)
                assert tables.store._pool is not None
                await asyncio.to_thread(postgresql.ask, f"alter database {name} set {setting}")
                await tables.store._pool.expire_connections()  # what a database allows is settled when one connects

            spoil, mend = (f"default_transaction_read_only = {word}" for word in ("on", "off"))
            await _refuses_and_recovers(tables, "storage-readonly", spoil, mend, do)

    run(test())


def test_a_postgresql_that_is_full_is_noticed_and_that_there_is_room_again(shared: PostgresqlDatabase) -> None:
    shared.ask(FULL)

    async def test() -> None:
        async with serving(shared) as tables:

            async def do(sql: str) -> None:
                await asyncio.to_thread(shared.ask, sql)

            spoil = "create trigger full_disk before insert on entries execute function full()"
            await _refuses_and_recovers(tables, "storage-full", spoil, "drop trigger full_disk on entries", do)

    run(test())
