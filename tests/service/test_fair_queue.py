"""The fair queue: which turn is next, however many wait, and what happens when there is no room."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

import pytest

from keypeg.service.fair_queue import FairQueue, QueueFullError
from support.service_harness import run

Wanted = tuple[str, str, float]
"""A client, its table, and how long the turn takes."""


TICKS = 4
"""How many turns of the loop a turn takes: so many that who wants one is in the queue before it ends."""


class SlowTurns:
    """Takes turns one after the other, by a clock of its own, and notes whose they were."""

    def __init__(self, turns: int = 1, most: int | None = None, most_of_one: int | None = None) -> None:
        self.now = 0.0
        self.queue = FairQueue(turns, most, most_of_one, lambda: self.now)
        self.taken: list[str] = []
        self.tasks: list[asyncio.Task[None]] = []

    def want(self, *wanted: Wanted) -> None:
        for client, table, seconds in wanted:
            self.tasks.append(asyncio.get_running_loop().create_task(self._take(client, table, seconds)))

    async def _take(self, client: str, table: str, seconds: float) -> None:
        async with self.queue.turn(client, table):
            self.taken.append(client + table)
            for _ in range(TICKS):
                await asyncio.sleep(0)
            self.now += seconds

    async def finish(self) -> list[BaseException | None]:
        return await asyncio.gather(*self.tasks, return_exceptions=True)


async def begin(slow: SlowTurns, *wanted: Wanted) -> None:
    """Want these turns, in this order, and let the first begin."""
    slow.want(*wanted)
    while not slow.taken:
        await asyncio.sleep(0)


def turns_of(client: str, tables: int, seconds: float = 1.0) -> Sequence[Wanted]:
    return [(client, str(number), seconds) for number in range(tables)]


def test_a_client_that_wants_one_turn_gets_the_next_however_many_wait() -> None:
    async def test() -> None:
        slow = SlowTurns()
        await begin(slow, *turns_of("crowd", 90), *turns_of("other crowd", 90))
        for number in (1, 2, 3):
            slow.want(("player", "", 0.1))
            before = len(slow.taken)
            while "player" not in slow.taken[before:]:
                await asyncio.sleep(0)
            assert slow.taken[before:].index("player") <= 1, "one turn had begun, no more come before"
            assert slow.taken.count("player") == number
            while len(slow.taken) < before + 10:
                await asyncio.sleep(0)
        await slow.finish()
        assert len(slow.taken) == 183

    run(test())


def test_clients_have_equal_shares_of_the_time_and_their_tables_too() -> None:
    async def test() -> None:
        slow = SlowTurns()
        many = [wanted for _ in range(40) for wanted in (("slow", "a", 3.0), ("quick", "a", 1.0), ("quick", "b", 1.0))]
        await begin(slow, *many)
        while len(slow.taken) < 40:
            await asyncio.sleep(0)
        counts = {name: slow.taken[:40].count(name) for name in ("slowa", "quicka", "quickb")}
        assert counts["slowa"] == pytest.approx(10, abs=1), counts
        assert counts["quicka"] == pytest.approx(counts["quickb"], abs=1), counts
        await slow.finish()

    run(test())


def test_a_client_that_was_away_has_no_claim_to_the_time_before() -> None:
    async def test() -> None:
        slow = SlowTurns()
        await begin(slow, *turns_of("steady", 60))
        while len(slow.taken) < 30:
            await asyncio.sleep(0)
        before = len(slow.taken)
        slow.want(*turns_of("late", 20))
        while len(slow.taken) < before + 20:
            await asyncio.sleep(0)
        late = sum(name.startswith("late") for name in slow.taken[before : before + 20])
        assert late == pytest.approx(10, abs=1)
        await slow.finish()

    run(test())


def test_several_turns_at_a_time_are_shared_too() -> None:
    async def test() -> None:
        queue, running = FairQueue(2), asyncio.Event()
        began: list[str] = []

        async def hold(client: str) -> None:
            async with queue.turn(client):
                began.append(client)
                await running.wait()

        tasks = [asyncio.ensure_future(hold(client)) for client in ("one", "two", "one", "one", "two")]
        await asyncio.sleep(0.01)
        assert sorted(began) == ["one", "two"]
        running.set()
        await asyncio.gather(*tasks)
        assert len(began) == len(tasks)

    run(test())


def test_a_client_waits_for_no_more_than_its_number() -> None:
    async def test() -> None:
        slow = SlowTurns(most_of_one=3)
        slow.want(*turns_of("crowd", 6), ("player", "", 1.0))
        refused = [type(result) for result in await slow.finish()]
        assert refused == [type(None)] * 4 + [QueueFullError] * 2 + [type(None)]

    run(test())


def test_in_a_full_queue_the_client_that_waits_for_most_makes_room() -> None:
    async def test() -> None:
        slow = SlowTurns(most=4)
        slow.want(*turns_of("crowd", 5), ("player", "", 1.0), ("friend", "", 1.0), ("crowd", "late", 1.0))
        refused = [isinstance(result, QueueFullError) for result in await slow.finish()]
        assert refused == [False, False, False, True, True, False, False, True]
        assert {"player", "friend"} <= set(slow.taken)

    run(test())


def test_a_turn_that_is_not_wanted_any_more_goes_to_the_next() -> None:
    async def test() -> None:
        queue, began = FairQueue(), []

        async def take(name: str) -> None:
            async with queue.turn(name):
                began.append(name)

        async with queue.turn("first"):
            tasks = {name: asyncio.ensure_future(take(name)) for name in ("early", "late", "last")}
            await asyncio.sleep(0)
            tasks["early"].cancel()
            await asyncio.sleep(0)
            assert queue.waiting_count == 2
        tasks["late"].cancel()  # its turn has begun, but it does not know yet
        for task in tasks.values():
            with suppress(asyncio.CancelledError):
                await task
        assert began == ["last"]
        assert queue.waiting_count == 0
        async with asyncio.timeout(1), queue.turn("first"):
            pass

    run(test())


def test_nothing_is_remembered_of_clients_that_are_gone() -> None:
    async def test() -> None:
        slow = SlowTurns()
        await begin(slow, *[(f"client {number}", "", 1.0) for number in range(2000)])
        await slow.finish()
        assert slow.queue._everybody.parts == {}
        assert slow.queue._everybody.is_idle

    run(test())
