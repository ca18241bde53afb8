"""Does what tables need though no person acts: deals parts, lets bots play, and ends turns whose time is up.

The database stores when each table is due, so that another process can take over after a crash. If two processes do
the same thing at once, only one of them can append the entry.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from keypeg.core.actions import Resign, TimeOut
from keypeg.core.edition import TABLE
from keypeg.core.errors import KeypegError
from keypeg.draws.random_codes import draw_deal
from keypeg.service.entries import MS_PER_SECOND
from keypeg.service.errors import TableError
from keypeg.service.fair_queue import FairQueue
from keypeg.service.live_table import LiveTable
from keypeg.service.outages import PRESENCE_SECONDS, OutageWatch
from keypeg.service.storage.store import BEFORE_ALL_DUE
from keypeg.service.table import Table
from keypeg.service.table_service import TableService
from keypeg.service.worker_pool import BotAction, BotError, TurnRequest, WorkerPool

LOG = logging.getLogger("keypeg.scheduler")

SEARCH_PAUSE_SECONDS = 2.0
"""The pause between two searches for abandoned tables."""

ABANDONED_AFTER_MS = 5_000
"""How long a table must be overdue to count as abandoned by the process that had it."""

MAX_TABLES_PER_SEARCH = 100
"""How many abandoned tables are taken over at a time. Those that cannot be served stay due; the next search begins
after them."""

AFTER_ALL_TIMES = 2**62
"""Later than any table is due."""

LOBBY_PAUSE_SECONDS = 60.0
"""The pause between two notes at which tables in the lobby somebody is."""

SHORTEST_TIMER_MS = 20
"""The shortest time that a turn's timer is set to."""

UNWATCHED_MS = 2 * 60 * MS_PER_SECOND
"""After how long a match among bots alone stops if nobody watches it. It goes on when anybody does."""

SUBSTITUTE_LEVEL = "casual"
"""The level of the bot that plays in place of one that fails."""


def has_people(table: Table) -> bool:
    """Whether any person plays at a table, and has not left the match."""
    gone = {*table.state.round.out, *table.state.round.left} if table.state is not None else set()
    seats = enumerate(table.occupants, 1)
    return any(occupant is None or (not occupant.level and seat not in gone) for seat, occupant in seats)


