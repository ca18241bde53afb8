"""The socket of a table: a snapshot, then every number once, whatever becomes of the connection."""

import http.client
import re
import socket as plain
import threading
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from keypeg.core.codes import CodeSpace
from keypeg.core.edition import TABLE, Edition
from keypeg.core.marks import KeyPegs, Number
from keypeg.editions import RULEBOOKS
from keypeg.records.edition_links import write_edition
from keypeg.records.notation import write_code, write_mark
from support.random_play import random_code, random_edition
from support.running_server import LAX_LIMITS, Player, Server, Start
from support.server_process import PATIENCE

# What a socket says


def test_the_first_frame_is_a_snapshot_and_the_next_is_one_number_on(server: Server) -> None:
    host = server.play()
    with host.socket(1) as maker, host.socket(2) as breaker, host.socket() as spectator:
        first = [socket.receive() for socket in (maker, breaker, spectator)]
        assert [frame["seat"] for frame in first] == [1, 2, None]
        assert first[2] == host.snapshot()
        number = first[0]["number"]
        maker.submit("code RRBY", "my-key")
        heard = [socket.receive() for socket in (maker, breaker, spectator)]
    assert [frame["number"] for frame in heard] == [number + 1] * 3
    assert [frame.get("key") for frame in heard] == ["my-key", None, None]
    assert [frame["events"][0]["code"] for frame in heard] == ["RRBY", None, None]
    assert [frame["own"]["code"] for frame in heard] == ["RRBY", None, None]


def test_before_the_match_those_who_come_and_sit_are_told(server: Server) -> None:
    host = server.open()
    with host.socket() as socket:
        assert socket.receive()["view"] is None
        host.invite("Ben", 1)
        host.ask("PUT", "/seats/2", {})
        host.ask("DELETE", "/seats/2")
        host.ask("PUT", "/limit", {"limit": 30})
        host.ask("PUT", "/seats/2", {})
        host.ask("POST", "/begin")
        happened = [socket.receive() for _ in range(7)]
    assert [frame["happened"] for frame in happened] == ["joined", "sat", "sat", "stood", "limited", "sat", "began"]
    assert [frame["number"] for frame in happened] == list(range(2, 9))
    assert happened[-1]["events"][0]["event"] == "round-began"
    assert happened[-1]["now"]["boards"]


def test_by_http_and_by_socket_the_same_is_told(server: Server) -> None:
    host = server.play()
    with host.socket(2) as socket:
        socket.receive()
        host.play("1 code RRBY", "2 guess RBYG", "2 resign")
        heard = [socket.receive() for _ in range(3)]
    assert host.ask("GET", f"/events?seat=2&after={heard[0]['number'] - 1}").json == heard


def test_an_action_sent_again_is_answered_but_not_done_again(server: Server) -> None:
    host = server.play()
    with host.socket(1) as socket:
        socket.receive()
        socket.submit("code RRBY", "key")
        number = socket.receive()["number"]
        socket.submit("code RRBY", "key")
        assert socket.receive() == {"type": "done", "key": "key", "number": number}
        socket.submit("code YBRR", "key")
        assert socket.receive_refusal() == "key-used"
    assert host.submit(1, "code RRBY", "key").json == {"number": number}
    assert host.snapshot()["number"] == number


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "nonsense",
        "[]",
        '"act"',
        '{"type": "dance"}',
        '{"type": "act"}',
        '{"type": "act", "action": "resign"}',
        '{"type": "act", "action": "resign", "key": ""}',
        '{"type": "act", "action": "resign", "key": "a b"}',
        '{"type": "act", "action": "resign", "key": "a\\n"}',
        '{"type": "act", "action": 7, "key": "a"}',
        '{"type": "act", "action": "\\ud800", "key": "a"}',
        '{"type": "act", "action": "resign", "key": "a", "seat": 2}',
        '{"type": "ping", "more": 1}',
        '{"more": ' + "[" * 1500 + "]" * 1500 + ', "type": "ping"}',
        b"\xff\xfe",
    ],
)
def test_a_frame_that_cannot_be_read_is_refused_and_the_socket_goes_on(server: Server, frame: str | bytes) -> None:
    host = server.play()
    with host.socket(1) as socket:
        before = socket.receive()
        socket.send(frame)
        answer = socket.receive()
        assert (answer["type"], answer["key"], answer["problem"]["code"]) == ("refused", None, "unreadable")
        socket.send(b'{"type": "ping"}')
        assert socket.receive() == {"type": "pong"}
    assert host.snapshot(1) == before


def test_a_refusal_names_the_key_of_what_was_refused(server: Server) -> None:
    with server.play().socket(2) as socket:
        socket.receive()
        socket.submit("guess RRBZ", "first")
        socket.submit("guess RRBB", "second")
        refusals = [socket.receive(), socket.receive()]
    assert [(one["key"], one["problem"]["code"]) for one in refusals] == [
        ("first", "unknown-colour"),
        ("second", "codes-first"),
    ]


