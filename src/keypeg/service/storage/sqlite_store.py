"""A store in one SQLite file. One thread writes: it commits everything that has queued up in one durable transaction.

A commit takes as long for a hundred entries as for one, so the batches grow with the load. The file belongs to one
server; a second one that opens it is refused. Only the commands of the server's operator may open it too.
"""

import asyncio
import logging
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

from keypeg.service.errors import TableError
from keypeg.service.future_results import settle
from keypeg.service.storage import sqlite_check, table_queries
from keypeg.service.storage.health import StorageHealth
from keypeg.service.storage.sqlite_batches import (
    NumberTakenError,
    QueuedJob,
    append_batch,
    append_one_by_one,
    are_entries_alone,
    commit_entries,
    commit_jobs,
    last_entry,
)
from keypeg.service.storage.sqlite_file import check_schema, connect, lock_for_process, real_path, table_error
from keypeg.service.storage.sqlite_statements import (
    DELETE_EXPIRED_TOKENS,
    DELETE_LINK,
    INSERT_ENTRY,
    INSERT_LINK,
    INSERT_TOKEN,
    TRIAL_WRITE,
)
from keypeg.service.storage.sqlite_watch import FileWatch, read_data_version
from keypeg.service.storage.store import (
    BEFORE_ALL_DUE,
    DailyCount,
    DueTable,
    ListedTable,
    NewTable,
    OnLogGrowth,
    OnStored,
    Outage,
    StoredSeatLink,
    StoredTable,
    StoredToken,
    TableVersion,
    TokenOwner,
    Write,
)

LOG = logging.getLogger("keypeg.sqlite")

REPORTS_PER_TURN = 16
"""How many results are reported in one turn of the event loop."""

OTHER_WRITERS_SECONDS = 1.0
"""How often to look whether another program has written to the file, if nobody plays."""


