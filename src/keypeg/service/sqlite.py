"""Logs in one SQLite file. One thread writes: whatever has queued up meanwhile is committed together, and durably.

A commit takes as long for a hundred entries as for one, so the more there is to do, the more of it is done at once.
The file belongs to one process: who finds it in use by another is refused.
"""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import NamedTuple

import msgspec

from keypeg.service import migrations
from keypeg.service.errors import TableError
from keypeg.service.health import StorageHealth
from keypeg.service.ports import FIRST, Due, Holder, Listed, NewTable, StoredSeatLink, Wake, Write

LOG = logging.getLogger("keypeg.sqlite")

INSERT = "insert into entries (table_id, number, body) values (?, ?, ?)"

APPEND = """
insert or ignore into entries (table_id, number, body)
select value ->> 0, value ->> 1, cast(value ->> 2 as blob) from json_each(?)
"""
"""Keeps some entries. It is one statement, and gives back no rows: between any two steps this thread may have to wait
for the others."""


PATIENCE = 100
"""How often one tries again who finds a new file in use."""

TOKEN = "insert into tokens (table_id, hash, guest, seat) values (?, ?, ?, ?)"

USE_LINK = "delete from links where table_id = ? and seat = ? and guest = ? and hash = ? and expires > ?"

TRY = (
    "insert into entries values ('', 0, zeroblob(200))",
    "delete from entries where table_id = '' and number = 0",
)
"""What an entry takes, though nothing is left of it: no table is called that."""

FULL = ("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE")
"""How SQLite says that there is no room for what it writes."""


class _Job(NamedTuple):
    """Something to be written, and who waits for it."""

    work: Callable[[sqlite3.Connection], object] | Write
    done: "asyncio.Future[object]"


