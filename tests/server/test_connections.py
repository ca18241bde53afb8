"""What one client can do with its connections: it is limited, and nobody else is."""

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import partial
from itertools import accumulate
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from keypeg.server.client_networks import ClientNetworks
from keypeg.server.connections import Connections, allow_many_files, most_connections
from keypeg.server.frame_counter import FrameCounter
from keypeg.server.lobby_limits import LobbyLimits
from keypeg.server.rate_limits import AddressBuckets, ConnectionCounts
from keypeg.server.settings import Limits
from keypeg.server.slice_queue import SliceQueue
from server.test_bad_input import RawSocket, wire_frame
from server.test_rate_limits import Clock
from support.running_server import Server, Start
from support.server_process import PATIENCE
from support.thoroughness import examples

BRIEF = Limits(
    head_seconds=0.5,
    body_seconds=0.5,
    unread_seconds=0.5,
    connections=20,
    connections_per_address=20,
    requests=1e6,
    request_burst=1e6,
    pipelined=10**6,
)
"""Limits that a test need not wait for."""


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the usual limits."""
    server = Server(tmp_path_factory.mktemp("limited"), limits=Limits(openings=1e6, opening_burst=1e6))
    yield server
    assert server.stop() == 0


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that gives its clients little time and room."""
    server = Server(tmp_path_factory.mktemp("hasty"), limits=BRIEF)
    yield server
    assert server.stop() == 0


REQUEST = "GET /healthz HTTP/1.1\r\nHost: {host}\r\n"


def connect(server: Server) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", server.settings.port))
    connection.settimeout(PATIENCE)
    return connection


def rest_of(connection: socket.socket) -> bytes:
    """Everything that the server still sends before it closes the connection."""
    received = b""
    try:
        while piece := connection.recv(1 << 16):
            received += piece
    except ConnectionError:
        pass
    return received


# Frames


@examples(40)
@given(st.lists(st.tuples(st.sampled_from([0, 1, 125, 126, 1000]), st.sampled_from([0, 1, 9]))), st.randoms())
def test_frames_are_counted_whatever_pieces_they_arrive_in(frames: list[tuple[int, int]], chance: Random) -> None:
    sent = b"".join(wire_frame(bytes(size), kind) for size, kind in frames)
    ends = set(accumulate((len(wire_frame(bytes(size), kind)) for size, kind in frames), initial=0))
    counter, counted, at = FrameCounter(), 0, 0
    while at < len(sent):
        size = chance.choice((1, 2, 3, 5, 100, 4_000))
        piece, walked = sent[at : at + size], 0
        while walked < len(piece):
            count, walked = counter.walk(piece, walked, chance.choice((1, 2, 1000)))
            counted += count
        at += size
        assert counter.at_frame_start == (min(at, len(sent)) in ends)
    assert counted == len(frames)


def test_a_walk_ends_after_so_many_frames() -> None:
    ping = wire_frame(b"", 9)
    assert FrameCounter().walk(ping * 40_000, len(ping), 100) == (100, 101 * len(ping))


CLOSED_FOR_FLOOD = b"\x88\x02\x03\xf0"
"""The frame that closes a socket with 1008."""

EMPTY_FRAMES = {
    "pings": wire_frame(b"", 9),
    "pongs": wire_frame(b"", 10),
    "fragments": wire_frame(b"", 0),
    "texts": wire_frame(b"", 1),
}


@pytest.mark.parametrize("kind", EMPTY_FRAMES)
def test_a_client_that_floods_its_socket_is_disconnected_and_others_play_on(kind: str, limited: Server) -> None:
    host = limited.play()
    flooder = RawSocket(host, 1)
    frames = EMPTY_FRAMES[kind] * 20_000
    if kind == "fragments":
        frames = b"\x01\x80\0\0\0\0" + frames  # a text that is never finished
    with closing(flooder.connection) as connection:
        assert is_disconnected_while_sending(connection, frames, times=50), "a million frames"
    assert host.submit(1, "code RRBB", "k").status == 200


def is_disconnected_while_sending(connection: socket.socket, data: bytes, times: int) -> bool:
    """Whether the server disconnects a client that sends this so many times."""
    try:
        for _ in range(times):
            connection.sendall(data)
    except ConnectionError:
        return True
    return False


