"""Answers the other processes: appends what they ask for, and sends them the frames of this one's tables."""

import asyncio
import logging
from collections.abc import Coroutine
from functools import partial
from typing import Any

from keypeg.core.errors import KeypegError
from keypeg.service import entries
from keypeg.service.entry_effects import AppliedEntry
from keypeg.service.errors import TableError
from keypeg.service.frames import Viewer
from keypeg.service.live_table import LiveTable, Proposal, Receipt
from keypeg.service.peers.connection import PeerConnection
from keypeg.service.peers.messages import (
    Act,
    Append,
    Ended,
    Event,
    Follow,
    Ping,
    Pong,
    ToOwner,
    Unfollow,
    answer_to,
    decode_to_owner,
)
from keypeg.service.storage.postgresql_leases import PostgresqlLeases
from keypeg.service.table_service import TableService

LOG = logging.getLogger("keypeg.peers")

PROOF_SECONDS = 2.0
"""How long another process may take to prove who it is."""

SILENCE_SECONDS = 10.0
"""A process that does not ping for so long is disconnected."""

WATCH_SECONDS = 1.0
"""The pause between two looks at what is silent."""

MAX_CONNECTIONS = 1024
"""How many connections are accepted; a process has one to each other."""


class SentChannel:
    """The frames of a viewer that another process follows."""

    def __init__(self, asker: "Asker", number: int, viewer: Viewer, after: int) -> None:
        self._asker, self._number, self._last = asker, number, after
        self.viewer = viewer
        self.live_table: LiveTable | None = None
        """The table, as soon as its frames are sent."""

    def send_frame(self, frame: bytes) -> None:
        """Send the frame of the next entry."""
        self._last += 1
        self._asker.send(Event(self._number, self._last, frame), len(frame))


class Asker(PeerConnection[ToOwner]):
    """A connection from another process."""

    def __init__(self, listener: "PeerListener", secret: bytes) -> None:
        super().__init__(secret, decode_to_owner, is_owner=True)
        self._listener, self._tables = listener, listener.tables
        self._channels: dict[int, SentChannel] = {}

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, unless there are too many connections."""
        super().connection_made(transport)
        self._listener.add(self)

    def on_closed(self) -> None:
        """Stop sending frames."""
        self._listener.remove(self)
        for number in list(self._channels):
            self._unfollow(number)

    def on_message(self, message: ToOwner) -> None:
        """Do what the other process asks for."""
        match message:
            case Act():
                self._act(message)
            case Append():
                self._listener.start_task(self._append(message))
            case Follow():
                channel = SentChannel(self, message.channel, message.viewer, message.after)
                self._channels[message.channel] = channel
                self._listener.start_task(self._follow(message, channel))
            case Unfollow():
                self._unfollow(message.channel)
            case Ping():
                self.send(Pong())

    def _act(self, message: Act) -> None:
        """Carry out an action by calls alone if the table is in memory: every move from another process comes here."""
        live_table = self._tables.find_loaded(message.table_id)
        if live_table is None or not self._tables.owners.owns(message.table_id):
            self._listener.start_task(self._find_and_act(message))
        else:
            self._propose(live_table, message)

    async def _find_and_act(self, message: Act) -> None:
        try:
            self._propose(await self._find(message.table_id), message)
        except Exception as error:
            self._answer(message.request, error)

    def _propose(self, live_table: LiveTable, message: Act) -> None:
        on_done = partial(self._answer_act, message)
        self._tables.propose_action_here(live_table, message.player, message.seat, message.action, message.key, on_done)

    def _answer_act(self, message: Act, result: AppliedEntry | Receipt | Exception) -> None:
        """Answer with the frame of the entry if one has just been sent there, as it nearly always has."""
        last = self.unsent[-1] if self.unsent else None
        if (
            isinstance(last, Event)
            and isinstance(result, AppliedEntry)
            and result.is_new
            and last.number == result.number
        ):
            channel = self._channels.get(last.channel)
            if channel is not None and channel.live_table is self._tables.find_loaded(message.table_id):
                last.request = message.request
                return
        self._answer(message.request, result)

    async def _append(self, message: Append) -> None:
        try:
            live_table = await self._find(message.table_id)
            on_done = partial(self._answer, message.request)
            self._tables.propose_here(
                live_table, Proposal(entries.decode(message.body), on_done, message.expected_count)
            )
        except Exception as error:
            self._answer(message.request, error)

    def _answer(self, request: int, result: AppliedEntry | Receipt | Exception) -> None:
        if isinstance(result, Exception) and not isinstance(result, KeypegError):
            LOG.error("an entry of another process failed", exc_info=result)
        self.send(answer_to(request, result))

    async def _find(self, table_id: str) -> LiveTable:
        """Load a table that this process owns; it is taken if nobody does. Raises `TableError` if another owns it."""
        live_table = await self._tables.load(table_id)
        if not await self._tables.owners.claim(table_id):
            raise TableError("table-moving")
        return live_table

    # Frames

    async def _follow(self, message: Follow, channel: SentChannel) -> None:
        try:
            live_table = await self._find(message.table_id)
            await self._tables.follow(live_table, message.viewer, channel.send_frame, message.after)
        except Exception as error:
            if not isinstance(error, KeypegError):
                LOG.exception("a table cannot be followed by another process")
            self._end_channel(message.channel)
            return
        channel.live_table = live_table
        if self._channels.get(message.channel) is not channel:  # it was closed meanwhile
            self._tables.unfollow(live_table, channel.viewer, channel.send_frame)

    def _unfollow(self, number: int) -> None:
        channel = self._channels.pop(number, None)
        if channel is not None and channel.live_table is not None:
            self._tables.unfollow(channel.live_table, channel.viewer, channel.send_frame)

    def _end_channel(self, number: int) -> None:
        if number in self._channels:
            self._unfollow(number)
            self.send(Ended(number))

    def end_table(self, live_table: LiveTable) -> None:
        """Send no more frames of a table, because this process does not own it any more."""
        for number, channel in list(self._channels.items()):
            if channel.live_table is live_table:
                self._end_channel(number)


class PeerListener:
    """Listens for other processes."""

    def __init__(self, tables: TableService, leases: PostgresqlLeases) -> None:
        self.tables = tables
        self._leases = leases
        self._askers: set[Asker] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def open(self, host: str, port: int = 0) -> str:
        """Listen; return the address."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: Asker(self, self._leases.secret), host, port)
        host, port = self._server.sockets[0].getsockname()[:2]
        self.start_task(self._watch())
        return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"

    async def close(self) -> None:
        """Send what is ready to be sent, and disconnect everybody."""
        if self._server is not None:
            self._server.close()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for asker in list(self._askers):
            asker.finish()

    def drop_all(self) -> None:
        """Disconnect everybody: this process has lost its tables."""
        for asker in list(self._askers):
            asker.close()

    def end_table(self, live_table: LiveTable) -> None:
        """Send nobody any more frames of a table."""
        for asker in list(self._askers):
            asker.end_table(live_table)

    def add(self, asker: Asker) -> None:
        """Note a connection, which must soon prove who it is."""
        self._askers.add(asker)
        if len(self._askers) > MAX_CONNECTIONS:
            asker.close()

    def remove(self, asker: Asker) -> None:
        """Forget a connection."""
        self._askers.discard(asker)

    def start_task(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that takes longer than a turn of the event loop."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _watch(self) -> None:
        """Disconnect again and again those that are silent, or do not prove who they are."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            for asker in list(self._askers):
                if loop.time() - asker.heard_at > (SILENCE_SECONDS if asker.is_ready else PROOF_SECONDS):
                    asker.close()
