"""Tokens that show which player a client is, and links that move a seat to another device.

Only hashes of tokens and links are stored, and never in the logs. A link works once, within a quarter of an hour; a
new one for the same seat replaces the previous one. Afterwards both devices hold the seat. The token of a device that
came by a link is valid for that seat alone, whatever other seats its player has or takes later.

A token expires when it has not been used for a long time. Its holder can list and revoke the player's tokens.
"""

from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
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

TOKEN_DAYS = 90
"""After how many days without use a token expires."""

MS_PER_DAY = 86_400 * MS_PER_SECOND

RENEWAL_MS = MS_PER_DAY
"""How much of a token's lifetime must have passed before a use renews it."""

ID_LENGTH = 16
"""Characters of the hash by which a token is named in lists."""

MAX_CACHED_TOKENS = 10_000
"""How many tokens are known without asking the database; those of the least recently used tables leave first."""


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


class ListedToken(NamedTuple):
    """A token in the list for its holder."""

    id: str
    seat: int
    """The one seat that it is valid for, or `WHOLE_PLAYER`."""
    created_at: int
    """In milliseconds since 1970; 0 if it is older than this list."""
    expires: int
    is_current: bool
    """Whether it is the token of this request."""


class SeatTokens:
    """The tokens and seat links of all tables."""

    def __init__(self, store: Store, sources: SystemSources, token_days: int = TOKEN_DAYS) -> None:
        self._store, self._sources = store, sources
        self._lifetime_ms = token_days * MS_PER_DAY
        self._owners: OrderedDict[str, dict[bytes, TokenOwner]] = OrderedDict()
        """The owners of tokens that were used lately, by table and hash, the least recently used table first."""
        self._owner_count = 0
        self.on_revoke: Callable[[str], None] = lambda table_id: None
        """Called when a token of this table was revoked here."""

    async def find_owner(self, table_id: str, token: str) -> TokenOwner:
        """Find the owner of a token. Raises `TableError` if there is none."""
        if not token:
            raise TableError("no-token")
        hashed, now = hash_token(token), self._sources.now()
        owner = self._owners.get(table_id, {}).get(hashed)
        if owner is not None:
            self._owners.move_to_end(table_id)
        else:
            owner = await self._store.find_token_owner(table_id, hashed) if is_possible_id(table_id) else None
            if owner is None:
                raise TableError("wrong-token")
            self._remember(table_id, hashed, owner)
        if owner.expires and owner.expires <= now:
            self.forget(table_id)  # a use at another process may have renewed it
            owner = await self._store.find_token_owner(table_id, hashed)
            if owner is None or owner.expires <= now:
                raise TableError("wrong-token")
        if owner.expires < now + self._lifetime_ms - min(RENEWAL_MS, self._lifetime_ms // 2):
            owner = owner._replace(expires=now + self._lifetime_ms)
            self._remember(table_id, hashed, owner)
            with suppress(TableError):  # while nothing can be stored, players still see their tables
                await self._store.renew_token(table_id, hashed, owner.expires)
        return owner

    def _remember(self, table_id: str, hashed: bytes, owner: TokenOwner) -> None:
        of_table = self._owners.setdefault(table_id, {})
        self._owner_count += hashed not in of_table
        of_table[hashed] = owner
        self._owners.move_to_end(table_id)
        while self._owner_count > MAX_CACHED_TOKENS:
            self.forget(next(iter(self._owners)))

    def forget(self, table_id: str) -> None:
        """Read the tokens of this table from the database again: another process may have revoked one."""
        self._owner_count -= len(self._owners.pop(table_id, {}))

    async def list_tokens(self, table_id: str, token: str) -> list[ListedToken]:
        """List the tokens of a player to the holder of one; to a device with one seat, only those for that seat."""
        owner = await self.find_owner(table_id, token)
        now = self._sources.now()
        return [
            ListedToken(
                listed.hash.hex()[:ID_LENGTH],
                listed.owner.seat,
                listed.owner.created_at,
                listed.owner.expires,
                listed.hash == hash_token(token),
            )
            for listed in await self._store.list_tokens(table_id, owner.player)
            if owner.seat in (WHOLE_PLAYER, listed.owner.seat) and not 0 < listed.owner.expires <= now
        ]

    async def revoke(self, table_id: str, token: str, token_id: str) -> bool:
        """Revoke a token that is in the list of the holder; return whether it was the holder's own."""
        chosen = next((listed for listed in await self.list_tokens(table_id, token) if listed.id == token_id), None)
        if chosen is None:
            raise TableError("no-such-token")
        owner = await self.find_owner(table_id, token)
        for stored in await self._store.list_tokens(table_id, owner.player):
            if stored.hash.hex()[:ID_LENGTH] == token_id:
                await self._store.delete_token(table_id, stored.hash)
        self.forget(table_id)
        self.on_revoke(table_id)
        return chosen.is_current

    async def find_player(self, table_id: str, token: str, seat: int | None = None) -> int:
        """Find the player who owns a token, if it is valid for this seat; without a seat, for all they may do."""
        owner = await self.find_owner(table_id, token)
        if owner.seat and owner.seat != seat:
            raise TableError("token-for-one-seat", seat=owner.seat)
        return owner.player

    async def issue(self, table_id: str, player: int, seat: int = WHOLE_PLAYER) -> str:
        """Issue a new token to a player; if a seat is given, it is valid for that seat only."""
        token = self._sources.new_token()
        await self._store.add_token(table_id, hash_token(token), self.new_owner(player, seat))
        return token

    async def issue_again(self, table: Table, owner: TokenOwner, token: str) -> NewPlayer:
        """Give the holder of a token at one table the same rights at another: the same token, however often they ask.

        It follows from the one they have and from what only players of the new table know, so that asking stores
        nothing more, and a token that was revoked says nothing about it.
        """
        known = "\n".join(("rematch", table.id, table.open_entry.join, token))
        derived = urlsafe_b64encode(hash_token(known)).decode().rstrip("=")
        await self._store.add_token(table.id, hash_token(derived), self.new_owner(owner.player, owner.seat))
        return NewPlayer(table.id, owner.player, derived)

    def new_owner(self, player: int, seat: int = WHOLE_PLAYER) -> TokenOwner:
        """Return the owner of a token that is issued now."""
        now = self._sources.now()
        return TokenOwner(player, seat, now, now + self._lifetime_ms)

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
            self.new_owner(occupant.player, seat),
        )
        if not is_valid:
            raise TableError("link-expired")
        return NewPlayer(table.id, occupant.player, token)


def hash_token(token: str) -> bytes:
    """Hash a token for storage."""
    return sha256(token.encode(errors="surrogatepass")).digest()
