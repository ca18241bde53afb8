"""Bots in a race: at a human pace against people, at once among themselves. No test waits: the clock stands still."""

import pytest

from keypeg.players.registry import LEVELS
from keypeg.service.live_table import LiveTable
from keypeg.service.race_pace import row_time_ms
from keypeg.service.scheduler import Scheduler
from keypeg.service.table_service import TableService
from support.databases import SqliteFile
from support.scheduled_tables import InlinePool, is_over, open_bot_table
from support.service_harness import Clock, fixed_sources, run, serving, until

RACE = "challenge-2001~race_yes~rounds_1"
LONGEST_ROW_MS = 60_000


def bot_rows(live_table: LiveTable) -> int:
    return sum(len(board.rows) for board in live_table.table.require_state().round.boards if 1 in board.breakers)


async def start_race(tables: TableService, level: str = "perfect") -> LiveTable:
    """A race in which both players have set their codes and may guess."""
    live_table = await open_bot_table(tables, RACE, level, "", human_pace=True)
    await tables.submit_action(live_table, 1, 2, "code YBYRR", "code")
    await until(lambda: len(live_table.table.lines) == 2 and live_table.upkeep_task is None)
    return live_table


def test_a_bot_places_a_row_when_its_time_has_come(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        clock = Clock()
        async with serving(sqlite_file, fixed_sources(clock)) as tables:
            scheduler = Scheduler(tables, InlinePool())
            live_table = await start_race(tables)
            assert 20_000 <= live_table.table.due_at - clock.now <= 32_000
            assert bot_rows(live_table) == 0
            for row in range(1, 3):
                clock.now = live_table.table.due_at - 1
                tables.on_change(live_table)
                assert live_table.upkeep_task is None
                clock.now += 1
                tables.on_change(live_table)
                await until(lambda row=row: bot_rows(live_table) == row and live_table.upkeep_task is None)  # type: ignore[misc]
                assert live_table.turn_timer is not None
            await scheduler.close()

    run(test())


def test_a_program_that_races_a_bot_does_not_wait(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file, fixed_sources(Clock())) as tables:
            scheduler = Scheduler(tables, InlinePool())
            live_table = await open_bot_table(tables, RACE, "casual", "")
            await tables.submit_action(live_table, 1, 2, "code YBYRR", "code")
            await until(is_over(live_table))
            await scheduler.close()

    run(test())


def test_bots_alone_do_not_wait(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file, fixed_sources(Clock())) as tables:
            scheduler = Scheduler(tables, InlinePool())
            live_table = await open_bot_table(tables, RACE, "casual", "casual", human_pace=True)
            await until(is_over(live_table))
            await scheduler.close()

    run(test())


@pytest.mark.parametrize("level", [*LEVELS, "devil"])
def test_a_row_takes_20_to_60_seconds(level: str) -> None:
    times = [row_time_ms(level, "table", 1, since) for since in range(200)]
    assert min(times) >= 20_000
    assert max(times) <= LONGEST_ROW_MS
    assert len(set(times)) > 1


def test_the_stronger_a_bot_the_faster_are_its_rows() -> None:
    slowest = [max(row_time_ms(level, "table", 1, since) for since in range(200)) for level in LEVELS]
    assert slowest == sorted(slowest, reverse=True)
    assert len(set(slowest)) == len(LEVELS)


def test_stronger_bots_are_faster() -> None:
    means = [sum(row_time_ms(level, "table", 1, since) for since in range(200)) for level in LEVELS]
    assert means == sorted(means, reverse=True)
