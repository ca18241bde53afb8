"""Going on with a seat on another device: by a link, and both devices hold it then."""

from dataclasses import replace
from pathlib import Path

import pytest

from support.running_server import LAX_LIMITS, Player, Server, Start


def link_to(player: Player, seat: int) -> str:
    """The code of a link to this seat."""
    answer = player.ask("POST", f"/seats/{seat}/link")
    assert answer.status == 201, answer.body
    path, _, code = answer.json["link"].partition("#")
    assert path == f"/seat/{player.table}/{seat}"
    return str(code)


def carried(player: Player, seat: int, code: str) -> Player:
    """The same player, on the device that has used the link."""
    answer = player.ask("POST", f"/seats/{seat}/join", {"code": code}, token="")
    assert answer.status == 201, answer.body
    assert answer.json["token"] in answer.headers["set-cookie"]
    return Player(player.server, answer.json)


def test_who_has_used_a_link_plays_on_while_the_other_device_looks_on(server: Server) -> None:
    ann = server.open(seats=[1])
    ben = ann.invite("Ben", 2)
    assert ann.ask("POST", "/begin").status == 200
    ann.play("1 code RRBB")
    phone = carried(ben, 2, link_to(ben, 2))
    assert phone.number == ben.number
    with ben.socket(2) as at_home, phone.socket(2) as away:
        number = at_home.receive()["number"]
        assert away.receive()["number"] == number
        away.submit("guess RRYY", "away")
        assert at_home.receive()["key"] == away.receive()["key"] == "away"
        at_home.submit("guess RRBB", "home")
        assert at_home.receive()["number"] == away.receive()["number"] == number + 2


def test_a_link_is_used_once_and_by_nobody_who_has_only_guessed(server: Server) -> None:
    ann = server.open(seats=[1])
    code = link_to(ann, 1)
    for wrong in ("", "guessed", ann.token, ann.key()):
        answer = ann.ask("POST", "/seats/1/join", {"code": wrong}, token="")
        assert (answer.status, answer.code) == (403, "link-over")
    carried(ann, 1, code)
    assert ann.ask("POST", "/seats/1/join", {"code": code}).code == "link-over"
    assert ann.ask("POST", "/seats/9/join", {"code": code}).code == "no-such-seat"


def test_only_who_holds_a_seat_is_given_a_link_to_it(server: Server) -> None:
    ann = server.open(seats=[1])
    ben = ann.invite("Ben", 2)
    for player, seat, token, why in (
        (ann, 2, ann.token, "not-your-seat"),
        (ben, 1, ben.token, "not-your-seat"),
        (ann, 9, ann.token, "no-such-seat"),
        (ann, 1, "", "no-token"),
        (ann, 1, "invented", "wrong-token"),
        (ann, 1, server.open(seats=[1]).token, "wrong-token"),
    ):
        assert player.ask("POST", f"/seats/{seat}/link", token=token).code == why


def test_of_two_who_shared_a_device_each_has_his_own_secrets_then(server: Server) -> None:
    both = server.play()
    other = carried(both, 2, link_to(both, 2))
    both.play("1 code RRBB")
    assert other.ask("GET", "?seat=2").json["view"]["seat"] == 2
    assert other.submit(2, "guess RRYY").status == 200
    answer = other.ask("GET", "?seat=1")
    assert (answer.status, answer.code) == (403, "seat-only")
    assert other.submit(1, "resign").code == "seat-only"
    assert other.ask("PUT", "/limit", {"limit": 5}).code == "seat-only"
    assert other.ask("GET", "/events?after=1&seat=1").code == "seat-only"
    assert other.ask("POST", "/seats/1/link").code == "seat-only"
    assert carried(other, 2, link_to(other, 2)).ask("GET", "?seat=1").code == "seat-only"


@pytest.mark.parametrize("path", ["link", "join"])
def test_pages_from_elsewhere_neither_make_links_nor_use_them(server: Server, path: str) -> None:
    ann = server.open(seats=[1])
    body = {"code": link_to(ann, 1)} if path == "join" else None
    answer = ann.ask("POST", f"/seats/1/{path}", body, headers={"Origin": "https://evil.example"})
    assert (answer.status, answer.code) == (403, "wrong-origin")


def test_links_are_made_only_so_often_and_their_codes_are_in_no_log(tmp_path: Path, start: Start) -> None:
    server = start(tmp_path, limits=replace(LAX_LIMITS, links=2))
    ann = server.open(seats=[1])
    codes = [link_to(ann, 1), link_to(ann, 1)]
    phone = carried(ann, 1, codes[1])
    answer = ann.ask("POST", "/seats/1/link")
    assert (answer.status, answer.code) == (429, "too-fast")
    assert int(answer.headers["retry-after"]) > 1
    assert server.stop() == 0
    held = server.log.read_bytes() + b"".join(file.read_bytes() for file in tmp_path.glob("tables.sqlite*"))
    assert not any(secret.encode() in held for secret in (*codes, phone.token))
