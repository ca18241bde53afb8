"""How a table begins: the first entries of its log, what guests are called, and what is kept of their tokens."""

import hmac
from datetime import date
from hashlib import sha256
from typing import NamedTuple

from keypeg.core.actions import Action, Deal, SetCode
from keypeg.core.edition import TABLE, Edition
from keypeg.draws.daily_code import daily_code, daily_parts
from keypeg.draws.random_codes import breaker_of
from keypeg.records.edition_links import write_edition
from keypeg.records.notation import write_action
from keypeg.records.record import clean
from keypeg.service import entries
from keypeg.service.entries import ActionEntry, Began, Joined, Opened, Sat
from keypeg.service.errors import TableError
from keypeg.service.ports import World
from keypeg.service.table import HOST, Table, secrets_in

LONGEST_NAME = 40
"""How many signs a name may have."""

BESIDE = "casual"
"""Which computer plays along where somebody looks for the code of the day."""

LONGEST_KEY = 200
"""How many signs the key of an action may have."""

LONGEST_ID = 32
"""How many signs the id of a table may have."""


class NewPlayer(NamedTuple):
    """Somebody has come to a table."""

    table: str
    guest: int
    token: str
    """What shows from now on that it is him. It is kept nowhere else."""


def opened_again(table: Table, world: World) -> list[entries.Any]:
    """The entries with which the rematch of a table begins."""
    at, before = world.now(), table.opened
    opened = Opened(
        at=at,
        edition=before.edition,
        host=before.host,
        join=world.token(),
        watch=world.token(),
        help=before.help,
        limit=table.limit,
        before=table.id,
    )
    joined = [Joined(at=at, name=name) for name in table.guests[1:]]
    sat = [
        Sat(at=at, guest=chair.guest, seat=seat, name=chair.name, level=chair.level)
        for seat, chair in enumerate(table.chairs, 1)
        if chair is not None
    ]
    return [opened, *joined, *sat]


def opened_for_day(edition: Edition, name: str, day: date, world: World, key: bytes) -> list[entries.Any]:
    """The entries of a table at which the code of this day is looked for, by who sits on the last seat.

    Computers sit on the others, and what he looks for is set before he comes; where everybody makes a code, his own is
    his affair. What the code follows from beside the day is the server's key.
    """
    at, own = world.now(), breaker_of(edition)
    opened = Opened(
        at=at,
        edition=write_edition(edition),
        host=cleaned(name),
        join=world.token(),
        watch=world.token(),
        daily=day.isoformat(),
    )
    seats = range(1, edition.seats + 1)
    sat = [Sat(at=at, guest=HOST, seat=seat, level="" if seat == own else BESIDE) for seat in seats]
    dealt = edition.dealt
    action: Action = Deal(daily_parts(edition, day, key)) if dealt else SetCode(daily_code(edition, day, key))
    seat = TABLE if dealt else 1
    salts = tuple(world.salt() for _ in secrets_in(seat, action))
    said = write_action(action, edition.palette)
    return [opened, *sat, Began(at=at, guest=HOST), ActionEntry(at=at, seat=seat, action=said, salts=salts)]


def hashed(token: str) -> bytes:
    """What is kept of a token."""
    return sha256(token.encode(errors="surrogatepass")).digest()


def same_key(shown: str, key: str) -> bool:
    """Whether somebody shows the key of a link. How long that takes tells nothing of how much of it was right."""
    return hmac.compare_digest(shown.encode(errors="surrogatepass"), key.encode())


def check_key(key: str) -> None:
    """Raise `TableError` if what is done could not be kept with this key."""
    if not key:
        raise TableError("key-needed")
    if len(key) > LONGEST_KEY or any("\ud800" <= sign <= "\udfff" for sign in key):
        raise TableError("unreadable", why=f"a key is a text of at most {LONGEST_KEY} signs")


def could_be_id(text: str) -> bool:
    """Whether a table could have this id. Databases are not asked for signs that they cannot take."""
    return text.isascii() and text.isalnum() and len(text) <= LONGEST_ID


def cleaned(name: str) -> str:
    """A name as it is shown: on one line, without signs that nobody sees or that would turn a text around."""
    short = clean(name)[:LONGEST_NAME].strip()
    if not short:
        raise TableError("name-empty")
    return short
