"""Power cuts of a PostgreSQL on a disk that forgets what was not synced: no confirmed action is lost or repeated.

PostgreSQL does not sync the folders in which it makes files for tables: it relies on a file system with a journal, in
which the name of a file is durable when the file is. Without one, a database made by `create database` was gone after
the second power cut. So this disk has a journal.
"""

import asyncio
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from faults.test_killed_servers import play_during
from keypeg.cli import main
from keypeg.durable_folders import sync_folder
from support.databases import Postgresql
from support.forgetful_disk.mounted_disk import ForgetfulDisk, mount_forgetful_disk
from support.killable_server import KillableServer
from support.persistent_client import check_nothing_lost, open_tables
from support.server_process import PATIENCE
from support.thoroughness import times

pytestmark = pytest.mark.no_cover

TABLES = 8

CUTS = times(1, 10)

MOST_REQUESTS = 60
"""The disk stops after at most so many changes and syncs."""


@pytest.fixture
def disk() -> Iterator[ForgetfulDisk]:
    """A disk that another user can reach: as root, PostgreSQL runs as one."""
    with tempfile.TemporaryDirectory(prefix="keypeg-postgresql-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        with mount_forgetful_disk(Path(folder) / "disk") as disk:
            if disk is None:
                pytest.skip("power cuts are tested only on Linux as root, with /dev/fuse")
            yield disk


@pytest.fixture
def postgresql(disk: ForgetfulDisk) -> Iterator[Postgresql]:
    disk.keep_journal()
    server = Postgresql(disk.folder / "data", is_durable=True)
    sync_folder(disk.folder)  # the data folder was there before the database
    yield server
    cut_power(server, disk, None)
    server.forget()


def cut_power(postgresql: Postgresql, disk: ForgetfulDisk, next_seed: int | None) -> int:
    """Kill a database whose disk has stopped, and let the disk forget; return how much it has forgotten."""
    processes = postgresql.send_kill()
    forgotten = disk.lose_power(next_seed)
    while any(is_alive(process) for process in processes):
        time.sleep(0.01)
    # They name a process that the system may still list. After a real power cut there is no such process.
    for lock in ("postmaster.pid", ".s.PGSQL.5432.lock"):
        (postgresql.folder / lock).unlink(missing_ok=True)
    return forgotten


def is_alive(process: int) -> bool:
    """Whether a process still runs; not if only its parent has not heard of its end."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_power_cuts_of_the_database_lose_and_repeat_nothing(
    tmp_path: Path, postgresql: Postgresql, disk: ForgetfulDisk
) -> None:
    """At every other cut the server loses its power, too; otherwise it runs on without a database."""
    assert postgresql.ask("show fsync") == [("on",)]
    url, rng = postgresql.url("keypeg_template"), Random(1)
    server = KillableServer(url, tmp_path / "log").start()
    clients = open_tables([server.url], TABLES, 13)
    forgotten = []

    async def cut_repeatedly() -> None:
        for cut in range(CUTS):
            await asyncio.sleep(rng.uniform(0.3, 1.0))
            await asyncio.to_thread(disk.stop, rng.randrange(MOST_REQUESTS), at_sync=cut % 2 == 1)
            if cut % 2 == 0:
                server.kill()
            forgotten.append(await asyncio.to_thread(cut_power, postgresql, disk, cut))
            await asyncio.to_thread(postgresql.start)
            checked = await asyncio.to_thread(main, ["db", "check", "--database", url])
            assert checked == 0, (postgresql.folder / "log").read_text()
            if cut % 2 == 0:
                await asyncio.to_thread(server.start)
        await asyncio.sleep(0.3)

    try:
        asyncio.run(play_during(clients, cut_repeatedly(), PATIENCE * (CUTS + 1)))
        assert check_nothing_lost(clients, server.url) > CUTS
        assert any(forgotten), "the disk has forgotten something"
        print(f"{CUTS} cuts, {check_nothing_lost(clients, server.url)} confirmed actions, forgotten: {forgotten}")
    finally:
        server.kill()
