"""uvicorn's WebSocket protocol, with a shorter path for the frames that the application sends.

In ASGI, an application waits before it can send. That needs a task for each socket which does nothing else, and frames
pile up there if a client does not read. Here frames go to the connection in the same turn of the event loop, and a
client that does not read is disconnected when too much waits for it; it may resume from its last number.
"""

import asyncio
import socket
import time
from asyncio import BaseTransport
from collections import deque
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary, ref

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, apply_mask  # type: ignore[attr-defined]
from websockets.http11 import Request

from keypeg.server.connections import Connections
from keypeg.server.frame_counter import FrameCounter
from keypeg.server.rate_limits import Bucket
from keypeg.server.slice_queue import SliceQueue

CONNECTION_EXTENSION = "keypeg.connection"
"""The ASGI extension that gives the application a weak reference to the connection."""

SEND_BUFFER_BYTES = 1 << 16
"""The size of the system's send buffer. By default it grows to megabytes, and a client that does not read would be
noticed late."""

MAX_EARLY_FRAMES = 100
"""How many frames a client may send before the application has set its limit."""

FRAMES_AT_ONCE = 8
"""How many frames are handled before the next look at the clock."""

SLICE_SECONDS = 0.001
"""How long the frames of one connection are handled before everybody else is served."""

MAX_PENDING_MESSAGES = 16
"""How many messages are received before the first of them is handled; then reading is paused."""

FLOOD = b"\x88\x02" + (1008).to_bytes(2, "big")
"""The frame that closes a socket whose client sends too many frames."""

TEXT_FRAME = 0x81
"""The first byte of a text frame that is in one piece (RFC 6455, section 5.2)."""

MASK_BIT = 0x80
"""Added to the second byte, the length, if the payload is masked."""

EXTENDED_LENGTH = 126
"""Payloads of this length or more have further length bytes."""

LONG_PAYLOAD = 1 << 16
"""Payloads of this length or more have eight further length bytes, shorter ones two."""

SHORT_HEADER_BYTES = 6
"""The length of the header of a shorter masked frame: two bytes and the mask."""


