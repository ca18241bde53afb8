"""What is sent to those who follow a table: a snapshot first, then one numbered event for each entry of the log.

Each audience, a seat or the spectators, is told what it may know and no more: everything here is built from a view of
that seat and from events as that seat sees them. The same entry always makes the same frame, whoever sends it and when.
"""

from collections.abc import Collection, Iterable, Iterator
from itertools import repeat
from typing import Any

import msgspec

from keypeg.core.events import Event, seen
from keypeg.core.observe import observe, observe_each
from keypeg.core.view import View
from keypeg.records.plain import plain_boards, plain_common, plain_event, plain_own, plain_view
from keypeg.service.commitments import Commitment, Reveal
from keypeg.service.entries import Acted, Again, Began, Joined, Limited, Sat, Stood
from keypeg.service.table import HOST, News, Table

Audience = int | None
"""A seat, or None for those who look on."""

Plain = dict[str, Any]

_Pieces = dict[int, tuple[Event, str]]
"""Events that are written already, each kept so that no other can take its place in memory."""

_encode = msgspec.json.Encoder().encode


def encode(frame: object) -> str:
    """A frame as it is sent."""
    return _encode(frame).decode()


def snapshot(table: Table, seat: Audience) -> str:
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


def events(table: Table, news: News, seats: Collection[Audience]) -> Iterator[str]:
    """What each of these audiences is told of an entry that the table has just taken note of.

    Every move of every match passes here. So what is the same for all is written once, and frames are put together from
    pieces of JSON.
    """
    entry = news.entry
    views: Iterable[View | None] = repeat(None)
    if table.state is not None:
        views = observe_each(table.state, seats, tuple(table.waiting))
    head, pieces = "", _Pieces()
    for seat, view in zip(seats, views, strict=False):
        head = head or encode(_head(table, news, view))[:-1]
        told = [_written(as_seen, table, pieces) for one in news.events if (as_seen := seen(one, seat)) is not None]
        frame = f'{head},"events":[{",".join(told)}]'
        if view is not None:
            frame += f',"own":{encode(plain_own(view))}'
        if entry.key and isinstance(entry, Acted) and entry.seat == seat:
            # Whoever has sent this knows by it that it is done. The key of another's request is his own affair.
            frame += f',"key":{encode(entry.key.partition(":")[2])}'
        yield frame + "}"


def _written(event: Event, table: Table, pieces: _Pieces) -> str:
    """An event as JSON. What is told to several is the same object for all of them."""
    known = pieces.get(id(event))
    if known is None:
        known = event, encode(plain_event(event, table.edition))
        pieces[id(event)] = known
    return known[1]


def _head(table: Table, news: News, view: View | None) -> Plain:
    """What everybody is told."""
    entry = news.entry
    frame: Plain = {"type": "event", "number": news.number, "at": entry.at}
    if isinstance(entry, Acted):
        frame["seat"] = entry.seat
    else:
        frame["happened"] = WORDS[type(entry)]
        frame["table"] = plain_table(table)
    if news.commitments or news.reveals:
        frame |= _sealed(news.commitments, news.reveals)
    if view is not None:
        # Rows and marks are told by events; boards only where there are new ones.
        frame["now"] = plain_boards(view) | plain_common(view) if news.round_began else plain_common(view)
    return frame


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
    }
