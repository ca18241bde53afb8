"""Servers killed during play: no confirmed action is lost or repeated, and all clients resume."""

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
from support.server_process import PATIENCE
from support.thoroughness import times

pytestmark = pytest.mark.no_cover

TABLES = 8

KILLS, KILLS_OF_TWO, RESTARTS = times(4, 20), times(2, 6), times(1, 3)
"""How often a single server and one of two servers are killed, and how often the database is restarted."""


@pytest.fixture
def single_server(tmp_path: Path) -> Iterator[KillableServer]:
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


async def play_during(clients: list[PersistentClient], disturbance: Coroutine[None, None, None]) -> None:
    """Play while a disturbance runs, and then until all clients are up to date."""
    disturbed = asyncio.create_task(disturbance)
    async with asyncio.timeout(180):
        await asyncio.gather(disturbed, *(client.play(lambda: not disturbed.done()) for client in clients))
        await asyncio.gather(*(client.receive_the_rest() for client in clients))


async def kill_repeatedly(servers: list[KillableServer], kills: int, rng: Random) -> None:
    """Kill servers and start them again, one at a time."""
    for _ in range(kills):
        await asyncio.sleep(rng.uniform(0.1, 0.4))
        server = rng.choice(servers)
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
    await asyncio.sleep(0.3)


def test_a_server_killed_again_and_again_loses_and_repeats_nothing(single_server: KillableServer) -> None:
    clients = open_tables([single_server.url], TABLES, 1)
    asyncio.run(play_during(clients, kill_repeatedly([single_server], KILLS, Random(1))))
    assert check_nothing_lost(clients, single_server.url) > KILLS


def test_killing_one_of_two_servers_loses_and_repeats_nothing(pair: list[KillableServer]) -> None:
    urls = [server.url for server in pair]
    clients = open_tables(urls, TABLES, 3)
    asyncio.run(play_during(clients, kill_repeatedly(pair, KILLS_OF_TWO, Random(3))))
    assert check_nothing_lost(clients, urls[0]) > KILLS_OF_TWO
    assert check_nothing_lost(clients, urls[1]) > KILLS_OF_TWO


def readiness(server: KillableServer) -> tuple[int, str | None]:
    """Return the status and the `Retry-After` header of `/readyz`."""
    try:
        with urlopen(server.url + "/readyz", timeout=PATIENCE) as answer:
            return answer.status, answer.headers["retry-after"]
    except HTTPError as refused:
        with refused:
            return refused.code, refused.headers["retry-after"]


def test_a_restarted_database_loses_and_repeats_nothing(tmp_path: Path) -> None:
    with databases.postgresql_server() as postgresql, postgresql.database() as database:
        server = KillableServer(database.url, tmp_path / "log").start()
        clients = open_tables([server.url], TABLES, 4)

        async def interrupted() -> None:
            for _ in range(RESTARTS):
                await asyncio.sleep(0.5)
                await asyncio.to_thread(postgresql.stop)
                while await asyncio.to_thread(readiness, server) != (503, "5"):
                    await asyncio.sleep(0.05)  # a recent write still counts as success
                await asyncio.to_thread(postgresql.start)
            await asyncio.sleep(1.0)
            while await asyncio.to_thread(readiness, server) != (200, None):
                await asyncio.sleep(0.05)

        try:
            asyncio.run(play_during(clients, interrupted()))
            assert check_nothing_lost(clients, server.url) > RESTARTS
        finally:
            server.kill()


def test_a_terminated_server_resumes_where_it_was(single_server: KillableServer) -> None:
    clients = open_tables([single_server.url], 2, 2)
    asyncio.run(play_during(clients, kill_repeatedly([single_server], 0, Random(2))))
    assert single_server.stop() in (0, -SIGTERM)
    single_server.start()
    assert check_nothing_lost(clients, single_server.url) > 0
