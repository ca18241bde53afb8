"""The socket of a table: a snapshot, then every number once, even if the connection is lost."""

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
from support import long_match
from support.random_play import random_code, random_edition
from support.running_server import LAX_LIMITS, Player, Server, Start
from support.server_process import PATIENCE

# Frames


def test_the_first_frame_is_a_snapshot_and_the_next_has_the_next_number(server: Server) -> None:
    host = server.play()
    with host.socket(1) as maker, host.socket(2) as breaker, host.socket() as spectator:
        first = [socket.receive() for socket in (maker, breaker, spectator)]
        assert [frame["seat"] for frame in first] == [1, 2, None]
        assert first[2] == host.snapshot()
        number = first[0]["number"]
        maker.submit("code RRBY", "my-key")
        received = [socket.receive() for socket in (maker, breaker, spectator)]
    assert [frame["number"] for frame in received] == [number + 1] * 3
    assert [frame.get("key") for frame in received] == ["my-key", None, None]
    assert [frame["events"][0]["code"] for frame in received] == ["RRBY", None, None]
    assert [frame["own"]["code"] for frame in received] == ["RRBY", None, None]


def test_changes_before_the_match_are_sent(server: Server) -> None:
    host = server.open()
    with host.socket() as socket:
        assert socket.receive()["view"] is None
        host.invite("Ben", 1)
        host.ask("PUT", "/seats/2", {})
        host.ask("DELETE", "/seats/2")
        host.ask("PUT", "/turn-limit", {"turn_limit": 30})
        host.ask("PUT", "/seats/2", {})
        host.ask("POST", "/begin")
        frames = [socket.receive() for _ in range(7)]
    assert [frame["entry"] for frame in frames] == ["join", "sit", "sit", "stand", "turn-limit", "sit", "begin"]
    assert [frame["number"] for frame in frames] == list(range(2, 9))
    assert frames[-1]["events"][0]["event"] == "round-began"
    assert frames[-1]["now"]["boards"]


def test_http_and_sockets_send_the_same_frames(server: Server) -> None:
    host = server.play()
    with host.socket(2) as socket:
        socket.receive()
        host.play("1 code RRBY", "2 guess RBYG", "2 resign")
        received = [socket.receive() for _ in range(3)]
    assert host.ask("GET", f"/events?seat=2&after={received[0]['number'] - 1}").json == received


def test_an_action_sent_again_is_confirmed_but_not_repeated(server: Server) -> None:
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
        '"action"',
        '{"type": "dance"}',
        '{"type": "action"}',
        '{"type": "action", "action": "resign"}',
        '{"type": "action", "action": "resign", "key": ""}',
        '{"type": "action", "action": "resign", "key": "a b"}',
        '{"type": "action", "action": "resign", "key": "a\\n"}',
        '{"type": "action", "action": 7, "key": "a"}',
        '{"type": "action", "action": "\\ud800", "key": "a"}',
        '{"type": "action", "action": "resign", "key": "a", "seat": 2}',
        '{"type": "ping", "more": 1}',
        '{"more": ' + "[" * 1500 + "]" * 1500 + ', "type": "ping"}',
        b"\xff\xfe",
    ],
)
def test_an_unreadable_frame_is_refused_and_the_socket_stays_open(server: Server, frame: str | bytes) -> None:
    host = server.play()
    with host.socket(1) as socket:
        before = socket.receive()
        socket.send(frame)
        answer = socket.receive()
        assert (answer["type"], answer["key"], answer["problem"]["code"]) == ("refused", None, "unreadable")
        socket.send(b'{"type": "ping"}')
        assert socket.receive() == {"type": "pong"}
    assert host.snapshot(1) == before


def test_a_refusal_names_the_key_of_the_action(server: Server) -> None:
    with server.play().socket(2) as socket:
        socket.receive()
        socket.submit("guess RRBZ", "first")
        socket.submit("guess RRBB", "second")
        refusals = [socket.receive(), socket.receive()]
    assert [(follower["key"], follower["problem"]["code"]) for follower in refusals] == [
        ("first", "unknown-colour"),
        ("second", "codes-first"),
    ]


def test_a_spectator_cannot_act(server: Server) -> None:
    with server.play().socket() as socket:
        socket.receive()
        socket.submit("code RRBB", "key")
        assert socket.receive_refusal() == "no-token"


def test_a_client_refused_too_often_is_disconnected_with_a_reason(server: Server) -> None:
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