class SqliteStore:
    """Keeps logs in this file."""

    shared = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self._jobs: list[_Job] = []
        self._writing = False
        """Whether a batch is on its way; whatever comes meanwhile goes together after it."""
        self._closing = False
        self._health = StorageHealth()
        self._batches: SimpleQueue[list[_Job] | None] = SimpleQueue()
        """What goes to the thread that writes; nothing for it to end."""
        self._writer = Thread(target=self._write, name="keypeg-write", daemon=True)
        self._reader = ThreadPoolExecutor(1, "keypeg-read")

    async def open(self, wake: Wake) -> None:
        """Begin. Raises `TableError` if the schema is not the one that this program knows."""
        self._loop = asyncio.get_running_loop()
        self._held = _hold(self.path)
        self._to_write, self._to_read = _connect(self.path), _connect(self.path)
        self._writer.start()
        try:
            migrations.check("sqlite", version_of(self._to_write))
        except TableError:
            await self.close()
            raise

    async def close(self) -> None:
        """Keep what is under way, and end."""
        self._closing = True
        while self._writing:
            await asyncio.sleep(0.01)
        self._batches.put(None)
        self._writer.join()
        self._reader.shutdown()
        for connection in (self._to_read, self._to_write, self._held):
            connection.close()

    # Writing

    def append(self, write: Write) -> Awaitable[bool]:
        """Keep an entry. False if there is an entry of that number already."""
        return self._queue(write)  # type: ignore[return-value]

    async def create(self, new: NewTable) -> None:
        """Keep a new table."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "insert into tables values (?, ?, ?, ?, ?)",
                (new.table, new.public, new.seats_open, new.at, new.wake),
            )
            rows = [(new.table, number, body) for number, body in enumerate(new.bodies, 1)]
            connection.executemany(INSERT, rows)
            connection.executemany(TOKEN, [(new.table, token, guest, 0) for token, guest in new.tokens])

        await self._queue(work)

    async def add_token(self, table: str, token: bytes, holder: Holder) -> None:
        """Keep the hash of a token."""
        await self._queue(lambda connection: connection.execute(TOKEN, (table, token, *holder)))

    async def add_link(self, link: StoredSeatLink, expires: int, now: int) -> None:
        """Keep a link in place of the one that there was for this seat, and none that can be used no more."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("delete from links where expires <= ?", (now,))
            connection.execute("insert or replace into links values (?, ?, ?, ?, ?)", (*link, expires))

        await self._queue(work)

    async def use_link(self, link: StoredSeatLink, now: int, token: bytes, holder: Holder) -> bool:
        """Keep the hash of a token if there is this link still, which is gone then. Whether there was."""

        def work(connection: sqlite3.Connection) -> bool:
            used = connection.execute(USE_LINK, (*link, now)).rowcount == 1
            if used:
                connection.execute(TOKEN, (link.table, token, *holder))
            return used

        return bool(await self._queue(work))

    async def check(self) -> None:
        """Raise `TableError` if entries could not be kept now."""
        if not self._health.fresh:
            await self._queue(lambda connection: [connection.execute(statement) for statement in TRY])

    def _queue(self, work: Callable[[sqlite3.Connection], object] | Write) -> "asyncio.Future[object]":
        if self._closing:
            raise TableError("stopping")
        done = self._loop.create_future()
        self._jobs.append(_Job(work, done))
        if not self._writing:
            self._writing = True
            # Whatever else is to be done in this turn of the loop goes with it.
            self._loop.call_soon(self._send)
        return done

    def _send(self) -> None:
        """Have what has queued up committed; then what has queued up meanwhile."""
        jobs, self._jobs = self._jobs, []
        self._batches.put(jobs)

    def _write(self) -> None:
        """What the thread does."""
        while (jobs := self._batches.get()) is not None:
            results = self._commit(jobs)
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                self._loop.call_soon_threadsafe(self._written, jobs, results)

    def _written(self, jobs: list[_Job], results: list[object]) -> None:
        if self._jobs:
            self._send()
        else:
            self._writing = False
        for job, result in zip(jobs, results, strict=True):
            if job.done.cancelled():
                continue
            if isinstance(result, Exception):
                job.done.set_exception(result)
            else:
                job.done.set_result(result)

    def _commit(self, jobs: list[_Job]) -> list[object]:
        connection = self._to_write
        try:
            try:
                results = _commit(connection, jobs, _append_all)
            except _Taken:
                connection.execute("rollback")
                results = _commit(connection, jobs, _append_each)
        except Exception as error:
            self._health.note(False)
            refusal = _refusal(error)
            with suppress(sqlite3.Error):
                connection.execute("rollback")
            if refusal.code == "storage-full":
                with suppress(sqlite3.Error):
                    # The journal begins anew once all of it is in the file, where it takes less room.
                    connection.execute("pragma wal_checkpoint(passive)")
            LOG.warning("entries could not be kept", extra={"code": refusal.code, "why": type(error).__name__})
            return [_refusal(error) for _ in jobs]
        self._health.note(True)
        return results

    # Reading

    async def read(self, table: str, after: int) -> list[bytes]:
        """The entries of a table after this number; nothing if there is no such table."""
        sql = "select body from entries where table_id = ? and number > ? order by number"
        return [body for (body,) in await self._ask(sql, table, after)]

    async def holder_of(self, table: str, token: bytes) -> Holder | None:
        """Whose token has this hash."""
        rows = await self._ask("select guest, seat from tokens where table_id = ? and hash = ?", table, token)
        return Holder(*rows[0]) if rows else None

    async def lobby(self, most: int) -> list[Listed]:
        """Public tables with open seats, the newest first."""
        sql = "select id, created from tables where public = 1 and seats_open > 0 order by created desc limit ?"
        return [Listed(*row) for row in await self._ask(sql, most)]

    async def due(self, now: int, most: int, after: Due = FIRST) -> list[Due]:
        """Tables that were to be looked after before now, the longest waiting first, from one that is known on."""
        sql = "select wake, id from tables where wake > 0 and wake <= ? and (wake, id) > (?, ?) order by 1, 2 limit ?"
        return [Due(*row) for row in await self._ask(sql, now, *after, most)]

    async def _ask(self, sql: str, *values: object) -> list[tuple]:  # type: ignore[type-arg]
        def ask() -> list[tuple]:  # type: ignore[type-arg]
            return self._to_read.execute(sql, values).fetchall()

        try:
            return await self._loop.run_in_executor(self._reader, ask)
        except sqlite3.Error as error:
            raise _refusal(error) from error


