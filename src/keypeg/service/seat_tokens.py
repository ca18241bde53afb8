"""Tokens that show which player a client is, and links that move a seat to another device.

Only hashes of tokens and links are stored, and never in the logs. A link works once, within a quarter of an hour; a
new one for the same seat replaces the previous one. Afterwards both devices hold the seat. The token of a device that
came by a link is valid for that seat alone, whatever other seats its player has or takes later.
"""

from hashlib import sha256
from typing import NamedTuple

from keypeg.service.entries import MS_PER_SECOND
from keypeg.service.errors import TableError
from keypeg.service.input_checks import is_possible_id
from keypeg.service.storage.store import WHOLE_PLAYER, Store, StoredSeatLink, TokenOwner
from keypeg.service.system_sources import SystemSources
from keypeg.service.table import Table

LINK_LIFETIME_MS = 15 * 60 * MS_PER_SECOND
"""How long a link works, in milliseconds."""

MAX_CACHED_TOKENS = 20_000


class NewPlayer(NamedTuple):
    """A player who has just joined a table, or holds a seat on a new device."""

    table_id: str
    player: int
    """The player's number."""
    token: str
    """Shows from now on who the client is. It is not stored anywhere else."""


class SeatLink(NamedTuple):
    """A link that moves a seat to another device."""

    key: str
    """The part of the link after `#`. It is not stored anywhere else."""
    expires: int
    """In milliseconds since 1970."""


class SeatTokens:
    """The tokens and seat links of all tables."""

    def __init__(self, store: Store, sources: SystemSources) -> None:
        self._store, self._sources = store, sources
        self._owners: dict[tuple[str, bytes], TokenOwner] = {}

    async def find_owner(self, table_id: str, token: str) -> TokenOwner:
        """Find the owner of a token. Raises `TableError` if there is none."""
        if not token:
            raise TableError("no-token")
        key = (table_id, hash_token(token))
        owner = self._owners.get(key)
        if owner is None:
            owner = await self._store.find_token_owner(*key) if is_possible_id(table_id) else None
            if owner is None:
                raise TableError("wrong-token")
            if len(self._owners) > MAX_CACHED_TOKENS:
                self._owners.clear()
            self._owners[key] = owner
        return owner

    async def find_player(self, table_id: str, token: str, seat: int | None = None) -> int:
        """Find the player who owns a token, if it is valid for this seat; without a seat, for all they may do."""
        owner = await self.find_owner(table_id, token)
        if owner.seat and owner.seat != seat:
            raise TableError("token-for-one-seat", seat=owner.seat)
        return owner.player

    async def issue(self, table_id: str, player: int, seat: int = WHOLE_PLAYER) -> str:
        """Issue a new token to a player; if a seat is given, it is valid for that seat only."""
        token = self._sources.new_token()
        await self._store.add_token(table_id, hash_token(token), TokenOwner(player, seat))
        return token

    async def create_link(self, table: Table, player: int, seat: int) -> SeatLink:
        """Create a link that moves a seat of this player to another device."""
        table.check_seat(seat)
        if not table.is_played_by(player, seat):
            raise TableError("not-your-seat", seat=seat)
        now = self._sources.now()
        link = SeatLink(self._sources.new_token(), now + LINK_LIFETIME_MS)
        stored = StoredSeatLink(table.id, seat, player, hash_token(link.key))
        await self._store.add_seat_link(stored, link.expires, now)
        return link

    async def use_link(self, table: Table, seat: int, link_key: str) -> NewPlayer:
        """Hold a seat on this device too. Other seats of the same player do not move with it."""
        table.check_seat(seat)
        occupant = table.occupants[seat - 1]
        if occupant is None:
            raise TableError("link-expired")
        token = self._sources.new_token()
        is_valid = await self._store.use_seat_link(
            StoredSeatLink(table.id, seat, occupant.player, hash_token(link_key)),
            self._sources.now(),
            hash_token(token),
            TokenOwner(occupant.player, seat),
        )
        if not is_valid:
            raise TableError("link-expired")
        return NewPlayer(table.id, occupant.player, token)


def hash_token(token: str) -> bytes:
    """Hash a token for storage."""
    return sha256(token.encode(errors="surrogatepass")).digest()
