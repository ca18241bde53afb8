"""What clients are sent when they come to a table or ask what is new: snapshots, and the events after a number.

Long tables are read in slices, so that nobody else waits for them.
"""

from collections.abc import Iterator, Sequence

from keypeg.service import entries, frames
from keypeg.service.frames import EncodedPast, Viewer
from keypeg.service.live_table import LiveTable
from keypeg.service.storage.store import Store
from keypeg.service.table import Table
from keypeg.service.time_slices import TimeSlices

MAX_EVENTS = 500
"""How many events a client that asks for those after a number gets at once; at a socket it gets a snapshot instead."""

LONG_TABLE = 500
"""A snapshot of a table with more entries is encoded in slices, and what cannot change in it is kept."""


class TableReader:
    """Reads the tables of one process for its clients."""

    def __init__(self, store: Store, slices: TimeSlices) -> None:
        self._store = store
        self._slices = slices

    async def first_frames(self, live_table: LiveTable, viewer: Viewer, after: int | None) -> list[bytes]:
        """Return what a new follower is sent: the frames after a number that it knows, or else a snapshot."""
        if after is None or not 1 <= after <= live_table.table.entry_count <= after + MAX_EVENTS:
            return [await self.snapshot(live_table, viewer)]
        return await self.frames_after(live_table, viewer, after)

    async def snapshot(self, live_table: LiveTable, viewer: Viewer) -> bytes:
        """Return the snapshot of a table. The rounds of a long one are encoded once."""
        table = live_table.table
        if table.entry_count > LONG_TABLE and live_table.past is None:
            live_table.past = EncodedPast()
        if live_table.past is not None:
            await self._slices.run(live_table.past.catch_up(table))
        return frames.snapshot_frame(table, viewer, live_table.past)

    async def frames_after(self, live_table: LiveTable, viewer: Viewer, after: int) -> list[bytes]:
        """Return the frames of this viewer after a number, or the first `MAX_EVENTS` of them."""
        last = min(live_table.table.entry_count, after + MAX_EVENTS)
        if after >= last:
            return []
        replayed = live_table.history.fork_before(after, live_table.table)
        bodies = await self._store.read(replayed.id, replayed.entry_count, last - replayed.entry_count)
        viewer_frames: list[bytes] = []
        await self._slices.run(_replay_frames(replayed, bodies, viewer, after, viewer_frames))
        live_table.history.note_reader(replayed)
        return viewer_frames


def _replay_frames(
    table: Table, bodies: Sequence[bytes], viewer: Viewer, after: int, viewer_frames: list[bytes]
) -> Iterator[None]:
    """Apply the entries of a log one by one, and add the frames of those after a number."""
    for body in bodies:
        entry = entries.decode(body)
        applied = table.apply_entry(entry, table.effect_of(entry))
        if applied.number > after:
            viewer_frames.extend(frames.event_frames(table, applied, (viewer,)))
        yield
