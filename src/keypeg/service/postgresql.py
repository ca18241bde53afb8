"""Logs in a PostgreSQL that many processes share. What has queued up goes to the database together, in one statement.

Whether an entry is the first of its number is decided by the database. When a log has grown, a notification tells the
others which and what the entry is, so that they need not ask; whoever misses one reads the log when he next looks.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any, NamedTuple

import asyncpg

from keypeg.service import migrations
from keypeg.service.errors import TableError
from keypeg.service.health import StorageHealth
from keypeg.service.ports import FIRST, Due, Holder, Listed, LogGrowth, NewTable, StoredSeatLink, Wake, Write

LOG = logging.getLogger("keypeg.postgresql")

CHANNEL = "keypeg"

LISTENING = "keypeg listening"
"""What the connection by which notifications come is called there."""

WRITERS = 2
"""How many batches may be on their way at once."""

READERS = 4

LARGEST_BATCH = 300
"""How many entries go together."""

LARGEST_NOTIFICATION = 7_900
"""How many bytes a notification may have: PostgreSQL refuses 8000."""

PATIENCE = 5.0
"""How many seconds the database may take to let somebody in,"""

LONGEST_STATEMENT = 10.0
"""and to do what it is asked. Then it counts as down."""

HEARTBEAT = 10.0
"""How many seconds may pass until it is noticed that notifications do not come any more."""

DOWN = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""What is raised when the database cannot be reached, or does not do what it is asked; a time-out is an `OSError`."""

LOCK = 44_1974
"""The advisory lock under which the schema is changed."""

APPEND = """
with kept as (
    insert into entries (table_id, number, body)
    select * from unnest($1::text[], $2::integer[], $3::bytea[])
    on conflict do nothing
    returning table_id, number, body
), opened as (
    update tables set seats_open = coalesce(new.seats_open, tables.seats_open), wake = coalesce(new.wake, tables.wake)
    from unnest($1::text[], $2::integer[], $4::integer[], $5::bigint[]) as new (table_id, number, seats_open, wake)
    where (new.seats_open is not null or new.wake is not null) and tables.id = new.table_id
        and exists (select from kept where kept.table_id = new.table_id and kept.number = new.number)
), told as (
    select pg_notify($6, string_agg(
        table_id || ':' || number || ' ' || case when page > 0 then convert_from(body, 'UTF8') else '' end, E'\\n'
    ))
    from kept join unnest($1::text[], $2::integer[], $7::integer[]) as new (table_id, number, page)
        using (table_id, number)
    group by page
)
select table_id, number, (select count(*) from told) from kept
"""
"""Keeps some entries, and says which: those that were the first of their number."""


TOKEN = "insert into tokens (table_id, hash, guest, seat) values ($1, $2, $3, $4)"

ADD_LINK = """
insert into links (table_id, seat, guest, hash, expires) values ($1, $2, $3, $4, $5)
on conflict (table_id, seat) do update set guest = excluded.guest, hash = excluded.hash, expires = excluded.expires
"""

USE_LINK = """
with used as (
    delete from links where table_id = $1 and seat = $2 and guest = $3 and hash = $4 and expires > $5 returning table_id
)
insert into tokens (table_id, hash, guest, seat) select table_id, $6, $3, $7 from used returning guest
"""

TRY = "update keypeg_schema set number = number"
"""Writes one row again, in the place of the one before it: nothing grows by that."""

TRY_ENTRY = """
insert into entries (table_id, number, body) values ('', 0, decode(repeat('00', 200), 'hex'));
delete from entries where table_id = '' and number = 0
"""
"""What an entry takes, where one was refused. It leaves a gap that is filled later, so it is not done for nothing."""


class _Job(NamedTuple):
    write: Write
    done: "asyncio.Future[bool]"


