"""Only time in which players could act counts: not that in which no server ran, nor a jump of the clock."""

import pytest

from keypeg.service.outages import LONGEST_SILENCE_MS, deadline_of
from keypeg.service.scheduler import Scheduler
from keypeg.service.storage.store import Outage
from keypeg.service.table_service import TableService
from support.databases import Database, PostgresqlDatabase, SqliteFile
from support.scheduled_tables import InlinePool, keep_up, pass_time
from support.service_harness import (
    Clock,
    SeatedTable,
    fixed_sources,
    open_seated_table,
    run,
    scheduling,
    serving,
)

HOUR_MS = 3_600_000


@pytest.mark.parametrize(
    ("outages", "deadline"),
    [
        ([], 160),
        ([Outage(10, 90)], 160),
        ([Outage(10, 100)], 160),
        ([Outage(10, 130)], 190),
        ([Outage(120, 130)], 170),
        ([Outage(159, 1_000)], 1_001),
        ([Outage(160, 1_000)], 160),
        ([Outage(120, 130), Outage(165, 200)], 205),
    ],
)
def test_a_turn_is_longer_by_the_outages_in_it(outages: list[Outage], deadline: int) -> None:
    assert deadline_of(100, 60, outages) == deadline


def test_the_time_while_no_server_runs_does_not_count(database: Database) -> None:
    clock = Clock()

    async def before() -> str:
        async with serving(database, fixed_sources(clock)) as tables:
            scheduler = Scheduler(tables, InlinePool())
            seated = await open_seated_table(tables, "classic~rounds_2", turn_limit=60)
            await pass_time(scheduler, clock, milliseconds=30_000)
            await scheduler.close()
            return seated.id

    async def after(table_id: str) -> None:
        async with serving(database, fixed_sources(clock)) as tables, scheduling(tables) as scheduler:
            seated = await _seated(tables, table_id)
            await keep_up(scheduler, seated)
            assert seated.table.lines == [], "half of the time is left"
            assert seated.live_table.turn_timer is not None
            await pass_time(scheduler, clock, milliseconds=25_000)
            await keep_up(scheduler, seated)
            assert seated.table.lines == []
            await pass_time(scheduler, clock, milliseconds=5_000)
            await keep_up(scheduler, seated)
            assert len(seated.table.lines) == 1

    table_id = run(before())
    for _ in range(2):  # a second outage in the same turn
        clock.now += HOUR_MS
        run(_note(database, clock))
    run(after(table_id))


async def _seated(tables: TableService, table_id: str) -> SeatedTable:
    return SeatedTable(tables, await tables.load(table_id), [], iter(()))


async def _note(database: Database, clock: Clock) -> None:
    async with serving(database, fixed_sources(clock)) as tables, scheduling(tables) as scheduler:
        await scheduler.watch.note_presence()


@pytest.mark.parametrize("jump", [5_000, HOUR_MS, 40 * 24 * HOUR_MS])
def test_a_jump_of_the_clock_ends_no_turn(sqlite_file: SqliteFile, jump: int) -> None:
    async def test() -> None:
        clock, monotonic = Clock(), Clock()
        sources = fixed_sources(clock, monotonic=monotonic)
        async with serving(sqlite_file, sources) as tables, scheduling(tables) as scheduler:
            seated = await open_seated_table(tables, "classic~rounds_2", turn_limit=60)
            await pass_time(scheduler, clock, monotonic, milliseconds=55_000)
            clock.now += jump
            await keep_up(scheduler, seated)
            assert seated.table.lines == []
            await pass_time(scheduler, clock, monotonic, milliseconds=5_000)
            await keep_up(scheduler, seated)
            assert len(seated.table.lines) == 1, "but the turn ends after its time"

    run(test())


def test_a_clock_that_is_set_back_gives_a_player_at_most_a_new_turn(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        clock, monotonic = Clock(3 * HOUR_MS), Clock()
        sources = fixed_sources(clock, monotonic=monotonic)
        async with serving(sqlite_file, sources) as tables, scheduling(tables) as scheduler:
            seated = await open_seated_table(tables, "classic~rounds_2", turn_limit=60)
            await pass_time(scheduler, clock, monotonic, milliseconds=30_000)
            clock.now -= HOUR_MS
            await keep_up(scheduler, seated)
            await pass_time(scheduler, clock, monotonic, milliseconds=60_000)
            await keep_up(scheduler, seated)
            assert len(seated.table.lines) == 1

    run(test())


def test_while_one_of_two_servers_runs_there_is_no_outage(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        clock = Clock()
        async with (
            serving(shared, fixed_sources(clock)) as one,
            serving(shared, fixed_sources(clock)) as other,
            scheduling(one) as first,
            scheduling(other) as second,
        ):
            await first.watch.note_presence()
            await pass_time(second, clock, milliseconds=2 * LONGEST_SILENCE_MS)
            assert not first.watch.is_current
            await first.watch.note_presence()
            assert first.watch.outages == []
            clock.now += LONGEST_SILENCE_MS + 1
            await first.watch.note_presence()
            await second.watch.note_presence()
            assert (
                first.watch.outages == second.watch.outages == [Outage(clock.now - LONGEST_SILENCE_MS - 1, clock.now)]
            )

    run(test())
