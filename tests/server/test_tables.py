"""Tables by HTTP: opening, joining by the link, beginning, playing, watching and rematches."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from keypeg.editions import RULEBOOKS
from keypeg.players.bot_names import NAMES_BY_LEVEL
from keypeg.records.record import read_record
from support.databases import copy_old_database
from support.running_server import LAX_LIMITS, Player, Server, Start

RESIGNED = ("1 code RRBB", "2 resign", "2 code RRBB", "1 resign")
"""A match of two rounds in which both players resign."""


# Opening


def test_the_player_who_opens_a_table_is_its_host_and_gets_its_links(server: Server) -> None:
    host = server.open(seats=[2])
    assert host.number == 1
    assert host.links["join"].startswith(f"/join/{host.table}#")
    assert host.links["watch"].startswith(f"/watch/{host.table}#")
    assert host.link_key("join") != host.link_key("watch")
    table = host.snapshot()["table"]
    assert table["host"] == "Ann"
    assert table["seats"] == [None, {"name": "Ann", "guest": None, "player": 1, "bot": None, "invited": False}]
    assert table["begun_at"] is None


def test_a_token_has_at_least_128_random_bits(server: Server) -> None:
    tokens = {server.open().token for _ in range(20)}
    assert len(tokens) == 20
    assert all(len(token) * 6 >= 128 for token in tokens)


def test_a_table_is_opened_with_options_in_one_line(server: Server) -> None:
    assert server.open("classic~rows_12~scoring_maker").snapshot()["table"]["edition"] == "classic~rows_12"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"edition": "chess"}, 400, "unknown-edition"),
        ({"edition": "classic~rows_9999"}, 400, "unreadable-value"),
        ({"edition": "classic~rounds_3"}, 409, None),
        ({"edition": "classic~~"}, 400, "unreadable-option"),
        ({"name": "x" * 201}, 422, "unreadable"),
        ({"seats": [3]}, 404, "no-such-seat"),
        ({"seats": [1, 1]}, 409, "seat-taken"),
        ({"bots": {"1": "wizard"}}, 400, "no-such-level"),
        ({"bots": {"1": "devil"}}, 400, "no-such-level"),
        ({"bots": {"one": "casual"}}, 422, "unreadable"),
        ({"begin": True}, 409, "seats-open"),
        ({"turn_limit": -1}, 422, "unreadable"),
        ({"turn_limit": "soon"}, 422, "unreadable"),
        ({"colour": "red"}, 422, "unreadable"),
    ],
)
def test_an_impossible_table_is_not_opened(server: Server, body: dict[str, Any], status: int, code: str | None) -> None:
    answer = server.ask("POST", "/api/tables", {"edition": "classic", "name": "Ann"} | body)
    assert answer.status == status, answer.body
    assert code is None or answer.code == code


def test_a_name_is_cleaned_before_it_is_shown(server: Server) -> None:
    assert server.open(name="  A\u202en\nn\x00 ").snapshot()["table"]["host"] == "A n n"


def test_a_person_without_a_name_is_a_guest_everywhere_and_in_the_record(server: Server) -> None:
    host = server.open(name="", seats=[1])
    ben = host.invite("", 2)
    assert host.ask("POST", "/begin").status == 200
    table = host.snapshot()["table"]
    assert [table["host"], *(seat["name"] for seat in table["seats"])] == ["Guest 1", "Guest 1", "Guest 2"]
    assert [seat["guest"] for seat in table["seats"]] == [1, 2]
    for player, line in zip((host, ben, ben, host), RESIGNED, strict=True):
        player.play(line)
    record = host.ask("GET", "/record").body.decode()
    assert "Seat 1: Guest 1\nSeat 2: Guest 2\n" in record
    reviews = [server.ask("POST", f"/api/study/review?lang={lang}", {"record": record}).json for lang in ("en", "fr")]
    assert [review["names"] for review in reviews] == [["Guest 1", "Guest 2"], ["Invité 1", "Invité 2"]]


# Joining


def test_others_join_by_the_link_and_take_seats(server: Server) -> None:
    host = server.open(seats=[1])
    ben = host.invite("Ben", 2)
    assert ben.number == 2
    assert ben.token != host.token
    assert host.snapshot()["table"]["seats"][1] == {
        "name": "Ben",
        "guest": None,
        "player": 2,
        "bot": None,
        "invited": False,
    }


def test_only_public_tables_can_be_joined_without_the_link(server: Server) -> None:
    host = server.open()
    assert host.ask("POST", "/join", {"name": "Eve", "link_key": "guessed", "seats": [1]}).code == "wrong-link-key"
    assert host.ask("POST", "/join", {"name": "Eve", "link_key": host.link_key("watch")}).code == "wrong-link-key"
    public = server.open(public=True)
    assert public.ask("POST", "/join", {"name": "Ben"}, token="").status == 201


def test_a_player_who_cannot_take_the_requested_seats_does_not_join(server: Server) -> None:
    host = server.open(seats=[1])
    for seats, code in (([1], "seat-taken"), ([2, 2], "seat-taken"), ([9], "no-such-seat")):
        assert host.ask("POST", "/join", {"name": "Ben", "link_key": host.link_key(), "seats": seats}).code == code
    assert host.snapshot()["table"]["players"] == 1
    host.invite("Ben", 2)
    assert host.ask("POST", "/begin").status == 200
    late = host.ask("POST", "/join", {"name": "Cas", "link_key": host.link_key(), "seats": [1]})
    assert late.code == "already-begun"


def test_seats_are_taken_left_and_taken_by_others(server: Server) -> None:
    host = server.open()
    ben = host.invite("Ben")
    assert ben.ask("PUT", "/seats/1", {"name": "Benny"}).status == 200
    assert host.snapshot()["table"]["seats"][0]["name"] == "Benny"
    assert host.ask("PUT", "/seats/1", {}).code == "seat-taken"
    assert ben.ask("DELETE", "/seats/1").status == 200
    assert ben.ask("DELETE", "/seats/1").code == "seat-free"
    assert host.ask("PUT", "/seats/1", {}).status == 200
    assert ben.ask("DELETE", "/seats/1").code == "not-your-seat"
    assert ben.ask("PUT", "/seats/3", {}).code == "no-such-seat"
    assert ben.ask("PUT", "/seats/0", {}).status == 422


def test_only_the_host_seats_bots_begins_and_sets_the_time_limit(server: Server) -> None:
    host = server.open(seats=[1])
    ben = host.invite("Ben")
    assert ben.ask("PUT", "/seats/2", {"bot": "casual"}).code == "host-only"
    assert ben.ask("POST", "/begin").code == "host-only"
    assert ben.ask("PUT", "/turn-limit", {"turn_limit": 60}).code == "host-only"
    assert host.ask("POST", "/begin").code == "seats-open"
    assert host.ask("PUT", "/seats/2", {"bot": "casual"}).status == 200
    seat = host.snapshot()["table"]["seats"][1]
    assert (seat["player"], seat["bot"]) == (1, "casual")
    assert seat["name"] in NAMES_BY_LEVEL["casual"]
    assert host.ask("PUT", "/turn-limit", {"turn_limit": 60}).status == 200
    assert host.snapshot()["table"]["turn_limit"] == 60
    assert host.ask("POST", "/begin").status == 200
    assert host.ask("POST", "/begin").code == "already-begun"
    assert host.ask("DELETE", "/seats/2").code == "already-begun"


def test_a_seat_whose_time_is_up_leaves_the_round(server: Server) -> None:
    host = server.play(turn_limit=1)
    with host.socket() as spectator:
        spectator.receive()
        event = spectator.receive()
    assert event["events"][0] == {"event": "seat-left", "seat": 1, "reason": "timed-out"}


# Permissions


def test_an_action_needs_a_token(server: Server) -> None:
    host, other = server.play(), server.play()
    assert host.ask("POST", "/begin", token="").code == "no-token"
    assert host.ask("POST", "/begin", token="invented").code == "wrong-token"
    assert host.ask("POST", "/begin", token=other.token).code == "wrong-token"
    assert host.ask("POST", "/begin", token="", headers={"Authorization": "Basic QQ=="}).code == "no-token"


@pytest.mark.parametrize("path", ["", "/events?after=1", "/record"])
def test_a_spectator_needs_a_link_or_a_token(server: Server, path: str) -> None:
    host = server.play().play(*RESIGNED)
    sign = "&" if "?" in path else "?"
    assert host.ask("GET", path).status == 200
    assert host.ask("GET", f"{path}{sign}watch={host.link_key('watch')}", token="").status == 200
    assert host.ask("GET", f"{path}{sign}watch={host.link_key('join')}", token="").status == 200
    assert host.ask("GET", path, token="").code == "no-token"
    assert host.ask("GET", f"{path}{sign}watch=guessed", token="").code == "wrong-link-key"


def test_anybody_may_watch_a_public_table(server: Server) -> None:
    assert server.play(public=True).ask("GET", token="").json["seat"] is None


def test_a_player_cannot_see_the_table_from_another_seat(server: Server) -> None:
    host = server.open(seats=[1])
    ben = host.invite("Ben", 2)
    host.ask("POST", "/begin")
    host.play("1 code RRBY")
    assert host.snapshot(1)["view"]["code"] == "RRBY"
    assert ben.snapshot(2)["view"]["code"] is None
    assert ben.ask("GET", "?seat=1").code == "not-your-seat"
    assert ben.ask("GET", "/events?after=1&seat=1").code == "not-your-seat"
    assert ben.ask("GET", "?seat=3").code == "no-such-seat"
    assert ben.submit(1, "code BBBB").code == "not-your-seat"


# Actions


def test_an_action_is_answered_with_its_number(server: Server) -> None:
    host = server.play()
    number = host.snapshot()["number"]
    assert host.submit(1, "code RRBY").json == {"number": number + 1}
    assert host.submit(2, "guess RBYG").json == {"number": number + 2}
    assert host.snapshot()["view"]["boards"][0]["rows"][0]["guess"] == "RBYG"


def test_an_action_sent_twice_counts_once(server: Server) -> None:
    host = server.play()
    first = host.submit(1, "code RRBY", "one")
    assert host.submit(1, "code RRBY", "one").json == first.json
    assert host.submit(1, "code RRBB", "one").code == "key-used"
    assert host.snapshot(1)["view"]["code"] == "RRBY"


@pytest.mark.parametrize("key", ["", "with space", "é", "x" * 101, "new\nline", "end\n", "\x00"])
def test_a_key_is_short_and_printable(server: Server, key: str) -> None:
    host = server.play()
    assert host.ask("POST", "/actions", {"seat": 1, "action": "code RRBY", "key": key}).status == 422


@pytest.mark.parametrize(
    ("seat", "action", "status", "code"),
    [
        (2, "guess RBYG", 409, "codes-first"),
        (1, "code RRB", 409, "wrong-length"),
        (1, "code RRBZ", 400, "unknown-colour"),
        (1, "dance", 400, "unreadable-action"),
        (1, "code", 400, "missing-argument"),
        (1, "timeout 2", 409, None),
        (1, "\x00", 400, "unreadable-action"),
    ],
)
def test_what_the_rules_forbid_is_refused_with_the_codes_of_the_engine(
    server: Server, seat: int, action: str, status: int, code: str | None
) -> None:
    host = server.play()
    before = host.snapshot()
    answer = host.submit(seat, action, "key")
    assert answer.status == status, answer.body
    assert code is None or answer.code == code
    assert host.snapshot() == before


def test_there_are_no_actions_before_the_match_begins(server: Server) -> None:
    assert server.open(seats=[1]).submit(1, "code RRBB").code == "not-begun"


# Events and records


def test_events_after_a_number_are_listed_in_order(server: Server) -> None:
    host = server.play().play("1 code RRBY", "2 guess RBYG", "2 guess RRBB")
    number = host.snapshot()["number"]
    for after in range(1, number + 2):
        events = host.ask("GET", f"/events?after={after}&seat=2").json
        assert [event["number"] for event in events] == list(range(after + 1, number + 1))
    assert host.ask("GET", "/events").status == 422
    assert host.ask("GET", "/events?after=0").status == 422


def test_the_record_is_available_only_when_the_match_is_over(server: Server) -> None:
    host = server.play()
    for line in RESIGNED:
        answer = host.ask("GET", "/record")
        assert answer.status == 403
        assert answer.code == "match-running"
        host.play(line)
    answer = host.ask("GET", "/record")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    record = read_record(answer.body.decode()).record
    assert len(record.actions) == 4
    assert all(line.time is not None for line in record.lines)
    assert record.header("Seat 1") == "Ann"


def test_anybody_can_check_that_the_code_was_never_changed(server: Server) -> None:
    host = server.play().play("1 code RRBY")
    (sealed,) = host.snapshot(2)["commitments"]
    assert host.snapshot(2)["reveals"] == []
    host.play("2 resign")
    (reveal,) = host.snapshot(2)["reveals"]
    assert reveal["code"] == "RRBY"
    assert sha256(f"{reveal['salt']}:{reveal['code']}".encode()).hexdigest() == sealed["hash"] == reveal["hash"]


def test_all_players_get_the_same_rematch(server: Server) -> None:
    host = server.open(seats=[1])
    ben = host.invite("Ben", 2)
    host.ask("POST", "/begin")
    assert ben.ask("POST", "/rematch").code == "not-over"
    for player, line in zip((host, ben, ben, host), RESIGNED, strict=True):
        player.play(line)
    with host.socket(1) as socket:
        socket.receive()
        first = Player(server, ben.ask("POST", "/rematch").json)
        event = socket.receive()
    assert (event["entry"], event["table"]["rematch"], event["table"]["rematch_by"]) == ("rematch", first.table, 2)
    table = first.snapshot()["table"]
    assert [(seat["name"], seat["invited"]) for seat in table["seats"]] == [("Ann", True), ("Ben", False)]
    assert first.ask("POST", "/begin").code == "host-only"
    second = Player(server, host.ask("POST", "/rematch").json)
    assert first.table == second.table == host.snapshot()["table"]["rematch"]
    assert first.token != second.token
    first.play("2 resign")


def test_players_who_press_at_once_open_one_rematch(server: Server) -> None:
    host = server.play()
    host.play(*RESIGNED)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: host.ask("POST", "/rematch"), range(8)))
    assert {answer.status for answer in answers} == {201}
    assert {answer.json["table"] for answer in answers} == {host.snapshot()["table"]["rematch"]}


def test_each_rematch_counts_as_a_table_for_the_one_who_opens_it(tmp_path: Path, start: Start) -> None:
    """Otherwise resigning and asking for a rematch again and again opens tables without end."""
    server = start(tmp_path, limits=replace(LAX_LIMITS, tables=3), proxies="127.0.0.1")
    ann, ben = ({"X-Forwarded-For": address} for address in ("192.0.2.16", "192.0.2.17"))
    body = {"edition": "classic~practice_yes", "name": "Ann", "seats": [1, 2], "begin": True}
    table = Player(server, server.ask("POST", "/api/tables", body, headers=ann).json)
    opened = 1
    while opened < 10:
        table.play("1 resign")
        answer = table.ask("POST", "/rematch", headers=ann)
        if answer.status != 201:
            break
        again = table.ask("POST", "/rematch", headers=ben)
        assert again.json == answer.json, "asking later opens nothing"
        table, opened = Player(server, answer.json), opened + 1
    assert (opened, answer.status, answer.code) == (3, 429, "too-many-tables")
    assert table.ask("POST", "/rematch", headers=ben).status == 201


def test_players_get_the_links_of_their_table_and_others_do_not(server: Server) -> None:
    host = server.open(seats=[1])
    ben = host.invite("Ben", 2)
    assert host.ask("GET", "/links").json == ben.ask("GET", "/links").json == host.links
    for token, code in (("", "no-token"), ("guessed", "wrong-token")):
        assert host.ask("GET", "/links", token=token).code == code


# The lobby


def test_the_lobby_lists_public_tables_with_open_seats(server: Server) -> None:
    def listed() -> list[str]:
        return [table["id"] for table in server.ask("GET", "/api/tables").json["tables"]]

    public, private = server.open(public=True, seats=[1]), server.open(seats=[1])
    assert public.table in listed()
    assert private.table not in listed()
    public.invite("Ben", 2)
    assert public.table not in listed()


# Bots


def test_a_bot_plays_its_seat(server: Server) -> None:
    host = server.open(seats=[1], bots={"2": "beginner"}, begin=True)
    with host.socket(1) as socket:
        socket.receive()
        socket.submit("code RRBY", "code")
        assert socket.receive()["events"][0]["event"] == "code-set"
        event = socket.receive()
    assert event["seat"] == 2
    assert event["events"][0]["event"] == "guess-placed"
    assert "key" not in event


def test_the_table_deals_the_parts(server: Server) -> None:
    host = server.play("mastermind-44", seats=4)
    with host.socket(3) as socket:
        frame = socket.receive()
        if not frame["view"]["ready"]:
            frame = socket.receive()
    assert host.snapshot(3)["view"]["code"] is not None


# Editions


def test_every_edition_is_listed_in_both_languages(server: Server) -> None:
    english = server.ask("GET", "/api/editions").json
    french = server.ask("GET", "/api/editions?lang=fr").json
    assert [book["id"] for book in english] == [book["id"] for book in french] == list(RULEBOOKS)
    assert english != french
    assert server.ask("GET", "/api/editions?lang=de").code == "unreadable"


def test_the_numbers_of_an_edition_with_options_are_available(server: Server) -> None:
    assert server.ask("GET", "/api/editions/classic~rows_12").json["rows"] == 12
    assert server.ask("GET", "/api/editions/chess").code == "unknown-edition"


def test_a_server_removes_tables_that_nobody_has_used_for_long(start: Start, tmp_path: Path) -> None:
    copy_old_database(tmp_path / "tables.sqlite")
    server = start(tmp_path, limits=replace(LAX_LIMITS, table_days=30))
    fresh = server.open()
    while server.ask("GET", "/api/tables/table3?watch=x").status != 404:
        pass
    assert fresh.snapshot()["table"]["host"] == "Ann"


def test_a_server_keeps_tables_for_ever_unless_it_is_told_otherwise(start: Start, tmp_path: Path) -> None:
    copy_old_database(tmp_path / "tables.sqlite")
    server = start(tmp_path)
    assert server.ask("GET", "/api/tables/table3?watch=x").code == "wrong-link-key"