@pytest.mark.parametrize("kind", ["repeated actions", "pings in text"])
def test_frames_that_come_one_by_one_are_counted_too(kind: str, limited: Server) -> None:
    host = limited.play()
    text = b'{"type":"action","action":"code RRBB","key":"k"}' if kind == "repeated actions" else b'{"type":"ping"}'
    flooder = RawSocket(host, 1)
    with closing(flooder.connection) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        assert is_disconnected_while_sending(connection, wire_frame(text, 1), times=100_000)
    assert host.submit(1, "code RRBB", "k").status == 200


def test_repeated_actions_do_not_make_up_for_refused_ones(server: Server) -> None:
    host = server.play()
    assert host.submit(1, "code RRBB", "again").status == 200
    with host.socket(1) as refused:
        refused.receive()
        for number in range(100):
            refused.submit("code YYYG", f"{number}")
            assert refused.receive_refusal() == "code-already-set"
            if number < 99:
                refused.submit("code RRBB", "again")
                assert refused.receive()["type"] == "done"
        with pytest.raises(ConnectionClosed):
            refused.receive()


@examples(10)
@given(chance=st.randoms())
def test_frames_in_pieces_and_whole_ones_are_all_answered_in_turn(server: Server, chance: Random) -> None:
    raw_socket = RawSocket(server.play(), 1)
    with closing(raw_socket.connection) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        keys = [f"key-{number}" for number in range(60)]
        sent = [wire_frame(b'{"type":"action","action":"guess RRBB","key":"%s"}' % key.encode(), 1) for key in keys]
        while sent:
            together, sent = b"".join(sent[:3]), sent[3:]
            while together:
                size = chance.choice((1, 5, 60, 400))
                connection.sendall(together[:size])
                together = together[size:]
        assert [json.loads(next(raw_socket.answers))["key"] for _ in keys] == keys


def test_thousands_of_frames_that_arrive_together_are_answered_in_turn(server: Server) -> None:
    """The server handles them in slices: all at once, they hold its loop for longer than a thorough run allows."""
    raw_socket = RawSocket(server.play(), 1)
    ping = wire_frame(b'{"type":"ping"}', 1)
    keys = [f"key-{number}" for number in range(10)]
    refused = [wire_frame(b'{"type":"action","action":"guess RRBB","key":"%s"}' % key.encode(), 1) for key in keys]
    with closing(raw_socket.connection) as connection:
        connection.sendall(b"".join(ping * 1000 + frame for frame in refused))
        for key in keys:
            assert [next(raw_socket.answers) for _ in range(1000)] == [b'{"type":"pong"}'] * 1000
            assert json.loads(next(raw_socket.answers))["key"] == key


def test_actions_that_arrive_together_are_taken_in_turn(server: Server) -> None:
    """More of them than may wait for their table: then no more are handled until one is done."""
    host = server.play("classic~rounds_100")
    raw_socket = RawSocket(host, 1)
    actions = [f'{{"type":"action","action":"code {code}","key":"k{at}"}}' for at, code in enumerate(["RRBB"] * 50)]
    with closing(raw_socket.connection) as connection:
        connection.sendall(b"".join(wire_frame(action.encode(), 1) for action in actions))
        answers = [json.loads(next(raw_socket.answers)) for _ in actions]
    assert [answer.get("key") for answer in answers] == [f"k{at}" for at in range(50)]
    assert [answer["type"] for answer in answers] == ["event"] + 49 * ["refused"]


def test_clients_that_wait_take_turns_and_others_are_served_in_between() -> None:
    calls: list[str] = []

    async def take_turns() -> None:
        turns = SliceQueue()

        def work(name: str, times: int) -> None:
            calls.append(name)
            if times > 1:
                turns.add(partial(work, name, times - 1))

        turns.add(partial(work, "greedy", 3))
        turns.add(partial(work, "modest", 1))
        for _ in range(5):
            await asyncio.sleep(0)
            calls.append("others")

    asyncio.run(take_turns())
    assert calls == ["greedy", "others", "modest", "others", "greedy", "others", "greedy", "others", "others"]


def test_a_message_in_too_many_fragments_ends_its_socket(server: Server) -> None:
    host = server.play()
    begun = wire_frame(b'{"type":', 1)
    begun = bytes([begun[0] & 0x7F]) + begun[1:]  # more follows
    empty = wire_frame(b"", 0)
    empty = bytes([empty[0] & 0x7F]) + empty[1:]
    patient = RawSocket(host, 1)
    with closing(patient.connection) as connection:
        connection.sendall(begun + empty * 62 + wire_frame(b'"ping"}', 0))
        assert next(patient.answers) == b'{"type":"pong"}'
        connection.sendall(begun + empty * 64)
        assert rest_of(connection) == CLOSED_FOR_FLOOD


