"""The entries of a table's log: one for each thing that people, bots or the table do, numbered from 1.

An entry says who did what and when, but none of its consequences. Entries are stored as JSON, a format that outlives
programs: a field may be added with a default, but never removed or given another meaning. To rename one, add a step to
the schema that rewrites all stored entries (`keypeg.service.storage.migrations`).
"""

import msgspec

MS_PER_SECOND = 1000
"""Timestamps are in milliseconds, time limits in seconds."""


class EntryBase(msgspec.Struct, frozen=True, tag_field="entry", kw_only=True, omit_defaults=True):
    """The fields that all entries share."""

    timestamp: int
    """In milliseconds since 1970."""
    key: str = ""
    """The idempotency key of the request; empty for what the table does by itself."""


class OpenEntry(EntryBase, frozen=True, tag="open"):
    """Opens the table. It is the first entry of every log, and occurs once."""

    edition: str
    """The edition and its options, in one line, as records write it."""
    host: str
    """The name of the player who opened the table: player 1. Empty if they gave none."""
    join: str
    """The key in the link for joining."""
    watch: str
    """The key in the link for watching."""
    public: bool = False
    """Whether the lobby lists the table while seats are open."""
    hints: bool = False
    """Whether hints and analysis are allowed during a round."""
    turn_limit: int = 0
    """The time limit for a turn in seconds; 0 for none."""
    human_pace: bool = False
    """Whether bots in a race against people are only as fast as people."""
    rematch_of: str = ""
    """The id of the table that this one is a rematch of."""
    day: str = ""
    """The day whose daily code is played at this table, such as 2026-11-16."""


class JoinEntry(EntryBase, frozen=True, tag="join"):
    """A person joins the table and becomes the player with the next number."""

    name: str
    """Empty if they gave none."""


class SitEntry(EntryBase, frozen=True, tag="sit"):
    """A player takes a seat, or puts a bot there."""

    player: int
    seat: int
    name: str = ""
    """The name to show for this seat; empty for the player's own."""
    level: str = ""
    """The level of the bot in this seat; empty if the player plays it."""
    guest: bool = False
    """Whether another person without a name plays it on the player's device."""
    invited: bool = False
    """Whether the seat is only kept for the player, who has yet to come to the rematch and take it."""


class StandEntry(EntryBase, frozen=True, tag="stand"):
    """A seat becomes free again."""

    player: int
    seat: int
    bars: bool = False
    """Whether a player whom the host removes may not sit down again. In older logs they might."""


class BeginEntry(EntryBase, frozen=True, tag="begin"):
    """The host begins the match; every seat is taken."""

    player: int


class ActionEntry(EntryBase, frozen=True, tag="action"):
    """An action in the match, by a seat or by the table itself."""

    seat: int
    action: str
    """As records write it: `guess RBYG`."""
    salts: tuple[str, ...] = ()
    """The salts for hashing the codes that the action sets: one for a code, one for each seat where parts are dealt."""


class TurnLimitEntry(EntryBase, frozen=True, tag="turn-limit"):
    """The host sets or, in a match, proposes the time limit for a turn; or another player agrees to that one."""

    player: int
    turn_limit: int
    by_consent: bool = False
    """Whether in a match all players must agree, and turns that have begun keep their limit. In older logs the host
    alone changed it, at once."""


class RematchEntry(EntryBase, frozen=True, tag="rematch"):
    """The players move to another table for a rematch."""

    player: int
    table_id: str


Entry = OpenEntry | JoinEntry | SitEntry | StandEntry | BeginEntry | ActionEntry | TurnLimitEntry | RematchEntry
"""Any entry of a log."""

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Entry).decode
