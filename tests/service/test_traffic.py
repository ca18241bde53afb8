"""Thousands of random matches, byte by byte: no frame contains another player's secret before its reveal."""

from itertools import count
from random import Random

import pytest

from keypeg.editions import RULEBOOKS
from keypeg.records.edition_links import write_edition
from keypeg.service import entries
from keypeg.service.frames import Viewer
from keypeg.service.system_sources import SystemSources
from keypeg.service.table_service import TableService
from service.test_actions import play_match
from support.memory_store import MemoryStore
from support.random_play import random_edition
from support.sent_traffic import NUMBER, Tally, check_traffic
from support.service_harness import SeatedTable, open_seated_table, run
from support.thoroughness import times

MATCHES = times(20, 230)
"""Matches of each edition, each with other options: in a thorough run more than two thousand in all."""


class WanderingFollower:
    """A follower that keeps its frames, and that leaves and returns now and then."""

    def __init__(self, seated: SeatedTable, seat: Viewer) -> None:
        self._seated, self.seat = seated, seat
        self._away = False
        self.sent: list[bytes] = []

    def receive(self, frame: bytes) -> None:
        self.sent.append(frame)

    async def follow(self, after: int | None = None) -> "WanderingFollower":
        await self._seated.tables.follow(self._seated.live_table, self.seat, self.receive, after)
        return self

    async def leave_or_return(self, rng: Random) -> None:
        if self._away and rng.random() < 0.3:
            await self.follow(rng.choice([None, self.number]))
            self._away = False
        elif not self._away and rng.random() < 0.02:
            self._seated.tables.unfollow(self._seated.live_table, self.seat, self.receive)
            self._away = True

    @property
    def number(self) -> int:
        """The number of the last frame received."""
        match = NUMBER.search(self.sent[-1])
        assert match is not None
        return int(match[1])


async def play_recorded_match(edition: str, rng: Random) -> tuple[list[entries.Entry], dict[Viewer, list[bytes]]]:
    """Play a random match; return its log, and the frames that each seat and the spectators received."""
    salts = count(1)
    store = MemoryStore()
    tables = TableService(store, SystemSources(new_salt=lambda: f"salt{next(salts):06}"))
    seated = await open_seated_table(tables, edition)
    readers = [
        await WanderingFollower(seated, seat).follow() for seat in (None, *range(1, seated.table.edition.seats + 1))
    ]

    async def move() -> None:
        for reader in readers:
            await reader.leave_or_return(rng)

    await play_match(seated, rng, 25, move)
    assert seated.table.is_over
    log = [entries.decode(body) for body in store.logs[seated.id]]
    return log, {reader.seat: reader.sent for reader in readers}


@pytest.mark.no_cover
@pytest.mark.parametrize("name", RULEBOOKS)
def test_no_frame_contains_anothers_secret_before_its_reveal(name: str) -> None:
    rng, tally = Random(f"traffic {name}"), Tally()

    async def test() -> None:
        for _ in range(MATCHES):
            log, sent = await play_recorded_match(write_edition(random_edition(name, rng, 2)), rng)
            check_traffic(log, sent, tally)

    run(test(), 600)
    assert tally.matches == MATCHES
    assert tally.secrets > tally.frames > 10 * tally.matches, "there was something to be found"


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_frame_sent_to_the_wrong_seat_would_be_found(name: str) -> None:
    async def test() -> None:
        log, sent = await play_recorded_match(name, Random(1))
        with pytest.raises(AssertionError, match="was sent"):
            check_traffic(log, {1: sent[2]}, Tally())
        with pytest.raises(AssertionError, match="was sent"):
            check_traffic(log, {None: sent[1]}, Tally())
        check_traffic(log, {1: sent[None]}, Tally())

    run(test())


def test_a_salt_sent_too_early_would_be_found() -> None:
    async def test() -> None:
        log, sent = await play_recorded_match("classic", Random(1))
        early = [frame.replace(b'"hash"', b'"salt":"salt000001","hash"') for frame in sent[None][:3]]
        with pytest.raises(AssertionError, match="was sent b'salt000001'"):
            check_traffic(log, {None: early}, Tally())

    run(test())
