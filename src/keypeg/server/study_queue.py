"""The queue of study requests, which a worker process answers one at a time.

So players do not wait for study requests, and study requests do not wait for those of clients that have disconnected.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import cast

from keypeg.service.errors import TableError
from keypeg.service.worker_pool import WorkerPool
from keypeg.study.requests import Answer_co, StudyRequest, answer

MAX_WAITING_REQUESTS = 16
"""More are refused: their clients would not wait so long."""

GRACE_SECONDS = 2.0
"""How long to continue a request whose client has disconnected. Most are done by then, and that costs less than a new
process, which has to load the solver."""


class StudyQueue:
    """Answers study requests one at a time."""

    def __init__(self, pool: WorkerPool) -> None:
        self.pool = pool
        self._waiting = 0
        self._turn = asyncio.Lock()

    async def answer(
        self, request: StudyRequest[Answer_co], wait_for_disconnect: Callable[[], Awaitable[None]]
    ) -> Answer_co:
        """Return the answer to a request, or an empty one, which nobody receives, if the client disconnects first.

        Raises `KeypegError` if the request cannot be answered, or if too many are waiting.
        """
        if self._waiting >= MAX_WAITING_REQUESTS:
            raise TableError("solver-busy")
        self._waiting += 1
        answering = asyncio.ensure_future(self._answer_in_turn(request))
        disconnecting = asyncio.ensure_future(wait_for_disconnect())
        try:
            await asyncio.wait({answering, disconnecting}, return_when=asyncio.FIRST_COMPLETED)
            if answering.done():
                return answering.result()
            answering.cancel()
            await asyncio.wait({answering})
            return cast("Answer_co", {})
        finally:
            answering.cancel()
            disconnecting.cancel()
            self._waiting -= 1

    async def _answer_in_turn(self, request: StudyRequest[Answer_co]) -> Answer_co:
        async with self._turn:  # one at a time, so that interrupting the processes loses only this request
            working = asyncio.ensure_future(self.pool.run_solver_work(answer, request))
            try:
                return await asyncio.shield(working)
            except asyncio.CancelledError:
                await asyncio.wait({working}, timeout=GRACE_SECONDS)
                if not working.cancel():
                    working.exception()  # retrieved, so that asyncio does not report it
                    raise
                await asyncio.to_thread(self.pool.interrupt)  # in a thread, because it takes a moment
                raise
