"""A match with everything that everybody saw, step by step: for people to check, and for tests to compare whole.

A playthrough is itself a record. After each action stand comments of the form

    ; * round: 2              everybody's view changed so
    ; 1 code: "RRBY"          only seat 1's did
    ; 2s > {"event": …}       seat 2 and the spectator were told so

with `-` before a field that is no longer there. What differs from seat to seat stands out.
"""

import json
from collections.abc import Iterator
from typing import Any

from keypeg.core.apply import apply, begin
from keypeg.core.events import Event, seen
from keypeg.core.observe import observe
from keypeg.core.state import State
from keypeg.records.record import Line, Record, write_record
from keypeg.wire.match_values import plain_event, plain_view

SPECTATOR = "s"
"""How the spectator is written."""

WIDEST = 200
"""A field is spread over several lines when it is longer than this, or when it is a list of things with fields."""

Fields = dict[str, str]


def playthrough(record: Record) -> str:
    """The record, with what everybody saw after each action in place of its comments."""
    state, events = begin(record.edition)
    viewers: list[int | None] = [*range(1, record.edition.seats + 1), None]
    views = {viewer: _fields(state, viewer) for viewer in viewers}
    lines = _comments(
        {viewer: [*_news(events, viewer, record), *_changes({}, fields)] for viewer, fields in views.items()}
    )
    for line in record.lines:
        if line.seat is None or line.action is None:
            continue
        state, events = apply(state, line.seat, line.action)
        lines.append(line._replace(comment=None))
        told: dict[int | None, list[str]] = {}
        for viewer in viewers:
            fields = _fields(state, viewer)
            told[viewer] = [*_news(events, viewer, record), *_changes(views[viewer], fields)]
            views[viewer] = fields
        lines += _comments(told)
    return write_record(record._replace(lines=tuple(lines)))


def _fields(state: State, viewer: int | None) -> Fields:
    return dict(_spread("", plain_view(observe(state, viewer))))


def _spread(path: str, value: Any) -> Iterator[tuple[str, str]]:
    """A value as one field, or as the fields of its parts."""
    text = json.dumps(value, ensure_ascii=False)
    listed = isinstance(value, list) and any(isinstance(part, dict) for part in value)
    if (path and not listed and len(text) <= WIDEST) or not isinstance(value, dict | list):
        yield path, text
        return
    for name, part in value.items() if isinstance(value, dict) else enumerate(value, 1):
        yield from _spread(f"{path}.{name}" if path else str(name), part)


def _changes(before: Fields, after: Fields) -> Iterator[str]:
    yield from (f"- {path}" for path in before if path not in after)
    yield from (f"{path}: {text}" for path, text in after.items() if before.get(path) != text)


def _news(events: tuple[Event, ...], viewer: int | None, record: Record) -> Iterator[str]:
    for event in events:
        told = seen(event, viewer)
        if told is not None:
            plain = plain_event(told, record.edition.palette)
            # The result of a round stands in the view as well; once is enough.
            plain.pop("result", None)
            yield "> " + json.dumps(plain, ensure_ascii=False)


def _comments(told: dict[int | None, list[str]]) -> list[Line]:
    """One comment for each thing told, with those it was told to before it."""
    audiences: dict[str, list[str]] = {}
    for viewer, texts in told.items():
        for text in texts:
            audiences.setdefault(text, []).append(SPECTATOR if viewer is None else str(viewer))
    return [
        Line(comment=f"{'*' if len(audience) == len(told) else ''.join(audience)} {text}")
        for text, audience in audiences.items()
    ]