class FastWebSocketProtocol(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue = MessageQueue(self.loop)
        self.on_message: Callable[[bytes], None] | None = None
        """Handles the messages of the client at once, from when it is set; earlier ones wait in the queue."""
        self._unsent: list[bytes] = []
        """Frames to send once the connection is accepted, at the end of the current turn of the loop."""
        self._is_accepted = False
        self._at_frame_start = False
        """Whether everything received so far was whole messages, so that the next byte begins one."""
        self._pending_protocols = PENDING_PROTOCOLS.setdefault(self.loop, [])
        self._unhandled = b""
        """What was received and waits for its turn; until then, no more is read."""
        self._turns = SLICE_QUEUES.setdefault(self.loop, SliceQueue())
        self._is_in_queue = False
        """Whether it waits in that queue."""
        self.max_unread_bytes = 0
        """How many unsent bytes there may be; with more, the client is disconnected."""
        self.max_fragments = 1
        """In how many frames a message may come: the empty ones of a message cost as much as any other."""
        self._counter = FrameCounter()
        self._early_frames = 0
        self.frame_buckets: tuple[Bucket, ...] = ()
        """How many frames of every kind the client may send; with more, it is disconnected."""
        self.open_connections: Connections | None = None
        """Where it is counted."""

    def connection_made(self, transport: BaseTransport) -> None:
        """Limit the send buffer of a new connection."""
        super().connection_made(transport)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another connection, and drop what refers to itself, which would only be freed much later."""
        super().connection_lost(exc)
        self._unhandled = b""
        self.conn.parser.close()
        for error in (self.conn.handshake_exc, self.conn.parser_exc):
            _drop_tracebacks(error)
        if self.open_connections is not None:
            self.open_connections.release(self)

    def drop(self) -> None:
        """Close the connection at once."""
        self.transport.abort()

    def handle_connect(self, event: Request) -> None:
        """Give the application access to the connection, by a weak reference: the connection refers to its scope."""
        super().handle_connect(event)
        if hasattr(self, "scope"):  # there is none if the handshake was invalid
            self.scope["extensions"][CONNECTION_EXTENSION] = {"protocol": ref(self)}

    def data_received(self, data: bytes) -> None:
        """Decode one short frame, as an action is, directly: that takes a fraction of the usual time.

        Everything else goes through uvicorn's parser, which knows every kind of frame.
        """
        if (
            self._at_frame_start
            and len(data) >= SHORT_HEADER_BYTES
            and data[0] == TEXT_FRAME
            and len(data) - SHORT_HEADER_BYTES == data[1] - MASK_BIT < EXTENDED_LENGTH
            and not self._unhandled
        ):
            for bucket in self.frame_buckets:
                if bucket.take():
                    self._disconnect_flooder()
                    return
            self.curr_msg_data_type = "text"
            self.frames = [apply_mask(data[SHORT_HEADER_BYTES:], data[2:SHORT_HEADER_BYTES])]
            self.send_receive_event_to_app()
        elif self.handshake_initiated:
            self._unhandled += data
            if not self._is_in_queue:
                self._handle_slice()
        else:
            super().data_received(data)

    def _handle_slice(self) -> None:
        """Handle for a moment what was received. The rest has to wait, and nothing more is read until then."""
        data, self._unhandled, at = self._unhandled, b"", 0
        end_time = time.perf_counter() + SLICE_SECONDS
        while at < len(data) and not self.transport.is_closing():
            if self.read_paused or time.perf_counter() > end_time:
                self._unhandled = data[at:]
                self.transport.pause_reading()
                if not self.read_paused:
                    self._wait_for_turn()
                return
            at = self._handle_piece(data, at)

    def _handle_piece(self, data: bytes, at: int) -> int:
        """Handle a few frames from here on; return where the next ones begin."""
        count, end = self._counter.walk(data, at, FRAMES_AT_ONCE)
        if self._is_flood(count):
            self._disconnect_flooder()
            return end
        super().data_received(data[at:end])
        self._at_frame_start = self._is_accepted and self._is_between_messages
        if self.transport.get_write_buffer_size() > max(self.max_unread_bytes, SEND_BUFFER_BYTES):
            self.transport.abort()  # a client that sends pings and does not read the pongs
        return end

    def _wait_for_turn(self) -> None:
        if not self._is_in_queue:
            self._is_in_queue = True
            self._turns.add(self._take_turn)

    def _take_turn(self) -> None:
        self._is_in_queue = False
        self._handle_slice()
        if not (self._unhandled or self.read_paused or self.transport.is_closing()):
            self.transport.resume_reading()

    def _resume_reading(self) -> None:
        """Handle what was received before, and then read more."""
        self.read_paused = False
        if self._unhandled:
            self._wait_for_turn()
        else:
            self.transport.resume_reading()

    @property
    def _is_between_messages(self) -> bool:
        return self._counter.at_frame_start and not self.frames

    def handle_cont(self, event: Frame) -> None:
        """Collect a fragment of a message, of which there may be only so many."""
        if len(self.frames) >= self.max_fragments:
            self._disconnect_flooder()
        else:
            super().handle_cont(event)

    def _is_flood(self, count: int) -> bool:
        """Whether so many frames are more than the client may send now."""
        if not self.frame_buckets:
            self._early_frames += count
            return self._early_frames > MAX_EARLY_FRAMES
        return any(bucket.take(count) for bucket in self.frame_buckets)

    def _disconnect_flooder(self) -> None:
        if not self.transport.is_closing():
            if self.open_connections is not None:
                self.open_connections.charge(self)
            self.transport.write(FLOOD)
            self.transport.close()
            self.loop.call_later(1, self.transport.abort)

    def set_paused(self, is_paused: bool) -> None:
        """Stop reading from the client for a while, or go on."""
        if is_paused == self.read_paused or self.transport.is_closing():
            return
        if is_paused:
            self.read_paused = True
            self.transport.pause_reading()
        else:
            self._resume_reading()

    async def receive(self) -> ASGIReceiveEvent:
        """Return the next event. After the last one of those that were pending, more is read."""
        event = await super().receive()
        if self._unhandled and not self.read_paused:
            self.transport.pause_reading()
            self._wait_for_turn()
        return event

    def send_receive_event_to_app(self) -> None:
        """Hand on a message. Reading is paused only if many are pending, because pausing itself takes time."""
        if self.on_message is not None and self.queue.empty():
            message = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
            if message.isascii() or self.curr_msg_data_type != "text" or _is_utf8(message):
                self.frames = []
                if not self.close_sent:
                    self.on_message(message)
                return
        paused = self.read_paused
        self.read_paused = paused or self.queue.qsize() < MAX_PENDING_MESSAGES
        super().send_receive_event_to_app()
        if self.queue.qsize() <= MAX_PENDING_MESSAGES:
            self.read_paused = paused

    async def send(self, message: ASGISendEvent) -> None:
        """Send what the application sends. A denied handshake counts as complete: it was answered."""
        self.flush()
        await super().send(message)
        if self.close_sent:
            self.handshake_complete = True
            if self.read_paused:  # otherwise the client's answer to it would never be read
                self._resume_reading()
        elif self.handshake_complete and not self._is_accepted:
            # The client has had no time yet to read its first frames, however many they are.
            self.max_unread_bytes += sum(map(len, self._unsent))
            self._is_accepted = True
            self._at_frame_start = self._is_between_messages
            self.flush()

    def shutdown(self) -> None:
        """Send pending frames before the server shuts down."""
        self.flush()
        super().shutdown()

    def send_frame(self, frame: bytes) -> None:
        """Send a text frame, together with all others of this turn of the loop.

        One write for several frames is cheaper: waking the receiver costs more than sending to it.
        """
        self._unsent += (_text_header(len(frame)), frame)
        if self._is_accepted:
            if not self._pending_protocols:
                self.loop.call_soon(flush_all, self._pending_protocols)
            self._pending_protocols.append(self)

    def flush(self) -> None:
        """Send the pending frames. Does nothing if the client has disconnected."""
        if self._is_accepted and self._unsent:
            frames, self._unsent = b"".join(self._unsent), []
            if not self.close_sent and not self.transport.is_closing():
                self.transport.write(frames)
                if self.transport.get_write_buffer_size() > self.max_unread_bytes:
                    self.transport.abort()


PENDING_PROTOCOLS: WeakKeyDictionary[asyncio.AbstractEventLoop, list[FastWebSocketProtocol]] = WeakKeyDictionary()
"""The connections of each event loop that have frames to send."""

SLICE_QUEUES: WeakKeyDictionary[asyncio.AbstractEventLoop, SliceQueue] = WeakKeyDictionary()
"""The connections of each event loop that have received more than was handled at once."""


def flush_all(pending: list[FastWebSocketProtocol]) -> None:
    """Send all frames of this turn of the loop."""
    protocols = pending.copy()
    pending.clear()
    for protocol in protocols:
        protocol.flush()


def _drop_tracebacks(error: BaseException | None) -> None:
    """Drop the tracebacks of an error and of its causes: their frames refer to what refers to the error."""
    while error is not None:
        error.__traceback__ = None
        error = error.__cause__ or error.__context__


def _is_utf8(message: bytes) -> bool:
    try:
        message.decode()
    except UnicodeDecodeError:
        return False
    return True


def _text_header(size: int) -> bytes:
    """Write the header of an unmasked text frame (RFC 6455, section 5.2)."""
    if size < EXTENDED_LENGTH:
        return bytes((TEXT_FRAME, size))
    return b"\x81\x7e" + size.to_bytes(2, "big") if size < LONG_PAYLOAD else b"\x81\x7f" + size.to_bytes(8, "big")


class MessageQueue(asyncio.Queue[Any]):
    """An unbounded queue for a single reader, which takes a third of the time of asyncio's own."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._messages: deque[Any] = deque()
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, item: Any) -> None:
        """Add a message, and wake the reader."""
        self._messages.append(item)
        reader, self._reader = self._reader, None
        if reader is not None and not reader.done():
            reader.set_result(None)

    async def get(self) -> Any:
        """Remove and return the first message, waiting until there is one."""
        while not self._messages:
            self._reader = self._loop.create_future()
            await self._reader
        return self._messages.popleft()

    def empty(self) -> bool:
        """Whether the queue has no messages."""
        return not self._messages

    def qsize(self) -> int:
        """Return the number of messages."""
        return len(self._messages)
