"""The SQLite file itself: connecting, locking it for one process, upgrading its schema, and translating its errors."""

import sqlite3
import time
from pathlib import Path

from keypeg.service.errors import TableError
from keypeg.service.storage import migrations

JOURNAL_ATTEMPTS = 100
"""How often to try again to set the journal mode of a new file that is in use."""

JOURNAL_PAUSE_SECONDS = 0.05

DISK_FULL_ERRORS = ("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE")
"""The errors by which SQLite reports that it has no room to write."""


def upgrade(path: Path) -> tuple[int, int]:
    """Bring the file to this program's schema; return its version before and after."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TableError("storage-down") from error
    connection = connect(path)
    try:
        connection.execute("begin immediate")
        version, steps = read_version(connection), migrations.read_steps("sqlite")
        if version > len(steps):
            migrations.check_version("sqlite", version)
        for step in steps[version:]:
            for statement in migrations.split_statements(step):
                connection.execute(statement)
        connection.execute(f"pragma user_version = {len(steps)}")
        connection.execute("commit")
    except sqlite3.Error as error:
        raise table_error(error) from error
    finally:
        connection.close()
    return version, len(steps)


def read_version(connection: sqlite3.Connection) -> int:
    """Read how many steps of the schema this database has taken."""
    version: int = connection.execute("pragma user_version").fetchone()[0]
    return version


def connect(path: Path) -> sqlite3.Connection:
    """Connect to the file so that every commit is on disk when it returns."""
    try:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise table_error(error) from error
    try:
        for pragma in ("synchronous = full", "foreign_keys = on", "busy_timeout = 5000"):
            connection.execute(f"pragma {pragma}")
        _set_journal_mode(connection)
    except sqlite3.Error as error:
        connection.close()
        raise table_error(error) from error
    return connection


def _set_journal_mode(connection: sqlite3.Connection) -> None:
    """Use a write-ahead log. Several connections that set this on a new file collide, and SQLite does not wait."""
    for left in reversed(range(JOURNAL_ATTEMPTS)):
        try:
            connection.execute("pragma journal_mode = wal")
            return
        except sqlite3.OperationalError as error:
            if not left or getattr(error, "sqlite_errorname", "") != "SQLITE_BUSY":
                raise
            time.sleep(JOURNAL_PAUSE_SECONDS)


def lock_for_process(path: Path) -> sqlite3.Connection:
    """Lock the file for this process until the connection is closed or the process ends in any way.

    The lock is on a second file next to it, so that copying the database, which reads it, stays possible.
    """
    try:
        connection = sqlite3.connect(f"{path}-held", timeout=0, isolation_level=None)
    except sqlite3.OperationalError as error:
        raise table_error(error) from error
    try:
        connection.execute("begin exclusive")
    except sqlite3.OperationalError as error:
        connection.close()
        if getattr(error, "sqlite_errorname", "") == "SQLITE_BUSY":
            raise TableError("storage-in-use") from error
        raise table_error(error) from error
    return connection


def table_error(error: Exception) -> TableError:
    """Translate an error of SQLite into one of the service."""
    name = getattr(error, "sqlite_errorname", "")
    if "full" in str(error) or name in DISK_FULL_ERRORS:
        return TableError("storage-full")
    return TableError("storage-readonly" if name.startswith("SQLITE_READONLY") else "storage-down")
