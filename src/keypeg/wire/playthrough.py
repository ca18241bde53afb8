"""A match with everything that every seat saw, step by step, for people to check and for tests to compare.

A playthrough is itself a record. Comments of these forms follow each action:

    ; * round: 2              this changed in everybody's view
    ; 1 code: "RRBY"          this changed in seat 1's view only
    ; 2s > {"event": …}       seat 2 and the spectators saw this event

with `-` before a field that has disappeared. So differences between the seats stand out.
"""

import json
from collections.abc import Iterator
from typing import Any

from keypeg.core.apply import apply, begin
from keypeg.core.events import Event, observe_event
from keypeg.core.observe import observe
from keypeg.core.state import State
from keypeg.records.record import Line, Record, write_record
from keypeg.wire.event_values import event_to_json
from keypeg.wire.match_values import view_to_json

SPECTATOR = "s"
"""Stands for the spectators."""

MAX_FIELD_LENGTH = 200
"""A field with more characters than this is written on several lines, as is every list of objects."""

Fields = dict[str, str]


def write_playthrough(record: Record) -> str:
    """Write a record with what every seat saw after each action, in place of its own comments."""
    state, events = begin(record.edition)
    viewers: list[int | None] = [*range(1, record.edition.seats + 1), None]
    views = {viewer: _read_fields(state, viewer) for viewer in viewers}
    lines = _write_comments(
        {
            viewer: [*_describe_events(events, viewer, record), *_describe_changes({}, fields)]
            for viewer, fields in views.items()
        }
    )
    for line in record.lines:
        if line.seat is None or line.action is None:
            continue
        state, events = apply(state, line.seat, line.action)
        lines.append(line._replace(comment=None))
        seen_by: dict[int | None, list[str]] = {}
        for viewer in viewers:
            fields = _read_fields(state, viewer)
            seen_by[viewer] = [*_describe_events(events, viewer, record), *_describe_changes(views[viewer], fields)]
            views[viewer] = fields
        lines += _write_comments(seen_by)
    return write_record(record._replace(lines=tuple(lines)))


def _read_fields(state: State, viewer: int | None) -> Fields:
    return dict(_flatten("", view_to_json(observe(state, viewer))))


def _flatten(path: str, value: Any) -> Iterator[tuple[str, str]]:
    """Yield a value as one field, or as the fields of its parts."""
    text = json.dumps(value, ensure_ascii=False)
    is_list_of_objects = isinstance(value, list) and any(isinstance(part, dict) for part in value)
    if (path and not is_list_of_objects and len(text) <= MAX_FIELD_LENGTH) or not isinstance(value, dict | list):
        yield path, text
        return
    for name, part in value.items() if isinstance(value, dict) else enumerate(value, 1):
        yield from _flatten(f"{path}.{name}" if path else str(name), part)


def _describe_changes(before: Fields, after: Fields) -> Iterator[str]:
    yield from (f"- {path}" for path in before if path not in after)
    yield from (f"{path}: {text}" for path, text in after.items() if before.get(path) != text)


def _describe_events(events: tuple[Event, ...], viewer: int | None, record: Record) -> Iterator[str]:
    for event in events:
        visible = observe_event(event, viewer)
        if visible is not None:
            json_value = event_to_json(visible, record.edition.palette)
            # The view contains the result of the round as well.
            json_value.pop("result", None)
            yield "> " + json.dumps(json_value, ensure_ascii=False)


def _write_comments(seen_by: dict[int | None, list[str]]) -> list[Line]:
    """Write one comment for each text, with the viewers who saw it in front."""
    viewers: dict[str, list[str]] = {}
    for viewer, texts in seen_by.items():
        for text in texts:
            viewers.setdefault(text, []).append(SPECTATOR if viewer is None else str(viewer))
    return [
        Line(comment=f"{'*' if len(names) == len(seen_by) else ''.join(names)} {text}")
        for text, names in viewers.items()
    ]