class PostgresqlStore:
    """Keeps logs in the database at this URL."""

    shared = True

    def __init__(self, url: str) -> None:
        self.url = url
        self._jobs: deque[_Job] = deque()
        self._more = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._listener: asyncio.Task[None] | None = None
        self._pool: asyncpg.Pool | None = None
        self._closing = False
        self._health = StorageHealth()

    async def open(self, wake: Wake) -> None:
        """Begin. Raises `TableError` if the schema is not the one that this program knows."""
        self._wake = wake
        try:
            self._pool = await asyncpg.create_pool(
                self.url,
                min_size=1,
                max_size=WRITERS + READERS,
                timeout=PATIENCE,
                command_timeout=LONGEST_STATEMENT,
            )
        except (*DOWN, ValueError) as error:
            raise TableError("storage-down") from error
        try:
            async with _connected(self._pool) as connection:
                migrations.check("postgresql", await _version(connection))
        except TableError:
            await self.close()
            raise
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._write()) for _ in range(WRITERS)]
        self._listener = loop.create_task(self._listen())

    async def close(self) -> None:
        """Keep what is under way, and end."""
        self._closing = True
        self._more.set()
        await asyncio.gather(*self._tasks)
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)
        if self._pool is not None:
            try:
                await asyncio.wait_for(self._pool.close(), PATIENCE)
            except DOWN:
                self._pool.terminate()

    # Writing

    def append(self, write: Write) -> Awaitable[bool]:
        """Keep an entry. False if there is an entry of that number already."""
        if self._closing:
            raise TableError("stopping")
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._jobs.append(_Job(write, done))
        self._more.set()
        return done

    async def _write(self) -> None:
        while self._jobs or not self._closing:
            await self._more.wait()
            jobs = [self._jobs.popleft() for _ in range(min(len(self._jobs), LARGEST_BATCH))]
            if not self._jobs and not self._closing:
                self._more.clear()
            if jobs:
                await self._keep(jobs)

    async def _keep(self, jobs: list[_Job]) -> None:
        # In the same order everywhere: two batches that wait for each other's entries would wait for ever.
        jobs.sort(key=lambda job: job.write[:2])
        try:
            kept = await self._kept([job.write for job in jobs])
            self._health.note(True)
        except Exception as error:
            self._health.note(False)
            code = error.code if isinstance(error, TableError) else "storage-down"
            LOG.warning(
                "entries could not be kept", extra={"code": code, "why": type(error.__cause__ or error).__name__}
            )
            for job in jobs:
                if not job.done.cancelled():
                    job.done.set_exception(TableError(code))
            return
        for job in jobs:
            key = (job.write.table, job.write.number)
            first = key in kept
            kept.discard(key)  # of two of the same number, one was kept
            if not job.done.cancelled():
                job.done.set_result(first)

    async def _kept(self, writes: list[Write]) -> set[tuple[str, int]]:
        rows = await self._ask(
            APPEND,
            [write.table for write in writes],
            [write.number for write in writes],
            [write.body for write in writes],
            [write.seats_open for write in writes],
            [write.wake for write in writes],
            CHANNEL,
            _pages(writes),
        )
        return {(row["table_id"], row["number"]) for row in rows}

    async def create(self, new: NewTable) -> None:
        """Keep a new table."""
        async with _connected(self._pool) as connection, connection.transaction():
            await connection.execute(
                "insert into tables values ($1, $2, $3, $4, $5)",
                *(new.table, new.public, new.seats_open, new.at, new.wake),
            )
            await connection.executemany(
                "insert into entries (table_id, number, body) values ($1, $2, $3)",
                [(new.table, number, body) for number, body in enumerate(new.bodies, 1)],
            )
            await connection.executemany(TOKEN, [(new.table, token, guest, 0) for token, guest in new.tokens])

    async def add_token(self, table: str, token: bytes, holder: Holder) -> None:
        """Keep the hash of a token."""
        await self._ask(TOKEN, table, token, *holder)

    async def add_link(self, link: StoredSeatLink, expires: int, now: int) -> None:
        """Keep a link in place of the one that there was for this seat, and none that can be used no more."""
        await self._ask(ADD_LINK, *link, expires)
        await self._ask("delete from links where expires <= $1", now)

    async def use_link(self, link: StoredSeatLink, now: int, token: bytes, holder: Holder) -> bool:
        """Keep the hash of a token if there is this link still, which is gone then. Whether there was."""
        return bool(await self._ask(USE_LINK, *link, now, token, holder.seat))

    async def check(self) -> None:
        """Raise `TableError` if entries could not be kept now."""
        if self._health.fresh:
            return
        async with _connected(self._pool) as connection:
            await connection.execute(f"{TRY};{TRY_ENTRY}" if self._health.failed else TRY)
        self._health.note(True)

    # Reading

    async def read(self, table: str, after: int) -> list[bytes]:
        """The entries of a table after this number; nothing if there is no such table."""
        rows = await self._ask(
            "select body from entries where table_id = $1 and number > $2 order by number", table, after
        )
        return [row["body"] for row in rows]

    async def holder_of(self, table: str, token: bytes) -> Holder | None:
        """Whose token has this hash."""
        rows = await self._ask("select guest, seat from tokens where table_id = $1 and hash = $2", table, token)
        return Holder(*rows[0]) if rows else None

    async def lobby(self, most: int) -> list[Listed]:
        """Public tables with open seats, the newest first."""
        sql = "select id, created from tables where public and seats_open > 0 order by created desc limit $1"
        return [Listed(*row) for row in await self._ask(sql, most)]

    async def due(self, now: int, most: int, after: Due = FIRST) -> list[Due]:
        """Tables that were to be looked after before now, the longest waiting first, from one that is known on."""
        sql = (
            "select wake, id from tables"
            " where wake > 0 and wake <= $1 and (wake, id) > ($2, $3) order by wake, id limit $4"
        )
        return [Due(*row) for row in await self._ask(sql, now, *after, most)]

    async def _ask(self, sql: str, *values: object) -> list[Any]:
        async with _connected(self._pool) as connection:
            rows: list[Any] = await connection.fetch(sql, *values)
            return rows

    # Being woken

    async def _listen(self) -> None:
        """Hear what others have added; come back if the connection is lost."""
        while True:
            try:
                await self._hear()
            except DOWN as error:
                LOG.warning("notifications are not heard", extra={"why": type(error).__name__})
            await asyncio.sleep(0.5)

    async def _hear(self) -> None:
        connection = await asyncpg.connect(
            self.url, timeout=PATIENCE, command_timeout=PATIENCE, server_settings={"application_name": LISTENING}
        )
        lost = asyncio.Event()
        connection.add_termination_listener(lambda _: lost.set())
        try:
            await connection.add_listener(CHANNEL, lambda *heard: self._wake(_grown(str(heard[3]))))
            self._wake(())  # whatever was not heard meanwhile
            while not lost.is_set():
                # A connection can be lost without a word.
                await connection.execute("select 1")
                with suppress(TimeoutError):
                    await asyncio.wait_for(lost.wait(), HEARTBEAT)
        finally:
            connection.terminate()


