"""Removes tables that have not been used for long: never begun, abandoned and finished ones.

A table goes with its log, its tokens and its links, in one transaction, and only if nothing has happened at it since it
was looked at. So this is safe beside a server that runs. The counts of the daily codes stay.
"""

import os
from collections.abc import AsyncIterator, Collection
from contextlib import suppress
from pathlib import Path

from keypeg.durable_folders import make_folder, sync_folder
from keypeg.records.file_errors import file_error
from keypeg.records.record import write_record
from keypeg.service import entries
from keypeg.service.entries import Entry
from keypeg.service.errors import TableError
from keypeg.service.maintenance.table_list import ListedState, TableState, find_state, iterate_tables
from keypeg.service.storage.store import MaintainedStore, StoredTable, TableVersion
from keypeg.service.table import Table

UNDAMAGED = frozenset({TableState.OPEN, TableState.RUNNING, TableState.FINISHED})
"""The states of tables that may be removed because of their age. Damaged ones are for the operator to look at."""


def is_unused(table: StoredTable, before: int) -> bool:
    """Whether nothing has happened at a table since then, and no turn there ends later.

    False for one whose last entry cannot be read.
    """
    if not table.last_body or max(table.created_at, table.due_at) >= before:
        return False
    try:
        last: Entry = entries.decode(table.last_body)
    except ValueError:
        return False
    return last.timestamp < before


async def prune_tables(
    store: MaintainedStore,
    before: int,
    *,
    states: Collection[TableState] = UNDAMAGED,
    export: Path | None = None,
    is_trial: bool = False,
) -> AsyncIterator[ListedState]:
    """Remove the tables in these states that nobody has used since then; a trial only finds them.

    With a folder to export to, the record of a match is on disk there before its table is removed.
    """
    async for stored in iterate_tables(store):
        if not is_unused(stored, before):
            continue
        with suppress(TableError):  # it was removed a moment ago
            current = await find_state(store, stored)
            if current.table is None or current.state not in states:
                continue
            if export is not None and not is_trial:
                export_record(current.table, export)
            if is_trial or await store.remove_table(TableVersion(stored.table_id, stored.entry_count)):
                yield current


def export_record(table: Table, folder: Path) -> None:
    """Write the record of a table's match to a file in a folder, and wait until it is on disk.

    A table whose match has not begun has none. Raises `ReadError` if it cannot be written.
    """
    if table.begun_at is None:
        return
    path = folder / f"{table.id}.keypeg"
    try:
        make_folder(folder)
        with path.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write(write_record(table.to_record()))
            stream.flush()
            os.fsync(stream.fileno())
        sync_folder(folder)
    except OSError as error:
        raise file_error(path, error, "file-unwritable") from error
