"""Compiles the solver's kernels in a process of its own before anybody needs them.

On a new machine that takes a minute or two. The result is cached on disk, so that every worker process then loads it
in a second, now and after every restart. Until then the plain solver answers, and only requests that it cannot answer
wait.
"""

import asyncio
import logging
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context

from keypeg.extras import MissingExtraError, check_extra
from keypeg.parent_watch import end_with_parent
from keypeg.service.process_memory import limit_memory

LOG = logging.getLogger("keypeg.warmup")

START_DELAY_SECONDS = 5.0
"""When to begin after the start, if no request needs the solver earlier: the first requests come first."""

NICENESS = 10
"""By how much the compiling process lowers its priority."""


def start_worker(most_bytes: int = 0) -> None:
    """Prepare a worker process: it leaves Ctrl-C to the server, which ends it, and it ends if the server is killed.

    With a number of bytes, it gets no more memory.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    if most_bytes:
        limit_memory(most_bytes)


def stop_pool(pool: ProcessPoolExecutor) -> None:
    """End all processes of a pool, including those at work."""
    if pool._pending_work_items:
        for process in list((pool._processes or {}).values()):
            process.kill()
    pool.shutdown(cancel_futures=True)


def compile_kernels() -> None:
    """Compile all kernels that are not in the cache, or wait until another server has. Runs in another process."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    from keypeg.solver import warm_up

    warm_up()


class KernelWarmup:
    """Starts the compilation, and lets requests wait for it."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None
        self._pool: ProcessPoolExecutor | None = None
        self._compilation: asyncio.Future[None] | None = None

    def start(self) -> None:
        """Compile after a short delay, if the solver is installed."""
        with suppress(MissingExtraError):
            check_extra("solver")
            self._timer = asyncio.get_running_loop().call_later(START_DELAY_SECONDS, self._begin)

    @property
    def is_ready(self) -> bool:
        """Whether nothing is left to wait for."""
        return self._timer is None or (self._compilation is not None and self._compilation.done())

    @property
    def has_succeeded(self) -> bool:
        """Whether everything is known to be compiled."""
        done = self._compilation
        return done is not None and done.done() and not done.cancelled() and done.exception() is None

    async def prepare(self, must_wait: bool) -> None:
        """Begin now, because the solver is used; wait until the kernels are compiled only if that is a must."""
        if must_wait:
            await self.wait()
        elif self._timer is not None:
            self._begin()

    async def wait(self) -> None:
        """Wait until the kernels are compiled, if that was ever started. A failure is only logged."""
        if self._timer is not None:
            self._begin()
        if self._compilation is not None:
            await asyncio.wait([self._compilation])

    def close(self) -> None:
        """Stop at once."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._pool is not None:
            stop_pool(self._pool)

    def _begin(self) -> None:
        if self._compilation is not None:
            return
        assert self._timer is not None
        self._timer.cancel()
        self._pool = ProcessPoolExecutor(1, get_context("spawn"), start_worker)
        self._compilation = asyncio.wrap_future(self._pool.submit(compile_kernels))
        self._compilation.add_done_callback(self._finish)
        LOG.info("the solver is being compiled, if it is not cached; until then the plain solver answers")

    def _finish(self, compilation: "asyncio.Future[None]") -> None:
        assert self._pool is not None
        self._pool.shutdown(wait=False)
        self._pool = None
        if compilation.cancelled():
            return
        if (error := compilation.exception()) is None:
            LOG.info("the solver is compiled: its answers are exact now, as far as its work allows")
        elif self._timer is not None:
            LOG.warning("the solver could not be compiled", extra={"why": type(error).__name__})
