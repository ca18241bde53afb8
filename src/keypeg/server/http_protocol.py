"""uvicorn's HTTP protocol, with limits on what a client sends and on how long that may take.

uvicorn waits for ever for the rest of a request, collects headers of any size, and parses all requests that a client
sends without waiting for answers. Here the head of a request has a size and a deadline, its body too, a client has to
read what it has requested, and there are only so many requests and connections (see `keypeg.server.connections`).
"""

import asyncio
from functools import cache
from http import HTTPStatus
from typing import Any, NoReturn

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from keypeg.server.connections import Connections
from keypeg.server.error_page import busy_response
from keypeg.server.pages import is_file_of_pages
from keypeg.server.websocket_protocol import FastWebSocketProtocol

STATE_KEY = "connections"
"""Where the application's lifespan state has its `Connections`."""

FAREWELL_SECONDS = 1.0
"""How long a client has to read why its connection is closed."""


BODY_OVERHEAD = 4
"""How many times longer a body in chunks may be than what it holds. Beyond that, its chunks are too small."""


class RefusedError(Exception):
    """Raised in the middle of a request to stop the parser: the rest will not be read."""


class LimitedHttpProtocol(HttpToolsProtocol):
    """One connection, until it becomes a WebSocket."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._open: Connections = self.app_state[STATE_KEY]
        self._is_refused = False
        self._is_in_head = True
        self._head_bytes = self._body_bytes = self._body_parts = 0
        self._deadline: asyncio.TimerHandle | None = None
        """When the client must have sent what it has begun to send."""
        self._reading_deadline: asyncio.TimerHandle | None = None
        """When the client must have read what waits for it."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admit the connection, if there is room, and wait for its first request."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        is_admitted = self._open.admit(self, address)
        if is_admitted:
            self._set_deadline(self._open.limits.head_seconds)
        elif self._open.may_say_why(self, address):
            self._say_why()
        else:
            self.drop()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another connection."""
        self._clear_deadline()
        self._clear_reading_deadline()
        self._open.release(self)
        super().connection_lost(exc)

    def _say_why(self) -> None:
        """Answer a client for which there is no room. Closing now would lose the answer if the client sends more."""
        self._is_refused = True
        self.transport.write(_response(HTTPStatus.TOO_MANY_REQUESTS))
        self.transport.write_eof()
        self.loop.call_later(FAREWELL_SECONDS, self.transport.abort)

    def drop(self) -> None:
        """Close the connection at once."""
        self._is_refused = True
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read a part of a request. The head is read in pieces, so that one that is too long ends there."""
        if self._is_refused:
            self._head_bytes += len(data)
            if self._head_bytes > self._open.limits.head:
                self.transport.abort()
            return
        self._unset_keepalive_if_required()
        if self._deadline is None and self._is_in_head:
            self._set_deadline(self._open.limits.head_seconds)
        while data and not self._is_refused and not self.transport.is_closing():
            if not self._is_in_head:
                self._receive_body(data)
                return
            room = self._open.limits.head - self._head_bytes
            piece, data = data[:room], data[room:]
            self._head_bytes += len(piece)
            self._parse(piece)
            if self._is_in_head and self._head_bytes == self._open.limits.head:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def _receive_body(self, data: bytes) -> None:
        """Read a part of a body. After as much as it may be, the next part is not read any more."""
        self._body_bytes += len(data)
        self._parse(data)
        if not self._is_in_head and self._body_bytes > BODY_OVERHEAD * self._open.limits.body:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)

    def _parse(self, data: bytes) -> None:
        if not self.parser:  # the client of a new WebSocket has sent very much without waiting for the answer
            self._refuse(HTTPStatus.BAD_REQUEST)
            return
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade() and not self._is_refused:
                self.handle_websocket_upgrade()
        except httptools.HttpParserError:
            self._refuse(HTTPStatus.BAD_REQUEST)

    def on_message_begin(self) -> None:
        """Begin with a request, unless too many before it still wait for their answers."""
        if len(self.pipeline) >= self._open.limits.pipelined:
            self._refuse_flood()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Begin with the body, which has a deadline of its own."""
        self._is_in_head, self._body_bytes, self._body_parts = False, 0, 0
        self._open.mark_busy(self)
        path = self.url.partition(b"?")[0].decode("latin-1")
        if not self._open.take_request(self, is_for_file=is_file_of_pages(path)):
            self._refuse_flood()
        self._set_deadline(self._open.limits.body_seconds)
        super().on_headers_complete()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Collect a header; not one that follows the body, which nothing here reads."""
        if not self._is_in_head:
            return
        if len(self.headers) >= self._open.limits.headers:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            raise RefusedError
        super().on_header(name, value)

    def on_body(self, body: bytes) -> None:
        """Collect a part of the body, of which there may be only so many."""
        self._body_parts += 1
        if self._body_parts > self._open.limits.body_parts:
            self._refuse_flood()
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The whole request has arrived; the next one may begin."""
        self._clear_deadline()
        self._is_in_head, self._head_bytes = True, 0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """From now on the connection is idle, unless another request has arrived."""
        super().on_response_complete()
        if not self.transport.is_closing() and self.timeout_keep_alive_task is not None:
            self._open.mark_idle(self)

    def handle_websocket_upgrade(self) -> None:
        """Go on as a WebSocket, which counts as the same connection, unless its parser refuses the request.

        That happens silently, for lines of more than 8 KiB and for bodies, and the connection would wait for ever.
        """
        self._clear_deadline()
        super().handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        assert isinstance(protocol, FastWebSocketProtocol)
        if not protocol.handshake_initiated:
            self._refuse(HTTPStatus.BAD_REQUEST)
        self._open.hand_over(self, protocol)
        protocol.open_connections = self._open
        self.parser = None  # type: ignore[assignment]  # they refer to each other

    def pause_writing(self) -> None:
        """Give the client some time to read what waits for it."""
        super().pause_writing()
        self._reading_deadline = self.loop.call_later(self._open.limits.unread_seconds, self.drop)

    def resume_writing(self) -> None:
        """Send more: the client has read."""
        super().resume_writing()
        self._clear_reading_deadline()

    def _clear_reading_deadline(self) -> None:
        if self._reading_deadline is not None:
            self._reading_deadline.cancel()
            self._reading_deadline = None

    def _set_deadline(self, seconds: float) -> None:
        self._clear_deadline()
        self._deadline = self.loop.call_later(seconds, self._refuse, HTTPStatus.REQUEST_TIMEOUT)

    def _clear_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _refuse_flood(self) -> NoReturn:
        """Close the connection of a client that sends far more than it may, and stop the parser."""
        self._open.charge(self)
        self._refuse(HTTPStatus.TOO_MANY_REQUESTS)
        raise RefusedError

    def _refuse(self, status: HTTPStatus) -> None:
        """Answer with an error, if nothing has been answered yet, and close the connection."""
        self._clear_deadline()
        if self._is_refused or self.transport.is_closing():
            return
        self._is_refused = True
        if self.cycle is None or self.cycle.response_complete:
            self.transport.write(_response(status))
        self.transport.close()
        self.loop.call_later(FAREWELL_SECONDS, self.transport.abort)


@cache
def _response(status: HTTPStatus) -> bytes:
    if status is HTTPStatus.TOO_MANY_REQUESTS:
        return busy_response()
    return f"HTTP/1.1 {status.value} {status.phrase}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n".encode()
