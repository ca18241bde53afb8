"""Processes whose parent is killed end too, so that nothing runs for ever or keeps a port.

Every process inherits the standard output of the first one. It is at its end when all of them have ended.
"""

import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import pytest

from support import databases
from support.killable_server import KillableServer
from support.played_table import free_port
from support.server_process import PATIENCE

pytestmark = pytest.mark.no_cover

SLEEP_SECONDS = 3600

WORK = f"""
executor.submit(print, "ready", flush=True).result()  # now a worker runs
executor.submit(time.sleep, {SLEEP_SECONDS})
os.kill(os.getpid(), signal.SIGKILL)
"""

STARTED = "import os, signal, time\n"

POOLS = {
    "bots and the solver": "from keypeg.service.worker_pool import WorkerPool\nexecutor = WorkerPool(1)._open_pool()",
    "long searches": "from keypeg.solver.proof.executors import open_workers\nworkers = open_workers(1, None)\n"
    "executor = workers.__enter__().executor",
}


@pytest.mark.parametrize("pool", POOLS)
def test_the_workers_of_a_killed_process_end(pool: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"{STARTED}{POOLS[pool]}{WORK}"],
        stdout=subprocess.PIPE,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout) == (-signal.SIGKILL, b"ready\n")


def test_the_workers_of_a_killed_server_end_and_free_its_port(tmp_path: Path) -> None:
    with databases.postgresql_server() as postgresql, postgresql.database() as database:
        server = KillableServer(database.url, tmp_path / "log")
        port = free_port(following=1)
        server.command = [*server.command, "--workers", "2", "--monitoring", str(port)]
        with subprocess.Popen(server.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as first:
            assert first.stdout is not None
            wait_for_answer(f"{server.url}/api/editions")
            for number in range(2):
                wait_for_answer(f"http://127.0.0.1:{port + number}/readyz")
            first.kill()
            first.communicate(timeout=PATIENCE)  # it is not at its end before all processes have ended
        server.start()
        server.kill()


def wait_for_answer(url: str) -> None:
    """Wait until a worker of a server answers at this address."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with suppress(OSError), urlopen(url) as answer:
            assert answer.status == 200
            return
        time.sleep(0.05)
    raise AssertionError("the server does not respond")
