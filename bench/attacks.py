"""What hostile clients can do to everybody else: how long moves take while they attack, and what they cost.

    python -m bench.attacks

Starts a server with its usual limits. While people play at ten tables, clients at other addresses send as fast as they
can what takes a server most time, and connect again whenever they are disconnected. All of it stays on this machine.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from bench.attackers import HTTP_KINDS, SOCKET_KINDS
from bench.load import memory_mib, run_players, start_process
from bench.players_at_tables import TABLE, send_request
from bench.process_times import cpu_seconds

PORT = 18_460
URL = f"http://127.0.0.1:{PORT}"

SECONDS = 2.0
"""The duration of each measurement, if the environment does not set `KEYPEG_SECONDS`."""

TARGET_MS = 50.0
"""How long 99 of 100 moves of others may take at most."""

MAX_RUNS = 3
"""How often an attack that misses the target is repeated: the machine is shared, and others use it at times."""

TABLES, MOVES_PER_SECOND = 10, 150
"""How others play meanwhile."""

SILENT_CONNECTIONS, SILENT_ADDRESSES = 1_200, 4
"""How many connections say nothing, and from how many addresses they come."""

SERVER = """
import sys
from keypeg.server.startup import serve, upgrade
from keypeg.server.settings import Limits, Settings
from keypeg.service.worker_pool import WorkerPool
WorkerPool.start_warmup = lambda pool: None
settings = Settings(sys.argv[1], port=int(sys.argv[2]), limits=Limits(tables=10**6))
upgrade(settings)
serve(settings)
"""
"""A server with its usual limits, except on how many tables an address opens.

It does not prepare the solver, which would use a core for some seconds."""


def measure(seconds: float) -> None:
    """Measure every attack, and print the results."""
    print(f"Moves of others while hostile clients attack (target: 99 of 100 under {TARGET_MS:.0f} ms):", flush=True)
    with tempfile.TemporaryDirectory() as name:
        database = str(Path(name) / "tables.sqlite")
        with start_process(PORT, "-c", SERVER, database, str(PORT)) as server:
            print_line("nobody attacks", play(seconds))
            for kind in (*SOCKET_KINDS, *HTTP_KINDS):
                for clients in (1, 10):
                    measure_attack(server, kind, clients, seconds)
            measure_silence(seconds)
            print_line("nobody attacks any more", play(seconds))


def measure_attack(server: int, kind: str, clients: int, seconds: float) -> None:
    """Attack while others play, each client from an address of its own, and print how long their moves took."""
    for _ in range(MAX_RUNS):
        measured, more = attack_once(server, kind, clients, seconds)
        if is_met(measured):
            break
    print_line(f"{kind}, {clients} client{'s' * (clients > 1)}", measured, more)


def attack_once(server: int, kind: str, clients: int, seconds: float) -> tuple[dict[str, float], str]:
    """Attack while others play; return what the players measure, and what was sent and what it cost."""
    table = send_request(URL, "/api/tables", {**TABLE, "name": "Mallory"})
    options = {"url": URL, "kind": kind, "clients": clients, "addresses": clients}
    options |= {"table": table["table"], "token": table["token"]}
    command = ["nice", sys.executable, "-m", "bench.attackers", json.dumps(options)]  # the players need a core too
    began, used = time.perf_counter(), cpu_seconds([server])
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        measured = play(seconds)
        share = (cpu_seconds([server]) - used) / (time.perf_counter() - began)
        output, _ = process.communicate()
    attack = json.loads(output)
    sent = f"{attack['bytes_sent'] / 1e6:7,.0f} MB in {attack['connections']:>6,} connections"
    return measured, f"{sent}, server {100 * share:3.0f} % of a core, {memory_mib(server):3.0f} MiB"


def measure_silence(seconds: float) -> None:
    """Open connections that say nothing, and let others play."""
    with ExitStack() as silent:
        for number in range(SILENT_CONNECTIONS):
            address = f"127.0.0.{2 + number % SILENT_ADDRESSES}"
            silent.enter_context(socket.create_connection(("127.0.0.1", PORT), source_address=(address, 0)))
        name = f"{SILENT_CONNECTIONS:,} silent connections from {SILENT_ADDRESSES} addresses"
        print_line(name, play(seconds))


def play(seconds: float) -> dict[str, float]:
    """Let others play."""
    return run_players(urls=[URL], tables=TABLES, seconds=seconds, pace=MOVES_PER_SECOND)


def is_met(measured: dict[str, float]) -> bool:
    """Whether the moves of others were as fast as they should be."""
    return measured["moves"] > 0 and measured["p99"] < TARGET_MS


def print_line(name: str, measured: dict[str, float], more: str = "") -> None:
    """Print one line of results; a result that misses the target has a mark."""
    mark = " " if is_met(measured) else "!"
    print(
        f"  {name:<47} p50 {measured['p50']:6.1f} ms   p99 {measured['p99']:6.1f} ms {mark} {measured['moves']:4.0f} /s"
        f"   {more}",
        flush=True,
    )


def main() -> None:
    """Measure for the time that the environment sets."""
    measure(float(os.environ.get("KEYPEG_SECONDS", SECONDS)))


if __name__ == "__main__":
    main()
