"""Malformed frames and requests: nothing crashes, hangs, or changes a table."""

import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from time import sleep

import pytest

from support.running_server import LAX_LIMITS, Player, Server, Start
from support.server_process import PATIENCE
from support.thoroughness import times

# Frames

FRAMES, SOCKETS, BATCH = times(20_000, 100_000), 25, 80
"""How many frames are sent, through how many sockets, and how many at a time through each."""

REPEATED_ACTION = b'{"type":"action","action":"code YYYG","key":"setup"}'
"""Ends each batch. Its key was used before, so it succeeds, changes nothing, and is answered last."""

SEEDS = [
    b'{"type":"action","action":"guess RBYG","key":"k1"}',
    b'{"type":"action","action":"code RBYG","key":"k2"}',
    b'{"type":"action","action":"mark 1b2w","key":"k3"}',
    b'{"type":"action","action":"claim 1 on 2","key":"k4"}',
    b'{"type":"action","action":"answer RB.G","key":"k5"}',
    b'{"type":"action","action":"deal R... .B..","key":"k6"}',
    b'{"type":"action","action":"timeout 1","key":"k7"}',
    b'{"type":"action","action":"call","key":"k8"}',
    b'{"type":"ping"}',
]
PIECES = [
    *(
        b'"',
        b"\\",
        b"{",
        b"}",
        b"[",
        b"]",
        b":",
        b",",
        b"\0",
        b"\xff",
        b"\xed\xa0\x80",
        b"null",
        b"1e999",
        b"-",
        b"9" * 30,
    ),
    *(b"\\ud800", b"\\u0000", b"[" * 300, b'{"a":' * 200, b'"type":"action",', b"\xe2\x80\xae", b" " * 100, b"A" * 500),
]


def damaged_frame(rng: Random) -> bytes:
    """Return a damaged frame, or random bytes."""
    if rng.random() < 0.2:
        return rng.randbytes(rng.randrange(60))
    frame = bytearray(rng.choice(SEEDS))
    for _ in range(rng.randrange(1, 5)):
        at, other = rng.randrange(len(frame) + 1), rng.randrange(len(frame) + 1)
        kind = rng.randrange(4)
        if kind == 0:
            frame[at:at] = rng.choice(PIECES)
        elif kind == 1:
            del frame[min(at, other) : max(at, other)]
        elif kind == 2:
            frame[at : at + 1] = bytes([rng.randrange(256)])
        else:
            frame[at:at] = frame[min(at, other) : max(at, other)]
    return bytes(frame[:3_000])


