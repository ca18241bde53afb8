"""Finds the callbacks that hold the event loop too long, and the place in the code where they do.

Every callback is measured, so this is on only in tests and where `KEYPEG_SLOW_CALLBACKS` is set, to how many
milliseconds a callback may take. What counts is the CPU time of the loop's thread: a machine that is busy with other
programs makes a callback late, but not longer. A slow machine gets more time, by the ratio of how long it takes for a
known piece of work. Garbage collections that Python begins by itself are measured apart, since they belong to no
callback.

A thread looks now and then at what is running, because when a callback has ended its place is no longer known.
"""

import asyncio
import gc
import logging
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from inspect import iscoroutine
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple, TypeVar

from keypeg.server.import_watch import IMPORT_MESSAGE, ImportWatch

Result = TypeVar("Result")

LOG = logging.getLogger("keypeg.loop")

SWITCH_VARIABLE = "KEYPEG_SLOW_CALLBACKS"
"""The environment variable that turns this on; its value is how many milliseconds a callback may take."""

SLOW_MESSAGE = "a callback held the event loop"
"""The log line of each slow callback."""

MAX_SECONDS = 0.005
"""How much CPU time one callback may take on the machine of the reference."""

REFERENCE_SECONDS = 0.00028
"""How long `_do_known_work` takes on that machine."""

SAMPLE_SECONDS = 0.001
"""The time between two looks at what is running."""

MAX_PLACES = 40
"""How many of the innermost places are reported."""

COLLECTION = "garbage collection"
"""How the name of a garbage collection begins."""

PROTOCOL_CALLBACKS = ("connection_made", "connection_lost", "data_received", "eof_received", "resume_writing")
"""What the loop calls of a protocol."""

LOOP_METHODS = {
    "call_soon": 0,
    "call_soon_threadsafe": 0,
    "call_later": 1,
    "call_at": 1,
    "add_reader": 1,
    "add_writer": 1,
}
"""The methods of an event loop that take a callback, each with the position of the callback."""


class SlowCallback(NamedTuple):
    """A callback that held the loop too long."""

    seconds: float
    """The CPU time it took."""
    name: str
    """What was called."""
    places: tuple[str, ...]
    """Where it was most of the time, from the outermost call to the innermost; empty if nobody looked."""


class SlowCallbacks:
    """Measures the callbacks of one thread, and reports the slow ones."""

    def __init__(self, report: Callable[[SlowCallback], None], max_seconds: float = MAX_SECONDS) -> None:
        self._report = report
        self._max_seconds = max_seconds
        self._factor = machine_factor()
        self._thread = threading.get_ident()
        self._current = 0
        """The number of the callback that runs, or 0; the looking thread reads it."""
        self._count = 0
        self._collection_seconds = 0.0
        """The time of garbage collections within the callback that runs."""
        self._collection_start = 0.0
        self._samples: list[tuple[int, tuple[str, ...]]] = []
        self._is_stopped = threading.Event()

    def start(self) -> None:
        """Begin to look at what runs, and to measure garbage collections."""
        gc.callbacks.append(self._measure_collection)
        threading.Thread(target=self._look_regularly, daemon=True).start()

    def stop(self) -> None:
        """Look no more."""
        self._is_stopped.set()
        gc.callbacks.remove(self._measure_collection)

    @property
    def is_running(self) -> bool:
        """Whether a callback is being measured now."""
        return bool(self._current)

    def run(self, callback: Callable[..., Result], *args: Any) -> Result:
        """Call and measure a callback. One within another counts as a part of it."""
        if self._current or threading.get_ident() != self._thread:
            return callback(*args)
        self._count += 1
        self._collection_seconds = 0.0
        self._current = number = self._count
        start = time.thread_time()
        try:
            return callback(*args)
        finally:
            seconds = time.thread_time() - start - self._collection_seconds
            self._current = 0
            if seconds > self._max_seconds:
                self._judge(SlowCallback(seconds, name_of(callback, *args), self._common_places(number)))

    def _judge(self, slow: SlowCallback) -> None:
        """Report a callback unless the machine is just as slow, or has become so since the start."""
        self._factor = max(self._factor, machine_factor())
        if slow.seconds > self._max_seconds * self._factor:
            self._report(slow)

    def _measure_collection(self, phase: str, info: dict[str, int]) -> None:
        if threading.get_ident() != self._thread:
            return
        if phase == "start":
            self._collection_start = time.thread_time()
            return
        seconds = time.thread_time() - self._collection_start
        self._collection_seconds += seconds
        if seconds > self._max_seconds:
            places = places_of(sys._getframe().f_back)[-MAX_PLACES:]
            self._judge(SlowCallback(seconds, f"{COLLECTION} of generation {info['generation']}", places))

    def _look_regularly(self) -> None:
        last = 0
        while not self._is_stopped.wait(SAMPLE_SECONDS):
            number = self._current
            if number and number == last:  # it has been running for a while
                frame = sys._current_frames().get(self._thread)
                if frame is not None and self._current == number:
                    self._samples.append((number, places_of(frame)))
            last = number

    def _common_places(self, number: int) -> tuple[str, ...]:
        """Return where this callback was seen most often."""
        seen = Counter(places for sampled, places in self._samples if sampled == number)
        self._samples.clear()
        return max(seen, key=seen.__getitem__, default=())[-MAX_PLACES:]

    def measure(self, loop_type: type[asyncio.AbstractEventLoop], protocols: Iterable[type]) -> None:
        """Measure all callbacks of event loops of this type, and what they call of these protocols."""
        if issubclass(loop_type, asyncio.BaseEventLoop):
            self._measure_handles()
        else:
            for name, position in LOOP_METHODS.items():
                setattr(loop_type, name, self._with_measured_callback(getattr(loop_type, name), position))
        for protocol in protocols:
            for name in PROTOCOL_CALLBACKS:
                setattr(protocol, name, self._measured(getattr(protocol, name)))

    def _measure_handles(self) -> None:
        run_handle = asyncio.Handle._run

        @wraps(run_handle)
        def measured(handle: asyncio.Handle) -> None:
            self.run(run_handle, handle)

        setattr(asyncio.Handle, "_run", measured)  # noqa: B010

    def _measured(self, method: Callable[..., Result]) -> Callable[..., Result]:
        @wraps(method)
        def measured(*args: Any) -> Result:
            return self.run(method, *args)

        return measured

    def _with_measured_callback(self, method: Callable[..., Result], position: int) -> Callable[..., Result]:
        @wraps(method)
        def schedule(loop: Any, *args: Any, **more: Any) -> Result:
            return method(loop, *args[:position], self.run, *args[position:], **more)

        return schedule


