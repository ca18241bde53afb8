"""Processes that think: replaced when they die, ended with the server, and with a solver that is ready when asked."""

import os
import signal
from random import Random

import pytest

from keypeg.service.errors import TableError
from keypeg.service.minding import Minder
from keypeg.service.thinking import Failed, Question, Thinkers, answer
from service.databases import SqliteFile
from service.house import (
    all_of,
    folded,
    run,
    serving,
    until,
)
from service.minded import opened, over


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


def _die(question: Question) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


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
