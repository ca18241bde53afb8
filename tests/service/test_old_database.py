"""Databases written by earlier versions are upgraded, read as they were, and played on.

Each file in `data` was written by the version of the commit in its name, and then vacuumed to be small. Their contents
are also copied into a PostgreSQL that has the schema of that time.

- `tables-0a74066.sqlite` holds a match in play with a seat link, a table with a bot that waits for the host, a finished
  match with its rematch, and a table for the daily code.
- `tables-ccba462.sqlite` was written just before stored fields got other names. It holds a match in play with a seat
  link, against a bot of the lowest level, and a finished match against such a bot with its rematch. The host of the
  first has a name that looks like a field: Zoë "guest":7,
"""

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from keypeg.players.bot_names import bot_name
from keypeg.players.registry import LEVELS
from keypeg.records.record import write_record
from keypeg.service import entries
from keypeg.service.storage import migrations, postgresql_connection, sqlite_file
from keypeg.service.table_service import TableService
from support.command import accepted, run_here
from support.databases import Database, Postgresql, PostgresqlDatabase, SqliteFile
from support.service_harness import Clock, actions_in, fixed_sources, read_log, run, scheduling, serving, until

DATA = Path(__file__).parent / "data"

OLD_FILE = DATA / "tables-0a74066.sqlite"

BEFORE_RENAMING = DATA / "tables-ccba462.sqlite"

LOWEST_LEVEL = LEVELS[0]

OLD_VERSION = 2
"""The version of the schema of both files."""

LAST_ENTRY_MS = 1_700_000_021_000
"""When the last entry was written."""

IN_PLAY, WAITING, FINISHED, REMATCH, DAILY = (f"table{number}" for number in range(1, 6))
"""The tables in the first file."""

HOST_TOKEN, BEN_TOKEN, LINK_KEY = "token3", "token4", "token5"
"""The tokens of the two players in play in the first file, and the key of the link to seat 2."""


def upgraded_copy(path: Path, folder: Path) -> SqliteFile:
    copy = folder / "tables.sqlite"
    shutil.copy(path, copy)
    return SqliteFile(copy)


def copy_to_postgresql(path: Path, database: PostgresqlDatabase) -> None:
    """Copy an old file into an empty PostgreSQL with the schema of that time, and upgrade it."""

    async def copy() -> None:
        connection = await asyncpg.connect(database.url)
        try:
            for step in migrations.read_steps("postgresql")[:OLD_VERSION]:
                await connection.execute(step)
            await connection.execute("create table keypeg_schema (number integer not null)")
            await connection.execute("insert into keypeg_schema values ($1)", OLD_VERSION)
            for name in ("tables", "entries", "tokens", "links"):
                rows = file.execute(f"select * from {name}").fetchall()
                if name == "tables":
                    rows = [(row[0], bool(row[1]), *row[2:]) for row in rows]
                await connection.copy_records_to_table(name, records=rows)
        finally:
            await connection.close()
        assert await postgresql_connection.upgrade(database.url) == (
            OLD_VERSION,
            len(migrations.read_steps("postgresql")),
        )

    with closing(sqlite3.connect(path)) as file:
        asyncio.run(copy())


@pytest.fixture
def empty_postgresql(postgresql: Postgresql) -> Iterator[PostgresqlDatabase]:
    with postgresql.database(template="template1") as database:
        yield database


