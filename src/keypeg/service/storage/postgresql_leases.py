"""The lease by which a process owns tables in a PostgreSQL that several processes share.

A lease is a row of `servers`, which its process renews several times a second by the database's clock. A table has the
number of its owner's lease. Three things make it safe:

- Appending an entry looks at the lease in the same statement, and holds its row until the entry is committed.
- Before another process takes a table from an owner whose lease has run out, it deletes that lease, which waits for
  such statements. Then the former owner can store nothing any more, even if it was only stopped and wakes up.
- A table changes hands only from the owner that was seen, so that one of several processes gets it. If a table is taken
  from an owner whose lease is valid, that waits for such statements too.

A process whose lease is gone forgets all its tables and begins again with a new one.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress

from keypeg.service.errors import TableError
from keypeg.service.ownership import Owner
from keypeg.service.storage.postgresql_notifications import CHANNEL, write_growth
from keypeg.service.storage.postgresql_statements import (
    DELETE_OLD_LEASES,
    END_LEASE,
    FIND_OWNER,
    LEASE_SECONDS,
    LIST_OTHER_LEASES,
    REGISTER,
    RELEASE,
    RENEW,
    TAKE_FROM,
    TAKE_TABLE,
)
from keypeg.service.storage.postgresql_store import PostgresqlStore

LOG = logging.getLogger("keypeg.leases")

RENEWAL_SECONDS = 0.4
"""The pause between two renewals."""

SOONEST_SECONDS = 0.02
"""The shortest pause."""

MAX_REMEMBERED_TABLES = 100_000
"""How many tables are remembered to be owned. The database knows about all of them."""

SECRET_BYTES = 32


class PostgresqlLeases:
    """The lease of this process, and the tables that it owns by it."""

    def __init__(self, store: PostgresqlStore, clock: Callable[[], float] = time.monotonic) -> None:
        self._store, self._clock = store, clock
        self._address, self.secret = "", b""
        self._owned: dict[str, None] = {}
        self._renewing: asyncio.Task[None] | None = None
        self._renewed_at, self._steady_since = 0.0, -LEASE_SECONDS
        """When the lease was renewed last, and since when without a gap."""
        self.on_take: Callable[[str], None] = lambda table_id: None
        """Called when this process has taken a table."""
        self.on_refusal: Callable[[str], None] = self.forget
        """Called when the database has refused an entry, because this process does not own the table."""
        self.on_loss: Callable[[], None] = lambda: None
        """Called when this process has lost its lease, and so all its tables."""
        self.on_others: Callable[[Mapping[int, float]], None] = lambda seconds_left: None
        """Called with the leases of all other processes, and how many seconds are left of each."""

    @property
    def lease(self) -> int:
        """The number of the lease; 0 for none."""
        return self._store.lease or 0

    async def register(self, address: str) -> None:
        """Begin a lease, and renew it until `release`; others reach this process at this address."""
        self._address = address
        self._store.lease = 0
        self._store.on_refusal = self.on_refusal
        await self._store.fetch(DELETE_OLD_LEASES)
        await self._begin_lease()
        self._renewed_at = self._clock()
        self._renewing = asyncio.get_running_loop().create_task(self._renew_regularly())

    async def release(self) -> None:
        """End the lease, so that others can take the tables at once."""
        if self._renewing is not None:
            self._renewing.cancel()
            await asyncio.gather(self._renewing, return_exceptions=True)
        with suppress(TableError):  # otherwise it runs out
            await self._store.fetch(RELEASE, self.lease)
        self._store.lease = 0
        self._owned.clear()

    # Tables

    def owns(self, table_id: str) -> bool:
        """Whether this process owns a table, as far as it knows."""
        return table_id in self._owned

    async def find(self, table_id: str) -> Owner | None:
        """Return the process that owns a table; None if it is this one, which takes the table if nobody owns it."""
        while table_id not in self._owned:
            lease = self.lease
            if not lease:
                raise TableError("table-moving")
            rows = await self._store.fetch(FIND_OWNER, table_id)
            if not rows:
                return None
            owner, address, secret, seconds_left = rows[0]
            if owner == lease == self.lease:
                self._remember(table_id)
            elif address is None:
                if await self._store.fetch(TAKE_TABLE, table_id, lease, owner) and lease == self.lease:
                    self._remember(table_id)
                    self.on_take(table_id)
            elif seconds_left > 0 or not self._may_judge:
                return Owner(owner, address, secret)
            else:
                await self._store.fetch(END_LEASE, owner)
        return None

    async def take_from(self, table_id: str, owner: Owner) -> None:
        """Take a table from an owner whose lease is valid. It gets a notice, but cannot store anything in any case."""
        lease = self.lease
        if lease and await self._store.fetch(TAKE_FROM, table_id, lease, owner.lease, CHANNEL, write_growth(table_id)):
            self.on_take(table_id)

    def note_created(self, table_id: str) -> None:
        """Note that this process has created a table, which it owns."""
        self._remember(table_id)

    def _remember(self, table_id: str) -> None:
        if len(self._owned) >= MAX_REMEMBERED_TABLES:
            self._owned.clear()
        self._owned[table_id] = None

    def forget(self, table_id: str) -> None:
        """Ask the database again who owns a table."""
        self._owned.pop(table_id, None)

    # The lease

    @property
    def _may_judge(self) -> bool:
        """Whether this process has renewed its own lease for long enough to say that another has not done so.

        Otherwise, after the database was away, the first to come back would take the tables of all others.
        """
        return self._clock() - self._steady_since >= LEASE_SECONDS

    async def _begin_lease(self) -> None:
        self.secret = secrets.token_bytes(SECRET_BYTES)
        ((lease,),) = await self._store.fetch(REGISTER, self._address, self.secret)
        self._store.lease = lease

    async def _renew_regularly(self) -> None:
        pause = RENEWAL_SECONDS
        while True:
            await asyncio.sleep(pause)
            pause = RENEWAL_SECONDS
            try:
                pause = await self._renew()
            except TableError as error:
                LOG.warning("the lease cannot be renewed", extra={"code": error.code})
            except Exception:
                LOG.exception("the lease cannot be renewed")

    async def _renew(self) -> float:
        """Renew the lease, or begin a new one if it is gone; return when to do so again."""
        began = self._clock()
        if not self.lease or not await self._store.fetch(RENEW, self.lease):
            await self._replace_lease()
        if began - self._renewed_at > LEASE_SECONDS / 2:
            self._steady_since = self._clock()
        self._renewed_at = self._clock()
        others = dict(tuple(row) for row in await self._store.fetch(LIST_OTHER_LEASES, self.lease))
        self.on_others(others)
        # A lease that is about to run out is looked at when it does.
        soonest = min((left for left in others.values() if left > 0), default=RENEWAL_SECONDS)
        return max(min(RENEWAL_SECONDS, soonest), SOONEST_SECONDS)

    async def _replace_lease(self) -> None:
        if self.lease:
            LOG.warning("the lease was lost: others took this process to be dead")
        self._store.lease = 0
        self._owned.clear()
        self.on_loss()
        await self._begin_lease()
