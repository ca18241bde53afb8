"""The schema of the database: numbered steps of plain SQL for each kind of database, in the folder `sql`.

Each step is a file, such as `sqlite-1.sql`; the database stores how many steps it has taken. Steps are only ever
added. There are few and they are simple, so no migration library is used: it would need a second driver for each
database.
"""

from importlib.resources import files
from typing import Literal

from keypeg.service.errors import TableError

DatabaseKind = Literal["sqlite", "postgresql"]


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


def check_version(kind: DatabaseKind, version: int) -> None:
    """Raise `TableError` if a database that has taken this many steps does not fit this program."""
    newest = len(read_steps(kind))
    if version > newest:
        raise TableError("schema-newer", found=version, known=newest)
    if version < newest:
        raise TableError("schema-older", found=version, known=newest)
