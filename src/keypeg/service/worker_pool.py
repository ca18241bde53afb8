"""Worker processes for bots and for the solver, so that long computations delay only those who wait for them.

A process that dies is replaced and its work is repeated: only time is lost.
"""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import NamedTuple, TypeVar

from keypeg.bots.driver import choose_next_action
from keypeg.core.actions import Action
from keypeg.core.state import State
from keypeg.players.registry import find_player, uses_solver
from keypeg.service.errors import TableError
from keypeg.service.kernel_warmup import KernelWarmup, start_worker, stop_pool

Argument = TypeVar("Argument")
Result = TypeVar("Result")

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
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False
        self.warmup = warmup or KernelWarmup()
        """Several pools can share one."""

    def start_warmup(self) -> None:
        """Compile the solver before the first request for it. Requests that come earlier wait."""
        self.warmup.start()

    async def choose_action(self, request: TurnRequest) -> BotAction | None:
        """Let the bots choose an action; None if all of them wait. Raises `BotError` if they fail."""
        if any(uses_solver(level) for level in request.levels.values()):
            await self.warmup.wait()
        try:
            return await self._run(choose_bot_action, request)
        except (BotError, TableError):
            raise
        except Exception as error:  # a bot from another package may raise anything
            raise BotError(getattr(error, "code", type(error).__name__)) from error

    async def run_solver_work(self, work: Callable[[Argument], Result], argument: Argument) -> Result:
        """Run work of the solver. Raises what it raises, or `TableError` if its process keeps dying.

        The caller waits for `warmup` if the work needs compiled code.
        """
        try:
            return await self._run(work, argument)
        except BotError as error:
            raise TableError("solver-interrupted") from error

    async def _run(self, work: Callable[[Argument], Result], argument: Argument) -> Result:
        for _ in range(MAX_ATTEMPTS):
            pool = self._open_pool()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, work, argument)
            except BrokenExecutor:
                if self._pool is pool:
                    self._pool = None
        raise BotError("process-died")

    def _open_pool(self) -> ProcessPoolExecutor:
        if self._closed:
            raise TableError("stopping")
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._processes, get_context("spawn"), start_worker)
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