def test_pongs_that_nobody_reads_are_not_kept(server: Server) -> None:
    """Where frames are not limited."""
    host = server.play()
    greedy = RawSocket(host, 1)
    with closing(greedy.connection) as connection:
        ping = wire_frame(bytes(125), 9) * 1000
        assert is_disconnected_while_sending(connection, ping, times=400), "50 megabytes of pongs"
    assert host.submit(1, "code RRBB", "k").status == 200


# Requests


@pytest.mark.parametrize("part", ["address", "one header", "many headers"])
def test_a_head_that_is_too_long_is_refused_at_once(part: str, limited: Server) -> None:
    head = {
        "address": b"GET /" + b"a" * 10_000_000,
        "one header": b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"a" * 10_000_000,
        "many headers": b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X: a\r\n" * 2_000_000,
    }[part]
    with closing(connect(limited)) as connection:
        assert is_disconnected_while_sending(connection, head, times=1)
    with closing(connect(limited)) as connection:
        connection.sendall(head[:65_537])
        assert rest_of(connection).startswith(b"HTTP/1.1 431")
    assert limited.ask("GET", "/healthz").status == 200


def test_a_request_has_only_so_many_headers(limited: Server) -> None:
    for headers, answer in ((98, b"HTTP/1.1 200"), (99, b"HTTP/1.1 431"), (15_000, b"HTTP/1.1 431")):
        with closing(connect(limited)) as connection:
            head = REQUEST.format(host=limited.host) + "Connection: close\r\n" + "X:\r\n" * headers + "\r\n"
            connection.sendall(head.encode())
            assert rest_of(connection).startswith(answer)


def test_requests_that_do_not_wait_for_answers_are_answered_in_turn_but_only_a_few(limited: Server) -> None:
    host = limited.play()
    request = REQUEST.format(host=limited.host) + "\r\n"
    with closing(connect(limited)) as connection:
        connection.sendall((request * 8 + request.replace("\r\n", "\r\nConnection: close\r\n", 1)).encode())
        assert rest_of(connection).count(b"HTTP/1.1 200") == 9
    with closing(connect(limited)) as connection:
        assert is_disconnected_while_sending(connection, request.encode() * 1000, times=1000), "a million requests"
    assert host.submit(1, "code RRBB", "k").status == 200


def test_a_client_that_sends_far_too_many_requests_is_disconnected(start: Start, tmp_path: Path) -> None:
    server = start(tmp_path, limits=Limits(requests=1.0, request_burst=10.0))
    request = (REQUEST.format(host=server.host) + "\r\n").encode()
    answers = []
    with closing(connect(server)) as connection:
        for _ in range(30):
            connection.sendall(request)
            answers.append(b"")
            while not answers[-1].endswith(b"}") and (piece := connection.recv(1 << 16)):
                answers[-1] += piece
            if not answers[-1].endswith(b"}"):
                break
    assert answers[-1].startswith(b"HTTP/1.1 429")
    assert 10 < len(answers) < 30


def test_a_body_comes_in_only_so_many_pieces(limited: Server) -> None:
    head = f"POST /api/study/advice HTTP/1.1\r\nHost: {limited.host}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
    with closing(connect(limited)) as connection:
        assert is_disconnected_while_sending(connection, head + b"1\r\na\r\n" * 1_000_000, times=1)
    with closing(connect(limited)) as connection:
        assert is_disconnected_while_sending(connection, head + b"1;" + b"a" * 10_000_000, times=1), "in one chunk"
    with closing(connect(limited)) as connection:
        connection.sendall(
            head.replace(b"chunked", b"chunked\r\nConnection: close") + b"1\r\na\r\n" * 999 + b"0\r\n\r\n"
        )
        assert rest_of(connection).startswith(b"HTTP/1.1 422")


def test_a_client_that_does_not_read_what_it_requests_is_disconnected(hasty: Server) -> None:
    request = f"GET /openapi.json HTTP/1.1\r\nHost: {hasty.host}\r\n\r\n".encode()
    with closing(connect(hasty)) as connection:
        connection.sendall(request * 100)  # 15 megabytes of answers
        deadline = time.monotonic() + PATIENCE
        with suppress(ConnectionError):
            while time.monotonic() < deadline:
                connection.sendall(b"a")
                time.sleep(0.05)
            pytest.fail("it was never closed")


