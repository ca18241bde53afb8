"""A store in one SQLite file. One thread writes: it commits everything that has queued up in one durable transaction.

A commit takes as long for a hundred entries as for one, so the batches grow with the load. The file belongs to one
process; a second one that opens it is refused.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import NamedTuple

import msgspec

from keypeg.service.errors import TableError
from keypeg.service.storage.health import StorageHealth
from keypeg.service.storage.sqlite_file import check_schema, connect, lock_for_process, real_path, table_error
from keypeg.service.storage.sqlite_watch import FileWatch
from keypeg.service.storage.store import (
    BEFORE_ALL_DUE,
    WHOLE_PLAYER,
    DailyCount,
    DueTable,
    ListedTable,
    NewTable,
    OnLogGrowth,
    Outage,
    StoredSeatLink,
    TokenOwner,
    Write,
)

LOG = logging.getLogger("keypeg.sqlite")

INSERT_ENTRY = "insert into entries (table_id, number, body) values (?, ?, ?)"

APPEND_BATCH = """
insert or ignore into entries (table_id, number, body)
select value ->> 0, value ->> 1, cast(value ->> 2 as blob) from json_each(?)
"""
"""Stores a batch of entries. It is one statement that returns no rows, because Python may switch threads between any
two steps of a statement."""

INSERT_TOKEN = "insert into tokens (table_id, hash, player, seat) values (?, ?, ?, ?)"

COUNT_DAILY_RESULT = """
insert into daily_results (day, edition, guesses, players) values (?, ?, ?, 1)
on conflict do update set players = players + 1
"""

DELETE_LINK = "delete from links where table_id = ? and seat = ? and player = ? and hash = ? and expires > ?"

TRIAL_WRITE = (
    "insert into entries values ('', 0, zeroblob(200))",
    "delete from entries where table_id = '' and number = 0",
)
"""Takes as much room as an entry and leaves nothing behind; no table has an empty id."""


class _QueuedJob(NamedTuple):
    """Something to write, and the future of its result."""

    work: Callable[[sqlite3.Connection], object] | Write
    future: "asyncio.Future[object]"


class SqliteStore:
    """Keeps logs in this file."""

    shared = False

    def __init__(self, path: Path) -> None:
        self.path = real_path(path)
        self._jobs: list[_QueuedJob] = []
        self._is_writing = False
        """Whether a batch is being written; jobs that arrive meanwhile form the next batch."""
        self._closing = False
        self._health = StorageHealth()
        self._batches: SimpleQueue[list[_QueuedJob] | None] = SimpleQueue()
        """Batches for the writing thread; None ends it."""
        self._writer = Thread(target=self._write_batches, name="keypeg-write", daemon=True)
        self._reader = ThreadPoolExecutor(1, "keypeg-read")

    async def open(self, on_log_growth: OnLogGrowth) -> None:
        """Connect. Raises `TableError` if the schema is not this program's. No other process appends to the logs."""
        self._loop = asyncio.get_running_loop()
        self._lock = lock_for_process(self.path)
        try:
            self._write_connection, self._read_connection = connect(self.path), connect(self.path)
        except TableError:
            self._lock.close()
            raise
        self._writer.start()
        try:
            check_schema(self._write_connection)
            self._files = FileWatch(self.path)
        except TableError:
            await self.close()
            raise

    async def close(self) -> None:
        """Finish pending writes and disconnect."""
        self._closing = True
        while self._is_writing:
            await asyncio.sleep(0.01)
        self._batches.put(None)
        self._writer.join()
        self._reader.shutdown()
        for connection in (self._read_connection, self._write_connection, self._lock):
            connection.close()

    # Writing

    def append(self, write: Write) -> Awaitable[bool]:
        """Store an entry; return False if the log already has an entry with this number."""
        return self._queue(write)  # type: ignore[return-value]

    async def create(self, new: NewTable) -> None:
        """Store a new table."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "insert into tables values (?, ?, ?, ?, ?)",
                (new.table_id, new.public, new.seats_open, new.created_at, new.due_at),
            )
            rows = [(new.table_id, number, body) for number, body in enumerate(new.bodies, 1)]
            connection.executemany(INSERT_ENTRY, rows)
            tokens = [(new.table_id, token, player, WHOLE_PLAYER) for token, player in new.tokens]
            connection.executemany(INSERT_TOKEN, tokens)

        await self._queue(work)

    async def add_token(self, table_id: str, token: bytes, owner: TokenOwner) -> None:
        """Store the hash of a token."""
        await self._queue(lambda connection: connection.execute(INSERT_TOKEN, (table_id, token, *owner)))

    async def add_seat_link(self, link: StoredSeatLink, expires: int, now: int) -> None:
        """Store a link in place of the seat's previous one, and delete all that have expired."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("delete from links where expires <= ?", (now,))
            connection.execute("insert or replace into links values (?, ?, ?, ?, ?)", (*link, expires))

        await self._queue(work)

    async def use_seat_link(self, link: StoredSeatLink, now: int, token: bytes, owner: TokenOwner) -> bool:
        """Delete this link and store the hash of a token in one step; return False if the link does not exist."""

        def work(connection: sqlite3.Connection) -> bool:
            is_valid = connection.execute(DELETE_LINK, (*link, now)).rowcount == 1
            if is_valid:
                connection.execute(INSERT_TOKEN, (link.table_id, token, *owner))
            return is_valid

        return bool(await self._queue(work))

    async def note_presence(self, now: int, outage: Outage | None, forget_before: int) -> list[Outage]:
        """Note that a process serves, and an outage that it has noticed; return all outages, in order."""

        def work(connection: sqlite3.Connection) -> list[Outage]:
            connection.execute("update presence set noted_at = ?", (now,))
            connection.execute("delete from outages where ended_at < ? or began_at > ?", (forget_before, now))
            connection.execute("update outages set ended_at = ? where ended_at > ?", (now, now))
            if outage is not None:
                connection.execute("insert or ignore into outages values (?, ?)", outage)
            rows = connection.execute("select began_at, ended_at from outages order by began_at")
            return [Outage(*row) for row in rows]

        outages: list[Outage] = await self._queue(work)  # type: ignore[assignment]
        return outages

    async def check(self) -> None:
        """Raise `TableError` if entries cannot be stored now."""
        if not self._health.is_fresh:
            await self._queue(lambda connection: [connection.execute(statement) for statement in TRIAL_WRITE])

    def _queue(self, work: Callable[[sqlite3.Connection], object] | Write) -> "asyncio.Future[object]":
        if self._closing:
            raise TableError("stopping")
        future = self._loop.create_future()
        self._jobs.append(_QueuedJob(work, future))
        if not self._is_writing:
            self._is_writing = True
            # Not at once: jobs that are queued in the same turn of the loop join the batch.
            self._loop.call_soon(self._send_batch)
        return future

    def _send_batch(self) -> None:
        """Hand everything that has queued up to the writing thread."""
        jobs, self._jobs = self._jobs, []
        self._batches.put(jobs)

    def _write_batches(self) -> None:
        """Commit batches until there are no more; runs in the writing thread."""
        while (jobs := self._batches.get()) is not None:
            results = self._commit(jobs)
            with suppress(RuntimeError):  # the loop is closed, and nobody waits for the results
                self._loop.call_soon_threadsafe(self._finish_batch, jobs, results)

    def _finish_batch(self, jobs: list[_QueuedJob], results: list[object]) -> None:
        if self._jobs:
            self._send_batch()
        else:
            self._is_writing = False
        for job, result in zip(jobs, results, strict=True):
            if job.future.cancelled():
                continue
            if isinstance(result, Exception):
                job.future.set_exception(result)
            else:
                job.future.set_result(result)

    def _commit(self, jobs: list[_QueuedJob]) -> list[object]:
        connection = self._write_connection
        try:
            self._files.check_contents()
            try:
                results = _commit_jobs(connection, jobs, _append_batch)
            except _NumberTakenError:
                connection.execute("rollback")
                results = _commit_jobs(connection, jobs, _append_one_by_one)
            self._files.check_places()
            self._files.note_commit(_last_entry(jobs))
        except Exception as error:
            self._health.record_write(False)
            refusal = table_error(error)
            with suppress(sqlite3.Error):
                connection.execute("rollback")
            if refusal.code == "storage-full":
                with suppress(sqlite3.Error):
                    # Moving the write-ahead log into the file frees room: it takes less there.
                    connection.execute("pragma wal_checkpoint(passive)")
            LOG.warning("entries could not be stored", extra={"code": refusal.code, "why": type(error).__name__})
            return [table_error(error) for _ in jobs]
        self._health.record_write(True)
        return results

    # Reading

    async def read(self, table_id: str, after: int) -> list[bytes]:
        """Read the entries of a table after this number; none if there is no such table."""
        sql = "select body from entries where table_id = ? and number > ? order by number"
        return [body for (body,) in await self._select(sql, table_id, after)]

    async def find_token_owner(self, table_id: str, token: bytes) -> TokenOwner | None:
        """Find the owner of the token with this hash."""
        rows = await self._select("select player, seat from tokens where table_id = ? and hash = ?", table_id, token)
        return TokenOwner(*rows[0]) if rows else None

    async def list_open_tables(self, limit: int) -> list[ListedTable]:
        """List public tables with open seats, the newest first."""
        sql = "select id, created_at from tables where public = 1 and seats_open > 0 order by created_at desc limit ?"
        return [ListedTable(*row) for row in await self._select(sql, limit)]

    async def list_due_tables(self, now: int, limit: int, after: DueTable = BEFORE_ALL_DUE) -> list[DueTable]:
        """List tables that became due before now, the longest waiting first, starting after a known one."""
        sql = (
            "select due_at, id from tables"
            " where due_at > 0 and due_at <= ? and (due_at, id) > (?, ?) order by due_at, id limit ?"
        )
        return [DueTable(*row) for row in await self._select(sql, now, *after, limit)]

    async def read_last_note(self) -> int:
        """Read when any process last noted that it serves; 0 for never."""
        ((noted_at,),) = await self._select("select noted_at from presence")
        return int(noted_at)

    async def count_daily_results(self, day: str, edition: str) -> list[DailyCount]:
        """Count the players who have finished the code of a day, by the number of their guesses."""
        sql = "select guesses, players from daily_results where day = ? and edition = ? order by guesses"
        return [DailyCount(*row) for row in await self._select(sql, day, edition)]

    async def _select(self, sql: str, *values: object) -> list[tuple]:  # type: ignore[type-arg]
        def select() -> list[tuple]:  # type: ignore[type-arg]
            rows = self._read_connection.execute(sql, values).fetchall()
            self._files.check_places()
            return rows

        try:
            return await self._loop.run_in_executor(self._reader, select)
        except sqlite3.Error as error:
            raise table_error(error) from error


