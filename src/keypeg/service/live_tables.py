"""The tables in this process's memory: loading them, appending entries, and sending what follows to their followers.

An entry is checked, then stored, and only then applied and sent. Any number of processes can serve the same tables, but
each table has one owner at a time, which does this; the others have its entries appended by the owner and pass on its
frames (`keypeg.service.ownership`). Nothing depends on that: if two processes append an entry with the same number,
storing it fails for one of them, which reads the other's entry and tries again.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from keypeg.core.actions import Action
from keypeg.core.errors import KeypegError
from keypeg.service import entries, frames
from keypeg.service.entries import ActionEntry, Entry, OpenEntry
from keypeg.service.entry_effects import AppliedEntry, EntryEffect
from keypeg.service.entry_writes import write_of
from keypeg.service.errors import TableError
from keypeg.service.frames import Viewer
from keypeg.service.future_results import settle
from keypeg.service.input_checks import is_possible_id
from keypeg.service.kept_tables import KeptTables
from keypeg.service.live_table import Follower, LiveTable, OutdatedError, Proposal, Receipt
from keypeg.service.names import check_name
from keypeg.service.ownership import SoleOwner, TableOwners
from keypeg.service.storage.store import LogGrowth, Store
from keypeg.service.table import Table
from keypeg.service.table_reader import TableReader
from keypeg.service.time_slices import TimeSlices

LOG = logging.getLogger("keypeg.tables")

MAX_UNFINISHED_ENTRIES = 100_000
"""How many entries the tables may have together that stay in memory though nothing uses them: some 80 MiB."""

MAX_FINISHED_ENTRIES = 20_000
"""How many of finished tables: few players come back to them."""


class LiveTables:
    """All tables that this process has in memory."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.owners: TableOwners = SoleOwner()
        self.on_change: Callable[[LiveTable], None] = lambda live_table: None
        """Called when a table has changed: a bot may have to play, or a time limit may begin."""
        self.on_watch: Callable[[LiveTable], None] = lambda live_table: None
        """Called when anybody looks at a table."""
        self.on_append: Callable[[], None] = lambda: None
        """Called for every entry that is appended here."""
        self.on_notice: Callable[[str], None] = lambda table_id: None
        """Called when something about a table has changed that is not in its log."""
        self._in_use: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        """Every table that anything here refers to. There is one object for each, or some followers would miss
        frames."""
        self._unfinished = KeptTables(MAX_UNFINISHED_ENTRIES)
        """The tables that were used lately, which are kept though nothing else refers to them."""
        self._finished = KeptTables(MAX_FINISHED_ENTRIES)
        """Those whose matches are over."""
        self.damaged: set[str] = set()
        """The ids of tables that are set aside because their logs are damaged."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        """The tables that are being built from their logs."""
        self._slices = TimeSlices()
        self.reader = TableReader(store, self._slices)

    # Loading

    async def load(self, table_id: str) -> LiveTable:
        """Return the table with this id as this process knows it."""
        live_table = self._in_use.get(table_id)
        if live_table is None:
            live_table = await asyncio.shield(self._loading.get(table_id) or self._start_loading(table_id))
        self._note_use(live_table)
        return live_table

    def _start_loading(self, table_id: str) -> asyncio.Task[LiveTable]:
        """Build a table once for all who want it."""
        task = self._loading[table_id] = asyncio.get_running_loop().create_task(self._load(table_id))

        def end(task: asyncio.Task[LiveTable]) -> None:
            del self._loading[table_id]
            if not task.cancelled():
                task.exception()  # for those who still wait for it, if any

        task.add_done_callback(end)
        return task

    async def _load(self, table_id: str) -> LiveTable:
        live_table = await self._read_table(table_id)
        # It may have been opened again meanwhile, under the same id.
        live_table = self._in_use.get(table_id) or self.keep(live_table)
        self.on_change(live_table)
        return live_table

    async def _read_table(self, table_id: str) -> LiveTable:
        """Build a table from its log. If the log is damaged, the table is set aside and the others are served."""
        if table_id in self.damaged:
            raise TableError("table-damaged")
        try:
            bodies = await self.store.read(table_id, 0) if is_possible_id(table_id) else []
            if bodies:
                open_entry = entries.decode(bodies[0])
                assert isinstance(open_entry, OpenEntry)
                live_table = LiveTable(Table(table_id, open_entry))
                # If anything else could run meanwhile, the log may have grown.
                live_table.may_be_stale = await self._slices.run(_replay(live_table, bodies[1:]))
                return live_table
        except Exception as error:
            if isinstance(error, TableError) and error.code != "storage-damaged":
                raise
            self.set_aside(table_id, getattr(error, "code", type(error).__name__))
            raise TableError("table-damaged") from error
        raise TableError("no-such-table")

    def set_aside(self, table_id: str, why: str) -> None:
        """Serve a table no more, because its log is damaged; the log names it once."""
        if table_id not in self.damaged:
            self.damaged.add(table_id)
            LOG.error("a table is damaged and set aside", extra={"table": table_id, "why": why})

    def forget(self, table_id: str) -> None:
        """Drop a table from memory because it was removed from the database."""
        self._in_use.pop(table_id, None)
        self._unfinished.drop(table_id)
        self._finished.drop(table_id)

    def find_loaded(self, table_id: str) -> LiveTable | None:
        """Return the table with this id if this process has it in memory."""
        return self._in_use.get(table_id)

    async def load_current(self, table_id: str) -> LiveTable:
        """Return the table with this id, including everything that other processes have appended."""
        live_table = await self.load(table_id)
        if self.store.shared or live_table.is_stale:
            await self.catch_up(live_table)
        return live_table

    def all_loaded(self) -> list[LiveTable]:
        """Return all tables that anything here uses."""
        return list(self._in_use.values())

    async def catch_up(self, live_table: LiveTable, on_current: Callable[[], None] = lambda: None) -> None:
        """Apply everything that other processes have appended, and then call this before anything else happens."""
        async with live_table.lock:
            await self._catch_up(live_table)
            on_current()

    def keep(self, live_table: LiveTable) -> LiveTable:
        """Hold a table in memory as the most recently used one."""
        self._in_use[live_table.table.id] = live_table
        self._note_use(live_table)
        return live_table

    def _note_use(self, live_table: LiveTable) -> None:
        """Keep a table for a while, because its players may come back."""
        if self._in_use.get(live_table.table.id) is not live_table:
            return  # it was removed
        if live_table.table.is_over:
            self._unfinished.drop(live_table.table.id)
            self._finished.keep(live_table)
        else:
            self._unfinished.keep(live_table)

    # Appending

    async def append(
        self,
        live_table: LiveTable,
        entry: Entry,
        expected_count: int | None = None,
        action: Action | None = None,
    ) -> AppliedEntry | Receipt:
        """Check an entry, store it, apply it, and send its frames.

        With `expected_count`, raises `OutdatedError` unless the log has that many entries. An entry whose key was used
        before is not appended again. A caller that stops waiting does not stop the entry.
        """
        applied: asyncio.Future[AppliedEntry | Receipt] = asyncio.get_running_loop().create_future()
        self.propose(live_table, Proposal(entry, partial(settle, applied), expected_count, action))
        return await applied

    def propose(self, live_table: LiveTable, proposal: Proposal) -> None:
        """Append an entry as `append` does, but by calls alone: no task has to be woken for a move."""
        if self.owners.owns(live_table.table.id):
            self.propose_here(live_table, proposal)
        else:
            self.owners.propose(live_table, proposal)

    def propose_here(self, live_table: LiveTable, proposal: Proposal) -> None:
        """Append an entry to the log of a table that this process owns."""
        live_table.lock.acquire_for(partial(self._check, live_table, proposal))

    def _check(self, live_table: LiveTable, proposal: Proposal) -> None:
        """Check an entry, and have it stored. From here until `_end` the table is locked for this entry."""
        if live_table.is_stale:
            self._read_and_check(live_table, proposal)
        else:
            self._check_and_store(live_table, proposal)

    def _check_and_store(self, live_table: LiveTable, proposal: Proposal, *, is_read: bool = False) -> None:
        """Check an entry, and have it stored; `is_read` if what other processes had appended was just read."""
        table, entry = live_table.table, proposal.entry
        try:
            if entry.key and (earlier := table.entries_by_key.get(entry.key)):
                self._end(live_table, proposal, _repeat(earlier, entry))
                return
            if proposal.expected_count not in (None, table.entry_count):
                raise OutdatedError
            check_name(table, entry)
            effect = table.check_entry(entry, proposal.action)
            self.store.append(write_of(table, entry, effect), partial(self._apply, live_table, proposal, effect))
        except Exception as error:
            if isinstance(error, KeypegError) and self.store.shared and not is_read:
                self._read_and_check(live_table, proposal)
            else:
                self._end(live_table, proposal, error)

    def _apply(self, live_table: LiveTable, proposal: Proposal, effect: EntryEffect, stored: bool | Exception) -> None:
        """Apply an entry once it is stored, and send its frames. If its number is taken, read on and try again."""
        if stored is True:
            try:
                applied = live_table.apply_entry(proposal.entry, effect)
                self._send_frames(live_table, applied)
                self.on_append()
            except Exception as error:
                live_table.may_be_stale = True
                self._end(live_table, proposal, error)
            else:
                self._end(live_table, proposal, applied, has_changed=True)
        elif stored is False:
            live_table.may_be_stale = True
            self._read_and_check(live_table, proposal)
        else:
            live_table.may_be_stale = True  # it may have been stored all the same
            self._end(live_table, proposal, stored)

    def _end(
        self,
        live_table: LiveTable,
        proposal: Proposal,
        result: AppliedEntry | Exception,
        *,
        has_changed: bool = False,
    ) -> None:
        """Report what has become of an entry, and let the next one in."""
        proposal.on_done(result)
        live_table.lock.release()
        if has_changed:
            if not live_table.is_followed:
                self._note_use(live_table)
            self.on_change(live_table)

    def _read_and_check(self, live_table: LiveTable, proposal: Proposal) -> None:
        """Read what other processes have appended, and check an entry again."""

        async def read() -> None:
            try:
                await self._catch_up(live_table)
            except Exception as error:
                self._end(live_table, proposal, error)
            else:
                self._check_and_store(live_table, proposal, is_read=True)

        self._start_task(read())

    async def _catch_up(self, live_table: LiveTable) -> None:
        """Apply and send the entries of the log that are not known here yet.

        The last known one is read too: if it is gone, the table was removed.
        """
        live_table.may_be_stale = False  # an entry that is appended during the read makes it stale again
        try:
            known, *bodies = await self.store.read(live_table.table.id, live_table.table.entry_count - 1) or [b""]
        except BaseException:
            live_table.may_be_stale = True
            raise
        if not known:
            live_table.may_be_stale = True
            self.forget(live_table.table.id)
            raise TableError("no-such-table")
        await self._slices.run(self._apply_all(live_table, bodies))
        if bodies:
            self.on_change(live_table)

    def on_log_growth(self, grown: Sequence[LogGrowth]) -> None:
        """Note that these logs have grown; if the sequence is empty, any log may have."""
        for table_id, number, body in grown or [LogGrowth(table_id, 0) for table_id in self._in_use]:
            live_table = self._in_use.get(table_id)
            if live_table is None:
                continue
            if body is not None and number == live_table.table.entry_count + 1 and not live_table.lock.locked():
                self._apply_stored(live_table, body)
                self.on_change(live_table)
                continue
            live_table.announced_count = max(live_table.announced_count, number)
            if not number:
                live_table.may_be_stale = True
                self.on_notice(table_id)
            if live_table.is_followed and live_table.is_stale:
                self._start_catching_up(live_table)

    def _apply_all(self, live_table: LiveTable, bodies: Sequence[bytes]) -> Iterator[None]:
        for body in bodies:
            self._apply_stored(live_table, body)
            yield

    def _apply_stored(self, live_table: LiveTable, body: bytes) -> None:
        """Apply an entry that the log contains, and send its frames."""
        entry = entries.decode(body)
        self._send_frames(live_table, live_table.apply_entry(entry, live_table.table.effect_of(entry)))

    def _start_catching_up(self, live_table: LiveTable) -> None:
        """Read what another process has appended as soon as the table's lock is free."""
        if live_table.catch_up_task is None:
            live_table.catch_up_task = self._start_task(self._catch_up_later(live_table))

    def _start_task(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _catch_up_later(self, live_table: LiveTable) -> None:
        with suppress(TableError):  # it stays stale, and is read when the database is available again
            async with live_table.lock:
                live_table.catch_up_task = None
                if live_table.is_stale:
                    await self._catch_up(live_table)

    # Following

    async def follow(self, live_table: LiveTable, viewer: Viewer, follower: Follower, after: int | None) -> None:
        """Send this viewer's frames to a follower: those after a number that it knows, or else a snapshot first."""
        async with live_table.lock:
            if self.store.shared or live_table.is_stale:
                await self._catch_up(live_table)
            first_frames = await self.reader.first_frames(live_table, viewer, after)
            while live_table.relayed and live_table.relayed.get(viewer, 0) > live_table.table.entry_count:
                await self._catch_up(live_table)  # its other followers have received more meanwhile
                first_frames = await self.reader.first_frames(live_table, viewer, after)
            for frame in first_frames:
                follower(frame)
            self.on_watch(live_table)
            live_table.add_follower(viewer, follower)
            if not self.owners.owns(live_table.table.id):
                self.owners.follow(live_table, viewer)
            if live_table.is_stale:  # it became so a moment ago, when there was no follower yet
                self._start_catching_up(live_table)

    def unfollow(self, live_table: LiveTable, viewer: Viewer, follower: Follower) -> None:
        """Stop sending frames to a follower."""
        followers = live_table.followers.get(viewer, set())
        followers.discard(follower)
        if not followers:
            live_table.followers.pop(viewer, None)
            if live_table.relayed is not None:
                self.owners.unfollow(live_table, viewer)
            if not live_table.is_followed:
                self._note_use(live_table)

    async def frames_after(self, table_id: str, viewer: Viewer, after: int) -> list[bytes]:
        """Return the frames of this viewer after a number, or the first of many."""
        return await self.reader.frames_after(await self.load_current(table_id), viewer, after)

    def _send_frames(self, live_table: LiveTable, applied: AppliedEntry) -> None:
        followers_of = live_table.followers_before(applied.number)
        frame_of_viewer = frames.event_frames(live_table.table, applied, followers_of.keys())
        for followers, frame in zip(followers_of.values(), frame_of_viewer, strict=True):
            for follower in followers:
                follower(frame)


def _replay(live_table: LiveTable, bodies: Sequence[bytes]) -> Iterator[AppliedEntry]:
    """Apply the entries of a log one by one."""
    for body in bodies:
        entry = entries.decode(body)
        yield live_table.apply_entry(entry, live_table.table.effect_of(entry))


def _repeat(earlier: tuple[int, Entry], entry: Entry) -> AppliedEntry:
    """Return the entry that the same key was used for. Raises `TableError` if that was something else."""
    number, earlier_entry = earlier
    if not (isinstance(entry, ActionEntry) and isinstance(earlier_entry, ActionEntry)):
        raise TableError("key-used")
    if (entry.seat, entry.action) != (earlier_entry.seat, earlier_entry.action):
        raise TableError("key-used")
    return AppliedEntry(number, earlier_entry)
