"""Full disks during play: actions are refused with a reason, nothing is lost, and play resumes when there is room."""

import asyncio
import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from faults.test_killed_servers import play_during
from support import databases
from support.full_disk import Disk, FileSizeLimit, SmallDisk, mount_small_disk
from support.killable_server import KillableServer
from support.persistent_client import PersistentClient, check_nothing_lost, open_tables
from support.server_process import PATIENCE

pytestmark = pytest.mark.no_cover

TABLES = 4


def readiness(server: KillableServer) -> tuple[int, str]:
    """Return the status and the error code of `/readyz`."""
    try:
        with urlopen(server.url + "/readyz", timeout=PATIENCE) as answer:
            return answer.status, ""
    except HTTPError as refused:
        with refused:
            return refused.code, json.load(refused)["code"]


async def until(holds: Callable[[], bool]) -> None:
    """Wait until this holds; the time limit is that of the whole match."""
    while not await asyncio.to_thread(holds):
        await asyncio.sleep(0.05)


async def fill_and_free(server: KillableServer, disk: Disk, clients: list[PersistentClient]) -> None:
    """Fill the disk until every table has noticed, and free it again; twice."""
    for _ in range(2):
        for client in clients:
            client.refusals.clear()
        await asyncio.sleep(0.3)
        assert readiness(server) == (200, "")
        disk.fill(server)
        # At every table an action has been refused.
        tables = {client.table for client in clients}
        await until(lambda: {client.table for client in clients if client.refusals} == tables)  # noqa: B023
        await until(lambda: readiness(server) == (507, "storage-full"))
        disk.free(server)
        await until(lambda: readiness(server) == (200, ""))
    await asyncio.sleep(0.3)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    with mount_small_disk(tmp_path / "small", 8) as small:
        yield small or FileSizeLimit(tmp_path / "small")


def test_a_full_disk_loses_nothing_and_play_resumes_when_there_is_room(tmp_path: Path, disk: Disk) -> None:
    file = disk.folder / "tables.sqlite"
    server = KillableServer(str(file), tmp_path / "log").start()
    try:
        clients = open_tables([server.url], TABLES, 5)
        asyncio.run(play_during(clients, fill_and_free(server, disk, clients)))
        assert check_nothing_lost(clients, server.url) > 2 * TABLES
        assert {code for client in clients for code in client.refusals} == {"storage-full"}
        server.kill()
        server.start()
        assert check_nothing_lost(clients, server.url) > 2 * TABLES, "it is all on disk"
    finally:
        server.kill()
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]


def test_a_file_size_limit_counts_as_a_full_disk(tmp_path: Path) -> None:
    """Users who may not mount a disk rely on this; here it runs for every user."""
    (tmp_path / "small").mkdir()
    test_a_full_disk_loses_nothing_and_play_resumes_when_there_is_room(tmp_path, FileSizeLimit(tmp_path / "small"))


def test_a_full_tablespace_of_postgresql_counts_as_a_full_disk(tmp_path: Path) -> None:
    """PostgreSQL's own log keeps room: without it the database would stop, which is another test."""
    with databases.postgresql_server() as postgresql, mount_small_disk(postgresql.folder.parent / "small", 8) as small:
        if small is None:
            pytest.skip("filling the disk of a tablespace needs the right to mount; tests/service uses a trigger")
        with postgresql.database() as database:
            _move_entries(postgresql, database, small)
            server = KillableServer(database.url, tmp_path / "log").start()
            try:
                clients = open_tables([server.url], TABLES, 6)
                asyncio.run(play_during(clients, fill_and_free(server, small, clients)))
                assert check_nothing_lost(clients, server.url) > 2 * TABLES
                assert {code for client in clients for code in client.refusals} == {"storage-full"}
            finally:
                server.kill()
        postgresql.ask("drop tablespace small")


def _move_entries(postgresql: databases.Postgresql, database: databases.PostgresqlDatabase, small: SmallDisk) -> None:
    folder = small.folder / "space"
    folder.mkdir()
    owner = postgresql.folder.stat()
    os.chown(folder, owner.st_uid, owner.st_gid)
    postgresql.ask(f"create tablespace small location '{folder}'")
    database.ask("alter table entries set tablespace small")
    database.ask("alter index entries_pkey set tablespace small")
