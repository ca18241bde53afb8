"""Starts a server in a process of its own: `python start_server.py SETTINGS`, with settings in JSON.

If `CLOCK_VARIABLE` names a file, the server's clock is ahead of the true time by as many milliseconds as the file says,
and the server looks often for what is due, so that a test can let time pass.
"""

import os
import signal
import sys
import time
from pathlib import Path

import msgspec

from keypeg.server.settings import Settings
from keypeg.server.startup import serve, upgrade
from keypeg.service import scheduler

CLOCK_VARIABLE = "KEYPEG_TEST_CLOCK"

SEARCH_PAUSE_SECONDS = 0.05
NS_PER_MS = 1_000_000


def set_clock(file: Path) -> None:
    """Let the server's clock be ahead by what this file says."""

    true_time_ns = time.time_ns
    time.time_ns = lambda: true_time_ns() + int(file.read_text()) * NS_PER_MS
    scheduler.SEARCH_PAUSE_SECONDS = SEARCH_PAUSE_SECONDS
    scheduler.ABANDONED_AFTER_MS = 0


if __name__ == "__main__":
    # A process that ends by a signal would not write its coverage data.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    if clock := os.environ.get(CLOCK_VARIABLE):
        set_clock(Path(clock))
    settings = msgspec.json.decode(sys.argv[1], type=Settings)
    upgrade(settings)
    serve(settings)