@pytest.fixture(params=["sqlite", "postgresql"])
def old_database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """A copy of the first file, upgraded, in a database of either kind."""
    return upgraded(request, OLD_FILE, tmp_path)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_before_renaming(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """A copy of the second file, upgraded, in a database of either kind."""
    return upgraded(request, BEFORE_RENAMING, tmp_path)


def upgraded(request: pytest.FixtureRequest, path: Path, folder: Path) -> Database:
    if request.param == "sqlite":
        return upgraded_copy(path, folder)
    database: PostgresqlDatabase = request.getfixturevalue("empty_postgresql")
    copy_to_postgresql(path, database)
    return database


@pytest.mark.parametrize("path", [OLD_FILE, BEFORE_RENAMING], ids=lambda path: path.stem)
def test_an_old_database_is_upgraded_by_the_command(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "tables.sqlite"
    shutil.copy(path, copy)
    with closing(sqlite3.connect(copy)) as connection:
        assert sqlite_file.read_version(connection) == OLD_VERSION
    command = ("db", "upgrade", "--database", str(copy))
    latest = len(migrations.read_steps("sqlite"))
    assert f"version {latest}" in accepted(run_here(monkeypatch, capsys, command, ""))
    assert sqlite_file.upgrade(copy) == (latest, latest)


@pytest.mark.parametrize("path", [OLD_FILE, BEFORE_RENAMING], ids=lambda path: path.stem)
def test_its_entries_are_written_as_this_version_writes_them(path: Path, tmp_path: Path) -> None:
    bodies = [body for (body,) in upgraded_copy(path, tmp_path).ask("select body from entries")]
    assert [entries.encode(entries.decode(body)) for body in bodies] == bodies


def test_the_old_file_has_every_kind_of_entry(tmp_path: Path) -> None:
    bodies = [body for (body,) in upgraded_copy(OLD_FILE, tmp_path).ask("select body from entries")]
    assert len(bodies) == 31
    assert {entries.decode(body).__class__ for body in bodies} == set(entries.EntryBase.__subclasses__())


def test_both_kinds_of_database_are_upgraded_alike(tmp_path: Path, empty_postgresql: PostgresqlDatabase) -> None:
    sql = "select table_id, number, body from entries order by table_id, number"
    copy_to_postgresql(BEFORE_RENAMING, empty_postgresql)
    assert upgraded_copy(BEFORE_RENAMING, tmp_path).ask(sql) == empty_postgresql.ask(sql)


def test_its_match_is_played_on(old_database: Database) -> None:
    async def test() -> None:
        async with serving(old_database, fixed_sources(Clock(LAST_ENTRY_MS))) as tables:
            live_table = await tables.load(IN_PLAY)
            table = live_table.table
            assert table.players == ["Ann", "Ben"]
            assert (table.open_entry.public, table.open_entry.hints, table.turn_limit) == (True, True, 86_400)
            assert list(table.waiting_since) == [2]
            host = await tables.seat_tokens.find_player(IN_PLAY, HOST_TOKEN, 1)
            ben = await tables.seat_tokens.find_player(IN_PLAY, BEN_TOKEN, 2)
            assert (host, ben) == (1, 2)
            assert await tables.submit_action(live_table, ben, 2, "guess RRBB", "c") == 9, "its keys are remembered"
            assert await tables.submit_action(live_table, ben, 2, "guess RRBY", "d") == 10
            assert await tables.submit_action(live_table, ben, 2, "code GGGG", "e") == 11
            assert await tables.submit_action(live_table, host, 1, "resign", "f") == 12
            assert table.is_over
            assert [reveal.code for reveal in table.secrets.reveals] == ["RRBY", "GGGG"]
            assert actions_in(await read_log(tables, IN_PLAY))[:2] == [(1, "code RRBY"), (2, "guess RBYG")]

    run(test())


def test_its_seat_link_works(old_database: Database) -> None:
    async def test() -> None:
        async with serving(old_database, fixed_sources(Clock(LAST_ENTRY_MS))) as tables:
            table = (await tables.load(IN_PLAY)).table
            moved = await tables.seat_tokens.use_link(table, 2, LINK_KEY)
            assert await tables.seat_tokens.find_player(IN_PLAY, moved.token, 2) == 2

    run(test())


def test_its_other_tables_are_read(old_database: Database) -> None:
    async def test() -> None:
        async with serving(old_database, fixed_sources(Clock(LAST_ENTRY_MS))) as tables:
            await check_other_tables(tables)
            assert await tables.begin(WAITING, 1) == 6

    run(test())


async def check_other_tables(tables: TableService) -> None:
    waiting, finished, rematch, daily = [
        (await tables.load(table_id)).table for table_id in (WAITING, FINISHED, REMATCH, DAILY)
    ]
    assert (waiting.bots, waiting.begun_at) == ({2: "casual"}, None)
    assert (finished.is_over, finished.rematch_id, rematch.open_entry.rematch_of) == (True, REMATCH, FINISHED)
    assert "guess RRBY" in write_record(finished.to_record())
    assert (daily.open_entry.day, daily.bots, list(daily.waiting_since)) == ("2026-11-16", {1: "casual"}, [2])


def test_its_due_table_is_found(old_database: Database) -> None:
    async def test() -> list[str]:
        async with serving(old_database) as tables:
            return [due.table_id for due in await tables.store.list_due_tables(2 * LAST_ENTRY_MS, 10)]

    assert run(test()) == [IN_PLAY]


def test_a_match_against_a_bot_is_played_on(database_before_renaming: Database) -> None:
    async def test() -> None:
        async with serving(database_before_renaming, fixed_sources(Clock(LAST_ENTRY_MS))) as tables:
            live_table = await tables.load("table1")
            table = live_table.table
            assert (table.players, table.bots) == (['Zoë "guest":7,'], {1: LOWEST_LEVEL})
            assert (table.open_entry.hints, table.turn_limit, list(table.waiting_since)) == (True, 86_400, [2])
            host = await tables.seat_tokens.find_player("table1", "token3", 2)
            assert await tables.submit_action(live_table, host, 2, "guess RRBB", "a") == 6, "its keys are remembered"
            async with scheduling(tables):
                assert await tables.submit_action(live_table, host, 2, "guess YYYY", "b") == 7
                assert table.require_state().round.number == 2
                assert await tables.submit_action(live_table, host, 2, "code RRBY", "c") == 8
                await until(lambda: table.entry_count > 8)
            log = actions_in(await read_log(tables, "table1"))
            assert log[:2] == [(1, "code YYYY"), (2, "guess RRBB")]
            seat, action = log[4]
            assert (seat, action.split()[0]) == (1, "guess"), "the bot continues"

    run(test())


def test_a_rematch_against_a_bot_is_read(database_before_renaming: Database) -> None:
    async def test() -> None:
        async with serving(database_before_renaming, fixed_sources(Clock(LAST_ENTRY_MS))) as tables:
            finished, rematch = [(await tables.load(table_id)).table for table_id in ("table2", "table3")]
            assert (finished.is_over, finished.rematch_id, rematch.open_entry.rematch_of) == (True, "table3", "table2")
            bot = (bot_name(LOWEST_LEVEL, 2), LOWEST_LEVEL)
            assert [occupant and (occupant.name, occupant.level) for occupant in rematch.occupants] == [
                ("Dan", ""),
                bot,
            ]
            moved = await tables.seat_tokens.use_link((await tables.load("table1")).table, 2, "token4")
            assert await tables.seat_tokens.find_player("table1", moved.token, 2) == 1

    run(test())
