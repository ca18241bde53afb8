"""Health checks notice when entries cannot be stored and when they can again, and write almost nothing."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from keypeg.service.storage import health
from keypeg.service.storage.health import StorageHealth
from keypeg.service.storage.postgresql_store import PostgresqlStore
from keypeg.service.storage.sqlite_store import SqliteStore
from keypeg.service.table_service import TableService
from service.test_storage import FULL
from support.databases import Database, Postgresql, PostgresqlDatabase, SqliteFile
from support.service_harness import open_seated_table, read_log, refusal_code, run, serving

Do = Callable[[str], Awaitable[None]]
"""Executes a statement in a database."""


def test_a_recent_write_makes_a_trial_unnecessary() -> None:
    now = 0.0
    storage_health = StorageHealth(lambda: now)
    assert not storage_health.is_fresh
    storage_health.record_write(True)
    assert storage_health.is_fresh
    now += health.FRESH_SECONDS / 2
    assert storage_health.is_fresh
    storage_health.record_write(False)
    assert not storage_health.is_fresh
    storage_health.record_write(True)
    now += health.FRESH_SECONDS
    assert not storage_health.is_fresh
    assert not storage_health.has_failed


def _size(database: Database) -> list[tuple[object, ...]]:
    if database.shared:
        return database.ask("select pg_relation_size('keypeg_schema'), pg_relation_size('entries')")
    return database.ask("pragma page_count")


def test_trials_leave_nothing_behind(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "FRESH_SECONDS", 0.0)

    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables)
            log = await read_log(tables, seated.id)
            before = await asyncio.to_thread(_size, database)
            for _ in range(1000):
                await tables.store.check()
            assert await read_log(tables, seated.id) == log
            assert await asyncio.to_thread(_size, database) == before

    run(test())
    assert database.ask("select count(*) from entries where table_id = ''") == [(0,)]


def test_frequent_checks_write_almost_nothing(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            await tables.store.check()
            assert isinstance(tables.store, SqliteStore)
            before = tables.store._write_connection.total_changes
            for _ in range(100):
                await tables.store.check()
            assert tables.store._write_connection.total_changes <= before + 2, "one try, if a second has passed"

    run(test())


async def _refuses_and_recovers(tables: TableService, why: str, spoil: str, mend: str, do: Do) -> None:
    """While the database is spoiled, actions are refused; after it is mended, they succeed."""
    seated = await open_seated_table(tables)
    await do(spoil)
    log = await read_log(tables, seated.id)
    assert await refusal_code(seated.submit(1, "code RRBB", "a")) == why
    for _ in range(2):
        assert await refusal_code(tables.store.check()) == why
    assert await read_log(tables, seated.id) == log
    await do(mend)
    await tables.store.check()
    assert await seated.submit(1, "code RRBB", "a") == len(log) + 1


def test_a_read_only_file_is_noticed_and_so_is_its_recovery(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            store = tables.store
            assert isinstance(store, SqliteStore)

            async def do(pragma: str) -> None:
                store._write_connection.execute(pragma)

            spoil, mend = ("pragma query_only = on", "pragma query_only = off")
            await _refuses_and_recovers(tables, "storage-readonly", spoil, mend, do)

    run(test())


def test_a_read_only_database_is_noticed_though_nobody_plays(
    sqlite_file: SqliteFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "FRESH_SECONDS", 0.0)

    async def test() -> None:
        async with serving(sqlite_file) as tables:
            assert isinstance(tables.store, SqliteStore)
            await tables.store.check()
            tables.store._write_connection.execute("pragma query_only = on")
            assert await refusal_code(tables.store.check()) == "storage-readonly"

    run(test())


def test_a_read_only_postgresql_is_noticed_and_so_is_its_recovery(
    postgresql: Postgresql, shared: PostgresqlDatabase
) -> None:
    name = shared.ask("select current_database()")[0][0]

    async def test() -> None:
        async with serving(shared) as tables:

            async def do(setting: str) -> None:
                assert isinstance(tables.store, PostgresqlStore)
                assert tables.store._pool is not None
                await asyncio.to_thread(postgresql.ask, f"alter database {name} set {setting}")
                await tables.store._pool.expire_connections()  # the setting applies to new connections
                assert tables.store._writer is not None
                for connection in tables.store._writer._free:
                    connection.close()

            spoil, mend = (f"default_transaction_read_only = {word}" for word in ("on", "off"))
            await _refuses_and_recovers(tables, "storage-readonly", spoil, mend, do)

    run(test())


def test_a_full_postgresql_is_noticed_and_so_is_its_recovery(shared: PostgresqlDatabase) -> None:
    shared.ask(FULL)

    async def test() -> None:
        async with serving(shared) as tables:

            async def do(sql: str) -> None:
                await asyncio.to_thread(shared.ask, sql)

            spoil = "create trigger full_disk before insert on entries execute function full()"
            await _refuses_and_recovers(tables, "storage-full", spoil, "drop trigger full_disk on entries", do)

    run(test())
