"""uvicorn's HTTP protocol, with limits on what a client sends and on how long that may take.

uvicorn waits for ever for the rest of a request, and collects headers of any size. Here the head of a request has a
size and a deadline, its body has a deadline, and there are only so many connections (see `keypeg.server.connections`).
"""

import asyncio
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from keypeg.server.connections import Connections
from keypeg.server.websocket_protocol import FastWebSocketProtocol

STATE_KEY = "connections"
"""Where the application's lifespan state has its `Connections`."""

FAREWELL_SECONDS = 1.0
"""How long a client has to read why its connection is closed."""


class LimitedHttpProtocol(HttpToolsProtocol):
    """One connection, until it becomes a WebSocket."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._open: Connections = self.app_state[STATE_KEY]
        self._is_admitted = False
        self._is_refused = False
        self._is_in_head = True
        self._head_bytes = 0
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admit the connection, if there is room, and wait for its first request."""
        super().connection_made(transport)
        self._is_admitted = self._open.admit(self, self.client[0] if self.client else "")
        if self._is_admitted:
            self._set_deadline(self._open.limits.head_seconds)
        else:
            self._is_refused = True
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another connection."""
        self._clear_deadline()
        self._open.release(self)
        super().connection_lost(exc)

    def drop(self) -> None:
        """Close the connection at once."""
        self._is_refused = True
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read a part of a request. The head is read in pieces, so that one that is too long ends there."""
        if self._deadline is None and self._is_in_head:
            self._set_deadline(self._open.limits.head_seconds)
        while data and not self._is_refused and not self.transport.is_closing():
            if not self._is_in_head:
                super().data_received(data)
                return
            room = self._open.limits.head - self._head_bytes
            piece, data = data[:room], data[room:]
            self._head_bytes += len(piece)
            super().data_received(piece)
            if self._is_in_head and self._head_bytes == self._open.limits.head:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_headers_complete(self) -> None:
        """Begin with the body, which has a deadline of its own."""
        self._is_in_head = False
        self._open.mark_busy(self)
        self._set_deadline(self._open.limits.body_seconds)
        super().on_headers_complete()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Collect a header; not one that follows the body, which nothing here reads."""
        if self._is_in_head:
            super().on_header(name, value)

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
        """Go on as a WebSocket, which counts as the same connection."""
        self._clear_deadline()
        super().handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        assert isinstance(protocol, FastWebSocketProtocol)
        self._open.hand_over(self, protocol)
        protocol.open_connections = self._open

    def _set_deadline(self, seconds: float) -> None:
        self._clear_deadline()
        self._deadline = self.loop.call_later(seconds, self._refuse, HTTPStatus.REQUEST_TIMEOUT)

    def _clear_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _refuse(self, status: HTTPStatus) -> None:
        """Answer with an error, if nothing has been answered yet, and close the connection."""
        self._clear_deadline()
        if self._is_refused or self.transport.is_closing():
            return
        self._is_refused = True
        if self.cycle is None or self.cycle.response_complete:
            head = f"HTTP/1.1 {status.value} {status.phrase}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
            self.transport.write(head.encode())
        self.transport.close()
        self.loop.call_later(FAREWELL_SECONDS, self.transport.abort)
