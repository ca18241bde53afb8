"""What the solver needs is compiled before anybody waits for it, by a process that ends when it is done.

On a new machine that takes a minute or two; the result lies on disk, so that every process that thinks loads it in a
second, later and after every start. Nobody who does not ask for the solver waits for any of it, or keeps memory for it.
"""

import asyncio
import logging
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from pathlib import Path

LOG = logging.getLogger("keypeg.thinking")

SOON = 5.0
"""How many seconds after the start it begins, if nobody asks for the solver before: those who come first go first."""

PATIENT = 10
"""By how much this process lets others go first."""


def begin_process() -> None:
    """Ctrl-C is for who started the server; he ends this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def end_pool(pool: ProcessPoolExecutor) -> None:
    """End all processes of a pool, also those that are at work."""
    if pool._pending_work_items:
        for process in list((pool._processes or {}).values()):
            process.kill()
    pool.shutdown(cancel_futures=True)


def compile_kernels() -> None:
    """Compile what is not compiled yet. This runs in another process."""
    if hasattr(os, "nice"):
        os.nice(PATIENT)
    from keypeg.solver import warm_up

    with _one_at_a_time():
        warm_up()


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Of several servers on a machine one compiles, and the others load then what it has made."""
    with Path(__file__).open("rb") as held:
        with suppress(ImportError, OSError):  # not every system has such locks: there each does it for itself
            import fcntl

            fcntl.flock(held, fcntl.LOCK_EX)
        yield


class Preparation:
    """Sees to it that the solver is ready."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None
        self._pool: ProcessPoolExecutor | None = None
        self._done: asyncio.Future[None] | None = None

    def start(self) -> None:
        """Begin soon."""
        self._timer = asyncio.get_running_loop().call_later(SOON, self._begin)

    async def wait(self) -> None:
        """Wait until the solver is ready, if that was ever begun. Whoever fails to make it ready has said so."""
        if self._timer is not None:
            self._begin()
        if self._done is not None:
            await asyncio.wait([self._done])

    def close(self) -> None:
        """End it, however far it is."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._pool is not None:
            end_pool(self._pool)

    def _begin(self) -> None:
        if self._done is not None:
            return
        assert self._timer is not None
        self._timer.cancel()
        self._pool = ProcessPoolExecutor(1, get_context("spawn"), begin_process)
        self._done = asyncio.wrap_future(self._pool.submit(compile_kernels))
        self._done.add_done_callback(self._end)

    def _end(self, done: "asyncio.Future[None]") -> None:
        assert self._pool is not None
        self._pool.shutdown(wait=False)
        self._pool = None
        if not done.cancelled() and (error := done.exception()) is not None and self._timer is not None:
            LOG.warning("the solver was not made ready", extra={"why": type(error).__name__})
