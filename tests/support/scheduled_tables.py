"""What tests of minded tables share: tables for computers, and thinkers that think at once."""

import asyncio
from collections.abc import Callable

import pytest

from keypeg.service.live_table import LiveTable
from keypeg.service.table_service import Tables
from keypeg.service.worker_pool import BotAction, Failed, TurnRequest, WorkerPool, answer


async def opened(tables: Tables, edition: str, *levels: str, **options: int) -> LiveTable:
    """A table at which these computers play, and Ann where none is named."""
    seats = [(seat, level) for seat, level in enumerate(levels, 1)]
    host = await tables.open(edition, "Ann", seats=seats, begin=True, **options)  # type: ignore[arg-type]
    return await tables.live(host.table)


def over(live: LiveTable) -> Callable[[], bool]:
    return lambda: live.table.over


class Plain(WorkerPool):
    """Thinks at once, and here; a real one is asked elsewhere."""

    def __init__(self, failures: int = 0, why: Exception | None = None) -> None:
        super().__init__(1)
        self.asked: list[dict[int, str]] = []
        self._failures, self._why = failures, why

    async def think(self, question: TurnRequest) -> BotAction | None:
        self.asked.append(dict(question.levels))
        await asyncio.sleep(0)
        if len(self.asked) <= self._failures:
            raise self._why or Failed("process-died")
        return answer(question)


def reasons(caught: pytest.LogCaptureFixture) -> list[str]:
    return [record.__dict__["code"] for record in caught.records if record.name == "keypeg.minding"]
