"""What a client costs that asks a table of 20,000 entries what is new, and how long others wait for it.

    python -m bench.polls

The match is one that is marked by hand: rounds with a wrong mark are replayed again and again.
"""

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from itertools import cycle, islice, pairwise
from pathlib import Path
from typing import Any

from keypeg.server.gc_policy import collect_only_young_objects
from keypeg.service import entries
from keypeg.service.entries import ActionEntry, BeginEntry, OpenEntry, SitEntry
from keypeg.service.entry_checks import MAX_ENTRIES
from keypeg.service.storage import sqlite_file
from keypeg.service.storage.sqlite_store import SqliteStore
from keypeg.service.storage.store import NewTable
from keypeg.service.table_service import TableService

EDITION = "hasbro-2000~by-hand_yes"
REPLAYED_ROUND = ((1, "code RRBY"), (2, "guess RGGG"), (1, "mark 0b1w"), (2, "claim 1"))
"""The mark is wrong, and the round is played again."""

TABLE = "polled"
RUNS = 3


def log_of(count: int) -> Iterator[entries.Entry]:
    """Make the log of a table with so many entries."""
    yield OpenEntry(timestamp=1, edition=EDITION, host="Ann", join="join", watch="watch")
    yield from (SitEntry(timestamp=1, player=1, seat=seat) for seat in (1, 2))
    yield BeginEntry(timestamp=1, player=1)
    for number, (seat, action) in enumerate(islice(cycle(REPLAYED_ROUND), count - 4)):
        salts = ("ab",) if action.startswith("code") else ()
        yield ActionEntry(timestamp=2 + number, key=f"1:{number}", seat=seat, action=action, salts=salts)


async def longest_wait(work: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """Measure the CPU time of some work, and the longest time in which nothing else could run, in milliseconds."""
    turns = [time.thread_time()]

    async def take_turns() -> None:
        while True:
            await asyncio.sleep(0)
            turns.append(time.thread_time())

    taking = asyncio.get_running_loop().create_task(take_turns())
    await asyncio.sleep(0)
    turns[:] = [began := time.thread_time()]
    await work()
    ended = time.thread_time()
    taking.cancel()
    turns.append(ended)
    return 1000 * (ended - began), 1000 * max(after - before for before, after in pairwise(turns))


async def measure(folder: Path) -> None:
    """Print what each kind of question costs."""
    path = folder / "tables.sqlite"
    sqlite_file.upgrade(path)
    store = SqliteStore(path)
    await store.open(lambda grown: None)
    log = list(log_of(MAX_ENTRIES))
    bodies = tuple(entries.encode(entry) for entry in log)
    await store.create(NewTable(TABLE, False, 0, 1, 0, bodies, ()))
    tables = TableService(store)
    works: dict[str, Callable[[], Awaitable[Any]]] = {
        "load the table": lambda: TableService(store).load(TABLE),
        "the snapshot": lambda: show_snapshot(tables),
        "nothing new": lambda: tables.frames_after(TABLE, 1, MAX_ENTRIES),
        "one new event": lambda: tables.frames_after(TABLE, 1, MAX_ENTRIES - 1),
        "the events after entry 1,000": lambda: tables.frames_after(TABLE, 1, 1000),
    }
    await tables.load(TABLE)
    print(
        f"Questions about a table of {MAX_ENTRIES:,} entries (CPU ms, and the longest wait of others, best of {RUNS}):"
    )
    for name, work in works.items():
        measured = [await longest_wait(work) for _ in range(RUNS)]
        print(f"  {min(cpu for cpu, _ in measured):8.1f} {min(wait for _, wait in measured):8.1f}  {name}")
    await store.close()


async def show_snapshot(tables: TableService) -> bytes:
    """Return the snapshot that a client asks for."""
    return await tables.reader.snapshot(await tables.load_current(TABLE), 1)


def main() -> None:
    """Print all figures."""
    collect_only_young_objects()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder)))


if __name__ == "__main__":
    main()
