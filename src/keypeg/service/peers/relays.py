"""The tables at this process that other processes own: their entries go to the owner, and its frames come here.

The followers of such a table have all received the same frames: those up to `LiveTable.relayed`. Further ones come from
the owner or, when there is another, from the log; what has come already is left out. So it does not matter which of
the two is faster, or that an owner ends in the middle.
"""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

from keypeg.service import entries
from keypeg.service.entry_effects import AppliedEntry
from keypeg.service.errors import TableError
from keypeg.service.frames import Viewer
from keypeg.service.live_table import LiveTable, OnDone, Proposal, Receipt
from keypeg.service.ownership import Owner
from keypeg.service.peers.messages import Act, Append
from keypeg.service.peers.owner_links import Channel, OwnerLink, OwnerLinks, PendingRequest, UnreachableError
from keypeg.service.storage.postgresql_leases import PostgresqlLeases
from keypeg.service.table_service import TableService

LOG = logging.getLogger("keypeg.peers")

ASK_SECONDS = 8.0
"""For how long an owner is looked for who can answer a request."""

UNREACHABLE_SECONDS = 3.0
"""When an owner with a valid lease could not be reached for so long, its table is taken from it."""

PAUSE_SECONDS = 0.05
"""The pause before a request is sent again to an owner who does not know yet that it owns the table."""


class Relay:
    """A table with followers here that another process owns."""

    def __init__(self, live_table: LiveTable) -> None:
        self.live_table = live_table
        self.link: OwnerLink | None = None
        """The connection to the owner; None while there is none."""
        self.channels: dict[Viewer, int] = {}
        self.search: asyncio.Task[None] | None = None
        """Looks for the owner."""

    def follow(self, viewer: Viewer) -> None:
        """Have the frames of a viewer sent by the owner: those after what the followers have received."""
        live_table = self.live_table
        if self.link is None or live_table.relayed is None or viewer in self.channels:
            return
        channel = Channel(partial(self._pass_on, self.link, viewer), partial(self._end, self.link))
        table_id, after = live_table.table.id, live_table.relayed[viewer]
        self.channels[viewer] = self.link.follow(table_id, viewer, after, channel)

    def _pass_on(self, link: OwnerLink, viewer: Viewer, number: int, frame: bytes) -> None:
        """Send a frame to the followers, unless they have received it from elsewhere."""
        relayed = self.live_table.relayed
        if relayed is None or viewer not in relayed:
            return
        if number == relayed[viewer] + 1:
            relayed[viewer] = number
            for follower in self.live_table.followers[viewer]:
                follower(frame)
        elif number > relayed[viewer]:
            link.close()  # something was left out; it comes with the next connection

    def _end(self, link: OwnerLink) -> None:
        if self.link is link:
            self.disconnect()
            self.on_end(self)

    def disconnect(self) -> None:
        """Forget the owner."""
        if self.link is not None:
            for channel in self.channels.values():
                self.link.unfollow(channel)
        self.link = None
        self.channels.clear()

    @staticmethod
    def on_end(relay: "Relay") -> None:
        """Called when the owner sends no more frames."""


