"""What tables do though no person does anything: parts are dealt, computers take their turns, times run out.

Whatever is due stands in the log's table of tables, so that any process finds it there after another has died. Two that
do it at once do it once: only one of them can add the entry.
"""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from keypeg.core.actions import TimeOut
from keypeg.core.edition import TABLE
from keypeg.core.errors import KeypegError
from keypeg.draws import dealer
from keypeg.service.errors import TableError
from keypeg.service.live_table import LiveTable
from keypeg.service.ports import FIRST
from keypeg.service.table import Table
from keypeg.service.table_service import Tables
from keypeg.service.worker_pool import BotAction, Failed, TurnRequest, WorkerPool

LOG = logging.getLogger("keypeg.minding")

PAUSE = 2.0
"""How many seconds pass between two looks for tables that nobody minds."""

ABANDONED = 5_000
"""After how many milliseconds a table that is due counts as abandoned."""

AT_ONCE = 100
"""How many of those are taken up at a time. Where nothing can be done they stay due, and the next search begins behind
them."""

SHORTEST_ALARM = 20
"""How many milliseconds pass at least until an alarm goes off."""

INSTEAD = "casual"
"""Who plays on for a computer player that fails."""


class Minder:
    """Looks after the tables that this process knows, and after those that others have abandoned."""

    def __init__(self, tables: Tables, thinkers: WorkerPool) -> None:
        self.tables = tables
        self.thinkers = thinkers
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        tables.look_after = self.look_after

    def start(self) -> None:
        """Begin to look for abandoned tables."""
        self._begin(self._find_abandoned())

    async def close(self) -> None:
        """Look after nothing any more."""
        self._closed = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.thinkers.close()

    def _begin(self, doing: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def look_after(self, live: LiveTable) -> None:
        """Something has changed at this table."""
        table = live.table
        if table.state is None:
            return
        self._set_alarm(live)
        if not table.over and (TABLE in table.waiting or _asked(table)):
            self._mind(live)

    def _set_alarm(self, live: LiveTable) -> None:
        """Come back when somebody's time has run out."""
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None
        table = live.table
        if table.limit and table.wake and not self._closed:
            delay = max(table.wake - self.tables.world.now(), SHORTEST_ALARM) / 1000
            live.alarm = asyncio.get_running_loop().call_later(delay, self._mind, live)

    def _mind(self, live: LiveTable) -> None:
        if live.minded is None and not self._closed:
            live.minded = self._begin(self._minded(live))

    async def _minded(self, live: LiveTable) -> None:
        """Do what is due. What fails stays due, and is found when abandoned tables are looked for."""
        try:
            while await self._do_next(live):
                pass
            self._set_alarm(live)  # the clock may have been slower than the alarm
        except (KeypegError, Failed) as error:
            why = getattr(error, "code", str(error))
            LOG.warning("a table cannot be minded now", extra={"table": live.table.id, "code": why})
        except Exception as error:
            LOG.exception("a table cannot be minded", extra={"table": live.table.id, "code": type(error).__name__})
        finally:
            live.minded = None

    async def _do_next(self, live: LiveTable) -> bool:
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
        return _asked(table) and await self._play(live)

    async def _play(self, live: LiveTable) -> bool:
        """Have computers do what they want to do; another plays on for one that fails. Whether there may be more."""
        table, number = live.table, live.table.number
        levels = table.computers
        try:
            wanted = await self._think(table, levels)
            if wanted is not None:
                await self.tables.act_for(live, *wanted, number)
                return True
            if table.number != number or not any(seat in table.waiting for seat in levels):
                return table.number != number
            raise Failed("nothing-done")
        except TableError:
            raise
        except Exception as error:  # it may do anything, that a computer cannot do included
            why = getattr(error, "code", None) or (str(error) if isinstance(error, Failed) else type(error).__name__)
            LOG.error("a computer player failed", extra={"table": table.id, "code": why})
        if table.number != number:
            return True
        wanted = await self._think(table, dict.fromkeys(levels, INSTEAD))
        return wanted is not None and await self.tables.act_for(live, *wanted, number)

    async def _think(self, table: Table, levels: dict[int, str]) -> BotAction | None:
        assert table.state is not None
        last = table.lines[-1].seat if table.lines else None
        seed = self.tables.world.dealer.getrandbits(63)
        return await self.thinkers.think(TurnRequest(table.state, levels, last or table.edition.seats, seed))

    async def _find_abandoned(self) -> None:
        """Take up, again and again, what other processes have left, and what this one left when it last ended."""
        late, last = 0, FIRST
        while True:
            try:
                found = await self.tables.store.due(self.tables.world.now() - late, AT_ONCE, last)
                last = found[-1] if len(found) == AT_ONCE else FIRST
                for one in found:
                    await self._take_up(one.table)
            except TableError as error:
                LOG.warning("abandoned tables cannot be looked for", extra={"code": error.code})
            late = ABANDONED
            await asyncio.sleep(PAUSE)

    async def _take_up(self, name: str) -> None:
        try:
            self.look_after(await self.tables.fresh(name))
        except Exception as error:  # one log that cannot be read must not keep all others waiting
            code = getattr(error, "code", type(error).__name__)
            if isinstance(error, TableError) and code != "no-such-table":
                raise
            LOG.error("a table cannot be taken up", extra={"table": name, "code": code})


def _asked(table: Table) -> bool:
    """Whether some computer may have something to do: it is waited for, or it may shout though it is not."""
    levels = table.computers
    return any(seat in table.waiting for seat in levels) or (
        bool(levels) and (table.edition.dealt or table.edition.by_hand)
    )