def test_who_looks_on_does_nothing(server: Server) -> None:
    with server.play().socket() as socket:
        socket.receive()
        socket.submit("code RRBB", "key")
        assert socket.receive_refusal() == "no-token"


def test_who_is_refused_too_often_is_let_go_after_he_was_told_why(server: Server) -> None:
    with server.play().socket(2) as socket:
        socket.receive()
        for number in range(99):
            socket.submit("guess RRBB", f"{number}")
        assert {socket.receive_refusal() for _ in range(99)} == {"codes-first"}
        socket.submit("guess RRBB", "once more")
        assert socket.receive_refusal() == "unreadable"
        with pytest.raises(ConnectionClosed) as caught:
            socket.receive()
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 1008


def test_who_sends_far_too_much_at_once_is_told_of_every_refusal_before_he_is_let_go(server: Server) -> None:
    with server.play().socket(2) as socket:
        socket.receive()
        for number in range(300):
            socket.submit("guess RRBB", f"{number}")
        assert [socket.receive()["key"] for _ in range(100)] == [f"{number}" for number in range(100)]
        with pytest.raises(ConnectionClosed) as caught:
            socket.receive()
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 1008


def test_what_is_done_makes_up_for_what_was_refused(server: Server) -> None:
    with server.play().socket(1) as socket:
        socket.receive()
        for number in range(99):
            socket.submit("guess RRBB", f"{number}")
            socket.receive_refusal()
        socket.submit("code RRBB", "code")
        assert socket.receive()["type"] == "event"
        for number in range(99):
            socket.submit("guess RRBB", f"again-{number}")
            socket.receive_refusal()
        socket.send({"type": "ping"})
        assert socket.receive() == {"type": "pong"}


# Coming back


def test_who_comes_back_with_his_number_gets_what_he_has_missed(server: Server) -> None:
    host = server.play().play("1 code RRBY", "2 guess RBYG")
    number = host.snapshot()["number"]
    for after in range(1, number):
        with host.socket(2, after) as socket:
            assert [socket.receive()["number"] for _ in range(number - after)] == list(range(after + 1, number + 1))
            socket.send({"type": "ping"})
            assert socket.receive() == {"type": "pong"}  # and nothing between
    with host.socket(2, number) as socket:
        socket.submit("guess RRRR", "key")
        assert socket.receive()["number"] == number + 1


@pytest.mark.parametrize("after", [0, 99_999_999])
def test_who_names_a_number_that_is_not_there_begins_anew(server: Server, after: int) -> None:
    with server.play().socket(2, after) as socket:
        assert socket.receive()["type"] == "snapshot"


def test_who_has_missed_very_much_is_not_taken_for_slow(tmp_path: Path, start: Start) -> None:
    server = start(tmp_path, limits=replace(LAX_LIMITS, unread=1_000))
    host = server.open(seats=[1])
    for number in range(500):
        host.ask("PUT", "/limit", {"limit": number})
    with narrow_socket(server, host, after=1) as socket:
        time.sleep(0.1)  # meanwhile all is sent that goes through, and the rest waits
        heard = b""
        while b'"number":502,' not in heard:
            more = read_on(socket)
            assert more, "he was let go"
            heard += more
    assert [int(number) for number in re.findall(rb'"type":"event","number":([0-9]+),', heard)] == list(range(2, 503))


def narrow_socket(server: Server, host: Player, after: int = 0) -> plain.socket:
    """A socket through which little goes at a time."""
    socket = plain.socket()
    socket.settimeout(PATIENCE)
    socket.setsockopt(plain.SOL_SOCKET, plain.SO_RCVBUF, 2048)
    socket.connect(("127.0.0.1", server.settings.port))
    socket.sendall(
        f"GET /api/tables/{host.table}/socket?seat=1&after={after} HTTP/1.1\r\nHost: {server.host}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: c2VjcmV0IGtleSBvZiBhIA==\r\nAuthorization: Bearer {host.token}\r\n\r\n".encode()
    )
    assert socket.recv(12) == b"HTTP/1.1 101"
    return socket


def read_on(connection: plain.socket) -> bytes:
    try:
        return connection.recv(65_536)
    except ConnectionError:
        return b""


class Faithful:
    """Follows a table through one connection after the other, and keeps all that it hears."""

    def __init__(self, player: Player, seat: int | None) -> None:
        self.player, self.seat = player, seat
        self.socket = player.socket(seat)
        first = self.socket.receive()
        self.begun: int = first["number"]
        self.now = first["view"]
        self.heard: list[dict[str, Any]] = []

    @property
    def number(self) -> int:
        """The last number that it has heard."""
        return self.begun + len(self.heard)

    def catch_up(self, number: int) -> None:
        """Hear everything up to a number, and what the table then does by itself."""
        while self.number < number or TABLE in self.now["waiting"]:
            frame = self.socket.receive()
            if frame["type"] == "event":
                assert frame["number"] == self.number + 1
                self.heard.append(frame)
                self.now = frame["now"] | frame["own"]

    def lose(self, rng: Random) -> None:
        """Lose the connection, whatever is under way, and come back with the last number."""
        if rng.random() < 0.5:
            self.socket.close()
        else:
            self.socket.connection.socket.shutdown(plain.SHUT_RDWR)
        self.socket = self.player.socket(self.seat, self.number)


