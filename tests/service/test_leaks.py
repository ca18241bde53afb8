"""Nobody is sent what he may not know: the swap test on frames, and proof that codes were never changed."""

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
from keypeg.service.commitments import hash_of
from keypeg.service.entries import ActionEntry, Began, Joined, Opened, Sat
from keypeg.service.frames import Audience
from keypeg.service.table import Table, secrets_in
from properties.test_visibility import TABLES, some_cuts
from service.test_actions import played
from support.databases import Database
from support.random_play import CALM, MIXED, STUBBORN, Played, play
from support.swapped_secrets import Log, other_histories, viewers
from support.table_house import following, party, run, serving

HASH = re.compile(rb'"hash":"[0-9a-f]{64}"')


def opening(edition: Edition) -> list[entries.Any]:
    """How a table begins at which everybody plays a seat of his own."""
    seats = range(1, edition.seats + 1)
    log: list[entries.Any] = [Opened(at=0, edition=write_edition(edition), host="Ann", join="j", watch="w")]
    log += [Joined(at=0, name=f"Guest {seat}") for seat in seats[1:]]
    log += [Sat(at=0, guest=seat, seat=seat) for seat in seats]
    return [*log, Began(at=0, guest=1)]


def log_of(edition: Edition, actions: Log, salts: Iterator[str]) -> list[entries.Any]:
    """The log of a table at which this was done, with a second between two actions."""
    done = [
        ActionEntry(
            at=1000 * number,
            key=f"{seat}:key{number}" if seat != TABLE else "",
            seat=seat,
            action=write_action(action, edition.palette),
            salts=tuple(next(salts) for _ in secrets_in(seat, action)),
        )
        for number, (seat, action) in enumerate(actions, 1)
    ]
    return opening(edition) + done


def sent(log: list[entries.Any], audience: Audience) -> list[bytes]:
    """All that this audience is sent of a table: every event, and what a snapshot says in the end."""
    opened, *rest = log
    assert isinstance(opened, Opened)
    table = Table("table", opened)
    found: list[bytes] = []
    for entry in rest:
        news = table.advance(entry, table.outlined(entry))
        found += frames.events(table, news, (audience,))
    return [*found, frames.snapshot(table, audience)]


def masked(found: list[bytes]) -> list[bytes]:
    """Frames without the hashes, which are those of other codes where codes are exchanged."""
    return [HASH.sub(b'"hash":"?"', frame) for frame in found]


@cache
def matches(edition: Edition) -> list[Played]:
    rng = Random(7)
    return [play(edition, rng, temper._replace(patience=30)) for temper in (MIXED, STUBBORN, CALM)]


def swaps(edition: Edition, rng: Random) -> Iterator[tuple[Audience, Log, Log]]:
    """Histories of which each audience cannot tell which is the real one."""
    for one in matches(edition):
        for cut in some_cuts(one, rng, 3):
            for viewer in viewers(edition):
                for other in other_histories(one, cut, viewer, rng, most=1):
                    before = one.log[: cut - len(other)]
                    yield viewer, one.log[:cut], (*before, *other)


@pytest.mark.no_cover
@pytest.mark.parametrize("edition", TABLES, ids=write_edition)
def test_what_a_seat_cannot_see_makes_no_difference_to_what_it_is_sent(edition: Edition) -> None:
    tried: set[Audience] = set()
    rng = Random(11)
    for _ in range(10):
        for viewer, real, other in swaps(edition, rng):
            one, another = (log_of(edition, log, map(str, count())) for log in (real, other))
            assert masked(sent(one, viewer)) == masked(sent(another, viewer))
            tried.add(viewer)
        if tried == set(viewers(edition)):
            return
    raise AssertionError(f"only {tried} were tried: every seat and the spectator must be")


def test_a_leak_would_be_found() -> None:
    """The same check, with frames made for another seat than the one that cannot tell the histories apart."""
    edition = TABLES[0]
    assert any(
        masked(sent(log_of(edition, real, map(str, count())), 3 - viewer))
        != masked(sent(log_of(edition, other, map(str, count())), 3 - viewer))
        for viewer, real, other in swaps(edition, Random(11))
        if viewer is not None
    )


