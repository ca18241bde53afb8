"""The WebSocket of a table: frames go out as things happen, and actions come in.

Plain ASGI, without a framework: every move of every match passes here.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs

import msgspec

from keypeg.core.errors import KeypegError
from keypeg.server.asking import Scope, address_of, check_origin, token_of
from keypeg.server.limiting import Bucket, Counts
from keypeg.server.metrics import Metrics
from keypeg.server.problems import MEDIA_TYPE, problem_of
from keypeg.server.settings import Settings
from keypeg.service.errors import TableError
from keypeg.service.following import Follower
from keypeg.service.frames import Audience
from keypeg.service.live import Live
from keypeg.service.tables import Tables

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]

MOST_REFUSED = 100
"""How many frames of a socket may be refused before it is closed."""

POLICY, GOING_AWAY = 1008, 1001
"""Why a socket is closed: it does what it may not; the server is stopped."""


class Act(msgspec.Struct, tag="act", tag_field="type", forbid_unknown_fields=True):
    """Something to do in the match."""

    action: str
    key: str


class Ping(msgspec.Struct, tag="ping", tag_field="type", forbid_unknown_fields=True):
    """Is anybody there?"""


_decoder: msgspec.json.Decoder[Act | Ping] = msgspec.json.Decoder(Act | Ping)
encode = msgspec.json.Encoder().encode

PONG = '{"type":"pong"}'


class Sockets:
    """All sockets of this process."""

    def __init__(self, tables: Tables, settings: Settings, metrics: Metrics) -> None:
        self.tables, self.settings, self.metrics = tables, settings, metrics
        self._counts = Counts(settings.limits.sockets)
        self._open: set[Follower] = set()

    async def serve(self, scope: Scope, receive: Receive, send: Send, name: str) -> None:
        """One socket, from the beginning to the end."""
        address = address_of(scope)
        message = await receive()
        assert message["type"] == "websocket.connect"
        if not self._counts.enter(address):
            await _deny(send, TableError("too-many-sockets", most=self._counts.most))
            return
        try:
            try:
                live, guest, seat, after = await self._admit(scope, name)
            except KeypegError as error:
                await _deny(send, error)
                return
            await send({"type": "websocket.accept"})
            await self._talk(live, guest, seat, after, receive, send)
        finally:
            self._counts.leave(address)

    async def _admit(self, scope: Scope, name: str) -> tuple[Live, int, Audience, int | None]:
        """Who wants to follow what: the table, the guest (0 for who looks on), the seat, and what he knows already."""
        check_origin(scope, self.settings.origins)
        asked = parse_qs(scope["query_string"].decode("latin-1"))
        live = await self.tables.fresh(name)  # he may have sat down at another process a moment ago
        seat, after = _number(asked, "seat"), _number(asked, "after")
        if seat is None:
            await self.tables.check_watch(live, asked.get("watch", [""])[0], token_of(scope, name))
            return live, 0, None, after
        guest = await self.tables.guest_of(name, token_of(scope, name))
        self.tables.check_seat(live, guest, seat)
        return live, guest, seat, after

    async def _talk(
        self, live: Live, guest: int, seat: Audience, after: int | None, receive: Receive, send: Send
    ) -> None:
        follower = Follower()
        self._open.add(follower)
        self.metrics.sockets.inc()
        sender: asyncio.Task[None] | None = None
        try:
            await self.tables.follow(live, seat, follower, after)
            sender = asyncio.create_task(_send_all(follower, send))
            await self._listen(live, guest, seat, follower, receive)
        except TableError as error:
            follower.push(_refused(None, error))
        finally:
            self.metrics.sockets.dec()
            self._open.discard(follower)
            self.tables.unfollow(live, seat, follower)
            if sender is not None:
                with suppress(Exception):
                    await sender

    async def _listen(self, live: Live, guest: int, seat: Audience, follower: Follower, receive: Receive) -> None:
        limits = self.settings.limits
        bucket, refused = Bucket(limits.frames, limits.frame_burst), 0
        while refused < MOST_REFUSED and not follower.closed:
            message = await receive()
            if message["type"] != "websocket.receive":
                return
            key = None
            try:
                frame = _read(message, limits.frame)
                if type(frame) is Ping:
                    follower.push(PONG)
                    continue
                assert isinstance(frame, Act)
                key = frame.key
                if wait := bucket.take():
                    raise TableError("too-fast", seconds=max(1, round(wait)))
                if seat is None:
                    raise TableError("no-token")
                before = live.table.number
                number = await self.tables.act(live, guest, seat, frame.action, frame.key)
                if number <= before:  # done before: its event is not sent again
                    follower.push(encode({"type": "done", "key": key, "number": number}).decode())
            except KeypegError as error:
                refused += 1
                self.metrics.refused.labels(error.code).inc()
                follower.push(_refused(key, error))

    def close(self) -> None:
        """The server is being stopped: everybody is let go, and can go on elsewhere."""
        for follower in list(self._open):
            follower.close()


async def _send_all(follower: Follower, send: Send) -> None:
    while frames := await follower.take():
        for frame in frames:
            await send({"type": "websocket.send", "text": frame})
    code, reason = (POLICY, "too slow") if follower.slow else (GOING_AWAY, "")
    await send({"type": "websocket.close", "code": code, "reason": reason})


def _read(message: Any, most: int) -> Act | Ping:
    sent = message.get("text")
    content = message.get("bytes") if sent is None else sent
    if content is None or len(content) > most:
        raise TableError("too-large", most=most)
    try:
        return _decoder.decode(content)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise TableError("unreadable", why=str(error)) from None


def _number(asked: dict[str, list[str]], name: str) -> int | None:
    text = asked.get(name, [""])[0]
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise TableError("unreadable", why=name)
    return int(text)


def _refused(key: str | None, error: KeypegError) -> str:
    return encode({"type": "refused", "key": key, "problem": problem_of(error)}).decode()


async def _deny(send: Send, error: KeypegError) -> None:
    """Answer who may not come in as HTTP does: with a problem document."""
    problem = problem_of(error)
    await send(
        {
            "type": "websocket.http.response.start",
            "status": problem["status"],
            "headers": [(b"content-type", MEDIA_TYPE.encode())],
        }
    )
    await send({"type": "websocket.http.response.body", "body": encode(problem)})
