"""Where the time of a move goes, step by step, in one process and without a socket or a disk.

    python -m bench.move

Each step is repeated, and the best of several runs counts, because these machines are shared.
"""

import asyncio
import random
import timeit
from collections.abc import Callable
from typing import Any

from keypeg.core.actions import Guess
from keypeg.core.apply import apply
from keypeg.core.legal import legal_actions
from keypeg.core.observe import observe_each
from keypeg.records.edition_links import read_edition
from keypeg.records.notation import read_action, write_action
from keypeg.service import entries, frames
from keypeg.service.entries import ActionEntry, BeginEntry, OpenEntry, SitEntry
from keypeg.service.table import Table
from keypeg.service.table_service import TableService

EDITION = "classic~rounds_100"
RUNS = 9


def best_time(work: Callable[[], object], repetitions: int = 2000) -> float:
    """Measure the time of a step in microseconds."""
    return min(timeit.repeat(work, number=repetitions, repeat=RUNS)) / repetitions * 1e6


def table_in_play() -> Table:
    """Return a table at which some rows have been placed."""
    table = Table("bench", OpenEntry(timestamp=1, edition=EDITION, host="Ann", join="a", watch="b"))
    log: list[entries.Entry] = [SitEntry(timestamp=1, player=1, seat=seat) for seat in (1, 2)]
    log += [BeginEntry(timestamp=1, player=1), ActionEntry(timestamp=2, seat=1, action="code RBYG", salts=("ab",))]
    log += [ActionEntry(timestamp=3, seat=2, action=f"guess {code}") for code in ("RRRR", "BBYY", "GGRB")]
    for entry in log:
        table.apply_entry(entry, table.check_entry(entry))
    return table


def time_steps() -> dict[str, float]:
    """Measure each step of a move."""
    table, edition = table_in_play(), read_edition(EDITION)
    state, action = table.require_state(), Guess((1, 2, 4, 3))
    entry = ActionEntry(timestamp=4, key="1:key", seat=2, action="guess RBGY")
    effect = table.check_entry(entry, action)
    assert effect.step is not None
    after, legal = effect.step.state, effect.legal_actions
    applied = table.apply_entry(entry, effect)
    return {
        "read and write an action that is not cached": best_time(
            lambda: write_action(read_action("guess RBGY", edition.palette), edition.palette)
        ),
        "apply it by the rules": best_time(lambda: apply(state, 2, action)),
        "find the legal actions after it": best_time(lambda: legal_actions(after)),
        "build the views of two seats": best_time(lambda: list(observe_each(after, (1, 2), legal))),
        "build the frames of two seats, with their views": best_time(
            lambda: list(frames.event_frames(table, applied, (1, 2)))
        ),
        "encode the entry for storage": best_time(lambda: entries.encode(entry)),
    }


class NullStore:
    """A store that stores nothing and reports success at once."""

    shared = False

    async def create(self, new: object) -> None:
        """Do nothing."""

    def append(self, write: object, on_stored: Callable[[bool], None]) -> None:
        """Report success."""
        on_stored(True)


async def time_whole_move() -> float:
    """Measure a whole move in the service, with two followers, in microseconds."""
    store: Any = NullStore()
    tables, rng = TableService(store), random.Random(1)
    admission = await tables.open(EDITION, "Ann", seats=[(1, ""), (2, "")], begin=True)
    live_table = await tables.load(admission.table_id)
    live_table.followers = {1: {lambda frame: None}, 2: {lambda frame: None}}
    times = []
    loop = asyncio.get_running_loop()
    for turn in range(800):
        seat = next(iter(live_table.table.waiting_since))
        word = "code" if live_table.table.require_state().round.codes == (None, None) else "guess"
        began = loop.time()
        await tables.submit_action(live_table, 1, seat, f"{word} {''.join(rng.choices('RBYGWK', k=4))}", str(turn))
        times.append(loop.time() - began)
    return sorted(times)[len(times) // 4] * 1e6


def main() -> None:
    """Print all times."""
    print("Where the time of a move goes (µs, the best of several runs):")
    for name, microseconds in time_steps().items():
        print(f"  {microseconds:6.1f}  {name}")
    print(
        f"  {asyncio.run(time_whole_move()):6.1f}  a whole move in the service, two followers, nothing stored or sent"
    )


if __name__ == "__main__":
    main()
