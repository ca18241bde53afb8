"""Time limits: a player whose time is up leaves the round; bots and other players do not."""

from keypeg.core.edition import TABLE
from keypeg.service import entries
from keypeg.service.scheduler import Scheduler
from support.databases import Database, SqliteFile
from support.scheduled_tables import InlinePool, is_over, keep_up, open_bot_table, pass_time
from support.service_harness import (
    Clock,
    actions_in,
    fixed_sources,
    open_seated_table,
    read_log,
    replay_log,
    run,
    scheduling,
    serving,
    until,
)


def test_a_player_whose_time_is_up_leaves_the_round(database: Database) -> None:
    async def test() -> None:
        clock = Clock()
        async with serving(database, fixed_sources(clock)) as tables, scheduling(tables, search=True) as scheduler:
            seated = await open_seated_table(tables, "classic~rounds_2", turn_limit=60)
            await pass_time(scheduler, clock, milliseconds=55_000)
            await seated.play("1 code RRBB")
            assert seated.table.due_at == clock.now + 60_000
            await pass_time(scheduler, clock, milliseconds=60_000)
            tables.on_change(seated.live_table)
            await until(lambda: len(seated.table.lines) == 2)
            assert actions_in(await read_log(tables, seated.id))[-1] == (TABLE, "timeout 2")
            assert seated.table.waiting_since == {2: clock.now}

    run(test())


def test_the_turn_timer_fires_by_itself(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            scheduler = Scheduler(tables, InlinePool())
            seated = await open_seated_table(tables, "classic~rounds_2", turn_limit=1)
            await until(lambda: bool(seated.table.lines))
            assert actions_in(await read_log(tables, seated.id)) == [(TABLE, "timeout 1")]
            await scheduler.close()

    run(test())


def test_a_turn_timer_that_fires_too_early_is_set_again(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        clock = Clock()
        async with serving(sqlite_file, fixed_sources(clock)) as tables:
            scheduler = Scheduler(tables, InlinePool())
            seated = await open_seated_table(tables, turn_limit=60)
            first = seated.live_table.turn_timer
            scheduler._start_upkeep(seated.live_table)
            await until(lambda: seated.live_table.upkeep_task is None)
            assert seated.live_table.turn_timer is not None
            assert seated.live_table.turn_timer is not first
            assert seated.table.lines == []
            for player in (1, 2):
                await tables.set_turn_limit(seated.id, player, 0)
            assert seated.live_table.turn_timer is not None, "the turn keeps its limit"
            await seated.play("1 code RRBB")
            assert seated.live_table.turn_timer is None
            await scheduler.close()

    run(test())


def test_a_turn_that_began_without_a_time_limit_has_none(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        clock = Clock()
        async with serving(sqlite_file, fixed_sources(clock)) as tables, scheduling(tables) as scheduler:
            seated = await open_seated_table(tables)
            for player in (1, 2):
                await tables.set_turn_limit(seated.id, player, 60)
            await pass_time(scheduler, clock, milliseconds=100_000)
            await keep_up(scheduler, seated)
            assert seated.table.lines == []

    run(test())


def test_in_older_logs_the_host_changed_the_time_limit_at_once() -> None:
    log: list[entries.Entry] = [
        entries.OpenEntry(timestamp=1, edition="classic", host="Ann", join="", watch="", turn_limit=60),
        entries.JoinEntry(timestamp=2, name="Ben"),
        entries.SitEntry(timestamp=3, player=1, seat=1),
        entries.SitEntry(timestamp=4, player=2, seat=2),
        entries.BeginEntry(timestamp=5, player=1),
        entries.decode(b'{"entry":"turn-limit","timestamp":1000,"player":1,"turn_limit":5}'),
    ]
    table = replay_log("old", log)
    assert (table.turn_limit, table.due_at, table.proposed_turn_limit) == (5, 6_000, None)


def test_a_bot_does_not_lose_time_while_the_server_is_down(sqlite_file: SqliteFile) -> None:
    async def before(clock: Clock) -> str:
        async with serving(sqlite_file, fixed_sources(clock)) as tables:
            return (await open_bot_table(tables, "classic~rounds_2", "casual", "casual", turn_limit=60)).table.id

    async def after(clock: Clock, name: str) -> None:
        async with serving(sqlite_file, fixed_sources(clock)) as tables:
            scheduler = Scheduler(tables, InlinePool())
            live_table = await tables.load(name)
            await until(is_over(live_table))
            assert not any("timeout" in action for _, action in actions_in(await read_log(tables, name)))
            await scheduler.close()

    clock = Clock()
    name = run(before(clock))
    clock.now += 86_400_000
    run(after(clock, name))