def _last_entry(jobs: Iterable[_QueuedJob]) -> tuple[str, int] | None:
    """Return the table and the number of the last entry among these jobs."""
    keys = [job.work[:2] for job in jobs if isinstance(job.work, Write)]
    return keys[-1] if keys else None


class _NumberTakenError(Exception):
    """The log already has an entry with this number."""


_Append = Callable[[sqlite3.Connection, list[Write]], list[bool]]
"""Stores entries; returns for each whether it was stored, or False if its number was taken."""


def _append_batch(connection: sqlite3.Connection, writes: list[Write]) -> list[bool]:
    """Store all in one statement. Raises `_NumberTakenError` if any was not stored, since SQLite does not say which."""
    rows = [(write.table_id, write.number, write.body.decode()) for write in writes]
    if rows and connection.execute(APPEND_BATCH, (msgspec.json.encode(rows).decode(),)).rowcount < len(rows):
        raise _NumberTakenError
    return [True] * len(rows)


def _append_one_by_one(connection: sqlite3.Connection, writes: list[Write]) -> list[bool]:
    sql = "insert or ignore into entries (table_id, number, body) values (?, ?, ?)"
    return [connection.execute(sql, (write.table_id, write.number, write.body)).rowcount == 1 for write in writes]


def _commit_jobs(connection: sqlite3.Connection, jobs: Iterable[_QueuedJob], append: _Append) -> list[object]:
    """Do all jobs in one transaction and return their results.

    Entries come first: they are the most frequent jobs, and no other job depends on their order.
    """
    connection.execute("begin immediate")
    writes = [job.work for job in jobs if isinstance(job.work, Write)]
    stored = append(connection, writes)
    for write, is_stored in zip(writes, stored, strict=True):
        if is_stored and (write.seats_open is not None or write.due_at is not None):
            connection.execute(
                "update tables set seats_open = coalesce(?, seats_open), due_at = coalesce(?, due_at) where id = ?",
                (write.seats_open, write.due_at, write.table_id),
            )
        if is_stored:
            connection.executemany(COUNT_DAILY_RESULT, write.daily_results)
    remaining = iter(stored)
    results = [next(remaining) if isinstance(job.work, Write) else job.work(connection) for job in jobs]
    connection.execute("commit")
    return results
