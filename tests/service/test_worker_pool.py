"""Processes that think: replaced when they die, ended with the server, and with a solver that is ready when asked."""

import asyncio
import os
import signal
import threading
from pathlib import Path
from random import Random

import pytest

from keypeg.core.apply import begin
from keypeg.editions import edition
from keypeg.service import kernel_warmup
from keypeg.service.errors import TableError
from keypeg.service.kernel_warmup import compile_kernels
from keypeg.service.scheduler import Minder
from keypeg.service.table_service import Tables
from keypeg.service.worker_pool import Failed, TurnRequest, WorkerPool, answer
from support.databases import SqliteFile
from support.scheduled_tables import opened, over
from support.table_house import (
    all_of,
    folded,
    run,
    serving,
    until,
)

NOBODYS = TurnRequest(begin(edition("classic")).state, {}, 2, 1)
"""A question that no computer is asked."""


def test_the_same_position_is_thought_of_in_the_same_way(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            live = await opened(tables, "classic", "casual", "novice")
            seed = Random(3).getrandbits(63)
            asked = TurnRequest(live.table.running, {1: "casual", 2: "novice"}, 2, seed)
            thinkers = WorkerPool(1)
            assert await thinkers.think(asked) == answer(asked)
            thinkers.close()

    run(test())


def test_a_process_that_is_killed_while_it_thinks_is_replaced(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        thinkers = WorkerPool(1)
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


def _die(question: TurnRequest) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_who_dies_every_time_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keypeg.service.worker_pool.answer", os.abort)

    async def test() -> None:
        thinkers = WorkerPool(1)
        with pytest.raises(Failed, match="process-died"):
            await thinkers.think(NOBODYS)
        thinkers.close()

    with monkeypatch.context() as context:
        context.setattr("keypeg.service.worker_pool.answer", _die)
        run(test())


def _sleep(question: TurnRequest) -> None:
    import time

    time.sleep(600)


def test_nobody_thinks_on_when_a_server_is_stopped(sqlite_file: SqliteFile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keypeg.service.worker_pool.answer", _sleep)

    async def test() -> list[int | None]:
        thinkers = WorkerPool(1)
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
                await thinkers.think(NOBODYS)
            return [process.exitcode for process in processes]

    assert run(test()) == [-signal.SIGKILL]


# The solver


def _wait_for_a_file() -> None:
    """What takes the place of the compiler: it ends when the test says so."""
    import time

    while not Path(os.environ["COMPILED"]).exists():
        time.sleep(0.005)


@pytest.fixture
def compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Compiling takes as long as this file is not there."""
    monkeypatch.setattr("keypeg.service.kernel_warmup.compile_kernels", _wait_for_a_file)
    monkeypatch.setenv("COMPILED", str(tmp_path / "compiled"))
    return tmp_path / "compiled"


async def asked(tables: Tables, *levels: str) -> TurnRequest:
    live = await opened(tables, "classic", "novice", "novice")
    return TurnRequest(live.table.running, dict(enumerate(levels, 1)), 2, 1)


def test_only_who_needs_the_solver_waits_until_it_is_ready(sqlite_file: SqliteFile, compiler: Path) -> None:
    async def test() -> None:
        thinkers = WorkerPool(1)
        async with serving(sqlite_file) as tables:
            thinkers.prepare()
            late = asyncio.ensure_future(thinkers.think(await asked(tables, "strong", "strong")))
            assert await thinkers.think(await asked(tables, "novice", "casual"))
            pool = thinkers.preparation._pool
            assert pool is not None
            (process,) = pool._processes.values()
            assert not late.done()
            compiler.touch()
            assert await late
            await asyncio.to_thread(process.join)
            assert process.exitcode == 0, "it keeps no memory when it is done"
            thinkers.close()

    run(test())


def test_the_solver_is_made_ready_though_nobody_asks_for_it(compiler: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keypeg.service.kernel_warmup.SOON", 0.0)
    compiler.touch()

    async def test() -> None:
        thinkers = WorkerPool(1)
        thinkers.prepare()
        await until(lambda: bool(thinkers.preparation._done and thinkers.preparation._done.done()))
        assert thinkers._pool is None
        thinkers.close()

    run(test())


def test_a_compiler_that_dies_is_noted_and_players_compile_for_themselves(
    sqlite_file: SqliteFile, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("keypeg.service.kernel_warmup.compile_kernels", os.abort)

    async def test() -> None:
        thinkers = WorkerPool(1)
        async with serving(sqlite_file) as tables:
            thinkers.prepare()
            assert await thinkers.think(await asked(tables, "strong", "strong"))
            thinkers.close()

    run(test())
    assert [record.__dict__["why"] for record in caplog.records] == ["BrokenProcessPool"]


def test_a_server_that_is_stopped_does_not_wait_for_the_compiler(compiler: Path) -> None:
    async def test() -> int | None:
        thinkers = WorkerPool(1)
        thinkers.prepare()
        waiting = asyncio.ensure_future(thinkers.preparation.wait())
        await until(lambda: bool(thinkers.preparation._pool and thinkers.preparation._pool._processes))
        assert thinkers.preparation._pool is not None
        (process,) = thinkers.preparation._pool._processes.values()
        thinkers.close()
        await waiting
        await asyncio.to_thread(process.join)
        return process.exitcode

    assert run(test()) == -signal.SIGKILL


def test_compiling_makes_ready_what_every_edition_needs_one_process_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    warmed: list[bool] = []
    monkeypatch.setattr("keypeg.solver.warm_up", lambda: warmed.append(True))  # it takes a minute, where it is needed
    monkeypatch.setattr(os, "nice", lambda more: warmed.append(False))
    with kernel_warmup._one_at_a_time():
        second = threading.Thread(target=compile_kernels)
        second.start()
        second.join(0.1)
        assert warmed == [False]
    second.join()
    assert warmed == [False, True]