def wire_frame(payload: bytes, kind: int = 2) -> bytes:
    """Write a frame as it is sent, masked with zeros."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes([0x80 | kind]) + length + b"\0\0\0\0" + payload


class RawSocket:
    """A socket without a client library, for batches of frames."""

    def __init__(self, player: Player, seat: int) -> None:
        self.connection = socket.create_connection(("127.0.0.1", player.server.settings.port), timeout=PATIENCE)
        self.connection.sendall(
            f"GET /api/tables/{player.table}/socket?seat={seat} HTTP/1.1\r\nHost: {player.server.host}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: c2VjcmV0IGtleSBvZiBhIA==\r\nAuthorization: Bearer {player.token}\r\n\r\n".encode()
        )
        self._buffer = b""
        while b"\r\n\r\n" not in self._buffer:
            self._buffer += self.connection.recv(4096)
        head, _, self._buffer = self._buffer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101")
        self.answers = self._read()
        assert b'"snapshot"' in next(self.answers)

    def _read(self) -> Iterator[bytes]:
        buffer, at = self._buffer, 0
        while True:
            while len(buffer) - at < 4 or len(buffer) - at < _frame_bounds(buffer, at)[1]:
                received = self.connection.recv(1 << 16)
                assert received, "the socket was closed"
                buffer, at = buffer[at:] + received, 0
            start, size = _frame_bounds(buffer, at)
            yield buffer[at + start : at + size]
            at += size


def _frame_bounds(buffer: bytes, at: int) -> tuple[int, int]:
    """Return where the payload of the frame at this place begins, and where the frame ends."""
    length = buffer[at + 1]
    if length < 126:
        return 2, 2 + length
    return (4, 4 + int.from_bytes(buffer[at + 2 : at + 4], "big")) if length == 126 else (10, 1 << 20)


@pytest.mark.no_cover
def test_damaged_frames_change_nothing(tmp_path: Path, start: Start) -> None:
    rng = Random(44)
    server = start(tmp_path, limits=replace(LAX_LIMITS, refusals=FRAMES))
    host = server.play()
    assert host.submit(1, "code YYYG", "setup").status == 200
    before = [host.snapshot(seat) for seat in (None, 1, 2)]
    sockets = [RawSocket(host, 1) for _ in range(SOCKETS)]
    kinds: set[bytes] = set()
    for _ in range(FRAMES // (SOCKETS * BATCH)):
        # From the maker, who has set the code: only `resign` would be legal now, and no frame says that.
        for raw_socket in sockets:
            raw_socket.connection.sendall(
                b"".join(wire_frame(damaged_frame(rng)) for _ in range(BATCH)) + wire_frame(REPEATED_ACTION, 1)
            )
        for raw_socket in sockets:
            answers = [next(raw_socket.answers) for _ in range(BATCH + 1)]  # exactly one for each frame
            kinds.update(answer[:14] for answer in answers)
            assert answers[-1].startswith(b'{"type":"done"')
    assert kinds == {b'{"type":"refus', b'{"type":"pong"', b'{"type":"done"'}
    assert [host.snapshot(seat) for seat in (None, 1, 2)] == before
    for raw_socket in sockets:
        raw_socket.connection.close()
    assert server.stop() == 0
    assert server.log.read_text() == ""


@pytest.mark.no_cover
def test_invalid_bytes_end_only_their_own_socket(server: Server) -> None:
    rng = Random(1)
    host = server.play()
    before = host.snapshot()
    with host.socket(1) as other:
        other.receive()
        for _ in range(200):
            raw_socket = RawSocket(host, 1)
            with suppress(ConnectionError):
                raw_socket.connection.sendall(rng.randbytes(rng.randrange(1, 200)))
                raw_socket.connection.shutdown(socket.SHUT_WR)
                while raw_socket.connection.recv(65_536):
                    pass
            raw_socket.connection.close()
        other.send({"type": "ping"})
        assert other.receive() == {"type": "pong"}
    assert host.snapshot() == before


def test_text_that_is_not_utf_8_ends_the_socket(server: Server) -> None:
    host = server.play()
    for text in (b"\xff\xfe", b'{"type":"ping\xc3"}'):
        raw_socket = RawSocket(host, 1)
        with closing(raw_socket.connection) as connection:
            connection.sendall(wire_frame(b'{"type":"ping"}', 1))
            assert next(raw_socket.answers) == b'{"type":"pong"}'
            connection.sendall(wire_frame(text, 1))
            assert next(raw_socket.answers)[:2] == (1007).to_bytes(2, "big")


def fragmented_ping(rng: Random) -> list[bytes]:
    """Write a ping as a text frame in any valid form, alone or after a frame that gets no reply."""
    ping = rng.choice([b'{"type":"ping"}', b'{"type":"ping"}'.ljust(rng.randrange(15, 200)), b' {"type": "ping"}'])
    before = [wire_frame(b"", 10), wire_frame(b"late", 10)] * rng.randrange(2)
    if rng.random() < 0.5:
        return [*before, wire_frame(ping, rng.choice((1, 2)))]
    cut = rng.randrange(len(ping))
    first, last = bytearray(wire_frame(ping[:cut], 1)), bytearray(wire_frame(ping[cut:], 0))
    first[0] &= 0x7F  # more fragments follow
    return [*before, bytes(first), wire_frame(b"", 10), bytes(last)]


def test_fragmented_frames_are_answered_once(server: Server) -> None:
    host = server.play()
    for seed in range(40):
        rng, raw_socket = Random(seed), RawSocket(host, 1)
        raw_socket.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for _ in range(12):
            pings = [fragmented_ping(rng) for _ in range(rng.choice((1, 1, 3)))]
            sent = b"".join(piece for ping in pings for piece in ping)
            cuts = sorted(rng.sample(range(1, len(sent)), rng.choice((0, 0, 1, 3))))
            for begin, end in pairwise([0, *cuts, len(sent)]):
                raw_socket.connection.sendall(sent[begin:end])
            assert [next(raw_socket.answers) for _ in pings] == [b'{"type":"pong"}'] * len(pings)
        raw_socket.connection.close()


def test_a_frame_inside_another_frame_is_not_read(server: Server) -> None:
    raw_socket = RawSocket(server.play(), 1)
    within = wire_frame(b'{"type":"ping"}', 1)
    outer = wire_frame(b" " * 150 + within)
    raw_socket.connection.sendall(outer[: -len(within)])
    sleep(0.05)  # so that the rest usually arrives on its own
    raw_socket.connection.sendall(within)
    assert next(raw_socket.answers).startswith(b'{"type":"refused"')
    raw_socket.connection.close()


def test_an_unmasked_frame_ends_the_socket(server: Server) -> None:
    host = server.play()
    for frame in (b"\x81\x02{}", b"\x81\x7f\0\0\0", b"\x81\x0f" + b'{"type":"ping"}'):
        raw_socket = RawSocket(host, 1)
        raw_socket.connection.sendall(frame)
        raw_socket.connection.shutdown(socket.SHUT_WR)
        assert b"pong" not in b"".join(iter(lambda raw_socket=raw_socket: raw_socket.connection.recv(4096), b""))  # type: ignore[misc]
        raw_socket.connection.close()


# Requests


def post_action(player: Player, raw: bytes) -> int:
    answer = player.ask("POST", "/actions", raw=raw, headers={"Content-Type": "application/json"})
    assert answer.code
    return answer.status


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"nonsense",
        b"\xff\xfe\x00",
        b"[" * 8_000,
        b'{"a":' * 3_000,
        b'{"seat": ' + b"9" * 8_000 + b', "action": "resign", "key": "a"}',
        b'{"seat": 1e999, "action": "resign", "key": "a"}',
        b'{"seat": NaN, "action": "resign", "key": "a"}',
        b'{"seat": 1.0, "action": "resign", "key": "a"}',
        b'{"seat": true, "action": "resign", "key": "a"}',
        b'{"seat": "1", "action": "resign", "key": "a"}',
        b'{"seat": 1, "action": "\\ud800", "key": "a"}',
        b'{"seat": 1, "action": "resign", "key": "\\ud800"}',
        b'{"seat": 1, "action": "resign", "key": "\\u0000"}',
        b'{"seat": 1, "action": "resign", "key": "a", "\\ud800": 1}',
        b'{"seat": 1, "action": "resign"}',
        b"null",
        b"[]",
    ],
)
def test_an_unreadable_body_is_refused(server: Server, raw: bytes) -> None:
    host = server.play()
    before = host.snapshot()
    assert post_action(host, raw) in (400, 422)
    assert host.snapshot() == before


@pytest.mark.parametrize("name", ["\x00", "\ud800", "\u202e", "a" * 10_000, "\U0010ffff", "\u200d"])
def test_a_name_of_invisible_characters_or_without_end_is_refused(server: Server, name: str) -> None:
    answer = server.ask("POST", "/api/tables", {"edition": "classic", "name": name})
    assert (answer.status, answer.code) in ((400, "name-invisible"), (422, "unreadable"))


@pytest.mark.parametrize(
    "text", ["\x00", "\ud800", "classic~\x00_1", "classic~rows_\ud800", "~", "../classic", "classic" * 50]
)
def test_an_unknown_edition_is_refused(server: Server, text: str) -> None:
    answer = server.ask("POST", "/api/tables", {"edition": text, "name": "Ann", "bots": {"1": text}})
    assert answer.status in (400, 422)
    assert answer.code


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/%00",
        "/api/tables/%ED%A0%80",
        "/api/tables/..%2f..%2fetc%2fpasswd",
        "/api/tables/" + "a" * 5_000,
        "/api/tables/a?seat=%00",
        "/api/tables/a?seat=99999999999999999999999999",
        "/api/tables/a?watch=%FF%FE",
        "/api/tables/a/events?after=1e9",
        "/api/tables/a/seats/%C2%B2",
        "/api/editions/%00",
        "/api/editions/..%2f",
        "/api//tables",
        "/api/tables/",
        "//evil.example/",
        "/%2e%2e/healthz",
        "/healthz/",
        "/openapi.json%00",
    ],
)
def test_an_unknown_path_is_refused(server: Server, path: str) -> None:
    answer = server.ask("GET", path)
    assert answer.status in (400, 404, 405, 422)
    assert answer.code


def test_an_invalid_request_ends_only_its_own_connection(server: Server) -> None:
    rng = Random(2)
    good = f"POST /api/tables HTTP/1.1\r\nHost: {server.host}\r\nContent-Length: 5\r\nCookie: a=b\r\n\r\n12345".encode()
    for _ in range(100):
        bad = bytearray(good)
        for _ in range(rng.randrange(1, 6)):
            bad[rng.randrange(len(bad))] = rng.randrange(256)
        with suppress(ConnectionError), socket.create_connection(("127.0.0.1", server.settings.port)) as connection:
            connection.settimeout(PATIENCE)
            connection.sendall(bytes(bad))
            connection.shutdown(socket.SHUT_WR)
            answer = b""
            while received := connection.recv(65_536):
                answer += received
            assert not answer.startswith(b"HTTP/1.1 5")
    assert server.ask("GET", "/readyz").status == 200