def upgrade(path: Path) -> tuple[int, int]:
    """Bring the file to the schema of this program. Returns how many steps it had seen, and has seen now."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TableError("storage-down") from error
    connection = _connect(path)
    try:
        connection.execute("begin immediate")
        found, known = version_of(connection), migrations.steps("sqlite")
        if found > len(known):
            migrations.check("sqlite", found)
        for step in known[found:]:
            for statement in migrations.statements(step):
                connection.execute(statement)
        connection.execute(f"pragma user_version = {len(known)}")
        connection.execute("commit")
    except sqlite3.Error as error:
        raise _refusal(error) from error
    finally:
        connection.close()
    return found, len(known)


def version_of(connection: sqlite3.Connection) -> int:
    """How many steps of the schema this database has seen."""
    found: int = connection.execute("pragma user_version").fetchone()[0]
    return found


def _connect(path: Path) -> sqlite3.Connection:
    try:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        for pragma in ("synchronous = full", "foreign_keys = on", "busy_timeout = 5000"):
            connection.execute(f"pragma {pragma}")
        _set_journal(connection)
    except sqlite3.Error as error:
        raise _refusal(error) from error
    return connection


def _set_journal(connection: sqlite3.Connection) -> None:
    """Have the journal written ahead. Of several who want that of a new file, SQLite lets nobody wait for another."""
    for left in reversed(range(PATIENCE)):
        try:
            connection.execute("pragma journal_mode = wal")
            return
        except sqlite3.OperationalError as error:
            if not left or getattr(error, "sqlite_errorname", "") != "SQLITE_BUSY":
                raise
            time.sleep(0.05)


def _hold(path: Path) -> sqlite3.Connection:
    """Hold the file for this process, until the connection is closed or the process ends, however it ends.

    What is locked lies beside the file, for whoever makes a copy of the file itself must be able to read it.
    """
    try:
        connection = sqlite3.connect(f"{path}-held", timeout=0, isolation_level=None)
        connection.execute("begin exclusive")
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorname", "") == "SQLITE_BUSY":
            raise TableError("storage-in-use") from error
        raise _refusal(error) from error
    return connection


class _Taken(Exception):  # noqa: N818 - it is no error
    """There is an entry of that number already."""


_Append = Callable[[sqlite3.Connection, list[Write]], list[bool]]
"""Adds entries, and says of each whether it was kept: not where there is one of that number already."""


def _append_all(connection: sqlite3.Connection, writes: list[Write]) -> list[bool]:
    """All at once. Raises `_Taken` if some could not be kept, since it is not known which."""
    rows = [(write.table, write.number, write.body.decode()) for write in writes]
    if rows and connection.execute(APPEND, (msgspec.json.encode(rows).decode(),)).rowcount < len(rows):
        raise _Taken
    return [True] * len(rows)


def _append_each(connection: sqlite3.Connection, writes: list[Write]) -> list[bool]:
    """One after the other."""
    sql = "insert or ignore into entries (table_id, number, body) values (?, ?, ?)"
    return [connection.execute(sql, (write.table, write.number, write.body)).rowcount == 1 for write in writes]


def _commit(connection: sqlite3.Connection, jobs: Iterable[_Job], append: _Append) -> list[object]:
    """Do everything, and say what came of each: the entries first, for they are many and nothing depends on them."""
    connection.execute("begin immediate")
    writes = [job.work for job in jobs if isinstance(job.work, Write)]
    kept = append(connection, writes)
    for write, is_kept in zip(writes, kept, strict=True):
        if is_kept and (write.seats_open is not None or write.wake is not None):
            connection.execute(
                "update tables set seats_open = coalesce(?, seats_open), wake = coalesce(?, wake) where id = ?",
                (write.seats_open, write.wake, write.table),
            )
    each = iter(kept)
    results = [next(each) if isinstance(job.work, Write) else job.work(connection) for job in jobs]
    connection.execute("commit")
    return results


def _refusal(error: Exception) -> TableError:
    name = getattr(error, "sqlite_errorname", "")
    if "full" in str(error) or name in FULL:
        return TableError("storage-full")
    return TableError("storage-readonly" if name.startswith("SQLITE_READONLY") else "storage-down")
