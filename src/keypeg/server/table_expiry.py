"""Removes tables that nobody has used for long while the server runs, in small steps, so that nobody waits for it."""

import asyncio
import logging

from keypeg.service.entries import MS_PER_SECOND
from keypeg.service.errors import TableError
from keypeg.service.maintenance.retention import is_unused
from keypeg.service.storage.store import MaintainedStore, TableVersion
from keypeg.service.table_service import TableService

LOG = logging.getLogger("keypeg.expiry")

SECONDS_PER_DAY = 86_400

TABLES_PER_STEP = 50
"""How many tables are looked at in one step."""

STEP_PAUSE_SECONDS = 0.5
"""The pause between two steps."""

ROUND_PAUSE_SECONDS = 3600.0
"""The pause after all tables have been looked at."""


async def remove_unused_regularly(tables: TableService, store: MaintainedStore, days: int) -> None:
    """Remove tables that nobody has used for so many days, again and again."""
    while True:
        total, after = 0, ""
        try:
            while True:
                removed, after = await remove_unused(tables, store, days, after)
                total += removed
                if not after:
                    break
                await asyncio.sleep(STEP_PAUSE_SECONDS)
        except TableError as error:
            LOG.warning("unused tables cannot be removed now", extra={"code": error.code})
        if total:
            LOG.info("unused tables were removed", extra={"count": total})
        await asyncio.sleep(ROUND_PAUSE_SECONDS)


async def remove_unused(tables: TableService, store: MaintainedStore, days: int, after: str) -> tuple[int, str]:
    """Take one step from an id on; return how many tables were removed, and the id to go on from, empty at the end."""
    before = tables.sources.now() - days * SECONDS_PER_DAY * MS_PER_SECOND
    page, removed = await store.list_tables(after, TABLES_PER_STEP), 0
    for table in page:
        live_table = tables.find_loaded(table.table_id)
        is_watched = live_table is not None and live_table.is_followed
        if is_watched or not is_unused(table, before):
            continue
        if await store.remove_table(TableVersion(table.table_id, table.entry_count)):
            tables.forget(table.table_id)
            tables.seat_tokens.forget(table.table_id)
            removed += 1
    return removed, page[-1].table_id if len(page) == TABLES_PER_STEP else ""
