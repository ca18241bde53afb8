"""Which results of the code of a day are counted: one for each person who has played it to its end on that day.

Bots are not counted, nor is a code of an earlier day, nor a round that is replayed: it has another code.
"""

from keypeg.core.events import RoundEnded
from keypeg.core.view import FinishedRound
from keypeg.draws.daily_code import daily_link
from keypeg.service.daily_calendar import is_late
from keypeg.service.storage.store import NOT_FOUND, DailyResult
from keypeg.service.table import EntryEffect, Table


def daily_results_of(table: Table, effect: EntryEffect) -> tuple[DailyResult, ...]:
    """List the results to count with an entry that has this effect on the table."""
    open_entry = table.open_entry
    if not open_entry.day or effect.step is None or is_late(open_entry):
        return ()
    edition = daily_link(table.edition)
    return tuple(
        DailyResult(open_entry.day, edition, guesses_to_find(event.result, seat))
        for event in effect.step.events
        if isinstance(event, RoundEnded) and (event.result.number, event.result.attempt) == (1, 1)
        for seat, occupant in enumerate(table.occupants, 1)
        if occupant is not None and not occupant.level
    )


def guesses_to_find(finished: FinishedRound, seat: int) -> int:
    """Return in how many guesses a seat has found the code of a round, or `NOT_FOUND`."""
    rows = [row for board in finished.boards for row in board.rows if row.seat == seat]
    has_broken = any(board.broken and board.rows[-1].seat == seat for board in finished.boards)
    has_answered = seat in finished.outcome.winners and any(answerer == seat for answerer, _ in finished.answers)
    return len(rows) if has_broken or has_answered else NOT_FOUND
