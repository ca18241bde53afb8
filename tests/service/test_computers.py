"""Computers at tables: parts are dealt, they take their turns, and another plays on for one that fails."""

import asyncio
from pathlib import Path

import pytest

from keypeg.core.actions import TimeOut
from keypeg.core.edition import TABLE
from keypeg.records.notation import read_action
from keypeg.service import scheduler as minding_module
from keypeg.service.entries import ActionEntry
from keypeg.service.errors import TableError
from keypeg.service.ports import Write
from keypeg.service.scheduler import Minder
from keypeg.service.table import Table
from keypeg.service.worker_pool import BotAction, Failed, TurnRequest
from support.added_players import add_guests
from support.databases import Database, SqliteFile
from support.scheduled_tables import Plain, opened, over, reasons
from support.table_house import (
    Party,
    actions,
    all_of,
    folded,
    log_of,
    minding,
    party,
    run,
    serving,
    until,
)


@pytest.mark.parametrize(
    ("edition", "levels"),
    [
        ("classic~rounds_2", ("strong", "perfect")),
        ("mastermind-44~seats_2", ("strong", "perfect")),
        ("hasbro-2004~seats_3", ("novice", "casual", "strong")),
    ],
)
@pytest.mark.no_cover
def test_computers_of_every_level_take_their_turns(
    sqlite_file: SqliteFile, edition: str, levels: tuple[str, ...]
) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables, minding(tables):
            live = await opened(tables, edition, *levels)
            await until(over(live))
            assert all_of(await folded(tables, live.table.id)) == all_of(live.table)
            assert live.table.wake == 0

    run(test())


def test_computers_play_against_people_and_wait_for_them(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables, minding(tables):
            live = await opened(tables, "classic~rounds_2", "novice", "")
            await until(lambda: 2 in live.table.waiting)
            while not live.table.over:
                line = "guess RRBB" if live.table.running.round.maker == 1 else "code RRBB"
                if 2 in live.table.waiting:
                    await tables.act(live, 1, 2, line, f"key{live.table.number}")
                await asyncio.sleep(0.002)
            assert all_of(await folded(tables, live.table.id)) == all_of(live.table)

    run(test())


def test_a_computer_marks_by_hand_and_may_speak_though_it_is_not_its_turn(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            minder = Minder(tables, Plain())
            live = await opened(tables, "classic~rounds_2~by-hand_yes", "casual", "casual")
            await until(over(live))
            done = actions(await log_of(tables, live.table.id))
            assert {action.split()[0] for _, action in done} >= {"code", "guess", "mark"}
            await minder.close()

    run(test())


def test_parts_are_dealt_by_the_table(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            minder = Minder(tables, Plain())
            live = await opened(tables, "mastermind-44~seats_2~rounds_2", "casual", "casual")
            await until(over(live))
            deals = [entry for entry in await log_of(tables, live.table.id) if isinstance(entry, ActionEntry)]
            assert deals[0].seat == TABLE
            assert len(deals[0].salts) == 2
            await minder.close()

    run(test())


def test_a_table_of_people_alone_is_left_to_them(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            thinkers = Plain()
            minder = Minder(tables, thinkers)
            guests = await party(tables)
            await guests.does("1 code RRBB", "2 guess RRBY")
            assert guests.live.minded is None
            assert guests.live.alarm is None
            assert thinkers.asked == []
            await minder.close()

    run(test())


def test_what_a_computer_wants_is_done_only_where_it_was_thought_of(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            guests = await party(tables)
            action = read_action("code RRBB", guests.table.edition.palette)
            assert not await tables.act_for(guests.live, 1, action, guests.table.number - 1)
            keep, number = tables.store.append, guests.table.number

            async def overtaken(write: Write) -> bool:
                tables.store.append = keep  # type: ignore[method-assign]
                await keep(Write(write.table, write.number, b'{"do":"limit","at":1,"guest":1,"limit":5}'))
                return await keep(write)

            tables.store.append = overtaken  # type: ignore[method-assign]
            assert not await tables.act_for(guests.live, 1, action, number)
            assert guests.table.limit == 5
            assert not await tables.act_for(guests.live, TABLE, TimeOut(1), number)
            assert actions(await log_of(tables, guests.id)) == []

    run(test())


def test_an_answer_that_comes_too_late_is_forgotten(sqlite_file: SqliteFile) -> None:
    class Overtaken(Plain):
        """Somebody does something while it thinks, and then it fails."""

        def __init__(self, guests: Party) -> None:
            super().__init__()
            self._guests = guests

        async def think(self, question: TurnRequest) -> BotAction | None:
            if not self.asked:
                self.asked.append({})
                await self._guests.tables.limit(self._guests.id, 1, 0)
                raise Failed("process-died")
            return await super().think(question)

    async def test() -> None:
        async with serving(sqlite_file) as tables:
            guests = await party(tables, begun=False)
            await tables.stand(guests.id, 1, 1)
            await tables.sit(guests.id, 1, 1, level="casual")
            thinkers = Overtaken(guests)
            minder = Minder(tables, thinkers)
            await tables.begin(guests.id, 1)
            await until(lambda: 2 in guests.table.waiting)
            assert thinkers.asked == [{}, {1: "casual"}]
            await minder.close()

    run(test())


@pytest.mark.parametrize(
    ("level", "why"),
    [
        ("clumsy", "player-failed"),
        ("cheat", "wrong-length"),
        ("mime", "KeyError"),
        ("sleeper", "nothing-done"),
        ("ghost", "player-unloadable"),
    ],
)
def test_another_plays_on_for_a_computer_that_fails(
    sqlite_file: SqliteFile,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    level: str,
    why: str,
) -> None:
    monkeypatch.syspath_prepend(add_guests(tmp_path / "guests"))

    async def test() -> Table:
        async with serving(sqlite_file) as tables:
            minder = Minder(tables, Plain())
            seats = [(1, "casual"), (2, "casual")]
            host = await tables.open("classic~rounds_2", "Ann", seats=seats)
            live = await tables.live(host.table)
            live.table.computers[2] = level  # some cannot even be put there
            await tables.begin(host.table, 1)
            await until(over(live))
            await minder.close()
            return live.table

    run(test())
    assert set(reasons(caplog)) == {why}


def test_another_plays_on_where_processes_die_again_and_again(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            thinkers = Plain(failures=1)
            minder = Minder(tables, thinkers)
            live = await opened(tables, "classic~rounds_2", "novice", "novice")
            await until(over(live))
            assert thinkers.asked[:3] == [
                {1: "novice", 2: "novice"},
                {1: "casual", 2: "casual"},
                {1: "novice", 2: "novice"},
            ]
            await minder.close()

    run(test())


@pytest.mark.parametrize("why", [Failed("process-died"), RuntimeError("?"), TableError("stopping")])
def test_a_table_that_cannot_be_minded_is_taken_up_later(
    sqlite_file: SqliteFile, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, why: Exception
) -> None:
    monkeypatch.setattr(minding_module, "PAUSE", 0.01)
    monkeypatch.setattr(minding_module, "ABANDONED", 0)

    async def test() -> None:
        async with serving(sqlite_file) as tables:
            minder = Minder(tables, Plain(failures=4, why=why))
            live = await opened(tables, "classic~rounds_2", "novice", "novice")
            await until(lambda: live.minded is None)
            assert live.table.lines == []
            minder.start()
            await until(over(live))
            await minder.close()

    run(test())
    assert caplog.records
