"""Bots at tables: parts are dealt, bots take their turns, and a substitute replaces one that fails."""

import asyncio
from pathlib import Path

import pytest

from keypeg.core.actions import TimeOut
from keypeg.core.edition import TABLE
from keypeg.records.notation import read_action
from keypeg.service import scheduler as scheduler_module
from keypeg.service.entries import ActionEntry
from keypeg.service.errors import TableError
from keypeg.service.scheduler import Scheduler
from keypeg.service.storage.store import OnStored, Write
from keypeg.service.table import Table
from keypeg.service.worker_pool import BotAction, BotError, TurnRequest
from support.added_players import write_added_players
from support.databases import Database, SqliteFile
from support.scheduled_tables import InlinePool, is_over, logged_codes, open_bot_table
from support.service_harness import (
    SeatedTable,
    actions_in,
    all_fields,
    open_seated_table,
    read_log,
    replayed_table,
    run,
    scheduling,
    serving,
    until,
)
from support.thoroughness import first_of


@pytest.mark.parametrize(
    ("edition", "levels"),
    first_of(
        [
            ("mastermind-44~seats_2", ("strong", "perfect")),
            ("hasbro-2004~seats_3", ("beginner", "casual", "strong")),
            ("classic~rounds_2", ("strong", "perfect")),
        ],
        quick=2,
    ),
)
@pytest.mark.no_cover
def test_bots_of_every_level_take_their_turns(sqlite_file: SqliteFile, edition: str, levels: tuple[str, ...]) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables, scheduling(tables):
            live_table = await open_bot_table(tables, edition, *levels)
            await until(is_over(live_table))
            assert all_fields(await replayed_table(tables, live_table.table.id)) == all_fields(live_table.table)
            assert live_table.table.due_at == 0

    run(test())


