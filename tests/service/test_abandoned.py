"""Tables that somebody has left: whatever is due is found by the next who looks, and done once."""

import asyncio
import logging

import pytest

from keypeg.service import scheduler as minding_module
from keypeg.service.ports import NewTable
from keypeg.service.scheduler import Minder
from support.databases import Database, PostgresqlDatabase, SqliteFile
from support.scheduled_tables import Plain, opened, over, reasons
from support.table_house import (
    Clock,
    all_of,
    folded,
    log_of,
    plain_world,
    run,
    serving,
    until,
)


def test_what_was_left_undone_is_done_after_a_restart(database: Database) -> None:
    async def before() -> str:
        async with serving(database) as tables:  # nobody minds tables here: as if it had died
            return (await opened(tables, "mastermind-44~seats_2", "casual", "casual")).table.id

    async def after(name: str) -> None:
        async with serving(database) as tables:
            minder = Minder(tables, Plain())
            minder.start()
            await until(lambda: name in tables._lives)
            await until(over(await tables.live(name)))
            await minder.close()

    run(after(run(before())))


def test_a_table_that_a_dead_process_has_left_is_taken_up_by_another(
    shared: PostgresqlDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(minding_module, "PAUSE", 0.01)

    async def test() -> None:
        clock = Clock()
        async with serving(shared, plain_world(clock)) as alive, serving(shared, plain_world(clock)) as dead:
            minder = Minder(alive, Plain())
            minder.start()
            await asyncio.sleep(0.05)
            name = (await opened(dead, "classic~rounds_2", "casual", "casual")).table.id
            await asyncio.sleep(0.05)
            assert name not in alive._lives, "it has just become due: whoever has it minds it"
            clock.now += minding_module.ABANDONED
            await until(lambda: name in alive._lives)
            await until(over(await alive.live(name)))
            await minder.close()

    run(test())


def test_two_who_do_what_is_due_at_once_do_it_once(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with serving(shared) as here, serving(shared) as there:
            minders = [Minder(tables, Plain()) for tables in (here, there)]
            lives = [await opened(here, "mastermind-44~seats_2~rounds_2", "casual", "casual")]
            lives.append(await there.live(lives[0].table.id))
            for live in lives:
                live.followers[None] = set()  # somebody follows at both
            await until(lambda: all(live.table.over for live in lives))
            log = await log_of(here, lives[0].table.id)
            table = await folded(here, lives[0].table.id)  # every action was legal where it stands
            assert len(log) == table.number == lives[0].table.number
            assert all_of(lives[0].table) == all_of(lives[1].table) == all_of(table)
            for minder in minders:
                await minder.close()

    run(test())


def test_one_table_that_cannot_be_read_does_not_keep_the_others_waiting(
    sqlite_file: SqliteFile, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(minding_module, "PAUSE", 0.01)

    async def test() -> None:
        async with serving(sqlite_file) as tables:
            name = (await opened(tables, "classic~rounds_2", "casual", "casual")).table.id
            sqlite_file.ask("insert into tables values ('bad', 0, 0, 0, 1)")
            sqlite_file.ask("insert into entries values ('bad', 1, x'7b7d')")
            minder = Minder(tables, Plain())
            minder.start()
            await until(over(await tables.live(name)))
            await minder.close()

    run(test())
    assert "ValidationError" in reasons(caplog)


def test_abandoned_tables_are_looked_for_again_when_the_database_is_back(
    sqlite_file: SqliteFile, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(minding_module, "PAUSE", 0.01)
    monkeypatch.setattr(minding_module, "ABANDONED", 0)

    async def test() -> None:
        async with serving(sqlite_file) as tables:
            live = await opened(tables, "classic~rounds_2", "casual", "casual")
            sqlite_file.ask("alter table tables rename to elsewhere")
            minder = Minder(tables, Plain())
            minder.start()
            await until(lambda: "storage-down" in reasons(caplog))
            sqlite_file.ask("alter table elsewhere rename to tables")
            await until(over(live))
            await minder.close()

    with caplog.at_level(logging.WARNING):
        run(test())


def test_any_number_of_tables_that_cannot_be_minded_do_not_keep_the_others_waiting(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(minding_module, "PAUSE", 0.01)
    monkeypatch.setattr(minding_module, "AT_ONCE", 3)

    async def before() -> str:
        async with serving(database) as tables:
            for number in range(10):  # they have waited for longer, and will wait for ever
                bodies = (b"{}",) * (number % 2)
                await tables.store.create(NewTable(f"bad{number}", False, 0, 0, 1 + number // 4, bodies, ()))
            return (await opened(tables, "classic~rounds_2", "casual", "casual")).table.id

    async def after(name: str) -> None:
        async with serving(database) as tables:
            minder = Minder(tables, Plain())
            minder.start()
            await until(lambda: name in tables._lives)
            await until(over(await tables.live(name)))
            caplog.clear()
            await until(lambda: len(reasons(caplog)) > 20)  # and they are not forgotten
            await minder.close()

    run(after(run(before())))
    assert {record.__dict__["table"] for record in caplog.records} == {f"bad{number}" for number in range(10)}
