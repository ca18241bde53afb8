"""Storage: what was stored stays, whatever happens to the disk, the database or the connection."""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from keypeg.service import entry_checks
from keypeg.service.errors import TableError
from keypeg.service.storage import migrations, postgresql_connection, sqlite_file
from keypeg.service.storage.postgresql_store import PostgresqlStore
from keypeg.service.storage.sqlite_store import SqliteStore
from keypeg.service.storage.store import DueTable, NewTable, TokenOwner, Write
from keypeg.service.table_service import TableService
from support.databases import Database, Postgresql, PostgresqlDatabase, SqliteFile
from support.played_table import free_port
from support.service_harness import actions_in, open_seated_table, read_log, refusal_code, run, serving, start_following
from support.stored_entries import append_entry


def ignore_growth(tables: object) -> None:
    """Ignore notifications."""


# The schema


def test_upgrade_creates_a_database_and_then_changes_nothing(tmp_path: Path, postgresql: Postgresql) -> None:
    newest = len(migrations.read_steps("sqlite"))
    file = tmp_path / "new" / "folder" / "tables.db"
    assert [sqlite_file.upgrade(file), sqlite_file.upgrade(file)] == [(0, newest), (newest, newest)]
    with postgresql.database("template1") as empty:
        newest = len(migrations.read_steps("postgresql"))
        assert run(_upgraded(empty.url)) == (0, newest)
        assert run(_upgraded(empty.url)) == (newest, newest)


async def _upgraded(url: str) -> tuple[int, int]:
    return await postgresql_connection.upgrade(url)


def test_simultaneous_upgrades_upgrade_once(tmp_path: Path, postgresql: Postgresql) -> None:
    newest = len(migrations.read_steps("sqlite"))
    for number in range(20):  # collisions are a matter of chance
        with ThreadPoolExecutor(4) as threads:
            versions = list(threads.map(sqlite_file.upgrade, [tmp_path / f"tables-{number}.db"] * 4))
        assert sorted(versions) == [(0, newest)] + [(newest, newest)] * 3

    async def test(url: str) -> list[tuple[int, int]]:
        return await asyncio.gather(*(_upgraded(url) for _ in range(4)))

    with postgresql.database("template1") as empty:
        newest = len(migrations.read_steps("postgresql"))
        assert sorted(run(test(empty.url))) == [(0, newest)] + [(newest, newest)] * 3


def _with_version(database: Database, steps: int) -> None:
    database.ask(f"update keypeg_schema set number = {steps}" if database.shared else f"pragma user_version = {steps}")


@pytest.mark.parametrize(("change", "why"), [(1, "schema-newer"), (-1, "schema-older")])
def test_a_database_of_another_version_is_refused(database: Database, change: int, why: str) -> None:
    _with_version(database, len(migrations.read_steps("postgresql" if database.shared else "sqlite")) + change)

    async def test() -> str:
        return await refusal_code(database.store().open(ignore_growth))

    assert run(test()) == why


def test_a_newer_database_is_not_downgraded(database: Database) -> None:
    _with_version(database, 99)

    async def test() -> object:
        if isinstance(database, PostgresqlDatabase):
            return await postgresql_connection.upgrade(database.url)
        assert isinstance(database, SqliteFile)
        return sqlite_file.upgrade(database.path)

    assert run(refusal_code(test())) == "schema-newer"


def test_an_empty_database_is_refused_until_it_is_upgraded(tmp_path: Path, postgresql: Postgresql) -> None:
    assert run(refusal_code(SqliteStore(tmp_path / "empty.db").open(ignore_growth))) == "schema-older"

    async def test(url: str) -> str:
        return await refusal_code(PostgresqlStore(url).open(ignore_growth))

    with postgresql.database("template1") as empty:
        assert run(test(empty.url)) == "schema-older"
        empty.ask("create table keypeg_schema (number integer not null)")
        assert run(test(empty.url)) == "schema-older"


# Databases that cannot be opened


def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_text("Dear diary, " * 1000)
    with pytest.raises(TableError) as caught:
        sqlite_file.upgrade(path)
    assert caught.value.code == "storage-not-database"
    assert run(refusal_code(SqliteStore(path).open(ignore_growth))) == "storage-not-database"
    assert path.read_text().startswith("Dear diary")


