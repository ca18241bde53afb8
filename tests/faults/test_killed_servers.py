"""Servers that are killed while people play: no acknowledged move is lost, none is doubled, everybody comes back."""

import asyncio
from collections.abc import Coroutine, Iterator
from pathlib import Path
from random import Random
from signal import SIGTERM
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from support import databases
from support.killable_server import KillableServer
from support.persistent_client import PersistentClient, check_nothing_lost, open_tables

pytestmark = pytest.mark.no_cover

TABLES = 8


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[KillableServer]:
    server = KillableServer(str(tmp_path / "tables.sqlite"), tmp_path / "log").start()
    yield server
    server.kill()


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[list[KillableServer]]:
    """Two servers that share a PostgreSQL."""
    with databases.postgresql_server() as postgresql, postgresql.database() as database:
        servers = [KillableServer(database.url, tmp_path / f"log-{at}").start() for at in (1, 2)]
        yield servers
        for server in servers:
            server.kill()


async def play_during(players: list[PersistentClient], disturbance: Coroutine[None, None, None]) -> None:
    """Play until something is over."""
    disturbed = asyncio.create_task(disturbance)
    async with asyncio.timeout(180):
        await asyncio.gather(disturbed, *(player.play(lambda: not disturbed.done()) for player in players))
        await asyncio.gather(*(player.receive_the_rest() for player in players))


async def kill_repeatedly(servers: list[KillableServer], times: int, rng: Random) -> None:
    """Kill servers and start them again, one at a time."""
    for _ in range(times):
        await asyncio.sleep(rng.uniform(0.1, 0.4))
        server = rng.choice(servers)
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
    await asyncio.sleep(0.3)


def test_a_server_killed_twenty_times_loses_nothing_and_doubles_nothing(alone: KillableServer) -> None:
    players = open_tables([alone.url], TABLES, 1)
    asyncio.run(play_during(players, kill_repeatedly([alone], 20, Random(1))))
    assert check_nothing_lost(players, alone.url) > 20 * TABLES


def test_of_two_servers_on_one_database_one_is_killed_and_the_rest_go_on(pair: list[KillableServer]) -> None:
    urls = [server.url for server in pair]
    players = open_tables(urls, TABLES, 3)
    asyncio.run(play_during(players, kill_repeatedly(pair, 6, Random(3))))
    assert check_nothing_lost(players, urls[0]) > 6 * TABLES
    assert check_nothing_lost(players, urls[1]) > 6 * TABLES


def readiness(server: KillableServer) -> tuple[int, str | None]:
    """Whether the server is ready, and when to ask again."""
    try:
        with urlopen(server.url + "/readyz", timeout=20) as answer:
            return answer.status, answer.headers["retry-after"]
    except HTTPError as refused:
        with refused:
            return refused.code, refused.headers["retry-after"]


def test_a_database_that_is_stopped_and_started_again_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    with databases.postgresql_server() as postgresql, postgresql.database() as database:
        server = KillableServer(database.url, tmp_path / "log").start()
        players = open_tables([server.url], TABLES, 4)

        async def interrupted() -> None:
            for _ in range(3):
                await asyncio.sleep(0.5)
                await asyncio.to_thread(postgresql.stop)
                while await asyncio.to_thread(readiness, server) != (503, "5"):
                    await asyncio.sleep(0.05)  # a moment ago something could be kept
                await asyncio.to_thread(postgresql.start)
            await asyncio.sleep(1.0)
            while await asyncio.to_thread(readiness, server) != (200, None):
                await asyncio.sleep(0.05)

        try:
            asyncio.run(play_during(players, interrupted()))
            assert check_nothing_lost(players, server.url) > 3 * TABLES
        finally:
            server.kill()


def test_a_server_that_is_asked_to_end_does_so_and_goes_on_where_it_was(alone: KillableServer) -> None:
    players = open_tables([alone.url], 2, 2)
    asyncio.run(play_during(players, kill_repeatedly([alone], 0, Random(2))))
    assert alone.stop() in (0, -SIGTERM)
    alone.start()
    assert check_nothing_lost(players, alone.url) > 0
