"""The messages between processes: requests to the owner of a table, and what it sends back.

All messages of one turn of the event loop are encoded together, as one array.
"""

from typing import Any

import msgspec

from keypeg.core.errors import KeypegError, ReadError, RuleError
from keypeg.service.entry_effects import AppliedEntry
from keypeg.service.errors import TableError
from keypeg.service.frames import Viewer
from keypeg.service.live_table import OutdatedError, Receipt

LENGTH_BYTES = 4
"""Each batch of messages is preceded by its length in so many bytes."""

MAX_BATCH_BYTES = 8 * 2**20
"""Batches are far shorter, even with the longest frames, which have the boards of a new round."""


class Message(msgspec.Struct, array_like=True):
    """What all messages have in common."""


# To the owner


class Act(Message, tag=1):
    """A player takes an action in a match. It may be sent again, because it has a key."""

    request: int
    table_id: str
    player: int
    seat: int
    action: str
    key: str


class Append(Message, tag=2):
    """An entry is to be appended to the log."""

    request: int
    table_id: str
    body: bytes
    expected_count: int | None


class Follow(Message, tag=3):
    """The frames of a viewer are to be sent, from the one after a number on."""

    channel: int
    table_id: str
    viewer: Viewer
    after: int


class Unfollow(Message, tag=4):
    """The frames of a channel are no longer needed."""

    channel: int


class Ping(Message, tag=5):
    """Asks for a pong."""


# From the owner


class Done(Message, tag=6):
    """An entry has been appended, or its key was used before."""

    request: int
    number: int
    new_player: int
    is_new: bool


class Refused(Message, tag=7):
    """An entry has not been appended."""

    request: int
    kind: str
    code: str
    details: dict[str, Any]


class Event(Message, tag=8):
    """A frame for the followers of a channel, and the number of its entry.

    If that entry was appended for a request of this link, it answers the request too; no `Done` follows.
    """

    channel: int
    number: int
    frame: bytes
    request: int = 0


class Ended(Message, tag=9):
    """No more frames come through a channel: the table has another owner, or cannot be served."""

    channel: int


class Pong(Message, tag=10):
    """Answers a ping."""


ToOwner = Act | Append | Follow | Unfollow | Ping
FromOwner = Done | Refused | Event | Ended | Pong

Request = Act | Append

_encode = msgspec.msgpack.Encoder(enc_hook=str).encode
decode_to_owner = msgspec.msgpack.Decoder(list[ToOwner]).decode
decode_from_owner = msgspec.msgpack.Decoder(list[FromOwner]).decode


def encode(messages: list[ToOwner | FromOwner]) -> bytes:
    """Encode a batch of messages with its length."""
    content = _encode(messages)
    return len(content).to_bytes(LENGTH_BYTES) + content


ERRORS: dict[str, type[KeypegError]] = {kind.__name__: kind for kind in (TableError, ReadError, RuleError)}
"""The errors that are sent as they are. Any other is `failed`."""

OUTDATED = OutdatedError.__name__


def answer_to(request: int, result: AppliedEntry | Receipt | Exception) -> Done | Refused:
    """Write what has become of an entry."""
    if isinstance(result, OutdatedError):
        return Refused(request, OUTDATED, "", {})
    if isinstance(result, KeypegError) and type(result).__name__ in ERRORS:
        return Refused(request, type(result).__name__, result.code, result.details)
    if isinstance(result, Exception):
        return Refused(request, TableError.__name__, "failed", {})
    return Done(request, result.number, result.new_player, result.is_new)


def result_of(answer: Done | Refused) -> Receipt | Exception:
    """Read what has become of an entry."""
    if isinstance(answer, Done):
        return Receipt(answer.number, answer.new_player, answer.is_new)
    if answer.kind == OUTDATED:
        return OutdatedError()
    return ERRORS[answer.kind](answer.code, **answer.details)