def any_action(now: dict[str, Any], edition: Edition, rng: Random) -> str:
    """Anything that this seat may do to go on."""
    may = next(may for may in now["legal"] if may["action"] in ("code", "mark", "answer", "guess", "pass"))
    if "space" in may:
        code = random_code(CodeSpace(**may["space"]), rng)
        assert code is not None
        return f"{may['action']} {write_code(code, edition.palette)}"
    if "marks" in may:
        mark = rng.choice(may["marks"])
        return "mark " + write_mark(KeyPegs(**mark) if "blacks" in mark else Number(**mark))
    return str(may["action"])


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_lost_connection_never_skips_or_repeats_a_number(server: Server, name: str) -> None:
    rng = Random(name)
    edition = random_edition(name, rng, longest=2)
    host = server.play(write_edition(edition), seats=edition.seats)
    followers = [Faithful(host, seat) for seat in (None, *range(1, edition.seats + 1))]
    number = followers[0].begun
    for count in range(30):
        for one in followers:
            one.catch_up(number)
        if followers[0].now["outcome"] is not None:
            break
        actor = followers[rng.choice(followers[0].now["waiting"])]
        action, key = any_action(actor.now, edition, rng), f"{count}"
        number = actor.number + 1
        actor.socket.submit(action, key)
        if rng.random() < 0.4:  # he cannot know whether that has arrived, and sends it again
            actor.lose(rng)
            actor.socket.submit(action, key)
        for one in followers:
            if one is not actor and rng.random() < 0.2:
                one.lose(rng)
    for one in followers:
        one.catch_up(number)
        asked = f"/events?after={one.begun}" + ("" if one.seat is None else f"&seat={one.seat}")
        assert host.ask("GET", asked).json == one.heard
        assert len(one.heard) == host.snapshot()["number"] - one.begun
        one.socket.close()


# Those who do not read, and a server that ends


def test_whoever_does_not_read_is_dropped_and_nobody_else_notices(tmp_path: Path, start: Start) -> None:
    server = start(tmp_path, limits=replace(LAX_LIMITS, unread=10_000))
    host = server.open(seats=[1])
    with narrow_socket(server, host) as deaf, host.socket() as spectator:
        before = spectator.receive()["number"]
        for number in range(5_000):
            host.ask("PUT", "/limit", {"limit": number})
            before += 1
            assert spectator.receive()["number"] == before
            if number % 100 == 0 and b"\nkeypeg_sockets 1.0\n" in server.ask("GET", "/metrics").body:
                break
        else:
            raise AssertionError("he was never dropped")
        while read_on(deaf):  # what was under way is all that still comes
            pass


class Acknowledged:
    """Two who do much at a table, and keep the number of all that was said to be done."""

    def __init__(self, host: Player) -> None:
        self.host = host
        self.numbers: list[int] = []
        self.closed: list[int | None] = []
        """Why the socket was closed."""

    def by_socket(self) -> None:
        """Set a code, and listen to the end."""
        with self.host.socket(1) as maker:
            maker.receive()
            maker.submit("code RRBY", "code")
            try:
                while True:
                    frame = maker.receive()
                    if frame.get("key") == "code":
                        self.numbers.append(frame["number"])
            except ConnectionClosed as closed:
                self.closed.append(closed.rcvd.code if closed.rcvd else None)

    def by_http(self) -> None:
        """Change how long a turn may take, again and again."""
        with suppress(OSError, http.client.HTTPException):
            for number in range(10**6):
                answer = self.host.ask("PUT", "/limit", {"limit": number})
                if answer.status == 200:
                    self.numbers.append(answer.json["number"])


def test_a_server_that_is_stopped_closes_its_sockets_and_keeps_what_it_has_acknowledged(
    tmp_path: Path, start: Start
) -> None:
    server = start(tmp_path)
    done = Acknowledged(server.play())
    threads = [threading.Thread(target=work) for work in (done.by_socket, done.by_http, done.by_http)]
    for thread in threads:
        thread.start()
    while len(done.numbers) < 100:
        time.sleep(0.01)
    assert server.stop() == 0
    for thread in threads:
        thread.join(PATIENCE)
    assert done.closed == [1012]
    kept = done.host.at(start(tmp_path))
    assert len(done.numbers) == len(set(done.numbers))
    assert max(done.numbers) <= kept.snapshot()["number"]
    assert kept.snapshot(1)["view"]["code"] == "RRBY"


def test_a_server_ends_though_a_computer_thinks(tmp_path: Path, start: Start) -> None:
    server = start(tmp_path)
    host = server.open(computers={"1": "novice", "2": "casual"}, begin=True)
    assert host.snapshot()["table"]["begun"]
    assert server.stop() == 0
    with host.at(start(tmp_path)).socket() as socket:  # whoever is started next takes it up
        frame = socket.receive()
        while not (frame["table"]["over"] if "table" in frame else frame["now"]["outcome"]):
            frame = socket.receive()
