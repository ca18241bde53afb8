"""How long a full garbage collection of a server takes, and what it finds: idle sockets, and tables in play.

    python -m bench.garbage

Nobody is served meanwhile: this is why `keypeg.server.gc_policy` makes such collections rare.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.load import PORT, SERVER, memory_mib, start_process

COLLECT_ON_SIGNAL = """
import gc, json, signal, sys, time
def collect(number, frame):
    objects, start = len(gc.get_objects()), time.thread_time()
    found = gc.collect()
    measured = {"objects": objects, "found": found, "seconds": time.thread_time() - start}
    with open(sys.argv[3], "w") as file:
        json.dump(measured, file)
signal.signal(signal.SIGUSR1, collect)
"""
"""What is put before the server: at a signal it collects, and writes what that took."""

CASES: dict[str, dict[str, Any]] = {
    "8,000 idle sockets at 4,000 tables": {"tables": 4000, "seconds": 60, "idle": True},
    "500 tables in play for 30 seconds": {"tables": 500, "seconds": 60},
}

SOCKETS_OF_TABLE = 2
MEASURE_AFTER_SECONDS = 30.0


def main() -> None:
    """Print the objects, the time and the finds of each case."""
    for name, options in CASES.items():
        with tempfile.TemporaryDirectory() as folder:
            measured = measure(Path(folder), options)
        print(
            f"{name:<36} {measured['memory']:>6,.0f} MiB {measured['objects']:>9,} objects, "
            f"{1000 * measured['seconds']:.0f} ms of CPU time, {measured['found']} found",
            flush=True,
        )


def measure(folder: Path, options: dict[str, Any]) -> dict[str, Any]:
    """Start a server and its players; let it collect while they are connected."""
    result = folder / "result.json"
    arguments = [str(folder / "tables.sqlite"), str(PORT), str(result)]
    with start_process(PORT, "-c", COLLECT_ON_SIGNAL + SERVER, *arguments) as pid:
        options = {"urls": [f"http://127.0.0.1:{PORT}"], **options}
        players = subprocess.Popen(
            [sys.executable, "-m", "bench.players_at_tables", json.dumps(options)], stdout=subprocess.DEVNULL
        )
        while sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir()) < SOCKETS_OF_TABLE * options["tables"]:
            time.sleep(0.5)
        time.sleep(MEASURE_AFTER_SECONDS)
        memory = memory_mib(pid)
        os.kill(pid, signal.SIGUSR1)
        while not (result.exists() and (text := result.read_text())):
            time.sleep(0.1)
        players.terminate()
        players.wait()
    return {"memory": memory, **json.loads(text)}


if __name__ == "__main__":
    main()
