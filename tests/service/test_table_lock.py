"""The lock of a table: one at a time, in the order in which they came, whether they are tasks or calls."""

import asyncio
from functools import partial

import pytest

from keypeg.service.table_lock import TableLock
from support.service_harness import run


def test_tasks_and_calls_get_the_lock_in_the_order_in_which_they_came() -> None:
    async def test() -> None:
        lock, turns = TableLock(), list[int]()

        async def wait_for_turn(number: int) -> None:
            async with lock:
                turns.append(number)
                await asyncio.sleep(0)
                turns.append(number)

        lock.acquire_for(lambda: None)
        waiting = []
        for number in (1, 3):
            waiting.append(asyncio.create_task(wait_for_turn(number)))
            await asyncio.sleep(0)
            lock.acquire_for(partial(turns.append, number + 1))
        assert turns == []
        lock.release()
        await waiting[0]
        assert turns == [1, 1, 2]
        lock.release()
        await waiting[1]
        assert turns == [1, 1, 2, 3, 3, 4]
        assert lock.locked()
        lock.release()
        assert not lock.locked()

    run(test())


def test_a_free_lock_is_had_at_once() -> None:
    lock, turns = TableLock(), list[int]()
    lock.acquire_for(partial(turns.append, 1))
    assert (turns, lock.locked()) == ([1], True)


def test_thousands_of_calls_that_release_the_lock_at_once_are_not_nested() -> None:
    lock, turns = TableLock(), list[int]()

    def take_turn() -> None:
        turns.append(1)
        lock.release()

    lock.acquire_for(lambda: None)
    for _ in range(10_000):
        lock.acquire_for(take_turn)
    lock.release()
    assert len(turns) == 10_000
    assert not lock.locked()


@pytest.mark.parametrize("is_its_turn", [False, True])
def test_a_task_that_is_cancelled_while_it_waits_hands_the_lock_on(is_its_turn: bool) -> None:
    async def test() -> None:
        lock, turns = TableLock(), list[str]()

        async def wait_for_turn() -> None:
            async with lock:
                turns.append("cancelled")

        lock.acquire_for(lambda: None)
        waiting = asyncio.create_task(wait_for_turn())
        await asyncio.sleep(0)
        lock.acquire_for(partial(turns.append, "next"))
        if is_its_turn:
            lock.release()
        waiting.cancel()
        if not is_its_turn:
            lock.release()
        await asyncio.gather(waiting, return_exceptions=True)
        assert turns == ["next"]

    run(test())
