"""Time for a turn: whoever lets it run out has left the round, and nobody else loses by a clock."""

from keypeg.core.edition import TABLE
from keypeg.service.scheduler import Minder
from support.databases import Database, SqliteFile
from support.scheduled_tables import Plain, opened, over
from support.table_house import (
    Clock,
    actions,
    log_of,
    minding,
    party,
    plain_world,
    run,
    serving,
    until,
)


def test_whoever_lets_his_time_run_out_has_left_the_round(database: Database) -> None:
    async def test() -> None:
        clock = Clock()
        async with serving(database, plain_world(clock)) as tables, minding(tables, search=True):
            guests = await party(tables, "classic~rounds_2", limit=60)
            clock.now += 59_000
            await guests.does("1 code RRBB")
            assert guests.table.wake == clock.now + 60_000
            clock.now += 60_001
            tables.look_after(guests.live)
            await until(lambda: len(guests.table.lines) == 2)
            assert actions(await log_of(tables, guests.id))[-1] == (TABLE, "timeout 2")
            assert guests.table.waiting == {2: clock.now}

    run(test())


def test_an_alarm_goes_off_by_itself(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            minder = Minder(tables, Plain())
            guests = await party(tables, "classic~rounds_2", limit=1)
            await until(lambda: bool(guests.table.lines))
            assert actions(await log_of(tables, guests.id)) == [(TABLE, "timeout 1")]
            await minder.close()

    run(test())


def test_an_alarm_that_goes_off_too_early_is_set_again(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        clock = Clock()
        async with serving(sqlite_file, plain_world(clock)) as tables:
            minder = Minder(tables, Plain())
            guests = await party(tables, limit=60)
            first = guests.live.alarm
            minder._mind(guests.live)
            await until(lambda: guests.live.minded is None)
            assert guests.live.alarm is not None
            assert guests.live.alarm is not first
            assert guests.table.lines == []
            await tables.limit(guests.id, 1, 0)
            assert guests.live.alarm is None
            await minder.close()

    run(test())


def test_more_time_can_be_given_while_it_runs(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        clock = Clock()
        async with serving(sqlite_file, plain_world(clock)) as tables, minding(tables) as minder:
            guests = await party(tables, limit=60)
            clock.now += 59_999
            await tables.limit(guests.id, 1, 300)
            clock.now += 200_000
            minder._mind(guests.live)
            await until(lambda: guests.live.minded is None)
            assert guests.table.lines == []
            assert guests.table.late(clock.now) is None
            assert guests.table.late(clock.now + 100_000) == 1

    run(test())


def test_a_computer_does_not_lose_because_a_server_was_away(sqlite_file: SqliteFile) -> None:
    async def before(clock: Clock) -> str:
        async with serving(sqlite_file, plain_world(clock)) as tables:
            return (await opened(tables, "classic~rounds_2", "casual", "casual", limit=60)).table.id

    async def after(clock: Clock, name: str) -> None:
        async with serving(sqlite_file, plain_world(clock)) as tables:
            minder = Minder(tables, Plain())
            live = await tables.live(name)
            await until(over(live))
            assert not any("timeout" in action for _, action in actions(await log_of(tables, name)))
            await minder.close()

    clock = Clock()
    name = run(before(clock))
    clock.now += 86_400_000
    run(after(clock, name))
