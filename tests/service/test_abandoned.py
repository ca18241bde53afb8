"""Abandoned tables: another process finds what is due, and does it once."""

import logging

import pytest

from keypeg.service import scheduler as scheduler_module
from keypeg.service.scheduler import Scheduler
from keypeg.service.storage.store import BEFORE_ALL_DUE, DueTable, NewTable
from keypeg.service.table_service import TableService
from support.databases import Database, PostgresqlDatabase, SqliteFile
from support.scheduled_tables import InlinePool, is_over, logged_codes, open_bot_table
from support.service_harness import (
    Clock,
    all_fields,
    fixed_sources,
    read_log,
    replayed_table,
    run,
    serving,
    until,
)


def test_what_was_due_is_done_after_a_restart(database: Database) -> None:
    async def before() -> str:
        async with serving(database) as tables:  # without a scheduler, as if the process had died
            return (await open_bot_table(tables, "mastermind-44~seats_2", "casual", "casual")).table.id

    async def after(name: str) -> None:
        async with serving(database) as tables:
            scheduler = Scheduler(tables, InlinePool())
            scheduler.start()
            await until(lambda: name in tables._in_use)
            await until(is_over(await tables.load(name)))
            await scheduler.close()

    run(after(run(before())))


def count_searches(tables: TableService, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list that grows by the number of tables found whenever this process has looked for abandoned ones."""
    searches: list[int] = []
    search = tables.store.list_due_tables

    async def counted(now: int, limit: int, after: DueTable = BEFORE_ALL_DUE) -> list[DueTable]:
        due_tables = await search(now, limit, after)
        if limit == scheduler_module.MAX_TABLES_PER_SEARCH:
            searches.append(len(due_tables))
        return due_tables

    monkeypatch.setattr(tables.store, "list_due_tables", counted)
    return searches


def test_another_process_takes_over_the_table_of_a_dead_one(
    shared: PostgresqlDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler_module, "SEARCH_PAUSE_SECONDS", 0.01)

    async def test() -> None:
        clock = Clock()
        async with serving(shared, fixed_sources(clock)) as alive, serving(shared, fixed_sources(clock)) as dead:
            searches = count_searches(alive, monkeypatch)
            scheduler = Scheduler(alive, InlinePool())
            scheduler.start()
            await until(lambda: len(searches) > 0)  # the first one takes over at once what is due
            name = (await open_bot_table(dead, "classic~rounds_2", "casual", "casual")).table.id
            done = len(searches)
            await until(lambda: len(searches) > done + 2)
            assert name not in alive._in_use, "it has just become due, so its own process still serves it"
            clock.now += scheduler_module.ABANDONED_AFTER_MS
            await until(lambda: name in alive._in_use)
            await until(is_over(await alive.load(name)))
            await scheduler.close()

    run(test())


def test_what_two_processes_do_at_once_is_done_once(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with serving(shared) as first, serving(shared) as second:
            schedulers = [Scheduler(tables, InlinePool()) for tables in (first, second)]
            live_tables = [await open_bot_table(first, "mastermind-44~seats_2~rounds_2", "casual", "casual")]
            live_tables.append(await second.load(live_tables[0].table.id))
            for live_table in live_tables:
                live_table.followers[None] = set()  # both have a follower
            await until(lambda: all(live_table.table.is_over for live_table in live_tables))
            log = await read_log(first, live_tables[0].table.id)
            table = await replayed_table(first, live_tables[0].table.id)  # replaying checks that every action was legal
            assert len(log) == table.entry_count == live_tables[0].table.entry_count
            assert all_fields(live_tables[0].table) == all_fields(live_tables[1].table) == all_fields(table)
            for scheduler in schedulers:
                await scheduler.close()

    run(test())


def test_an_unreadable_table_does_not_hold_up_the_others(
    sqlite_file: SqliteFile, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(scheduler_module, "SEARCH_PAUSE_SECONDS", 0.01)

    async def test() -> None:
        async with serving(sqlite_file) as tables:
            name = (await open_bot_table(tables, "classic~rounds_2", "casual", "casual")).table.id
            sqlite_file.ask("insert into tables values ('bad', 0, 0, 0, 1, 0)")
            sqlite_file.ask("insert into entries values ('bad', 1, x'7b7d')")
            scheduler = Scheduler(tables, InlinePool())
            scheduler.start()
            await until(is_over(await tables.load(name)))
            assert tables.damaged == {"bad"}
            await scheduler.close()

    run(test())
    assert [record.__dict__["why"] for record in caplog.records if record.__dict__["table"] == "bad"] == [
        "ValidationError"
    ], "it is named once"


def test_the_search_resumes_when_the_database_is_back(
    sqlite_file: SqliteFile, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(scheduler_module, "SEARCH_PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(scheduler_module, "ABANDONED_AFTER_MS", 0)

    async def test() -> None:
        async with serving(sqlite_file) as tables:
            live_table = await open_bot_table(tables, "classic~rounds_2", "casual", "casual")
            sqlite_file.ask("alter table tables rename to elsewhere")
            scheduler = Scheduler(tables, InlinePool())
            scheduler.start()
            await until(lambda: "storage-down" in logged_codes(caplog))
            sqlite_file.ask("alter table elsewhere rename to tables")
            await until(is_over(live_table))
            await scheduler.close()

    with caplog.at_level(logging.WARNING):
        run(test())


def test_any_number_of_broken_tables_do_not_hold_up_the_others(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(scheduler_module, "SEARCH_PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(scheduler_module, "MAX_TABLES_PER_SEARCH", 3)

    async def before() -> str:
        async with serving(database) as tables:
            for number in range(10):  # due for longer than the good table
                bodies = (b"{}",) * (number % 2)
                await tables.store.create(NewTable(f"bad{number}", False, 0, 0, 1 + number // 4, bodies, ()))
            return (await open_bot_table(tables, "classic~rounds_2", "casual", "casual")).table.id

    async def after(name: str) -> None:
        async with serving(database) as tables:
            scheduler = Scheduler(tables, InlinePool())
            scheduler.start()
            await until(lambda: name in tables._in_use)
            await until(is_over(await tables.load(name)))
            broken = {f"bad{number}" for number in range(10)}
            await until(lambda: {record.__dict__["table"] for record in caplog.records} == broken)
            assert tables.damaged == {f"bad{number}" for number in range(1, 10, 2)}, "those without a log are not there"
            await scheduler.close()

    run(after(run(before())))
