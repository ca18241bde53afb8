"""The WebSocket of a table: checks who connects, and lets the client follow the table and act at it.

It uses plain ASGI, without a framework, because every move of every match passes here.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import NamedTuple
from urllib.parse import parse_qs

from uvicorn._types import WebSocketDisconnectEvent

from keypeg.core.errors import KeypegError
from keypeg.server.client_networks import ClientNetworks
from keypeg.server.connections import FLOOD_FACTOR
from keypeg.server.frame_handler import FrameHandler
from keypeg.server.headers import headers_for
from keypeg.server.metrics import Metrics
from keypeg.server.problem_documents import encode, problem_document, problem_headers
from keypeg.server.rate_limits import AddressBuckets, Bucket, ConnectionCounts, RefusalCount
from keypeg.server.request_context import Receive, Scope, Send, address_of, check_origin, language_of, token_of
from keypeg.server.settings import Settings
from keypeg.server.websocket_protocol import CONNECTION_EXTENSION, FastWebSocketProtocol
from keypeg.service.errors import TableError
from keypeg.service.frames import Viewer
from keypeg.service.live_table import LiveTable
from keypeg.service.table_service import TableService

LOG = logging.getLogger("keypeg.server")

POLICY_VIOLATION = 1008
"""The WebSocket close code for a client that breaks the rules."""


ENDED: WebSocketDisconnectEvent = {"type": "websocket.disconnect", "code": POLICY_VIOLATION, "reason": None}
"""Queued in place of a frame to end a connection: its token was revoked, or it was refused too often."""

NO_PLAYER = 0
"""The player number of a spectator."""

MAX_NUMBER_DIGITS = 8
"""How many digits a number in the query string may have."""


class Connection(NamedTuple):
    """A client that follows a table."""

    live_table: LiveTable
    player: int
    """The number of the player, or `NO_PLAYER`."""
    seat: Viewer
    address: str
    lang: str
    """The language in which refusals are explained."""
    token: str
    """The token of the player; empty for a spectator."""
    end: Callable[[], None]
    """Ends the connection: its token was revoked, or it was refused too often."""


class TableSockets:
    """The sockets of this process."""

    def __init__(
        self,
        tables: TableService,
        settings: Settings,
        networks: ClientNetworks,
        metrics: Metrics,
        check_client: Callable[[Scope], None],
    ) -> None:
        self.tables, self.settings, self.metrics = tables, settings, metrics
        self._check_client = check_client
        limits = settings.limits
        self._counts = ConnectionCounts(limits.sockets, networks)
        rate, burst = limits.frames_per_address, limits.frame_burst_per_address
        self._answered = AddressBuckets(rate, burst, networks)
        """The frames that a client may send through all its sockets; more are refused."""
        self._flood = AddressBuckets(FLOOD_FACTOR * rate, FLOOD_FACTOR * burst, networks)
        """The frames of all kinds that it may send; with more, a socket is disconnected."""
        self._connections: dict[str, set[Connection]] = {}
        """The connections of players, by table."""
        self._tasks: set[asyncio.Task[None]] = set()
        tables.seat_tokens.on_revoke = self._start_checking_tokens

    def check_room(self, scope: Scope) -> None:
        """Raise `TableError` if a client has as many sockets as it may."""
        if self._counts.is_full(address_of(scope)):
            raise TableError("too-many-sockets", most=self._counts.limit)

    async def serve(self, scope: Scope, receive: Receive, send: Send, table_id: str | None) -> None:
        """Serve one socket to its end; `table_id` is None if the path is not that of a table's socket."""
        address = address_of(scope)
        await receive()  # the client's wish to connect
        if not self._counts.add(address):
            await self._deny(scope, send, TableError("too-many-sockets", most=self._counts.limit))
            return
        try:
            protocol: FastWebSocketProtocol = scope["extensions"][CONNECTION_EXTENSION]["protocol"]()
            limits = self.settings.limits
            protocol.max_unread_bytes, protocol.max_fragments = limits.unread, limits.fragments
            flood = Bucket(FLOOD_FACTOR * limits.frames, FLOOD_FACTOR * limits.frame_burst)
            protocol.frame_buckets = (flood, *self._flood.buckets_of(address))
            connection = await self._connect_or_deny(scope, send, table_id, protocol)
            if connection is not None:
                await self._serve_connection(connection, protocol, receive, send)
        finally:
            self._counts.remove(address)

    async def _connect_or_deny(
        self, scope: Scope, send: Send, table_id: str | None, protocol: FastWebSocketProtocol
    ) -> Connection | None:
        try:
            return await self._connect(scope, table_id, protocol)
        except KeypegError as error:
            await self._deny(scope, send, error)
        except Exception:
            LOG.exception("a socket cannot be opened")
            await self._deny(scope, send, TableError("failed"))
        return None

    async def _connect(self, scope: Scope, table_id: str | None, protocol: FastWebSocketProtocol) -> Connection:
        """Check what the client may see, and let it follow the table: its first frames are then ready to be sent."""
        self._check_client(scope)
        check_origin(scope, self.settings.origins)
        if table_id is None:
            raise TableError("no-such-page")
        query = parse_qs(scope["query_string"].decode("latin-1"))
        live_table = await self.tables.load_current(table_id)  # the seat may just have been taken at another process
        seat, after = _read_number(query, "seat"), _read_number(query, "after")
        player, token = NO_PLAYER, token_of(scope, table_id)
        if seat is None:
            await self.tables.check_spectator(live_table, query.get("watch", [""])[0], token)
        else:
            player = await self.tables.seat_tokens.find_player(table_id, token, seat)
            self.tables.check_seat(live_table, player, seat)
        await self.tables.follow(live_table, seat, protocol.send_frame, after)
        is_player = player != NO_PLAYER
        return Connection(
            live_table,
            player,
            seat,
            address_of(scope),
            language_of(scope),
            token if is_player else "",
            partial(protocol.queue.put_nowait, ENDED),
        )

    def _start_checking_tokens(self, table_id: str) -> None:
        """Check the tokens of a table's connections, because one of them may have been revoked."""
        if table_id in self._connections:
            task = asyncio.get_running_loop().create_task(self._check_tokens(table_id))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _check_tokens(self, table_id: str) -> None:
        for connection in list(self._connections.get(table_id, ())):
            try:
                await self.tables.seat_tokens.find_player(table_id, connection.token, connection.seat)
            except TableError as error:
                if error.code == "wrong-token":
                    connection.end()

    async def _deny(self, scope: Scope, send: Send, error: KeypegError) -> None:
        """Refuse a connection as HTTP does: with a problem document."""
        problem = problem_document(error, language_of(scope))
        status, headers = problem["status"], [*problem_headers(error), *headers_for(scope["path"])]
        self.metrics.requests.labels(str(status)).inc()
        await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
        await send({"type": "websocket.http.response.body", "body": encode(problem)})

    async def _serve_connection(
        self, connection: Connection, protocol: FastWebSocketProtocol, receive: Receive, send: Send
    ) -> None:
        """Let the client play until it disconnects or its connection is ended."""
        self.metrics.sockets.inc()
        table_id = connection.live_table.table.id
        if connection.token:
            self._connections.setdefault(table_id, set()).add(connection)
        try:
            await send({"type": "websocket.accept"})
            handler = self._handler_of(connection, protocol)
            protocol.on_message = handler.handle
            while (message := await receive())["type"] == "websocket.receive":  # what came before it was accepted
                text = message.get("text")
                handler.handle(message["bytes"] if text is None else text)
        finally:
            protocol.on_message = None  # it refers to the table and to the protocol: nothing else would free them soon
            self.metrics.sockets.dec()
            self._connections.get(table_id, set()).discard(connection)
            if not self._connections.get(table_id):
                self._connections.pop(table_id, None)
            self.tables.unfollow(connection.live_table, connection.seat, protocol.send_frame)
        with suppress(Exception):  # the client may have disconnected
            await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": "not allowed"})

    def _handler_of(self, connection: Connection, protocol: FastWebSocketProtocol) -> FrameHandler:
        limits = self.settings.limits
        return FrameHandler(
            self.tables,
            connection.live_table,
            connection.player,
            connection.seat,
            connection.lang,
            send_frame=protocol.send_frame,
            end=connection.end,
            set_paused=protocol.set_paused,
            buckets=(Bucket(limits.frames, limits.frame_burst), *self._answered.buckets_of(connection.address)),
            refusals=RefusalCount(limits.refusals),
            metrics=self.metrics,
        )


def _read_number(query: dict[str, list[str]], name: str) -> int | None:
    text = query.get(name, [""])[0]
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= MAX_NUMBER_DIGITS):
        raise TableError("unreadable", why=name)
    return int(text)
