"""Finds tables in a database, and says what state they are in."""

from collections.abc import AsyncIterator
from contextlib import suppress
from enum import StrEnum
from typing import NamedTuple

from keypeg.service import entries
from keypeg.service.entries import Entry
from keypeg.service.errors import TableError
from keypeg.service.input_checks import is_possible_id
from keypeg.service.maintenance.log_replay import read_and_replay, replay_bodies
from keypeg.service.storage.store import MaintainedStore, StoredTable
from keypeg.service.table import Table

TABLES_PER_PAGE = 500


class TableState(StrEnum):
    """What state a table is in."""

    OPEN = "open"
    """The match has not begun."""
    RUNNING = "running"
    """The match is being played, or was abandoned."""
    FINISHED = "finished"
    """The match is over."""
    DAMAGED = "damaged"
    """No table follows from the log."""


class ListedState(NamedTuple):
    """A table with its state."""

    stored: StoredTable
    last_used: int
    """When the last entry was made, in milliseconds since 1970."""
    state: TableState
    table: Table | None
    """None if it is damaged."""


async def iterate_tables(store: MaintainedStore) -> AsyncIterator[StoredTable]:
    """Go through all tables in the order of their ids."""
    after = ""
    while page := await _read_page(store, after):
        for table in page:
            yield table
        after = page[-1].table_id


async def _read_page(store: MaintainedStore, after: str) -> list[StoredTable]:
    try:
        return await store.list_tables(after, TABLES_PER_PAGE)
    except TableError as error:
        if error.code != "storage-damaged":
            raise
        return await store.list_tables(after, TABLES_PER_PAGE, with_logs=False)


def last_used_at(table: StoredTable) -> int:
    """Return when the last entry was made; when the table was opened, if the entry cannot be read."""
    try:
        entry: Entry = entries.decode(table.last_body)
    except ValueError:
        return table.created_at
    return entry.timestamp


async def find_state(store: MaintainedStore, stored: StoredTable) -> ListedState:
    """Read a table and say what state it is in. Raises `TableError` if it was removed meanwhile."""
    replayed = await read_and_replay(store, stored.table_id)
    table = replayed if isinstance(replayed, Table) else None
    return ListedState(stored, last_used_at(stored), state_of(table) if table else TableState.DAMAGED, table)


def state_of(table: Table) -> TableState:
    """Return what state a table is in."""
    if table.is_over:
        return TableState.FINISHED
    return TableState.OPEN if table.begun_at is None else TableState.RUNNING


async def list_recent(store: MaintainedStore, state: TableState | None, limit: int) -> list[ListedState]:
    """List the tables that were used last, the latest first; only those in one state, if it is given."""
    stored = [table async for table in iterate_tables(store)]
    stored.sort(key=lambda table: (-last_used_at(table), table.table_id))
    listed: list[ListedState] = []
    for table in stored:
        if len(listed) == limit:
            break
        with suppress(TableError):  # removed a moment ago
            current = await find_state(store, table)
            if state in (None, current.state):
                listed.append(current)
    return listed


async def find_table(store: MaintainedStore, table_id: str) -> ListedState:
    """Find a table by its id. Raises `TableError` if there is none."""
    bodies = await store.read(table_id, 0) if is_possible_id(table_id) else []
    if not bodies:
        raise TableError("no-such-table")
    replayed = replay_bodies(table_id, bodies)
    table = replayed if isinstance(replayed, Table) else None
    opened = table.open_entry if table else None
    stored = StoredTable(
        table_id,
        public=bool(opened and opened.public),
        created_at=opened.timestamp if opened else 0,
        due_at=table.due_at if table else 0,
        entry_count=len(bodies),
        last_body=bodies[-1],
    )
    return ListedState(stored, last_used_at(stored), state_of(table) if table else TableState.DAMAGED, table)
