"""The frames that go through sockets, as types: the JSON Schema that is published is made from them, and nothing else.

`service.frames` writes what the server sends; that it fits is tested with whole matches.
"""

from functools import cache
from typing import Any, Literal, NotRequired

from pydantic import TypeAdapter
from typing_extensions import TypeAliasType

from keypeg.server.models import Key, Problem, TableInfo, Text
from keypeg.wire.match_types import (
    Actor,
    Closed,
    Commitment,
    Common,
    Count,
    Happening,
    NewRound,
    Number,
    Own,
    Reveal,
    Seat,
    View,
)

PATH = "/schema/frames.json"
"""Where it is published."""


class Snapshot(Closed):
    """Everything that may be known now. The first frame, unless the socket goes on from a number."""

    type: Literal["snapshot"]
    number: Number
    """The number of the last entry in the table's log."""
    seat: Seat | None
    table: TableInfo
    view: View | None
    """Null before the match begins."""
    commitments: list[Commitment]
    reveals: list[Reveal]


class _Event(Closed):
    type: Literal["event"]
    number: Number
    """One more than that of the frame before."""
    at: Count
    """When it happened, in milliseconds since 1970."""
    events: list[Happening]


class ActionEvent(_Event):
    """Somebody has done something in the match."""

    seat: Actor
    key: NotRequired[Key]
    """The key that the action was sent with; only whoever sits on its seat is told."""
    now: Common | NewRound
    """How it stands now, with all boards if a round has begun."""
    own: Own
    commitments: NotRequired[list[Commitment]]
    reveals: NotRequired[list[Reveal]]


class TableEvent(_Event):
    """Something has happened beside the match."""

    happened: Literal["joined", "sat", "stood", "began", "limited", "again"]
    table: TableInfo
    now: NotRequired[Common | NewRound]
    own: NotRequired[Own]


class AlreadyDone(Closed):
    """An action had been done before with the same key: its event is not sent again."""

    type: Literal["done"]
    key: Key
    number: Number


class RefusedFrame(Closed):
    """A frame was refused, and nothing has changed."""

    type: Literal["refused"]
    key: Key | None
    """The key of what was refused, if it could be read."""
    problem: Problem


class PongFrame(Closed):
    """The answer to a ping."""

    type: Literal["pong"]


class ActionMessage(Closed):
    """Something to do in the match."""

    type: Literal["act"]
    action: Text
    """As records write it: `guess RBYG`."""
    key: Key


class PingMessage(Closed):
    """Is anybody there?"""

    type: Literal["ping"]


EventFrame = TypeAliasType("EventFrame", ActionEvent | TableEvent)
ServerFrame = TypeAliasType("ServerFrame", Snapshot | EventFrame | AlreadyDone | RefusedFrame | PongFrame)
ClientFrame = TypeAliasType("ClientFrame", ActionMessage | PingMessage)


@cache
def frames_schema() -> dict[str, Any]:
    """The JSON Schema of all frames; `$defs` has those of either side, `ServerFrame` and `ClientFrame`."""
    adapter: TypeAdapter[Any] = TypeAdapter(ServerFrame | ClientFrame)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Frames",
        "description": "What is sent through the socket of a table, by the server and by whoever follows it.",
        **adapter.json_schema(),
    }
