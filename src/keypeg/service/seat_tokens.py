"""Who holds what: a token shows it, and a link carries a seat to another device.

Of tokens and of links only hashes are kept, beside the logs and never in them. A link is used once, within a quarter of
an hour; whoever makes another for the same seat makes the one before it void. Both devices hold the seat afterwards.
"""

from typing import NamedTuple

from keypeg.service.errors import TableError
from keypeg.service.ports import Holder, Store, StoredSeatLink, World
from keypeg.service.table import Table
from keypeg.service.table_setup import NewPlayer, could_be_id, hashed

LASTS = 15 * 60 * 1000
"""For how many milliseconds a link can be used."""

MOST_KEPT = 20_000
"""How many tokens are remembered."""


class Link(NamedTuple):
    """What carries a seat to another device."""

    code: str
    """It is kept nowhere else."""
    expires: int
    """When it can be used no more, in milliseconds since 1970."""


class Holders:
    """All who hold something at any table."""

    def __init__(self, store: Store, world: World) -> None:
        self._store, self._world = store, world
        self._known: dict[tuple[str, bytes], Holder] = {}

    async def find(self, table: str, token: str) -> Holder:
        """Whose token this is."""
        if not token:
            raise TableError("no-token")
        asked = (table, hashed(token))
        holder = self._known.get(asked)
        if holder is None:
            holder = await self._store.holder_of(*asked) if could_be_id(table) else None
            if holder is None:
                raise TableError("wrong-token")
            if len(self._known) > MOST_KEPT:
                self._known.clear()
            self._known[asked] = holder
        return holder

    async def guest(self, table: str, token: str, seat: int | None = None) -> int:
        """The guest whose token this is, if it is good for this seat; or, where none is named, for all he may do."""
        holder = await self.find(table, token)
        if holder.seat and holder.seat != seat:
            raise TableError("seat-only", seat=holder.seat)
        return holder.guest

    async def add(self, table: str, guest: int, seat: int = 0) -> str:
        """A new token for a guest; for one seat of his alone, if it is named."""
        token = self._world.token()
        await self._store.add_token(table, hashed(token), Holder(guest, seat))
        return token

    async def make_link(self, table: Table, guest: int, seat: int) -> Link:
        """A link by which whoever plays a seat can take it to another device."""
        _check_plays(table, guest, seat)
        now = self._world.now()
        link = Link(self._world.token(), now + LASTS)
        await self._store.add_link(StoredSeatLink(table.id, seat, guest, hashed(link.code)), link.expires, now)
        return link

    async def use_link(self, table: Table, seat: int, code: str) -> NewPlayer:
        """Hold a seat on this device too. Where its guest plays several, the others are not carried along."""
        table.check_seat(seat)
        chair = table.chairs[seat - 1]
        if chair is None:
            raise TableError("link-over")
        token, alone = self._world.token(), len(table.seats_of(chair.guest)) > 1
        used = await self._store.use_link(
            StoredSeatLink(table.id, seat, chair.guest, hashed(code)),
            self._world.now(),
            hashed(token),
            Holder(chair.guest, seat if alone else 0),
        )
        if not used:
            raise TableError("link-over")
        return NewPlayer(table.id, chair.guest, token)


def _check_plays(table: Table, guest: int, seat: int) -> None:
    table.check_seat(seat)
    if not table.plays(guest, seat):
        raise TableError("not-your-seat", seat=seat)
