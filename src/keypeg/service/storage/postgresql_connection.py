"""Connections to PostgreSQL: taken from a pool, with its errors translated, and upgrading the schema."""

from contextlib import suppress
from typing import Any

import asyncpg

from keypeg.service.errors import TableError
from keypeg.service.storage import migrations

CONNECT_SECONDS = 5.0
"""How long the database may take to accept a connection; after that it counts as down."""

IDLE_SECONDS = 3
"""After how long a transaction ends whose process does nothing, because it was stopped: others wait for its locks."""

SERVER_SETTINGS = {"idle_in_transaction_session_timeout": f"{IDLE_SECONDS}s"}

DATABASE_ERRORS = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""Raised when the database cannot be reached or does not do what it should; a time-out is an `OSError`."""

ERROR_CODES: tuple[tuple[tuple[type[Exception], ...], str], ...] = (
    ((asyncpg.DiskFullError,), "storage-full"),
    ((asyncpg.ReadOnlySQLTransactionError,), "storage-readonly"),
    ((asyncpg.InvalidPasswordError, asyncpg.InvalidAuthorizationSpecificationError), "storage-login"),
    ((asyncpg.InvalidCatalogNameError,), "storage-missing"),
    ((asyncpg.InsufficientPrivilegeError,), "storage-forbidden"),
    ((asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError), "storage-damaged"),
    ((ValueError,), "storage-url"),
)
"""What errors mean; all others, that the database cannot be used now."""

MISSING_ERRORS = (asyncpg.UndefinedTableError, asyncpg.UndefinedColumnError)
"""Raised when a table or a column is missing."""

SCHEMA_LOCK = 44_1974
"""The advisory lock under which the schema is changed."""


def table_error(error: BaseException) -> TableError:
    """Translate an error of the database into one of the service."""
    return TableError(next((code for kinds, code in ERROR_CODES if isinstance(error, kinds)), "storage-down"))


class PooledConnection:
    """A connection from the pool, as a context manager that raises `TableError` for errors of the database."""

    def __init__(self, pool: "asyncpg.Pool | None") -> None:
        assert pool is not None
        self._acquired = pool.acquire(timeout=CONNECT_SECONDS)

    async def __aenter__(self) -> Any:
        try:
            return await self._acquired.__aenter__()
        except DATABASE_ERRORS as error:
            raise table_error(error) from error

    async def __aexit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        with suppress(*DATABASE_ERRORS):
            await self._acquired.__aexit__(kind, error, trace)
        if isinstance(error, DATABASE_ERRORS):
            raise table_error(error) from error


class KeptConnection:
    """A connection that its only user keeps: taking one from the pool each time costs as much as a statement.

    It is opened when it is needed, and again when it was lost.
    """

    def __init__(self, url: str, statement_seconds: float) -> None:
        self._url, self._statement_seconds = url, statement_seconds
        self._connection: Any = None

    async def fetch(self, sql: str, *values: object) -> list[Any]:
        """Execute a statement, and return its rows. Raises `TableError`."""
        try:
            if self._connection is None or self._connection.is_closed():
                self._connection = await asyncpg.connect(
                    self._url,
                    timeout=CONNECT_SECONDS,
                    command_timeout=self._statement_seconds,
                    server_settings=SERVER_SETTINGS,
                )
            rows: list[Any] = await self._connection.fetch(sql, *values)
            return rows
        except DATABASE_ERRORS as error:
            if isinstance(error, asyncpg.PostgresError):
                self.close()  # what is wrong may be a setting of the session, such as that it only reads
            raise table_error(error) from error

    def close(self) -> None:
        """Disconnect."""
        if self._connection is not None:
            self._connection.terminate()


async def leave_session(connection: Any) -> None:
    """Do nothing when a connection goes back to the pool: no statement here leaves anything in a session.

    By default asyncpg resets the session, which takes longer than most of the statements.
    """


async def read_version(connection: Any) -> int:
    """Read how many steps of the schema this database has taken."""
    if not await connection.fetchval("select to_regclass('keypeg_schema')"):
        return 0
    version: int = await connection.fetchval("select number from keypeg_schema") or 0
    return version


async def upgrade(url: str) -> tuple[int, int]:
    """Bring the database to this program's schema; return its version before and after."""
    try:
        connection = await asyncpg.connect(url, timeout=CONNECT_SECONDS)
        try:
            async with connection.transaction():
                return await _upgrade(connection)
        finally:
            await connection.close()
    except asyncpg.DuplicateTableError as error:
        raise TableError("storage-foreign") from error
    except (*DATABASE_ERRORS, ValueError) as error:
        raise table_error(error) from error


async def check_schema(connection: Any) -> None:
    """Raise `TableError` if the schema or the encoding of the database does not fit this program."""
    migrations.check_encoding(await connection.fetchval("show server_encoding"))
    migrations.check_version("postgresql", await read_version(connection))
    try:
        for trial in (*migrations.COLUMN_TRIALS, *migrations.LEASE_TRIALS):
            await connection.execute(trial)
    except MISSING_ERRORS as error:
        raise TableError("storage-foreign") from error


async def _upgrade(connection: Any) -> tuple[int, int]:
    migrations.check_encoding(await connection.fetchval("show server_encoding"))
    await connection.execute("select pg_advisory_xact_lock($1)", SCHEMA_LOCK)
    version, steps = await read_version(connection), migrations.read_steps("postgresql")
    if version > len(steps):
        migrations.check_version("postgresql", version)
    for step in steps[version:]:
        await connection.execute(step)
    await connection.execute("create table if not exists keypeg_schema (number integer not null)")
    await connection.execute("delete from keypeg_schema")
    await connection.execute("insert into keypeg_schema values ($1)", len(steps))
    return version, len(steps)
