"""Starts a server in a process of its own: `python start_server.py SETTINGS`, with settings in JSON.

If `CLOCK_VARIABLE` names a file, the server's clock is ahead of the true time by as many milliseconds as the file says,
and the server looks often for what is due, so that a test can let time pass.

If `OBJECTS_VARIABLE` names a file, the server collects no garbage, and at the signal `COUNT_SIGNAL` it writes to it
how many objects of each type there are.
"""

import gc
import os
import signal
import sys
import time
from collections import Counter
from pathlib import Path

import msgspec

from keypeg.server.settings import Settings
from keypeg.server.startup import serve, upgrade
from keypeg.service import scheduler

CLOCK_VARIABLE = "KEYPEG_TEST_CLOCK"
OBJECTS_VARIABLE = "KEYPEG_TEST_OBJECTS"
COUNT_SIGNAL = signal.SIGUSR1

SEARCH_PAUSE_SECONDS = 0.05
NS_PER_MS = 1_000_000


def set_clock(file: Path) -> None:
    """Let the server's clock be ahead by what this file says."""

    true_time_ns = time.time_ns
    time.time_ns = lambda: true_time_ns() + int(file.read_text()) * NS_PER_MS
    scheduler.SEARCH_PAUSE_SECONDS = SEARCH_PAUSE_SECONDS
    scheduler.ABANDONED_AFTER_MS = 0


def count_objects(file: Path) -> None:
    """Collect no garbage, and write to this file, whenever asked, how many objects of each type there are."""

    def write_counts(number: int, frame: object) -> None:
        counts = Counter(f"{type(kept).__module__}.{type(kept).__qualname__}" for kept in gc.get_objects())
        unfinished = file.with_suffix(".unfinished")
        unfinished.write_bytes(msgspec.json.encode(counts))
        unfinished.rename(file)

    gc.disable()
    signal.signal(COUNT_SIGNAL, write_counts)


if __name__ == "__main__":
    # A process that ends by a signal would not write its coverage data.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    if clock := os.environ.get(CLOCK_VARIABLE):
        set_clock(Path(clock))
    if objects := os.environ.get(OBJECTS_VARIABLE):
        count_objects(Path(objects))
    settings = msgspec.json.decode(sys.argv[1], type=Settings)
    upgrade(settings)
    serve(settings)
