"""What tables do by themselves: parts are dealt, computers take their turns, times run out, whoever may have died."""

import asyncio
import logging
import os
import signal
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from guests import add_guests
from keypeg.core.actions import TimeOut
from keypeg.core.edition import TABLE
from keypeg.records.notation import read_action
from keypeg.service import minding as minding_module
from keypeg.service.entries import Acted
from keypeg.service.errors import TableError
from keypeg.service.live import Live
from keypeg.service.minding import Minder
from keypeg.service.ports import Write
from keypeg.service.table import Table
from keypeg.service.tables import Tables
from keypeg.service.thinking import Answer, Failed, Question, Thinkers, _warm, answer
from service.databases import Database, PostgresqlDatabase, SqliteFile
from service.house import (
    Clock,
    Party,
    actions,
    all_of,
    folded,
    log_of,
    minding,
    party,
    plain_world,
    run,
    serving,
    until,
)


async def opened(tables: Tables, edition: str, *levels: str, **options: int) -> Live:
    """A table at which these computers play, and Ann where none is named."""
    seats = [(seat, level) for seat, level in enumerate(levels, 1)]
    host = await tables.open(edition, "Ann", seats=seats, begin=True, **options)  # type: ignore[arg-type]
    return await tables.live(host.table)


def over(live: Live) -> Callable[[], bool]:
    return lambda: live.table.over


class Plain(Thinkers):
    """Thinks at once, and here; a real one is asked elsewhere."""

    def __init__(self, failures: int = 0, why: Exception | None = None) -> None:
        super().__init__(1)
        self.asked: list[dict[int, str]] = []
        self._failures, self._why = failures, why

    async def think(self, question: Question) -> Answer | None:
        self.asked.append(dict(question.levels))
        await asyncio.sleep(0)
        if len(self.asked) <= self._failures:
            raise self._why or Failed("process-died")
        return answer(question)


# Computers


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
            deals = [entry for entry in await log_of(tables, live.table.id) if isinstance(entry, Acted)]
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


# Computers that fail


def _reasons(caught: pytest.LogCaptureFixture) -> list[str]:
    return [record.__dict__["code"] for record in caught.records if record.name == "keypeg.minding"]


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
    assert set(_reasons(caplog)) == {why}


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


