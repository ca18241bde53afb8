"""The schema of the database: numbered steps of plain SQL for each kind of database, in the folder `sql`.

Each step is a file, such as `sqlite-1.sql`; the database stores how many steps it has taken. Steps are only ever
added. There are few and they are simple, so no migration library is used: it would need a second driver for each
database.
"""

from importlib.resources import files
from typing import Literal

from keypeg.service.errors import TableError

DatabaseKind = Literal["sqlite", "postgresql"]

COLUMNS = {
    "tables": "id, public, seats_open, created_at, due_at, active_at",
    "entries": "table_id, number, body",
    "tokens": "table_id, hash, player, seat, created_at, expires",
    "links": "table_id, seat, player, hash, expires",
    "daily_results": "day, edition, guesses, players",
    "presence": "noted_at",
    "outages": "began_at, ended_at",
}
"""The columns that this program uses, by table. A database that lacks one belongs to another program."""

LEASE_COLUMNS = {"tables": "owner", "servers": "id, address, secret, renewed_at"}
"""Those that only a database has which several processes share."""

COLUMN_TRIALS = tuple(f"select {columns} from {table} limit 0" for table, columns in COLUMNS.items())
"""Statements that fail if a table or a column is missing."""

LEASE_TRIALS = tuple(f"select {columns} from {table} limit 0" for table, columns in LEASE_COLUMNS.items())

ENCODINGS = ("UTF-8", "UTF8")
"""What databases call the one encoding that this program reads and writes."""


def read_steps(kind: DatabaseKind) -> list[str]:
    """Read the steps of the schema, in order."""
    steps = {}
    for file in files("keypeg.service.storage").joinpath("sql").iterdir():
        name, _, number = file.name.removesuffix(".sql").partition("-")
        if name == kind:
            steps[int(number)] = file.read_text(encoding="utf-8")
    return [steps[number] for number in range(1, len(steps) + 1)]


def split_statements(step: str) -> list[str]:
    """Split a step into its statements."""
    return [statement.strip() for statement in step.split(";\n") if statement.strip()]


def check_encoding(encoding: str) -> None:
    """Raise `TableError` if a database does not store text as UTF-8."""
    if encoding not in ENCODINGS:
        raise TableError("storage-encoding", found=encoding)


def check_version(kind: DatabaseKind, version: int) -> None:
    """Raise `TableError` if a database that has taken this many steps does not fit this program."""
    newest = len(read_steps(kind))
    if version > newest:
        raise TableError("schema-newer", found=version, known=newest)
    if version < newest:
        raise TableError("schema-older", found=version, known=newest)
