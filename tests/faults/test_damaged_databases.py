"""Damaged databases: what is damaged is found and named, and everything else is served."""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from keypeg.service import entries
from keypeg.service.errors import TableError
from keypeg.service.maintenance.log_check import check_database, set_damaged_aside
from keypeg.service.maintenance.log_replay import Damage
from keypeg.service.storage.sqlite_store import SqliteStore
from keypeg.service.storage.store import MaintainedStore
from keypeg.service.table_service import TableService
from support.command import answered_no
from support.command import run as run_command
from support.databases import Database, Postgresql, PostgresqlDatabase, SqliteFile, postgresql_server
from support.killable_server import KillableServer
from support.service_harness import open_seated_table, refusal_code, run, serving

pytestmark = pytest.mark.no_cover

FILLED_TABLES = 40
"""So many that each has pages of its own."""


@pytest.fixture(scope="module")
def postgresql() -> Iterator[Postgresql]:
    with postgresql_server() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    if request.param == "sqlite":
        yield SqliteFile(tmp_path / "tables.sqlite")
        return
    server: Postgresql = request.getfixturevalue("postgresql")
    with server.database() as new:
        yield new


async def open_tables(tables: TableService, count: int) -> list[str]:
    """Open tables in play; return their ids."""
    opened = []
    for _ in range(count):
        seated = await open_seated_table(tables)
        await seated.play("1 code RRBB", "2 guess RBYG")
        opened.append(seated.id)
    return opened


def _text(database: Database, text: str) -> str:
    """Write a text as bytes, as this database's SQL does."""
    return f"cast('{text}' as blob)" if not database.shared else f"convert_to('{text}', 'UTF8')"


def test_each_damaged_log_is_named_with_its_entry_and_the_others_are_served(database: Database) -> None:
    async def fill() -> list[str]:
        async with serving(database) as tables:
            return await open_tables(tables, 5)

    sound, torn, forbidden, shortened, emptied = run(fill())
    move = entries.encode(entries.ActionEntry(timestamp=1, seat=1, action="guess RRRR")).decode()
    database.ask(f"update entries set body = {_text(database, '{')} where table_id = '{torn}' and number = 3")
    database.ask(f"update entries set body = {_text(database, move)} where table_id = '{forbidden}' and number = 6")
    database.ask(f"delete from entries where table_id = '{shortened}' and number = 2")
    database.ask(f"delete from entries where table_id = '{emptied}'")

    async def check() -> None:
        async with serving(database) as tables:
            store = tables.store
            result = await check_database(_maintained(store))
            assert {log.table_id: (log.damage, log.entry) for log in result.damaged} == {
                torn: (Damage.UNREADABLE, 3),
                forbidden: (Damage.IMPOSSIBLE, 6),
                shortened: (Damage.INCOMPLETE, 0),
                emptied: (Damage.INCOMPLETE, 0),
            }
            assert (result.logs, result.faults, result.is_sound) == (5, (), False)
            await set_damaged_aside(tables, _maintained(store))
            assert tables.damaged == {shortened, emptied}, "the quick check replays nothing"
            for damaged in (torn, forbidden, shortened, emptied):
                assert await refusal_code(tables.load(damaged)) == "table-damaged"
            live_table = await tables.load(sound)
            assert await tables.submit_action(live_table, 2, 2, "guess YYYY", "key") == live_table.table.entry_count

    run(check())


def _maintained(store: object) -> MaintainedStore:
    assert not isinstance(store, TableError)
    return store  # type: ignore[return-value]


def _damage_pages(file: Path) -> None:
    """Overwrite pages in the middle of a file, as a failing disk does."""
    with closing(sqlite3.connect(file)) as connection:
        size: int = connection.execute("pragma page_size").fetchone()[0]
        pages = [
            number
            for (number,) in connection.execute(
                "select pageno from dbstat where name = 'entries' and pagetype = 'leaf'"
            )
        ]
    with file.open("r+b") as stream:
        for number in pages[len(pages) // 2 : len(pages) // 2 + 2]:
            stream.seek((number - 1) * size)
            stream.write(os.urandom(size))


def test_a_file_with_damaged_pages_is_served_but_for_the_tables_in_them(tmp_path: Path) -> None:
    database = SqliteFile(tmp_path / "tables.sqlite")

    async def fill() -> list[str]:
        async with serving(database) as tables:
            return await open_tables(tables, FILLED_TABLES)

    opened = set(run(fill()))
    _damage_pages(database.path)
    ran = run_command(tmp_path, "db", "check", "--database", str(database.path), "--json")
    document = json.loads(answered_no(ran))
    damaged = {table["table"] for table in document["damaged"]}
    assert document["faults"]
    assert damaged
    assert opened - damaged
    server = KillableServer(str(database.path), tmp_path / "log").start()
    try:
        for table in sorted(opened):
            assert _status(f"{server.url}/api/tables/{table}") == (500 if table in damaged else 401), table
    finally:
        server.kill()
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines() if line.startswith("{")]
    assert {line["table"] for line in lines if line["event"] == "a table is damaged and set aside"} == damaged
    assert not [line for line in lines if "where" in line], "no traceback"


def _status(url: str) -> int:
    try:
        with urlopen(url) as answer:
            return int(answer.status)
    except HTTPError as refused:
        with refused:
            return refused.code


def test_the_quick_check_ends_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that starts does not wait for a check of a huge file."""
    database = SqliteFile(tmp_path / "tables.sqlite")
    monkeypatch.setattr("keypeg.service.storage.sqlite_check.STEPS_BETWEEN_LOOKS", 1)

    async def test() -> None:
        async with serving(database) as tables:
            assert isinstance(tables.store, SqliteStore)
            [opened] = await open_tables(tables, 1)
            database.ask(f"delete from entries where table_id = '{opened}' and number = 2")
            assert await tables.store.list_incomplete_logs(-1.0) == []
            assert await tables.store.find_faults(-1.0) == []
            assert await tables.store.list_incomplete_logs(None) == [opened]

    run(test())


def test_a_log_in_postgresql_that_is_checked_for_too_long_is_left_alone(postgresql: Postgresql) -> None:
    with postgresql.database() as database:
        _check_time_limit(database)


def _check_time_limit(database: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with serving(database) as tables, serving(database) as other:
            store = _maintained(tables.store)
            pool = other.store._pool  # type: ignore[attr-defined]
            async with pool.acquire() as connection, connection.transaction():
                await connection.execute("lock table entries in access exclusive mode")
                assert await store.list_incomplete_logs(0.1) == []

    run(test())
