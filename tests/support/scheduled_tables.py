"""Tables for tests of the scheduler: bots that play, and a pool that chooses their actions in this process."""

import asyncio
from collections.abc import Callable

import pytest

from keypeg.service.entries import MS_PER_SECOND
from keypeg.service.live_table import LiveTable
from keypeg.service.outages import PRESENCE_SECONDS
from keypeg.service.scheduler import Scheduler
from keypeg.service.table_service import TableService
from keypeg.service.worker_pool import BotAction, BotError, TurnRequest, WorkerPool, choose_bot_action
from support.loop_checks import excuse_step
from support.service_harness import Clock, SeatedTable, until


async def open_bot_table(tables: TableService, edition: str, *levels: str, **options: int) -> LiveTable:
    """Open a table with bots of these levels, and with Ann in the seats whose level is empty."""
    seats = [(seat, level) for seat, level in enumerate(levels, 1)]
    host = await tables.open(edition, "Ann", seats=seats, begin=True, **options)  # type: ignore[arg-type]
    return await tables.load(host.table_id)


def is_over(live_table: LiveTable) -> Callable[[], bool]:
    return lambda: live_table.table.is_over


async def pass_time(scheduler: Scheduler, *clocks: Clock, milliseconds: int) -> None:
    """Let time pass while the server runs and notes that it does."""
    step = int(PRESENCE_SECONDS * MS_PER_SECOND)
    for _ in range(milliseconds // step):
        for clock in clocks:
            clock.now += step
        await scheduler.watch.note_presence()


async def keep_up(scheduler: Scheduler, seated: SeatedTable) -> None:
    """Let the scheduler do what is due at a table."""
    scheduler._start_upkeep(seated.live_table)
    await until(lambda: seated.live_table.upkeep_task is None)


class InlinePool(WorkerPool):
    """Chooses actions at once and in this process; the first `failures` requests fail."""

    def __init__(self, failures: int = 0, why: Exception | None = None) -> None:
        super().__init__(1)
        self.requested_levels: list[dict[int, str]] = []
        self._failures, self._why = failures, why

    async def choose_action(self, request: TurnRequest) -> BotAction | None:
        self.requested_levels.append(dict(request.levels))
        await asyncio.sleep(0)
        if len(self.requested_levels) <= self._failures:
            raise self._why or BotError("process-died")
        excuse_step()  # a server's bots have a process of their own
        return choose_bot_action(request)


def logged_codes(caught: pytest.LogCaptureFixture) -> list[str]:
    """List the codes of what the scheduler has logged."""
    return [record.__dict__["code"] for record in caught.records if record.name == "keypeg.scheduler"]
