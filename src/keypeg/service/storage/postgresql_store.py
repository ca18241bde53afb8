"""A store in a PostgreSQL that many processes share. Entries that have queued up are stored in one statement.

The database decides which of two entries with the same number is first.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any

import asyncpg

from keypeg.service.errors import TableError
from keypeg.service.storage import postgresql_connection, table_queries
from keypeg.service.storage.health import StorageHealth
from keypeg.service.storage.postgresql_batches import BatchWriter, QueuedWrite
from keypeg.service.storage.postgresql_connection import (
    DATABASE_ERRORS,
    SERVER_SETTINGS,
    KeptConnection,
    PooledConnection,
    check_schema,
    leave_session,
    table_error,
)
from keypeg.service.storage.postgresql_notifications import CHANNEL, assign_pages, listen, write_growth
from keypeg.service.storage.postgresql_statements import (
    ADD_LINK,
    APPEND_BATCH,
    DELETE_TOKEN,
    INSERT_TOKEN,
    LIST_DUE,
    LIST_REFUSED,
    TRIAL_ENTRY,
    TRIAL_WRITE,
    USE_LINK,
)
from keypeg.service.storage.store import (
    BEFORE_ALL_DUE,
    DailyCount,
    DailyResult,
    DueTable,
    ListedTable,
    LogGrowth,
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

LOG = logging.getLogger("keypeg.postgresql")

WRITE_CONNECTIONS = 2
"""How many batches may be written at the same time; usually it is one."""

READ_CONNECTIONS = 4

REPORTS_PER_TURN = 16
"""How many results are reported in one turn of the event loop."""

DAILY_COLUMNS = len(DailyResult._fields) + 2
"""The columns by which results are counted: the table, the number of the entry, and the result."""

UNLIMITED_SECONDS = 86_400.0
"""The time limit of a statement that may take as long as it needs."""

STATEMENT_SECONDS = 10.0
"""How long a statement may take; after that the database counts as down."""


class PostgresqlStore:
    """Keeps logs in the database at this URL."""

    shared = True

    def __init__(self, url: str) -> None:
        self.url = url
        self._writer: BatchWriter | None = None
        self._listener: asyncio.Task[None] | None = None
        self._pool: asyncpg.Pool | None = None
        self._closing = False
        self._health = StorageHealth()
        self.lease: int | None = None
        """The number of the lease by which this process owns tables (`postgresql_leases`); 0 if it was lost. None for a
        command of the operator, which may append to any table."""
        self.on_refusal: Callable[[str], None] = lambda table_id: None
        """Called when an entry was not stored because this process does not own the table."""

    async def open(self, on_log_growth: OnLogGrowth) -> None:
        """Connect. Raises `TableError` if the schema is not this program's."""
        self._on_log_growth = on_log_growth
        try:
            self._pool = await asyncpg.create_pool(
                self.url,
                min_size=1,
                max_size=READ_CONNECTIONS,
                timeout=postgresql_connection.CONNECT_SECONDS,
                command_timeout=STATEMENT_SECONDS,
                server_settings=SERVER_SETTINGS,
                reset=leave_session,
            )
        except (*DATABASE_ERRORS, ValueError) as error:
            raise table_error(error) from error
        try:
            async with PooledConnection(self._pool) as connection:
                await check_schema(connection)
        except TableError:
            await self.close()
            raise
        connections = [KeptConnection(self.url, STATEMENT_SECONDS) for _ in range(WRITE_CONNECTIONS)]
        self._writer = BatchWriter(connections, self._store_batch)
        self._listener = asyncio.get_running_loop().create_task(listen(self.url, self._report_growth))

    async def close(self) -> None:
        """Finish pending writes and disconnect."""
        self._closing = True
        if self._writer is not None:
            await self._writer.finish()
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)
        if self._pool is not None:
            try:
                await asyncio.wait_for(self._pool.close(), postgresql_connection.CONNECT_SECONDS)
            except DATABASE_ERRORS:
                self._pool.terminate()

    def _report_growth(self, grown: Sequence[LogGrowth]) -> None:
        self._on_log_growth(grown)

    # Writing

    def append(self, write: Write, on_stored: OnStored) -> None:
        """Store an entry, and call `on_stored` from the event loop."""
        if self._closing:
            raise TableError("stopping")
        assert self._writer is not None
        self._writer.append(write, on_stored)

    async def _store_batch(self, batch: list[QueuedWrite], connection: KeptConnection) -> None:
        """Store entries in one statement, and report what has become of each."""
        # In the same order in every process: otherwise two batches could wait for each other's entries for ever.
        batch.sort(key=lambda queued: queued.write[:2])
        try:
            stored = await self._store([queued.write for queued in batch], connection)
            refused = set() if stored is None else await self._list_refused(batch)
            self._health.record_write(True)
        except Exception as error:
            self._health.record_write(False)
            code = error.code if isinstance(error, TableError) else "storage-down"
            LOG.warning(
                "entries could not be stored", extra={"code": code, "why": type(error.__cause__ or error).__name__}
            )
            for queued in batch:
                queued.on_stored(TableError(code))
            return
        for count, (write, on_stored) in enumerate(batch, 1):
            is_first = True
            if stored is not None:
                key = f"{write.table_id}:{write.number}"
                is_first = key in stored
                stored.discard(key)  # of two entries with the same number in this batch, one was stored
            on_stored(TableError("table-moving") if not is_first and write.table_id in refused else is_first)
            if count % REPORTS_PER_TURN == 0:
                await asyncio.sleep(0)  # what follows from hundreds takes longer than others should wait

    async def _store(self, writes: list[Write], connection: KeptConnection) -> set[str] | None:
        """Store entries; return None if all were the first with their number, or else the table and number of those."""
        ((stored, _),) = await connection.fetch(
            APPEND_BATCH,
            [write.table_id for write in writes],
            [write.number for write in writes],
            [write.body for write in writes],
            [write.seats_open for write in writes],
            [write.due_at for write in writes],
            CHANNEL,
            assign_pages(writes),
            *_daily_columns(writes),
            self.lease,
        )
        return None if stored is None else set(stored)

    async def _list_refused(self, batch: list[QueuedWrite]) -> set[str]:
        """List the tables in a batch that this process does not own."""
        if self.lease is None:
            return set()
        rows = await self.fetch(LIST_REFUSED, [queued.write.table_id for queued in batch], self.lease)
        for (table_id,) in rows:
            self.on_refusal(table_id)
        return {table_id for (table_id,) in rows}

    async def create(self, new: NewTable) -> None:
        """Store a new table."""
        async with PooledConnection(self._pool) as connection, connection.transaction():
            await connection.execute(
                "insert into tables (id, public, seats_open, created_at, due_at, active_at, owner)"
                " values ($1, $2, $3, $4, $5, $4, $6)",
                *(new.table_id, new.public, new.seats_open, new.created_at, new.due_at, self.lease or 0),
            )
            await connection.executemany(
                "insert into entries (table_id, number, body) values ($1, $2, $3)",
                [(new.table_id, number, body) for number, body in enumerate(new.bodies, 1)],
            )
            tokens = [(new.table_id, token, *owner) for token, owner in new.tokens]
            await connection.executemany(INSERT_TOKEN, tokens)

    async def add_token(self, table_id: str, token: bytes, owner: TokenOwner) -> None:
        """Store the hash of a token, once, and delete those of the table that have expired."""
        sql = "delete from tokens where table_id = $1 and expires between 1 and $2"
        await self.fetch(sql, table_id, owner.created_at)
        await self.fetch(INSERT_TOKEN, table_id, token, *owner)

    async def renew_token(self, table_id: str, token: bytes, expires: int) -> None:
        """Let a token expire later."""
        await self.fetch("update tokens set expires = $3 where table_id = $1 and hash = $2", table_id, token, expires)

    async def delete_token(self, table_id: str, token: bytes) -> None:
        """Delete a token. Other processes that have it in memory get a notice."""
        await self.fetch(DELETE_TOKEN, table_id, token, CHANNEL)

    async def add_seat_link(self, link: StoredSeatLink, expires: int, now: int) -> None:
        """Store a link in place of the seat's previous one, and delete all that have expired."""
        await self.fetch(ADD_LINK, *link, expires)
        await self.fetch("delete from links where expires <= $1", now)

    async def use_seat_link(self, link: StoredSeatLink, now: int, token: bytes, owner: TokenOwner) -> bool:
        """Delete this link and store the hash of a token in one step; return False if the link does not exist."""
        return bool(await self.fetch(USE_LINK, *link, now, token, *owner[1:]))

    async def note_presence(self, now: int, outage: Outage | None, forget_before: int) -> list[Outage]:
        """Note that a process serves, and an outage that it has noticed; return all outages, in order."""
        async with PooledConnection(self._pool) as connection, connection.transaction():
            await connection.execute("update presence set noted_at = $1", now)
            await connection.execute("delete from outages where ended_at < $1 or began_at > $2", forget_before, now)
            await connection.execute("update outages set ended_at = $1 where ended_at > $1", now)
            if outage is not None:
                await connection.execute("insert into outages values ($1, $2) on conflict do nothing", *outage)
            rows = await connection.fetch("select began_at, ended_at from outages order by began_at")
        return [Outage(*row) for row in rows]

    async def check(self) -> None:
        """Raise `TableError` if entries cannot be stored now."""
        if self._health.is_fresh:
            return
        async with PooledConnection(self._pool) as connection:
            await connection.execute(f"{TRIAL_WRITE};{TRIAL_ENTRY}" if self._health.has_failed else TRIAL_WRITE)
        self._health.record_write(True)

    # Reading

    async def read(self, table_id: str, after: int, limit: int | None = None) -> list[bytes]:
        """Read the entries of a table after this number, or the first few; none if there is no such table."""
        sql = "select body from entries where table_id = $1 and number > $2 order by number limit $3"
        rows = await self.fetch(sql, table_id, after, limit)
        return [row["body"] for row in rows]

    async def find_token_owner(self, table_id: str, token: bytes) -> TokenOwner | None:
        """Find the owner of the token with this hash."""
        sql = "select player, seat, created_at, expires from tokens where table_id = $1 and hash = $2"
        rows = await self.fetch(sql, table_id, token)
        return TokenOwner(*rows[0]) if rows else None

    async def list_tokens(self, table_id: str, player: int) -> list[StoredToken]:
        """List the tokens of a player, the latest first."""
        sql = (
            "select hash, player, seat, created_at, expires from tokens"
            " where table_id = $1 and player = $2 order by created_at desc, hash"
        )
        return [StoredToken(token, TokenOwner(*owner)) for token, *owner in await self.fetch(sql, table_id, player)]

    async def list_open_tables(self, limit: int, active_since: int = 0) -> list[ListedTable]:
        """List public tables with open seats at which somebody has been since then, the latest first."""
        sql = (
            "select id, created_at from tables where public and seats_open > 0 and active_at >= $1"
            " order by active_at desc, created_at desc limit $2"
        )
        return [ListedTable(*row) for row in await self.fetch(sql, active_since, limit)]

    async def note_active_tables(self, table_ids: Sequence[str], now: int) -> None:
        """Note that somebody is at these tables."""
        await self.fetch("update tables set active_at = $2 where id = any($1::text[])", sorted(table_ids), now)

    async def list_due_tables(self, now: int, limit: int, after: DueTable = BEFORE_ALL_DUE) -> list[DueTable]:
        """List tables that became due before now, the longest waiting first, starting after a known one."""
        return [DueTable(*row) for row in await self.fetch(LIST_DUE, now, *after, limit, self.lease)]

    async def clear_due(self, table_id: str) -> None:
        """Let a table need no attention until its next entry."""
        await self.fetch("update tables set due_at = 0 where id = $1", table_id)

    async def read_last_note(self) -> int:
        """Read when any process last noted that it serves; 0 for never."""
        ((noted_at,),) = await self.fetch("select noted_at from presence")
        return int(noted_at)

    async def count_daily_results(self, day: str, edition: str) -> list[DailyCount]:
        """Count the players who have finished the code of a day, by the number of their guesses."""
        sql = "select guesses, players from daily_results where day = $1 and edition = $2 order by guesses"
        return [DailyCount(*row) for row in await self.fetch(sql, day, edition)]

    # Maintenance

    async def find_faults(self, seconds: float | None) -> list[str]:
        """Find nothing: PostgreSQL keeps checksums of its pages and refuses to read a damaged one."""
        return []

    async def list_incomplete_logs(self, seconds: float | None) -> list[str]:
        """List the ids of tables whose log lacks an entry; none if that takes longer than the time limit."""
        async with PooledConnection(self._pool) as connection:
            try:
                rows = await connection.fetch(table_queries.LIST_INCOMPLETE_LOGS, timeout=seconds or UNLIMITED_SECONDS)
            except TimeoutError:
                return []
        return [table_id for (table_id,) in rows]

    async def list_tables(self, after: str, limit: int, *, with_logs: bool = True) -> list[StoredTable]:
        """List tables in the order of their ids, starting after an id; without what their logs say, if so asked."""
        sql = table_queries.LIST_TABLES if with_logs else table_queries.LIST_TABLES_ALONE
        rows = await self.fetch(sql, after, limit)
        return [
            StoredTable(table_id, public, created_at, due_at, entry_count, body or b"")
            for table_id, public, created_at, due_at, entry_count, body in rows
        ]

    async def remove_table(self, table: TableVersion) -> bool:
        """Delete a table with its log, tokens and links; return False if it is not there, or its log has grown."""
        async with PooledConnection(self._pool) as connection, connection.transaction():
            # Wait for entries that are being stored, so that the next statement sees them.
            await connection.execute("select id from tables where id = $1 for update", table.table_id)
            if await connection.execute(table_queries.REMOVE_TABLE, *table) == "DELETE 0":
                return False
            for statement in table_queries.REMOVE_ROWS:
                await connection.execute(statement, table.table_id)
            await connection.execute("select pg_notify($1, $2)", CHANNEL, write_growth(table.table_id))
        return True

    async def fetch(self, sql: str, *values: object) -> list[Any]:
        """Execute a statement, and return its rows."""
        async with PooledConnection(self._pool) as connection:
            rows: list[Any] = await connection.fetch(sql, *values)
            return rows


def _daily_columns(writes: Sequence[Write]) -> tuple[list[object], ...]:
    """List the results to count column by column: table, number of the entry, day, edition, guesses.

    Of several entries with the same number only the first can be stored, so only its results are listed.
    """
    if not any(write.daily_results for write in writes):
        return ([],) * DAILY_COLUMNS
    first = {write[:2]: write for write in reversed(writes)}
    rows = [(*key, *result) for key, write in first.items() for result in write.daily_results]
    return tuple([row[column] for row in rows] for column in range(DAILY_COLUMNS))