def test_hashes_tell_nothing_to_who_does_not_know_the_salt() -> None:
    """With another salt, which nobody knows before the reveal, a code has another hash, and nothing else differs."""
    edition = TABLES[0]
    for viewer, real, _ in swaps(edition, Random(1)):
        one, another = (sent(log_of(edition, real, map(salt.format, count())), viewer) for salt in ("a{}", "b{}"))
        quiet = [at for at, frame in enumerate(one) if not json.loads(frame).get("reveals")]
        assert masked([one[at] for at in quiet]) == masked([another[at] for at in quiet])
        hashes = [set(HASH.findall(b"".join(found))) for found in (one, another)]
        assert not hashes[0] & hashes[1]
        assert all(hashes)


@pytest.mark.no_cover
@pytest.mark.parametrize("edition", TABLES, ids=write_edition)
def test_no_salt_is_sent_before_its_reveal_and_every_commitment_is_kept(edition: Edition) -> None:
    rng = Random(5)
    for _ in range(3):
        one = play(edition, rng, MIXED._replace(patience=30))
        _check_commitments(log_of(edition, one.log, (f"salt {at}" for at in count())), viewers(edition))


def _check_commitments(log: list[entries.Any], audiences: tuple[Audience, ...]) -> None:
    opened, *rest = log
    assert isinstance(opened, Opened)
    table = Table("table", opened)
    secret: set[str] = set()
    published: dict[tuple[int, int, int], str] = {}
    for entry in rest:
        secret |= set(entry.salts) if isinstance(entry, ActionEntry) else set()
        news = table.advance(entry, table.outlined(entry))
        texts = list(frames.events(table, news, audiences))
        frame = json.loads(texts[-1])  # what is said of commitments is said to all
        for one in frame.get("commitments", ()):
            published[one["round"], one["attempt"], one["seat"]] = one["hash"]
        for one in frame.get("reveals", ()):
            assert one["hash"] == published.pop((one["round"], one["attempt"], one["seat"]))
            assert one["hash"] == hash_of(one["salt"], one["code"])
            secret.discard(one["salt"])
        if news.round_began or table.over:
            assert not published, "every code that was set lies open when its round is over"
            assert not secret
        if table.number % 7 == 0:  # now and then somebody comes anew
            texts += [frames.snapshot(table, viewer) for viewer in audiences]
        assert not any(f'"{salt}"'.encode() in text for salt in secret for text in texts)


def test_anybody_can_check_a_code_by_what_he_was_sent(database: Database) -> None:
    from hashlib import sha256

    async def test() -> None:
        async with serving(database) as tables:
            for edition in ("classic~rounds_2", "mastermind-44", "parker-1974"):
                guests = await party(tables, edition)
                reader = await following(tables, guests.id, None)
                await played(guests, Random(edition))
                await reader.reads(guests.table.number)
                told = [json.loads(frame) for frame in reader.stop()]
                hashes = [one["hash"] for frame in told for one in frame.get("commitments", ())]
                reveals = [one for frame in told[1:] for one in frame.get("reveals", ())]
                assert sorted(hashes) == sorted(one["hash"] for one in reveals)
                for one in reveals:
                    assert sha256(f"{one['salt']}:{one['code']}".encode()).hexdigest() == one["hash"]
                assert len({one["salt"] for one in reveals}) == len(reveals)

    run(test())


def test_what_is_sent_live_holds_no_token_and_no_key_of_another(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            guests = await party(tables, "challenge-2001")
            seats: tuple[Audience, ...] = (1, 2, None)
            readers = [await following(tables, guests.id, seat) for seat in seats]
            await played(guests, Random(1))
            for reader in readers:
                await reader.reads(guests.table.number)
                text = b"".join(reader.stop()).decode()
                opened = guests.table.opened
                assert not any(one.token in text for one in guests.guests)
                assert opened.join not in text
                assert opened.watch not in text
                keys = set(re.findall(r'"key":"(key\d+)"', text))
                own = {key.partition(":")[2] for key in guests.table.keys if key.startswith(f"{reader.seat}:")}
                assert keys == own

    run(test())
