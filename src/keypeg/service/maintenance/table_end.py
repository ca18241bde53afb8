"""Ends a match for its operator: the players it waits for leave it, as if their time were up."""

from keypeg.core.actions import Action, TimeOut
from keypeg.core.edition import TABLE
from keypeg.draws.random_codes import draw_deal
from keypeg.service.entry_checks import MAX_ENTRIES
from keypeg.service.table import Table
from keypeg.service.table_service import TableService


async def end_match(tables: TableService, table_id: str) -> bool:
    """End the match at a table; return False if none is being played there.

    A server that runs beside gets to know of it as of entries of another process.
    """
    live_table = await tables.load_current(table_id)
    if live_table.table.state is None or live_table.table.is_over:
        return False
    for _ in range(MAX_ENTRIES):
        table = live_table.table
        if table.is_over:
            break
        await tables.submit_automatic_action(live_table, TABLE, _next_action(table, tables), table.entry_count)
        await tables.load_current(table_id)  # the server may have been faster
    return True


def _next_action(table: Table, tables: TableService) -> Action:
    """Return what the table does next so that the match ends."""
    if TABLE in table.waiting_since:
        return draw_deal(table.edition, tables.sources.random)
    return TimeOut(min(table.waiting_since))
