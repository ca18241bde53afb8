"""Looks for damage in a database: in its own structures, and in every log by replaying it."""

import logging
from typing import NamedTuple

from keypeg.service.errors import TableError
from keypeg.service.live_tables import LiveTables
from keypeg.service.maintenance.log_replay import Damage, DamagedLog, read_and_replay
from keypeg.service.maintenance.table_list import iterate_tables
from keypeg.service.storage.store import MaintainedStore

LOG = logging.getLogger("keypeg.check")

QUICK_SECONDS = 2.0
"""How long each part of the quick check may take: a server that starts does not let people wait."""

MAX_LOGGED_FAULTS = 5


class DatabaseCheck(NamedTuple):
    """The result of a check."""

    logs: int
    """How many logs were read."""
    faults: tuple[str, ...]
    """Damage to the database's own structures, in its words."""
    damaged: tuple[DamagedLog, ...]

    @property
    def is_sound(self) -> bool:
        """Whether nothing was found."""
        return not self.faults and not self.damaged


async def check_database(store: MaintainedStore, *, quick: bool = False) -> DatabaseCheck:
    """Check a whole database. The quick form replays no logs, and looks for missing entries only."""
    seconds = QUICK_SECONDS if quick else None
    faults = await store.find_faults(seconds)
    incomplete = set(await store.list_incomplete_logs(seconds))
    damaged = [DamagedLog(table_id, Damage.INCOMPLETE) for table_id in sorted(incomplete)]
    count = 0
    if not quick or faults:
        async for table in iterate_tables(store):
            if table.table_id not in incomplete and (
                damage := await _check_log(store, table.table_id, replays=not quick)
            ):
                damaged.append(damage)
            count += 1
    return DatabaseCheck(count, tuple(faults), tuple(damaged))


async def set_damaged_aside(tables: LiveTables, store: MaintainedStore) -> None:
    """Check a database quickly, log what is damaged, and let the server go on without the damaged tables."""
    try:
        check = await check_database(store, quick=True)
    except TableError as error:
        LOG.error("the database could not be checked", extra={"code": error.code})
        return
    for fault in check.faults[:MAX_LOGGED_FAULTS]:
        LOG.error("the database is damaged", extra={"code": "storage-damaged", "why": fault})
    for table_id, damage, _ in check.damaged:
        tables.set_aside(table_id, damage)


async def _check_log(store: MaintainedStore, table_id: str, *, replays: bool) -> DamagedLog | None:
    """Read the log of a table; replay it too, unless the check is quick."""
    try:
        if replays:
            replayed = await read_and_replay(store, table_id)
            return replayed if isinstance(replayed, DamagedLog) else None
        await store.read(table_id, 0)
    except TableError as error:
        if error.code == "storage-damaged":
            return DamagedLog(table_id, Damage.PAGES)
        if error.code != "no-such-table":  # it was removed a moment ago
            raise
    return None
