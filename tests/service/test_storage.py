"""Keeping logs: what was kept is there, whatever happens to the disk, the database or the connection."""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from keypeg.service import migrations, postgresql, sqlite
from keypeg.service.errors import TableError
from keypeg.service.ports import Due, NewTable, Write
from keypeg.service.postgresql import PostgresqlStore
from keypeg.service.sqlite import SqliteStore
from keypeg.service.table_service import Tables
from support.databases import Database, Postgresql, PostgresqlDatabase, SqliteFile
from support.table_house import actions, following, log_of, party, refused, run, serving


def unheard(tables: object) -> None:
    """Nobody listens."""


# The schema


def test_a_database_is_made_from_nothing_and_then_left_as_it_is(tmp_path: Path, postgresql: Postgresql) -> None:
    known = len(migrations.steps("sqlite"))
    file = tmp_path / "new" / "folder" / "tables.db"
    assert [sqlite.upgrade(file), sqlite.upgrade(file)] == [(0, known), (known, known)]
    with postgresql.database("template1") as empty:
        known = len(migrations.steps("postgresql"))
        assert run(_upgraded(empty.url)) == (0, known)
        assert run(_upgraded(empty.url)) == (known, known)


async def _upgraded(url: str) -> tuple[int, int]:
    return await postgresql.upgrade(url)


def test_those_who_upgrade_at_once_upgrade_once(tmp_path: Path, postgresql: Postgresql) -> None:
    known = len(migrations.steps("sqlite"))
    for number in range(20):  # who comes in the way of another is a matter of chance
        with ThreadPoolExecutor(4) as threads:
            found = list(threads.map(sqlite.upgrade, [tmp_path / f"tables-{number}.db"] * 4))
        assert sorted(found) == [(0, known)] + [(known, known)] * 3

    async def test(url: str) -> list[tuple[int, int]]:
        return await asyncio.gather(*(_upgraded(url) for _ in range(4)))

    with postgresql.database("template1") as empty:
        known = len(migrations.steps("postgresql"))
        assert sorted(run(test(empty.url))) == [(0, known)] + [(known, known)] * 3


def _with_version(database: Database, steps: int) -> None:
    database.ask(f"update keypeg_schema set number = {steps}" if database.shared else f"pragma user_version = {steps}")


@pytest.mark.parametrize(("change", "why"), [(1, "schema-newer"), (-1, "schema-older")])
def test_a_database_of_another_version_is_refused(database: Database, change: int, why: str) -> None:
    _with_version(database, len(migrations.steps("postgresql" if database.shared else "sqlite")) + change)

    async def test() -> str:
        return await refused(database.store().open(unheard))

    assert run(test()) == why


def test_a_newer_database_is_not_made_older(database: Database) -> None:
    _with_version(database, 99)

    async def test() -> object:
        if isinstance(database, PostgresqlDatabase):
            return await postgresql.upgrade(database.url)
        assert isinstance(database, SqliteFile)
        return sqlite.upgrade(database.path)

    assert run(refused(test())) == "schema-newer"


def test_an_empty_database_is_refused_until_it_is_upgraded(tmp_path: Path, postgresql: Postgresql) -> None:
    assert run(refused(SqliteStore(tmp_path / "empty.db").open(unheard))) == "schema-older"

    async def test(url: str) -> str:
        return await refused(PostgresqlStore(url).open(unheard))

    with postgresql.database("template1") as empty:
        assert run(test(empty.url)) == "schema-older"
        empty.ask("create table keypeg_schema (number integer not null)")
        assert run(test(empty.url)) == "schema-older"


# What cannot be opened


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_text("Dear diary, " * 1000)
    with pytest.raises(TableError, match="cannot be reached"):
        sqlite.upgrade(path)
    assert run(refused(SqliteStore(path).open(unheard))) == "storage-down"
    assert path.read_text().startswith("Dear diary")


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(TableError, match="cannot be reached"):
        sqlite.upgrade(tmp_path / "file" / "tables.db")
    assert run(refused(SqliteStore(tmp_path / "no" / "tables.db").open(unheard))) == "storage-down"


@pytest.mark.parametrize("url", ["postgresql:///x?host=/nowhere", "postgresql://127.0.0.1:1/x", "postgresql://[x"])
def test_a_database_that_is_not_there_is_refused(url: str) -> None:
    async def test() -> None:
        assert await refused(PostgresqlStore(url).open(unheard)) == "storage-down"
        assert await refused(postgresql.upgrade(url)) == "storage-down"

    run(test())


def test_a_file_is_served_by_one_process(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file):
            assert await refused(sqlite_file.store().open(unheard)) == "storage-in-use"
            sqlite_file.ask("select * from tables")  # whoever makes a copy can read it
        async with serving(sqlite_file) as tables:
            await party(tables)

    run(test())


# What is kept


