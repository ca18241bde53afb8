"""Handles the frames of one socket: a move goes on to its table in the same turn of the event loop in which it arrives.

No task waits for a frame, and none for the answer of the table, because waking tasks would take longer than the move.
"""

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated

import msgspec

from keypeg.core.errors import KeypegError
from keypeg.server.metrics import Metrics
from keypeg.server.problem_documents import encode, problem_document
from keypeg.server.rate_limits import Bucket, RefusalCount, whole_seconds
from keypeg.service.entry_effects import AppliedEntry
from keypeg.service.errors import TableError
from keypeg.service.frames import Viewer
from keypeg.service.live_table import Follower, LiveTable, Receipt
from keypeg.service.table_service import TableService

LOG = logging.getLogger("keypeg.server")

MAX_PENDING_ACTIONS = 16
"""How many actions of a socket may wait for their table; then the socket is not read until one is done."""


class ActionMessage(msgspec.Struct, tag="action", tag_field="type", forbid_unknown_fields=True):
    """Takes an action in the match."""

    action: Annotated[str, msgspec.Meta(max_length=400)]
    key: Annotated[str, msgspec.Meta(min_length=1, max_length=100, pattern=r"^[!-~]*\Z")]


class PingMessage(msgspec.Struct, tag="ping", tag_field="type", forbid_unknown_fields=True):
    """Asks for a pong."""


_decoder: msgspec.json.Decoder[ActionMessage | PingMessage] = msgspec.json.Decoder(ActionMessage | PingMessage)
decode = _decoder.decode

PONG = b'{"type":"pong"}'


class FrameHandler:
    """The frames of one socket."""

    def __init__(
        self,
        tables: TableService,
        live_table: LiveTable,
        player: int,
        seat: Viewer,
        lang: str,
        *,
        send_frame: Follower,
        end: Callable[[], None],
        set_paused: Callable[[bool], None],
        buckets: Sequence[Bucket],
        refusals: RefusalCount,
        metrics: Metrics,
    ) -> None:
        self._tables, self._live_table = tables, live_table
        self._player, self._seat, self._lang = player, seat, lang
        self._send_frame, self._end, self._set_paused = send_frame, end, set_paused
        self._buckets, self._refusals, self._metrics = buckets, refusals, metrics
        self._pending_actions = 0

    def handle(self, content: bytes | str) -> None:
        """Handle a frame, unless the client has been refused too often: then its connection ends."""
        if self._refusals.are_too_many:
            return
        key = None
        try:
            for bucket in self._buckets:
                if wait := bucket.take():
                    raise TableError("too-fast", seconds=whole_seconds(wait))
            message = _read_message(content)
            if isinstance(message, PingMessage):
                self._send_frame(PONG)
                return
            key = message.key
            self._propose(message)
        except KeypegError as error:
            self._refuse(key, error)

    def _propose(self, message: ActionMessage) -> None:
        if self._seat is None:
            raise TableError("no-token")
        self._pending_actions += 1
        if self._pending_actions == MAX_PENDING_ACTIONS:
            self._set_paused(True)
        done = partial(self._finish, message.key)
        self._tables.propose_action(self._live_table, self._player, self._seat, message.action, message.key, done)

    def _finish(self, key: str, result: AppliedEntry | Receipt | Exception) -> None:
        """Note what has become of an action. Its event is the acknowledgement, and has been sent to all followers."""
        if self._pending_actions == MAX_PENDING_ACTIONS:
            self._set_paused(False)
        self._pending_actions -= 1
        if isinstance(result, KeypegError):
            self._refuse(key, result)
        elif isinstance(result, Exception):
            LOG.error("an action failed", exc_info=result)
            self._refuse(key, TableError("failed"))
        elif result.is_new:
            self._refusals.note_new_action()
        else:  # the key was used before, and the event is not sent again
            self._send_frame(encode({"type": "done", "key": key, "number": result.number}))

    def _refuse(self, key: str | None, error: KeypegError) -> None:
        self._refusals.add(error.code)
        self._metrics.refused.labels(error.code).inc()
        self._send_frame(encode({"type": "refused", "key": key, "problem": problem_document(error, self._lang)}))
        if self._refusals.are_too_many:
            self._end()


def _read_message(content: bytes | str) -> ActionMessage | PingMessage:
    try:
        return decode(content)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise TableError("unreadable", why=str(error)) from None
