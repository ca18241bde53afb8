"""Disks that fill up while people play: whoever is refused is told why, nothing is lost or broken, and play goes on."""

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

pytestmark = pytest.mark.no_cover

TABLES = 4


def readiness(server: KillableServer) -> tuple[int, str]:
    """What those hear who watch over the server."""
    try:
        return urlopen(server.url + "/readyz", timeout=20).status, ""
    except HTTPError as error:
        return error.code, json.load(error)["code"]


async def until(holds: Callable[[], bool]) -> None:
    """Wait until this holds; whoever waits for ever is given up with the whole match."""
    while not await asyncio.to_thread(holds):
        await asyncio.sleep(0.05)


async def fill_and_free(server: KillableServer, disk: Disk, players: list[PersistentClient]) -> None:
    """Twice the disk is full until everybody has noticed, and then there is room again."""
    for _ in range(2):
        for player in players:
            player.refusals.clear()
        await asyncio.sleep(0.3)
        assert readiness(server) == (200, "")
        disk.fill(server)
        # At every table somebody waits for what was not kept.
        tables = {player.table for player in players}
        await until(lambda: {player.table for player in players if player.refusals} == tables)  # noqa: B023
        await until(lambda: readiness(server) == (507, "storage-full"))
        disk.free(server)
        await until(lambda: readiness(server) == (200, ""))
    await asyncio.sleep(0.3)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    with mount_small_disk(tmp_path / "small", 8) as small:
        yield small or FileSizeLimit(tmp_path / "small")


def test_on_a_full_disk_nothing_is_lost_and_when_there_is_room_play_goes_on(tmp_path: Path, disk: Disk) -> None:
    file = disk.folder / "tables.sqlite"
    server = KillableServer(str(file), tmp_path / "log").start()
    try:
        players = open_tables([server.url], TABLES, 5)
        asyncio.run(play_during(players, fill_and_free(server, disk, players)))
        assert check_nothing_lost(players, server.url) > 2 * TABLES
        assert {code for player in players for code in player.refusals} == {"storage-full"}
        server.kill()
        server.start()
        assert check_nothing_lost(players, server.url) > 2 * TABLES, "it is all on disk"
    finally:
        server.kill()
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]


def test_a_limit_for_files_is_a_full_disk_too(tmp_path: Path) -> None:
    """What those use who may not mount: here it is tried by everybody."""
    (tmp_path / "small").mkdir()
    test_on_a_full_disk_nothing_is_lost_and_when_there_is_room_play_goes_on(tmp_path, FileSizeLimit(tmp_path / "small"))


def test_a_full_tablespace_of_postgresql_is_a_full_disk_too(tmp_path: Path) -> None:
    """Its own log has room: were that full too, the database would stop, which is another test."""
    with databases.postgresql_server() as postgresql, mount_small_disk(postgresql.folder.parent / "small", 8) as small:
        if small is None:
            pytest.skip("only who may mount can fill up the disk of a tablespace; tests/service has a trigger")
        with postgresql.database() as database:
            _move_entries(postgresql, database, small)
            server = KillableServer(database.url, tmp_path / "log").start()
            try:
                players = open_tables([server.url], TABLES, 6)
                asyncio.run(play_during(players, fill_and_free(server, small, players)))
                assert check_nothing_lost(players, server.url) > 2 * TABLES
                assert {code for player in players for code in player.refusals} == {"storage-full"}
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
