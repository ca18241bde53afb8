"""What the service needs from the world: somewhere to keep logs, a clock, and chance. Adapters stand beside it."""

import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from random import SystemRandom
from typing import NamedTuple, Protocol


class Write(NamedTuple):
    """An entry to be kept."""

    table: str
    number: int
    body: bytes
    seats_open: int | None = None
    """How many seats are open now, where that has changed: the lobby shows public tables with open seats."""
    wake: int | None = None
    """When the table must be looked after though nobody does anything, in milliseconds since 1970; 0 for never;
    None where that has not changed."""


class NewTable(NamedTuple):
    """A table to be kept, with its first entries, numbered from 1."""

    table: str
    public: bool
    seats_open: int
    at: int
    wake: int
    bodies: tuple[bytes, ...]
    tokens: tuple[tuple[bytes, int], ...]
    """The hashes of tokens, and which guest each is of."""


class Holder(NamedTuple):
    """What a token shows."""

    guest: int
    seat: int = 0
    """The one seat of his that it is good for; 0 for all that he may do."""


class StoredSeatLink(NamedTuple):
    """What carries a guest's seat to another device."""

    table: str
    seat: int
    guest: int
    hash: bytes


class Listed(NamedTuple):
    """A table in the lobby."""

    table: str
    at: int


class LogGrowth(NamedTuple):
    """A log has grown."""

    table: str
    number: int
    """to so many entries,"""
    body: bytes | None = None
    """and this is the last of them, if it was told along."""


class Due(NamedTuple):
    """A table that was to be looked after, and when: in this order they are found."""

    wake: int
    table: str


FIRST = Due(0, "")
"""Before every table that is due."""


Wake = Callable[[Sequence[LogGrowth]], None]
"""Told of logs that have grown, by any process; of none if any of them may have."""


class Store(Protocol):
    """Keeps the logs of tables. What it has said it has kept is on disk.

    Raises `TableError` with `storage-full`, `storage-readonly` or `storage-down`; then it is not known whether the
    entry was kept, and whoever wants to know reads the log again.
    """

    shared: bool
    """Whether other processes may write to the same logs."""

    async def open(self, wake: Wake) -> None:
        """Begin. Raises `TableError` if the schema is not the one that this program knows."""

    async def close(self) -> None:
        """Keep what is under way, and end."""

    async def create(self, new: NewTable) -> None:
        """Keep a new table."""

    def append(self, write: Write) -> Awaitable[bool]:
        """Keep an entry. False if there is an entry of that number already."""

    async def read(self, table: str, after: int) -> list[bytes]:
        """The entries of a table after this number; nothing if there is no such table."""

    async def add_token(self, table: str, token: bytes, holder: Holder) -> None:
        """Keep the hash of a token."""

    async def holder_of(self, table: str, token: bytes) -> Holder | None:
        """Whose token has this hash."""

    async def add_link(self, link: StoredSeatLink, expires: int, now: int) -> None:
        """Keep a link in place of the one that there was for this seat, and none that can be used no more."""

    async def use_link(self, link: StoredSeatLink, now: int, token: bytes, holder: Holder) -> bool:
        """Keep the hash of a token if there is this link still, which is gone then. Whether there was."""

    async def lobby(self, most: int) -> list[Listed]:
        """Public tables with open seats, the newest first."""

    async def due(self, now: int, most: int, after: Due = FIRST) -> list[Due]:
        """Tables that were to be looked after before now, the longest waiting first, from one that is known on."""

    async def check(self) -> None:
        """Raise `TableError` if entries could not be kept now."""


@dataclass
class World:
    """Time and chance."""

    now: Callable[[], int] = field(default=lambda: time.time_ns() // 1_000_000)
    """Milliseconds since 1970."""
    token: Callable[[], str] = field(default=lambda: secrets.token_urlsafe(24))
    """A text that nobody can guess: 192 random bits."""
    salt: Callable[[], str] = field(default=lambda: secrets.token_hex(16))
    """128 random bits to hash a code with."""
    name: Callable[[], str] = field(default=lambda: "".join(secrets.choice(SIGNS) for _ in range(12)))
    """The id of a new table: it stands in links, and two must not meet."""
    dealer: SystemRandom = field(default_factory=SystemRandom)
    """Chance for what is dealt."""


SIGNS = "23456789abcdefghjkmnpqrstvwxyz"
"""Letters and figures that nobody takes for each other."""
