"""The SQLite file itself: connecting, locking it for one process, upgrading its schema, and translating its errors."""

import errno
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from keypeg.durable_folders import make_folder
from keypeg.service.errors import TableError
from keypeg.service.storage import migrations

JOURNAL_ATTEMPTS = 100
"""How often to try again to set the journal mode of a new file that is in use."""

JOURNAL_PAUSE_SECONDS = 0.05

UPGRADE_PATIENCE_SECONDS = 5.0
"""How long an upgrade waits for another one. A server does not wait: it may be in use for years."""

DISK_FULL_ERRORS = ("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE")
"""The errors by which SQLite reports that it has no room to write."""

ERROR_CODES = {
    "SQLITE_READONLY": "storage-readonly",
    "SQLITE_NOTADB": "storage-not-database",
    "SQLITE_CORRUPT": "storage-damaged",
    "SQLITE_IOERR": "storage-io",
    "SQLITE_PERM": "storage-forbidden",
}
"""What other errors of SQLite mean, by the beginning of their names."""

OWN_TABLES = {"tables", "entries", "tokens"}
"""The tables that every version of the schema has."""


def upgrade(path: Path) -> tuple[int, int]:
    """Bring the file to this program's schema; return its version before and after.

    Raises `TableError` if another process serves it: that would go on with the old schema.
    """
    path = real_path(path)
    try:
        make_folder(path.parent)
    except OSError as error:
        raise _folder_error(error) from error
    _check_names(path)
    with closing(connect(path)) as connection:
        try:
            version, newest = read_version(connection), len(migrations.read_steps("sqlite"))
            if version > newest:
                migrations.check_version("sqlite", version)
            if version == newest:
                return version, newest
            with closing(lock_for_process(path, UPGRADE_PATIENCE_SECONDS)):
                return _upgrade(connection), newest
        except sqlite3.Error as error:
            raise table_error(error) from error


def _upgrade(connection: sqlite3.Connection) -> int:
    """Take the steps that are missing; return the version before, as another process may have been faster."""
    connection.execute("begin immediate")
    version, steps = read_version(connection), migrations.read_steps("sqlite")
    _check_owner(connection, version)
    for step in steps[version:]:
        for statement in migrations.split_statements(step):
            connection.execute(statement)
    connection.execute(f"pragma user_version = {len(steps)}")
    connection.execute("commit")
    return version


def real_path(path: Path) -> Path:
    """Return the path with all symbolic links followed, so that a file is locked by one name."""
    return Path(os.path.realpath(path))


def read_version(connection: sqlite3.Connection) -> int:
    """Read how many steps of the schema this database has taken."""
    version: int = connection.execute("pragma user_version").fetchone()[0]
    return version


def _check_owner(connection: sqlite3.Connection, version: int) -> None:
    """Raise `TableError` if the tables in this database are another program's."""
    names = {name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")}
    is_foreign = not names >= OWN_TABLES if version else bool(names)
    if is_foreign:
        raise TableError("storage-foreign")


def check_schema(connection: sqlite3.Connection) -> None:
    """Raise `TableError` if the schema or the encoding of an open database does not fit this program."""
    try:
        migrations.check_encoding(connection.execute("pragma encoding").fetchone()[0])
        migrations.check_version("sqlite", read_version(connection))
        for trial in migrations.COLUMN_TRIALS:
            connection.execute(trial)
    except sqlite3.Error as error:
        is_missing = getattr(error, "sqlite_errorname", "") == "SQLITE_ERROR"
        raise TableError("storage-foreign") if is_missing else table_error(error) from error


def connect(path: Path) -> sqlite3.Connection:
    """Connect to the file so that every commit is on disk when it returns."""
    try:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise _open_error(path, error) from error
    try:
        for pragma in ("synchronous = full", "foreign_keys = on", "busy_timeout = 5000"):
            connection.execute(f"pragma {pragma}")
        _set_journal_mode(connection)
    except sqlite3.Error as error:
        connection.close()
        raise _open_error(path, error) from error
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


def lock_for_process(path: Path, patience: float = 0.0) -> sqlite3.Connection:
    """Lock the file for this process until the connection is closed or the process ends in any way.

    The lock is on a second file next to it, so that copying the database, which reads it, stays possible. It is known
    by the file's name, so a file with two names (hard links) is refused: under each name it would also have a
    write-ahead log of its own, and two of them destroy the file.
    """
    _check_names(path)
    try:
        connection = sqlite3.connect(held_path(path), timeout=patience, isolation_level=None)
    except sqlite3.OperationalError as error:
        raise _open_error(path, error) from error
    try:
        connection.execute("begin exclusive")
    except sqlite3.OperationalError as error:
        connection.close()
        if getattr(error, "sqlite_errorname", "") == "SQLITE_BUSY":
            raise TableError("storage-in-use") from error
        raise _open_error(path, error) from error
    return connection


def held_path(path: Path) -> str:
    """Return the path of the file whose lock says that a process serves this database."""
    return f"{path}-held"


def _check_names(path: Path) -> None:
    """Raise `TableError` if the file has several names, or is no file at all."""
    try:
        if path.is_dir():
            raise TableError("storage-not-database")
        if path.exists() and path.stat().st_nlink > 1:
            raise TableError("storage-linked")
    except OSError as error:
        raise _folder_error(error) from error


def table_error(error: Exception) -> TableError:
    """Translate an error of SQLite into one of the service."""
    name = getattr(error, "sqlite_errorname", "")
    if "full" in str(error) or name in DISK_FULL_ERRORS:
        return TableError("storage-full")
    if isinstance(error, TableError):
        return TableError(error.code, **error.details)
    return TableError(next((code for start, code in ERROR_CODES.items() if name.startswith(start)), "storage-down"))


def _open_error(path: Path, error: sqlite3.Error) -> TableError:
    """Say why a file cannot be opened. SQLite says only that it cannot, or that it is read-only."""
    translated = table_error(error)
    is_opening = getattr(error, "sqlite_errorname", "").startswith("SQLITE_CANTOPEN")
    if not is_opening and translated.code != "storage-readonly":
        return translated
    if not path.parent.is_dir():
        return TableError("storage-no-folder")
    if _is_on_read_only_disk(path.parent):
        return TableError("storage-readonly")
    used = [path.parent, *(file for file in (path, Path(held_path(path))) if file.exists())]
    if not all(os.access(each, os.R_OK | os.W_OK) for each in used):
        return TableError("storage-forbidden")
    return translated


def _is_on_read_only_disk(folder: Path) -> bool:
    return hasattr(os, "statvfs") and bool(os.statvfs(folder).f_flag & os.ST_RDONLY)


def _folder_error(error: OSError) -> TableError:
    codes = {
        errno.EROFS: "storage-readonly",
        errno.ENOSPC: "storage-full",
        errno.EACCES: "storage-forbidden",
        errno.EPERM: "storage-forbidden",
        errno.EIO: "storage-io",
    }
    return TableError(codes.get(error.errno or 0, "storage-no-folder"))
