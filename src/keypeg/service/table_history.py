"""A table at earlier points of its log, so that a client that asks what is new costs only what is new to it.

Frames follow from the state before each entry. So a copy of the table is kept every so many entries, and where the last
few clients have read to: from the latest of them, the log is replayed on. A state never changes, so copies share most
of it.
"""

from collections import deque

from keypeg.service.table import Table

CHECKPOINT_ENTRIES = 100
"""After so many entries each, a table is copied: to replay them takes five milliseconds."""

MAX_CURSORS = 4
"""For how many of its readers a table is kept where they have read to."""


class TableHistory:
    """The copies of one table."""

    def __init__(self) -> None:
        self._checkpoints: list[Table] = []
        self._cursors: deque[Table] = deque(maxlen=MAX_CURSORS)

    def note_entry(self, table: Table) -> None:
        """Copy a table that has just grown by an entry, if it is time for that."""
        if table.entry_count % CHECKPOINT_ENTRIES == 0:
            self._checkpoints.append(table.fork())

    def note_reader(self, replayed: Table) -> None:
        """Keep a copy that was replayed up to where a client has now read."""
        if replayed.entry_count not in {cursor.entry_count for cursor in self._cursors}:
            self._cursors.append(replayed)

    def fork_before(self, number: int, table: Table) -> Table:
        """Return a copy of a table as it was after this number of entries, or earlier, to replay the log on from it."""
        checkpoints = self._checkpoints[: number // CHECKPOINT_ENTRIES][-1:]
        known = [*checkpoints, *(cursor for cursor in self._cursors if cursor.entry_count <= number)]
        if not known:
            return Table(table.id, table.open_entry)
        return max(known, key=lambda copy: copy.entry_count).fork()
