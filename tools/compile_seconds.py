"""Measures how long each kernel takes to compile, for the progress bar that a person sees on a new machine.

    python -m tools.compile_seconds

It compiles all kernels in an empty cache folder, in a process of its own, and rewrites `compile_seconds.json`.
"""

import json
import os
import subprocess
import sys
from tempfile import TemporaryDirectory
from time import process_time

from numba.core import event

from keypeg.solver.readiness import COMPILE_SECONDS
from keypeg.solver.warmup import GROUPS, kernel_name

FOLDER_VARIABLE = "XDG_CACHE_HOME"


class Stopwatch(event.Listener):
    """The processor time that each kernel took, without the kernels that were compiled for it meanwhile."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._open: list[float] = []
        self._from = process_time()

    def _lap(self) -> float:
        now = process_time()
        passed, self._from = now - self._from, now
        return passed

    def on_start(self, event: event.Event) -> None:
        """Stop the time of the outer kernel, and start that of this one."""
        if kernel_name(event) is not None:
            self._spend(self._lap())
            self._open.append(0.0)

    def on_end(self, event: event.Event) -> None:
        """Add the time of this kernel, and go back to the outer one."""
        if (name := kernel_name(event)) is not None:
            self._spend(self._lap())
            self.seconds[name] = self.seconds.get(name, 0.0) + self._open.pop()

    def _spend(self, seconds: float) -> None:
        if self._open:
            self._open[-1] += seconds


def measure() -> dict[str, dict[str, float]]:
    """Compile every group, and measure each of its kernels."""
    measured = {}
    for group in GROUPS.values():
        with event.install_listener("numba:compile", Stopwatch()) as stopwatch:
            group.run()
        measured[group.name] = {name: round(seconds, 2) for name, seconds in stopwatch.seconds.items()}
    return measured


def main() -> None:
    """Measure in a process of its own, whose cache folder is empty."""
    if len(sys.argv) > 1:
        print(json.dumps(measure(), indent=1))
        return
    with TemporaryDirectory() as folder:
        env = {**os.environ, FOLDER_VARIABLE: folder}
        words = [sys.executable, "-m", "tools.compile_seconds", "here"]
        printed = subprocess.run(words, env=env, check=True, capture_output=True, text=True).stdout
    COMPILE_SECONDS.write_text(printed, encoding="utf-8")


if __name__ == "__main__":
    main()
