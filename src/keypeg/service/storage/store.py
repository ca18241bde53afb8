"""What the service needs from a database: the protocol `Store`, and the rows that go in and out."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

WHOLE_PLAYER = 0
"""In place of a seat number: the token is valid for all that its player may do."""


class DailyResult(NamedTuple):
    """How one player finished the code of a day."""

    day: str
    """Such as 2026-11-16."""
    edition: str
    """The edition and its options, in one line."""
    guesses: int
    """In how many guesses the code was found; `NOT_FOUND` if it was not."""


NOT_FOUND = 0
"""In place of a number of guesses."""


class DailyCount(NamedTuple):
    """How many players have finished the code of a day in the same way."""

    guesses: int
    players: int


class Write(NamedTuple):
    """An entry to be stored."""

    table_id: str
    number: int
    body: bytes
    seats_open: int | None = None
    """How many seats are open after it; None if that does not change. The lobby lists public tables with open seats."""
    due_at: int | None = None
    """When the table needs attention though nobody acts, in milliseconds since 1970; 0 for never; None if that does
    not change."""
    daily_results: tuple[DailyResult, ...] = ()
    """The results to count together with it: both are stored, or neither."""


class NewTable(NamedTuple):
    """A table to be stored, with its first entries, numbered from 1."""

    table_id: str
    public: bool
    seats_open: int
    created_at: int
    due_at: int
    bodies: tuple[bytes, ...]
    tokens: tuple[tuple[bytes, "TokenOwner"], ...]
    """The hash of each token, and the player it belongs to."""


class TokenOwner(NamedTuple):
    """The player that a token belongs to, and how long it is valid."""

    player: int
    seat: int = WHOLE_PLAYER
    """The one seat that the token is valid for, or `WHOLE_PLAYER`."""
    created_at: int = 0
    """When it was issued, in milliseconds since 1970; 0 if an earlier version of the program has not said so."""
    expires: int = 0
    """When it expires; 0 likewise."""


class StoredToken(NamedTuple):
    """A token as it is stored."""

    hash: bytes
    owner: TokenOwner


class StoredSeatLink(NamedTuple):
    """A link that moves a player's seat to another device, as it is stored."""

    table_id: str
    seat: int
    player: int
    hash: bytes


class ListedTable(NamedTuple):
    """A table in the lobby."""

    table_id: str
    created_at: int


class Outage(NamedTuple):
    """A time in which no player could act."""

    began_at: int
    """In milliseconds since 1970, as all times here."""
    ended_at: int


class LogGrowth(NamedTuple):
    """A notice that a log has grown."""

    table_id: str
    number: int
    """The number of the log's last entry."""
    body: bytes | None = None
    """That entry, if the notice contains it."""


class DueTable(NamedTuple):
    """A table that needs attention, and since when. Due tables are found in this order."""

    due_at: int
    table_id: str


BEFORE_ALL_DUE = DueTable(0, "")
"""Sorts before every table that is due."""


class StoredTable(NamedTuple):
    """A table as the database has it, with the last entry of its log."""

    table_id: str
    public: bool
    created_at: int
    due_at: int
    """When it needs attention though nobody acts; 0 for never."""
    entry_count: int
    """How long its log is; 0 if it has none."""
    last_body: bytes
    """The last entry; empty if there is none."""


class TableVersion(NamedTuple):
    """A table with the length of its log, so that it is removed only if nothing has happened since."""

    table_id: str
    entry_count: int


OnStored = Callable[[bool | Exception], None]
"""Called once it is known whether an entry was stored: with False if the log already had an entry with this number, and
with the error if it could not be stored or is not known to be."""

OnLogGrowth = Callable[[Sequence[LogGrowth]], None]
"""Called when any process has appended to logs; with an empty sequence if any log may have grown."""


