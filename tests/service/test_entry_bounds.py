"""How long a log may become: entries that are no moves are few for each player, and a full log takes no more moves."""

from itertools import islice

import pytest

from keypeg.service import entry_checks, table
from keypeg.service.scheduler import Scheduler
from support import long_match
from support.databases import Database, SqliteFile
from support.scheduled_tables import InlinePool, is_over
from support.service_harness import (
    all_fields,
    open_seated_table,
    read_log,
    refusal_code,
    replayed_table,
    run,
    serving,
    until,
)


def test_a_player_who_takes_and_leaves_a_seat_again_and_again_is_stopped_and_nobody_else(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables, begin=False)
            ben, cleo = 2, (await tables.join(seated.id, seated.table.open_entry.join, "Cleo")).player
            while seated.table.change_counts[ben] < entry_checks.MAX_CHANGES:
                await tables.stand(seated.id, ben, 2)
                if seated.table.change_counts[ben] < entry_checks.MAX_CHANGES:
                    await tables.sit(seated.id, ben, 2)
            length = seated.table.entry_count
            assert await refusal_code(tables.sit(seated.id, ben, 2)) == "too-many-changes"
            assert seated.table.entry_count == length == len(await read_log(tables, seated.id))
            await tables.sit(seated.id, cleo, 2)
            await tables.begin(seated.id, 1)
            await seated.play("1 code RRBB")

    run(test())


def test_a_host_who_changes_the_time_limit_again_and_again_is_stopped(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            seated = await open_seated_table(tables, begin=False)
            while seated.table.change_counts[1] < entry_checks.MAX_CHANGES:
                await tables.set_turn_limit(seated.id, 1, seated.table.entry_count)
            assert await refusal_code(tables.set_turn_limit(seated.id, 1, 60)) == "too-many-changes"
            assert await refusal_code(tables.stand(seated.id, 1, 1)) == "too-many-changes"
            await tables.begin(seated.id, 1)

    run(test())


def test_between_two_moves_the_host_can_propose_a_time_limit_only_a_few_times(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables)
            for move in ("1 code RRBB", "2 guess YYYY"):
                for seconds in range(entry_checks.MAX_PROPOSALS):
                    await tables.set_turn_limit(seated.id, 1, 60 + seconds)
                assert await refusal_code(tables.set_turn_limit(seated.id, 1, 90)) == "too-many-proposals"
                await seated.play(move)
            assert all_fields(await replayed_table(tables, seated.id)) == all_fields(seated.table)
            await tables.set_turn_limit(seated.id, 1, 90)
            await tables.set_turn_limit(seated.id, 2, 90)
            assert seated.table.turn_limit == 90

    run(test())


def test_at_a_full_log_players_can_only_resign_and_the_match_ends(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    _set_bound(monkeypatch, 20)

    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables, "classic~rounds_4")
            await seated.play(*long_match.first_moves(20 - seated.table.entry_count))
            assert seated.table.entry_count == 20
            assert await refusal_code(seated.submit(1, "guess YYYY")) == "log-full"
            assert await refusal_code(tables.set_turn_limit(seated.id, 1, 60)) == "log-full"
            assert await refusal_code(tables.join(seated.id, seated.table.open_entry.join, "Cleo")) == "log-full"
            assert len(await read_log(tables, seated.id)) == 20
            while not seated.table.is_over:
                await seated.play(f"{next(iter(seated.table.waiting_since))} resign")
            assert len((await tables.rematch(seated.id, seated.players[0].token)).token) > 0

    run(test())


def test_bots_at_a_full_log_resign(sqlite_file: SqliteFile, monkeypatch: pytest.MonkeyPatch) -> None:
    _set_bound(monkeypatch, 20)

    async def test() -> None:
        async with serving(sqlite_file) as tables:
            scheduler = Scheduler(tables, InlinePool())
            bots = [(seat, "casual") for seat in (1, 2, 3, 4)]
            host = await tables.open("mastermind-44~rounds_4", "Ann", seats=bots, begin=True)
            live_table = await tables.load(host.table_id)
            await until(is_over(live_table))
            actions = [line.action for line in live_table.table.lines[20:]]
            assert {type(action).__name__ for action in actions} <= {"Resign", "Deal"}
            await scheduler.close()

    run(test())


def test_a_log_beyond_the_bounds_still_loads(sqlite_file: SqliteFile, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            seated = await open_seated_table(tables, long_match.EDITION)
            for seat, action in islice(long_match.long_match(), 30):
                await seated.submit(seat, action)
                await tables.set_turn_limit(seated.id, 1, 60)
            _set_bound(monkeypatch, 20)
            monkeypatch.setattr(entry_checks, "MAX_CHANGES", 10)
            monkeypatch.setattr(entry_checks, "MAX_PROPOSALS", 0)
            assert all_fields(await replayed_table(tables, seated.id)) == all_fields(seated.table)

    run(test())


def _set_bound(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    for module in (entry_checks, table):
        monkeypatch.setattr(module, "MAX_ENTRIES", most)
