"""Worker processes for bots and for the solver, so that long computations delay only those who wait for them.

A process that dies is replaced and its work is repeated: only time is lost. One that works too long is ended, and one
that has become large is replaced after its work.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import Any, NamedTuple, TypeVar, cast

from keypeg.contests.driver import choose_next_action
from keypeg.core.actions import Action
from keypeg.core.edition import Edition
from keypeg.core.state import State
from keypeg.players.registry import find_player, uses_solver
from keypeg.players.solver_choice import kernels_for
from keypeg.service.errors import TableError
from keypeg.service.kernel_warmup import KernelWarmup, start_worker, stop_pool
from keypeg.service.process_memory import MEBIBYTE, resident_bytes
from keypeg.solver.readiness import must_compile

Argument = TypeVar("Argument")
Result = TypeVar("Result")

BOT_SECONDS = 60.0
"""How long a bot may think. The built-in ones think for a second; an added one may never end."""

MOST_BYTES = 1536 * MEBIBYTE
"""How much memory a process may have."""

KEPT_BYTES = 512 * MEBIBYTE
"""A process that has more after its work is replaced, so that one large question does not cost memory for ever."""

MAX_ATTEMPTS = 3
"""How often work is started if the process that does it dies."""


class BotError(Exception):
    """A bot did not choose an action; the text is a one-word reason."""


class TurnRequest(NamedTuple):
    """A match in which bots may have something to do."""

    state: State
    levels: Mapping[int, str]
    """The level of the bot in each of its seats."""
    last: int
    """The seat that acted last."""
    seed: int


class _Done(NamedTuple):
    """What work has resulted in, and how large its process then was."""

    result: Any
    bytes: int


def _measured(work: Callable[[Any], Any], argument: Any) -> _Done:
    """Do work and measure the process. Runs in another process."""
    return _Done(work(argument), resident_bytes())


class BotAction(NamedTuple):
    """The action that a bot has chosen."""

    seat: int
    action: Action


def choose_bot_action(request: TurnRequest) -> BotAction | None:
    """Let the bots choose an action; None if all of them wait. Runs in another process."""
    bots = {seat: find_player(level) for seat, level in request.levels.items()}
    chosen = choose_next_action(request.state, bots, request.last, Random(request.seed))
    return None if chosen is None else BotAction(*chosen)


class WorkerPool:
    """Processes that choose bots' actions and run the solver."""

    def __init__(self, processes: int, warmup: KernelWarmup | None = None) -> None:
        self.processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False
        self.warmup = warmup or KernelWarmup()
        """Several pools can share one."""

    def start_warmup(self) -> None:
        """Compile the solver before the first request for it. Until then the plain solver answers most requests."""
        self.warmup.start()

    async def wait_for_solver(self, levels: Iterable[str], edition: Edition) -> None:
        """Begin to compile the solver if a bot of one of these levels uses it; wait only if it may not play without."""
        kernels = kernels_for(edition)
        if kernels and any(uses_solver(level) for level in levels):
            await self.warmup.prepare(kernels, must_compile())

    async def choose_action(self, request: TurnRequest) -> BotAction | None:
        """Let the bots choose an action; None if all of them wait. Raises `BotError` if they fail."""
        if request.levels:
            await self.wait_for_solver(request.levels.values(), request.state.edition)
        try:
            return await self._run(choose_bot_action, request, BOT_SECONDS)
        except (BotError, TableError):
            raise
        except TimeoutError as error:
            raise BotError("too-slow") from error
        except Exception as error:  # a bot from another package may raise anything
            raise BotError(getattr(error, "code", type(error).__name__)) from error

    async def run_solver_work(
        self, work: Callable[[Argument], Result], argument: Argument, seconds: float | None = None
    ) -> Result:
        """Run work of the solver. Raises what it raises, or `TableError` if its process keeps dying.

        It is ended after this many seconds, or when it needs too much memory. The caller waits for `warmup` if the work
        needs compiled code.
        """
        try:
            return await self._run(work, argument, seconds)
        except BotError as error:
            raise TableError("solver-interrupted") from error
        except TimeoutError as error:
            raise TableError("solver-too-slow") from error
        except MemoryError as error:
            raise TableError("solver-too-large") from error

    async def _run(
        self, work: Callable[[Argument], Result], argument: Argument, seconds: float | None = None
    ) -> Result:
        """Run work in a process. Raises `TimeoutError` if it takes longer; then the process is ended."""
        for _ in range(MAX_ATTEMPTS):
            pool = self._open_pool()
            try:
                running = asyncio.get_running_loop().run_in_executor(pool, _measured, work, argument)
                result, size = await asyncio.wait_for(running, seconds)
            except BrokenExecutor:
                if self._pool is pool:
                    self._pool = None
            except TimeoutError:
                await asyncio.to_thread(self.interrupt)  # in a thread, because it takes a moment
                raise
            except MemoryError:
                self._retire(pool)
                raise
            else:
                if size > KEPT_BYTES:
                    self._retire(pool)
                return cast("Result", result)
        raise BotError("process-died")

    def _retire(self, pool: ProcessPoolExecutor) -> None:
        """Let a pool's processes end when they have done what they have begun; the next work gets new ones."""
        if self._pool is pool:
            self._pool = None
            pool.shutdown(wait=False)

    def _open_pool(self) -> ProcessPoolExecutor:
        if self._closed:
            raise TableError("stopping")
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.processes, get_context("spawn"), start_worker, (MOST_BYTES,))
        return self._pool

    def interrupt(self) -> None:
        """Drop all current work; the next work gets new processes."""
        pool, self._pool = self._pool, None
        if pool is not None:
            stop_pool(pool)

    def close(self) -> None:
        """End all processes, including those at work."""
        self._closed = True
        self.warmup.close()
        self.interrupt()
