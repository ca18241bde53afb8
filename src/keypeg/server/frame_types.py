"""The frames of the WebSocket, as types. The published JSON Schema is generated from them.

`keypeg.service.frames` writes the frames that the server sends; tests with whole matches check that they fit.
"""

from functools import cache
from typing import Any, Literal, NotRequired

from pydantic import TypeAdapter
from typing_extensions import TypeAliasType

from keypeg.server.models import Key, Problem, TableInfo, Text
from keypeg.wire.event_types import Commitment, MatchEvent, Reveal
from keypeg.wire.view_types import Actor, Closed, Count, NewRound, Number, OwnFields, Seat, SharedFields, View

PATH = "/schema/frames.json"
"""Where the JSON Schema is published."""


class Snapshot(Closed):
    """Everything that the viewer may know now. It is the first frame, unless the socket resumes after a number."""

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
    """The number of the entry; one more than that of the previous frame."""
    timestamp: Count
    """The time of the entry, in milliseconds since 1970."""
    events: list[MatchEvent]


class ActionEvent(_Event):
    """An action in the match."""

    seat: Actor
    key: NotRequired[Key]
    """The key that the action was sent with; only its own seat receives it."""
    now: SharedFields | NewRound
    """The state after the action, with all boards if a round has begun."""
    own: OwnFields
    commitments: NotRequired[list[Commitment]]
    reveals: NotRequired[list[Reveal]]


class TableEvent(_Event):
    """A change at the table outside the match."""

    entry: Literal["join", "sit", "stand", "begin", "turn-limit", "rematch"]
    """What was done."""
    table: TableInfo
    now: NotRequired[SharedFields | NewRound]
    own: NotRequired[OwnFields]


class AlreadyDone(Closed):
    """The key was used before for the same action, whose event is not sent again."""

    type: Literal["done"]
    key: Key
    number: Number


class RefusedFrame(Closed):
    """A frame was refused; nothing has changed."""

    type: Literal["refused"]
    key: Key | None
    """The key of the refused action, if the frame was readable."""
    problem: Problem


class PongFrame(Closed):
    """The answer to a ping."""

    type: Literal["pong"]


class ActionMessage(Closed):
    """Takes an action in the match."""

    type: Literal["action"]
    action: Text
    """As records write it: `guess RBYG`."""
    key: Key


class PingMessage(Closed):
    """Asks the server for a pong."""

    type: Literal["ping"]


EventFrame = TypeAliasType("EventFrame", ActionEvent | TableEvent)
ServerFrame = TypeAliasType("ServerFrame", Snapshot | EventFrame | AlreadyDone | RefusedFrame | PongFrame)
ClientFrame = TypeAliasType("ClientFrame", ActionMessage | PingMessage)


@cache
def frames_schema() -> dict[str, Any]:
    """Return the JSON Schema of all frames; `$defs` contains `ServerFrame` and `ClientFrame`."""
    adapter: TypeAdapter[Any] = TypeAdapter(ServerFrame | ClientFrame)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Frames",
        "description": "The frames of a table's WebSocket, sent by the server and by its clients.",
        **adapter.json_schema(),
    }
