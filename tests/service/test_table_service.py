"""Opening and joining tables, seats, beginning, time limits, and rematches."""

import asyncio
import string
from random import Random

import pytest

from keypeg.core.errors import KeypegError
from keypeg.i18n.catalogue import LANGUAGES, say
from keypeg.records.record import JOINERS
from keypeg.service import entry_checks
from keypeg.service.entries import OpenEntry, StandEntry
from keypeg.service.errors import TableError
from keypeg.service.frames import table_to_json
from keypeg.service.names import GUEST_NAME, MAX_NAME_LENGTH, clean_name, shape_of
from keypeg.service.table import Occupant, Table
from keypeg.service.table_service import LOBBY_MS, TableService
from keypeg.service.table_setup import entries_of_rematch
from support.databases import Database, PostgresqlDatabase, SqliteFile
from support.service_harness import (
    Clock,
    SeatedTable,
    all_fields,
    fixed_sources,
    open_seated_table,
    read_log,
    refusal_code,
    replayed_table,
    run,
    serving,
    start_following,
)

# Opening


def test_the_player_who_opens_a_table_is_its_host_and_chooses_seats(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            opened = await tables.open("classic~rows_12", "Ann", seats=[(2, "")], turn_limit=30, hints=True)
            table = (await tables.load(opened.table_id)).table
            assert (opened.player, table.players, table.seats_of(1)) == (1, ["Ann"], [2])
            assert (table.open_entry.edition, table.turn_limit, table.open_entry.hints) == (
                "classic~rows_12",
                30,
                True,
            )
            assert await tables.seat_tokens.find_player(opened.table_id, opened.token) == 1
            assert table.begun_at is None

    run(test())


def test_a_match_can_begin_when_its_table_is_opened(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            opened = await tables.open("classic", "Ann", seats=[(1, ""), (2, "beginner")], begin=True)
            table = (await tables.load(opened.table_id)).table
            assert table.begun_at == table.open_entry.timestamp
            assert list(table.waiting_since) == [1]

    run(test())


@pytest.mark.parametrize(
    ("edition", "name", "seats", "begin", "why"),
    [
        ("chess", "Ann", [], False, "unknown-edition"),
        ("classic~rows_nine", "Ann", [], False, "unreadable-value"),
        ("classic", "Ann", [(3, "")], False, "no-such-seat"),
        ("classic", "Ann", [(0, "")], False, "no-such-seat"),
        ("classic", "Ann", [(1, ""), (1, "beginner")], False, "seat-taken"),
        ("classic", "Ann", [(1, "nobody")], False, "no-such-level"),
        ("classic", "Ann", [(1, "devil")], False, "no-such-level"),
        ("classic", "Ann", [(1, "")], True, "seats-open"),
    ],
)
def test_an_impossible_table_is_not_opened(
    sqlite_file: SqliteFile, edition: str, name: str, seats: list[tuple[int, str]], begin: bool, why: str
) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            assert await refusal_code(tables.open(edition, name, seats=seats, begin=begin)) == why

    run(test())
    assert sqlite_file.ask("select count(*) from tables") == [(0,)]


def test_the_devil_is_not_offered_at_tables(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            with pytest.raises(KeypegError) as caught:
                await tables.open("classic", "Ann", seats=[(1, "devil")])
            assert caught.value.details["levels"] == "beginner, casual, strong, perfect"

    run(test())


def test_each_table_has_its_own_id_tokens_and_links(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            opened = [await tables.open("classic", "Ann") for _ in range(20)]
            tabled = [(await tables.load(new_player.table_id)).table.open_entry for new_player in opened]
            texts = (
                [new_player.token for new_player in opened]
                + [new_player.join for new_player in tabled]
                + [new_player.watch for new_player in tabled]
            )
            assert len({new_player.table_id for new_player in opened}) == 20
            assert len(set(texts)) == 60
            assert all(len(text) * 6 >= 128 for text in texts)

    run(test())


def test_only_the_hash_of_a_token_is_stored(database: Database) -> None:
    async def test() -> list[str]:
        async with serving(database) as tables:
            return [player.token for player in (await open_seated_table(tables)).players]

    tokens = run(test())
    stored = repr([database.ask(f"select * from {name}") for name in ("tables", "entries", "tokens")])
    assert len(database.ask("select * from tokens")) == 2
    assert not any(token in stored for token in tokens)


# Joining


def test_players_join_by_the_link_and_are_numbered(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            host = await tables.open("hasbro-2004~seats_5", "Ann")
            live_table = await tables.load(host.table_id)
            join = live_table.table.open_entry.join
            seated = await asyncio.gather(*(tables.join(host.table_id, join, f"Player {n}") for n in range(8)))
            assert sorted(new_player.player for new_player in seated) == list(range(2, 10))
            for number, new_player in enumerate(seated):
                assert await tables.seat_tokens.find_player(host.table_id, new_player.token) == new_player.player
                assert live_table.table.players[new_player.player - 1] == f"Player {number}"
            assert live_table.table.players == (await replayed_table(tables, host.table_id)).players

    run(test())


def test_a_private_table_cannot_be_joined_without_its_link(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            host = await tables.open("classic", "Ann")
            opened = (await tables.load(host.table_id)).table.open_entry
            for key in ("", "?", opened.watch, opened.join[:-1], opened.join + "\0", "\ud800"):
                assert await refusal_code(tables.join(host.table_id, key, "Ben")) == "wrong-link-key"
            assert len(await read_log(tables, host.table_id)) == 1

    run(test())


def test_anybody_can_join_a_public_table(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            host = await tables.open("classic", "Ann", public=True)
            player = await tables.join(host.table_id, "", "Ben")
            live_table = await tables.load(host.table_id)
            await tables.check_spectator(live_table, "", "")
            assert player.player == 2

    run(test())


def test_the_number_of_players_at_a_table_is_limited(sqlite_file: SqliteFile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry_checks, "MAX_PLAYERS", 5)

    async def test() -> None:
        async with serving(sqlite_file) as tables:
            host = await tables.open("classic", "Ann", public=True)
            for number in range(2, 6):
                assert (await tables.join(host.table_id, "", "Ben")).player == number
            assert await refusal_code(tables.join(host.table_id, "", "Ben")) == "table-full"

    run(test())


def test_an_unknown_table_is_refused_whatever_its_id(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            for odd in ("", "nothere", "\0", "a\0b", "\ud800", "é" * 10, "x" * 5000, "' or 1=1 --", "a,b"):
                assert await refusal_code(tables.load(odd)) == "no-such-table"
                assert await refusal_code(tables.load_current(odd)) == "no-such-table"
                assert await refusal_code(tables.join(odd, "key", "Ben")) == "no-such-table"
                assert await refusal_code(tables.seat_tokens.find_player(odd, "token")) == "wrong-token"
                assert await refusal_code(tables.frames_after(odd, None, 1)) == "no-such-table"

    run(test())


def test_a_token_is_valid_for_its_own_table_only(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            first, other = await tables.open("classic", "Ann"), await tables.open("classic", "Ben")
            for token in (other.token, "x", "\0", "\ud800", "é"):
                for _ in range(2):
                    assert await refusal_code(tables.seat_tokens.find_player(first.table_id, token)) == "wrong-token"
            assert await refusal_code(tables.seat_tokens.find_player(first.table_id, "")) == "no-token"

    run(test())


def test_a_spectator_needs_a_link_or_a_token(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables)
            live_table, opened = seated.live_table, seated.table.open_entry
            await tables.check_spectator(live_table, opened.watch, "")
            await tables.check_spectator(live_table, opened.join, "")
            await tables.check_spectator(live_table, "", seated.players[1].token)
            assert await refusal_code(tables.check_spectator(live_table, "", "")) == "no-token"
            assert await refusal_code(tables.check_spectator(live_table, "", "x")) == "wrong-token"
            assert (
                await refusal_code(tables.check_spectator(live_table, "x", seated.players[1].token)) == "wrong-link-key"
            )

    run(test())


# Names


def test_a_name_is_shown_on_one_line_without_invisible_characters() -> None:
    assert clean_name("  Ann \n  Bee\t") == "Ann Bee"
    assert clean_name("A\u202enn\0") == "A nn"
    assert clean_name("e\u0301") == "é"
    assert clean_name("\ud800Ann") == "Ann"
    assert clean_name("Anne " * 30) == ("Anne " * 30)[:MAX_NAME_LENGTH].strip()


def test_an_emoji_of_several_and_persian_letters_stay_whole() -> None:
    family = "\U0001f468\u200d\U0001f469\U0001f3fd\u200d\U0001f467"
    assert clean_name(f" {family}\u200d \u200c ") == family
    assert clean_name("\u0645\u06cc\u200c\u200c\u062e") == "\u0645\u06cc\u200c\u062e"
    for before in range(MAX_NAME_LENGTH - len(family) + 1, MAX_NAME_LENGTH):
        assert clean_name("a" * before + family) == "a" * before
    assert len(clean_name("x" + "\u0301" * 60)) == MAX_NAME_LENGTH
    assert shape_of(clean_name("An\u200dn")) == shape_of("Ann")


def test_cleaning_a_clean_name_changes_nothing() -> None:
    rng = Random(1)
    signs = string.ascii_letters + " \t\n\0\u202e\u200d\u0301éß漢🎲\ud800"
    for _ in range(500):
        name = "x" + "".join(rng.choices(signs, k=rng.randint(0, 60)))
        once = clean_name(name)
        assert clean_name(once) == once
        assert 0 < len(once) <= MAX_NAME_LENGTH
        assert all(sign.isprintable() or sign in JOINERS for sign in once)


def test_a_person_without_a_name_is_a_guest() -> None:
    assert clean_name("") == ""
    table = Table("table", OpenEntry(timestamp=1, edition="classic", host="", join="", watch=""))
    assert (table.players, table.guests) == (["Guest 1"], {1: 1})


@pytest.mark.parametrize(
    "name",
    [" ", "\n", "\u200b\u202e", "\0", "\ud800", "\u0301", "\u3164", " \u2800 ", "\u115f\u1160", "\ufe0f", "\u034f"],
)
def test_a_name_that_cannot_be_seen_is_refused(sqlite_file: SqliteFile, name: str) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            host = await tables.open("classic", "", public=True)
            for work in (
                tables.open("classic", name),
                tables.open_daily("classic", name),
                tables.join(host.table_id, "", name),
                tables.sit(host.table_id, 1, 1, name),
            ):
                assert await refusal_code(work) == "name-invisible"

    run(test())


@pytest.mark.parametrize(
    "name",
    [
        "Alice",
        "ALICE",
        "\uff21lice",
        "AI1ce",
        "\u0410l\u0456\u0441\u0435",
        "Al ice",
        "Alice\u3164",
        "Al\ufe0fice",
        "Guest 7",
        "invité 2",
    ],
)
def test_a_name_that_looks_like_another_at_the_table_is_refused(sqlite_file: SqliteFile, name: str) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            host = await tables.open("mastermind-44", "Ann", seats=[(1, "")], public=True)
            await tables.sit(host.table_id, 1, 2, "Alice")
            ben = await tables.join(host.table_id, "", "Ben")
            for work in (
                tables.join(host.table_id, "", name),
                tables.sit(host.table_id, ben.player, 3, name),
            ):
                assert await refusal_code(work) == "name-taken"
            await tables.sit(host.table_id, ben.player, 3)
            assert await refusal_code(tables.sit(host.table_id, 1, 4, "Веn", "casual")) == "name-taken"

    run(test())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nobody_can_call_themselves_a_guest_in_any_language(lang: str) -> None:
    assert GUEST_NAME.fullmatch(say(lang, "guest", n=3).casefold().replace(" ", ""))


def test_names_that_differ_at_a_glance_are_different() -> None:
    names = ["Ann", "Anna", "Anne", "Zoé", "Zoe", "Аня", "漢", "🎲", "José", "Ben", "Bem", "علي", "Guest", "Guests 2"]
    assert len({shape_of(name) for name in names}) == len(names)


def test_a_name_is_free_again_when_its_player_has_left_the_seat(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            host = await tables.open("classic", "Ann", public=True)
            first = await tables.join(host.table_id, "", "Ben")
            second = await tables.join(host.table_id, "", "Ben")
            await tables.sit(host.table_id, first.player, 1)
            assert await refusal_code(tables.sit(host.table_id, second.player, 2)) == "name-taken"
            await tables.stand(host.table_id, first.player, 1)
            await tables.sit(host.table_id, second.player, 2)

    run(test())


def test_people_without_a_name_are_guests_with_numbers_of_their_own(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            host = await tables.open("mastermind-44", "", seats=[(1, "")], public=True)
            table = (await tables.load(host.table_id)).table
            for name, seat in (("Ben", 2), ("", 3)):
                joined = await tables.join(host.table_id, "", name)
                await tables.sit(host.table_id, joined.player, seat)
            await tables.sit(host.table_id, 1, 4, guest=True)
            shown = table_to_json(table)
            assert [seat["name"] for seat in shown["seats"]] == ["Guest 1", "Ben", "Guest 2", "Guest 3"]
            assert [seat["guest"] for seat in shown["seats"]] == [1, None, 2, 3]
            assert (shown["host"], shown["host_guest"]) == ("Guest 1", 1)
            again = Table("again", *entries_of_rematch(table, tables.sources)[:1])  # type: ignore[arg-type]
            for entry in entries_of_rematch(table, tables.sources)[1:]:
                again.apply_entry(entry, again.effect_of(entry))
            kept = [occupant and occupant._replace(invited=True) for occupant in table.occupants]
            assert again.occupants == kept

    run(test())


# Seats


def test_seats_are_taken_and_left_until_the_match_begins(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables, begin=False)
            name, table = seated.id, seated.table
            assert await refusal_code(tables.sit(name, 2, 1)) == "seat-taken"
            assert await refusal_code(tables.stand(name, 2, 1)) == "not-your-seat"
            assert await refusal_code(tables.stand(name, 2, 3)) == "no-such-seat"
            await tables.stand(name, 2, 2)
            assert await refusal_code(tables.stand(name, 2, 2)) == "seat-free"
            assert await refusal_code(tables.begin(name, 1)) == "seats-open"
            await tables.sit(name, 2, 2, "  Benny ")
            assert [occupant and occupant.name for occupant in table.occupants] == ["Ann", "Benny"]
            assert await refusal_code(tables.begin(name, 2)) == "host-only"
            await tables.begin(name, 1)
            assert await refusal_code(tables.begin(name, 1)) == "already-begun"
            assert await refusal_code(tables.stand(name, 2, 2)) == "already-begun"
            assert await refusal_code(tables.sit(name, 2, 2)) == "already-begun"
            assert all_fields(await replayed_table(tables, name)) == all_fields(table)

    run(test())


def test_the_host_seats_and_removes_bots(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables, begin=False)
            name, table = seated.id, seated.table
            await tables.stand(name, 1, 2)  # the host may free any seat
            assert await refusal_code(tables.sit(name, 2, 2, level="beginner")) == "host-only"
            assert await refusal_code(tables.sit(name, 1, 2, level="devil")) == "no-such-level"
            assert await refusal_code(tables.sit(name, 1, 2, level="fewest")) == "no-such-level"
            await tables.sit(name, 1, 2, level="perfect")
            assert table.bots.get(2, "") == "perfect"
            assert table.seats_of(1) == [1]
            assert await refusal_code(tables.stand(name, 2, 2)) == "not-your-seat"
            await tables.stand(name, 1, 2)
            await tables.sit(name, 1, 2, "Deep Peg", "beginner")
            assert table.occupants[1] == Occupant(1, "Deep Peg", "beginner")
            await tables.begin(name, 1)
            assert (
                await refusal_code(tables.submit_action(seated.live_table, 1, 2, "code RRBB", "k")) == "not-your-seat"
            )

    run(test())


def test_one_player_can_play_all_seats(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            host = await tables.open("classic~rounds_2", "Ann", seats=[(1, ""), (2, "")], begin=True)
            live_table = await tables.load(host.table_id)
            await tables.submit_action(live_table, 1, 1, "code RRBB", "1")
            await tables.submit_action(live_table, 1, 2, "guess RRBB", "2")
            assert live_table.table.seats_of(1) == [1, 2]
            assert len(live_table.table.secrets.reveals) == 1

    run(test())


def test_the_lobby_lists_public_tables_with_open_seats_newest_first(database: Database) -> None:
    async def listed(tables: TableService) -> list[str]:
        return [table.table_id for table in await tables.store.list_open_tables(10)]

    async def test() -> None:
        async with serving(database) as tables:
            clock = iter(range(1000, 2000))
            tables.sources.now = lambda: next(clock)
            await tables.open("classic", "Ann")
            first = (await tables.open("classic", "Ann", public=True, seats=[(1, "")])).table_id
            second = (await tables.open("classic", "Ben", public=True)).table_id
            await tables.open("classic", "Cleo", public=True, seats=[(1, ""), (2, "beginner")])
            assert await listed(tables) == [second, first]
            player = await tables.join(first, "", "Dan")
            await tables.sit(first, player.player, 2)
            assert await listed(tables) == [second]
            await tables.stand(first, player.player, 2)
            assert await listed(tables) == [second, first]
            await tables.sit(first, player.player, 2)
            await tables.begin(first, 1)
            assert await listed(tables) == [second]
            assert [table.table_id for table in await tables.store.list_open_tables(0)] == []

    run(test())


def test_the_lobby_lists_tables_where_somebody_is_before_those_that_were_left(database: Database) -> None:
    async def test() -> None:
        clock = Clock()
        async with serving(database, fixed_sources(clock)) as tables:

            async def listed(limit: int) -> list[str]:
                return [live_table.table.id for live_table in await tables.list_lobby(limit)]

            honest = (await tables.open("classic", "Ann", public=True)).table_id
            follower = await start_following(tables, honest, None)
            clock.now += 1_000
            flood = [(await tables.open("classic", "Eve", public=True)).table_id for _ in range(8)]
            assert len(await listed(5)) == 5
            clock.now += 60_000
            await tables.note_active_tables()
            assert (await listed(5))[0] == honest
            clock.now += LOBBY_MS - 30_000
            assert await listed(5) == [honest], "the others have expired"
            assert not tables.is_waiting(flood[0])
            assert tables.is_waiting(honest)
            follower.stop()
            clock.now += LOBBY_MS
            await tables.note_active_tables()
            assert await listed(5) == []

    run(test())


def test_one_damaged_log_does_not_hide_the_lobby(database: Database) -> None:
    async def opened() -> list[str]:
        async with serving(database) as tables:
            return [(await tables.open("classic", name, public=True)).table_id for name in ("Ann", "Ben", "Cleo")]

    async def listed() -> list[str]:
        async with serving(database) as tables:
            return [live_table.table.id for live_table in await tables.list_lobby(3)]

    first, damaged, last = run(opened())
    body = "decode('7b', 'hex')" if database.shared else "x'7b'"
    database.ask(f"update entries set body = {body} where table_id = '{damaged}'")
    assert set(run(listed())) == {first, last}


def test_a_player_whom_the_host_removes_does_not_sit_down_again(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables, begin=False)
            await tables.stand(seated.id, 2, 2)
            await tables.sit(seated.id, 2, 2)
            await tables.stand(seated.id, 1, 2)
            assert await refusal_code(tables.sit(seated.id, 2, 2)) == "removed-by-host"
            other = await tables.join(seated.id, seated.table.open_entry.join, "Cleo")
            await tables.sit(seated.id, other.player, 2)
            replayed = await replayed_table(tables, seated.id)
            assert replayed.barred_players == seated.table.barred_players == {2}
            old = StandEntry(timestamp=1, player=1, seat=2)
            replayed.apply_entry(old, replayed.effect_of(old))
            assert replayed.barred_players == {2}, "in older logs nobody was barred"

    run(test())


# Time limits


def test_before_the_match_the_host_alone_changes_the_time_limit(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables, begin=False)
            assert await refusal_code(tables.set_turn_limit(seated.id, 2, 60)) == "host-only"
            await tables.set_turn_limit(seated.id, 1, 60)
            assert seated.table.turn_limit == 60
            await tables.begin(seated.id, 1)
            assert seated.table.due_at == seated.table.waiting_since[1] + 60_000

    run(test())


def test_in_a_match_the_host_cannot_cut_short_the_turn_of_another(database: Database) -> None:
    async def test() -> None:
        clock = Clock()
        async with serving(database, fixed_sources(clock)) as tables:
            seated = await open_seated_table(tables, turn_limit=60)
            await seated.play("1 code RRBB")
            began = clock.now
            clock.now += 30_000
            await tables.set_turn_limit(seated.id, 1, 1)
            assert (seated.table.turn_limit, seated.table.proposed_turn_limit) == (60, 1)
            assert seated.table.find_overdue_seat(clock.now + 2_000) is None
            await tables.set_turn_limit(seated.id, 2, 1)
            assert (seated.table.turn_limit, seated.table.proposed_turn_limit) == (1, None)
            assert seated.table.find_overdue_seat(began + 59_999) is None, "the turn keeps the limit it began with"
            assert seated.table.find_overdue_seat(began + 60_000) == 2
            await seated.play("2 guess RRYY")
            assert seated.table.due_at == clock.now + 1_000
            assert all_fields(await replayed_table(tables, seated.id)) == all_fields(seated.table)

    run(test())


def test_a_time_limit_needs_the_consent_of_every_player_to_that_very_limit(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables, "mastermind-44")
            assert await refusal_code(tables.set_turn_limit(seated.id, 2, 60)) == "host-only"
            for proposed in (300, 1):
                await tables.set_turn_limit(seated.id, 1, proposed)
                assert seated.table.players_to_agree == {2, 3, 4}, "a new proposal asks everybody again"
                for player in (2, 3):
                    assert await refusal_code(tables.set_turn_limit(seated.id, player, proposed + 1)) == "not-proposed"
                    await tables.set_turn_limit(seated.id, player, proposed)
                    assert await refusal_code(tables.set_turn_limit(seated.id, player, proposed)) == "already-agreed"
            assert seated.table.turn_limit == 0
            await tables.set_turn_limit(seated.id, 1, 0)
            assert (seated.table.proposed_turn_limit, seated.table.players_to_agree) == (None, frozenset())
            assert await refusal_code(tables.set_turn_limit(seated.id, 4, 1)) == "host-only", "it was withdrawn"

    run(test())


# Rematches


async def _open_finished_table(tables: TableService, edition: str = "classic~rounds_2") -> SeatedTable:
    seated = await open_seated_table(tables, edition)
    await seated.play("1 code RRBB", "2 guess RRBB", "2 code RRBB", "1 guess RRBB")
    assert seated.table.is_over
    return seated


def test_a_rematch_waits_for_the_end_of_the_match(database: Database) -> None:
    async def test() -> int:
        async with serving(database) as tables:
            seated = await open_seated_table(tables)
            assert await refusal_code(tables.rematch(seated.id, seated.players[0].token)) == "not-over"
            return len(seated.players)

    run(test())
    assert database.ask("select count(*) from tables") == [(1,)], "nothing is opened for a rematch that is refused"


def test_all_players_get_the_same_rematch(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await _open_finished_table(tables)
            for player in (1, 2):
                await tables.set_turn_limit(seated.id, player, 90)
            rematches = await asyncio.gather(
                *(tables.rematch(seated.id, seated.players[player - 1].token) for player in (1, 2, 2, 1, 2))
            )
            assert len({rematch.table_id for rematch in rematches}) == 1
            assert [rematch.player for rematch in rematches] == [1, 2, 2, 1, 2]
            again = (await tables.load(rematches[0].table_id)).table
            assert again.players == ["Ann", "Ben"]
            assert (again.turn_limit, again.open_entry.rematch_of) == (90, seated.id)
            assert again.occupants == seated.table.occupants
            assert again.open_entry.join != seated.table.open_entry.join
            for rematch in rematches:
                assert await tables.seat_tokens.find_player(rematch.table_id, rematch.token) == rematch.player
            entries = [entry for entry in await read_log(tables, seated.id) if type(entry).__name__ == "RematchEntry"]
            assert len(entries) == 1
            assert again.begun_at is not None

    run(test())
    assert database.ask("select count(*) from tables") == [(2,)], "one table for the match, one for the rematch"


def test_asking_for_a_rematch_again_stores_nothing_more(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await _open_finished_table(tables)
            opened: list[bool] = []
            tokens = [host.token for host in seated.players for _ in range(10)]
            answers = [await tables.rematch(seated.id, token, lambda: opened.append(True)) for token in tokens]
            assert len({answer.token for answer in answers}) == 2, "one for each device"
            assert opened == [True]
            again = answers[0].table_id
            listed = await tables.seat_tokens.list_tokens(again, answers[0].token)
            await tables.seat_tokens.revoke(again, answers[0].token, listed[0].id)
            assert await refusal_code(tables.seat_tokens.find_owner(again, answers[0].token)) == "wrong-token"
            assert await tables.rematch(seated.id, tokens[0]) == answers[0]
            assert await tables.seat_tokens.find_player(again, answers[0].token) == 1

    run(test())
    counts = "select count(*) from tokens group by table_id order by 1"
    assert database.ask(counts) == [(2,), (2,)]


def test_a_rematch_that_may_not_be_opened_is_not_stored(database: Database) -> None:
    async def test() -> int:
        def refuse() -> None:
            raise TableError("too-many-tables", most=1, seconds=1)

        async with serving(database) as tables:
            seated = await _open_finished_table(tables)
            before = seated.table.entry_count
            assert await refusal_code(tables.rematch(seated.id, seated.players[0].token, refuse)) == "too-many-tables"
            return seated.table.entry_count - before

    assert run(test()) == 0
    assert database.ask("select count(*) from tables") == [(1,)]


def test_a_rematch_keeps_the_seats_of_the_others_until_they_come(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await _open_finished_table(tables)
            asked = await tables.rematch(seated.id, seated.players[1].token)
            assert (seated.table.rematch_id, seated.table.rematch_player) == (asked.table_id, 2)
            again = (await tables.load(asked.table_id)).table
            assert [occupant and occupant.invited for occupant in again.occupants] == [True, False]
            assert again.seats_kept_for(1) == [1]
            assert await refusal_code(tables.begin(again.id, 1)) == "seats-open"
            await tables.rematch(seated.id, seated.players[1].token)
            assert again.begun_at is None
            await tables.rematch(seated.id, seated.players[0].token)
            assert again.occupants == seated.table.occupants
            assert again.begun_at is not None
            assert all_fields(await replayed_table(tables, again.id)) == all_fields(again)

    run(test())


def test_a_kept_seat_may_go_to_somebody_else(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await _open_finished_table(tables)
            again = (await tables.load((await tables.rematch(seated.id, seated.players[0].token)).table_id)).table
            joined = await tables.join(again.id, again.open_entry.join, "Cleo")
            await tables.sit(again.id, joined.player, 2)
            late = await tables.rematch(seated.id, seated.players[1].token)
            assert again.seats_of(late.player) == []
            assert again.begun_at is not None

    run(test())


def test_a_rematch_requested_at_two_processes_is_one(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with serving(shared) as first, serving(shared) as second:
            seated = await _open_finished_table(first)
            rematches = await asyncio.gather(
                *(
                    tables.rematch(seated.id, seated.players[player - 1].token)
                    for _ in range(5)
                    for tables, player in ((first, 1), (second, 2))
                )
            )
            assert len({rematch.table_id for rematch in rematches}) == 1
            assert (await first.load_current(seated.id)).table.rematch_id == rematches[0].table_id
            assert (await second.load_current(rematches[0].table_id)).table.begun_at is not None

    run(test())
    assert shared.ask("select count(*) from tables") == [(2,)]
