"""A WebSocket client that costs next to nothing, so that what is measured is the server."""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit


class Client(asyncio.Protocol):
    """One socket. What is received is handed on at once; text frames only, and none in pieces."""

    def __init__(self, path: str, host: str, token: str, heard: Callable[[bytes], None]) -> None:
        self.heard = heard
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False
        self._head = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n"
            + (f"Authorization: Bearer {token}\r\n" if token else "")
            + "\r\n"
        ).encode()
        self._buffer = b""
        self._open = False

    def connection_made(self, transport: Any) -> None:
        """Ask for the socket."""
        self.transport: asyncio.Transport = transport
        transport.write(self._head)

    def connection_lost(self, error: Exception | None) -> None:
        """It is over."""
        self.lost = True
        if not self.ready.done():
            self.ready.set_exception(error or ConnectionError("refused"))

    def data_received(self, data: bytes) -> None:
        """Take frames out of what has come."""
        buffer = self._buffer + data if self._buffer else data
        if not self._open:
            head, end, rest = buffer.partition(b"\r\n\r\n")
            if not end:
                self._buffer = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.ready.set_exception(ConnectionError((head + rest).decode()))
                return
            self._open, buffer = True, rest
            self.ready.set_result(None)
        at = 0
        while (found := _frame(buffer, at)) is not None:
            kind, payload, at = found
            if kind == 1:
                self.heard(payload)
            elif kind == 9:
                self.send(payload, 10)
        self._buffer = buffer[at:]

    def send(self, payload: bytes, kind: int = 1) -> None:
        """Send a frame. It is masked, as it must be, with nought."""
        size = len(payload)
        head = bytes((0x80 | kind, 0x80 | size)) if size < 126 else bytes((0x80 | kind, 0xFE)) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + payload)


def _frame(buffer: bytes, at: int) -> tuple[int, bytes, int] | None:
    """The frame that begins here, and where the next one does; None if it has not all come yet."""
    if len(buffer) - at < 2:
        return None
    length, start = buffer[at + 1], at + 2
    if length > 125:
        start += 2 if length == 126 else 8
        length = int.from_bytes(buffer[at + 2 : start], "big")
    if len(buffer) < start + length:
        return None
    return buffer[at] & 15, buffer[start : start + length], start + length


async def connect(url: str, path: str, token: str, heard: Callable[[bytes], None]) -> Client:
    """A socket that is open."""
    parts = urlsplit(url)
    assert parts.hostname is not None
    loop = asyncio.get_running_loop()
    _, client = await loop.create_connection(
        lambda: Client(path, parts.netloc, token, heard), parts.hostname, parts.port or 80
    )
    await client.ready
    return client
