"""Measures how late the event loop is: while one callback runs, everything else at the server waits.

A timer fires at a steady beat, and how late it is goes into the histogram `keypeg_loop_lag_seconds`. What made it late
is found by `keypeg.server.slow_callbacks`, which costs more and is for tests and for a search.
"""

import asyncio
import time
from collections.abc import Callable

BEAT_SECONDS = 0.02
"""The time between two beats."""

MAX_MISSED_BEATS = 500
"""How many beats are counted for one long wait: a machine that slept for an hour says nothing about the server."""

LAG_BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
"""The buckets of the histogram, in seconds."""


class LoopWatch:
    """Measures the lag of the running event loop until it is stopped."""

    def __init__(self, observe: Callable[[float], None], now: Callable[[], float] = time.perf_counter) -> None:
        self._observe = observe
        self._now = now
        self._due = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin to measure."""
        self._due = self._now() + BEAT_SECONDS
        self._timer = asyncio.get_running_loop().call_later(BEAT_SECONDS, self.beat)

    def beat(self) -> None:
        """Count how late this beat is, and the beats that were missed with it: each is the wait of one more moment."""
        lag = max(self._now() - self._due, 0.0)
        for _ in range(MAX_MISSED_BEATS):
            self._observe(lag)
            lag -= BEAT_SECONDS
            if lag <= 0:
                break
        self.start()

    def stop(self) -> None:
        """Measure no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
