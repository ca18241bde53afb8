"""Where the time of a move goes, piece by piece, in one process and without a socket or a disk.

    python -m bench.move

Each piece is done again and again, and the best of several tries counts, for these machines are shared.
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
TRIES = 9


def best(work: Callable[[], object], often: int = 2000) -> float:
    """Microseconds that it takes, at best."""
    return min(timeit.repeat(work, number=often, repeat=TRIES)) / often * 1e6


def table_in_play() -> Table:
    """A table at which some rows have been placed."""
    table = Table("bench", OpenEntry(timestamp=1, edition=EDITION, host="Ann", join="a", watch="b"))
    log: list[entries.Entry] = [SitEntry(timestamp=1, player=1, seat=seat) for seat in (1, 2)]
    log += [BeginEntry(timestamp=1, player=1), ActionEntry(timestamp=2, seat=1, action="code RBYG", salts=("ab",))]
    log += [ActionEntry(timestamp=3, seat=2, action=f"guess {code}") for code in ("RRRR", "BBYY", "GGRB")]
    for entry in log:
        table.apply_entry(entry, table.check_entry(entry))
    return table


def pieces() -> dict[str, float]:
    """What each piece of a move takes."""
    table, edition = table_in_play(), read_edition(EDITION)
    state, action = table.require_state(), Guess((1, 2, 4, 3))
    entry = ActionEntry(timestamp=4, key="1:key", seat=2, action="guess RBGY")
    prepared = table.check_entry(entry, action)
    assert prepared.step is not None
    after, then = prepared.step.state, prepared.legal_actions
    applied = table.apply_entry(entry, prepared)
    return {
        "read and write the action, where it was not said before": best(
            lambda: write_action(read_action("guess RBGY", edition.palette), edition.palette)
        ),
        "do it by the rules": best(lambda: apply(state, 2, action)),
        "what each may do then, and who is waited for": best(lambda: legal_actions(after)),
        "what each of two sees": best(lambda: list(observe_each(after, (1, 2), then))),
        "frames for two, with what they see": best(lambda: list(frames.event_frames(table, applied, (1, 2)))),
        "the entry as it is stored": best(lambda: entries.encode(entry)),
    }


class Nowhere:
    """Keeps nothing, at once."""

    shared = False

    async def create(self, new: object) -> None:
        """Keep nothing of a new table."""

    def append(self, write: object) -> "asyncio.Future[bool]":
        """Keep nothing of an entry."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        done.set_result(True)
        return done


async def whole_moves() -> float:
    """Microseconds that a whole move takes in the service, with two who follow it."""
    store: Any = Nowhere()
    tables, rng = TableService(store), random.Random(1)
    opened = await tables.open(EDITION, "Ann", seats=[(1, ""), (2, "")], begin=True)
    live_table = await tables.load(opened.table_id)
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
    """Print it."""
    print("Where the time of a move goes (µs, the best of several tries):")
    for name, took in pieces().items():
        print(f"  {took:6.1f}  {name}")
    print(f"  {asyncio.run(whole_moves()):6.1f}  a whole move in the service, two followers, nothing stored or sent")


if __name__ == "__main__":
    main()