def test_a_client_that_floods_the_server_receives_every_refusal_before_it_is_disconnected(server: Server) -> None:
    with server.play().socket(2) as socket:
        socket.receive()
        with suppress(ConnectionClosed):  # the server may be the faster one
            for number in range(120):
                socket.submit("guess RRBB", f"{number}")
        assert [socket.receive()["key"] for _ in range(100)] == [f"{number}" for number in range(100)]
        with pytest.raises(ConnectionClosed) as caught:
            socket.receive()
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 1008


def test_a_successful_action_resets_the_count_of_refusals(server: Server) -> None:
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


# Resuming


def test_a_client_that_resumes_receives_what_it_missed(server: Server) -> None:
    host = server.play().play("1 code RRBY", "2 guess RBYG")
    number = host.snapshot()["number"]
    for after in range(1, number):
        with host.socket(2, after) as socket:
            assert [socket.receive()["number"] for _ in range(number - after)] == list(range(after + 1, number + 1))
            socket.send({"type": "ping"})
            assert socket.receive() == {"type": "pong"}  # and nothing before it
    with host.socket(2, number) as socket:
        socket.submit("guess RRRR", "key")
        assert socket.receive()["number"] == number + 1


@pytest.mark.parametrize("after", [0, 99_999_999])
def test_a_client_with_an_unknown_number_receives_a_snapshot(server: Server, after: int) -> None:
    with server.play().socket(2, after) as socket:
        assert socket.receive()["type"] == "snapshot"


def test_a_client_that_missed_much_does_not_count_as_slow(tmp_path: Path, start: Start) -> None:
    server = start(tmp_path, limits=replace(LAX_LIMITS, unread=1_000))
    host = server.play(long_match.EDITION)
    began = host.snapshot()["number"]
    last = began + 200
    host.play(*long_match.first_moves(200))
    with narrow_socket(server, host, after=began) as socket:
        time.sleep(0.1)  # the send buffer fills, and the rest waits
        received = b""
        while b'"number":%d,' % last not in received:
            more = receive_bytes(socket)
            assert more, "the client was disconnected"
            received += more
    assert [int(number) for number in re.findall(rb'"type":"event","number":([0-9]+),', received)] == list(
        range(began + 1, last + 1)
    )


def narrow_socket(server: Server, host: Player, after: int = 0) -> plain.socket:
    """Open a socket with a small receive buffer."""
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


def receive_bytes(connection: plain.socket) -> bytes:
    try:
        return connection.recv(65_536)
    except ConnectionError:
        return b""


class ResumingFollower:
    """Follows a table through one connection after another, and keeps all events."""

    def __init__(self, player: Player, seat: int | None) -> None:
        self.player, self.seat = player, seat
        self.socket = player.socket(seat)
        first = self.socket.receive()
        self.first_number: int = first["number"]
        self.now = first["view"]
        self.received: list[dict[str, Any]] = []

    @property
    def number(self) -> int:
        """The number of the last event received."""
        return self.first_number + len(self.received)

    def catch_up(self, number: int) -> None:
        """Receive everything up to a number, and what the table does by itself after it."""
        while self.number < number or TABLE in self.now["waiting"]:
            frame = self.socket.receive()
            if frame["type"] == "event":
                assert frame["number"] == self.number + 1
                self.received.append(frame)
                self.now = frame["now"] | frame["own"]

    def reconnect(self, rng: Random) -> None:
        """Drop the connection at any moment, and resume after the last number."""
        if rng.random() < 0.5:
            self.socket.close()
        else:
            self.socket.connection.socket.shutdown(plain.SHUT_RDWR)
        self.socket = self.player.socket(self.seat, self.number)


