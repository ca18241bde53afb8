"""The WebSocket of a table: frames go out as things happen, and actions come in.

Plain ASGI, without a framework: every move of every match passes here.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Any, NamedTuple
from urllib.parse import parse_qs

import msgspec

from keypeg.core.errors import KeypegError
from keypeg.server.headers import headers_for
from keypeg.server.metrics import Metrics
from keypeg.server.problem_documents import encode, head_of, problem_of
from keypeg.server.rate_limits import Bucket, Counts, full_seconds
from keypeg.server.request_context import Receive, Scope, Send, address_of, check_origin, language_of, token_of
from keypeg.server.settings import Settings
from keypeg.server.websocket_protocol import LINE, FastWebSocketProtocol
from keypeg.service.errors import TableError
from keypeg.service.frames import Audience
from keypeg.service.live_table import Follower, LiveTable
from keypeg.service.table_service import Tables

LOG = logging.getLogger("keypeg.server")

MOST_REFUSED = 100
"""How many frames of a socket may be refused one after the other before it is closed."""

POLICY = 1008
"""Why a socket is closed: it does what it may not."""


class ActionMessage(msgspec.Struct, tag="act", tag_field="type", forbid_unknown_fields=True):
    """Something to do in the match."""

    action: Annotated[str, msgspec.Meta(max_length=400)]
    key: Annotated[str, msgspec.Meta(min_length=1, max_length=100, pattern=r"^[!-~]*\Z")]


class PingMessage(msgspec.Struct, tag="ping", tag_field="type", forbid_unknown_fields=True):
    """Is anybody there?"""


_decoder: msgspec.json.Decoder[ActionMessage | PingMessage] = msgspec.json.Decoder(ActionMessage | PingMessage)
decode = _decoder.decode

PONG = b'{"type":"pong"}'


class Connection(NamedTuple):
    """Who follows what."""

    live: LiveTable
    guest: int
    """0 for who looks on."""
    seat: Audience
    lang: str
    """In which language he is told why something is refused."""


class Sockets:
    """All sockets of this process."""

    def __init__(
        self, tables: Tables, settings: Settings, metrics: Metrics, check_caller: Callable[[Scope], None]
    ) -> None:
        self.tables, self.settings, self.metrics = tables, settings, metrics
        self._check_caller = check_caller
        self._counts = Counts(settings.limits.sockets)

    async def serve(self, scope: Scope, receive: Receive, send: Send, name: str | None) -> None:
        """One socket, from the beginning to the end; at a table of this name, or at an address where there is none."""
        address = address_of(scope)
        await receive()  # that he wants to be connected
        if not self._counts.enter(address):
            await self._deny(scope, send, TableError("too-many-sockets", most=self._counts.most))
            return
        try:
            line: FastWebSocketProtocol = scope["extensions"][LINE]["line"]
            line.most_unread = self.settings.limits.unread
            connection = await self._admit_or_deny(scope, send, name, line.tell)
            if connection is not None:
                await self._talk(connection, line.tell, receive, send)
        finally:
            self._counts.leave(address)

    async def _admit_or_deny(self, scope: Scope, send: Send, name: str | None, tell: Follower) -> Connection | None:
        try:
            return await self._admit(scope, name, tell)
        except KeypegError as error:
            await self._deny(scope, send, error)
        except Exception:
            LOG.exception("a socket cannot be opened")
            await self._deny(scope, send, TableError("failed"))
        return None

    async def _admit(self, scope: Scope, name: str | None, tell: Follower) -> Connection:
        """See who wants to follow what, and let him: what he does not know yet waits for him then."""
        self._check_caller(scope)
        check_origin(scope, self.settings.origins)
        if name is None:
            raise TableError("no-such-page")
        asked = parse_qs(scope["query_string"].decode("latin-1"))
        live = await self.tables.fresh(name)  # he may have sat down at another process a moment ago
        seat, after = _number(asked, "seat"), _number(asked, "after")
        guest, token = 0, token_of(scope, name)
        if seat is None:
            await self.tables.check_watch(live, asked.get("watch", [""])[0], token)
        else:
            guest = await self.tables.holders.guest(name, token, seat)
            self.tables.check_seat(live, guest, seat)
        await self.tables.follow(live, seat, tell, after)
        return Connection(live, guest, seat, language_of(scope))

    async def _deny(self, scope: Scope, send: Send, error: KeypegError) -> None:
        """Answer who may not come in as HTTP does: with a problem document."""
        problem = problem_of(error, language_of(scope))
        status, headers = problem["status"], [*head_of(error), *headers_for(scope["path"])]
        self.metrics.requests.labels(str(status)).inc()
        await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
        await send({"type": "websocket.http.response.body", "body": encode(problem)})

    async def _talk(self, connection: Connection, tell: Follower, receive: Receive, send: Send) -> None:
        self.metrics.sockets.inc()
        try:
            await send({"type": "websocket.accept"})
            await self._listen(connection, tell, receive)
        finally:
            self.metrics.sockets.dec()
            self.tables.unfollow(connection.live, connection.seat, tell)
        with suppress(Exception):  # whoever has gone himself hears nothing of this
            await send({"type": "websocket.close", "code": POLICY, "reason": "refused too often"})

    async def _listen(self, connection: Connection, tell: Follower, receive: Receive) -> None:
        """Do what comes in, until he goes or has been refused too often."""
        limits = self.settings.limits
        bucket, refused = Bucket(limits.frames, limits.frame_burst), 0
        while refused < MOST_REFUSED:
            message = await receive()
            if message["type"] != "websocket.receive":
                return
            key = None
            try:
                if wait := bucket.take():
                    raise TableError("too-fast", seconds=full_seconds(wait))
                frame = _read(message)
                if isinstance(frame, PingMessage):
                    tell(PONG)
                    continue
                key = frame.key
                await self._act(connection, tell, frame)
                refused = 0
            except KeypegError as error:
                refused += 1
                self.metrics.refused.labels(error.code).inc()
                tell(_refused(key, error, connection.lang))

    async def _act(self, connection: Connection, tell: Follower, frame: ActionMessage) -> None:
        live, guest, seat, _ = connection
        if seat is None:
            raise TableError("no-token")
        before = live.table.number
        number = await self.tables.act(live, guest, seat, frame.action, frame.key)
        if number <= before:  # done before: its event is not sent again
            tell(encode({"type": "done", "key": frame.key, "number": number}))


def _read(message: Any) -> ActionMessage | PingMessage:
    content = message.get("text")
    try:
        return decode(message["bytes"] if content is None else content)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise TableError("unreadable", why=str(error)) from None


def _number(asked: dict[str, list[str]], name: str) -> int | None:
    text = asked.get(name, [""])[0]
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise TableError("unreadable", why=name)
    return int(text)


def _refused(key: str | None, error: KeypegError, lang: str) -> bytes:
    return encode({"type": "refused", "key": key, "problem": problem_of(error, lang)})
