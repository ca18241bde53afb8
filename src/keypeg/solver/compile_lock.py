"""Lets one process compile kernels into a folder while the others wait for it.

The lock is SQLite's, on an empty database. It works on every system, and the system releases it if the process is
killed.
"""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite3 import Connection

LOCK_FILE = "compiling.lock"

POLL_SECONDS = 0.1
"""How often a process that waits tries again."""


@contextmanager
def compiling_alone(folder: Path, is_done: Callable[[], bool], watch: Callable[[], None]) -> Iterator[bool]:
    """Wait until no other process compiles into this folder, and keep others from it while this context lasts.

    Until then `watch` is called again and again; an exception that it raises ends the wait. The wait also ends, and the
    context is False, if `is_done` while the other process still compiles. Where nothing can be locked, nobody waits.
    """
    lock = _open_lock(folder)
    if lock is None:
        yield True
        return
    with closing(lock):
        while not _take(lock):
            if is_done():
                yield False
                return
            watch()
            sleep(POLL_SECONDS)
        yield True


def _open_lock(folder: Path) -> "Connection | None":
    """The lock of this folder; None where there cannot be one."""
    try:
        import sqlite3
    except ImportError:  # some builds of Python lack it
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return sqlite3.connect(folder / LOCK_FILE, timeout=0, isolation_level=None)
    except (OSError, sqlite3.Error):
        return None


def _take(lock: "Connection") -> bool:
    """Take the lock. Returns False if another process has it."""
    import sqlite3

    try:
        lock.execute("BEGIN IMMEDIATE")
    except sqlite3.Error as error:
        # Any other error means that nothing can be locked here.
        return error.sqlite_errorcode != sqlite3.SQLITE_BUSY
    return True
