"""The documents of the command `db`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from keypeg.service.maintenance.log_check import DatabaseCheck

if TYPE_CHECKING:
    from keypeg.cli.documents import document_types as types


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
