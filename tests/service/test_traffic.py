"""Thousands of random matches: nobody is sent another's secret before it is revealed. Every frame is read as bytes."""

from itertools import count
from random import Random

import pytest

from keypeg.editions import RULEBOOKS
from keypeg.records.edition_links import write_edition
from keypeg.service import entries
from keypeg.service.frames import Audience
from keypeg.service.ports import World
from keypeg.service.table_service import Tables
from service.test_actions import played
from support.memory_store import MemoryStore
from support.random_play import random_edition
from support.sent_traffic import NUMBER, Tally, check_traffic
from support.table_house import Party, party, run

MATCHES = 230
"""Of each edition, each with options of its own: more than two thousand of all editions."""


class Reader:
    """One who keeps what he is sent; now and then he is away for a while, and comes back."""

    def __init__(self, guests: Party, seat: Audience) -> None:
        self._guests, self.seat = guests, seat
        self._away = False
        self.sent: list[bytes] = []

    def hears(self, frame: bytes) -> None:
        self.sent.append(frame)

    async def come(self, after: int | None = None) -> "Reader":
        await self._guests.tables.follow(self._guests.live, self.seat, self.hears, after)
        return self

    async def go_or_come(self, rng: Random) -> None:
        if self._away and rng.random() < 0.3:
            await self.come(rng.choice([None, self.number]))
            self._away = False
        elif not self._away and rng.random() < 0.02:
            self._guests.tables.unfollow(self._guests.live, self.seat, self.hears)
            self._away = True

    @property
    def number(self) -> int:
        """The number of the last frame that he has read."""
        found = NUMBER.search(self.sent[-1])
        assert found is not None
        return int(found[1])


async def match(edition: str, rng: Random) -> tuple[list[entries.Any], dict[Audience, list[bytes]]]:
    """The log of a random match, and all that seats and those who look on were sent of it."""
    salts = count(1)
    store = MemoryStore()
    tables = Tables(store, World(salt=lambda: f"salt{next(salts):06}"))
    guests = await party(tables, edition)
    readers = [await Reader(guests, seat).come() for seat in (None, *range(1, guests.table.edition.seats + 1))]

    async def move() -> None:
        for reader in readers:
            await reader.go_or_come(rng)

    await played(guests, rng, 25, move)
    assert guests.table.over
    log = [entries.decode(body) for body in store.logs[guests.id]]
    return log, {reader.seat: reader.sent for reader in readers}


@pytest.mark.no_cover
@pytest.mark.parametrize("name", RULEBOOKS)
def test_nobody_is_sent_anothers_secret_before_it_is_revealed(name: str) -> None:
    rng, tally = Random(f"traffic {name}"), Tally()

    async def test() -> None:
        for _ in range(MATCHES):
            log, sent = await match(write_edition(random_edition(name, rng, 2)), rng)
            check_traffic(log, sent, tally)

    run(test(), 600)
    assert tally.matches == MATCHES
    assert tally.secrets > tally.frames > 10 * tally.matches, "there was something to be found"


@pytest.mark.parametrize("name", RULEBOOKS)
def test_whatever_is_sent_to_the_wrong_seat_would_be_found(name: str) -> None:
    async def test() -> None:
        log, sent = await match(name, Random(1))
        with pytest.raises(AssertionError, match="was sent"):
            check_traffic(log, {1: sent[2]}, Tally())
        with pytest.raises(AssertionError, match="was sent"):
            check_traffic(log, {None: sent[1]}, Tally())
        check_traffic(log, {1: sent[None]}, Tally())

    run(test())


def test_a_salt_that_is_sent_too_early_would_be_found() -> None:
    async def test() -> None:
        log, sent = await match("classic", Random(1))
        early = [frame.replace(b'"hash"', b'"salt":"salt000001","hash"') for frame in sent[None][:3]]
        with pytest.raises(AssertionError, match="was sent b'salt000001'"):
            check_traffic(log, {None: early}, Tally())

    run(test())