class Relays:
    """The tables of other processes; says also which tables this process owns."""

    def __init__(self, tables: TableService, leases: PostgresqlLeases) -> None:
        self._tables, self._leases = tables, leases
        self.owns = leases.owns
        self.note_created = leases.note_created
        self.links = OwnerLinks(self._ask_again)
        self._relays: dict[str, Relay] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def close(self) -> None:
        """Stop everything. What was not answered is refused."""
        self._closed = True
        await self.links.close()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _start_task(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # Ownership

    async def claim(self, table_id: str) -> bool:
        """Take a table if nobody owns it; return whether this process owns it."""
        return await self._leases.find(table_id) is None

    def check_again(self, table_id: str) -> None:
        """Ask the database again who owns a table; its followers here may have to get their frames elsewhere."""
        self._leases.forget(table_id)
        live_table = self._tables.find_loaded(table_id)
        if live_table is not None and live_table.is_followed:
            self._begin(live_table)

    def note_taken(self, table_id: str) -> None:
        """Note that this process has taken a table: what others have appended must be read before it is used."""
        live_table = self._tables.find_loaded(table_id)
        if live_table is not None:
            live_table.may_be_stale = True

    def note_loss(self) -> None:
        """Note that this process has lost all its tables."""
        for live_table in self._tables.all_loaded():
            if live_table.is_followed:
                self._begin(live_table)

    # Entries

    def propose_action(
        self, live_table: LiveTable, player: int, seat: int, action: str, key: str, on_done: OnDone
    ) -> None:
        """Have a person's action carried out by the owner. If it is known, this takes no task."""
        now = asyncio.get_running_loop().time()
        pending = PendingRequest(Act(0, live_table.table.id, player, seat, action, key), on_done, now + ASK_SECONDS)
        relay = self._relays.get(live_table.table.id)
        if relay is not None and relay.link is not None and relay.link.is_ready:
            relay.link.ask(pending)
        else:
            self._start_task(self._ask(pending))

    def propose(self, live_table: LiveTable, proposal: Proposal) -> None:
        """Have an entry appended by the owner; when this is done, this process knows all entries up to it."""
        now = asyncio.get_running_loop().time()
        body = entries.encode(proposal.entry)
        request = Append(0, live_table.table.id, body, proposal.expected_count)
        self._start_task(
            self._ask(PendingRequest(request, partial(self._catch_up, live_table, proposal), now + ASK_SECONDS))
        )

    def _catch_up(self, live_table: LiveTable, proposal: Proposal, result: AppliedEntry | Receipt | Exception) -> None:
        async def catch_up() -> None:
            with suppress(TableError):  # the next use reads the log
                await self._tables.catch_up(live_table)
            proposal.on_done(result)

        self._start_task(catch_up())

    def _ask_again(self, pending: PendingRequest) -> None:
        if self._closed:
            pending.on_done(TableError("stopping"))
        else:
            self._start_task(self._ask(pending, PAUSE_SECONDS))

    async def _ask(self, pending: PendingRequest, pause: float = 0.0) -> None:
        """Find the owner of a table, and send it a request; or do it here if this is the owner."""
        try:
            await asyncio.sleep(pause)
            while asyncio.get_running_loop().time() < pending.deadline:
                with suppress(UnreachableError):
                    await self._ask_owner(pending)
                    return
                await self.links.wait_for_change()
            raise TableError("table-moving")
        except asyncio.CancelledError:
            pending.on_done(TableError("stopping"))
            raise
        except Exception as error:
            pending.on_done(error)

    async def _ask_owner(self, pending: PendingRequest) -> None:
        request = pending.message
        owner = await self._leases.find(request.table_id)
        if owner is not None:
            (await self._link_to(request.table_id, owner)).ask(pending)
            return
        live_table = await self._tables.load(request.table_id)
        if isinstance(request, Act):
            self._tables.propose_action_here(
                live_table, request.player, request.seat, request.action, request.key, pending.on_done
            )
        else:
            proposal = Proposal(entries.decode(request.body), pending.on_done, request.expected_count)
            self._tables.propose_here(live_table, proposal)

    async def _link_to(self, table_id: str, owner: Owner) -> OwnerLink:
        """Return a connection to the owner of a table; take the table from it if it could not be reached for long."""
        try:
            link = await self.links.find(owner)
        except UnreachableError:
            if self.links.seconds_unreachable(owner) > UNREACHABLE_SECONDS:
                LOG.warning("a table is taken from a process that cannot be reached", extra={"table": table_id})
                await self._leases.take_from(table_id, owner)
            raise
        if not link.is_ready:  # it was closed a moment ago
            raise UnreachableError
        return link

    # Frames

    def follow(self, live_table: LiveTable, viewer: Viewer) -> None:
        """Have the frames of this viewer sent by the owner, from now on."""
        self._begin(live_table).follow(viewer)

    def unfollow(self, live_table: LiveTable, viewer: Viewer) -> None:
        """Have no frames of this viewer sent any more."""
        if live_table.relayed is not None:
            live_table.relayed.pop(viewer, None)
        relay = self._relays.get(live_table.table.id)
        if relay is None:
            return
        if (channel := relay.channels.pop(viewer, None)) is not None and relay.link is not None:
            relay.link.unfollow(channel)
        if not live_table.is_followed:
            self._end(relay)

    def _begin(self, live_table: LiveTable) -> Relay:
        """Look for the owner of a table that is followed here, unless it is known."""
        if live_table.relayed is None:
            live_table.relayed = dict.fromkeys(live_table.followers, live_table.table.entry_count)
        relay = self._relays.get(live_table.table.id)
        if relay is None:
            relay = self._relays[live_table.table.id] = Relay(live_table)
            relay.on_end = self._search  # type: ignore[method-assign]
        if relay.link is None:
            self._search(relay)
        return relay

    def _end(self, relay: Relay) -> None:
        """Relay nothing any more: nobody follows the table, or this process owns it."""
        self._relays.pop(relay.live_table.table.id, None)
        relay.live_table.relayed = None
        relay.disconnect()
        if relay.search is not None and relay.search is not asyncio.current_task():
            relay.search.cancel()

    def _search(self, relay: Relay) -> None:
        if not self._closed and (relay.search is None or relay.search.done()):
            relay.search = self._start_task(self._find_source(relay))

    async def _find_source(self, relay: Relay) -> None:
        """Find out where the frames of a table come from, and have them sent."""
        live_table = relay.live_table
        while True:
            try:
                if await self._connect(relay):
                    return
            except UnreachableError:
                # Meanwhile the log says what the owner does.
                with suppress(TableError):
                    await self._tables.catch_up(live_table)
            except TableError as error:
                if error.code == "no-such-table":
                    self._end(relay)
                    return
            except Exception:
                LOG.exception("the owner of a table cannot be found")
            await self.links.wait_for_change()

    async def _connect(self, relay: Relay) -> bool:
        """Become the owner, or follow it; return False if the table is just changing hands."""
        live_table = relay.live_table
        owner = await self._leases.find(live_table.table.id)
        if owner is not None:
            relay.link = await self._link_to(live_table.table.id, owner)
            for viewer in list(live_table.relayed or ()):
                relay.follow(viewer)
            return True
        await self._tables.catch_up(live_table, partial(self._end_if_owned, relay))
        if live_table.relayed is not None:
            return False
        self._tables.on_change(live_table)
        return True

    def _end_if_owned(self, relay: Relay) -> None:
        if self.owns(relay.live_table.table.id):
            self._end(relay)