def test_a_store_keeps_entries_in_order_and_each_number_once(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            store = tables.store
            await store.create(NewTable("new", False, 2, 1, 0, (b"{}", b'{"two":"\\u0000"}'), ((b"hash", 1),)))
            assert await store.append(Write("new", 3, '{"é":"漢🎲"}'.encode()))
            assert not await store.append(Write("new", 3, b'{"three":"again"}'))
            assert not await store.append(Write("new", 1, b"{}", wake=77, seats_open=1))
            assert await store.read("new", 0) == [b"{}", b'{"two":"\\u0000"}', '{"é":"漢🎲"}'.encode()]
            assert await store.read("new", 2) == ['{"é":"漢🎲"}'.encode()]
            assert await store.read("other", 0) == []
            assert await store.holder_of("new", b"hash") == (1, 0)
            assert await store.holder_of("new", b"other") is None
            await store.check()

    run(test())
    assert database.ask("select seats_open, wake from tables") == [(2, 0)], "what was not kept has changed nothing"


def test_tables_are_due_in_the_order_in_which_they_wait(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            store = tables.store
            for name, wake in (("a", 300), ("b", 100), ("c", 0), ("d", 200), ("e", 400)):
                await store.create(NewTable(name, False, 0, 1, wake, (b"{}",), ()))
            assert await store.due(300, 10) == [(100, "b"), (200, "d"), (300, "a")]
            assert await store.due(300, 2) == [(100, "b"), (200, "d")]
            assert await store.due(300, 2, Due(200, "d")) == [(300, "a")]
            assert await store.due(300, 2, Due(100, "a")) == [(100, "b"), (200, "d")]
            await store.append(Write("b", 2, b"{}", wake=0))
            await store.append(Write("c", 2, b"{}", wake=50))
            assert await store.due(300, 10) == [(50, "c"), (200, "d"), (300, "a")]

    run(test())


def test_a_table_that_is_there_already_is_not_made_again(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            new = NewTable("same", False, 0, 1, 0, (b"{}",), ())
            await tables.store.create(new)
            assert await refused(tables.store.create(new._replace(bodies=(b'"other"',)))) == "storage-down"
            assert await tables.store.read("same", 0) == [b"{}"]
            assert await tables.store.append(Write("same", 2, b"{}"))

    run(test())


def test_what_is_under_way_when_a_store_is_closed_is_kept(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            sent = [asyncio.ensure_future(tables.store.append(Write(f"t{n}", 1, b"{}"))) for n in range(1200)]
            await asyncio.sleep(0)
            await tables.store.close()
            assert all(await asyncio.gather(*sent))
            with pytest.raises(TableError, match="being stopped"):
                await tables.store.append(Write("late", 1, b"{}"))
            tables.store.close = _nothing  # type: ignore[method-assign]

    run(test())
    assert database.ask("select count(*) from entries") == [(1200,)]


async def _nothing() -> None:
    pass


def test_nobody_waits_for_ever_for_an_entry_that_no_database_can_take(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            for odd in (Write("t", 2**70, b"{}"), Write("\0\ud800", 1, b"{}")):
                assert await refused(_kept(tables, odd)) == "storage-down"
            assert await _kept(tables, Write("t", 1, b"{}"))

    run(test())


async def _kept(tables: Tables, write: Write) -> bool:
    return await tables.store.append(write)


# A full disk


def test_a_full_disk_is_told_and_nothing_is_lost(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            guests = await party(tables)
            reader = await following(tables, guests.id, 2)
            await guests.does("1 code RRBB")
            store = tables.store
            assert isinstance(store, SqliteStore)
            pages = store._to_write.execute("pragma page_count").fetchone()[0]
            store._to_write.execute(f"pragma max_page_count = {pages}")
            done, codes = guests.table.number, set()
            for number in range(200):
                codes.add(await refused_or_done(tables, guests.id, number))
            assert codes == {"", "storage-full"}
            assert await refused(tables.open("classic", "A" * 40)) == "storage-full" or done
            log = await log_of(tables, guests.id)
            assert await refused(guests.act(2, "guess YYYY", "k" * 190)) == "storage-full"
            assert await log_of(tables, guests.id) == log
            store._to_write.execute("pragma max_page_count = 100000")
            number = await guests.act(2, "guess YYYY", "k" * 190)
            assert number == len(log) + 1
            await reader.reads(number)
            assert reader.numbers == list(range(5, number + 1))
            reader.stop()

    async def refused_or_done(tables: Tables, name: str, seconds: int) -> str:
        try:
            await tables.limit(name, 1, seconds)
        except TableError as error:
            return error.code
        return ""

    run(test())
    assert sqlite_file.ask("pragma integrity_check") == [("ok",)]


def test_a_disk_that_is_full_on_postgresql_is_told(shared: PostgresqlDatabase) -> None:
    shared.ask(FULL)

    async def test() -> None:
        async with serving(shared) as tables:
            guests = await party(tables)
            await asyncio.to_thread(
                shared.ask, "create trigger full_disk before insert on entries execute function full()"
            )
            assert await refused(guests.act(1, "code RRBB", "a")) == "storage-full"
            assert await refused(tables.open("classic", "Ben")) == "storage-full"
            await asyncio.to_thread(shared.ask, "drop trigger full_disk on entries")
            assert await guests.act(1, "code RRBB", "a") == 6

    run(test())
    assert shared.ask("select count(*) from tables") == [(1,)]


FULL = """
create function full() returns trigger language plpgsql as
$$ begin raise exception 'no space left on device' using errcode = 'disk_full'; end $$
"""


# A database that goes away


def test_a_database_that_is_stopped_is_told_and_goes_on_when_it_is_started(
    postgresql: Postgresql, shared: PostgresqlDatabase
) -> None:
    async def test() -> None:
        async with serving(shared) as here, serving(shared) as there:
            guests = await party(here)
            readers = [await following(tables, guests.id, seat) for tables in (here, there) for seat in (1, None)]
            await guests.does("1 code RRBB")
            await asyncio.to_thread(postgresql.stop)
            for tables in (here, there):
                assert await refused(guests.act(2, "guess YYYY", "a", tables)) == "storage-down"
                assert await refused(tables.open("classic", "Ann")) == "storage-down"
                assert await refused(tables.store.check()) == "storage-down"
                assert await refused(tables.fresh(guests.id)) == "storage-down"
                assert await refused(tables.live("unknown")) == "storage-down"
            assert guests.table.number == 6
            await asyncio.to_thread(postgresql.start)
            number = await guests.act(2, "guess YYYY", "a", there)
            assert number == await guests.act(2, "guess YYYY", "a", here) == 7
            for reader in readers:
                await reader.reads(7)
                assert reader.numbers == [5, 6, 7]
                reader.stop()
            assert actions(await log_of(here, guests.id)) == [(1, "code RRBB"), (2, "guess YYYY")]

    run(test())


def test_a_store_can_be_closed_while_its_database_is_gone(postgresql: Postgresql, shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with serving(shared) as tables:
            guests = await party(tables)
            await asyncio.to_thread(postgresql.stop)
            sent = asyncio.ensure_future(guests.act(1, "code RRBB", "a"))
            await asyncio.sleep(0)
            assert await refused(_waited(sent)) == "storage-down"

    run(test())


async def _waited(sent: "asyncio.Future[int]") -> int:
    return await sent


def test_a_database_that_does_not_answer_counts_as_down(
    shared: PostgresqlDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keypeg.service.postgresql.LONGEST_STATEMENT", 0.2)

    async def test() -> None:
        async with serving(shared) as tables, serving(shared) as other:
            guests = await party(tables)
            store = other.store
            assert isinstance(store, PostgresqlStore)
            assert store._pool is not None
            async with store._pool.acquire() as connection, connection.transaction():
                await connection.execute("lock table entries in exclusive mode")
                assert await refused(guests.act(1, "code RRBB", "a")) == "storage-down"
            assert await guests.act(1, "code RRBB", "a") == 6

    run(test())


def test_those_who_wait_for_a_connection_do_not_wait_for_ever(
    shared: PostgresqlDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keypeg.service.postgresql.PATIENCE", 0.3)

    async def test() -> None:
        async with serving(shared) as tables:
            guests = await party(tables)
            store = tables.store
            assert isinstance(store, PostgresqlStore)
            assert store._pool is not None
            held = [await store._pool.acquire() for _ in range(store._pool.get_max_size())]
            assert await refused(guests.act(1, "code RRBB", "a")) == "storage-down"
            for connection in held:
                await store._pool.release(connection)
            assert await guests.act(1, "code RRBB", "a") == 6

    run(test())


def test_a_connection_that_is_lost_without_a_word_is_noticed(
    shared: PostgresqlDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keypeg.service.postgresql.HEARTBEAT", 0.05)

    async def test() -> None:
        async with serving(shared) as here, serving(shared) as there:
            guests = await party(here)
            reader = await following(there, guests.id, 1)
            await asyncio.sleep(0.2)
            await guests.does("1 code RRBB")
            await reader.reads(6)
            reader.stop()

    run(test())


def test_a_file_that_cannot_be_read_any_more_is_told(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            store = tables.store
            assert isinstance(store, SqliteStore)
            sqlite_file.ask("alter table entries rename to elsewhere")
            assert await refused(tables.live("table")) == "storage-down"
            assert await refused(_kept(tables, Write("t", 1, b"{}"))) == "storage-down"
            sqlite_file.ask("alter table elsewhere rename to entries")
            assert await _kept(tables, Write("t", 1, b"{}"))

    run(test())


def test_what_is_wrong_with_a_disk_is_told_apart_from_what_is_wrong_with_a_database() -> None:
    assert sqlite._refusal(sqlite3.OperationalError("database or disk is full")).code == "storage-full"
    assert sqlite._refusal(sqlite3.OperationalError("disk I/O error")).code == "storage-down"
