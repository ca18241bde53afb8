"""The shapes of the documents about a server's database and its tables. See `document_types` for the others."""

from typing import Annotated, Literal

from pydantic import Field

from keypeg.wire.view_types import Closed, Count, Number, Seat

EditionText = Annotated[
    str, Field(description="An edition with the options that differ from the default, such as `classic~rows_12`.")
]


class DamagedTable(Closed):
    """A table whose log is damaged. A server sets it aside and serves the others."""

    table: str
    """The id of the table."""
    damage: Literal["unreadable", "impossible", "incomplete", "pages"]
    """What is wrong with its log: an entry cannot be read, an entry is against the rules, an entry is missing, or the
    part of the database that has it cannot be read."""
    entry: Number | None
    """The number of the first entry that cannot be used; null if it is not known."""


class DbCheckDocument(Closed):
    """The result of looking for damage in a server's database."""

    format: Literal["keypeg-db-check-1"]
    sound: bool
    """Whether nothing was found."""
    logs: Count
    """How many tables' logs were read; with `--quick` none, unless the database itself is damaged."""
    faults: list[str]
    """Damage to the database itself, in its own words."""
    damaged: list[DamagedTable]
    """The tables that are damaged."""


class StoredTableSummary(Closed):
    """A table in a server's database."""

    table: str
    """The id of the table, as in its links."""
    state: Literal["open", "running", "finished", "damaged"]
    """Whether its match has not begun, is being played or was abandoned, or is over; or its log is damaged."""
    edition: EditionText | None
    """Null if the table is damaged."""
    players: list[str]
    """The names of the people and bots in its seats; none of a table that is damaged."""
    public: bool
    """Whether the lobby lists it while seats are open."""
    created_at: Count
    """When it was opened, in milliseconds since 1970; 0 if that is not known."""
    last_used_at: Count
    """When the last entry of its log was made."""
    entries: Count
    """How many entries its log has."""


class StoredSeat(Closed):
    """A seat at a table."""

    seat: Seat
    player: str | None
    """The name of the person or bot in it; null if it is open."""
    level: str | None
    """The level of the bot in it; null for a person."""


class DbPruneDocument(Closed):
    """The tables that were removed from a server's database because nobody had used them for long."""

    format: Literal["keypeg-db-prune-1"]
    before: Count
    """They were last used before this time, in milliseconds since 1970."""
    dry_run: bool
    """Whether they were only looked for."""
    tables: list[StoredTableSummary]
    """They, in the order of their ids."""


class TablesListDocument(Closed):
    """Tables in a server's database, the last used first."""

    format: Literal["keypeg-tables-list-1"]
    tables: list[StoredTableSummary]
    """The tables."""


class TablesShowDocument(Closed):
    """A table in a server's database."""

    format: Literal["keypeg-tables-show-1"]
    table: StoredTableSummary
    seats: list[StoredSeat]
    """Its seats; none if it is damaged."""
    scores: list[int]
    """The scores of the seats; none before the match begins."""


class TablesEndDocument(Closed):
    """The end of a match by its operator."""

    format: Literal["keypeg-tables-end-1"]
    ended: bool
    """Whether a match was being played and has been ended."""
    table: StoredTableSummary
    """The table afterwards."""


class TablesRemoveDocument(Closed):
    """The removal of a table by its operator."""

    format: Literal["keypeg-tables-remove-1"]
    table: StoredTableSummary
    """The table as it was."""
