"""Compiles the solver's kernels in a process of its own, in the order in which they are needed.

On a new machine that takes a minute or two. The result is cached on disk, so that every worker process then loads it
in a second, now and after every restart. Until then the plain solver answers, and only requests that it cannot answer
wait. Kernels are compiled group by group: those that a request needs come before those that nobody has needed yet.
"""

import asyncio
import logging
import os
import signal
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from time import monotonic
from typing import Any, ParamSpec, TypeVar

from keypeg.extras import MissingExtraError, check_extra
from keypeg.parent_watch import end_with_parent
from keypeg.service.process_memory import limit_memory
from keypeg.solver.readiness import kernels_for_marks, seconds_of_group

LOG = logging.getLogger("keypeg.warmup")

Given = ParamSpec("Given")
Result = TypeVar("Result")

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


# In the compiling process


def find_compiled() -> frozenset[str]:
    """The groups of kernels that are in the cache. Makes way for other processes first."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    from keypeg.solver.warmup import compiled_groups

    return compiled_groups()


def compile_group(group: str) -> None:
    """Compile a group of kernels, or wait until another process of this machine has."""
    from keypeg.solver.warmup import warm_up_group

    warm_up_group(group)


def compile_kernels(first: Iterable[str] = ()) -> None:
    """Compile the kernels of every edition that are not in the cache, these groups first."""
    compiled = find_compiled()
    for group in dict.fromkeys((*first, *kernels_for_marks())):
        if group not in compiled:
            compile_group(group)


class KernelWarmup:
    """Starts the compilation, and lets requests wait for it."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None
        self._pool: ProcessPoolExecutor | None = None
        self._compilation: asyncio.Task[None] | None = None
        self._wanted = list(kernels_for_marks())
        """The groups of kernels to compile, in this order."""
        self._ready: set[str] = set()
        """Those that are compiled."""
        self._has_failed = False
        self._step: asyncio.Future[Any] | None = None
        """What the compiling process does now."""
        self._current, self._began = "", 0.0
        """The group that is being compiled, and since when."""
        self._slowness = 1.0
        """How much longer this machine takes than the one that was measured."""

    def start(self) -> None:
        """Compile after a short delay, if the solver is installed."""
        with suppress(MissingExtraError):
            check_extra("solver")
            self._timer = asyncio.get_running_loop().call_later(START_DELAY_SECONDS, self._begin)

    def is_ready(self, groups: Iterable[str] = ()) -> bool:
        """Whether nothing is left to wait for: for a request that needs these groups, or else for any."""
        needed = set(groups) or set(self._wanted)
        return self._timer is None or self._has_failed or needed <= self._ready

    def has_compiled(self, groups: Iterable[str]) -> bool:
        """Whether these groups are known to be compiled."""
        return set(groups) <= self._ready

    def seconds_left(self, groups: Iterable[str] = ()) -> float:
        """About how many seconds it takes until these groups are compiled, or else all."""
        if self.is_ready(groups):
            return 0.0
        waiting = [group for group in self._wanted if group not in self._ready]
        needed = [index for index, group in enumerate(waiting) if group in set(groups)] or [len(waiting) - 1]
        seconds = self._slowness * sum(map(seconds_of_group, waiting[: needed[-1] + 1]))
        return max(1.0, seconds - (monotonic() - self._began if self._current else 0.0))

    def prefer(self, groups: Iterable[str]) -> None:
        """Compile these groups next, because somebody waits for them."""
        first = [group for group in groups if group not in self._ready and group != self._current]
        if first:
            started = [self._current] if self._current in self._wanted else []
            rest = [group for group in self._wanted if group not in first and group not in started]
            self._wanted = [*started, *first, *rest]

    async def prepare(self, groups: Iterable[str] = (), must_wait: bool = False) -> None:
        """Begin now, because these groups are used; wait until they are compiled only if that is a must."""
        groups = tuple(groups)
        self.prefer(groups)
        if self._timer is not None:
            self._begin()
        if must_wait:
            await self.wait(groups)

    async def wait(self, groups: Iterable[str] = ()) -> None:
        """Wait until these groups are compiled, or else all, if that was ever started. A failure is only logged."""
        if self._timer is not None:
            self._begin()
        while not self.is_ready(groups) and self._compilation is not None and not self._compilation.done():
            steps: set[asyncio.Future[Any]] = (
                {self._compilation} if self._step is None else {self._compilation, self._step}
            )
            await asyncio.wait(steps, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.sleep(0)  # so that what has been compiled is noted

    def close(self) -> None:
        """Stop at once."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._compilation is not None:
            self._compilation.cancel()
        if self._pool is not None:
            stop_pool(self._pool)
            self._pool = None

    def _begin(self) -> None:
        is_running = self._compilation is not None and not self._compilation.done()
        if is_running or self._has_failed or set(self._wanted) <= self._ready:
            return
        assert self._timer is not None
        self._timer.cancel()
        self._pool = ProcessPoolExecutor(1, get_context("spawn"), start_worker)
        self._compilation = asyncio.ensure_future(self._compile(self._pool))

    async def _compile(self, pool: ProcessPoolExecutor) -> None:
        """Compile what is wanted, group by group."""
        try:
            self._ready |= await self._run(pool, find_compiled)
            if missing := [group for group in self._wanted if group not in self._ready]:
                LOG.info("the solver is being compiled; until then the plain solver answers", extra=self._progress())
            while missing:
                await self._compile_next(pool, missing[0])
                missing = [group for group in self._wanted if group not in self._ready]
            LOG.info("the solver is compiled: its answers are exact now, as far as its work allows")
        except asyncio.CancelledError:
            raise
        except Exception as error:
            self._has_failed = True
            if self._timer is not None:
                LOG.warning("the solver could not be compiled", extra={"why": type(error).__name__})
        finally:
            self._step, self._current = None, ""
            pool.shutdown(wait=False)
            if self._pool is pool:
                self._pool = None

    async def _compile_next(self, pool: ProcessPoolExecutor, group: str) -> None:
        self._current, self._began = group, monotonic()
        await self._run(pool, compile_group, group)
        usual = seconds_of_group(group)
        self._slowness = (monotonic() - self._began) / usual if usual else self._slowness
        self._ready.add(group)
        self._current = ""
        LOG.info("the kernels %s are compiled", group, extra=self._progress())

    def _progress(self) -> dict[str, object]:
        """How far the compiler has come, for the log."""
        done = len(self._ready & set(self._wanted))
        return {"compiled": done, "groups": len(self._wanted), "seconds_left": round(self.seconds_left())}

    async def _run(
        self, pool: ProcessPoolExecutor, work: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs
    ) -> Result:
        """Run one step in the compiling process."""
        step: asyncio.Future[Result] = asyncio.wrap_future(pool.submit(work, *args, **kwargs))
        self._step = step
        return await step
