"""Which results of the code of a day are counted: one for each person who has played it to its end on that day.

Bots are not counted, nor is a code of an earlier day, nor a round that is replayed: it has another code.
"""

from keypeg.core.events import RoundEnded
from keypeg.draws.daily_calendar import day_at
from keypeg.draws.daily_code import daily_link
from keypeg.service.entries import OpenEntry
from keypeg.service.entry_effects import EntryEffect
from keypeg.service.storage.store import NOT_FOUND, DailyResult
from keypeg.service.table import Table


def is_late(open_entry: OpenEntry) -> bool:
    """Whether a table plays the code of an earlier day than that on which it was opened."""
    return bool(open_entry.day) and open_entry.day != day_at(open_entry.timestamp).isoformat()


def daily_results_of(table: Table, effect: EntryEffect) -> tuple[DailyResult, ...]:
    """List the results to count with an entry that has this effect on the table."""
    open_entry = table.open_entry
    if not open_entry.day or effect.step is None or is_late(open_entry):
        return ()
    edition = daily_link(table.edition)
    return tuple(
        DailyResult(open_entry.day, edition, event.result.guesses_to_find(seat) or NOT_FOUND)
        for event in effect.step.events
        if isinstance(event, RoundEnded) and (event.result.number, event.result.attempt) == (1, 1)
        for seat, occupant in enumerate(table.occupants, 1)
        if occupant is not None and not occupant.level
    )
