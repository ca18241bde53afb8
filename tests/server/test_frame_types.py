"""The published JSON Schema describes exactly the frames that are sent and accepted."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from keypeg.core.edition import Edition
from keypeg.editions import RULEBOOKS
from keypeg.records.edition_links import write_edition
from keypeg.records.notation import write_action
from keypeg.server.frame_handler import decode
from keypeg.server.frame_types import ActionEvent, TableEvent, frames_schema
from keypeg.service import entries, frames
from keypeg.service.entries import (
    ActionEntry,
    BeginEntry,
    JoinEntry,
    OpenEntry,
    RematchEntry,
    SitEntry,
    StandEntry,
    TurnLimitEntry,
)
from keypeg.service.table import Table, codes_set_by
from support.random_play import editions, play, random_edition, seeds
from support.running_server import Server
from support.thoroughness import examples, times

SENT_BY_SERVER = jsonschema_rs.validator_for(frames_schema() | {"anyOf": [{"$ref": "#/$defs/ServerFrame"}]})
"""Accepts the frames that a server may send."""

SENT_BY_CLIENT = jsonschema_rs.validator_for(frames_schema() | {"anyOf": [{"$ref": "#/$defs/ClientFrame"}]})
"""Accepts the frames that a server may receive."""

Frame = dict[str, Any]


def match_entries(edition: Edition, rng: Random) -> Iterator[entries.Entry]:
    """Yield the log of a table with a random match."""
    seats = range(1, edition.seats + 1)
    yield JoinEntry(timestamp=1, name="Ben")
    yield from (SitEntry(timestamp=2, player=1, seat=seat, level="casual" if seat == 1 else "") for seat in seats)
    yield StandEntry(timestamp=3, player=1, seat=1)
    yield SitEntry(timestamp=4, player=2, seat=1, name="Benny")
    yield BeginEntry(timestamp=5, player=1)
    for number, (seat, action) in enumerate(play(edition, rng).log):
        salts = tuple(f"{salt}" for salt, _ in enumerate(codes_set_by(seat, action)))
        key = f"1:{number}" if seat else ""
        yield ActionEntry(
            timestamp=6 + number, key=key, seat=seat, action=write_action(action, edition.palette), salts=salts
        )
        if rng.random() < 0.02:
            yield TurnLimitEntry(timestamp=6 + number, player=1, turn_limit=60, by_consent=True)
    yield RematchEntry(timestamp=10**6, player=1, table_id="another")


def match_frames(edition: Edition, rng: Random) -> Iterator[Frame]:
    """Yield every frame of a random match, for every seat and for the spectators."""
    table = Table("table", OpenEntry(timestamp=0, edition=write_edition(edition), host="Ann", join="j", watch="w"))
    viewers = [None, *range(1, edition.seats + 1)]
    for entry in match_entries(edition, rng):
        applied = table.apply_entry(entry, table.effect_of(entry))
        yield from map(json.loads, frames.event_frames(table, applied, viewers))
        if rng.random() < 0.1:
            yield from (json.loads(frames.snapshot_frame(table, seat)) for seat in viewers)
    yield from (json.loads(frames.snapshot_frame(table, seat)) for seat in viewers)


def assert_valid(frame: Frame) -> None:
    errors = [f"{error.instance_path}: {error.message}" for error in SENT_BY_SERVER.iter_errors(frame)]
    assert not errors, (frame, errors[:3])


def test_the_schema_is_valid() -> None:
    Draft202012Validator.check_schema(frames_schema())


def test_every_object_in_the_schema_is_closed() -> None:
    described = frames_schema()["$defs"]
    objects = {name: schema for name, schema in described.items() if schema.get("type") == "object"}
    assert len(objects) > 40
    assert [name for name, schema in objects.items() if schema.get("additionalProperties") is not False] == []


def test_the_schema_is_published_and_the_api_description_names_it(server: Server) -> None:
    assert server.ask("GET", "/schema/frames.json").json == frames_schema()
    assert "/schema/frames.json" in server.ask("GET", "/openapi.json").json["info"]["description"]


@pytest.mark.no_cover
@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_frame_of_every_edition_is_valid(name: str) -> None:
    rng = Random(1)
    for _ in range(times(8, 25)):
        for frame in match_frames(random_edition(name, rng, longest=3), rng):
            assert_valid(frame)


@pytest.mark.no_cover
@examples(25)
@given(editions(longest=3), seeds())
def test_every_frame_is_valid_with_any_options(edition: Edition, seed: int) -> None:
    for frame in match_frames(edition, Random(seed)):
        assert_valid(frame)


OPTIONAL = {"key", "commitments", "reveals"} & (ActionEvent.__optional_keys__ | TableEvent.__optional_keys__)
OPTIONAL |= {"now", "own"}


def objects_in(frame: Any) -> Iterator[Frame]:
    """Yield every object in a frame."""
    if isinstance(frame, dict):
        yield frame
        for value in frame.values():
            yield from objects_in(value)
    if isinstance(frame, list):
        for value in frame:
            yield from objects_in(value)


@pytest.mark.no_cover
@examples(20)
@given(editions(longest=2, seats=3), seeds())
def test_a_missing_or_extra_field_is_invalid(edition: Edition, seed: int) -> None:
    rng = Random(seed)
    for frame in rng.sample(list(match_frames(edition, rng)), 12):
        assert_valid(frame)
        for place in list(objects_in(frame)):
            place["more"] = 1
            assert not SENT_BY_SERVER.is_valid(frame)
            del place["more"]
            for name in list(place):
                if place is frame and name in OPTIONAL:
                    continue
                value = place.pop(name)
                assert not SENT_BY_SERVER.is_valid(frame), name
                place[name] = value
        assert_valid(frame)


def test_replies_to_frames_are_valid(server: Server) -> None:
    host = server.play()
    with host.socket(1) as socket:
        frames_heard = [socket.receive()]
        for sent in (
            '{"type": "ping"}',
            '{"type": "action", "action": "code RRBB", "key": "1"}',
            '{"type": "action", "action": "code RRBB", "key": "1"}',
            '{"type": "action", "action": "guess RRBB", "key": "2"}',
            '{"type": "action", "action": "guess RRB", "key": "é"}',
            "nonsense",
        ):
            socket.send(sent)
            frames_heard.append(socket.receive())
    assert [frame["type"] for frame in frames_heard] == [
        "snapshot",
        "pong",
        "event",
        "done",
        "refused",
        "refused",
        "refused",
    ]
    for frame in frames_heard:
        assert_valid(frame)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
ASKED = st.fixed_dictionaries(
    {"type": st.sampled_from(["action", "ping", "snapshot"]) | JSON},
    optional={
        "action": st.text(max_size=500) | JSON,
        "key": st.text(st.characters(max_codepoint=200), max_size=120) | st.from_regex(r"[!-~]{1,100}\n?") | JSON,
        "more": JSON,
    },
)


@examples(300)
@given(ASKED | JSON)
def test_the_schema_accepts_exactly_what_the_server_reads(frame: Any) -> None:
    text = json.dumps(frame)
    try:
        decode(text)
        read = True
    except Exception:
        read = False
    assert read == SENT_BY_CLIENT.is_valid(frame)
