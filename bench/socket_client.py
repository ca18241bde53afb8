"""A minimal WebSocket client that takes almost no time, so that measurements show the server."""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

TEXT, PING, PONG = 1, 9, 10
"""The opcodes of frames (RFC 6455, section 5.2)."""

FINAL, MASKED = 0x80, 0x80
"""The bits for a frame in one piece, in its first byte, and for a masked one, in its second."""

TWO_LENGTH_BYTES = 126
"""A length with this value means that two more bytes hold the real length; with the next value, eight bytes."""


class SocketClient(asyncio.Protocol):
    """One socket. It hands received frames on at once; it understands only text frames in one piece, and pings."""

    def __init__(self, path: str, host: str, token: str, receive: Callable[[bytes], None]) -> None:
        self.receive = receive
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False
        self._handshake = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n"
            + (f"Authorization: Bearer {token}\r\n" if token else "")
            + "\r\n"
        ).encode()
        self._buffer = b""
        self._is_open = False

    def connection_made(self, transport: Any) -> None:
        """Send the handshake."""
        self.transport: asyncio.Transport = transport
        transport.write(self._handshake)

    def connection_lost(self, error: Exception | None) -> None:
        """Note that the connection is lost."""
        self.lost = True
        if not self.ready.done():
            self.ready.set_exception(error or ConnectionError("refused"))

    def data_received(self, data: bytes) -> None:
        """Hand on the frames in what has arrived."""
        buffer = self._buffer + data if self._buffer else data
        if not self._is_open:
            head, end, rest = buffer.partition(b"\r\n\r\n")
            if not end:
                self._buffer = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.ready.set_exception(ConnectionError((head + rest).decode()))
                return
            self._is_open, buffer = True, rest
            self.ready.set_result(None)
        start = 0
        while (frame := _read_frame(buffer, start)) is not None:
            opcode, payload, start = frame
            if opcode == TEXT:
                self.receive(payload)
            elif opcode == PING:
                self.send(payload, PONG)
        self._buffer = buffer[start:]

    def send(self, payload: bytes, opcode: int = TEXT) -> None:
        """Send a frame, masked with zeros, which leave the payload as it is."""
        size = len(payload)
        if size < TWO_LENGTH_BYTES:
            head = bytes((FINAL | opcode, MASKED | size))
        else:
            head = bytes((FINAL | opcode, MASKED | TWO_LENGTH_BYTES)) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + payload)


def _read_frame(buffer: bytes, start: int) -> tuple[int, bytes, int] | None:
    """Read the frame that begins here: its opcode, its payload and its end; None if it is not complete yet."""
    if len(buffer) - start < 2:
        return None
    length, body = buffer[start + 1], start + 2
    if length >= TWO_LENGTH_BYTES:
        body += 2 if length == TWO_LENGTH_BYTES else 8
        length = int.from_bytes(buffer[start + 2 : body], "big")
    if len(buffer) < body + length:
        return None
    return buffer[start] & 15, buffer[body : body + length], body + length


async def connect(url: str, path: str, token: str, receive: Callable[[bytes], None]) -> SocketClient:
    """Open a socket."""
    parts = urlsplit(url)
    assert parts.hostname is not None
    loop = asyncio.get_running_loop()
    _, client = await loop.create_connection(
        lambda: SocketClient(path, parts.netloc, token, receive), parts.hostname, parts.port or 80
    )
    await client.ready
    return client
