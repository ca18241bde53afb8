"""The JSON Schema of frames: what is published describes what is sent, and nothing else."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from keypeg.core.edition import Edition
from keypeg.editions import RULEBOOKS
from keypeg.records.edition_links import write_edition
from keypeg.records.notation import write_action
from keypeg.server.frame_types import ActionEvent, TableEvent, frames_schema
from keypeg.server.table_socket import decode
from keypeg.service import entries, frames
from keypeg.service.entries import (
    ActionEntry,
    BeginEntry,
    JoinEntry,
    LimitEntry,
    OpenEntry,
    RematchEntry,
    SitEntry,
    StandEntry,
)
from keypeg.service.table import Table, codes_set_by
from support.random_play import editions, play, random_edition, seeds
from support.running_server import Server

SENT = jsonschema_rs.validator_for(frames_schema() | {"anyOf": [{"$ref": "#/$defs/ServerFrame"}]})
"""Accepts what a server may send,"""

RECEIVED = jsonschema_rs.validator_for(frames_schema() | {"anyOf": [{"$ref": "#/$defs/ClientFrame"}]})
"""and what it may be sent."""

Frame = dict[str, Any]


def match(edition: Edition, rng: Random) -> Iterator[entries.Entry]:
    """The log of a table at which a random match is played."""
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
            yield LimitEntry(timestamp=6 + number, player=1, turn_seconds=60)
    yield RematchEntry(timestamp=10**6, player=1, table_id="another")


def told(edition: Edition, rng: Random) -> Iterator[Frame]:
    """Every frame of a random match, for every seat and for those who look on."""
    table = Table("table", OpenEntry(timestamp=0, edition=write_edition(edition), host="Ann", join="j", watch="w"))
    viewers = [None, *range(1, edition.seats + 1)]
    for entry in match(edition, rng):
        applied = table.apply_entry(entry, table.effect_of(entry))
        yield from map(json.loads, frames.event_frames(table, applied, viewers))
        if rng.random() < 0.1:
            yield from (json.loads(frames.snapshot_frame(table, seat)) for seat in viewers)
    yield from (json.loads(frames.snapshot_frame(table, seat)) for seat in viewers)


def assert_valid(frame: Frame) -> None:
    errors = [f"{error.instance_path}: {error.message}" for error in SENT.iter_errors(frame)]
    assert not errors, (frame, errors[:3])


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(frames_schema())


def test_everything_in_the_schema_is_closed() -> None:
    described = frames_schema()["$defs"]
    objects = {name: one for name, one in described.items() if one.get("type") == "object"}
    assert len(objects) > 40
    assert [name for name, one in objects.items() if one.get("additionalProperties") is not False] == []


def test_it_is_published_and_named_in_the_description_of_the_api(server: Server) -> None:
    assert server.ask("GET", "/schema/frames.json").json == frames_schema()
    assert "/schema/frames.json" in server.ask("GET", "/openapi.json").json["info"]["description"]


@pytest.mark.no_cover
@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_frame_of_every_edition_fits(name: str) -> None:
    rng = Random(1)
    for _ in range(25):
        for frame in told(random_edition(name, rng, longest=3), rng):
            assert_valid(frame)


@pytest.mark.no_cover
@settings(max_examples=25, deadline=None)
@given(editions(longest=3), seeds())
def test_every_frame_fits_whatever_the_options(edition: Edition, seed: int) -> None:
    for frame in told(edition, Random(seed)):
        assert_valid(frame)


OPTIONAL = {"key", "commitments", "reveals"} & (ActionEvent.__optional_keys__ | TableEvent.__optional_keys__)
OPTIONAL |= {"now", "own"}


def places(frame: Any) -> Iterator[Frame]:
    """Every object in a frame."""
    if isinstance(frame, dict):
        yield frame
        for value in frame.values():
            yield from places(value)
    if isinstance(frame, list):
        for value in frame:
            yield from places(value)


@pytest.mark.no_cover
@settings(max_examples=20, deadline=None)
@given(editions(longest=2, seats=3), seeds())
def test_a_field_more_or_less_does_not_fit(edition: Edition, seed: int) -> None:
    rng = Random(seed)
    for frame in rng.sample(list(told(edition, rng)), 12):
        assert_valid(frame)
        for place in list(places(frame)):
            place["more"] = 1
            assert not SENT.is_valid(frame)
            del place["more"]
            for name in list(place):
                if place is frame and name in OPTIONAL:
                    continue
                value = place.pop(name)
                assert not SENT.is_valid(frame), name
                place[name] = value
        assert_valid(frame)


def test_what_is_answered_to_frames_fits_too(server: Server) -> None:
    host = server.play()
    with host.socket(1) as socket:
        frames_heard = [socket.receive()]
        for sent in (
            '{"type": "ping"}',
            '{"type": "act", "action": "code RRBB", "key": "1"}',
            '{"type": "act", "action": "code RRBB", "key": "1"}',
            '{"type": "act", "action": "guess RRBB", "key": "2"}',
            '{"type": "act", "action": "guess RRB", "key": "é"}',
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
    {"type": st.sampled_from(["act", "ping", "snapshot"]) | JSON},
    optional={
        "action": st.text(max_size=500) | JSON,
        "key": st.text(st.characters(max_codepoint=200), max_size=120) | st.from_regex(r"[!-~]{1,100}\n?") | JSON,
        "more": JSON,
    },
)


@settings(max_examples=300, deadline=None)
@given(ASKED | JSON)
def test_what_a_server_may_be_sent_is_what_it_reads(frame: Any) -> None:
    text = json.dumps(frame)
    try:
        decode(text)
        read = True
    except Exception:
        read = False
    assert read == RECEIVED.is_valid(frame)
