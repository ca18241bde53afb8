"""A database written by an earlier version is upgraded, read as it was, and played on.

`data/tables-0a74066.sqlite` was written by the version of commit 0a74066, before fields and modules were renamed, and
then vacuumed to be small. It holds a match in play with a seat link, a table with a bot that waits for the host, a
finished match with its rematch, and a table for the daily code.
"""

import shutil
from pathlib import Path

import pytest

from keypeg.records.record import write_record
from keypeg.service import entries
from keypeg.service.storage import migrations, sqlite_file
from keypeg.service.storage.sqlite_store import SqliteStore
from keypeg.service.table_service import TableService
from support.command import accepted, run_here
from support.databases import SqliteFile
from support.service_harness import Clock, actions_in, fixed_sources, read_log, run, serving

OLD_FILE = Path(__file__).parent / "data" / "tables-0a74066.sqlite"

LAST_ENTRY_MS = 1_700_000_021_000
"""When the last entry was written."""

IN_PLAY, WAITING, FINISHED, REMATCH, DAILY = (f"table{number}" for number in range(1, 6))

HOST_TOKEN, BEN_TOKEN, LINK_CODE = "token3", "token4", "token5"
"""The tokens of the two players in play, and the code of the link to seat 2."""


@pytest.fixture
def old_file(tmp_path: Path) -> SqliteFile:
    """A copy of the old database, upgraded."""
    path = tmp_path / "tables.sqlite"
    shutil.copy(OLD_FILE, path)
    return SqliteFile(path)


def test_the_old_database_is_upgraded_by_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tables.sqlite"
    shutil.copy(OLD_FILE, path)
    command = ("db", "upgrade", "--database", str(path))
    latest = len(migrations.read_steps("sqlite"))
    assert f"version {latest}" in accepted(run_here(monkeypatch, capsys, command, ""))
    assert sqlite_file.upgrade(path) == (latest, latest)


def test_its_entries_are_written_as_they_were(old_file: SqliteFile) -> None:
    bodies = [body for (body,) in old_file.ask("select body from entries")]
    assert len(bodies) == 31
    assert [entries.encode(entries.decode(body)) for body in bodies] == bodies
    assert {entries.decode(body).__class__ for body in bodies} == set(entries.EntryBase.__subclasses__())


def test_its_match_is_played_on(old_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(old_file, fixed_sources(Clock(LAST_ENTRY_MS))) as tables:
            live_table = await tables.load(IN_PLAY)
            table = live_table.table
            assert table.players == ["Ann", "Ben"]
            assert (table.opened.public, table.opened.hints_allowed, table.turn_seconds) == (True, True, 86_400)
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


def test_its_seat_link_works(old_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(old_file, fixed_sources(Clock(LAST_ENTRY_MS))) as tables:
            table = (await tables.load(IN_PLAY)).table
            moved = await tables.seat_tokens.use_link(table, 2, LINK_CODE)
            assert await tables.seat_tokens.find_player(IN_PLAY, moved.token, 2) == 2

    run(test())


def test_its_other_tables_are_read(old_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(old_file, fixed_sources(Clock(LAST_ENTRY_MS))) as tables:
            await check_other_tables(tables)
            assert await tables.begin(WAITING, 1) == 6

    run(test())


async def check_other_tables(tables: TableService) -> None:
    waiting, finished, rematch, daily = [
        (await tables.load(table_id)).table for table_id in (WAITING, FINISHED, REMATCH, DAILY)
    ]
    assert (waiting.bots, waiting.begun_at) == ({2: "casual"}, None)
    assert (finished.is_over, finished.rematch_id, rematch.opened.rematch_of) == (True, REMATCH, FINISHED)
    assert "guess RRBY" in write_record(finished.to_record())
    assert (daily.opened.day, daily.bots, list(daily.waiting_since)) == ("2026-11-16", {1: "casual"}, [2])


def test_its_due_table_is_found(old_file: SqliteFile) -> None:
    async def test() -> list[str]:
        store = SqliteStore(old_file.path)
        await store.open(lambda grown: None)
        try:
            return [due.table_id for due in await store.list_due_tables(2 * LAST_ENTRY_MS, 10)]
        finally:
            await store.close()

    assert run(test()) == [IN_PLAY]
