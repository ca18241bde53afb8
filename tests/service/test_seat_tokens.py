"""Who holds a seat: by his token, and by a link that carries it to another device, once and for a short time."""

import asyncio
from pathlib import Path

import pytest

from keypeg.service import migrations, sqlite
from keypeg.service import postgresql as adapter
from keypeg.service.seat_tokens import LASTS
from keypeg.service.table_service import Tables
from keypeg.service.table_setup import NewPlayer
from support.databases import Database, Postgresql, PostgresqlDatabase, SqliteFile
from support.table_house import Clock, Party, log_of, party, plain_world, refused, run, serving


async def made(guests: Party, seat: int, guest: int | None = None) -> str:
    """The code of a link to a seat, made by who holds it."""
    holders = guests.tables.holders
    return (await holders.make_link(guests.table, guest or guests.guests[seat - 1].guest, seat)).code


async def used(guests: Party, seat: int, code: str, tables: Tables | None = None) -> NewPlayer:
    """Somebody comes by such a link."""
    return await (tables or guests.tables).holders.use_link(guests.table, seat, code)


def test_a_link_carries_a_seat_to_another_device_and_both_hold_it(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            guests = await party(tables)
            log = await log_of(tables, guests.id)
            carried = await used(guests, 2, await made(guests, 2))
            ben = guests.guests[1]
            assert (carried.table, carried.guest) == (ben.table, ben.guest)
            assert carried.token != ben.token
            for token in (ben.token, carried.token):
                assert await tables.holders.guest(guests.id, token, 2) == ben.guest
                assert await tables.holders.guest(guests.id, token) == ben.guest
            assert await log_of(tables, guests.id) == log, "nothing of it is in the log"

    run(test())


def test_a_link_is_used_once_however_many_come_at_once(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            guests = await party(tables)
            code = await made(guests, 1)
            came = await asyncio.gather(*(used(guests, 1, code) for _ in range(8)), return_exceptions=True)
            assert [type(one) for one in came].count(NewPlayer) == 1
            assert {getattr(one, "code", "") for one in came if not isinstance(one, NewPlayer)} == {"link-over"}
            assert await refused(used(guests, 1, code)) == "link-over"

    run(test())
    assert database.ask("select count(*) from links") == [(0,)]


def test_a_link_is_used_once_though_there_are_two_servers(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with serving(shared) as here, serving(shared) as there:
            guests = await party(here)
            code = await made(guests, 1)
            came = await asyncio.gather(
                *(used(guests, 1, code, tables) for tables in (here, there)), return_exceptions=True
            )
            (entered,) = (one for one in came if isinstance(one, NewPlayer))
            assert await there.holders.guest(guests.id, entered.token, 1) == 1

    run(test())


def test_a_link_is_good_for_a_quarter_of_an_hour(database: Database) -> None:
    async def test() -> None:
        clock = Clock()
        async with serving(database, plain_world(clock)) as tables:
            guests = await party(tables)
            code = await made(guests, 1)
            clock.now += LASTS - 1
            assert await used(guests, 1, code)
            code = await made(guests, 1)
            clock.now += LASTS
            assert await refused(used(guests, 1, code)) == "link-over"
            await made(guests, 2)

    run(test())
    assert database.ask("select seat from links") == [(2,)], "what can be used no more is not kept"


def test_the_last_link_to_a_seat_counts_and_others_are_not_touched(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            guests, others = await party(tables), await party(tables)
            first, other, elsewhere = await made(guests, 1), await made(guests, 2), await made(others, 1)
            second = await made(guests, 1)
            assert await refused(used(guests, 1, first)) == "link-over"
            for wrong in (other, elsewhere, "", "\ud800", second[:-1]):
                assert await refused(used(guests, 1, wrong)) == "link-over", "and it stays good"
            assert await used(guests, 1, second)
            assert await used(guests, 2, other)
            assert await used(others, 1, elsewhere)

    run(test())


def test_only_who_plays_a_seat_makes_a_link_to_it(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            guests = await party(tables, begun=False)
            assert await refused(made(guests, 2, guest=1)) == "not-your-seat"
            assert await refused(made(guests, 9, guest=1)) == "no-such-seat"
            code = await made(guests, 2)
            await tables.stand(guests.id, 2, 2)
            assert await refused(made(guests, 2)) == "not-your-seat"
            assert await refused(used(guests, 2, code)) == "link-over"
            await tables.sit(guests.id, 1, 2)
            assert await refused(used(guests, 2, code)) == "link-over", "another sits there now"
            assert await refused(used(guests, 9, code)) == "no-such-seat"
            await tables.stand(guests.id, 1, 2)
            await tables.sit(guests.id, 1, 2, level="novice")
            assert await refused(made(guests, 2, guest=1)) == "not-your-seat"

    run(test())


def test_where_two_share_a_device_who_goes_takes_only_his_own_seat_along(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            host = await tables.open("classic~rounds_2", "Ann", seats=[(1, ""), (2, "")], begin=True)
            live = await tables.live(host.table)
            code = (await tables.holders.make_link(live.table, 1, 2)).code
            carried = await tables.holders.use_link(live.table, 2, code)
            holders = tables.holders
            assert await holders.guest(host.table, carried.token, 2) == 1
            assert await refused(holders.guest(host.table, carried.token, 1)) == "seat-only"
            assert await refused(holders.guest(host.table, carried.token)) == "seat-only"
            await tables.check_watch(live, "", carried.token)
            for key, line in enumerate(("1 resign", "1 resign")):
                while not live.table.over:
                    seat, action = int(line[0]), line[2:]
                    await tables.act(live, 1, seat, action, f"{key}{live.table.number}")
            again = await tables.rematch(host.table, *await holders.find(host.table, carried.token))
            assert await holders.guest(again.table, again.token, 2) == 1
            assert await refused(holders.guest(again.table, again.token, 1)) == "seat-only"

    run(test())


def test_neither_tokens_nor_codes_lie_in_the_database(database: Database) -> None:
    async def test() -> list[str]:
        async with serving(database) as tables:
            guests = await party(tables)
            carried = await used(guests, 2, code := await made(guests, 2))
            return [code, await made(guests, 1), carried.token, *(guest.token for guest in guests.guests)]

    secrets = run(test())
    tables = ("tables", "entries", "tokens", "links")
    held = b"".join(repr(row).encode() for table in tables for row in database.ask(f"select * from {table}"))
    for row in database.ask("select body from entries"):
        held += row[0]
    assert not any(secret.encode() in held for secret in secrets)


def test_tokens_that_were_given_before_there_were_links_are_good_still(
    tmp_path: Path, postgresql: Postgresql, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = "insert into tokens values ('old', {}, 3)"
    all_steps = migrations.steps
    with postgresql.database("template1") as empty:
        with monkeypatch.context() as before:
            before.setattr(migrations, "steps", lambda kind: all_steps(kind)[:1])
            file = SqliteFile(tmp_path / "tables.db")
            run(_upgraded(empty.url))
        file.ask(row.format("x'61'"))
        empty.ask(row.format("'a'"))
        assert sqlite.upgrade(file.path)[0] == run(_upgraded(empty.url))[0] == 1
        for database in (file, empty):
            assert run(_holder(database)) == (3, 0)


async def _upgraded(url: str) -> tuple[int, int]:
    return await adapter.upgrade(url)


async def _holder(database: Database) -> object:
    async with serving(database) as tables:
        return await tables.store.holder_of("old", b"a")
