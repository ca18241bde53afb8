"""Seat tokens, and links that move a seat to another device, once and for a short time."""

import asyncio
from pathlib import Path

import pytest

from keypeg.service.seat_tokens import LINK_LIFETIME_MS, MS_PER_DAY, TOKEN_DAYS, NewPlayer
from keypeg.service.storage import migrations, postgresql_connection, sqlite_file
from keypeg.service.storage.store import TokenOwner
from keypeg.service.table_service import TableService
from support.databases import Database, Postgresql, PostgresqlDatabase, SqliteFile
from support.service_harness import (
    Clock,
    SeatedTable,
    fixed_sources,
    open_seated_table,
    read_log,
    refusal_code,
    run,
    serving,
)


async def create_link(seated: SeatedTable, seat: int, player: int | None = None) -> str:
    """Create a link to a seat, by the player in it; return its link key."""
    seat_tokens = seated.tables.seat_tokens
    return (await seat_tokens.create_link(seated.table, player or seated.players[seat - 1].player, seat)).key


async def use_link(seated: SeatedTable, seat: int, link_key: str, tables: TableService | None = None) -> NewPlayer:
    """Use a link."""
    return await (tables or seated.tables).seat_tokens.use_link(seated.table, seat, link_key)


def test_a_link_moves_a_seat_to_another_device_and_both_hold_it(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables)
            log = await read_log(tables, seated.id)
            carried = await use_link(seated, 2, await create_link(seated, 2))
            ben = seated.players[1]
            assert (carried.table_id, carried.player) == (ben.table_id, ben.player)
            assert carried.token != ben.token
            for token in (ben.token, carried.token):
                assert await tables.seat_tokens.find_player(seated.id, token, 2) == ben.player
            assert await read_log(tables, seated.id) == log, "nothing of it is in the log"

    run(test())


def test_a_link_works_once_even_if_many_use_it_at_once(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables)
            link_key = await create_link(seated, 1)
            results = await asyncio.gather(*(use_link(seated, 1, link_key) for _ in range(8)), return_exceptions=True)
            assert [type(result) for result in results].count(NewPlayer) == 1
            assert {getattr(result, "code", "") for result in results if not isinstance(result, NewPlayer)} == {
                "link-expired"
            }
            assert await refusal_code(use_link(seated, 1, link_key)) == "link-expired"

    run(test())
    assert database.ask("select count(*) from links") == [(0,)]


