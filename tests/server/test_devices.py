"""Moving a seat to another device by a link; both devices hold it afterwards."""

from dataclasses import replace
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from support.running_server import LAX_LIMITS, Player, Server, Start


def create_link(player: Player, seat: int) -> str:
    """Create a link to this seat; return its link key."""
    answer = player.ask("POST", f"/seats/{seat}/link")
    assert answer.status == 201, answer.body
    path, _, link_key = answer.json["link"].partition("#")
    assert path == f"/seat/{player.table}/{seat}"
    return str(link_key)


def use_link(player: Player, seat: int, link_key: str) -> Player:
    """Use a link; return the player on the new device."""
    answer = player.ask("POST", f"/seats/{seat}/join", {"link_key": link_key}, token="")
    assert answer.status == 201, answer.body
    assert answer.json["token"] in answer.headers["set-cookie"]
    return Player(player.server, answer.json)


def test_a_player_continues_on_the_new_device_while_the_other_follows(server: Server) -> None:
    ann = server.open(seats=[1])
    ben = ann.invite("Ben", 2)
    assert ann.ask("POST", "/begin").status == 200
    ann.play("1 code RRBB")
    phone = use_link(ben, 2, create_link(ben, 2))
    assert phone.number == ben.number
    with ben.socket(2) as at_home, phone.socket(2) as away:
        number = at_home.receive()["number"]
        assert away.receive()["number"] == number
        away.submit("guess RRYY", "away")
        assert at_home.receive()["key"] == away.receive()["key"] == "away"
        at_home.submit("guess RRBB", "home")
        assert at_home.receive()["number"] == away.receive()["number"] == number + 2


def test_a_link_works_once_and_cannot_be_guessed(server: Server) -> None:
    ann = server.open(seats=[1])
    link_key = create_link(ann, 1)
    for wrong in ("", "guessed", ann.token, ann.link_key()):
        answer = ann.ask("POST", "/seats/1/join", {"link_key": wrong}, token="")
        assert (answer.status, answer.code) == (403, "link-expired")
    use_link(ann, 1, link_key)
    assert ann.ask("POST", "/seats/1/join", {"link_key": link_key}).code == "link-expired"
    assert ann.ask("POST", "/seats/9/join", {"link_key": link_key}).code == "no-such-seat"


def test_only_the_player_in_a_seat_gets_a_link_to_it(server: Server) -> None:
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


def test_players_who_shared_a_device_keep_separate_secrets_afterwards(server: Server) -> None:
    both = server.play()
    other = use_link(both, 2, create_link(both, 2))
    both.play("1 code RRBB")
    assert other.ask("GET", "?seat=2").json["view"]["seat"] == 2
    assert other.submit(2, "guess RRYY").status == 200
    answer = other.ask("GET", "?seat=1")
    assert (answer.status, answer.code) == (403, "token-for-one-seat")
    assert other.submit(1, "resign").code == "token-for-one-seat"
    assert other.ask("PUT", "/turn-limit", {"turn_limit": 5}).code == "token-for-one-seat"
    assert other.ask("GET", "/events?after=1&seat=1").code == "token-for-one-seat"
    assert other.ask("POST", "/seats/1/link").code == "token-for-one-seat"
    assert use_link(other, 2, create_link(other, 2)).ask("GET", "?seat=1").code == "token-for-one-seat"


@pytest.mark.parametrize("path", ["link", "join"])
def test_pages_of_other_sites_neither_create_links_nor_use_them(server: Server, path: str) -> None:
    ann = server.open(seats=[1])
    body = {"link_key": create_link(ann, 1)} if path == "join" else None
    answer = ann.ask("POST", f"/seats/1/{path}", body, headers={"Origin": "https://evil.example"})
    assert (answer.status, answer.code) == (403, "wrong-origin")


def test_the_number_of_links_is_limited_and_their_codes_are_not_logged(tmp_path: Path, start: Start) -> None:
    server = start(tmp_path, limits=replace(LAX_LIMITS, links=2))
    ann = server.open(seats=[1])
    keys = [create_link(ann, 1), create_link(ann, 1)]
    phone = use_link(ann, 1, keys[1])
    answer = ann.ask("POST", "/seats/1/link")
    assert (answer.status, answer.code) == (429, "too-fast")
    assert int(answer.headers["retry-after"]) > 1
    assert server.stop() == 0
    stored = server.log.read_bytes() + b"".join(file.read_bytes() for file in tmp_path.glob("tables.sqlite*"))
    assert not any(secret.encode() in stored for secret in (*keys, phone.token))


def test_a_revoked_token_plays_no_more_and_its_socket_is_closed(server: Server) -> None:
    ann = server.open(seats=[1])
    phone = use_link(ann, 1, create_link(ann, 1))
    listed = ann.ask("GET", "/tokens").json["tokens"]
    assert sorted((token["seat"] or 0, token["current"]) for token in listed) == [(0, True), (1, False)]
    own, of_phone = sorted(listed, key=lambda token: not token["current"])
    assert own["expires"] > own["created_at"]
    assert phone.ask("DELETE", f"/tokens/{own['id']}").code == "no-such-token"
    with phone.socket(1) as away, ann.socket(1) as at_home:
        away.receive()
        assert ann.ask("DELETE", f"/tokens/{of_phone['id']}").status == 204
        with pytest.raises(ConnectionClosed) as closed:
            away.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
        assert phone.ask("GET", "?seat=1").code == "wrong-token"
        at_home.receive()
        at_home.send({"type": "ping"})
        assert at_home.receive() == {"type": "pong"}
    last = ann.ask("DELETE", f"/tokens/{own['id']}")
    assert (last.status, "keypeg-" in last.headers["set-cookie"]) == (204, True)
    assert ann.ask("GET", "/tokens").code == "wrong-token"
    assert ann.ask("GET", "/tokens", token="").code == "no-token"
