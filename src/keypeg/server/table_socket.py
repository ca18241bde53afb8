"""The WebSocket of a table: sends frames as entries are appended, and receives actions.

It uses plain ASGI, without a framework, because every move of every match passes here.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Annotated, Any, NamedTuple
from urllib.parse import parse_qs

import msgspec
from uvicorn._types import WebSocketDisconnectEvent

from keypeg.core.errors import KeypegError
from keypeg.server.client_networks import ClientNetworks
from keypeg.server.headers import headers_for
from keypeg.server.metrics import Metrics
from keypeg.server.problem_documents import encode, problem_document, problem_headers
from keypeg.server.rate_limits import AddressBuckets, Bucket, ConnectionCounts, RefusalCount, whole_seconds
from keypeg.server.request_context import Receive, Scope, Send, address_of, check_origin, language_of, token_of
from keypeg.server.settings import Settings
from keypeg.server.websocket_protocol import CONNECTION_EXTENSION, FastWebSocketProtocol
from keypeg.service.errors import TableError
from keypeg.service.frames import Viewer
from keypeg.service.live_table import Follower, LiveTable
from keypeg.service.table_service import TableService

LOG = logging.getLogger("keypeg.server")

FLOOD_FACTOR = 2
"""A client that sends so many times more frames than are answered is disconnected, whatever kind they are."""

POLICY_VIOLATION = 1008
"""The WebSocket close code for a client that breaks the rules."""


REVOKED: WebSocketDisconnectEvent = {"type": "websocket.disconnect", "code": POLICY_VIOLATION, "reason": None}
"""Queued in place of a frame to end a connection whose token was revoked."""

NO_PLAYER = 0
"""The player number of a spectator."""

MAX_NUMBER_DIGITS = 8
"""How many digits a number in the query string may have."""


class ActionMessage(msgspec.Struct, tag="action", tag_field="type", forbid_unknown_fields=True):
    """Takes an action in the match."""

    action: Annotated[str, msgspec.Meta(max_length=400)]
    key: Annotated[str, msgspec.Meta(min_length=1, max_length=100, pattern=r"^[!-~]*\Z")]


class PingMessage(msgspec.Struct, tag="ping", tag_field="type", forbid_unknown_fields=True):
    """Asks for a pong."""


_decoder: msgspec.json.Decoder[ActionMessage | PingMessage] = msgspec.json.Decoder(ActionMessage | PingMessage)
decode = _decoder.decode

PONG = b'{"type":"pong"}'


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
    """Ends the connection because its token was revoked."""


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

    async def serve(self, scope: Scope, receive: Receive, send: Send, table_id: str | None) -> None:
        """Serve one socket to its end; `table_id` is None if the path is not that of a table's socket."""
        address = address_of(scope)
        await receive()  # the client's wish to connect
        if not self._counts.add(address):
            await self._deny(scope, send, TableError("too-many-sockets", most=self._counts.limit))
            return
        try:
            protocol: FastWebSocketProtocol = scope["extensions"][CONNECTION_EXTENSION]["protocol"]
            limits = self.settings.limits
            protocol.max_unread_bytes = limits.unread
            flood = Bucket(FLOOD_FACTOR * limits.frames, FLOOD_FACTOR * limits.frame_burst)
            protocol.frame_buckets = (flood, *self._flood.buckets_of(address))
            connection = await self._connect_or_deny(scope, send, table_id, protocol)
            if connection is not None:
                await self._serve_connection(connection, protocol.send_frame, receive, send)
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
            partial(protocol.queue.put_nowait, REVOKED),
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
        self, connection: Connection, send_frame: Follower, receive: Receive, send: Send
    ) -> None:
        self.metrics.sockets.inc()
        table_id = connection.live_table.table.id
        if connection.token:
            self._connections.setdefault(table_id, set()).add(connection)
        try:
            await send({"type": "websocket.accept"})
            await self._receive_frames(connection, send_frame, receive)
        finally:
            self.metrics.sockets.dec()
            self._connections.get(table_id, set()).discard(connection)
            if not self._connections.get(table_id):
                self._connections.pop(table_id, None)
            self.tables.unfollow(connection.live_table, connection.seat, send_frame)
        with suppress(Exception):  # the client may have disconnected
            await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": "not allowed"})

    async def _receive_frames(self, connection: Connection, send_frame: Follower, receive: Receive) -> None:
        """Handle the client's frames until it disconnects or has been refused too often."""
        limits = self.settings.limits
        buckets = (Bucket(limits.frames, limits.frame_burst), *self._answered.buckets_of(connection.address))
        refusals = RefusalCount(limits.refusals)
        while not refusals.are_too_many:
            message = await receive()
            if message["type"] != "websocket.receive":
                return
            key = None
            try:
                if wait := max([bucket.take() for bucket in buckets]):
                    raise TableError("too-fast", seconds=whole_seconds(wait))
                frame = _read_frame(message)
                if isinstance(frame, PingMessage):
                    send_frame(PONG)
                    continue
                key = frame.key
                if await self._submit_action(connection, send_frame, frame):
                    refusals.note_new_action()
            except KeypegError as error:
                refusals.add(error.code)
                self.metrics.refused.labels(error.code).inc()
                send_frame(_refusal_frame(key, error, connection.lang))

    async def _submit_action(self, connection: Connection, send_frame: Follower, frame: ActionMessage) -> bool:
        """Carry out an action; return whether it is new."""
        live_table, player, seat = connection.live_table, connection.player, connection.seat
        if seat is None:
            raise TableError("no-token")
        count = live_table.table.entry_count
        number = await self.tables.submit_action(live_table, player, seat, frame.action, frame.key)
        is_new = number > count
        if not is_new:  # the key was used before, and the event is not sent again
            send_frame(encode({"type": "done", "key": frame.key, "number": number}))
        return is_new


def _read_frame(message: Any) -> ActionMessage | PingMessage:
    content = message.get("text")
    try:
        return decode(message["bytes"] if content is None else content)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise TableError("unreadable", why=str(error)) from None


def _read_number(query: dict[str, list[str]], name: str) -> int | None:
    text = query.get(name, [""])[0]
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= MAX_NUMBER_DIGITS):
        raise TableError("unreadable", why=name)
    return int(text)


def _refusal_frame(key: str | None, error: KeypegError, lang: str) -> bytes:
    return encode({"type": "refused", "key": key, "problem": problem_document(error, lang)})
