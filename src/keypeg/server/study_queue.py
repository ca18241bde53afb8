"""The queue of study requests, which a worker process answers one at a time.

So players do not wait for study requests, and study requests do not wait for those of clients that have disconnected.
Clients share the process's time, a request has a deadline, and the process a limit of memory (`worker_pool`).
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import cast

from keypeg.server.client_networks import NO_LIMIT, ClientNetworks
from keypeg.server.settings import Limits
from keypeg.service.errors import TableError
from keypeg.service.fair_queue import FairQueue, QueueFullError
from keypeg.service.worker_pool import WorkerPool
from keypeg.solver.readiness import must_compile
from keypeg.study.requests import Answer_co, StudyRequest, answer

MAX_WAITING_REQUESTS = 64
"""More are refused: their clients would not wait so long. The client with the most waiting makes room."""

SHARED_TIME = 1 / 2
"""The part of its time that an answer has while another client waits."""

LOOK_SECONDS = 0.25
"""How often to look whether another client waits."""

COMPILATION_FACTOR = 10
"""How much longer everything may take if the solver may have to be compiled on the way."""

GRACE_SECONDS = 2.0
"""How long to continue a request whose client has disconnected. Most are done by then, and that costs less than a new
process, which has to load the solver."""


class StudyQueue:
    """Answers study requests one at a time."""

    def __init__(self, pool: WorkerPool, networks: ClientNetworks | None = None, limits: Limits | None = None) -> None:
        limits = limits or Limits()
        self.pool = pool
        self.turns = FairQueue(1, MAX_WAITING_REQUESTS, limits.questions)
        self._networks = networks or ClientNetworks()
        self.seconds = limits.answer_seconds
        """How long one answer may take."""

    async def answer(
        self, request: StudyRequest[Answer_co], wait_for_disconnect: Callable[[], Awaitable[None]], address: str = ""
    ) -> Answer_co:
        """Return the answer to a request, or an empty one, which nobody receives, if the client disconnects first.

        Raises `KeypegError` if the request cannot be answered, if that takes too long, or if too many are waiting.
        """
        network = self._networks.find(address)
        client = address if network == NO_LIMIT else network
        answer_task = asyncio.ensure_future(self._answer_in_turn(request, client))
        disconnect_task = asyncio.ensure_future(wait_for_disconnect())
        try:
            await asyncio.wait({answer_task, disconnect_task}, return_when=asyncio.FIRST_COMPLETED)
            if answer_task.done():
                return answer_task.result()
            answer_task.cancel()
            await asyncio.wait({answer_task})
            return cast("Answer_co", {})
        except QueueFullError as error:
            raise TableError("solver-busy") from error
        finally:
            answer_task.cancel()
            disconnect_task.cancel()

    async def _answer_in_turn(self, request: StudyRequest[Answer_co], client: str) -> Answer_co:
        must_wait = must_compile() or not request.has_plain_answer
        if request.needs_kernels and request.kernels:  # on a new machine, others need not wait until they are compiled
            await self.pool.warmup.prepare(request.kernels, must_wait)
        async with self.turns.turn(client):  # one at a time, so that ending the process loses only this request
            may_compile = request.needs_kernels and must_wait and not self.pool.warmup.has_compiled(request.kernels)
            seconds = self.seconds * COMPILATION_FACTOR if may_compile else self.seconds
            solver_task = asyncio.ensure_future(self.pool.run_solver_work(answer, request, seconds))
            try:
                await self._wait_while_fair(solver_task, client, seconds * SHARED_TIME)
                return await asyncio.shield(solver_task)
            except asyncio.CancelledError:
                await asyncio.wait({solver_task}, timeout=GRACE_SECONDS)
                await self._interrupt(solver_task)
                raise

    async def _wait_while_fair(self, solver_task: "asyncio.Future[Answer_co]", client: str, seconds: float) -> None:
        """Wait for an answer; end it if it takes long and another client waits. Raises `TableError` then."""
        await asyncio.wait({solver_task}, timeout=seconds)
        while not solver_task.done():
            if self.turns.has_others_waiting(client):
                await self._interrupt(solver_task)
                raise TableError("solver-too-slow")
            await asyncio.wait({solver_task}, timeout=LOOK_SECONDS)

    async def _interrupt(self, solver_task: "asyncio.Future[Answer_co]") -> None:
        """End the process if it is still at work."""
        if solver_task.cancel():
            await asyncio.to_thread(self.pool.interrupt)  # in a thread, because it takes a moment
        elif not solver_task.cancelled():
            solver_task.exception()  # retrieved, so that asyncio does not report it