class _connected:  # noqa: N801 - it reads like a function
    """A connection from the pool; what goes wrong with it is told as the service tells it."""

    def __init__(self, pool: "asyncpg.Pool | None") -> None:
        assert pool is not None
        self._held = pool.acquire(timeout=PATIENCE)

    async def __aenter__(self) -> Any:
        try:
            return await self._held.__aenter__()
        except DOWN as error:
            raise TableError("storage-down") from error

    async def __aexit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        with suppress(*DOWN):
            await self._held.__aexit__(kind, error, trace)
        if isinstance(error, asyncpg.DiskFullError):
            raise TableError("storage-full") from error
        if isinstance(error, asyncpg.ReadOnlySQLTransactionError):
            raise TableError("storage-readonly") from error
        if isinstance(error, DOWN):
            raise TableError("storage-down") from error


def _pages(writes: list[Write]) -> list[int]:
    """In which notification each entry is told, from 1 on; 0 for those that are too long to be told."""
    pages, page, size = [], 1, 0
    for write in writes:
        length = len(write.table) + len(write.body) + 12
        told = length <= LARGEST_NOTIFICATION
        if told and size + length > LARGEST_NOTIFICATION:
            page, size = page + 1, 0
        size += length if told else 0
        pages.append(page if told else 0)
    return pages


def _grown(payload: str) -> list[LogGrowth]:
    """What a notification says: lines of `table:number entry`."""
    found = []
    for line in payload.split("\n"):
        head, _, body = line.partition(" ")
        table, _, number = head.partition(":")
        found.append(LogGrowth(table, int(number), body.encode() or None))
    return found


async def _version(connection: Any) -> int:
    if not await connection.fetchval("select to_regclass('keypeg_schema')"):
        return 0
    found: int = await connection.fetchval("select number from keypeg_schema") or 0
    return found


async def upgrade(url: str) -> tuple[int, int]:
    """Bring the database to the schema of this program. Returns how many steps it had seen, and has seen now."""
    try:
        connection = await asyncpg.connect(url, timeout=PATIENCE)
        try:
            async with connection.transaction():
                return await _upgrade(connection)
        finally:
            await connection.close()
    except asyncpg.DiskFullError as error:
        raise TableError("storage-full") from error
    except (*DOWN, ValueError) as error:
        raise TableError("storage-down") from error


async def _upgrade(connection: Any) -> tuple[int, int]:
    await connection.execute("select pg_advisory_xact_lock($1)", LOCK)
    found, known = await _version(connection), migrations.steps("postgresql")
    if found > len(known):
        migrations.check("postgresql", found)
    for step in known[found:]:
        await connection.execute(step)
    await connection.execute("create table if not exists keypeg_schema (number integer not null)")
    await connection.execute("delete from keypeg_schema")
    await connection.execute("insert into keypeg_schema values ($1)", len(known))
    return found, len(known)