class Store(Protocol):
    """Durable storage of logs. An entry that is reported as stored is on disk.

    Raises `TableError` with `storage-full`, `storage-readonly` or `storage-down`. The caller then does not know
    whether an entry was stored, and reads the log again to find out.
    """

    shared: bool
    """Whether other processes may write to the same logs."""

    async def open(self, on_log_growth: OnLogGrowth) -> None:
        """Connect. Raises `TableError` if the schema is not this program's."""

    async def close(self) -> None:
        """Finish pending writes and disconnect."""

    async def create(self, new: NewTable) -> None:
        """Store a new table."""

    def append(self, write: Write, on_stored: OnStored) -> None:
        """Store an entry, and call `on_stored` from the event loop. It is a call because every move comes this way."""

    async def read(self, table_id: str, after: int, limit: int | None = None) -> list[bytes]:
        """Read the entries of a table after this number, or the first few; none if there is no such table."""

    async def add_token(self, table_id: str, token: bytes, owner: TokenOwner) -> None:
        """Store the hash of a token, once, and delete those of the table that have expired."""

    async def find_token_owner(self, table_id: str, token: bytes) -> TokenOwner | None:
        """Find the owner of the token with this hash."""

    async def list_tokens(self, table_id: str, player: int) -> list[StoredToken]:
        """List the tokens of a player, the latest first."""

    async def renew_token(self, table_id: str, token: bytes, expires: int) -> None:
        """Let a token expire later."""

    async def delete_token(self, table_id: str, token: bytes) -> None:
        """Delete a token. Other processes that have it in memory get a notice that the table's log is to be read."""

    async def add_seat_link(self, link: StoredSeatLink, expires: int, now: int) -> None:
        """Store a link in place of the seat's previous one, and delete all that have expired."""

    async def use_seat_link(self, link: StoredSeatLink, now: int, token: bytes, owner: TokenOwner) -> bool:
        """Delete this link and store the hash of a token in one step; return False if the link does not exist."""

    async def list_open_tables(self, limit: int, active_since: int = 0) -> list[ListedTable]:
        """List public tables with open seats at which somebody has been since then, the latest first."""

    async def note_active_tables(self, table_ids: Sequence[str], now: int) -> None:
        """Note that somebody is at these tables."""

    async def list_due_tables(self, now: int, limit: int, after: DueTable = BEFORE_ALL_DUE) -> list[DueTable]:
        """List tables that became due before now, the longest waiting first, starting after a known one."""

    async def clear_due(self, table_id: str) -> None:
        """Let a table need no attention until its next entry."""

    async def count_daily_results(self, day: str, edition: str) -> list[DailyCount]:
        """Count the players who have finished the code of a day, by the number of their guesses."""

    async def read_last_note(self) -> int:
        """Read when any process last noted that it serves; 0 for never."""

    async def note_presence(self, now: int, outage: Outage | None, forget_before: int) -> list[Outage]:
        """Note that a process serves, and an outage that it has noticed; return all outages, in order.

        Outages that ended long ago are deleted, and what lies in the future, because the clock was set back.
        """

    async def check(self) -> None:
        """Raise `TableError` if entries cannot be stored now."""


class MaintainedStore(Store, Protocol):
    """A store that can be checked, and whose tables can be listed and removed as a whole."""

    async def find_faults(self, seconds: float | None) -> list[str]:
        """Describe the damage to the database's own structures, as it calls them.

        With a time limit only the commonest damage is looked for, as far as the time goes.
        """

    async def list_incomplete_logs(self, seconds: float | None) -> list[str]:
        """List the ids of tables whose log lacks an entry; none if that takes longer than the time limit."""

    async def list_tables(self, after: str, limit: int, *, with_logs: bool = True) -> list[StoredTable]:
        """List tables in the order of their ids, starting after an id; without what their logs say, if so asked."""

    async def remove_table(self, table: TableVersion) -> bool:
        """Delete a table with its log, tokens and links; return False if it is not there, or its log has grown."""
