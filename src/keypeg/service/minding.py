"""What tables do though no person does anything: parts are dealt, computers take their turns, times run out.

Whatever is due stands in the log's table of tables, so that any process finds it there after another has died. Two that
do it at once do it once: only one of them can add the entry.
"""

import asyncio
import logging
from contextlib import suppress

from keypeg.core.actions import TimeOut
from keypeg.core.edition import TABLE
from keypeg.core.errors import KeypegError
from keypeg.players import dealer
from keypeg.service.errors import TableError
from keypeg.service.live import Live
from keypeg.service.table import Table
from keypeg.service.tables import Tables
from keypeg.service.thinking import Answer, Question, Thinkers

LOG = logging.getLogger("keypeg.minding")

PAUSE = 2.0
"""How many seconds pass between two looks for tables that nobody minds."""

ABANDONED = 5_000
"""After how many milliseconds a table that is due counts as abandoned."""

AT_ONCE = 100
"""How many of those are taken up at a time."""

INSTEAD = "casual"
"""Who plays on for a computer player that fails."""


class Minder:
    """Looks after the tables that this process knows, and after those that others have abandoned."""

    def __init__(self, tables: Tables, thinkers: Thinkers) -> None:
        self.tables = tables
        self.thinkers = thinkers
        self._search: asyncio.Task[None] | None = None
        tables.look_after = self.look_after

    def start(self) -> None:
        """Begin to look for abandoned tables."""
        self._search = asyncio.get_running_loop().create_task(self._find_abandoned())

    async def close(self) -> None:
        """Look after nothing any more."""
        if self._search is not None:
            self._search.cancel()
            with suppress(asyncio.CancelledError):
                await self._search
        self.thinkers.close()

    def look_after(self, live: Live) -> None:
        """Something has changed at this table."""
        table = live.table
        if table.state is None:
            return
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None
        if table.over:
            return
        loop = asyncio.get_running_loop()
        if table.limit and table.wake:
            delay = max(table.wake - self.tables.world.now(), 0) / 1000
            live.alarm = loop.call_later(delay, self._mind, live)
        if TABLE in table.waiting or _asked(table):
            self._mind(live)

    def _mind(self, live: Live) -> None:
        if live.minded is None:
            live.minded = asyncio.get_running_loop().create_task(self._minded(live))

    async def _minded(self, live: Live) -> None:
        try:
            while await self._do_next(live):
                pass
        except TableError as error:
            LOG.warning("a table cannot be minded now", extra={"table": live.table.id, "code": error.code})
        finally:
            live.minded = None

    async def _do_next(self, live: Live) -> bool:
        """Do one thing that is due. Whether there may be another."""
        table = live.table
        number = table.number
        if table.over or table.state is None:
            return False
        if TABLE in table.waiting:
            deal = dealer.draw(table.edition, self.tables.world.dealer)
            await self.tables.act_for(live, TABLE, deal, number)
            return True
        late = table.late(self.tables.world.now())
        if late is not None:
            await self.tables.act_for(live, TABLE, TimeOut(late), number)
            return True
        if not _asked(table):
            return False
        wanted = await self._think(table, _levels(table))
        if wanted is None:
            return table.number != number
        await self.tables.act_for(live, *wanted, number)
        return True

    async def _think(self, table: Table, levels: dict[int, str]) -> Answer | None:
        assert table.state is not None
        last = table.lines[-1].seat if table.lines else table.edition.seats
        seed = self.tables.world.dealer.getrandbits(63)
        try:
            return await self.thinkers.think(Question(table.state, levels, last or table.edition.seats, seed))
        except TableError:
            raise
        except KeypegError as error:
            LOG.error("a computer player failed", extra={"table": table.id, "code": error.code})
            return await self.thinkers.think(
                Question(table.state, dict.fromkeys(levels, INSTEAD), last or table.edition.seats, seed)
            )

    async def _find_abandoned(self) -> None:
        """Take up, again and again, what other processes have left, and what this one left when it last ended."""
        late = 0
        while True:
            try:
                for name in await self.tables.store.due(self.tables.world.now() - late, AT_ONCE):
                    live = await self.tables.fresh(name)
                    self.look_after(live)
            except TableError as error:
                LOG.warning("abandoned tables cannot be looked for", extra={"code": error.code})
            late = ABANDONED
            await asyncio.sleep(PAUSE)


def _levels(table: Table) -> dict[int, str]:
    return {seat: level for seat in range(1, table.edition.seats + 1) if (level := table.computer_at(seat))}


def _asked(table: Table) -> bool:
    """Whether some computer may have something to do: it is waited for, or it may shout though it is not."""
    levels = _levels(table)
    return any(seat in table.waiting for seat in levels) or (
        bool(levels) and (table.edition.dealt or table.edition.by_hand)
    )
