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
        self._waiting_requests = 0
        self._turn = asyncio.Lock()

    async def answer(
        self, request: StudyRequest[Answer_co], wait_for_disconnect: Callable[[], Awaitable[None]]
    ) -> Answer_co:
        """Return the answer to a request, or an empty one, which nobody receives, if the client disconnects first.

        Raises `KeypegError` if the request cannot be answered, or if too many are waiting.
        """
        if self._waiting_requests >= MAX_WAITING_REQUESTS:
            raise TableError("solver-busy")
        self._waiting_requests += 1
        answer_task = asyncio.ensure_future(self._answer_in_turn(request))
        disconnect_task = asyncio.ensure_future(wait_for_disconnect())
        try:
            await asyncio.wait({answer_task, disconnect_task}, return_when=asyncio.FIRST_COMPLETED)
            if answer_task.done():
                return answer_task.result()
            answer_task.cancel()
            await asyncio.wait({answer_task})
            return cast("Answer_co", {})
        finally:
            answer_task.cancel()
            disconnect_task.cancel()
            self._waiting_requests -= 1

    async def _answer_in_turn(self, request: StudyRequest[Answer_co]) -> Answer_co:
        if request.needs_kernels:  # on a new machine, others need not wait until they are compiled
            await self.pool.warmup.wait()
        async with self._turn:  # one at a time, so that interrupting the processes loses only this request
            solver_task = asyncio.ensure_future(self.pool.run_solver_work(answer, request))
            try:
                return await asyncio.shield(solver_task)
            except asyncio.CancelledError:
                await asyncio.wait({solver_task}, timeout=GRACE_SECONDS)
                if not solver_task.cancel():
                    solver_task.exception()  # retrieved, so that asyncio does not report it
                    raise
                await asyncio.to_thread(self.pool.interrupt)  # in a thread, because it takes a moment
                raise
