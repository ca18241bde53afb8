"""Connections to the processes that own tables: one to each, opened when it is first needed."""

import asyncio
import itertools
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NamedTuple

from keypeg.service.errors import TableError
from keypeg.service.frames import Viewer
from keypeg.service.live_table import OnDone, Receipt
from keypeg.service.ownership import Owner
from keypeg.service.peers.connection import PeerConnection
from keypeg.service.peers.messages import (
    Append,
    Done,
    Ended,
    Event,
    Follow,
    FromOwner,
    Ping,
    Pong,
    Refused,
    Request,
    Unfollow,
    decode_from_owner,
    result_of,
)

LOG = logging.getLogger("keypeg.peers")

CONNECT_SECONDS = 1.0
"""How long another process may take to accept a connection and to prove who it is."""

PING_SECONDS = 0.5
"""The pause between two pings."""

SILENCE_SECONDS = 2.0
"""A process that says nothing for so long is disconnected: the connection may be broken."""

RETRY_SECONDS = 0.25
"""The pause before another attempt to connect."""


class UnreachableError(Exception):
    """The owner of a table cannot be reached."""


class PendingRequest(NamedTuple):
    """A request that the owner has not answered yet."""

    message: Request
    on_done: OnDone
    deadline: float
    """Until when it may be sent again."""


class Channel(NamedTuple):
    """What to call with the frames of a viewer."""

    on_frame: Callable[[int, bytes], None]
    on_end: Callable[[], None]


class OwnerLink(PeerConnection[FromOwner]):
    """A connection to the owner of tables."""

    def __init__(self, owner: Owner, on_unanswered: Callable[[PendingRequest], None]) -> None:
        super().__init__(owner.secret, decode_from_owner, is_owner=False)
        self.owner = owner
        self.ready: asyncio.Future[None] = self._loop.create_future()
        """Done when each end has proved who it is."""
        self._on_unanswered = on_unanswered
        self._numbers = itertools.count(1)
        self._pending: dict[int, PendingRequest] = {}
        self._channels: dict[int, Channel] = {}

    def ask(self, pending: PendingRequest) -> None:
        """Send a request. If the connection is lost before it is answered, `on_unanswered` is called with it."""
        number = next(self._numbers)
        pending.message.request = number
        self._pending[number] = pending
        self.send(pending.message)

    def follow(self, table_id: str, viewer: Viewer, after: int, channel: Channel) -> int:
        """Have the frames of a viewer sent; return the number of their channel."""
        number = next(self._numbers)
        self._channels[number] = channel
        self.send(Follow(number, table_id, viewer, after))
        return number

    def unfollow(self, number: int) -> None:
        """Have the frames of a channel sent no more."""
        if self._channels.pop(number, None) is not None and self.is_ready:
            self.send(Unfollow(number))

    def on_ready(self) -> None:
        """Note that messages can be sent."""
        if not self.ready.done():
            self.ready.set_result(None)

    def on_message(self, message: FromOwner) -> None:
        """Pass on a frame, or the answer to a request."""
        match message:
            case Event():
                if (channel := self._channels.get(message.channel)) is not None:
                    channel.on_frame(message.number, message.frame)
                if message.request and (pending := self._pending.pop(message.request, None)) is not None:
                    pending.on_done(Receipt(message.number, new_player=0, is_new=True))
            case Done() | Refused():
                self._finish(message)
            case Ended():
                if (channel := self._channels.pop(message.channel, None)) is not None:
                    channel.on_end()
            case Pong():
                pass

    def _finish(self, answer: Done | Refused) -> None:
        pending = self._pending.pop(answer.request, None)
        if pending is None:
            return
        result = result_of(answer)
        if isinstance(result, TableError) and result.code == "table-moving":
            self._on_unanswered(pending)  # it is known that nothing was stored
        else:
            pending.on_done(result)

    def on_closed(self) -> None:
        """Hand back everything that the owner has not answered."""
        if not self.ready.done():
            self.ready.set_exception(UnreachableError())
            self.ready.exception()  # nobody may be waiting any more
        unanswered, self._pending = list(self._pending.values()), {}
        channels, self._channels = list(self._channels.values()), {}
        for channel in channels:
            channel.on_end()
        for pending in unanswered:
            if isinstance(pending.message, Append):
                pending.on_done(TableError("table-moving"))  # it has no key, and may have been stored
            else:
                self._on_unanswered(pending)


