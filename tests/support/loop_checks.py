"""Fails tests in which a callback holds the event loop too long: in servers they start, and in the service itself.

A thorough run has the limit that servers promise. Measuring coverage slows everything down, so nothing is checked then.
"""

import asyncio
import json
import sys
from collections.abc import Callable, Coroutine, Generator, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from inspect import iscoroutinefunction
from pathlib import Path
from types import coroutine
from typing import Any

from coverage import Coverage

from keypeg.server.import_watch import IMPORT_MESSAGE
from keypeg.server.slow_callbacks import (
    COLLECTION,
    MAX_SECONDS,
    SLOW_MESSAGE,
    SWITCH_VARIABLE,
    SlowCallback,
    SlowCallbacks,
)
from keypeg.service.table_service import TableService
from support.thoroughness import THOROUGH

TESTS = str(Path(__file__).parents[1])

QUICK_MAX_SECONDS = 0.05
"""How much CPU time a callback may take in a quick run, which asserts no speed: no slow machine makes ten of five
milliseconds, and work that a client can make as long as it likes takes far more."""

MAX_TEST_SECONDS = MAX_SECONDS if THOROUGH else QUICK_MAX_SECONDS
"""How much CPU time a callback may take in this run."""

KNOWN_PLACES: tuple[str, ...] = (COLLECTION,)
"""What holds the loop for now: a part of a callback's name, or of a place. The aim is an empty list."""


def slow_callbacks_switch() -> dict[str, str]:
    """Return the environment in which a server logs its slow callbacks."""
    return {} if Coverage.current() is not None else {SWITCH_VARIABLE: f"{1000 * MAX_TEST_SECONDS}"}


def check_server_log(log: Path) -> None:
    """Fail if a server has logged a slow callback, or has imported something while it served clients."""
    lines = log.read_text(errors="replace").splitlines() if log.exists() else []
    imported = [line for line in lines if f'"event": "{IMPORT_MESSAGE}"' in line]
    assert not imported, "\n".join(imported)
    logged = [json.loads(line) for line in lines if f'"event": "{SLOW_MESSAGE}"' in line]
    _check([SlowCallback(slow["ms"] / 1000, slow["callback"], tuple(slow["where"])) for slow in logged])


@contextmanager
def checked_service() -> Iterator[None]:
    """Fail if the service holds this process's event loop too long; what tests do themselves does not count."""
    if Coverage.current() is not None:
        yield
        return
    found = _watch_service().found
    found.clear()
    yield
    _check(found)


def _is_known(slow: SlowCallback) -> bool:
    return any(known in place for known in KNOWN_PLACES for place in (slow.name, *slow.places))


def excuse_step() -> None:
    """Do not count the step that runs now, because a test does in it what a server does in another process."""
    if Coverage.current() is None:
        _watch_service().is_excused = True


def _check(found: list[SlowCallback]) -> None:
    unknown = [slow for slow in found if not _is_known(slow)]
    lines = [f"{slow.name} held the loop for {slow.seconds * 1000:.1f} ms at {slow.places}" for slow in unknown]
    assert not lines, "\n".join(lines)


@cache
def _watch_service() -> "_ServiceWatch":
    """Measure, from now on, the callbacks of the service, and what tests await of it."""
    watch = _ServiceWatch()
    run_handle = asyncio.Handle._run

    @wraps(run_handle)
    def measured(handle: asyncio.Handle) -> None:
        if _is_of_test(handle):
            run_handle(handle)
        else:
            watch.run(run_handle, handle)

    setattr(asyncio.Handle, "_run", measured)  # noqa: B010
    for name, method in list(vars(TableService).items()):
        if iscoroutinefunction(method):
            setattr(TableService, name, watch.step_by_step(method))
    return watch


class _ServiceWatch:
    def __init__(self) -> None:
        self.found: list[SlowCallback] = []
        self._slow_callbacks = SlowCallbacks(self._report, MAX_TEST_SECONDS)
        self._slow_callbacks.start()
        self._modules = 0
        self.is_excused = False

    def run(self, callback: Callable[..., Any], *args: Any) -> Any:
        if not self._slow_callbacks.is_running:
            self._modules, self.is_excused = len(sys.modules), False
        return self._slow_callbacks.run(callback, *args)

    def step_by_step(self, method: Callable[..., Coroutine[Any, Any, Any]]) -> Callable[..., Any]:
        """Measure each step of a coroutine apart from those of the test that awaits it."""

        @coroutine
        def steps(work: Coroutine[Any, Any, Any]) -> Generator[Any, Any, Any]:
            resume, value = work.send, None
            while True:
                try:
                    awaited = self.run(resume, value)
                except StopIteration as stop:
                    return stop.value
                try:
                    resume, value = work.send, (yield awaited)
                except BaseException as error:
                    resume, value = work.throw, error

        @wraps(method)
        async def measured(*args: Any, **more: Any) -> Any:
            return await steps(method(*args, **more))

        return measured

    def _report(self, slow: SlowCallback) -> None:
        """Note a slow callback, unless it was the first to import something: a server has done that at its start."""
        is_first = len(sys.modules) != self._modules
        if not is_first and not self.is_excused and not slow.name.startswith(COLLECTION):
            self.found.append(slow)


def _is_of_test(handle: Any) -> bool:
    """Whether a handle resumes a coroutine of a test."""
    task = getattr(handle._callback, "__self__", None)
    if not isinstance(task, asyncio.Task):
        return False
    code = getattr(task.get_coro(), "cr_code", None)
    return code is not None and code.co_filename.startswith(TESTS)
