"""A lock that lets one change at a time into a table.

Unlike asyncio's lock, it also serves callers that are no tasks: they leave a callback, which is called when the lock is
theirs. A move takes this way from the socket to the disk and back without a task, which would take longer than the
move itself.
"""

import asyncio
from collections import deque
from collections.abc import Callable


class TableLock:
    """Serves those that wait for it in the order in which they came."""

    __slots__ = ("_is_handing_over", "_is_locked", "_waiters")

    def __init__(self) -> None:
        self._is_locked = False
        self._waiters: deque[Callable[[], None]] = deque()
        self._is_handing_over = False

    def locked(self) -> bool:
        """Whether somebody holds the lock."""
        return self._is_locked

    def acquire_for(self, work: Callable[[], None]) -> None:
        """Call this when the lock is its own: now if it is free, otherwise later. In the end it calls `release`."""
        if self._is_locked:
            self._waiters.append(work)
        else:
            self._is_locked = True
            work()

    def release(self) -> None:
        """Free the lock, and hand it to the next one.

        A waiter may release it at once, so this is a loop: calls within calls would be as deep as the queue is long.
        """
        self._is_locked = False
        if self._is_handing_over:
            return
        self._is_handing_over = True
        try:
            while self._waiters and not self._is_locked:
                self._is_locked = True
                self._waiters.popleft()()
        finally:
            self._is_handing_over = False

    async def __aenter__(self) -> None:
        if not self._is_locked:
            self._is_locked = True
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def begin_turn() -> None:
            if turn.cancelled():
                self.release()
            else:
                turn.set_result(None)

        self._waiters.append(begin_turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()
            raise

    async def __aexit__(self, *error: object) -> None:
        self.release()