class SqliteStore:
    """Keeps logs in this file."""

    shared = False

    def __init__(self, path: Path, *, beside_server: bool = False) -> None:
        self.path = real_path(path)
        self._beside_server = beside_server
        """Whether a server may have the file open: then this is a command of its operator."""
        self._jobs: list[QueuedJob] = []
        self._is_writing = False
        """Whether a batch is being written; jobs that arrive meanwhile form the next batch."""
        self._closing = False
        self._health = StorageHealth()
        self._batches: SimpleQueue[list[QueuedJob] | None] = SimpleQueue()
        """Batches for the writing thread; None ends it."""
        self._writer = Thread(target=self._write_batches, name="keypeg-write", daemon=True)
        self._reader = ThreadPoolExecutor(1, "keypeg-read")

    async def open(self, on_log_growth: OnLogGrowth) -> None:
        """Connect. Raises `TableError` if the schema is not this program's."""
        self._loop = asyncio.get_running_loop()
        self._on_log_growth = on_log_growth
        if self._beside_server and not self.path.exists():
            raise TableError("storage-missing")
        lock = [] if self._beside_server else [lock_for_process(self.path)]
        try:
            self._write_connection, self._read_connection = connect(self.path), connect(self.path)
        except TableError:
            for connection in lock:
                connection.close()
            raise
        self._connections = [self._read_connection, self._write_connection, *lock]
        self._writer.start()
        try:
            check_schema(self._write_connection)
            self._files = FileWatch(self.path, is_locked=not self._beside_server)
            self._data_version = read_data_version(self._write_connection)
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
        for connection in self._connections:
            connection.close()

    # Writing

    def append(self, write: Write, on_stored: OnStored) -> None:
        """Store an entry, and call `on_stored` from the event loop."""
        self._add_job(QueuedJob(write, on_stored))

    async def create(self, new: NewTable) -> None:
        """Store a new table."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "insert into tables (id, public, seats_open, created_at, due_at, active_at) values (?, ?, ?, ?, ?, ?)",
                (new.table_id, new.public, new.seats_open, new.created_at, new.due_at, new.created_at),
            )
            rows = [(new.table_id, number, body) for number, body in enumerate(new.bodies, 1)]
            connection.executemany(INSERT_ENTRY, rows)
            tokens = [(new.table_id, token, *owner) for token, owner in new.tokens]
            connection.executemany(INSERT_TOKEN, tokens)

        await self._queue(work)

    async def add_token(self, table_id: str, token: bytes, owner: TokenOwner) -> None:
        """Store the hash of a token, once, and delete those of the table that have expired."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(DELETE_EXPIRED_TOKENS, (table_id, owner.created_at))
            connection.execute(INSERT_TOKEN, (table_id, token, *owner))

        await self._queue(work)

    async def renew_token(self, table_id: str, token: bytes, expires: int) -> None:
        """Let a token expire later."""
        sql = "update tokens set expires = ? where table_id = ? and hash = ?"
        await self._queue(lambda connection: connection.execute(sql, (expires, table_id, token)))

    async def delete_token(self, table_id: str, token: bytes) -> None:
        """Delete a token. No other process has it in memory."""
        sql = "delete from tokens where table_id = ? and hash = ?"
        await self._queue(lambda connection: connection.execute(sql, (table_id, token)))

    async def add_seat_link(self, link: StoredSeatLink, expires: int, now: int) -> None:
        """Store a link in place of the seat's previous one, and delete all that have expired."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("delete from links where expires <= ?", (now,))
            connection.execute(INSERT_LINK, (*link, expires))

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

    def _queue(self, work: Callable[[sqlite3.Connection], object]) -> "asyncio.Future[object]":
        future = self._loop.create_future()
        self._add_job(QueuedJob(work, partial(settle, future)))
        return future

    def _add_job(self, job: QueuedJob) -> None:
        if self._closing:
            raise TableError("stopping")
        self._jobs.append(job)
        if not self._is_writing:
            self._is_writing = True
            # Not at once: jobs that are queued in the same turn of the loop join the batch.
            self._loop.call_soon(self._send_batch)

    def _send_batch(self) -> None:
        """Hand everything that has queued up to the writing thread."""
        jobs, self._jobs = self._jobs, []
        self._batches.put(jobs)

    def _write_batches(self) -> None:
        """Commit batches until there are no more; runs in the writing thread."""
        while True:
            try:
                jobs = self._batches.get(timeout=OTHER_WRITERS_SECONDS)
            except Empty:
                with suppress(sqlite3.Error):
                    self._look_for_other_writers()
                continue
            if jobs is None:
                return
            results = self._commit(jobs)
            with suppress(RuntimeError):  # the loop is closed, and nobody waits for the results
                self._loop.call_soon_threadsafe(self._finish_batch, jobs, results)

    def _look_for_other_writers(self) -> bool:
        """Return whether another program has written to the file; then any log may have grown."""
        version = read_data_version(self._write_connection)
        if version == self._data_version:
            return False
        self._data_version = version
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._on_log_growth, ())
        return True

    def _finish_batch(self, jobs: list[QueuedJob], results: list[object]) -> None:
        if self._jobs:
            self._send_batch()
        else:
            self._is_writing = False
        self._report_results(deque(zip(jobs, results, strict=True)))

    def _report_results(self, results: deque[tuple[QueuedJob, object]]) -> None:
        """Report results, a few in each turn of the loop: what follows from hundreds takes too long."""
        for _ in range(min(len(results), REPORTS_PER_TURN)):
            job, result = results.popleft()
            try:
                job.done(result)
            except Exception:  # what goes wrong for one must not stop the others
                LOG.exception("a result could not be reported")
        if results:
            self._loop.call_soon(self._report_results, results)

    def _commit(self, jobs: list[QueuedJob]) -> list[object]:
        connection = self._write_connection
        try:
            self._files.check_contents(was_written_to=self._look_for_other_writers())
            try:
                if are_entries_alone(jobs):
                    results = commit_entries(connection, jobs)
                else:
                    results = commit_jobs(connection, jobs, append_batch)
            except NumberTakenError:
                if connection.in_transaction:
                    connection.execute("rollback")
                results = commit_jobs(connection, jobs, append_one_by_one)
            self._files.check_places()
            self._files.note_commit(last_entry(jobs))
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

    async def read(self, table_id: str, after: int, limit: int | None = None) -> list[bytes]:
        """Read the entries of a table after this number, or the first few; none if there is no such table."""
        sql = "select body from entries where table_id = ? and number > ? order by number limit ?"
        return [body for (body,) in await self._select(sql, table_id, after, -1 if limit is None else limit)]

    async def find_token_owner(self, table_id: str, token: bytes) -> TokenOwner | None:
        """Find the owner of the token with this hash."""
        sql = "select player, seat, created_at, expires from tokens where table_id = ? and hash = ?"
        rows = await self._select(sql, table_id, token)
        return TokenOwner(*rows[0]) if rows else None

    async def list_tokens(self, table_id: str, player: int) -> list[StoredToken]:
        """List the tokens of a player, the latest first."""
        sql = (
            "select hash, player, seat, created_at, expires from tokens"
            " where table_id = ? and player = ? order by created_at desc, hash"
        )
        return [StoredToken(token, TokenOwner(*owner)) for token, *owner in await self._select(sql, table_id, player)]

    async def list_open_tables(self, limit: int, active_since: int = 0) -> list[ListedTable]:
        """List public tables with open seats at which somebody has been since then, the latest first."""
        sql = (
            "select id, created_at from tables where public = 1 and seats_open > 0 and active_at >= ?"
            " order by active_at desc, created_at desc limit ?"
        )
        return [ListedTable(*row) for row in await self._select(sql, active_since, limit)]

    async def note_active_tables(self, table_ids: Sequence[str], now: int) -> None:
        """Note that somebody is at these tables."""
        sql, rows = "update tables set active_at = ? where id = ?", [(now, table_id) for table_id in table_ids]
        await self._queue(lambda connection: connection.executemany(sql, rows))

    async def list_due_tables(self, now: int, limit: int, after: DueTable = BEFORE_ALL_DUE) -> list[DueTable]:
        """List tables that became due before now, the longest waiting first, starting after a known one."""
        sql = (
            "select due_at, id from tables"
            " where due_at > 0 and due_at <= ? and (due_at, id) > (?, ?) order by due_at, id limit ?"
        )
        return [DueTable(*row) for row in await self._select(sql, now, *after, limit)]

    async def clear_due(self, table_id: str) -> None:
        """Let a table need no attention until its next entry."""
        sql = "update tables set due_at = 0 where id = ?"
        await self._queue(lambda connection: connection.execute(sql, (table_id,)))

    async def read_last_note(self) -> int:
        """Read when any process last noted that it serves; 0 for never."""
        ((noted_at,),) = await self._select("select noted_at from presence")
        return int(noted_at)

    async def count_daily_results(self, day: str, edition: str) -> list[DailyCount]:
        """Count the players who have finished the code of a day, by the number of their guesses."""
        sql = "select guesses, players from daily_results where day = ? and edition = ? order by guesses"
        return [DailyCount(*row) for row in await self._select(sql, day, edition)]

    # Maintenance

    async def find_faults(self, seconds: float | None) -> list[str]:
        """Describe the damage to the file's own structures; with a time limit only the commonest damage."""
        return await asyncio.to_thread(sqlite_check.find_faults, self.path, seconds)

    async def list_incomplete_logs(self, seconds: float | None) -> list[str]:
        """List the ids of tables whose log lacks an entry; none if that takes longer than the time limit."""
        return await asyncio.to_thread(sqlite_check.list_incomplete_logs, self.path, seconds)

    async def list_tables(self, after: str, limit: int, *, with_logs: bool = True) -> list[StoredTable]:
        """List tables in the order of their ids, starting after an id; without what their logs say, if so asked."""
        sql = table_queries.LIST_TABLES if with_logs else table_queries.LIST_TABLES_ALONE
        rows = await self._select(_numbered(sql), after, limit)
        return [
            StoredTable(table_id, bool(public), created_at, due_at, entry_count, body or b"")
            for table_id, public, created_at, due_at, entry_count, body in rows
        ]

    async def remove_table(self, table: TableVersion) -> bool:
        """Delete a table with its log, tokens and links; return False if it is not there, or its log has grown."""

        def work(connection: sqlite3.Connection) -> bool:
            is_removed = connection.execute(_numbered(table_queries.REMOVE_TABLE), table).rowcount == 1
            if is_removed:
                for statement in table_queries.REMOVE_ROWS:
                    connection.execute(_numbered(statement), table[:1])
            return is_removed

        return bool(await self._queue(work))

    async def _select(self, sql: str, *values: object) -> list[tuple]:  # type: ignore[type-arg]
        def select() -> list[tuple]:  # type: ignore[type-arg]
            rows = self._read_connection.execute(sql, values).fetchall()
            self._files.check_places()
            return rows

        try:
            return await self._loop.run_in_executor(self._reader, select)
        except sqlite3.Error as error:
            raise table_error(error) from error


def _numbered(sql: str) -> str:
    """Write the parameters of a statement as SQLite does."""
    return sql.replace("$", "?")