def random_action(now: dict[str, Any], edition: Edition, rng: Random) -> str:
    """Choose a random action of this seat that continues the match."""
    legal = next(legal for legal in now["legal"] if legal["action"] in ("code", "mark", "answer", "guess", "pass"))
    if "space" in legal:
        code = random_code(CodeSpace(**legal["space"]), rng)
        assert code is not None
        return f"{legal['action']} {write_code(code, edition.palette)}"
    if "marks" in legal:
        mark = rng.choice(legal["marks"])
        return "mark " + write_mark(KeyPegs(**mark) if "blacks" in mark else Number(**mark))
    return str(legal["action"])


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_lost_connection_never_skips_or_repeats_a_number(server: Server, name: str) -> None:
    rng = Random(name)
    edition = random_edition(name, rng, longest=2)
    host = server.play(write_edition(edition), seats=edition.seats)
    followers = [ResumingFollower(host, seat) for seat in (None, *range(1, edition.seats + 1))]
    number = followers[0].first_number
    for count in range(30):
        for follower in followers:
            follower.catch_up(number)
        if followers[0].now["outcome"] is not None:
            break
        actor = followers[rng.choice(followers[0].now["waiting"])]
        action, key = random_action(actor.now, edition, rng), f"{count}"
        number = actor.number + 1
        actor.socket.submit(action, key)
        if rng.random() < 0.4:  # the client cannot know whether it arrived, and sends it again
            actor.reconnect(rng)
            actor.socket.submit(action, key)
        for follower in followers:
            if follower is not actor and rng.random() < 0.2:
                follower.reconnect(rng)
    for follower in followers:
        follower.catch_up(number)
        query = f"/events?after={follower.first_number}" + ("" if follower.seat is None else f"&seat={follower.seat}")
        assert host.ask("GET", query).json == follower.received
        assert len(follower.received) == host.snapshot()["number"] - follower.first_number
        follower.socket.close()


# Slow clients, and a server that stops


def test_a_client_that_does_not_read_is_disconnected_and_others_are_not_affected(tmp_path: Path, start: Start) -> None:
    server = start(tmp_path, limits=replace(LAX_LIMITS, unread=10_000))
    host = server.play(long_match.EDITION)
    with narrow_socket(server, host) as slow, host.socket() as spectator:
        before = spectator.receive()["number"]
        for number, (seat, action) in enumerate(long_match.long_match()):
            host.submit(seat, action, f"{number}")
            before += 1
            assert spectator.receive()["number"] == before
            if number % 100 == 0 and b"\nkeypeg_sockets 1.0\n" in server.ask("GET", "/metrics").body:
                break
        else:
            raise AssertionError("the client was never disconnected")
        while receive_bytes(slow):  # only what was already sent arrives
            pass


class ConfirmedEntries:
    """Clients that act at a table and join it, and what the server confirms."""

    def __init__(self, host: Player) -> None:
        self.host = host
        self.numbers: list[int] = []
        """The numbers of their actions."""
        self.players: list[int] = []
        """The numbers of those who have joined."""
        self.closed: list[int | None] = []
        """The close codes of the socket."""

    def act_by_socket(self) -> None:
        """Set a code, and receive frames until the socket is closed."""
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

    def join_by_http(self) -> None:
        """Let more and more people join."""
        with suppress(OSError, http.client.HTTPException):
            for number in range(10**6):
                joined = self.host.ask("POST", "/join", {"link_key": self.host.link_key(), "name": f"{number}"})
                if joined.status == 201:
                    self.players.append(joined.json["player"])


def test_a_stopped_server_closes_its_sockets_and_keeps_all_confirmed_actions(tmp_path: Path, start: Start) -> None:
    server = start(tmp_path)
    confirmed = ConfirmedEntries(server.play())
    threads = [
        threading.Thread(target=work)
        for work in (confirmed.act_by_socket, confirmed.join_by_http, confirmed.join_by_http)
    ]
    for thread in threads:
        thread.start()
    while len(confirmed.players) < 100 or not confirmed.numbers:
        time.sleep(0.01)
    assert server.stop() == 0
    for thread in threads:
        thread.join(PATIENCE)
    assert confirmed.closed == [1012]
    restarted = confirmed.host.at(start(tmp_path))
    assert len(confirmed.players) == len(set(confirmed.players))
    table = restarted.snapshot()
    assert max(confirmed.players) <= table["table"]["players"]
    assert max(confirmed.numbers) <= table["number"]
    assert restarted.snapshot(1)["view"]["code"] == "RRBY"


def test_a_server_can_be_stopped_while_a_bot_is_choosing(tmp_path: Path, start: Start) -> None:
    server = start(tmp_path)
    host = server.open(bots={"1": "beginner", "2": "casual"}, begin=True)
    assert host.snapshot()["table"]["begun_at"]
    assert server.stop() == 0
    with host.at(start(tmp_path)).socket() as socket:  # the next server takes over
        frame = socket.receive()
        while not (frame["table"]["over"] if "table" in frame else frame["now"]["outcome"]):
            frame = socket.receive()
