"""Tables that nobody has used for long are removed, whole, and no others; also beside a server that runs."""

import asyncio
from pathlib import Path

import pytest

from keypeg.server import table_expiry
from keypeg.server.table_expiry import SECONDS_PER_DAY, remove_unused, remove_unused_regularly
from keypeg.service.entries import MS_PER_SECOND
from keypeg.service.maintenance.retention import prune_tables
from keypeg.service.maintenance.table_end import end_match
from keypeg.service.maintenance.table_list import TableState, find_table
from keypeg.service.scheduler import Scheduler
from keypeg.service.storage.store import MaintainedStore, TableVersion
from keypeg.service.table_service import TableService
from support.databases import Database
from support.scheduled_tables import InlinePool, open_bot_table
from support.service_harness import (
    Clock,
    fixed_sources,
    open_seated_table,
    refusal_code,
    run,
    serving,
    start_following,
    until,
)

DAY = SECONDS_PER_DAY * MS_PER_SECOND

COUNTS = "select (select count(*) from entries), (select count(*) from tokens), (select count(*) from links)"


def store_of(tables: TableService) -> MaintainedStore:
    """Return the store, which can remove tables."""
    store: MaintainedStore = tables.store  # type: ignore[assignment]
    return store


async def prune(tables: TableService, before: int, **options: object) -> list[str]:
    """Remove unused tables; return their ids."""
    pruned = prune_tables(store_of(tables), before, **options)  # type: ignore[arg-type]
    return [listed.stored.table_id async for listed in pruned]


async def open_tables(tables: TableService, clock: Clock) -> dict[str, str]:
    """Open tables: never begun, abandoned and finished ten days ago; with a long turn, and one used now."""
    opened = {}
    opened["never begun"] = (await open_seated_table(tables, begin=False)).id
    opened["abandoned"] = (await open_seated_table(tables)).id
    finished = await open_seated_table(tables, "classic~practice_yes")
    await finished.play("1 code RRBB", "2 guess RRBB")
    await tables.seat_tokens.create_link(finished.table, 1, 1)
    assert finished.table.is_over
    opened["finished"] = finished.id
    opened["long turn"] = (await open_seated_table(tables, turn_limit=20 * SECONDS_PER_DAY)).id
    used = await open_seated_table(tables)
    clock.now += 10 * DAY
    await used.play("1 code RRBB")
    opened["used"] = used.id
    return opened


UNUSED = {"never begun", "abandoned", "finished"}


def test_what_nobody_has_used_is_removed_with_its_tokens_and_links(database: Database, tmp_path: Path) -> None:
    async def test() -> None:
        clock = Clock()
        async with serving(database, fixed_sources(clock)) as tables:
            opened = await open_tables(tables, clock)
            unused = sorted(opened[kind] for kind in UNUSED)
            assert await prune(tables, clock.now - 11 * DAY) == []
            assert sorted(await prune(tables, clock.now - 9 * DAY, is_trial=True, export=tmp_path / "none")) == unused
            assert not (tmp_path / "none").exists()
            finished = {"states": (TableState.FINISHED,), "export": tmp_path / "records"}
            assert await prune(tables, clock.now - 9 * DAY, **finished) == [opened["finished"]]
            assert [path.stem for path in (tmp_path / "records").iterdir()] == [opened["finished"]]
            assert len(await prune(tables, clock.now - 9 * DAY)) == len(UNUSED) - 1
            left = await store_of(tables).list_tables("", 10)
            assert {table.table_id for table in left} == {opened["long turn"], opened["used"]}

    run(test())
    assert database.ask(COUNTS) == [(5 + 6, 4, 0)]


def test_a_table_that_is_used_at_the_same_moment_stays(database: Database) -> None:
    async def test() -> None:
        clock = Clock()
        async with serving(database, fixed_sources(clock)) as tables:
            seated = await open_seated_table(tables)
            seen = TableVersion(seated.id, seated.table.entry_count)
            await seated.play("1 code RRBB")
            assert not await store_of(tables).remove_table(seen)
            await seated.play("2 guess RRBB")

    run(test())


def test_a_server_removes_them_in_small_steps_but_none_that_is_watched(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_expiry, "TABLES_PER_STEP", 2)
    monkeypatch.setattr(table_expiry, "STEP_PAUSE_SECONDS", 0.0)

    async def test() -> None:
        clock = Clock()
        async with serving(database, fixed_sources(clock)) as tables:
            opened = await open_tables(tables, clock)
            await start_following(tables, opened["finished"], None)
            _, after = await remove_unused(tables, store_of(tables), 9, "")
            assert after, "there are more than one step looks at"
            regularly = asyncio.ensure_future(remove_unused_regularly(tables, store_of(tables), 9))
            gone = {opened["never begun"], opened["abandoned"]}
            await until(lambda: not gone & set(tables._in_use))
            for table_id in gone:
                assert await refusal_code(tables.load(table_id)) == "no-such-table"
            assert (await tables.load(opened["finished"])).table.is_over
            regularly.cancel()

    run(test())


def test_a_running_server_notices_that_its_operator_has_removed_a_table(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables)
            token = seated.players[1].token
            await tables.seat_tokens.find_player(seated.id, token, 2)
            store = operator_store(database)
            await store.open(lambda grown: None)
            found = await find_table(store, seated.id)
            assert await store.remove_table(TableVersion(seated.id, found.stored.entry_count))
            await store.close()
            assert await refusal_code(seated.play("1 code RRBB")) == "no-such-table"
            await until(lambda: seated.id not in tables._in_use)
            assert await refusal_code(tables.seat_tokens.find_player(seated.id, token, 2)) in (
                "wrong-token",
                "no-such-table",
            )

    run(test())
    assert database.ask(COUNTS) == [(0, 0, 0)]


@pytest.mark.parametrize("edition", ["classic~rounds_4", "mastermind-44~seats_3", "hasbro-2004~seats_3", "parker-1974"])
def test_an_operator_ends_a_match_and_its_players_see_it(database: Database, edition: str) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            scheduler = Scheduler(tables, InlinePool())
            levels = ["", "casual", "casual"] if "seats_3" in edition else ["", "casual"]
            live_table = await open_bot_table(tables, edition, *levels)
            follower = await start_following(tables, live_table.table.id, 1)
            store = operator_store(database)
            await store.open(lambda grown: None)
            assert await end_match(TableService(store), live_table.table.id)
            assert not await end_match(TableService(store), live_table.table.id)
            await store.close()
            await until(lambda: live_table.table.is_over)
            await follower.wait_for(live_table.table.entry_count)
            await scheduler.close()

    run(test())


def operator_store(database: Database) -> MaintainedStore:
    """Return a store as a command of the operator opens it, beside a server."""
    store: MaintainedStore = database.store()
    if not store.shared:
        store._beside_server = True  # type: ignore[attr-defined]
    return store