def test_a_process_that_is_killed_while_it_thinks_is_replaced(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        thinkers = Thinkers(1)
        async with serving(sqlite_file) as tables:
            minder = Minder(tables, thinkers)
            live = await opened(tables, "classic~rounds_2", "novice", "novice")
            killed: set[int] = set()
            await until(lambda: bool(live.table.lines))
            while len(killed) < 2 and not live.table.over:
                assert thinkers._pool is not None
                for process in list((thinkers._pool._processes or {}).values()):
                    assert process.pid is not None
                    if process.pid not in killed:
                        os.kill(process.pid, signal.SIGKILL)
                        killed.add(process.pid)
                number = live.table.number
                await until(lambda: live.table.over or live.table.number > number)  # noqa: B023
            await until(over(live))
            assert killed
            assert all_of(await folded(tables, live.table.id)) == all_of(live.table)
            await minder.close()

    run(test())


def test_who_dies_every_time_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keypeg.service.thinking.answer", os.abort)

    async def test() -> None:
        thinkers = Thinkers(1)
        with pytest.raises(Failed, match="process-died"):
            await thinkers.think(None)  # type: ignore[arg-type]
        thinkers.close()

    with monkeypatch.context() as context:
        context.setattr("keypeg.service.thinking.answer", _die)
        run(test())


def test_an_answer_that_comes_too_late_is_forgotten(sqlite_file: SqliteFile) -> None:
    class Overtaken(Plain):
        """Somebody does something while it thinks, and then it fails."""

        def __init__(self, guests: Party) -> None:
            super().__init__()
            self._guests = guests

        async def think(self, question: Question) -> Answer | None:
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


def _die(question: Question) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _sleep(question: Question) -> None:
    import time

    time.sleep(600)


def test_nobody_thinks_on_when_a_server_is_stopped(sqlite_file: SqliteFile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keypeg.service.thinking.answer", _sleep)

    async def test() -> list[int | None]:
        thinkers = Thinkers(1)
        async with serving(sqlite_file) as tables:
            minder = Minder(tables, thinkers)
            minder.start()
            live = await opened(tables, "classic", "novice", "novice", limit=1000)
            await until(lambda: bool(thinkers._pool and thinkers._pool._processes))
            assert thinkers._pool is not None
            processes = list(thinkers._pool._processes.values())
            await minder.close()
            for process in processes:
                process.join(10)
            assert live.minded is None
            with pytest.raises(TableError, match="being stopped"):
                await thinkers.think(None)  # type: ignore[arg-type]
            return [process.exitcode for process in processes]

    assert run(test()) == [-signal.SIGKILL]


def test_what_players_need_is_prepared_before_they_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    thinkers = Thinkers(1)
    thinkers.warm({"novice"})
    assert thinkers._pool is None
    warmed: list[bool] = []
    monkeypatch.setattr("keypeg.solver.warm_up", lambda: warmed.append(True))  # it takes a minute, where it is needed
    _warm()
    assert warmed
    monkeypatch.setattr("keypeg.service.thinking._warm", int)
    thinkers.warm({"novice", "perfect"})
    assert thinkers._pool is not None
    thinkers.close()


# Time


def test_whoever_lets_his_time_run_out_has_left_the_round(database: Database) -> None:
    async def test() -> None:
        clock = Clock()
        async with serving(database, plain_world(clock)) as tables, minding(tables, search=True):
            guests = await party(tables, "classic~rounds_2", limit=60)
            clock.now += 59_000
            await guests.does("1 code RRBB")
            assert guests.table.wake == clock.now + 60_000
            clock.now += 60_001
            tables.look_after(guests.live)
            await until(lambda: len(guests.table.lines) == 2)
            assert actions(await log_of(tables, guests.id))[-1] == (TABLE, "timeout 2")
            assert guests.table.waiting == {2: clock.now}

    run(test())


def test_an_alarm_goes_off_by_itself(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            minder = Minder(tables, Plain())
            guests = await party(tables, "classic~rounds_2", limit=1)
            await until(lambda: bool(guests.table.lines))
            assert actions(await log_of(tables, guests.id)) == [(TABLE, "timeout 1")]
            await minder.close()

    run(test())


def test_an_alarm_that_goes_off_too_early_is_set_again(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        clock = Clock()
        async with serving(sqlite_file, plain_world(clock)) as tables:
            minder = Minder(tables, Plain())
            guests = await party(tables, limit=60)
            first = guests.live.alarm
            minder._mind(guests.live)
            await until(lambda: guests.live.minded is None)
            assert guests.live.alarm is not None
            assert guests.live.alarm is not first
            assert guests.table.lines == []
            await tables.limit(guests.id, 1, 0)
            assert guests.live.alarm is None
            await minder.close()

    run(test())


def test_more_time_can_be_given_while_it_runs(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        clock = Clock()
        async with serving(sqlite_file, plain_world(clock)) as tables, minding(tables) as minder:
            guests = await party(tables, limit=60)
            clock.now += 59_999
            await tables.limit(guests.id, 1, 300)
            clock.now += 200_000
            minder._mind(guests.live)
            await until(lambda: guests.live.minded is None)
            assert guests.table.lines == []
            assert guests.table.late(clock.now) is None
            assert guests.table.late(clock.now + 100_000) == 1

    run(test())


def test_a_computer_does_not_lose_because_a_server_was_away(sqlite_file: SqliteFile) -> None:
    async def before(clock: Clock) -> str:
        async with serving(sqlite_file, plain_world(clock)) as tables:
            return (await opened(tables, "classic~rounds_2", "casual", "casual", limit=60)).table.id

    async def after(clock: Clock, name: str) -> None:
        async with serving(sqlite_file, plain_world(clock)) as tables:
            minder = Minder(tables, Plain())
            live = await tables.live(name)
            await until(over(live))
            assert not any("timeout" in action for _, action in actions(await log_of(tables, name)))
            await minder.close()

    clock = Clock()
    name = run(before(clock))
    clock.now += 86_400_000
    run(after(clock, name))


# Tables that somebody has left


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
    assert "ValidationError" in _reasons(caplog)


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
            await until(lambda: "storage-down" in _reasons(caplog))
            sqlite_file.ask("alter table elsewhere rename to tables")
            await until(over(live))
            await minder.close()

    with caplog.at_level(logging.WARNING):
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


def test_the_same_position_is_thought_of_in_the_same_way(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            live = await opened(tables, "classic", "casual", "novice")
            seed = Random(3).getrandbits(63)
            asked = Question(live.table.running, {1: "casual", 2: "novice"}, 2, seed)
            thinkers = Thinkers(1)
            assert await thinkers.think(asked) == answer(asked)
            thinkers.close()

    run(test())
