"""Frames leak no secrets: the swap test on frames, and commitments that prove that codes were never changed."""

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import count
from random import Random

import pytest

from keypeg.core.edition import TABLE, Edition
from keypeg.records.edition_links import write_edition
from keypeg.records.notation import write_action
from keypeg.service import entries, frames
from keypeg.service.commitments import hash_code
from keypeg.service.entries import ActionEntry, BeginEntry, JoinEntry, OpenEntry, SitEntry
from keypeg.service.frames import Viewer
from keypeg.service.table import Table, codes_set_by
from properties.test_visibility import TABLES, some_cuts
from service.test_actions import play_match
from support.databases import Database
from support.random_play import CALM, MIXED, STUBBORN, Played, play
from support.service_harness import open_seated_table, run, serving, start_following
from support.swapped_secrets import Log, other_histories, viewers
from support.thoroughness import some_of

HASH = re.compile(rb'"hash":"[0-9a-f]{64}"')


def first_entries(edition: Edition) -> list[entries.Entry]:
    """Write the first entries of a table at which each person plays one seat."""
    seats = range(1, edition.seats + 1)
    log: list[entries.Entry] = [OpenEntry(timestamp=0, edition=write_edition(edition), host="Ann", join="j", watch="w")]
    log += [JoinEntry(timestamp=0, name=f"Player {seat}") for seat in seats[1:]]
    log += [SitEntry(timestamp=0, player=seat, seat=seat) for seat in seats]
    return [*log, BeginEntry(timestamp=0, player=1)]


def write_log(edition: Edition, actions: Log, salts: Iterator[str]) -> list[entries.Entry]:
    """Write the log of a table with these actions, one second apart."""
    done = [
        ActionEntry(
            timestamp=1000 * number,
            key=f"{seat}:key{number}" if seat != TABLE else "",
            seat=seat,
            action=write_action(action, edition.palette),
            salts=tuple(next(salts) for _ in codes_set_by(seat, action)),
        )
        for number, (seat, action) in enumerate(actions, 1)
    ]
    return first_entries(edition) + done


def sent(log: list[entries.Entry], viewer: Viewer) -> list[bytes]:
    """Return all frames that this viewer receives: every event, and a snapshot at the end."""
    opened, *rest = log
    assert isinstance(opened, OpenEntry)
    table = Table("table", opened)
    all_frames: list[bytes] = []
    for entry in rest:
        applied = table.apply_entry(entry, table.effect_of(entry))
        all_frames += frames.event_frames(table, applied, (viewer,))
    return [*all_frames, frames.snapshot_frame(table, viewer)]


def masked(all_frames: list[bytes]) -> list[bytes]:
    """Blank out the hashes in frames: those of swapped codes differ."""
    return [HASH.sub(b'"hash":"?"', frame) for frame in all_frames]


@cache
def matches(edition: Edition) -> list[Played]:
    rng = Random(7)
    return [play(edition, rng, temper._replace(patience=30)) for temper in (MIXED, STUBBORN, CALM)]


def swaps(edition: Edition, rng: Random) -> Iterator[tuple[Viewer, Log, Log]]:
    """Yield pairs of histories that a viewer cannot tell apart."""
    for match in matches(edition):
        for cut in some_cuts(match, rng, 3):
            for viewer in viewers(edition):
                for other in other_histories(match, cut, viewer, rng, most=1):
                    before = match.log[: cut - len(other)]
                    yield viewer, match.log[:cut], (*before, *other)


@pytest.mark.no_cover
@pytest.mark.parametrize("edition", some_of(TABLES, quick=11), ids=write_edition)
def test_what_a_seat_cannot_see_does_not_change_its_frames(edition: Edition) -> None:
    tried: set[Viewer] = set()
    rng = Random(11)
    for _ in range(10):
        for viewer, real, other in swaps(edition, rng):
            first, another = (write_log(edition, log, map(str, count())) for log in (real, other))
            assert masked(sent(first, viewer)) == masked(sent(another, viewer))
            tried.add(viewer)
        if tried == set(viewers(edition)):
            return
    raise AssertionError(f"only {tried} were tried: every seat and the spectator must be")


def test_a_leak_would_be_found() -> None:
    """The same check with the frames of a seat that can tell the histories apart."""
    edition = TABLES[0]
    assert any(
        masked(sent(write_log(edition, real, map(str, count())), 3 - viewer))
        != masked(sent(write_log(edition, other, map(str, count())), 3 - viewer))
        for viewer, real, other in swaps(edition, Random(11))
        if viewer is not None
    )


