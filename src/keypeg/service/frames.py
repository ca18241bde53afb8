"""What is sent to those who follow a table: a snapshot first, then one numbered event for each entry of the log.

Each audience, a seat or the spectators, is told what it may know and no more: everything here is built from a view of
that seat and from events as that seat sees them. The same entry always makes the same frame, whoever sends it and when.
"""

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import repeat
from typing import Any

import msgspec

from keypeg.core.events import Event, seen
from keypeg.core.observe import observe, observe_each
from keypeg.core.view import View
from keypeg.records.notation import Palette
from keypeg.service.commitments import Commitment, Reveal
from keypeg.service.entries import ActionEntry, Again, Began, Joined, Limited, Sat, Stood
from keypeg.service.table import HOST, News, Table
from keypeg.wire.match_values import (
    OwnPart,
    SharedPart,
    own_of,
    plain_boards,
    plain_event,
    plain_own,
    plain_standing,
    plain_view,
    standing_of,
)

Audience = int | None
"""A seat, or None for those who look on."""

Plain = dict[str, Any]

_Pieces = dict[int, tuple[Event, bytes]]
"""Events that are written already, each kept so that no other can take its place in memory."""

KEPT = 4096
"""How many pieces of frames are kept, of each kind: much is the same from move to move, and from table to table."""

encode = msgspec.json.Encoder().encode
"""A frame, or a piece of one, as it is sent."""


def snapshot(table: Table, seat: Audience) -> bytes:
    """Everything that this audience may know of a table now."""
    state = table.state
    return encode(
        {
            "type": "snapshot",
            "number": table.number,
            "seat": seat,
            "table": plain_table(table),
            "view": None if state is None else plain_view(observe(state, seat)),
            "commitments": [one._asdict() for one in table.commitments],
            "reveals": [one._asdict() for one in table.reveals],
        }
    )


def events(table: Table, news: News, seats: Collection[Audience]) -> Iterator[bytes]:
    """What each of these audiences is told of an entry that the table has just taken note of.

    Every move of every match passes here. So what is the same for all is written once, and frames are put together from
    pieces of JSON.
    """
    entry, palette = news.entry, table.edition.palette
    views: Iterable[View | None] = repeat(None)
    if table.state is not None:
        views = observe_each(table.state, seats, table.legal_actions)
    sender = entry.seat if isinstance(entry, ActionEntry) and entry.key else None
    head, pieces = b"", _Pieces()
    for seat, view in zip(seats, views, strict=False):
        head = head or _head(table, news, view)
        told = [_written(as_seen, palette, pieces) for one in news.events if (as_seen := seen(one, seat)) is not None]
        frame = b'%b,"events":[%b]' % (head, b",".join(told))
        if view is not None:
            frame += b',"own":' + _own(own_of(view), palette)
        if sender is not None and sender == seat:
            # Whoever has sent this knows by it that it is done. The key of another's request is his own affair.
            frame += b',"key":' + encode(entry.key.partition(":")[2])
        yield frame + b"}"


def _head(table: Table, news: News, view: View | None) -> bytes:
    """What everybody is told, up to where events follow."""
    entry = news.entry
    frame: Plain = {"type": "event", "number": news.number, "at": entry.at}
    if isinstance(entry, ActionEntry):
        frame["seat"] = entry.seat
    else:
        frame["happened"] = WORDS[type(entry)]
        frame["table"] = plain_table(table)
    if news.commitments or news.reveals:
        frame |= _sealed(news.commitments, news.reveals)
    head = encode(frame)[:-1]
    if view is None:
        return head
    standing = _standing(standing_of(view), table.edition.palette)
    if news.round_began:
        # Rows and marks are told by events; boards only where there are new ones.
        standing = encode(plain_boards(view))[:-1] + b"," + standing[1:]
    return head + b',"now":' + standing


def _written(event: Event, palette: Palette, pieces: _Pieces) -> bytes:
    """An event as JSON. What is told to several is the same object for all of them."""
    known = pieces.get(id(event))
    if known is None:
        known = event, encode(plain_event(event, palette))
        pieces[id(event)] = known
    return known[1]


@lru_cache(KEPT)
def _standing(standing: SharedPart, palette: Palette) -> bytes:
    return encode(plain_standing(standing, palette))


@lru_cache(KEPT)
def _own(own: OwnPart, palette: Palette) -> bytes:
    return encode(plain_own(own, palette))


def _sealed(commitments: tuple[Commitment, ...], reveals: tuple[Reveal, ...]) -> Plain:
    return {"commitments": [one._asdict() for one in commitments], "reveals": [one._asdict() for one in reveals]}


WORDS: dict[type, str] = {
    Joined: "joined",
    Sat: "sat",
    Stood: "stood",
    Began: "began",
    Limited: "limited",
    Again: "again",
}
"""How what happens beside the match is called."""


def plain_table(table: Table) -> Plain:
    """What everybody at a table may know of it."""
    return {
        "id": table.id,
        "edition": table.opened.edition,
        "host": table.guests[HOST - 1],
        "public": table.opened.public,
        "help": table.opened.help,
        "limit": table.limit,
        "guests": len(table.guests),
        "seats": [
            None if chair is None else {"name": chair.name, "guest": chair.guest, "computer": chair.level or None}
            for chair in table.chairs
        ],
        "begun": table.begun,
        "over": table.over,
        "again": table.again or None,
        "daily": table.opened.daily or None,
    }
