"""Looks for damage in a SQLite file, on a connection of its own, beside a server that uses the file."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from keypeg.service.storage.sqlite_file import connect
from keypeg.service.storage.table_queries import LIST_INCOMPLETE_LOGS

STEPS_BETWEEN_LOOKS = 10_000
"""How many steps of a statement SQLite takes before it looks at the clock."""


def find_faults(path: Path, seconds: float | None) -> list[str]:
    """Describe what SQLite finds wrong with the file; quickly, and for so long at most, with a time limit."""
    pragma = "integrity_check" if seconds is None else "quick_check"
    lines = [str(line) for (line,) in _ask(path, f"pragma {pragma}", seconds)]
    return [line for line in lines if line != "ok"]


def list_incomplete_logs(path: Path, seconds: float | None) -> list[str]:
    """List the ids of tables whose log lacks an entry; none if that takes longer than the time limit."""
    return [table_id for (table_id,) in _ask(path, LIST_INCOMPLETE_LOGS, seconds)]


def _ask(path: Path, sql: str, seconds: float | None) -> list[tuple[str]]:
    with closing(connect(path)) as connection:
        if seconds is not None:
            deadline = time.monotonic() + seconds
            connection.set_progress_handler(lambda: time.monotonic() > deadline, STEPS_BETWEEN_LOOKS)
        try:
            return connection.execute(sql).fetchall()
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorname", "") == "SQLITE_INTERRUPT":
                return []
            return [(str(error),)] if sql.startswith("pragma") else []