def test_a_head_of_just_the_limit_is_read(limited: Server) -> None:
    head = REQUEST.format(host=limited.host) + "X: "
    end = "\r\nConnection: close\r\n\r\n"
    with closing(connect(limited)) as connection:
        connection.sendall((head + "a" * (65_536 - len(head + end)) + end).encode())
        assert rest_of(connection).startswith(b"HTTP/1.1 200")
    with closing(connect(limited)) as connection:
        connection.sendall((head + "a" * (65_537 - len(head + end)) + end).encode())
        assert rest_of(connection).startswith(b"HTTP/1.1 431")


def test_headers_after_a_body_are_ignored(limited: Server) -> None:
    with closing(connect(limited)) as connection:
        chunked = "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\nX: " + "a" * 60_000 + "\r\n\r\n"
        connection.sendall((REQUEST.format(host=limited.host) + chunked).encode())
        assert rest_of(connection).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        ("", b"HTTP/1.1 408"),
        ("\r\n", b"HTTP/1.1 408"),
        ("GET /heal", b"HTTP/1.1 408"),
        ("GET /healthz HTTP/1.1\r\nHost: a\r\nX:", b"HTTP/1.1 408"),
        ("POST /api/tables HTTP/1.1\r\nHost: {host}\r\nContent-Length: 50\r\n\r\n{{", b""),
    ],
    ids=["nothing", "an empty line", "an unfinished address", "an unfinished header", "an unfinished body"],
)
def test_a_request_that_is_never_finished_is_closed_in_time(sent: str, answer: bytes, hasty: Server) -> None:
    with closing(connect(hasty)) as connection:
        connection.sendall(sent.format(host=hasty.host).encode())
        assert rest_of(connection).startswith(answer)


def test_bytes_one_by_one_do_not_put_off_the_deadline(hasty: Server) -> None:
    with closing(connect(hasty)) as connection:
        connection.settimeout(0.05)
        for _ in range(20 * int(PATIENCE)):
            with suppress(TimeoutError):
                connection.sendall(b"a")
                if connection.recv(100):
                    return
    pytest.fail("it was never closed")


def test_a_connection_that_was_answered_serves_the_next_request(hasty: Server) -> None:
    with closing(connect(hasty)) as connection:
        for _ in range(3):
            connection.sendall((REQUEST.format(host=hasty.host) + "\r\n").encode())
            received = b""
            while not received.endswith(b"}"):
                received += connection.recv(1 << 16)
            assert received.startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("more", ["Cookie: " + "a" * 10_000, "Content-Length: 9"])
def test_an_upgrade_that_cannot_be_read_is_refused_at_once(more: str, limited: Server) -> None:
    upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
    key = "AAAAAAAAAAAAAAAAAAAAAA=="
    with closing(connect(limited)) as connection:
        head = f"GET /api/tables/x/socket HTTP/1.1\r\nHost: {limited.host}\r\n{upgrade}{key}\r\n{more}\r\n\r\n"
        connection.sendall(head.encode())
        assert rest_of(connection).startswith(b"HTTP/1.1 400")


# Connections


def test_silent_connections_shut_nobody_out_and_the_log_says_so_once(start: Start, tmp_path: Path) -> None:
    server = start(tmp_path, limits=Limits(connections=20, connections_per_address=20))
    host = server.play()
    playing = RawSocket(host, 1)
    silent = [connect(server) for _ in range(100)]
    assert host.submit(1, "code RRBB", "k").status == 200
    assert b"code-set" in next(playing.answers), "a socket is never dropped for them"
    closed = sum(_is_closed(connection) for connection in silent)
    assert closed >= 80
    for connection in (*silent, playing.connection):
        connection.close()
    lines = [json.loads(line) for line in (tmp_path / "stderr.txt").read_text().splitlines() if line.startswith("{")]
    [line] = [line for line in lines if "too many connections" in json.dumps(line)]
    assert (line["closed"], line["clients"]) == (1, 1)
    assert line["open"] <= 20


def _is_closed(connection: socket.socket) -> bool:
    connection.settimeout(0.02)
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


class Dropped:
    """A connection that knows whether it was dropped."""

    is_dropped = False

    def drop(self) -> None:
        self.is_dropped = True


