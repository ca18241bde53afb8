"""Servers that are killed while people play: no acknowledged move is lost, none is doubled, everybody comes back."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from signal import SIGTERM

import pytest

from faults.servers import Server
from faults.stubborn import Player, check, sit_down
from service import databases

pytestmark = pytest.mark.no_cover

TABLES = 8


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Server]:
    server = Server(str(tmp_path / "tables.sqlite"), tmp_path / "log").start()
    yield server
    server.kill()


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[list[Server]]:
    """Two servers that share a PostgreSQL."""
    with databases.started() as postgresql, postgresql.database() as database:
        servers = [Server(database.url, tmp_path / f"log-{at}").start() for at in (1, 2)]
        yield servers
        for server in servers:
            server.kill()


async def disturbed(players: list[Player], servers: list[Server], kills: int, rng: Random) -> None:
    """Play while servers are killed and started again, one at a time."""
    left = kills

    async def kill() -> None:
        nonlocal left
        while left:
            await asyncio.sleep(rng.uniform(0.1, 0.4))
            server = rng.choice(servers)
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            left -= 1
        await asyncio.sleep(0.3)

    killing = asyncio.create_task(kill())
    async with asyncio.timeout(180):
        await asyncio.gather(killing, *(player.play(lambda: not killing.done()) for player in players))
        await asyncio.gather(*(player.hear_the_rest() for player in players))


def test_a_server_killed_twenty_times_loses_nothing_and_doubles_nothing(alone: Server) -> None:
    players = sit_down([alone.url], TABLES, 1)
    asyncio.run(disturbed(players, [alone], 20, Random(1)))
    assert check(players, alone.url) > 20 * TABLES


def test_of_two_servers_on_one_database_one_is_killed_and_the_rest_go_on(pair: list[Server]) -> None:
    urls = [server.url for server in pair]
    players = sit_down(urls, TABLES, 3)
    asyncio.run(disturbed(players, pair, 6, Random(3)))
    assert check(players, urls[0]) > 6 * TABLES
    assert check(players, urls[1]) > 6 * TABLES


def test_a_server_that_is_asked_to_end_does_so_and_goes_on_where_it_was(alone: Server) -> None:
    players = sit_down([alone.url], 2, 2)
    asyncio.run(disturbed(players, [alone], 0, Random(2)))
    assert alone.stop() in (0, -SIGTERM)
    alone.start()
    assert check(players, alone.url) > 0
