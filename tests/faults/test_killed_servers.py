"""Servers killed during play: no confirmed action is lost or repeated, and all clients resume."""

import asyncio
from collections.abc import Coroutine, Iterator
from pathlib import Path
from random import Random
from signal import SIGTERM
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from keypeg.service.storage.postgresql_statements import LEASE_SECONDS
from support import databases
from support.cuttable_database import cuttable_database
from support.killable_server import KillableServer
from support.persistent_client import PersistentClient, check_nothing_lost, open_tables
from support.server_process import PATIENCE
from support.thoroughness import times

pytestmark = pytest.mark.no_cover

TABLES = 8

KILLS, KILLS_OF_TWO, RESTARTS, FREEZES, CUTS = times(4, 20), times(2, 20), times(1, 3), times(1, 8), times(1, 8)
"""How often a single server and one of two are killed, how often the database is restarted, how often one of two
servers is stopped for longer than its lease, and how often it loses the database."""

LONGER_THAN_A_LEASE = 2.0 * LEASE_SECONDS


@pytest.fixture
def single_server(tmp_path: Path) -> Iterator[KillableServer]:
    server = KillableServer(str(tmp_path / "tables.sqlite"), tmp_path / "log").start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def postgresql() -> Iterator[databases.Postgresql]:
    with databases.postgresql_server() as server:
        yield server


@pytest.fixture
def pair(tmp_path: Path, postgresql: databases.Postgresql) -> Iterator[list[KillableServer]]:
    """Two servers that share a PostgreSQL."""
    with postgresql.database() as database:
        servers = [KillableServer(database.url, tmp_path / f"log-{at}").start() for at in (1, 2)]
        yield servers
        for server in servers:
            server.kill()


async def play_during(
    clients: list[PersistentClient], disturbance: Coroutine[None, None, None], patience: float = 180
) -> None:
    """Play while a disturbance runs, and then until all clients are up to date."""
    disturbed = asyncio.create_task(disturbance)
    async with asyncio.timeout(patience):
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
    check_both(clients, urls, KILLS_OF_TWO)


def check_both(clients: list[PersistentClient], urls: list[str], disturbances: int) -> None:
    """Check at each of two servers that nothing was lost or repeated."""
    for url in urls:
        assert check_nothing_lost(clients, url) > disturbances


def test_one_of_two_servers_that_is_stopped_for_longer_than_its_lease_loses_and_repeats_nothing(
    pair: list[KillableServer],
) -> None:
    """When it goes on, it believes for a moment that it still owns its tables."""
    urls, rng = [server.url for server in pair], Random(5)
    clients = open_tables(urls, TABLES, 5)

    async def freeze_repeatedly() -> None:
        for _ in range(FREEZES):
            server = rng.choice(pair)
            server.freeze()
            await asyncio.sleep(LONGER_THAN_A_LEASE)
            server.thaw()
            await asyncio.sleep(rng.uniform(0.5, 1.0))

    asyncio.run(play_during(clients, freeze_repeatedly()))
    check_both(clients, urls, FREEZES)


def test_one_of_two_servers_that_ends_cleanly_loses_and_repeats_nothing(pair: list[KillableServer]) -> None:
    urls = [server.url for server in pair]
    clients = open_tables(urls, TABLES, 6)

    async def end() -> None:
        await asyncio.sleep(0.5)
        assert await asyncio.to_thread(pair[0].stop) in (0, -SIGTERM)
        await asyncio.sleep(0.5)
        await asyncio.to_thread(pair[0].start)

    asyncio.run(play_during(clients, end()))
    check_both(clients, urls, 1)


def test_one_of_two_servers_that_loses_the_database_loses_and_repeats_nothing(
    tmp_path: Path, postgresql: databases.Postgresql
) -> None:
    """It runs and can be reached, but its lease ends, and the other takes its tables."""
    with postgresql.database() as database, cuttable_database(database.url) as cuttable:
        servers = [
            KillableServer(url, tmp_path / f"log-{at}").start() for at, url in enumerate((cuttable.url, database.url))
        ]
        urls, rng = [server.url for server in servers], Random(7)
        clients = open_tables(urls, TABLES, 7)

        async def cut_repeatedly() -> None:
            for _ in range(CUTS):
                await asyncio.sleep(rng.uniform(0.3, 0.6))
                cuttable.cut()
                await asyncio.sleep(LONGER_THAN_A_LEASE)
                cuttable.mend()
            await asyncio.sleep(0.5)

        try:
            asyncio.run(play_during(clients, cut_repeatedly()))
            check_both(clients, urls, CUTS)
        finally:
            for server in servers:
                server.kill()


def readiness(server: KillableServer) -> tuple[int, str | None]:
    """Return the status and the `Retry-After` header of `/readyz`."""
    try:
        with urlopen(server.url + "/readyz", timeout=PATIENCE) as answer:
            return answer.status, answer.headers["retry-after"]
    except HTTPError as refused:
        with refused:
            return refused.code, refused.headers["retry-after"]


def test_a_restarted_database_loses_and_repeats_nothing(tmp_path: Path, postgresql: databases.Postgresql) -> None:
    with postgresql.database() as database:
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