def test_the_oldest_idle_connection_makes_room_and_busy_ones_stay() -> None:
    connections = Connections(3, Limits(connections_per_address=10), clock=Clock())
    first, second, third, fourth, fifth = (Dropped() for _ in range(5))
    for number, connection in enumerate((first, second, third)):
        assert connections.admit(connection, f"10.0.0.{number}")
    connections.mark_busy(first)
    assert connections.admit(fourth, "10.0.0.4")
    assert [connection.is_dropped for connection in (first, second, third)] == [False, True, False]
    for connection in (third, fourth):
        connections.mark_busy(connection)
    assert not connections.admit(fifth, "10.0.0.5")
    connections.mark_idle(third)
    assert connections.admit(fifth, "10.0.0.5")
    assert third.is_dropped
    assert len(connections) == 3


def test_one_client_makes_room_for_itself_and_proxies_are_no_client() -> None:
    proxies = ClientNetworks(["10.9.9.9"])
    connections = Connections(100, Limits(connections_per_address=2), proxies, Clock())
    mine = [Dropped() for _ in range(3)]
    other = Dropped()
    assert connections.admit(other, "10.0.0.2")
    assert all(connections.admit(connection, "10.0.0.1") for connection in mine)
    assert [connection.is_dropped for connection in (*mine, other)] == [True, False, False, False]
    assert all(connections.admit(Dropped(), "10.9.9.9") for _ in range(20))


def test_a_server_allows_itself_as_many_files_as_the_system_does() -> None:
    resource = pytest.importorskip("resource")
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (1000, most))
    try:
        assert most_connections() == 750
        allow_many_files()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (min(most, 16_384), most)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))


def test_new_connections_come_at_a_limited_rate() -> None:
    clock = Clock()
    connections = Connections(100, Limits(openings=2.0, opening_burst=5.0), clock=clock)
    assert sum(connections.admit(Dropped(), "10.0.0.1") for _ in range(50)) == 5
    assert connections.admit(Dropped(), "10.0.0.2")
    clock.now += 1
    assert sum(connections.admit(Dropped(), "10.0.0.1") for _ in range(50)) == 2


def test_a_client_that_floods_its_connections_waits_before_it_opens_more() -> None:
    clock = Clock()
    connections = Connections(100, Limits(openings=10.0, opening_burst=100.0), clock=clock)
    floods = 0
    for _ in range(50):
        connection = Dropped()
        if connections.admit(connection, "10.0.0.1"):
            connections.charge(connection)
            connections.release(connection)
            floods += 1
    assert floods == 2
    assert connections.admit(Dropped(), "10.0.0.2")
    clock.now += 1
    assert connections.admit(Dropped(), "10.0.0.1")


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("unknown", "unknown"),
    ],
)
def test_all_ipv6_addresses_of_a_household_count_as_one(address: str, network: str) -> None:
    assert ClientNetworks().find(address) == network


FREE = ClientNetworks(["192.0.2.0/24", " 10.9.9.9", "2001:db8:7::/48", "/run/proxy.sock", ""])


@pytest.mark.parametrize("address", ["192.0.2.7", "::ffff:192.0.2.7", "10.9.9.9", "2001:db8:7:1::5", "/run/proxy.sock"])
def test_networks_that_the_operator_allows_have_no_limits_by_address(address: str) -> None:
    assert FREE.find(address) == ""
    assert ClientNetworks(["*"]).find(address) == ""
    assert ClientNetworks().find(address) != ""
    clock = Clock()
    buckets, counts = AddressBuckets(1, 1, FREE, clock), ConnectionCounts(1, FREE)
    connections = Connections(100, Limits(connections_per_address=1, opening_burst=1), FREE, clock)
    lobby = LobbyLimits(Limits(public_tables=1, joins=1), lambda table_id: True, FREE)
    for number in range(5):
        assert buckets.take(address) == 0
        assert buckets.buckets_of(address) == ()
        assert counts.add(address)
        connection = Dropped()
        assert connections.admit(connection, address)
        connections.charge(connection)
        lobby.check_opening(address)
        lobby.note_opening(address, f"{number}")
        lobby.check_joining(address, "table")
        lobby.note_player(address, "table", 2)
        lobby.bar("10.0.0.1", "table", 2)
    assert not connection.is_dropped


@pytest.mark.parametrize("address", ["192.0.3.7", "10.9.9.8", "2001:db8:8:1::5", "unknown"])
def test_all_other_networks_keep_their_limits(address: str) -> None:
    buckets, counts = AddressBuckets(1, 1, FREE, Clock()), ConnectionCounts(1, FREE)
    assert [buckets.take(address) > 0 for _ in range(2)] == [False, True]
    assert [counts.add(address) for _ in range(2)] == [True, False]
    counts.remove(address)
    assert counts.add(address)
