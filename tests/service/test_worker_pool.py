"""Worker processes: replaced when they die, ended with the server, and with the solver compiled in advance."""

import asyncio
import os
import signal
from pathlib import Path
from random import Random

import pytest

from keypeg.core.apply import begin
from keypeg.editions import edition
from keypeg.server.study_queue import StudyQueue
from keypeg.service.kernel_warmup import KernelWarmup
from keypeg.service.scheduler import Scheduler
from keypeg.service.table_service import TableService
from keypeg.service.worker_pool import BotError, TurnRequest, WorkerPool, choose_bot_action
from keypeg.solver.readiness import HANDS, SEARCHES, kernels_for_marks
from keypeg.study.requests import AdviceRequest, HintRequest, LessonRequest, PuzzleRequest, ReviewRequest
from support.databases import SqliteFile
from support.scheduled_tables import is_over, open_bot_table
from support.service_harness import (
    all_fields,
    refusal_code,
    replayed_table,
    run,
    serving,
    until,
)

REQUEST_WITHOUT_BOTS = TurnRequest(begin(edition("classic")).state, {}, 2, 1)
"""A request without bots."""


def test_the_same_request_gets_the_same_action(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            live_table = await open_bot_table(tables, "classic", "casual", "beginner")
            seed = Random(3).getrandbits(63)
            request = TurnRequest(live_table.table.require_state(), {1: "casual", 2: "beginner"}, 2, seed)
            pool = WorkerPool(1)
            assert await pool.choose_action(request) == choose_bot_action(request)
            pool.close()

    run(test())


def test_a_process_killed_at_work_is_replaced(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        pool = WorkerPool(1)
        async with serving(sqlite_file) as tables:
            scheduler = Scheduler(tables, pool)
            live_table = await open_bot_table(tables, "classic~rounds_2", "beginner", "beginner")
            killed: set[int] = set()
            await until(lambda: bool(live_table.table.lines))
            while len(killed) < 2 and not live_table.table.is_over:
                assert pool._pool is not None
                for process in list((pool._pool._processes or {}).values()):
                    assert process.pid is not None
                    if process.pid not in killed:
                        os.kill(process.pid, signal.SIGKILL)
                        killed.add(process.pid)
                number = live_table.table.entry_count
                await until(lambda: live_table.table.is_over or live_table.table.entry_count > number)  # noqa: B023
            await until(is_over(live_table))
            assert killed
            assert all_fields(await replayed_table(tables, live_table.table.id)) == all_fields(live_table.table)
            await scheduler.close()

    run(test())


def _die(question: TurnRequest) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_work_that_kills_its_process_every_time_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keypeg.service.worker_pool.choose_bot_action", os.abort)

    async def test() -> None:
        pool = WorkerPool(1)
        with pytest.raises(BotError, match="process-died"):
            await pool.choose_action(REQUEST_WITHOUT_BOTS)
        pool.close()

    with monkeypatch.context() as context:
        context.setattr("keypeg.service.worker_pool.choose_bot_action", _die)
        run(test())


def _sleep(question: TurnRequest) -> None:
    import time

    time.sleep(600)


def test_no_process_is_left_when_a_server_is_stopped(sqlite_file: SqliteFile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keypeg.service.worker_pool.choose_bot_action", _sleep)

    async def test() -> list[int | None]:
        pool = WorkerPool(1)
        async with serving(sqlite_file) as tables:
            scheduler = Scheduler(tables, pool)
            scheduler.start()
            live_table = await open_bot_table(tables, "classic", "beginner", "beginner", turn_limit=1000)
            await until(lambda: bool(pool._pool and pool._pool._processes))
            assert pool._pool is not None
            processes = list(pool._pool._processes.values())
            await scheduler.close()
            for process in processes:
                process.join(10)
            assert live_table.upkeep_task is None
            assert await refusal_code(pool.choose_action(REQUEST_WITHOUT_BOTS)) == "stopping"
            return [process.exitcode for process in processes]

    assert run(test()) == [-signal.SIGKILL]


# The solver


def _wait_for_a_file(group: str) -> None:
    """Stands in for the compiler: it runs until the test ends it."""
    import time

    while not Path(os.environ["COMPILED"]).exists():
        time.sleep(0.005)


def _find_nothing() -> frozenset[str]:
    return frozenset()


def _abort(group: str) -> None:
    os.abort()


@pytest.fixture
def compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing is compiled, and compilation lasts until this file exists."""
    monkeypatch.setattr("keypeg.service.kernel_warmup.find_compiled", _find_nothing)
    monkeypatch.setattr("keypeg.service.kernel_warmup.compile_group", _wait_for_a_file)
    monkeypatch.setenv("COMPILED", str(tmp_path / "compiled"))
    return tmp_path / "compiled"


async def turn_request(tables: TableService, *levels: str) -> TurnRequest:
    live_table = await open_bot_table(tables, "classic", "beginner", "beginner")
    return TurnRequest(live_table.table.require_state(), dict(enumerate(levels, 1)), 2, 1)


def test_only_bots_that_need_the_solver_wait_for_it(sqlite_file: SqliteFile, compiler: Path) -> None:
    async def test() -> None:
        pool = WorkerPool(1)
        async with serving(sqlite_file) as tables:
            pool.start_warmup()
            late = asyncio.ensure_future(pool.choose_action(await turn_request(tables, "strong", "strong")))
            assert await pool.choose_action(await turn_request(tables, "beginner", "casual"))
            compiling = pool.warmup._pool
            assert compiling is not None
            (process,) = compiling._processes.values()
            assert not late.done()
            compiler.touch()
            assert await late
            await asyncio.to_thread(process.join)
            assert process.exitcode == 0, "it keeps no memory when it is done"
            pool.close()

    run(test())


def test_lessons_and_first_hints_do_not_wait_for_the_compiler(compiler: Path) -> None:
    record = "Keypeg: 1\nEdition: classic\n\n1 code RRBY\n2 guess RRBB\n"

    async def connected() -> None:
        await asyncio.Event().wait()

    async def test() -> None:
        queue = StudyQueue(WorkerPool(1))
        queue.pool.start_warmup()
        search = asyncio.ensure_future(queue.answer(HintRequest(record, 2, "", True, "en"), connected))
        lesson = await queue.answer(LessonRequest("classic", "1", ("RRBB",), None, "en"), connected)
        quick = await queue.answer(HintRequest(record, 2, "", False, "en"), connected)
        assert lesson["mark_text"]
        assert quick["hints"][0]["kind"] == "codes-left"
        assert not queue.pool.warmup.is_ready()
        assert not search.done()
        compiler.touch()
        assert len((await search)["hints"]) > len(quick["hints"])
        assert queue.pool.warmup.is_ready(kernels_for_marks(14))
        queue.pool.close()

    run(test())


def test_the_solver_is_compiled_before_any_request(compiler: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keypeg.service.kernel_warmup.START_DELAY_SECONDS", 0.0)
    compiler.touch()

    async def test() -> None:
        pool = WorkerPool(1)
        pool.start_warmup()
        await until(lambda: bool(pool.warmup._compilation and pool.warmup._compilation.done()))
        assert pool._pool is None
        pool.close()

    run(test())


def test_a_compiler_that_dies_is_logged_and_bots_compile_themselves(
    sqlite_file: SqliteFile, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("keypeg.service.kernel_warmup.find_compiled", _find_nothing)
    monkeypatch.setattr("keypeg.service.kernel_warmup.compile_group", _abort)

    async def test() -> None:
        pool = WorkerPool(1)
        async with serving(sqlite_file) as tables:
            pool.start_warmup()
            assert await pool.choose_action(await turn_request(tables, "strong", "strong"))
            pool.close()

    run(test())
    assert [record.__dict__["why"] for record in caplog.records] == ["BrokenProcessPool"]


def test_stopping_a_server_does_not_wait_for_the_compiler(compiler: Path) -> None:
    async def test() -> int | None:
        pool = WorkerPool(1)
        pool.start_warmup()
        waiting = asyncio.ensure_future(pool.warmup.wait())
        await until(lambda: bool(pool.warmup._pool and pool.warmup._pool._processes))
        assert pool.warmup._pool is not None
        (process,) = pool.warmup._pool._processes.values()
        pool.close()
        await waiting
        await asyncio.to_thread(process.join)
        return process.exitcode

    assert run(test()) == -signal.SIGKILL


FINISHED_ROUND = "Keypeg: 1\nEdition: classic\n\n1 code RRBY\n2 guess RRBB\n2 guess RRBY\n"


def test_kernels_are_compiled_in_the_order_in_which_they_are_needed(
    compiler: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What a request needs comes next, after what is being compiled already; then the rest."""
    caplog.set_level("INFO", "keypeg.warmup")
    everything = kernels_for_marks()

    async def test() -> None:
        warmup = KernelWarmup()
        warmup.start()
        await warmup.prepare(kernels_for_marks(30))
        await until(lambda: warmup._current == everything[0])
        least = warmup.seconds_left(kernels_for_marks(30))
        assert 0 < least < warmup.seconds_left()
        await warmup.prepare([HANDS])
        assert warmup.seconds_left([HANDS]) < warmup.seconds_left(kernels_for_marks(30))
        await warmup.prepare(kernels_for_marks(40))
        compiler.touch()
        await warmup.wait()
        assert warmup.is_ready()
        assert warmup.seconds_left() == 0

    run(test())
    compiled = [record.args[0] for record in caplog.records if isinstance(record.args, tuple) and record.args]
    searches = [name for name, _ in SEARCHES]
    assert compiled == [everything[0], *searches, HANDS]
    left = [record.__dict__["seconds_left"] for record in caplog.records if "seconds_left" in record.__dict__]
    assert left == sorted(left, reverse=True)
    assert left[-1] == 0


def test_advice_and_reviews_are_there_before_anything_is_compiled(
    compiler: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The solver may use what is compiled, and nothing is; and nobody waits for the compiler, but a best guess."""
    monkeypatch.delenv("KEYPEG_SOLVER")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    async def connected() -> None:
        await asyncio.Event().wait()

    async def test() -> None:
        queue = StudyQueue(WorkerPool(1))
        queue.pool.start_warmup()
        advice = await queue.answer(AdviceRequest("classic", ("RRBB:1b1w",), None, None, None, 1.0), connected)
        assert "best" in advice
        assert dict(advice)["more_exact_soon"]
        review = await queue.answer(ReviewRequest(FINISHED_ROUND, None, None, 5.0, "en"), connected)
        assert review["more_exact_soon"]
        assert [row["cost"] is not None for row in review["rounds"][0]["boards"][0]["rows"]] == [True, True]
        one_code = PuzzleRequest("classic", "one-code", "easy", "1", None, None, 0, False, "en")
        puzzle = await queue.answer(one_code, connected)
        assert puzzle["rows"]
        assert not queue.pool.warmup.is_ready()
        queue.pool.close()

    run(test())
