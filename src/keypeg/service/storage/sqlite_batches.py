"""Commits everything that has queued up for a SQLite file in one transaction.

Entries are stored in one statement, and if there is nothing else to do, that statement is the transaction: each further
one takes time in which another thread may be let in. If it finds a number taken, the entries are stored one by one, so
that each of them learns whether it was the first.
"""

import sqlite3
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec

from keypeg.service.storage.store import Write

APPEND_BATCH = """
insert or ignore into entries (table_id, number, body)
select value ->> 0, value ->> 1, cast(value ->> 2 as blob) from json_each(?)
where exists (select 1 from tables where id = value ->> 0)
"""
"""Stores a batch of entries, those of tables that have been removed excepted.

It is one statement that returns no rows, because Python may switch threads between any two steps of a statement."""

STORE_BATCH = APPEND_BATCH.replace(" or ignore", "")
"""The same, but it stores nothing at all if a number is taken."""

FIND_ENTRY = "select 1 from entries where table_id = ? and number = ? and body = ?"

APPEND_ONE = """
insert or ignore into entries (table_id, number, body) select ?1, ?2, ?3
where exists (select 1 from tables where id = ?1)
"""

COUNT_DAILY_RESULT = """
insert into daily_results (day, edition, guesses, players) values (?, ?, ?, 1)
on conflict do update set players = players + 1
"""


class QueuedJob(NamedTuple):
    """Something to write, and what to call with its result or its error."""

    work: Callable[[sqlite3.Connection], object] | Write
    done: Callable[[Any], None]


def last_entry(jobs: Iterable[QueuedJob]) -> tuple[str, int] | None:
    """Return the table and the number of the last entry among these jobs."""
    keys = [job.work[:2] for job in jobs if isinstance(job.work, Write)]
    return keys[-1] if keys else None


class NumberTakenError(Exception):
    """The log already has an entry with this number."""


Append = Callable[[sqlite3.Connection, list[Write]], list[bool]]
"""Stores entries; returns for each whether it was stored, or False if its number was taken."""


def append_batch(connection: sqlite3.Connection, writes: list[Write]) -> list[bool]:
    """Store all in one statement. Raises `NumberTakenError` if any was not stored, since SQLite does not say which."""
    if writes and connection.execute(APPEND_BATCH, _batch_values(writes)).rowcount < len(writes):
        raise NumberTakenError
    return [True] * len(writes)


def _batch_values(writes: list[Write]) -> tuple[str]:
    rows = [(write.table_id, write.number, write.body.decode()) for write in writes]
    return (msgspec.json.encode(rows).decode(),)


def append_one_by_one(connection: sqlite3.Connection, writes: list[Write]) -> list[bool]:
    """Store each in a statement of its own."""
    return [
        connection.execute(APPEND_ONE, (write.table_id, write.number, write.body)).rowcount == 1 for write in writes
    ]


def are_entries_alone(jobs: Iterable[QueuedJob]) -> bool:
    """Whether these jobs store entries and change nothing else."""
    return all(
        isinstance(work, Write) and work.seats_open is None and work.due_at is None and not work.daily_results
        for work, _ in jobs
    )


def commit_entries(connection: sqlite3.Connection, jobs: Iterable[QueuedJob]) -> list[object]:
    """Store entries in one statement that commits by itself, and return for each whether it was stored.

    Raises `NumberTakenError` if a number was taken; then nothing was stored.
    """
    writes = [job.work for job in jobs if isinstance(job.work, Write)]
    try:
        stored = connection.execute(STORE_BATCH, _batch_values(writes)).rowcount
    except sqlite3.IntegrityError as error:
        raise NumberTakenError from error
    if stored == len(writes):
        return [True] * len(writes)
    # The tables of the others have been removed.
    return [connection.execute(FIND_ENTRY, write[:3]).fetchone() is not None for write in writes]


def commit_jobs(connection: sqlite3.Connection, jobs: Iterable[QueuedJob], append: Append) -> list[object]:
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