@contextmanager
def measured_server(protocols: Iterable[type]) -> Iterator[SlowCallbacks | None]:
    """Log the slow callbacks of the running event loop, and what it imports, if the environment asks for it."""
    if not (most := os.environ.get(SWITCH_VARIABLE)):
        yield None
        return
    slow_callbacks, import_watch = SlowCallbacks(_log, float(most) / 1000), ImportWatch(_log_import)
    slow_callbacks.start()
    slow_callbacks.measure(type(asyncio.get_running_loop()), protocols)
    import_watch.start()
    try:
        yield slow_callbacks
    finally:
        import_watch.stop()


def _log_import(name: str, frame: FrameType) -> None:
    LOG.warning(IMPORT_MESSAGE, extra={"imported": name, "where": places_of(frame.f_back)[-MAX_PLACES:]})


def _log(slow: SlowCallback) -> None:
    extra = {"ms": round(slow.seconds * 1000, 1), "callback": slow.name, "where": slow.places}
    LOG.warning(SLOW_MESSAGE, extra=extra)


def machine_factor() -> float:
    """Return how many times slower this machine is, now, than the one of the reference; at least 1."""
    return max(1.0, min(_do_known_work() for _ in range(3)) / REFERENCE_SECONDS)


def _do_known_work() -> float:
    """Do the same work each time; return the CPU seconds it took."""
    start, total = time.thread_time(), 0
    for number in range(12_000):
        total += number * number
    return time.thread_time() - start


def name_of(callback: Callable[..., Any], *args: Any) -> str:
    """Return what a callback is called: a handle by what it calls, a step of a task by its coroutine."""
    if args and isinstance(args[0], asyncio.Handle):
        callback = args[0]._callback  # type: ignore[attr-defined]
    owner = getattr(callback, "__self__", None)
    named = owner.get_coro() if isinstance(owner, asyncio.Task) else owner if iscoroutine(owner) else callback
    return str(getattr(named, "__qualname__", type(named).__qualname__))


def places_of(frame: FrameType | None) -> tuple[str, ...]:
    """Return the places of a frame and of its callers, the outermost first."""
    places = []
    while frame is not None:
        code = frame.f_code
        file = "/".join(Path(code.co_filename).parts[-2:])
        places.append(f"{file}:{frame.f_lineno} {code.co_qualname}")
        frame = frame.f_back
    return tuple(reversed(places))
