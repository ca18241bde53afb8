"""The frames that followers of a table receive: a snapshot first, then one numbered event for each entry of the log.

Each viewer, a seat or the spectators, receives what it may know and no more: frames are built from that seat's view and
from events as that seat sees them. The same entry always gives the same bytes, whenever and by whichever process it is
sent.
"""

from collections import deque
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import repeat
from typing import Any

import msgspec

from keypeg.core.events import Event, observe_event
from keypeg.core.observe import observe, observe_each
from keypeg.core.view import View
from keypeg.records.notation import Palette
from keypeg.service.daily_results import is_late
from keypeg.service.entries import ActionEntry
from keypeg.service.entry_checks import HOST
from keypeg.service.entry_effects import AppliedEntry
from keypeg.service.table import Table
from keypeg.wire.event_values import event_to_json
from keypeg.wire.match_values import (
    OwnFields,
    SharedFields,
    boards_to_json,
    current_view_to_json,
    own_fields_of,
    own_fields_to_json,
    round_to_json,
    shared_fields_of,
    shared_fields_to_json,
)

Viewer = int | None
"""A seat, or None for the spectators."""

JsonObject = dict[str, Any]

_EventCache = dict[int, tuple[Event, bytes]]
"""Events that are already encoded, by the id of the object; the reference keeps that id unique."""

MAX_CACHED_PARTS = 4096
"""How many encoded parts of frames are cached, of each kind: many are the same at every move and at every table."""

encode = msgspec.json.Encoder().encode
"""Encodes a frame, or a part of one."""


def snapshot_frame(table: Table, viewer: Viewer, past: "EncodedPast | None" = None) -> bytes:
    """Encode everything that this viewer may know of a table now; `past` has what is encoded already."""
    past = past or EncodedPast()
    deque(past.catch_up(table), maxlen=0)
    head = {"type": "snapshot", "number": table.entry_count, "seat": viewer, "table": table_to_json(table)}
    parts: list[bytes | bytearray] = [encode(head)[:-1], b',"view":']
    if table.state is None:
        parts += [b"null"]
    else:
        view = encode(current_view_to_json(observe(table.state, viewer)))
        parts += [view[:-1], b',"finished":[', past.rounds.json, b"]}"]
    parts += [b',"commitments":[', past.commitments.json, b'],"reveals":[', past.reveals.json, b"]}"]
    return b"".join(parts)


class _EncodedItems:
    """The items of a growing sequence in JSON, separated by commas."""

    __slots__ = ("count", "json")

    def __init__(self) -> None:
        self.count = 0
        self.json = bytearray()

    def add(self, item: object) -> None:
        self.json += b"," + encode(item) if self.count else encode(item)
        self.count += 1


class EncodedPast:
    """The parts of a snapshot that everybody sees and that only grow, encoded once for all viewers."""

    __slots__ = ("commitments", "reveals", "rounds")

    def __init__(self) -> None:
        self.rounds, self.commitments, self.reveals = _EncodedItems(), _EncodedItems(), _EncodedItems()

    def catch_up(self, table: Table) -> Iterator[None]:
        """Encode what has come since, step by step."""
        finished, palette = () if table.state is None else table.state.finished, table.edition.palette
        while self.rounds.count < len(finished):
            self.rounds.add(round_to_json(finished[self.rounds.count], palette))
            yield
        for encoded, published in (
            (self.commitments, table.secrets.commitments),
            (self.reveals, table.secrets.reveals),
        ):
            while encoded.count < len(published):
                encoded.add(published[encoded.count]._asdict())
                yield


def event_frames(table: Table, applied: AppliedEntry, viewers: Collection[Viewer]) -> Iterator[bytes]:
    """Encode, for each of these viewers, the frame of an entry that has just been applied to the table.

    Every move of every match is encoded here. So what is the same for all is encoded once, and frames are joined from
    parts of JSON.
    """
    entry, palette = applied.entry, table.edition.palette
    views: Iterable[View | None] = repeat(None)
    if table.state is not None:
        views = observe_each(table.state, viewers, table.legal_actions)
    sender = entry.seat if isinstance(entry, ActionEntry) and entry.key else None
    head, cache = b"", _EventCache()
    for viewer, view in zip(viewers, views, strict=False):
        head = head or _encode_head(table, applied, view)
        events = [
            _encode_event(visible, palette, cache)
            for event in applied.events
            if (visible := observe_event(event, viewer)) is not None
        ]
        frame = b'%b,"events":[%b]' % (head, b",".join(events))
        if view is not None:
            frame += b',"own":' + _encode_own_fields(own_fields_of(view), palette)
        if sender is not None and sender == viewer:
            # The key confirms the action to its sender. Nobody else sees it.
            frame += b',"key":' + encode(entry.key.partition(":")[2])
        yield frame + b"}"


def _encode_head(table: Table, applied: AppliedEntry, view: View | None) -> bytes:
    """Encode what all viewers receive, up to the place of the events."""
    entry = applied.entry
    frame: JsonObject = {"type": "event", "number": applied.number, "timestamp": entry.timestamp}
    if isinstance(entry, ActionEntry):
        frame["seat"] = entry.seat
    else:
        frame["entry"] = entry.__struct_config__.tag
        frame["table"] = table_to_json(table)
    if applied.commitments or applied.reveals:
        frame["commitments"] = [commitment._asdict() for commitment in applied.commitments]
        frame["reveals"] = [reveal._asdict() for reveal in applied.reveals]
    head = encode(frame)[:-1]
    if view is None:
        return head
    shared = _encode_shared_fields(shared_fields_of(view), table.edition.palette)
    if applied.has_new_round:
        # The boards are sent only when there are new ones; rows and marks follow from the events.
        shared = encode(boards_to_json(view))[:-1] + b"," + shared[1:]
    return head + b',"now":' + shared


def _encode_event(event: Event, palette: Palette, cache: _EventCache) -> bytes:
    """Encode an event once for all viewers: those who see the same share one object."""
    cached = cache.get(id(event))
    if cached is None:
        cached = event, encode(event_to_json(event, palette))
        cache[id(event)] = cached
    return cached[1]


@lru_cache(MAX_CACHED_PARTS)
def _encode_shared_fields(shared: SharedFields, palette: Palette) -> bytes:
    return encode(shared_fields_to_json(shared, palette))


@lru_cache(MAX_CACHED_PARTS)
def _encode_own_fields(own: OwnFields, palette: Palette) -> bytes:
    return encode(own_fields_to_json(own, palette))


def table_to_json(table: Table) -> JsonObject:
    """Return what everybody at a table may know of it, as JSON values."""
    return {
        "id": table.id,
        "edition": table.open_entry.edition,
        "host": table.players[HOST - 1],
        "host_guest": table.guests.get(HOST),
        "public": table.open_entry.public,
        "hints": table.open_entry.hints,
        "turn_limit": table.turn_limit,
        "proposed_turn_limit": table.proposed_turn_limit,
        "players_to_agree": sorted(table.players_to_agree),
        "players": len(table.players),
        "seats": [
            None
            if occupant is None
            else {
                "name": occupant.name,
                "guest": occupant.guest or None,
                "player": occupant.player,
                "bot": occupant.level or None,
                "invited": occupant.invited,
            }
            for occupant in table.occupants
        ],
        "begun_at": table.begun_at,
        "over": table.is_over,
        "rematch": table.rematch_id or None,
        "rematch_by": table.rematch_player or None,
        "day": table.open_entry.day or None,
        "late": is_late(table.open_entry),
    }
