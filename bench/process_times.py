"""The CPU time of processes and their children, for measurements of servers in processes of their own."""

import os
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

PROCESSES = Path("/proc")
"""Where Linux tells about processes."""

LIST_PROCESSES = ("ps", "-A", "-o", "pid=,ppid=,time=")
"""Lists all processes on other systems, with times that are rounded to seconds or hundredths."""


class ProcessTime(NamedTuple):
    """A process, its parent, and the CPU time it has used."""

    pid: int
    parent: int
    seconds: float


def cpu_seconds(pids: Iterable[int]) -> float:
    """Return the CPU time that these processes and their children have used, those that have ended included."""
    times = _read_times()
    family, count = set(pids), 0
    while len(family) > count:
        count = len(family)
        family |= {time.pid for time in times if time.parent in family}
    return sum(time.seconds for time in times if time.pid in family)


def is_exact() -> bool:
    """Whether the times are exact to a hundredth of a second. Otherwise they may be rounded to whole seconds."""
    return (PROCESSES / "self" / "stat").exists()


def _read_times() -> list[ProcessTime]:
    if not is_exact():
        output = subprocess.run(LIST_PROCESSES, capture_output=True, text=True, check=True).stdout
        return [ProcessTime(int(pid), int(parent), _read_clock(clock)) for pid, parent, clock in _columns(output)]
    times = []
    for folder in PROCESSES.iterdir():
        if folder.name.isdecimal():
            try:
                stat = (folder / "stat").read_text()
            except OSError:
                continue  # it has ended
            # After the name, which is in brackets and may contain anything: see proc(5).
            fields = stat.rpartition(")")[2].split()
            own_and_ended_children = sum(map(int, fields[11:15]))
            seconds = own_and_ended_children / os.sysconf("SC_CLK_TCK")
            times.append(ProcessTime(int(folder.name), int(fields[1]), seconds))
    return times


def _columns(output: str) -> Iterable[list[str]]:
    return (line.split() for line in output.splitlines())


def _read_clock(clock: str) -> float:
    """Read a time such as `1-02:03:04` or `03:04.56`."""
    days, _, rest = clock.rpartition("-")
    seconds = 0.0
    for part in rest.split(":"):
        seconds = seconds * 60 + float(part)
    return seconds + 86_400 * int(days or 0)
