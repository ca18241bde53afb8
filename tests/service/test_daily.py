"""The daily code at tables: which days can be played, and how its results are counted."""

from datetime import UTC, date, datetime, timedelta
from functools import partial

import pytest

from keypeg.draws.daily_calendar import ARCHIVE_DAYS, day_at, next_day_at
from keypeg.draws.daily_code import daily_code
from keypeg.records.edition_links import read_edition
from keypeg.records.notation import write_code
from keypeg.service.seat_tokens import NewPlayer
from keypeg.service.storage.store import DailyCount, DailyResult, NewTable, Write
from keypeg.service.table_service import TableService
from support.databases import Database
from support.service_harness import Clock, fixed_sources, refusal_code, run, scheduling, serving, until
from support.stored_entries import append_entry

NOON = int(datetime(2026, 11, 16, 12, tzinfo=UTC).timestamp()) * 1000
TODAY = date(2026, 11, 16)
YESTERDAY = TODAY - timedelta(days=1)
DAY_MS = 86_400_000
CLASSIC = read_edition("classic")
CODE = write_code(daily_code(CLASSIC, TODAY), CLASSIC.palette)
WRONG = "RRRR" if CODE != "RRRR" else "BBBB"


async def play(tables: TableService, daily: NewPlayer, *guesses: str) -> None:
    """Place these guesses; the bot that made the code marks them."""
    table = await tables.load(daily.table_id)
    async with scheduling(tables) as scheduler:
        for number, guess in enumerate(guesses):
            await until(lambda: table.table.is_over or 2 in table.table.waiting_since)
            await tables.submit_action(table, daily.player, 2, guess, f"key{number}")
            scheduler.schedule(table)


async def counts(tables: TableService, day: date = TODAY, edition: str = "classic") -> dict[int, int]:
    """The number of players by the number of guesses; 0 for those who did not find the code."""
    return dict(await tables.store.count_daily_results(day.isoformat(), edition))


def test_results_are_counted_once_each_and_survive_a_restart(database: Database) -> None:
    async def test() -> None:
        async with serving(database, fixed_sources(Clock(NOON))) as tables:
            assert await counts(tables) == {}
            for guesses in ([CODE], [CODE], [WRONG, CODE]):
                daily = await tables.open_daily("classic", "Ann")
                await play(tables, daily, *(f"guess {guess}" for guess in guesses))
            resigned, unfinished = [await tables.open_daily("classic", "Ann") for _ in range(2)]
            await play(tables, resigned, f"guess {WRONG}", "resign")
            await play(tables, unfinished, f"guess {WRONG}")
            live_table = await tables.load(daily.table_id)
            again = await tables.submit_action(live_table, daily.player, 2, f"guess {CODE}", "key1")
            assert again <= live_table.table.entry_count, "the same request again is not another result"
        async with serving(database) as tables:
            assert await counts(tables) == {0: 1, 1: 2, 2: 1}
            assert await counts(tables, YESTERDAY) == await counts(tables, edition="hasbro-2000") == {}

    run(test())


def test_a_result_is_counted_only_if_its_entry_is_stored(database: Database) -> None:
    result = (DailyResult("2026-11-16", "classic", 3),)

    async def test() -> None:
        async with serving(database) as tables:
            append, count = partial(append_entry, tables.store), tables.store.count_daily_results
            await tables.store.create(NewTable("t", False, 0, 0, 0, (b"{}",), ()))
            assert await append(Write("t", 2, b"{}", daily_results=result * 2))
            assert not await append(Write("t", 2, b"{}", daily_results=result))
            both = [
                append(Write("t", 3, b"{}", daily_results=result)),
                append(Write("t", 3, b"{}", daily_results=result)),
            ]
            assert [await one for one in both] == [True, False]
            assert await append(Write("t", 4, b"{}", daily_results=(DailyResult("2026-11-16", "classic", 4),)))
            assert await count("2026-11-16", "classic") == [DailyCount(3, 3), DailyCount(4, 1)]

    run(test())


def test_today_and_the_days_of_the_archive_can_be_played(database: Database) -> None:
    async def test() -> None:
        async with serving(database, fixed_sources(Clock(NOON))) as tables:
            for day in (TODAY, YESTERDAY, TODAY - timedelta(days=ARCHIVE_DAYS)):
                table = (await tables.load((await tables.open_daily("classic", "Ann", day)).table_id)).table
                assert table.open_entry.day == day.isoformat()
                assert table.secrets.commitments
            for day in (TODAY + timedelta(days=1), TODAY - timedelta(days=ARCHIVE_DAYS + 1), date.min, date.max):
                assert await refusal_code(tables.open_daily("classic", "Ann", day)) == "no-daily-code"

    run(test())


def test_a_code_of_the_archive_is_not_counted_and_one_begun_on_its_day_is(database: Database) -> None:
    clock = Clock(NOON)

    async def test() -> None:
        async with serving(database, fixed_sources(clock)) as tables:
            in_time = await tables.open_daily("classic", "Ann")
            clock.now += DAY_MS
            late = await tables.open_daily("classic", "Ann", TODAY)
            for daily in (in_time, late):
                await play(tables, daily, f"guess {CODE}")
            assert (await tables.load(late.table_id)).table.is_over
            assert await counts(tables) == {1: 1}

    run(test())


@pytest.mark.parametrize("edition", ["challenge-2001", "mastermind-44~seats_2"])
def test_only_people_are_counted(database: Database, edition: str) -> None:
    async def test() -> None:
        async with serving(database, fixed_sources(Clock(NOON))) as tables:
            daily = await tables.open_daily(edition, "Ann")
            table = await tables.load(daily.table_id)
            person = table.table.edition.seats
            async with scheduling(tables) as scheduler:
                scheduler.schedule(table)
                if table.table.edition.dealt:
                    await until(lambda: person in table.table.waiting_since)
                await tables.submit_action(table, daily.player, person, "resign", "r")
                scheduler.schedule(table)
                await until(lambda: table.table.is_over)
            assert await counts(tables, edition=edition) == {0: 1}

    run(test())


def test_days_begin_at_midnight_utc() -> None:
    midnight = next_day_at(TODAY)
    assert (day_at(midnight - 1), day_at(midnight)) == (TODAY, TODAY + timedelta(days=1))
