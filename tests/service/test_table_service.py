"""How people come to tables: opening, joining, seats, beginning, limits, going on at another table."""

import asyncio
import string
from random import Random

import pytest

from keypeg.core.errors import KeypegError
from keypeg.service.table import MOST_GUESTS
from keypeg.service.table_service import Tables
from keypeg.service.table_setup import LONGEST_NAME, cleaned
from support.databases import Database, PostgresqlDatabase, SqliteFile
from support.table_house import Party, all_of, folded, log_of, party, refused, run, serving

# Opening


def test_whoever_opens_a_table_is_its_host_and_sits_where_he_likes(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            opened = await tables.open("classic~rows_12", "Ann", seats=[(2, "")], limit=30, help_agreed=True)
            table = (await tables.live(opened.table)).table
            assert (opened.guest, table.guests, table.seats_of(1)) == (1, ["Ann"], [2])
            assert (table.opened.edition, table.limit, table.opened.help) == ("classic~rows_12", 30, True)
            assert await tables.holders.guest(opened.table, opened.token) == 1
            assert table.begun is None

    run(test())


def test_a_table_can_begin_as_it_is_opened(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            opened = await tables.open("classic", "Ann", seats=[(1, ""), (2, "novice")], begin=True)
            table = (await tables.live(opened.table)).table
            assert table.begun == table.opened.at
            assert list(table.waiting) == [1]

    run(test())


@pytest.mark.parametrize(
    ("edition", "name", "seats", "begin", "why"),
    [
        ("chess", "Ann", [], False, "unknown-edition"),
        ("classic~rows_nine", "Ann", [], False, "unreadable-value"),
        ("classic", " \u200b\u202e ", [], False, "name-empty"),
        ("classic", "Ann", [(3, "")], False, "no-such-seat"),
        ("classic", "Ann", [(0, "")], False, "no-such-seat"),
        ("classic", "Ann", [(1, ""), (1, "novice")], False, "seat-taken"),
        ("classic", "Ann", [(1, "nobody")], False, "no-such-level"),
        ("classic", "Ann", [(1, "devil")], False, "no-such-level"),
        ("classic", "Ann", [(1, "")], True, "seats-open"),
    ],
)
def test_a_table_that_cannot_be_is_not_opened(
    sqlite_file: SqliteFile, edition: str, name: str, seats: list[tuple[int, str]], begin: bool, why: str
) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            assert await refused(tables.open(edition, name, seats=seats, begin=begin)) == why

    run(test())
    assert sqlite_file.ask("select count(*) from tables") == [(0,)]


def test_the_devil_is_not_offered_where_he_is_refused(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            with pytest.raises(KeypegError, match=r"there are novice, casual, strong, perfect$"):
                await tables.open("classic", "Ann", seats=[(1, "devil")])

    run(test())


def test_tables_have_names_tokens_and_links_of_their_own(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            opened = [await tables.open("classic", "Ann") for _ in range(20)]
            tabled = [(await tables.live(one.table)).table.opened for one in opened]
            texts = [one.token for one in opened] + [one.join for one in tabled] + [one.watch for one in tabled]
            assert len({one.table for one in opened}) == 20
            assert len(set(texts)) == 60
            assert all(len(text) * 6 >= 128 for text in texts)

    run(test())


def test_what_is_kept_of_a_token_is_its_hash(database: Database) -> None:
    async def test() -> list[str]:
        async with serving(database) as tables:
            return [one.token for one in (await party(tables)).guests]

    tokens = run(test())
    kept = repr([database.ask(f"select * from {name}") for name in ("tables", "entries", "tokens")])
    assert len(database.ask("select * from tokens")) == 2
    assert not any(token in kept for token in tokens)


# Coming in


def test_guests_come_by_the_link_and_are_counted(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            host = await tables.open("hasbro-2004~seats_5", "Ann")
            live = await tables.live(host.table)
            join = live.table.opened.join
            guests = await asyncio.gather(*(tables.join(host.table, join, f"Guest {n}") for n in range(8)))
            assert sorted(one.guest for one in guests) == list(range(2, 10))
            for number, one in enumerate(guests):
                assert await tables.holders.guest(host.table, one.token) == one.guest
                assert live.table.guests[one.guest - 1] == f"Guest {number}"
            assert live.table.guests == (await folded(tables, host.table)).guests

    run(test())


def test_nobody_comes_to_a_private_table_without_its_link(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            host = await tables.open("classic", "Ann")
            opened = (await tables.live(host.table)).table.opened
            for key in ("", "?", opened.watch, opened.join[:-1], opened.join + "\0", "\ud800"):
                assert await refused(tables.join(host.table, key, "Ben")) == "wrong-key"
            assert len(await log_of(tables, host.table)) == 1

    run(test())


def test_anybody_comes_to_a_public_table(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            host = await tables.open("classic", "Ann", public=True)
            guest = await tables.join(host.table, "", "Ben")
            live = await tables.live(host.table)
            await tables.check_watch(live, "", "")
            assert guest.guest == 2

    run(test())


def test_only_so_many_come_to_a_table(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            host = await tables.open("classic", "Ann", public=True)
            for number in range(2, MOST_GUESTS + 1):
                assert (await tables.join(host.table, "", "Ben")).guest == number
            assert await refused(tables.join(host.table, "", "Ben")) == "table-full"

    run(test())


def test_a_table_that_is_not_there_is_told_so_however_it_is_spelled(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            for odd in ("", "nothere", "\0", "a\0b", "\ud800", "é" * 10, "x" * 5000, "' or 1=1 --", "a,b"):
                assert await refused(tables.live(odd)) == "no-such-table"
                assert await refused(tables.fresh(odd)) == "no-such-table"
                assert await refused(tables.join(odd, "key", "Ben")) == "no-such-table"
                assert await refused(tables.holders.guest(odd, "token")) == "wrong-token"
                assert await refused(tables.frames_after(odd, None, 1)) == "no-such-table"

    run(test())


def test_a_token_opens_its_own_table_and_no_other(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            one, other = await tables.open("classic", "Ann"), await tables.open("classic", "Ben")
            for token in (other.token, "x", "\0", "\ud800", "é"):
                for _ in range(2):
                    assert await refused(tables.holders.guest(one.table, token)) == "wrong-token"
            assert await refused(tables.holders.guest(one.table, "")) == "no-token"

    run(test())


def test_who_looks_on_needs_a_link_or_a_token(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            guests = await party(tables)
            live, opened = guests.live, guests.table.opened
            await tables.check_watch(live, opened.watch, "")
            await tables.check_watch(live, opened.join, "")
            await tables.check_watch(live, "", guests.guests[1].token)
            assert await refused(tables.check_watch(live, "", "")) == "no-token"
            assert await refused(tables.check_watch(live, "", "x")) == "wrong-token"
            assert await refused(tables.check_watch(live, "x", guests.guests[1].token)) == "wrong-key"

    run(test())


# Names


def test_a_name_is_shown_on_one_line_without_what_nobody_sees() -> None:
    assert cleaned("  Ann \n  Bee\t") == "Ann Bee"
    assert cleaned("A\u202enn\0") == "A nn"
    assert cleaned("e\u0301") == "é"
    assert cleaned("\ud800Ann") == "Ann"
    assert cleaned("Anne " * 30) == ("Anne " * 30)[:LONGEST_NAME].strip()


def test_a_cleaned_name_stays_as_it_is() -> None:
    rng = Random(1)
    signs = string.ascii_letters + " \t\n\0\u202e\u200d\u0301éß漢🎲\ud800"
    for _ in range(500):
        name = "x" + "".join(rng.choices(signs, k=rng.randint(0, 60)))
        once = cleaned(name)
        assert cleaned(once) == once
        assert 0 < len(once) <= LONGEST_NAME
        assert all(sign.isprintable() for sign in once)


def test_a_name_has_something_to_be_seen(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            host = await tables.open("classic", "Ann", public=True)
            for name in ("", " ", "\n", "\u200b\u202e", "\0", "\ud800"):
                assert await refused(tables.join(host.table, "", name)) == "name-empty"
            assert len(await log_of(tables, host.table)) == 1

    run(test())


# Seats


def test_seats_are_taken_and_left_until_the_match_begins(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            guests = await party(tables, begun=False)
            name, table = guests.id, guests.table
            assert await refused(tables.sit(name, 2, 1)) == "seat-taken"
            assert await refused(tables.stand(name, 2, 1)) == "not-your-seat"
            assert await refused(tables.stand(name, 2, 3)) == "no-such-seat"
            await tables.stand(name, 2, 2)
            assert await refused(tables.stand(name, 2, 2)) == "seat-free"
            assert await refused(tables.begin(name, 1)) == "seats-open"
            await tables.sit(name, 2, 2, "  Benny ")
            assert [chair and chair.name for chair in table.chairs] == ["Ann", "Benny"]
            assert await refused(tables.begin(name, 2)) == "host-only"
            await tables.begin(name, 1)
            assert await refused(tables.begin(name, 1)) == "already-begun"
            assert await refused(tables.stand(name, 2, 2)) == "already-begun"
            assert await refused(tables.sit(name, 2, 2)) == "already-begun"
            assert all_of(await folded(tables, name)) == all_of(table)

    run(test())


def test_the_host_puts_computers_on_seats_and_takes_them_away(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            guests = await party(tables, begun=False)
            name, table = guests.id, guests.table
            await tables.stand(name, 1, 2)  # the host may ask anybody to get up
            assert await refused(tables.sit(name, 2, 2, level="novice")) == "host-only"
            assert await refused(tables.sit(name, 1, 2, level="devil")) == "no-such-level"
            assert await refused(tables.sit(name, 1, 2, level="fewest")) == "no-such-level"
            await tables.sit(name, 1, 2, level="perfect")
            assert table.computer_at(2) == "perfect"
            assert table.seats_of(1) == [1]
            assert await refused(tables.stand(name, 2, 2)) == "not-your-seat"
            await tables.stand(name, 1, 2)
            await tables.sit(name, 1, 2, "Deep Peg", "novice")
            assert table.chairs[1] == (1, "Deep Peg", "novice")
            await tables.begin(name, 1)
            assert await refused(tables.act(guests.live, 1, 2, "code RRBB", "k")) == "not-your-seat"

    run(test())


def test_one_guest_can_play_all_seats_of_a_device(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            host = await tables.open("classic~rounds_2", "Ann", seats=[(1, ""), (2, "")], begin=True)
            live = await tables.live(host.table)
            await tables.act(live, 1, 1, "code RRBB", "1")
            await tables.act(live, 1, 2, "guess RRBB", "2")
            assert live.table.seats_of(1) == [1, 2]
            assert len(live.table.reveals) == 1

    run(test())


def test_the_lobby_shows_public_tables_with_open_seats_the_newest_first(database: Database) -> None:
    async def listed(tables: Tables) -> list[str]:
        return [one.table for one in await tables.store.lobby(10)]

    async def test() -> None:
        async with serving(database) as tables:
            clock = iter(range(1000, 2000))
            tables.world.now = lambda: next(clock)
            await tables.open("classic", "Ann")
            first = (await tables.open("classic", "Ann", public=True, seats=[(1, "")])).table
            second = (await tables.open("classic", "Ben", public=True)).table
            await tables.open("classic", "Cleo", public=True, seats=[(1, ""), (2, "novice")])
            assert await listed(tables) == [second, first]
            guest = await tables.join(first, "", "Dan")
            await tables.sit(first, guest.guest, 2)
            assert await listed(tables) == [second]
            await tables.stand(first, guest.guest, 2)
            assert await listed(tables) == [second, first]
            await tables.sit(first, guest.guest, 2)
            await tables.begin(first, 1)
            assert await listed(tables) == [second]
            assert [one.table for one in await tables.store.lobby(0)] == []

    run(test())


# Limits


def test_only_the_host_changes_how_long_a_turn_may_take(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            guests = await party(tables)
            assert await refused(tables.limit(guests.id, 2, 60)) == "host-only"
            await tables.limit(guests.id, 1, 60)
            assert guests.table.limit == 60
            assert guests.table.wake == guests.table.waiting[1] + 60_000
            await tables.limit(guests.id, 1, 0)
            assert guests.table.wake == 0

    run(test())


# Going on


async def _over(tables: Tables, edition: str = "classic~rounds_2") -> Party:
    guests = await party(tables, edition)
    await guests.does("1 code RRBB", "2 guess RRBB", "2 code RRBB", "1 guess RRBB")
    assert guests.table.over
    return guests


def test_a_rematch_waits_for_the_end_of_the_match(database: Database) -> None:
    async def test() -> int:
        async with serving(database) as tables:
            guests = await party(tables)
            assert await refused(tables.rematch(guests.id, 1)) == "not-over"
            return len(guests.guests)

    run(test())
    assert database.ask("select count(*) from tables") == [(1,)], "nothing is opened for a rematch that is refused"


def test_all_who_ask_for_a_rematch_are_led_to_the_same_table(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            guests = await _over(tables)
            await tables.limit(guests.id, 1, 90)
            asked = await asyncio.gather(*(tables.rematch(guests.id, guest) for guest in (1, 2, 2, 1, 2)))
            assert len({one.table for one in asked}) == 1
            assert [one.guest for one in asked] == [1, 2, 2, 1, 2]
            again = (await tables.live(asked[0].table)).table
            assert (again.guests, again.limit, again.opened.before) == (["Ann", "Ben"], 90, guests.id)
            assert again.chairs == guests.table.chairs
            assert again.opened.join != guests.table.opened.join
            for one in asked:
                assert await tables.holders.guest(one.table, one.token) == one.guest
            entries = [entry for entry in await log_of(tables, guests.id) if type(entry).__name__ == "Again"]
            assert len(entries) == 1
            await tables.begin(again.id, 1)

    run(test())


def test_a_rematch_asked_for_at_two_processes_is_one(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with serving(shared) as here, serving(shared) as there:
            guests = await _over(here)
            asked = await asyncio.gather(
                *(tables.rematch(guests.id, guest) for _ in range(5) for tables, guest in ((here, 1), (there, 2)))
            )
            assert len({one.table for one in asked}) == 1
            assert (await here.fresh(guests.id)).table.again == asked[0].table

    run(test())
