"""Power cuts during play, on a disk that forgets what was not synced: no confirmed action is lost or repeated."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from faults.test_killed_servers import play_during
from keypeg.cli import main
from keypeg.records.record import write_record
from keypeg.records.replay import replay_file
from keypeg.terminal.autosave import Autosave
from support.databases import SqliteFile, copy_old_database
from support.forgetful_disk.mounted_disk import ForgetfulDisk, mount_forgetful_disk
from support.killable_server import KillableServer
from support.persistent_client import PersistentClient, check_nothing_lost, count_lost, open_tables
from support.server_process import PATIENCE
from support.thoroughness import times

pytestmark = pytest.mark.no_cover

TABLES = 8

EXAMPLE = Path(__file__).parent.parent.parent / "docs" / "example.keypeg"

CUTS = times(3, 30)
"""How often the power fails in one match."""

MOST_REQUESTS = 60
"""The disk stops after at most so many changes and syncs, so that the power fails in the middle of any of them."""


AFTER_SYNC, AT_END = 1, 2
"""The power fails after a sync in the second of three cuts, and while the server ends in the third."""

REQUESTS_AT_END = 16
"""The disk stops after fewer changes and syncs when the server ends. If there are not so many, it stops after them."""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[ForgetfulDisk]:
    with mount_forgetful_disk(tmp_path / "disk") as disk:
        if disk is None:
            pytest.skip("power cuts are tested only on Linux as root, with /dev/fuse")
        yield disk


@pytest.fixture
def server(tmp_path: Path, disk: ForgetfulDisk) -> Iterator[KillableServer]:
    """A server on a new file in a new folder."""
    server = KillableServer(str(disk.folder / "new" / "tables.sqlite"), tmp_path / "log").start()
    yield server
    server.send_kill()
    disk.lose_power()
    server.kill()


async def cut_power(server: KillableServer, disk: ForgetfulDisk, next_seed: int | None) -> int:
    """Let the power fail for the server and a disk that has stopped; return how much the disk has forgotten."""
    server.send_kill()
    forgotten = await asyncio.to_thread(disk.lose_power, next_seed)
    await asyncio.to_thread(server.kill)
    return forgotten


def test_power_cuts_in_play_lose_and_repeat_nothing(server: KillableServer, disk: ForgetfulDisk) -> None:
    """The power fails in turn between a write and its sync, after a sync, and while the server ends, which empties its
    write-ahead log into the file. A seed decides what the disk has of what was not synced.
    """
    rng = Random(1)
    clients = open_tables([server.url], TABLES, 11)
    forgotten = []

    async def cut_repeatedly() -> None:
        for cut in range(CUTS):
            await asyncio.sleep(rng.uniform(0.3, 1.0))
            if cut % 3 == AT_END:
                server.process.terminate()
            requests = rng.randrange(REQUESTS_AT_END if cut % 3 == AT_END else MOST_REQUESTS)
            await asyncio.to_thread(disk.stop, requests, at_sync=cut % 3 == AFTER_SYNC)
            forgotten.append(await cut_power(server, disk, rng.choice((None, cut))))
            await asyncio.to_thread(server.start)
            assert await asyncio.to_thread(main, ["db", "check", "--database", server.command[-1]]) == 0
        await asyncio.sleep(0.3)

    asyncio.run(play_during(clients, cut_repeatedly(), PATIENCE * (CUTS + 1)))
    assert check_nothing_lost(clients, server.url) > CUTS
    assert any(forgotten), "the disk has forgotten something"
    print(f"{CUTS} cuts, {check_nothing_lost(clients, server.url)} confirmed actions, forgotten: {forgotten}")


CREATION = """
import sys
from pathlib import Path
from keypeg.service.storage import sqlite_file
sqlite_file.upgrade(Path(sys.argv[1]))
"""

LONGEST_CREATION = 50
"""Fewer changes and syncs than it takes to create a database."""


def test_a_database_whose_creation_is_cut_short_by_a_power_cut_can_be_created_again(disk: ForgetfulDisk) -> None:
    rng = Random(2)
    for cut in range(times(2, 20)):
        file = disk.folder / f"folder-{cut}" / "tables.sqlite"
        creating = subprocess.Popen([sys.executable, "-c", CREATION, file])
        disk.stop(rng.randrange(LONGEST_CREATION), at_sync=rng.random() < 1 / 2)
        creating.kill()
        disk.lose_power(cut)
        creating.wait(PATIENCE)
        assert SqliteFile(file).ask("pragma integrity_check") == [("ok",)]


def test_saved_games_and_exported_records_are_there_after_a_power_cut(tmp_path: Path, disk: ForgetfulDisk) -> None:
    """In new folders too."""
    saved, exported = disk.folder / "games" / "saved" / "game.keypeg", disk.folder / "records"
    record = replay_file(EXAMPLE).record
    Autosave(saved, record, is_new=True).close()
    database = copy_old_database(tmp_path / "tables.sqlite")
    count = len(database.ask("select id from tables"))
    options = ["--database", str(database.path), "--older-than", "1d", "--export", str(exported)]
    assert main(["db", "prune", *options]) == 0
    removed = count - len(database.ask("select id from tables"))
    disk.lose_power()
    assert saved.read_text() == write_record(record)
    records = [replay_file(path) for path in exported.iterdir()]
    assert 0 < len(records) <= removed, "tables without a match have no record"


def test_a_disk_that_lies_about_syncs_loses_actions_and_the_test_notices(
    server: KillableServer, disk: ForgetfulDisk
) -> None:
    """Nothing can be promised on such a disk."""
    clients = open_tables([server.url], TABLES, 12)
    disk.be_honest(False)
    asyncio.run(play_until_cut(clients, server, disk))
    server.start()
    assert count_lost(clients, server.url) > 0
    with pytest.raises(AssertionError, match="an action was lost"):
        check_nothing_lost(clients, server.url)


async def play_until_cut(clients: list[PersistentClient], server: KillableServer, disk: ForgetfulDisk) -> None:
    """Play until several actions have been confirmed, and let the power fail."""
    playing = [asyncio.create_task(client.play(lambda: True)) for client in clients]
    async with asyncio.timeout(PATIENCE):
        while sum(len(client.confirmed) for client in clients) < len(clients):
            await asyncio.sleep(0.05)
    await asyncio.to_thread(disk.stop, 0, at_sync=True)
    await cut_power(server, disk, None)
    for each in playing:
        each.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
