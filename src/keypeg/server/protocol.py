"""The WebSocket protocol of uvicorn, with a shorter way for frames, which are sent as soon as they are there.

ASGI has an application wait before it sends. That is a task for each socket which does nothing else, and a place where
frames pile up for whoever does not read. Here a frame goes to the connection at once, and whoever does not read is
dropped when too much waits for him; he can come back and go on from his number.
"""

import asyncio
import socket
from asyncio import BaseTransport
from collections import deque
from typing import Any

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

LINE = "keypeg.line"
"""The extension of ASGI by which the application comes to the connection itself."""

MOST_UNDER_WAY = 1 << 16
"""How many bytes the system holds for him. Left alone, it lets that grow to megabytes, and whoever does not read would
be noticed late."""

MOST_UNHEARD = 16
"""How many frames are taken from somebody before what he has sent first is done."""


class Protocol(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, *values: Any, **named: Any) -> None:
        super().__init__(*values, **named)
        self.queue = Mailbox(self.loop)
        self._first: list[bytes] = []
        """What is to be sent as soon as he is let in."""
        self.most_unread = 0
        """How many bytes may wait for him; then he is dropped."""

    def connection_made(self, transport: BaseTransport) -> None:
        """Somebody has come."""
        super().connection_made(transport)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_UNDER_WAY)

    def handle_connect(self, event: Request) -> None:
        """Somebody asks for a socket."""
        super().handle_connect(event)
        if hasattr(self, "scope"):  # there is none if what he asked was no handshake
            self.scope["extensions"][LINE] = {"line": self}

    def send_receive_event_to_app(self) -> None:
        """He has sent something. As long as that is little, he is not told to wait, which takes time itself."""
        paused = self.read_paused
        self.read_paused = paused or self.queue.qsize() < MOST_UNHEARD
        super().send_receive_event_to_app()
        if self.queue.qsize() <= MOST_UNHEARD:
            self.read_paused = paused

    async def send(self, message: ASGISendEvent) -> None:
        """What the application sends. Whoever was denied by an answer has been answered: nothing is amiss then."""
        await super().send(message)
        if self.close_sent:
            self.handshake_complete = True
        elif self._first and self.handshake_complete:
            # However much this is, he has had no time to read it.
            self.most_unread += sum(map(len, self._first))
            for frame in self._first:
                self.tell(frame)
            self._first = []

    def tell(self, frame: bytes) -> None:
        """Send a text frame, or keep it until he is let in. Nothing happens if he has gone."""
        if not self.handshake_complete:
            self._first.append(frame)
        elif not self.close_sent and not self.transport.is_closing():
            self.transport.write(_head(len(frame)) + frame)
            if self.transport.get_write_buffer_size() > self.most_unread:
                self.transport.abort()


def _head(size: int) -> bytes:
    """What stands before a text frame that goes from a server to a client (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((0x81, size))
    return b"\x81\x7e" + size.to_bytes(2, "big") if size < 1 << 16 else b"\x81\x7f" + size.to_bytes(8, "big")


class Mailbox(asyncio.Queue[Any]):
    """A queue for one who takes out, and nobody who waits to put in: that takes a third of the time."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._letters: deque[Any] = deque()
        self._waiter: asyncio.Future[None] | None = None

    def put_nowait(self, item: Any) -> None:
        """Put something in."""
        self._letters.append(item)
        waiter, self._waiter = self._waiter, None
        if waiter is not None and not waiter.done():
            waiter.set_result(None)

    async def get(self) -> Any:
        """Take the first out as soon as there is one."""
        while not self._letters:
            self._waiter = self._loop.create_future()
            await self._waiter
        return self._letters.popleft()

    def empty(self) -> bool:
        """Whether there is nothing."""
        return not self._letters

    def qsize(self) -> int:
        """How much there is."""
        return len(self._letters)