def test_a_link_works_once_with_two_servers(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with serving(shared) as first, serving(shared) as second:
            seated = await open_seated_table(first)
            link_key = await create_link(seated, 1)
            results = await asyncio.gather(
                *(use_link(seated, 1, link_key, tables) for tables in (first, second)), return_exceptions=True
            )
            (entered,) = (result for result in results if isinstance(result, NewPlayer))
            assert await second.seat_tokens.find_player(seated.id, entered.token, 1) == 1

    run(test())


def test_a_link_works_for_a_quarter_of_an_hour(database: Database) -> None:
    async def test() -> None:
        clock = Clock()
        async with serving(database, fixed_sources(clock)) as tables:
            seated = await open_seated_table(tables)
            link_key = await create_link(seated, 1)
            clock.now += LINK_LIFETIME_MS - 1
            assert await use_link(seated, 1, link_key)
            link_key = await create_link(seated, 1)
            clock.now += LINK_LIFETIME_MS
            assert await refusal_code(use_link(seated, 1, link_key)) == "link-expired"
            await create_link(seated, 2)

    run(test())
    assert database.ask("select seat from links") == [(2,)], "what can be use_link no more is not kept"


def test_a_new_link_replaces_only_the_last_one_of_its_seat(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated, others = await open_seated_table(tables), await open_seated_table(tables)
            first, other, elsewhere = (
                await create_link(seated, 1),
                await create_link(seated, 2),
                await create_link(others, 1),
            )
            second = await create_link(seated, 1)
            assert await refusal_code(use_link(seated, 1, first)) == "link-expired"
            for wrong in (other, elsewhere, "", "\ud800", second[:-1]):
                assert await refusal_code(use_link(seated, 1, wrong)) == "link-expired", "and it stays good"
            assert await use_link(seated, 1, second)
            assert await use_link(seated, 2, other)
            assert await use_link(others, 1, elsewhere)

    run(test())


def test_only_the_player_in_a_seat_can_create_a_link_to_it(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables, begin=False)
            assert await refusal_code(create_link(seated, 2, player=1)) == "not-your-seat"
            assert await refusal_code(create_link(seated, 9, player=1)) == "no-such-seat"
            link_key = await create_link(seated, 2)
            await tables.stand(seated.id, 2, 2)
            assert await refusal_code(create_link(seated, 2)) == "not-your-seat"
            assert await refusal_code(use_link(seated, 2, link_key)) == "link-expired"
            await tables.sit(seated.id, 1, 2)
            assert await refusal_code(use_link(seated, 2, link_key)) == "link-expired", "another sits there now"
            assert await refusal_code(use_link(seated, 9, link_key)) == "no-such-seat"
            await tables.stand(seated.id, 1, 2)
            await tables.sit(seated.id, 1, 2, level="beginner")
            assert await refusal_code(create_link(seated, 2, player=1)) == "not-your-seat"

    run(test())


def test_a_player_who_leaves_a_shared_device_takes_only_one_seat(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            host = await tables.open("classic~rounds_2", "Ann", seats=[(1, ""), (2, "")], begin=True)
            live_table = await tables.load(host.table_id)
            link_key = (await tables.seat_tokens.create_link(live_table.table, 1, 2)).key
            carried = await tables.seat_tokens.use_link(live_table.table, 2, link_key)
            seat_tokens = tables.seat_tokens
            assert await seat_tokens.find_player(host.table_id, carried.token, 2) == 1
            assert await refusal_code(seat_tokens.find_player(host.table_id, carried.token, 1)) == "token-for-one-seat"
            assert await refusal_code(seat_tokens.find_player(host.table_id, carried.token)) == "token-for-one-seat"
            await tables.check_spectator(live_table, "", carried.token)
            for key, line in enumerate(("1 resign", "1 resign")):
                while not live_table.table.is_over:
                    seat, action = int(line[0]), line[2:]
                    await tables.submit_action(live_table, 1, seat, action, f"{key}{live_table.table.entry_count}")
            again = await tables.rematch(host.table_id, carried.token)
            assert await seat_tokens.find_player(again.table_id, again.token, 2) == 1
            assert await refusal_code(seat_tokens.find_player(again.table_id, again.token, 1)) == "token-for-one-seat"

    run(test())


def test_a_link_is_good_for_its_seat_even_if_its_player_takes_another_one_afterwards(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            host = await tables.open("classic", "Ann", seats=[(1, ""), (2, "")])
            table = (await tables.load(host.table_id)).table
            link_key = (await tables.seat_tokens.create_link(table, 1, 2)).key
            await tables.stand(table.id, 1, 1)
            friend = await tables.seat_tokens.use_link(table, 2, link_key)
            await tables.sit(table.id, 1, 1)
            for seat in (1, None):
                find_player = tables.seat_tokens.find_player(table.id, friend.token, seat)
                assert await refusal_code(find_player) == "token-for-one-seat"

    run(test())


def test_a_token_expires_unless_it_is_used(database: Database) -> None:
    async def test() -> None:
        clock = Clock()
        async with serving(database, fixed_sources(clock)) as tables:
            seated = await open_seated_table(tables)
            ann, ben = (player.token for player in seated.players)
            for _ in range(2):
                clock.now += (TOKEN_DAYS - 1) * MS_PER_DAY
                assert await tables.seat_tokens.find_player(seated.id, ann) == 1
            assert await refusal_code(tables.seat_tokens.find_player(seated.id, ben)) == "wrong-token"
        async with serving(database, fixed_sources(clock)) as tables:
            assert await tables.seat_tokens.find_player(seated.id, ann) == 1, "the use is stored"
            clock.now += TOKEN_DAYS * MS_PER_DAY
            assert await refusal_code(tables.seat_tokens.find_player(seated.id, ann)) == "wrong-token"
            assert await refusal_code(tables.seat_tokens.list_tokens(seated.id, ann)) == "wrong-token"
            await tables.seat_tokens.issue(seated.id, 1)

    run(test())
    assert database.ask("select count(*) from tokens") == [(1,)], "expired tokens are deleted when a new one is issued"


def test_the_holder_of_a_token_lists_and_revokes_the_players_tokens(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated, seat_tokens = await open_seated_table(tables), tables.seat_tokens
            ann, ben = (player.token for player in seated.players)
            phone = (await use_link(seated, 1, await create_link(seated, 1))).token
            listed = await seat_tokens.list_tokens(seated.id, ann)
            assert sorted((token.seat, token.is_current) for token in listed) == [(0, True), (1, False)]
            (of_phone,) = await seat_tokens.list_tokens(seated.id, phone)
            assert (of_phone.seat, of_phone.is_current) == (1, True)
            (of_ben,) = await seat_tokens.list_tokens(seated.id, ben)
            of_ann = next(token.id for token in listed if token.is_current)
            for token, other in ((ann, of_ben.id), (phone, of_ann), (ben, of_phone.id), (ann, "")):
                assert await refusal_code(seat_tokens.revoke(seated.id, token, other)) == "no-such-token"
            assert not await seat_tokens.revoke(seated.id, ann, of_phone.id)
            assert await refusal_code(seat_tokens.find_player(seated.id, phone, 1)) == "wrong-token"
            assert await seat_tokens.revoke(seated.id, ann, of_ann)
            assert await refusal_code(seat_tokens.find_player(seated.id, ann)) == "wrong-token"
            assert await seat_tokens.find_player(seated.id, ben) == 2

    run(test())


def test_a_token_that_is_revoked_at_one_server_is_refused_at_the_other(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with serving(shared) as first, serving(shared) as second:
            seated = await open_seated_table(first)
            token, revoked = seated.players[0].token, asyncio.Event()
            second.seat_tokens.on_revoke = lambda table_id: revoked.set()
            await second.load(seated.id)
            assert await second.seat_tokens.find_player(seated.id, token) == 1
            (listed,) = await first.seat_tokens.list_tokens(seated.id, token)
            revoked.clear()
            await first.seat_tokens.revoke(seated.id, token, listed.id)
            await revoked.wait()
            assert await refusal_code(second.seat_tokens.find_player(seated.id, token)) == "wrong-token"

    run(test())


def test_the_database_contains_neither_tokens_nor_link_codes(database: Database) -> None:
    async def test() -> list[str]:
        async with serving(database) as tables:
            seated = await open_seated_table(tables)
            carried = await use_link(seated, 2, link_key := await create_link(seated, 2))
            return [link_key, await create_link(seated, 1), carried.token, *(player.token for player in seated.players)]

    secrets = run(test())
    tables = ("tables", "entries", "tokens", "links")
    stored = b"".join(repr(row).encode() for table in tables for row in database.ask(f"select * from {table}"))
    for row in database.ask("select body from entries"):
        stored += row[0]
    assert not any(secret.encode() in stored for secret in secrets)


def test_tokens_from_before_seat_links_still_work(
    tmp_path: Path, postgresql: Postgresql, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = "insert into tokens values ('old', {}, 3)"
    all_steps = migrations.read_steps
    with postgresql.database("template1") as empty:
        with monkeypatch.context() as before:
            before.setattr(migrations, "read_steps", lambda kind: all_steps(kind)[:1])
            file = SqliteFile(tmp_path / "tables.db")
            run(_upgraded(empty.url))
        file.ask(row.format("x'61'"))
        empty.ask(row.format("'a'"))
        assert sqlite_file.upgrade(file.path)[0] == run(_upgraded(empty.url))[0] == 1
        for database in (file, empty):
            owner = run(_find_owner(database))
            assert owner is not None
            assert owner[:3] == (3, 0, 0)
            assert owner.expires > 0


async def _upgraded(url: str) -> tuple[int, int]:
    return await postgresql_connection.upgrade(url)


async def _find_owner(database: Database) -> TokenOwner | None:
    async with serving(database) as tables:
        return await tables.store.find_token_owner("old", b"a")