def test_bots_play_against_people_and_wait_for_them(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables, scheduling(tables):
            live_table = await open_bot_table(tables, "classic~rounds_2", "beginner", "")
            await until(lambda: 2 in live_table.table.waiting_since)
            while not live_table.table.is_over:
                line = "guess RRBB" if live_table.table.require_state().round.maker == 1 else "code RRBB"
                if 2 in live_table.table.waiting_since:
                    await tables.submit_action(live_table, 1, 2, line, f"key{live_table.table.entry_count}")
                await asyncio.sleep(0.002)
            assert all_fields(await replayed_table(tables, live_table.table.id)) == all_fields(live_table.table)

    run(test())


def test_a_bot_marks_by_hand_and_may_act_out_of_turn(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            scheduler = Scheduler(tables, InlinePool())
            live_table = await open_bot_table(tables, "classic~rounds_2~by-hand_yes", "casual", "casual")
            await until(is_over(live_table))
            done = actions_in(await read_log(tables, live_table.table.id))
            assert {action.split()[0] for _, action in done} >= {"code", "guess", "mark"}
            await scheduler.close()

    run(test())


def test_the_table_deals_the_parts(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            scheduler = Scheduler(tables, InlinePool())
            live_table = await open_bot_table(tables, "mastermind-44~seats_2~rounds_2", "casual", "casual")
            await until(is_over(live_table))
            deals = [entry for entry in await read_log(tables, live_table.table.id) if isinstance(entry, ActionEntry)]
            assert deals[0].seat == TABLE
            assert len(deals[0].salts) == 2
            await scheduler.close()

    run(test())


def test_the_scheduler_leaves_a_table_of_people_alone(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            pool = InlinePool()
            scheduler = Scheduler(tables, pool)
            seated = await open_seated_table(tables)
            await seated.play("1 code RRBB", "2 guess RRBY")
            assert seated.live_table.upkeep_task is None
            assert seated.live_table.turn_timer is None
            assert pool.requested_levels == []
            await scheduler.close()

    run(test())


def test_a_bots_action_counts_only_in_the_position_it_was_chosen_for(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            seated = await open_seated_table(tables)
            action = read_action("code RRBB", seated.table.edition.palette)
            assert not await tables.submit_automatic_action(seated.live_table, 1, action, seated.table.entry_count - 1)
            append_to_store, number = tables.store.append, seated.table.entry_count

            def append_after_another(write: Write, on_stored: OnStored) -> None:
                tables.store.append = append_to_store  # type: ignore[method-assign]
                body = b'{"entry":"turn-limit","timestamp":1,"player":1,"turn_limit":5}'
                append_to_store(Write(write.table_id, write.number, body), lambda _: None)
                append_to_store(write, on_stored)

            tables.store.append = append_after_another  # type: ignore[method-assign]
            assert not await tables.submit_automatic_action(seated.live_table, 1, action, number)
            assert seated.table.turn_limit == 5
            assert not await tables.submit_automatic_action(seated.live_table, TABLE, TimeOut(1), number)
            assert actions_in(await read_log(tables, seated.id)) == []

    run(test())


def test_an_action_that_comes_too_late_is_dropped(sqlite_file: SqliteFile) -> None:
    class LatePool(InlinePool):
        """The host acts while a bot is choosing, and then the bot fails."""

        def __init__(self, seated: SeatedTable) -> None:
            super().__init__()
            self._seated = seated

        async def choose_action(self, request: TurnRequest) -> BotAction | None:
            if not self.requested_levels:
                self.requested_levels.append({})
                await self._seated.tables.set_turn_limit(self._seated.id, 1, 0)
                raise BotError("process-died")
            return await super().choose_action(request)

    async def test() -> None:
        async with serving(sqlite_file) as tables:
            seated = await open_seated_table(tables, begin=False)
            await tables.stand(seated.id, 1, 1)
            await tables.sit(seated.id, 1, 1, level="casual")
            pool = LatePool(seated)
            scheduler = Scheduler(tables, pool)
            await tables.begin(seated.id, 1)
            await until(lambda: 2 in seated.table.waiting_since)
            assert pool.requested_levels == [{}, {1: "casual"}]
            await scheduler.close()

    run(test())


@pytest.mark.parametrize(
    ("level", "why"),
    [
        ("clumsy", "player-failed"),
        ("cheat", "wrong-length"),
        ("mime", "KeyError|TypeError"),  # the second where notation is compiled
        ("sleeper", "nothing-done"),
        ("ghost", "player-unloadable"),
    ],
)
def test_a_substitute_plays_for_a_bot_that_fails(
    sqlite_file: SqliteFile,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    level: str,
    why: str,
) -> None:
    monkeypatch.syspath_prepend(write_added_players(tmp_path / "players"))

    async def test() -> Table:
        async with serving(sqlite_file) as tables:
            scheduler = Scheduler(tables, InlinePool())
            seats = [(1, "casual"), (2, "casual")]
            host = await tables.open("classic~rounds_2", "Ann", seats=seats)
            live_table = await tables.load(host.table_id)
            live_table.table.bots[2] = level  # not by the host: some of these would be refused
            await tables.begin(host.table_id, 1)
            await until(is_over(live_table))
            await scheduler.close()
            return live_table.table

    run(test())
    (code,) = set(logged_codes(caplog))
    assert code in why.split("|")


def test_a_substitute_plays_when_a_process_dies(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            pool = InlinePool(failures=1)
            scheduler = Scheduler(tables, pool)
            live_table = await open_bot_table(tables, "classic~rounds_2", "beginner", "beginner")
            await until(is_over(live_table))
            assert pool.requested_levels[:3] == [
                {1: "beginner", 2: "beginner"},
                {1: "casual", 2: "casual"},
                {1: "beginner", 2: "beginner"},
            ]
            await scheduler.close()

    run(test())


@pytest.mark.parametrize("why", [BotError("process-died"), RuntimeError("?"), TableError("stopping")])
def test_a_table_that_cannot_be_served_is_served_later(
    sqlite_file: SqliteFile, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, why: Exception
) -> None:
    monkeypatch.setattr(scheduler_module, "SEARCH_PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(scheduler_module, "ABANDONED_AFTER_MS", 0)

    async def test() -> None:
        async with serving(sqlite_file) as tables:
            scheduler = Scheduler(tables, InlinePool(failures=4, why=why))
            live_table = await open_bot_table(tables, "classic~rounds_2", "beginner", "beginner")
            await until(lambda: live_table.upkeep_task is None)
            assert live_table.table.lines == []
            scheduler.start()
            await until(is_over(live_table))
            await scheduler.close()

    run(test())
    assert caplog.records
