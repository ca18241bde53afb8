"""What is sent to those who follow a table: a snapshot first, then one numbered event for each entry of the log.

Each audience, a seat or the spectators, is told what it may know and no more: everything here is built from a view of
that seat and from events as that seat sees them. The same entry always makes the same frame, whoever sends it and when.
"""

from collections.abc import Collection, Iterable, Iterator
from itertools import repeat
from typing import Any

import msgspec

from keypeg.core.events import seen
from keypeg.core.observe import observe, observe_each
from keypeg.core.view import View
from keypeg.records.plain import plain_event, plain_now, plain_running, plain_view
from keypeg.service.commitments import Commitment, Reveal
from keypeg.service.entries import Acted, Again, Began, Joined, Limited, Sat, Stood
from keypeg.service.table import HOST, News, Table

Audience = int | None
"""A seat, or None for those who look on."""

Plain = dict[str, Any]

_encode = msgspec.json.Encoder().encode


def encode(frame: Plain) -> str:
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
    """What each of these audiences is told of an entry that the table has just taken note of."""
    common = _common(table, news)
    views: Iterable[View | None] = repeat(None) if table.state is None else observe_each(table.state, seats)
    for seat, view in zip(seats, views, strict=False):
        frame = common.copy()
        if news.entry.key and isinstance(news.entry, Acted) and news.entry.seat == seat:
            # Whoever has sent this knows by it that it is done. The key of another's request is his own affair.
            frame["key"] = news.entry.key.partition(":")[2]
        frame["events"] = [
            plain_event(told, table.edition) for one in news.events if (told := seen(one, seat)) is not None
        ]
        if view is not None:
            # Rows and marks are told by events; boards only where there are new ones.
            frame["now"] = plain_running(view) if news.round_began else plain_now(view)
        yield encode(frame)


def _common(table: Table, news: News) -> Plain:
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
