"""The schema of the database: numbered steps of plain SQL for each kind of database, in `sql` beside this module.

Each step stands in a file of its own, `sqlite-1.sql`; the database says how many of them it has seen. Steps are only
ever added. There are so few, and they are so plain, that no library is needed to take them; one that could would bring
a second driver for each database.
"""

from importlib.resources import files
from typing import Literal

from keypeg.service.errors import TableError

Kind = Literal["sqlite", "postgresql"]


def steps(kind: Kind) -> list[str]:
    """The steps of the schema, in order."""
    found = {}
    for file in files("keypeg.service").joinpath("sql").iterdir():
        name, _, number = file.name.removesuffix(".sql").partition("-")
        if name == kind:
            found[int(number)] = file.read_text(encoding="utf-8")
    return [found[number] for number in range(1, len(found) + 1)]


def statements(step: str) -> list[str]:
    """The statements of a step."""
    return [statement.strip() for statement in step.split(";\n") if statement.strip()]


def check(kind: Kind, found: int) -> None:
    """Raise `TableError` if a database that has seen so many steps is not one for this program."""
    known = len(steps(kind))
    if found > known:
        raise TableError("schema-newer", found=found, known=known)
    if found < known:
        raise TableError("schema-older", found=found, known=known)
