"""What hostile clients can do to everybody else: how long moves take while they attack, and what they cost.

    python -m bench.attacks

Starts a server with its usual limits. While people play at ten tables, clients at other addresses send as fast as they
can what takes a server most time, and connect again whenever they are disconnected. All of it stays on this machine.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.attackers import HTTP_KINDS, SOCKET_KINDS
from bench.load import memory_mib, run_players, start_process
from bench.players_at_tables import TABLE, send_request
from bench.process_times import cpu_seconds

PORT = 18_460
URL = f"http://127.0.0.1:{PORT}"

SECONDS = 3.0
"""The duration of each measurement, if the environment does not set `KEYPEG_SECONDS`."""

TARGET_MS = 50.0
"""How long 99 of 100 moves of others may take at most."""

TABLES, MOVES_PER_SECOND = 10, 150
"""How others play meanwhile."""

SPARE_SECONDS = 4.0
"""How much longer the attack lasts than the measurement: the players open their tables and warm up."""

SERVER = """
import sys
from keypeg.server.startup import serve, upgrade
from keypeg.server.settings import Settings
from keypeg.service.worker_pool import WorkerPool
WorkerPool.start_warmup = lambda pool: None
settings = Settings(sys.argv[1], port=int(sys.argv[2]))
upgrade(settings)
serve(settings)
"""
"""A server with its usual limits. It does not prepare the solver, which would use a core for some seconds."""


@contextmanager
def attacking(kind: str, clients: int, addresses: int, seconds: float) -> Iterator[subprocess.Popen[str]]:
    """Attack meanwhile."""
    table = send_request(URL, "/api/tables", {**TABLE, "name": "Mallory"})
    options = {"url": URL, "kind": kind, "clients": clients, "addresses": addresses, "seconds": seconds}
    options |= {"table": table["table"], "token": table["token"]}
    command = ["nice", sys.executable, "-m", "bench.attackers", json.dumps(options)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        yield process


def measure_attack(server: int, kind: str, clients: int, addresses: int, seconds: float) -> None:
    """Attack while others play, and print how long their moves took."""
    used = cpu_seconds([server])
    with attacking(kind, clients, addresses, seconds + SPARE_SECONDS) as process:
        measured = play(seconds)
        output, _ = process.communicate()
    attack = json.loads(output)
    used = (cpu_seconds([server]) - used) / (seconds + SPARE_SECONDS)
    who = "1 client" if clients == 1 else f"{clients} clients at {addresses} address{'es' * (addresses > 1)}"
    print_line(
        f"{kind}, {who}",
        measured,
        f"{attack['bytes_sent'] / 1e6:6.1f} MB in {attack['connections']:,} connections"
        f"   server {100 * used:.0f} % of a core, {memory_mib(server):.0f} MiB",
    )


def play(seconds: float) -> dict[str, float]:
    """Let others play."""
    return run_players(urls=[URL], tables=TABLES, seconds=seconds, pace=MOVES_PER_SECOND)


def print_line(name: str, measured: dict[str, float], more: str = "") -> None:
    """Print one line of results beside its target."""
    verdict = "" if measured["p99"] < TARGET_MS else "  MISSED"
    print(f"  {name:<62} p50 {measured['p50']:6.1f} ms   p99 {measured['p99']:7.1f} ms{verdict}   {more}", flush=True)


def measure(seconds: float) -> None:
    """Measure every attack, and print the results."""
    print(f"Moves of others while hostile clients attack (target: p99 under {TARGET_MS:.0f} ms):")
    with tempfile.TemporaryDirectory() as name, start_server(Path(name)) as server:
        print_line("nobody attacks", play(seconds))
        for kind in os.environ.get("KINDS", "").split(",") if "KINDS" in os.environ else (*SOCKET_KINDS, *HTTP_KINDS):
            for clients, addresses in ((1, 1), (10, 1), (10, 10)):
                measure_attack(server, kind, clients, addresses, seconds)


def start_server(folder: Path) -> Any:
    """Start a server with its database in this folder."""
    return start_process(PORT, "-c", SERVER, str(folder / "tables.sqlite"), str(PORT))


def main() -> None:
    """Measure for the time that the environment sets."""
    measure(float(os.environ.get("KEYPEG_SECONDS", SECONDS)))


if __name__ == "__main__":
    main()
