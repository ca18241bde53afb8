"""Tables that stay in memory though nothing may use them, because their players may come back.

The entries of their logs fill the memory, so these are counted, not the tables. The least recently used tables leave
first, but never the last one used; one that has left is read from its log again when it is needed.
"""

from collections import OrderedDict

from keypeg.service.live_table import LiveTable

ENTRIES_PER_TABLE = 4
"""As how many more entries a table counts, for what it takes besides its entries."""


class KeptTables:
    """The most recently used tables of some kind."""

    def __init__(self, most_entries: int) -> None:
        self._most_entries = most_entries
        self._tables: OrderedDict[str, tuple[LiveTable, int]] = OrderedDict()
        """Each table with the number of entries it was counted with, the least recently used first."""
        self._entries = 0

    def keep(self, live_table: LiveTable) -> None:
        """Keep a table as the most recently used one."""
        table = live_table.table
        self.drop(table.id)
        count = ENTRIES_PER_TABLE + table.entry_count
        self._tables[table.id] = live_table, count
        self._entries += count
        while self._entries > self._most_entries and len(self._tables) > 1:
            _, (_, count) = self._tables.popitem(last=False)
            self._entries -= count

    def drop(self, table_id: str) -> None:
        """Do not keep a table any more."""
        if table_id in self._tables:
            self._entries -= self._tables.pop(table_id)[1]
