"""Study requests share one process: clients by turns, with a deadline, and with a limit of memory."""

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from keypeg.core.errors import KeypegError
from keypeg.server import study_queue
from keypeg.server.settings import Limits
from keypeg.server.study_queue import StudyQueue
from keypeg.service import worker_pool
from keypeg.service.errors import TableError
from keypeg.service.process_memory import MEBIBYTE
from keypeg.service.worker_pool import BotError, TurnRequest, WorkerPool
from keypeg.study.requests import AdviceRequest, LessonRequest

EVE, EVE_AGAIN, ANN = "2001:db8:0:1::1", "2001:db8:0:1::2", "192.0.2.1"
"""Eve has many addresses, all in one network."""

LESSON = LessonRequest("classic", "1", ("RRBB",), None, "en")
"""A question that is answered at once."""

ENDLESS = AdviceRequest("house~holes_4~colours_9", (), None, None, None, 1e6)
SHORT = AdviceRequest("classic", ("RRBB:1b1w",), None, None, None, 0.1)

PATIENT = 300.0
"""Seconds: more than anything here takes, on any machine."""


async def stay_connected() -> None:
    await asyncio.Event().wait()


def with_queue(test: Callable[[StudyQueue], Coroutine[Any, Any, None]], seconds: float = PATIENT) -> None:
    async def run() -> None:
        queue = StudyQueue(WorkerPool(1), limits=Limits(answer_seconds=seconds))
        try:
            await test(queue)
        finally:
            queue.pool.close()

    asyncio.run(run())


async def code_of(work: Coroutine[Any, Any, object]) -> str:
    """Return the code with which this is refused; empty if it is not."""
    try:
        await work
    except KeypegError as error:
        return error.code
    return ""


def test_one_question_of_another_client_is_answered_next() -> None:
    answered = []

    async def ask(queue: StudyQueue, address: str) -> None:
        await queue.answer(LESSON, stay_connected, address)
        answered.append(address)

    async def test(queue: StudyQueue) -> None:
        crowd = [asyncio.ensure_future(ask(queue, (EVE, EVE_AGAIN)[number % 2])) for number in range(16)]
        await asyncio.sleep(0)
        while not queue.turns.waiting_count:
            await asyncio.sleep(0)
        await ask(queue, ANN)
        assert answered.index(ANN) <= 1, "only the one that was being answered comes before"
        await asyncio.gather(*crowd)

    with_queue(test)


def test_one_client_has_only_so_many_questions_and_leaves_room_for_others() -> None:
    async def test(queue: StudyQueue) -> None:
        eve = [code_of(queue.answer(LESSON, stay_connected, EVE)) for _ in range(Limits().questions + 5)]
        ann = code_of(queue.answer(LESSON, stay_connected, ANN))
        codes = await asyncio.gather(*eve, ann)
        assert codes == [""] * (Limits().questions + 1) + ["solver-busy"] * 4 + [""]

    with_queue(test)


def test_a_question_ends_at_its_deadline_and_the_next_gets_another_process() -> None:
    async def test(queue: StudyQueue) -> None:
        assert await code_of(queue.answer(ENDLESS, stay_connected, EVE)) == "solver-too-slow"
        queue.seconds = PATIENT
        assert (await queue.answer(SHORT, stay_connected, EVE))["codes_left"] == 208

    with_queue(test, seconds=0.05)


def test_a_long_question_ends_when_another_client_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study_queue, "SHARED_TIME", 0.00001)
    monkeypatch.setattr(study_queue, "LOOK_SECONDS", 0.01)

    async def test(queue: StudyQueue) -> None:
        long = asyncio.ensure_future(code_of(queue.answer(ENDLESS, stay_connected, EVE)))
        await asyncio.sleep(0.5)
        assert not long.done(), "nobody else waits"
        assert (await queue.answer(LESSON, stay_connected, ANN))["mark_text"]
        assert await long == "solver-too-slow"

    with_queue(test)


# The process


def pid_of_worker(_: object) -> int:
    return os.getpid()


def allocate(size: int) -> int:
    return len(bytearray(size))


KEPT: list[bytes] = []


def keep(size: int) -> int:
    """Become larger by so many bytes."""
    KEPT.append(b"x" * size)
    return os.getpid()


def sleep(_: TurnRequest) -> None:
    import time

    time.sleep(PATIENT)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such limit")
def test_a_question_that_needs_too_much_memory_is_refused_and_others_are_answered() -> None:
    async def test(queue: StudyQueue) -> None:
        pool = queue.pool
        pid = await pool.run_solver_work(pid_of_worker, None)
        with pytest.raises(TableError) as caught:
            await pool.run_solver_work(allocate, worker_pool.MOST_BYTES)
        assert caught.value.code == "solver-too-large"
        assert await pool.run_solver_work(allocate, MEBIBYTE) == MEBIBYTE
        assert await pool.run_solver_work(pid_of_worker, None) != pid

    with_queue(test)


def test_a_process_that_has_become_large_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "KEPT_BYTES", 250 * MEBIBYTE)

    async def test(queue: StudyQueue) -> None:
        pool = queue.pool
        small = [await pool.run_solver_work(pid_of_worker, None) for _ in range(3)]
        assert len(set(small)) == 1
        assert await pool.run_solver_work(keep, 300 * MEBIBYTE) == small[0]
        assert await pool.run_solver_work(pid_of_worker, None) != small[0]

    with_queue(test)


def test_a_bot_that_never_ends_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "BOT_SECONDS", 0.05)
    monkeypatch.setattr(worker_pool, "choose_bot_action", sleep)

    async def test(queue: StudyQueue) -> None:
        with pytest.raises(BotError, match="too-slow"):
            await queue.pool.choose_action(TurnRequest(None, {}, 1, 1))  # type: ignore[arg-type]
        assert queue.pool._pool is None

    with_queue(test)
