"""The documents of the commands `db` and `tables`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from keypeg.records.edition_links import write_edition
from keypeg.service.maintenance.log_check import DatabaseCheck
from keypeg.service.maintenance.table_list import ListedState

if TYPE_CHECKING:
    from keypeg.cli.documents import database_types as types


def check_document(check: DatabaseCheck) -> types.DbCheckDocument:
    """The document of `keypeg db check`."""
    return {
        "format": "keypeg-db-check-1",
        "sound": check.is_sound,
        "logs": check.logs,
        "faults": list(check.faults),
        "damaged": [
            {"table": log.table_id, "damage": log.damage.value, "entry": log.entry or None} for log in check.damaged
        ],
    }


def table_summary(listed: ListedState) -> types.StoredTableSummary:
    """What lists say of a table."""
    table = listed.table
    return {
        "table": listed.stored.table_id,
        "state": listed.state.value,
        "edition": None if table is None else write_edition(table.edition),
        "players": [] if table is None else [occupant.name for occupant in table.occupants if occupant is not None],
        "public": listed.stored.public,
        "created_at": listed.stored.created_at,
        "last_used_at": listed.last_used,
        "entries": listed.stored.entry_count,
    }


def prune_document(before: int, dry_run: bool, tables: list[types.StoredTableSummary]) -> types.DbPruneDocument:
    """The document of `keypeg db prune`."""
    return {"format": "keypeg-db-prune-1", "before": before, "dry_run": dry_run, "tables": tables}


def tables_list_document(tables: list[types.StoredTableSummary]) -> types.TablesListDocument:
    """The document of `keypeg tables list`."""
    return {"format": "keypeg-tables-list-1", "tables": tables}


def tables_show_document(listed: ListedState) -> types.TablesShowDocument:
    """The document of `keypeg tables show`."""
    table = listed.table
    seats = [] if table is None else list(enumerate(table.occupants, 1))
    return {
        "format": "keypeg-tables-show-1",
        "table": table_summary(listed),
        "seats": [
            {
                "seat": seat,
                "player": None if occupant is None else occupant.name,
                "level": None if occupant is None else occupant.level or None,
            }
            for seat, occupant in seats
        ],
        "scores": [] if table is None or table.state is None else list(table.state.scores),
    }


def tables_end_document(listed: ListedState, ended: bool) -> types.TablesEndDocument:
    """The document of `keypeg tables end`."""
    return {"format": "keypeg-tables-end-1", "ended": ended, "table": table_summary(listed)}


def tables_remove_document(listed: ListedState) -> types.TablesRemoveDocument:
    """The document of `keypeg tables remove`."""
    return {"format": "keypeg-tables-remove-1", "table": table_summary(listed)}
