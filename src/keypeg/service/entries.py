"""What a table's log holds: one entry for each thing that was done, in order, numbered from 1.

An entry says who did what and when, and nothing that follows from it. Entries are kept as JSON; they are a format that
outlives programs: a field may be added with a default, none is ever taken away or given another meaning.
"""

import msgspec


class Entry(msgspec.Struct, frozen=True, tag_field="do", kw_only=True, omit_defaults=True):
    """Something that was done at a table."""

    at: int
    """When, in milliseconds since 1970."""
    key: str = ""
    """The idempotency key of the request that did it; empty for what the table does by itself."""


class Opened(Entry, frozen=True, tag="open"):
    """A table is made. Always the first entry, and never another one."""

    edition: str
    """The edition and its options, in one line, as records write it."""
    host: str
    """The name of whoever made it, who is guest 1."""
    join: str
    """The key in the link by which others join,"""
    watch: str
    """and the one in the link by which they look on."""
    public: bool = False
    """Whether the lobby shows it while seats are open."""
    help: bool = False
    """Whether hints and analysis are allowed while a round is played."""
    limit: int = 0
    """How many seconds each may take for a turn; 0 for as long as he likes."""
    before: str = ""
    """The table that this one is the rematch of."""
    daily: str = ""
    """The day whose code is looked for at this table, as in 2026-11-16."""


class Joined(Entry, frozen=True, tag="join"):
    """Somebody comes to the table, and becomes the next guest."""

    name: str


class Sat(Entry, frozen=True, tag="sit"):
    """A guest takes a seat, or puts a computer there."""

    guest: int
    seat: int
    name: str = ""
    """How whoever sits there is called; empty for the guest's own name."""
    level: str = ""
    """The computer player that sits there; empty if it is the guest himself."""


class Stood(Entry, frozen=True, tag="stand"):
    """A seat becomes free again."""

    guest: int
    seat: int


class Began(Entry, frozen=True, tag="begin"):
    """Every seat is taken, and the match begins."""

    guest: int


class ActionEntry(Entry, frozen=True, tag="act"):
    """A seat, or the table itself, does something in the match."""

    seat: int
    action: str
    """As records write it: `guess RBYG`."""
    salts: tuple[str, ...] = ()
    """What the codes that are set by this are hashed with: one for a code, one a seat where parts are dealt."""


class Limited(Entry, frozen=True, tag="limit"):
    """The host changes how long a turn may take."""

    guest: int
    limit: int


class Again(Entry, frozen=True, tag="again"):
    """The guests go on at another table."""

    guest: int
    table: str


Any = Opened | Joined | Sat | Stood | Began | ActionEntry | Limited | Again
"""Any entry."""

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Any).decode
