"""Hostile clients: each sends what it sends as fast as it can, and connects again as soon as it is disconnected.

    python -m bench.attackers '{"url": …, "kind": "empty pings", "clients": 10, …}'

They go on until their standard input ends, for a minute at most. They connect from `127.0.0.2` and on, which needs
Linux: so the limits by address count them apart from the players.
"""

import asyncio
import base64
import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import uvloop

CONTINUATION, TEXT, PING, PONG = 0, 1, 9, 10
"""The opcodes of frames (RFC 6455, section 5.2)."""

PIECE_BYTES = 1 << 16
"""How much is handed to the system at once."""

MAX_SECONDS = 60.0
"""After so long an attack ends by itself."""

PAUSE_SECONDS = 0.001
"""How long a client waits before it connects again, so that it does not wait in vain for itself."""


def frame(opcode: int, payload: bytes = b"", *, is_final: bool = True) -> bytes:
    """Write a short masked frame, with the mask 0."""
    return bytes((opcode | 0x80 * is_final, 0x80 | len(payload))) + b"\0\0\0\0" + payload


def _piece(*parts: bytes) -> bytes:
    unit = b"".join(parts)
    return unit * max(1, PIECE_BYTES // len(unit))


REQUEST = b"GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\n"

SOCKET_KINDS = {
    "empty pings": (b"", _piece(frame(PING))),
    "empty pongs": (b"", _piece(frame(PONG))),
    "empty continuations": (frame(TEXT, is_final=False), _piece(frame(CONTINUATION, is_final=False))),
    "empty texts": (b"", _piece(frame(TEXT))),
    "long pings whose pongs are not read": (b"", _piece(frame(PING, bytes(125)))),
}
"""What is sent over a socket once, and then again and again."""

HTTP_KINDS = {
    "requests without waiting": (b"", _piece(REQUEST % b"/api/tables")),
    "monitoring without waiting": (b"", _piece(REQUEST % b"/metrics")),
    "bodies in pieces of a byte": (POST + b"Transfer-Encoding: chunked\r\n\r\n", _piece(b"1\r\na\r\n")),
    "heads of many headers": (b"", b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"a:\r\n" * 15_000 + b"\r\n"),
    "a header of 256 MiB": (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ", _piece(b"a")),
    "an address of 256 MiB": (b"GET /", _piece(b"a")),
    "connections closed at once": (b"", b""),
}


@dataclass
class Attack:
    """What an attack did."""

    bytes_sent: int = 0
    connections: int = 0
    is_over: bool = False


class Attacker(asyncio.Protocol):
    """One connection of an attack."""

    def __init__(self, attack: Attack, handshake: bytes, first: bytes, again: bytes, reads: bool) -> None:
        self._attack, self._handshake, self._first, self._again, self._reads = attack, handshake, first, again, reads
        self._can_write = True
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        """Begin with the handshake, if there is one."""
        self._transport: asyncio.Transport = transport
        self._attack.connections += 1
        if not self._again:
            transport.abort()
        elif self._handshake:
            transport.write(self._handshake)
        else:
            self._flood()

    def data_received(self, data: bytes) -> None:
        """Take the answer to the handshake; pay no attention to anything else."""
        if self._handshake:
            self._handshake = b""
            if not self._reads:
                self._transport.pause_reading()
            self._flood()

    def _flood(self) -> None:
        self._transport.write(self._first)
        self._go_on()

    def _go_on(self) -> None:
        if self._can_write and not self._attack.is_over and not self._transport.is_closing():
            self._transport.write(self._again)
            self._attack.bytes_sent += len(self._again)
            asyncio.get_running_loop().call_soon(self._go_on)

    def pause_writing(self) -> None:
        """Wait until the system has room."""
        self._can_write = False

    def resume_writing(self) -> None:
        """Go on."""
        self._can_write = True
        if not self._handshake:
            self._go_on()

    def connection_lost(self, error: Exception | None) -> None:
        """Let another connection begin."""
        if not self.lost.done():
            self.lost.set_result(None)


def handshake(path: str, token: str) -> bytes:
    """Write the request that opens a socket."""
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nAuthorization: Bearer {token}\r\n\r\n"
    ).encode()


async def keep_attacking(attack: Attack, url: str, address: str, new: Callable[[], Attacker]) -> None:
    """Attack from this address, again and again."""
    port, loop = urlsplit(url).port or 80, asyncio.get_running_loop()
    while True:
        try:
            _, attacker = await loop.create_connection(new, "127.0.0.1", port, local_addr=(address, 0))
            await attacker.lost
        except OSError:
            pass
        await asyncio.sleep(PAUSE_SECONDS)


async def attack_until_end(
    url: str, kind: str, clients: int, addresses: int = 1, table: str = "", token: str = ""
) -> Attack:
    """Attack until standard input ends, with clients who share some addresses."""
    attack = Attack()
    first, again = SOCKET_KINDS.get(kind) or HTTP_KINDS[kind]
    reads = "not read" not in kind

    def new_attacker() -> Attacker:
        opening = handshake(f"/api/tables/{table}/socket?seat=1", token) if kind in SOCKET_KINDS else b""
        return Attacker(attack, opening, first, again, reads)

    tasks = [
        asyncio.create_task(keep_attacking(attack, url, f"127.0.0.{2 + number % addresses}", new_attacker))
        for number in range(clients)
    ]
    ended = asyncio.Event()
    asyncio.get_running_loop().add_reader(sys.stdin, ended.set)
    with suppress(TimeoutError):
        await asyncio.wait_for(ended.wait(), MAX_SECONDS)
    attack.is_over = True
    for task in tasks:
        task.cancel()
    return attack


def main() -> None:
    """Attack as the JSON on the command line says, and print what was done as JSON."""
    attack = uvloop.run(attack_until_end(**json.loads(sys.argv[1])))
    print(json.dumps(vars(attack)))


if __name__ == "__main__":
    main()
