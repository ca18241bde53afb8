"""The WebSocket protocol of uvicorn, with a shorter way for what the application sends.

ASGI has an application wait before it sends. That is a task for each socket which does nothing else, and a place where
frames pile up for whoever does not read. Here frames go to the connection in the same turn of the loop, and whoever
does not read is dropped when too much waits for him; he can come back and go on from his number.
"""

import asyncio
import socket
from asyncio import BaseTransport
from collections import deque
from typing import Any
from weakref import WeakKeyDictionary

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.http11 import Request

LINE = "keypeg.line"
"""The extension of ASGI by which the application comes to the connection itself."""

MOST_UNDER_WAY = 1 << 16
"""How many bytes the system holds for him. Left alone, it lets that grow to megabytes, and whoever does not read would
be noticed late."""

MOST_UNHEARD = 16
"""How many frames are taken from somebody before what he has sent first is done."""

TEXT, PONG = 0x81, 0x8A
"""How a frame begins that is one piece of text, or the answer to a ping (RFC 6455, 5.2);"""

MASKED, SHORT, BEFORE = 0x80, 126, 6
"""how the next byte says that it is masked; from which size on more bytes say how long it is; and how many bytes stand
before what is said, if it is shorter."""


class FastWebSocketProtocol(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, *values: Any, **named: Any) -> None:
        super().__init__(*values, **named)
        self.queue = Mailbox(self.loop)
        self._unsent: list[bytes] = []
        """Frames to be sent as soon as he is let in, and it is time."""
        self._let_in = False
        self._between = False
        """Whether all that has come was whole short frames: the next byte begins another."""
        self._together = TOGETHER.setdefault(self.loop, [])
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

    def data_received(self, data: bytes) -> None:
        """Something has come. An action comes as one short frame, which is taken apart here: that takes a fraction of
        the time. Where anything else has come, all that follows goes the long way, which knows every kind of frame."""
        if self._between:
            short = len(data) >= BEFORE and len(data) - BEFORE == data[1] - MASKED < SHORT
            if short and data[0] == TEXT:
                self.curr_msg_data_type = "text"
                self.frames = [apply_mask(data[BEFORE:], data[2:BEFORE])]
                self.send_receive_event_to_app()
                return
            self._between = short and data[0] == PONG
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """He has sent something. As long as that is little, he is not told to wait, which takes time itself."""
        paused = self.read_paused
        self.read_paused = paused or self.queue.qsize() < MOST_UNHEARD
        super().send_receive_event_to_app()
        if self.queue.qsize() <= MOST_UNHEARD:
            self.read_paused = paused

    async def send(self, message: ASGISendEvent) -> None:
        """What the application sends. Whoever was denied by an answer has been answered: nothing is amiss then."""
        self.flush()
        await super().send(message)
        if self.close_sent:
            self.handshake_complete = True
            if self.read_paused:  # or what he answers to that would never be read
                self.read_paused = False
                self.transport.resume_reading()
        elif self.handshake_complete and not self._let_in:
            # However much he is sent first, he has had no time to read it.
            self.most_unread += sum(map(len, self._unsent))
            self._let_in = True
            self._between = not self.conn.reader.buffer
            self.flush()

    def shutdown(self) -> None:
        """The server ends."""
        self.flush()
        super().shutdown()

    def tell(self, frame: bytes) -> None:
        """Send a text frame, with all others that are to be sent in this turn of the loop.

        To wake somebody takes longer than to send him something; and while he reads the first frame, he need not be
        woken for the others.
        """
        self._unsent += (_head(len(frame)), frame)
        if self._let_in:
            if not self._together:
                self.loop.call_soon(flush_all, self._together)
            self._together.append(self)

    def flush(self) -> None:
        """Send what is to be sent. Nothing happens if he has gone."""
        if self._let_in and self._unsent:
            frames, self._unsent = b"".join(self._unsent), []
            if not self.close_sent and not self.transport.is_closing():
                self.transport.write(frames)
                if self.transport.get_write_buffer_size() > self.most_unread:
                    self.transport.abort()


TOGETHER: WeakKeyDictionary[asyncio.AbstractEventLoop, list[FastWebSocketProtocol]] = WeakKeyDictionary()
"""The connections of each loop that have something to send."""


def flush_all(due: list[FastWebSocketProtocol]) -> None:
    """Send all that is to be sent in this turn of the loop."""
    protocols = due.copy()
    due.clear()
    for protocol in protocols:
        protocol.flush()


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
