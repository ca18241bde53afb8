"""How much memory a table takes that stays in a server although nobody uses it.

    python -m bench.kept

Counts what is allocated for tables of some lengths, without sockets.
"""

import gc
import random
import tracemalloc

from bench.move import EDITION
from bench.players_at_tables import LETTERS
from keypeg.core.errors import KeypegError
from keypeg.service import entries
from keypeg.service.entries import ActionEntry, BeginEntry, Entry, OpenEntry, SitEntry
from keypeg.service.live_table import LiveTable
from keypeg.service.table import Table

LENGTHS = (5, 45, 500, 1_100)
"""How many entries: a match that has just begun, the matches of `bench.soak`, and longer ones."""

TABLES = 20
SALT = "cXVpdGUgYSBsb25nIHNhbHQgMQ"


def next_entry(table: Table, rng: random.Random) -> Entry:
    """Return a move with a random code."""
    assert table.legal_actions is not None
    seat, code = next(iter(table.waiting_since)), "".join(rng.choices(LETTERS, k=4))
    number = table.entry_count
    try:
        entry = ActionEntry(timestamp=number, key=f"1:{number}", seat=seat, action=f"guess {code}")
        table.check_entry(entry)
    except KeypegError:
        entry = ActionEntry(timestamp=number, key=f"1:{number}", seat=seat, action=f"code {code}", salts=(SALT,))
    return entry


def table_of_length(length: int, seed: int) -> LiveTable:
    """Return a table with so many entries, as if it had been read from its log."""
    rng = random.Random(seed)
    open_entry = OpenEntry(timestamp=1, edition=EDITION, host=f"Ann {seed}", join=f"join {seed}", watch=f"watch {seed}")
    live_table = LiveTable(Table(f"table {seed}", open_entry))
    log: list[Entry] = [SitEntry(timestamp=1, player=1, seat=seat) for seat in (1, 2)]
    log.append(BeginEntry(timestamp=1, player=1))
    for entry in log:
        live_table.apply_entry(entry, live_table.table.check_entry(entry))
    while live_table.table.entry_count < length and not live_table.table.is_over:
        entry = entries.decode(entries.encode(next_entry(live_table.table, rng)))
        live_table.apply_entry(entry, live_table.table.check_entry(entry))
    return live_table


def main() -> None:
    """Print the memory of each length."""
    print("Memory of a table that nobody uses:")
    table_of_length(max(LENGTHS), 0)  # fills the caches
    tracemalloc.start()
    for length in LENGTHS:
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        kept = [table_of_length(length, seed) for seed in range(TABLES)]
        gc.collect()
        size = (tracemalloc.get_traced_memory()[0] - before) / TABLES / 1024
        count = kept[0].table.entry_count
        print(f"  {count:>6,} entries {size:>10,.1f} KiB {size / count:>8.2f} KiB an entry", flush=True)


if __name__ == "__main__":
    main()