class OwnerLinks:
    """The connections of this process to the owners of tables."""

    def __init__(self, on_unanswered: Callable[[PendingRequest], None]) -> None:
        self._on_unanswered = on_unanswered
        self._links: dict[int, OwnerLink] = {}
        """By lease."""
        self._connecting: dict[int, asyncio.Task[OwnerLink]] = {}
        self._unreachable_since: dict[int, float] = {}
        """By lease."""
        self._change = asyncio.Event()
        """Set, and replaced by another, when something is known about any owner that was not known before."""
        self._watching = asyncio.get_running_loop().create_task(self._watch())

    async def close(self) -> None:
        """Close all connections."""
        tasks = [self._watching, *self._connecting.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for link in list(self._links.values()):
            link.close()

    async def find(self, owner: Owner) -> OwnerLink:
        """Return a connection that can be used. Raises `UnreachableError`."""
        link = self._links.get(owner.lease)
        if link is not None and link.is_ready:
            return link
        connecting = self._connecting.get(owner.lease)
        if connecting is None:
            connecting = asyncio.get_running_loop().create_task(self._connect(owner))
            self._connecting[owner.lease] = connecting
            connecting.add_done_callback(lambda task: self._end_connecting(owner.lease, task))
        return await asyncio.shield(connecting)

    def _end_connecting(self, lease: int, task: "asyncio.Task[OwnerLink]") -> None:
        self._connecting.pop(lease, None)
        if not task.cancelled():
            task.exception()  # nobody may be waiting any more

    async def _connect(self, owner: Owner) -> OwnerLink:
        loop = asyncio.get_running_loop()
        host, _, port = owner.address.rpartition(":")
        link = OwnerLink(owner, self._on_unanswered)
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                await loop.create_connection(lambda: link, host.strip("[]"), int(port))
                await link.ready
        except (OSError, ValueError, UnreachableError) as error:
            link.close()
            if owner.lease not in self._unreachable_since:
                LOG.warning("another process cannot be reached", extra={"why": type(error).__name__})
            self._unreachable_since.setdefault(owner.lease, loop.time())
            raise UnreachableError from error
        self._unreachable_since.pop(owner.lease, None)
        self._links[owner.lease] = link
        return link

    def seconds_unreachable(self, owner: Owner) -> float:
        """Return for how long an owner could not be reached."""
        now = asyncio.get_running_loop().time()
        return now - self._unreachable_since.get(owner.lease, now)

    async def wait_for_change(self) -> None:
        """Wait until it makes sense to look for an owner again that could not be reached."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._change.wait(), RETRY_SECONDS)

    def note_leases(self, seconds_left: Mapping[int, float]) -> None:
        """Disconnect processes whose leases have ended; their tables can be taken now."""
        known = {*self._links, *self._unreachable_since}
        ended = {lease for lease in known if seconds_left.get(lease, 0) <= 0}
        for lease in ended:
            self._unreachable_since.pop(lease, None)
            if link := self._links.pop(lease, None):
                link.close()
        if ended:
            self._change.set()
            self._change = asyncio.Event()

    async def _watch(self) -> None:
        """Ping all owners again and again, and disconnect those that are silent."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(PING_SECONDS)
            for lease, link in list(self._links.items()):
                if link.is_ready and loop.time() - link.heard_at > SILENCE_SECONDS:
                    link.close()
                if link.is_ready:
                    link.send(Ping())
                else:
                    self._links.pop(lease, None)