def test_a_folder_that_cannot_be_created_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(TableError) as caught:
        sqlite_file.upgrade(tmp_path / "file" / "tables.db")
    assert caught.value.code == "storage-no-folder"
    assert run(refusal_code(SqliteStore(tmp_path / "no" / "tables.db").open(ignore_growth))) == "storage-no-folder"


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("postgresql:///x?host=/nowhere", "storage-down"),
        ("postgresql://127.0.0.1:PORT/x", "storage-down"),
        ("postgresql://[x", "storage-url"),
    ],
)
def test_an_unreachable_database_is_refused(address: str, code: str) -> None:
    url = address.replace("PORT", str(free_port()))

    async def test() -> None:
        assert await refusal_code(PostgresqlStore(url).open(ignore_growth)) == code
        assert await refusal_code(postgresql_connection.upgrade(url)) == code

    run(test())


def test_a_file_is_served_by_one_process(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file):
            assert await refusal_code(sqlite_file.store().open(ignore_growth)) == "storage-in-use"
            sqlite_file.ask("select * from tables")  # it can still be copied
        async with serving(sqlite_file) as tables:
            await open_seated_table(tables)

    run(test())


# Entries and tables


def test_a_store_keeps_entries_in_order_and_each_number_once(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            store = tables.store
            await store.create(
                NewTable("new", False, 2, 1, 0, (b"{}", b'{"two":"\\u0000"}'), ((b"hash", TokenOwner(1)),))
            )
            assert await append_entry(store, Write("new", 3, '{"é":"漢🎲"}'.encode()))
            assert not await append_entry(store, Write("new", 3, b'{"three":"again"}'))
            assert not await append_entry(store, Write("new", 1, b"{}", due_at=77, seats_open=1))
            assert await store.read("new", 0) == [b"{}", b'{"two":"\\u0000"}', '{"é":"漢🎲"}'.encode()]
            assert await store.read("new", 2) == ['{"é":"漢🎲"}'.encode()]
            assert await store.read("other", 0) == []
            assert await store.find_token_owner("new", b"hash") == TokenOwner(1)
            assert await store.find_token_owner("new", b"other") is None
            await store.check()

    run(test())
    assert database.ask("select seats_open, due_at from tables") == [(2, 0)], "what was not stored has changed nothing"


def test_due_tables_are_listed_in_the_order_of_waiting(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            store = tables.store
            for name, due_at in (("a", 300), ("b", 100), ("c", 0), ("d", 200), ("e", 400)):
                await store.create(NewTable(name, False, 0, 1, due_at, (b"{}",), ()))
            assert await store.list_due_tables(300, 10) == [(100, "b"), (200, "d"), (300, "a")]
            assert await store.list_due_tables(300, 2) == [(100, "b"), (200, "d")]
            assert await store.list_due_tables(300, 2, DueTable(200, "d")) == [(300, "a")]
            assert await store.list_due_tables(300, 2, DueTable(100, "a")) == [(100, "b"), (200, "d")]
            await append_entry(store, Write("b", 2, b"{}", due_at=0))
            await append_entry(store, Write("c", 2, b"{}", due_at=50))
            assert await store.list_due_tables(300, 10) == [(50, "c"), (200, "d"), (300, "a")]

    run(test())


def test_an_existing_table_is_not_created_again(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            new = NewTable("same", False, 0, 1, 0, (b"{}",), ())
            await tables.store.create(new)
            assert await refusal_code(tables.store.create(new._replace(bodies=(b'"other"',)))) == "storage-down"
            assert await tables.store.read("same", 0) == [b"{}"]
            assert await append_entry(tables.store, Write("same", 2, b"{}"))

    run(test())


def test_closing_a_store_finishes_pending_writes(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            await tables.store.create(EMPTY_TABLE)
            sent = [asyncio.ensure_future(append_entry(tables.store, Write("t", n, b"{}"))) for n in range(1, 1201)]
            await asyncio.sleep(0)
            await tables.store.close()
            assert all(await asyncio.gather(*sent))
            assert await refusal_code(_append(tables, Write("late", 1, b"{}"))) == "stopping"
            tables.store.close = _nothing  # type: ignore[method-assign]

    run(test())
    assert database.ask("select count(*) from entries") == [(1200,)]


EMPTY_TABLE = NewTable("t", False, 0, 1, 0, (), ())


async def _nothing() -> None:
    pass


def test_an_entry_that_no_database_accepts_is_refused(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            await tables.store.create(EMPTY_TABLE)
            for odd in (Write("t", 2**70, b"{}"), Write("\0\ud800", 1, b"{}")):
                assert await refusal_code(_append(tables, odd)) == "storage-down"
            assert await _append(tables, Write("t", 1, b"{}"))

    run(test())


async def _append(tables: TableService, write: Write) -> bool:
    return await append_entry(tables.store, write)


# A full disk


def test_a_full_disk_is_reported_and_nothing_is_lost(sqlite_file: SqliteFile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry_checks, "MAX_PROPOSALS", 200)
    monkeypatch.setattr(entry_checks, "MAX_CHANGES", 200)

    async def test() -> None:
        async with serving(sqlite_file) as tables:
            seated = await open_seated_table(tables)
            reader = await start_following(tables, seated.id, 2)
            await seated.play("1 code RRBB")
            store = tables.store
            assert isinstance(store, SqliteStore)
            pages = store._write_connection.execute("pragma page_count").fetchone()[0]
            store._write_connection.execute(f"pragma max_page_count = {pages}")
            done, codes = seated.table.entry_count, set()
            for number in range(200):
                codes.add(await code_of_change(tables, seated.id, number))
            assert codes == {"", "storage-full"}
            assert await refusal_code(tables.open("classic", "A" * 40)) == "storage-full" or done
            log = await read_log(tables, seated.id)
            assert await refusal_code(seated.submit(2, "guess YYYY", "k" * 190)) == "storage-full"
            assert await read_log(tables, seated.id) == log
            store._write_connection.execute("pragma max_page_count = 100000")
            number = await seated.submit(2, "guess YYYY", "k" * 190)
            assert number == len(log) + 1
            await reader.wait_for(number)
            assert reader.numbers == list(range(5, number + 1))
            reader.stop()

    async def code_of_change(tables: TableService, name: str, seconds: int) -> str:
        try:
            await tables.set_turn_limit(name, 1, seconds)
        except TableError as error:
            return error.code
        return ""

    run(test())
    assert sqlite_file.ask("pragma integrity_check") == [("ok",)]


def test_a_full_disk_of_postgresql_is_reported(shared: PostgresqlDatabase) -> None:
    shared.ask(FULL)

    async def test() -> None:
        async with serving(shared) as tables:
            seated = await open_seated_table(tables)
            await asyncio.to_thread(
                shared.ask, "create trigger full_disk before insert on entries execute function full()"
            )
            assert await refusal_code(seated.submit(1, "code RRBB", "a")) == "storage-full"
            assert await refusal_code(tables.open("classic", "Ben")) == "storage-full"
            await asyncio.to_thread(shared.ask, "drop trigger full_disk on entries")
            assert await seated.submit(1, "code RRBB", "a") == 6

    run(test())
    assert shared.ask("select count(*) from tables") == [(1,)]


FULL = """
create function full() returns trigger language plpgsql as
$$ begin raise exception 'no space left on device' using errcode = 'disk_full'; end $$
"""


# A database that fails


def test_a_stopped_database_is_reported_and_play_resumes_when_it_is_started(
    postgresql: Postgresql, shared: PostgresqlDatabase
) -> None:
    async def test() -> None:
        async with serving(shared) as first, serving(shared) as second:
            seated = await open_seated_table(first)
            readers = [
                await start_following(tables, seated.id, seat) for tables in (first, second) for seat in (1, None)
            ]
            await seated.play("1 code RRBB")
            await asyncio.to_thread(postgresql.stop)
            for tables in (first, second):
                assert await refusal_code(seated.submit(2, "guess YYYY", "a", tables)) == "storage-down"
                assert await refusal_code(tables.open("classic", "Ann")) == "storage-down"
                assert await refusal_code(tables.store.check()) == "storage-down"
                assert await refusal_code(tables.load_current(seated.id)) == "storage-down"
                assert await refusal_code(tables.load("unknown")) == "storage-down"
            assert seated.table.entry_count == 6
            await asyncio.to_thread(postgresql.start)
            number = await seated.submit(2, "guess YYYY", "a", second)
            assert number == await seated.submit(2, "guess YYYY", "a", first) == 7
            for reader in readers:
                await reader.wait_for(7)
                assert reader.numbers == [5, 6, 7]
                reader.stop()
            assert actions_in(await read_log(first, seated.id)) == [(1, "code RRBB"), (2, "guess YYYY")]

    run(test())


def test_a_store_can_be_closed_while_its_database_is_down(postgresql: Postgresql, shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with serving(shared) as tables:
            seated = await open_seated_table(tables)
            await asyncio.to_thread(postgresql.stop)
            sent = asyncio.ensure_future(seated.submit(1, "code RRBB", "a"))
            await asyncio.sleep(0)
            assert await refusal_code(_await_result(sent)) == "storage-down"

    run(test())


async def _await_result(sent: "asyncio.Future[int]") -> int:
    return await sent


def test_a_database_that_does_not_respond_counts_as_down(
    shared: PostgresqlDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keypeg.service.storage.postgresql_store.STATEMENT_SECONDS", 0.2)

    async def test() -> None:
        async with serving(shared) as tables, serving(shared) as other:
            seated = await open_seated_table(tables)
            store = other.store
            assert isinstance(store, PostgresqlStore)
            assert store._pool is not None
            async with store._pool.acquire() as connection, connection.transaction():
                await connection.execute("lock table entries in exclusive mode")
                assert await refusal_code(seated.submit(1, "code RRBB", "a")) == "storage-down"
            assert await seated.submit(1, "code RRBB", "a") == 6

    run(test())


def test_waiting_for_a_connection_has_a_time_limit(shared: PostgresqlDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keypeg.service.storage.postgresql_connection.CONNECT_SECONDS", 0.3)

    async def test() -> None:
        async with serving(shared) as tables:
            seated = await open_seated_table(tables)
            store = tables.store
            assert isinstance(store, PostgresqlStore)
            assert store._pool is not None
            connections = [await store._pool.acquire() for _ in range(store._pool.get_max_size())]
            assert await seated.submit(1, "code RRBB", "a") == 6, "entries have a connection of their own"
            assert await refusal_code(tables.load_current(seated.id)) == "storage-down"
            for connection in connections:
                await store._pool.release(connection)
            assert (await tables.load_current(seated.id)).table.entry_count == 6

    run(test())


def test_a_silently_lost_connection_is_noticed(shared: PostgresqlDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keypeg.service.storage.postgresql_notifications.HEARTBEAT_SECONDS", 0.05)

    async def test() -> None:
        async with serving(shared) as first, serving(shared) as second:
            seated = await open_seated_table(first)
            reader = await start_following(second, seated.id, 1)
            await asyncio.sleep(0.2)
            await seated.play("1 code RRBB")
            await reader.wait_for(6)
            reader.stop()

    run(test())


def test_a_file_that_becomes_unreadable_is_reported(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            store = tables.store
            assert isinstance(store, SqliteStore)
            await store.create(EMPTY_TABLE)
            sqlite_file.ask("alter table entries rename to elsewhere")
            assert await refusal_code(tables.load("table")) == "storage-down"
            assert await refusal_code(_append(tables, Write("t", 1, b"{}"))) == "storage-down"
            sqlite_file.ask("alter table elsewhere rename to entries")
            assert await _append(tables, Write("t", 1, b"{}"))

    run(test())


def test_a_full_disk_and_a_broken_database_are_different_errors() -> None:
    assert sqlite_file.table_error(sqlite3.OperationalError("database or disk is full")).code == "storage-full"
    assert sqlite_file.table_error(sqlite3.OperationalError("disk I/O error")).code == "storage-down"