def test_hashes_reveal_nothing_without_the_salt() -> None:
    """With another salt, which is secret until the reveal, the hash differs and nothing else does."""
    edition = TABLES[0]
    for viewer, real, _ in swaps(edition, Random(1)):
        first, another = (sent(write_log(edition, real, map(salt.format, count())), viewer) for salt in ("a{}", "b{}"))
        quiet = [at for at, frame in enumerate(first) if not json.loads(frame).get("reveals")]
        assert masked([first[at] for at in quiet]) == masked([another[at] for at in quiet])
        hashes = [set(HASH.findall(b"".join(all_frames))) for all_frames in (first, another)]
        assert not hashes[0] & hashes[1]
        assert all(hashes)


@pytest.mark.no_cover
@pytest.mark.parametrize("edition", some_of(TABLES, quick=11), ids=write_edition)
def test_no_salt_is_sent_before_its_reveal_and_every_commitment_is_kept(edition: Edition) -> None:
    rng = Random(5)
    for _ in range(3):
        match = play(edition, rng, MIXED._replace(patience=30))
        _check_commitments(write_log(edition, match.log, (f"salt {at}" for at in count())), viewers(edition))


def _check_commitments(log: list[entries.Entry], viewers: tuple[Viewer, ...]) -> None:
    opened, *rest = log
    assert isinstance(opened, OpenEntry)
    table = Table("table", opened)
    secret: set[str] = set()
    published: dict[tuple[int, int, int], str] = {}
    for entry in rest:
        secret |= set(entry.salts) if isinstance(entry, ActionEntry) else set()
        applied = table.apply_entry(entry, table.effect_of(entry))
        texts = list(frames.event_frames(table, applied, viewers))
        frame = json.loads(texts[-1])  # commitments are the same for all viewers
        for commitment in frame.get("commitments", ()):
            published[commitment["round"], commitment["attempt"], commitment["seat"]] = commitment["hash"]
        for commitment in frame.get("reveals", ()):
            assert commitment["hash"] == published.pop((commitment["round"], commitment["attempt"], commitment["seat"]))
            assert commitment["hash"] == hash_code(commitment["salt"], commitment["code"])
            secret.discard(commitment["salt"])
        if applied.has_new_round or table.is_over:
            assert not published, "every code that was set lies open when its round is over"
            assert not secret
        if table.entry_count % 7 == 0:  # now and then a new follower comes
            texts += [frames.snapshot_frame(table, viewer) for viewer in viewers]
        assert not any(f'"{salt}"'.encode() in text for salt in secret for text in texts)


def test_every_follower_can_check_the_codes(database: Database) -> None:
    from hashlib import sha256

    async def test() -> None:
        async with serving(database) as tables:
            for edition in ("classic~rounds_2", "mastermind-44", "parker-1974"):
                seated = await open_seated_table(tables, edition)
                reader = await start_following(tables, seated.id, None)
                await play_match(seated, Random(edition))
                await reader.wait_for(seated.table.entry_count)
                received = [json.loads(frame) for frame in reader.stop()]
                hashes = [commitment["hash"] for frame in received for commitment in frame.get("commitments", ())]
                reveals = [commitment for frame in received[1:] for commitment in frame.get("reveals", ())]
                assert sorted(hashes) == sorted(commitment["hash"] for commitment in reveals)
                for commitment in reveals:
                    assert (
                        sha256(f"{commitment['salt']}:{commitment['code']}".encode()).hexdigest() == commitment["hash"]
                    )
                assert len({commitment["salt"] for commitment in reveals}) == len(reveals)

    run(test())


def test_frames_contain_no_token_and_no_key_of_another_player(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables, "challenge-2001")
            seats: tuple[Viewer, ...] = (1, 2, None)
            readers = [await start_following(tables, seated.id, seat) for seat in seats]
            await play_match(seated, Random(1))
            for reader in readers:
                await reader.wait_for(seated.table.entry_count)
                text = b"".join(reader.stop()).decode()
                opened = seated.table.open_entry
                assert not any(player.token in text for player in seated.players)
                assert opened.join not in text
                assert opened.watch not in text
                keys = set(re.findall(r'"key":"(key\d+)"', text))
                own = {
                    key.partition(":")[2] for key in seated.table.entries_by_key if key.startswith(f"{reader.seat}:")
                }
                assert keys == own

    run(test())
