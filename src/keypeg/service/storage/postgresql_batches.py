"""Decides when the entries that have queued up for a PostgreSQL are stored, and which of them together.

A commit takes many times as long as one more entry in it. So one is under way at a time, and what comes meanwhile is
stored together. Where entries are so many that the next commit has enough of them anyway, it also waits
for a moment: two processes that have half of the players each would otherwise pay for twice as many commits.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from keypeg.service.storage.postgresql_connection import KeptConnection
from keypeg.service.storage.store import OnStored, Write

MAX_BATCH_ENTRIES = 300

LARGE_BATCH_ENTRIES = 12
"""After a batch of so many entries, the next waits until `GATHERING_SECONDS` after its beginning. When fewer are
stored at a time, none of them waits."""

GATHERING_SECONDS = 0.003

TIMER_SECONDS = 0.001
"""How exact the timers of the event loop are. Shorter waits are left out."""

ENOUGH_ENTRIES = 48
"""So many entries do not wait for more."""

BLOCKED_SECONDS = 0.02
"""A batch that takes longer than that may wait for a lock that has nothing to do with other tables, so that another one
begins beside it."""


class QueuedWrite(NamedTuple):
    """An entry to store, and what to call once it is known whether it was."""

    write: Write
    on_stored: OnStored


StoreBatch = Callable[[list[QueuedWrite], KeptConnection], Coroutine[Any, Any, None]]
"""Stores entries and reports what has become of each. It raises nothing."""


class BatchWriter:
    """The entries that are to be stored, and the connections through which that is done."""

    def __init__(self, connections: list[KeptConnection], store_batch: StoreBatch) -> None:
        self._free, self._store_batch = connections, store_batch
        self._loop = asyncio.get_running_loop()
        self._queue: deque[QueuedWrite] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        self._began_at, self._last_count = 0.0, 0
        """When the last batch began, and its number of entries."""
        self._next_look: asyncio.Handle | None = None
        """When the queue is looked at next, if that is known."""

    def append(self, write: Write, on_stored: OnStored) -> None:
        """Have an entry stored, together with all others of this turn of the event loop."""
        self._queue.append(QueuedWrite(write, on_stored))
        if self._next_look is None or len(self._queue) == ENOUGH_ENTRIES:
            self._look_after(0.0)

    def _look_after(self, seconds: float) -> None:
        if self._next_look is not None:
            self._next_look.cancel()
        self._next_look = (
            self._loop.call_later(seconds, self._look) if seconds > 0 else self._loop.call_soon(self._look)
        )

    def _look(self) -> None:
        """Store what has queued up, if it is time."""
        self._next_look = None
        if self._queue and self._free:
            if (wait := self._seconds_to_wait()) > TIMER_SECONDS / 2:
                self._look_after(wait)
            else:
                self._begin_batch()

    def _seconds_to_wait(self) -> float:
        age = self._loop.time() - self._began_at
        if self._tasks:
            return BLOCKED_SECONDS - age
        if self._last_count < LARGE_BATCH_ENTRIES or len(self._queue) >= ENOUGH_ENTRIES:
            return 0.0
        return GATHERING_SECONDS - age

    def _begin_batch(self) -> None:
        batch = [self._queue.popleft() for _ in range(min(len(self._queue), MAX_BATCH_ENTRIES))]
        self._began_at, self._last_count = self._loop.time(), len(batch)
        connection = self._free.pop()
        task = self._loop.create_task(self._store_batch(batch, connection))
        self._tasks.add(task)
        task.add_done_callback(lambda task: self._end_batch(task, connection))

    def _end_batch(self, task: "asyncio.Task[None]", connection: KeptConnection) -> None:
        self._tasks.discard(task)
        self._free.append(connection)
        if self._queue:
            self._look_after(0.0)

    async def finish(self) -> None:
        """Store everything that has queued up, and disconnect."""
        while self._queue or self._tasks:
            if self._queue and self._free:
                self._begin_batch()
            await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.sleep(0)  # until the connection is free
        for connection in self._free:
            connection.close()
