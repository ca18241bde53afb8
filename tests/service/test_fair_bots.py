"""Bots share their process fairly: no bot waits for the many matches of another client, and none plays unseen."""

import asyncio

from keypeg.service.scheduler import UNWATCHED_MS, Scheduler, has_people
from keypeg.service.storage.store import BEFORE_ALL_DUE
from keypeg.service.table_service import TableService
from keypeg.service.worker_pool import BotAction, TurnRequest
from support.databases import Database, SqliteFile
from support.memory_store import MemoryStore
from support.scheduled_tables import InlinePool, is_over, open_bot_table
from support.service_harness import Clock, fixed_sources, run, serving, start_following, until

CROWD = 90
"""How many matches among bots alone one client has opened."""


STORING = 5
"""How many of them may just be storing an action."""


TICKS = 20
"""How many turns of the loop a bot thinks at least."""


class CountingPool(InlinePool):
    """Notes in which edition each action was chosen, one after the other."""

    def __init__(self) -> None:
        super().__init__()
        self.editions: list[str] = []

    async def choose_action(self, request: TurnRequest) -> BotAction | None:
        self.editions.append(request.state.edition.id)
        for _ in range(TICKS):
            await asyncio.sleep(0)
        return await super().choose_action(request)


def test_a_persons_bot_is_next_however_many_matches_another_client_has() -> None:
    async def test() -> None:
        tables, pool = TableService(MemoryStore()), CountingPool()
        scheduler = Scheduler(tables, pool, lambda table_id: clients.get(table_id, "crowd"))
        clients: dict[str, str] = {}
        opened = [await open_bot_table(tables, "classic~rounds_20", "casual", "casual") for _ in range(CROWD)]
        await until(lambda: scheduler.turns.waiting_count >= CROWD - STORING)
        person = await open_bot_table(tables, "parker-1974", "", "beginner")
        clients[person.table.id] = "person"
        await until(lambda: 1 in person.table.waiting_since)
        before = len(pool.editions)
        await tables.submit_action(person, 1, 1, "code RBY", "key")
        await until(lambda: "parker-1974" in pool.editions[before:])
        assert pool.editions[before:].index("parker-1974") <= 1, "only a turn that had begun comes before"
        assert scheduler.turns.waiting_count >= CROWD - STORING
        assert not any(live_table.table.is_over for live_table in opened)
        await scheduler.close()

    run(test())


def test_bots_that_nobody_watches_stop_and_go_on_when_somebody_does(database: Database) -> None:
    async def test() -> None:
        clock = Clock()
        async with serving(database, fixed_sources(clock)) as tables:
            scheduler = Scheduler(tables, InlinePool())
            live_table = await open_bot_table(tables, "classic~rounds_20", "casual", "casual", turn_limit=60)
            await until(lambda: len(live_table.table.lines) > 4)
            assert scheduler.plays_alone(live_table.table.id)
            clock.now += UNWATCHED_MS + 1
            await until(lambda: live_table.upkeep_task is None)
            stopped_at = live_table.table.entry_count
            assert not live_table.table.is_over
            assert not scheduler.plays_alone(live_table.table.id)
            assert live_table.turn_timer is None
            assert await tables.store.list_due_tables(clock.now * 2, 10, BEFORE_ALL_DUE) == []
            scheduler.schedule(live_table)
            assert live_table.upkeep_task is None
            await start_following(tables, live_table.table.id, None)
            await until(lambda: live_table.table.entry_count > stopped_at + 4)
            clock.now += UNWATCHED_MS + 1
            await until(is_over(live_table))
            await scheduler.close()

    run(test())


def test_bots_wait_for_a_person_who_is_away_but_do_not_stop_for_that(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        clock = Clock()
        async with serving(sqlite_file, fixed_sources(clock)) as tables:
            scheduler = Scheduler(tables, InlinePool())
            live_table = await open_bot_table(tables, "classic", "", "casual")
            clock.now += UNWATCHED_MS + 1
            await tables.submit_action(live_table, 1, 1, "code RRBB", "key")
            await until(lambda: len(live_table.table.lines) > 3)
            await scheduler.close()

    run(test())


def test_when_the_last_person_has_left_a_match_bots_alone_play_it(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            scheduler = Scheduler(tables, InlinePool())
            live_table = await open_bot_table(tables, "mastermind-44~seats_3", "", "casual", "casual")
            await until(lambda: bool(live_table.table.lines))  # the parts are dealt
            assert has_people(live_table.table)
            await tables.submit_action(live_table, 1, 1, "resign", "key")
            assert not has_people(live_table.table)
            await scheduler.close()

    run(test())
