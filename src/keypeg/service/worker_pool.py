"""Computers think in processes of their own, so that nobody waits for them but who plays against them.

A process that dies is replaced, and the question is put again: nothing is lost but time.
"""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import NamedTuple, TypeVar

from keypeg.bots.driver import next_wish
from keypeg.core.actions import Action
from keypeg.core.state import State
from keypeg.players.registry import find_player, uses_solver
from keypeg.service.errors import TableError
from keypeg.service.kernel_warmup import Preparation, begin_process, end_pool

Asked = TypeVar("Asked")
Found = TypeVar("Found")

TRIES = 3
"""How often a question is put again if the process that was to answer it dies."""


class Failed(Exception):  # noqa: N818 - it says what has happened
    """A computer player did not answer; the text says why, in one word."""


class TurnRequest(NamedTuple):
    """A table at which computers may have something to do."""

    state: State
    levels: Mapping[int, str]
    """Which computer plays for which seat."""
    last: int
    """Who has acted last."""
    seed: int


class BotAction(NamedTuple):
    """What a computer does."""

    seat: int
    action: Action


def answer(question: TurnRequest) -> BotAction | None:
    """What some computer does now; None if all of them wait. This runs in another process."""
    seats = {seat: find_player(level) for seat, level in question.levels.items()}
    wish = next_wish(question.state, seats, question.last, Random(question.seed))
    return None if wish is None else BotAction(*wish)


class WorkerPool:
    """Processes that think."""

    def __init__(self, processes: int, preparation: Preparation | None = None) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False
        self.preparation = preparation or Preparation()
        """Several groups of thinkers need it once."""

    def prepare(self) -> None:
        """Have the solver made ready before anybody asks for it. Whoever does so meanwhile waits for that."""
        self.preparation.start()

    async def think(self, question: TurnRequest) -> BotAction | None:
        """What some computer does now. Raises `Failed` if that cannot be found out."""
        if any(uses_solver(level) for level in question.levels.values()):
            await self.preparation.wait()
        try:
            return await self._ask(answer, question)
        except (Failed, TableError):
            raise
        except Exception as error:  # whatever goes wrong in somebody else's player is told, not passed on
            raise Failed(getattr(error, "code", type(error).__name__)) from error

    async def consult(self, work: Callable[[Asked], Found], asked: Asked) -> Found:
        """Have work done that needs the solver. Raises what it raises, and `TableError` if nobody is there to do it."""
        await self.preparation.wait()
        try:
            return await self._ask(work, asked)
        except Failed as error:
            raise TableError("nobody-thinks") from error

    async def _ask(self, work: Callable[[Asked], Found], asked: Asked) -> Found:
        for _ in range(TRIES):
            pool = self._open()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, work, asked)
            except BrokenExecutor:
                if self._pool is pool:
                    self._pool = None
        raise Failed("process-died")

    def _open(self) -> ProcessPoolExecutor:
        if self._closed:
            raise TableError("stopping")
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._processes, get_context("spawn"), begin_process)
        return self._pool

    def interrupt(self) -> None:
        """Have nobody think any further about what was asked: new processes answer whatever is asked next."""
        pool, self._pool = self._pool, None
        if pool is not None:
            end_pool(pool)

    def close(self) -> None:
        """End all processes, also those that still think."""
        self._closed = True
        self.preparation.close()
        self.interrupt()