class Scheduler:
    """Serves the tables in this process's memory, and those that other processes have abandoned."""

    def __init__(
        self, tables: TableService, bot_pool: WorkerPool, client_of: Callable[[str], str] = lambda table_id: table_id
    ) -> None:
        self.tables = tables
        self.bot_pool = bot_pool
        self._client_of = client_of
        """Names the client that has opened a table. All its tables together have one share of the bots' time."""
        self.turns = FairQueue(bot_pool.processes)
        self.watch = OutageWatch(tables.store, tables.sources)
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        tables.on_change = self.schedule
        tables.on_watch = self.note_watched

    def start(self) -> None:
        """Begin to look for abandoned tables, and to note that this process serves."""
        self._start_task(self._search_abandoned())
        self._start_task(self._note_presence())
        self._start_task(self._note_active_tables())

    async def close(self) -> None:
        """Stop everything, and end the bots' processes."""
        self._closed = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.bot_pool.close()

    def _start_task(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def schedule(self, live_table: LiveTable) -> None:
        """Set the turn's timer of a table that has changed, and start its upkeep if there is something to do."""
        table = live_table.table
        if table.state is None:
            return
        self._set_turn_timer(live_table)
        if table.is_over or self._is_asleep(live_table):
            return
        if TABLE in table.waiting_since or self._may_bots_act(table):
            self._start_upkeep(live_table)

    def note_watched(self, live_table: LiveTable) -> None:
        """Note that somebody looks at a table. If its bots had stopped because nobody did, they go on."""
        was_asleep = self._is_asleep(live_table)
        live_table.watched_at = self.tables.sources.monotonic()
        if was_asleep:
            self.schedule(live_table)

    def plays_alone(self, table_id: str) -> bool:
        """Whether bots alone play at this table, and have not stopped."""
        live_table = self.tables.find_loaded(table_id)
        if live_table is None or live_table.table.state is None or live_table.table.is_over:
            return False
        return not (has_people(live_table.table) or self._is_asleep(live_table))

    def _is_asleep(self, live_table: LiveTable) -> bool:
        """Whether bots alone play at a table, and nobody has watched them for a while."""
        if not live_table.table.bots or has_people(live_table.table):
            return False
        now = self.tables.sources.monotonic()
        if live_table.is_followed or live_table.watched_at is None:
            live_table.watched_at = now
        return now - live_table.watched_at > UNWATCHED_MS

    def _set_turn_timer(self, live_table: LiveTable) -> None:
        """Start the upkeep when a player's time is up, or a bot has a row of a race ready."""
        if live_table.turn_timer is not None:
            live_table.turn_timer.cancel()
            live_table.turn_timer = None
        table = live_table.table
        if not table.due_at or self._closed or self._is_asleep(live_table):
            return
        now, due_at = self.tables.sources.now(), table.due_at
        if table.is_timed:
            table.start_future_turns(now)
            due_at = table.next_due_at(self.watch.outages)
        if table.is_timed or due_at > now:
            delay = max(due_at - now, SHORTEST_TIMER_MS) / MS_PER_SECOND
            live_table.turn_timer = asyncio.get_running_loop().call_later(delay, self._start_upkeep, live_table)

    def _start_upkeep(self, live_table: LiveTable) -> None:
        is_owned = self.tables.owners.owns(live_table.table.id)
        if is_owned and live_table.upkeep_task is None and not self._closed:
            live_table.upkeep_task = self._start_task(self._keep_up(live_table))

    async def _keep_up(self, live_table: LiveTable) -> None:
        """Do everything that is due. What fails stays due, and the search for abandoned tables finds it."""
        try:
            while await self._do_next(live_table):
                pass
            self._set_turn_timer(live_table)  # the timer may have been ahead of the clock
        except (KeypegError, BotError) as error:
            why = getattr(error, "code", str(error))
            LOG.warning("a table cannot be served now", extra={"table": live_table.table.id, "code": why})
        except Exception as error:
            why = type(error).__name__
            LOG.exception("a table cannot be served", extra={"table": live_table.table.id, "code": why})
        finally:
            live_table.upkeep_task = None

    async def _do_next(self, live_table: LiveTable) -> bool:
        """Do one thing that is due; return whether there may be another."""
        table = live_table.table
        count = table.entry_count
        if table.is_over or table.state is None:
            return False
        if self._is_asleep(live_table):
            await self.tables.store.clear_due(table.id)
            return not self._is_asleep(live_table)
        if TABLE in table.waiting_since:
            deal = draw_deal(table.edition, self.tables.sources.random)
            await self.tables.submit_automatic_action(live_table, TABLE, deal, count)
            return True
        overdue = table.find_overdue_seat(self.tables.sources.now(), self.watch.outages)
        if overdue is not None and not self.watch.is_current:
            await self.watch.note_presence()  # nobody loses by an outage that is not known yet
            return True
        if overdue is not None:
            await self.tables.submit_automatic_action(live_table, TABLE, TimeOut(overdue), count)
            return True
        return self._may_bots_act(table) and await self._play_bots(live_table)

    async def _play_bots(self, live_table: LiveTable) -> bool:
        """Carry out a bot's action, or a substitute's if the bot fails; return whether there may be another."""
        table, count = live_table.table, live_table.table.entry_count
        levels = table.bots_ready(self.tables.sources.now())
        try:
            chosen = await self._choose_action(table, levels, count)
            if chosen is not None:
                await self.tables.submit_automatic_action(live_table, *chosen, count)
                return True
            if table.entry_count != count or not any(seat in table.waiting_since for seat in levels):
                return table.entry_count != count
            raise BotError("nothing-done")
        except TableError:
            raise
        except Exception as error:  # a bot may fail in any way, and choose an action that cannot even be written
            why = getattr(error, "code", None) or (str(error) if isinstance(error, BotError) else type(error).__name__)
            LOG.error("a bot failed", extra={"table": table.id, "code": why})
        if table.entry_count != count:
            return True
        chosen = await self._choose_action(table, dict.fromkeys(levels, SUBSTITUTE_LEVEL), count)
        if chosen is None:
            return table.entry_count != count
        return await self.tables.submit_automatic_action(live_table, *chosen, count)

    def _may_bots_act(self, table: Table) -> bool:
        """Whether a bot may have something to do: the match waits for it, or it may act out of turn."""
        levels = table.bots_ready(self.tables.sources.now())
        return any(seat in table.waiting_since for seat in levels) or (
            bool(levels) and (table.edition.dealt or table.edition.by_hand)
        )

    async def _choose_action(self, table: Table, levels: dict[int, str], count: int) -> BotAction | None:
        """Let bots choose when it is this table's turn; None if they wait, or if the log has grown meanwhile."""
        if table.is_full:  # its log has no room for moves
            return next((BotAction(seat, Resign()) for seat in levels if seat in table.waiting_since), None)
        last = table.lines[-1].seat if table.lines else None
        seed = self.tables.sources.random.getrandbits(63)
        request = TurnRequest(table.require_state(), levels, last or table.edition.seats, seed)
        # Before the turn, which others wait for.
        await self.bot_pool.wait_for_solver(levels.values(), table.edition)
        async with self.turns.turn(self._client_of(table.id), table.id):
            return await self.bot_pool.choose_action(request) if table.entry_count == count else None

    async def _note_active_tables(self) -> None:
        """Note again and again at which tables in the lobby somebody is."""
        while True:
            await asyncio.sleep(LOBBY_PAUSE_SECONDS)
            with suppress(TableError):
                await self.tables.note_active_tables()

    async def _note_presence(self) -> None:
        """Note again and again that this process serves, while any table is due at some time."""
        while True:
            with suppress(TableError):  # the next note tells how long nothing could be stored
                if await self.tables.store.list_due_tables(AFTER_ALL_TIMES, 1):
                    await self.watch.note_presence()
            await asyncio.sleep(PRESENCE_SECONDS)

    async def _search_abandoned(self) -> None:
        """Take over, again and again, what other processes have left, and what this one left when it last ended."""
        overdue_by, last = 0, BEFORE_ALL_DUE  # the first search takes over at once what this process had left
        while True:
            try:
                before = self.tables.sources.now() - overdue_by
                due_tables = await self.tables.store.list_due_tables(before, MAX_TABLES_PER_SEARCH, last)
                last = due_tables[-1] if len(due_tables) == MAX_TABLES_PER_SEARCH else BEFORE_ALL_DUE
                for due in due_tables:
                    await self._take_over(due.table_id)
            except TableError as error:
                LOG.warning("abandoned tables cannot be searched", extra={"code": error.code})
            overdue_by = ABANDONED_AFTER_MS
            await asyncio.sleep(SEARCH_PAUSE_SECONDS)

    async def _take_over(self, table_id: str) -> None:
        try:
            if await self.tables.owners.claim(table_id):
                self.schedule(await self.tables.load_current(table_id))
        except Exception as error:  # one unreadable log must not hold up the other tables
            code = getattr(error, "code", type(error).__name__)
            if code == "table-damaged":
                return  # the log has named it
            if isinstance(error, TableError) and code != "no-such-table":
                raise
            LOG.error("a table cannot be taken over", extra={"table": table_id, "code": code})
