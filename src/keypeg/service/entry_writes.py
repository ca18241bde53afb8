"""What is stored together with an entry, for the lobby, for the search for due tables and for the daily results."""

from keypeg.service import entries
from keypeg.service.daily_results import daily_results_of
from keypeg.service.entries import BeginEntry, Entry, SitEntry, StandEntry
from keypeg.service.entry_effects import EntryEffect
from keypeg.service.storage.store import Write
from keypeg.service.table import Table


def write_of(table: Table, entry: Entry, effect: EntryEffect) -> Write:
    """Return the next entry of a table as it is to be stored."""
    due_at = effect.due_at if effect.due_at != table.due_at else None
    return Write(
        table.id,
        table.entry_count + 1,
        entries.encode(entry),
        _seats_open_after(table, entry),
        due_at,
        daily_results_of(table, effect),
    )


def _seats_open_after(table: Table, entry: Entry) -> int | None:
    """Count the open seats after an entry; None if their number does not change."""
    match entry:
        case SitEntry():
            return table.seats_open - 1
        case StandEntry():
            return table.seats_open + (not table.is_open(entry.seat))
        case BeginEntry():
            return 0
    return None
