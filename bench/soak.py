"""The table server at a steady load for a long time: whether its memory grows, and whether moves become slower.

    python -m bench.soak            30 minutes
    python -m bench.soak 3          3 minutes

Players at 500 tables take 2,000 moves a second together, through sockets from another process, on SQLite. A match has a
few rounds; when it is over, its players leave and begin another one at a new table.
"""

import asyncio
import gc
import itertools
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import uvloop

from bench.load import memory_mib, start_keypeg
from bench.players_at_tables import TABLE, Load, PlayedTable, RoundState, send_request

PORT = 18_460
MINUTES = 30.0
TABLES = 500
MOVES_A_SECOND = 2_000
LINE_SECONDS = 10.0
"""The time between two lines of results."""

SETTLING_MINUTES = 4.0
"""How long caches fill and the first matches end; memory and delays count from then on. The largest caches are filled
by 10,000 tables (`MAX_CACHED_TOKENS`, `MAX_REMEMBERED`), of which there are 45 new ones a second."""

MOST_SETTLING = 0.3
"""The share of a shorter time that is left out; what is counted then contains some of the settling."""

MATCH = {**TABLE, "edition": "classic~rounds_4"}

MOST_GROWTH = 0.02
"""By how much the memory may grow."""


class Interval(NamedTuple):
    """What was measured between two lines."""

    moves: float
    """A second."""
    p50: float
    """In milliseconds, as the next one."""
    p99: float
    memory: float
    """At the end, in MiB."""


class Match(PlayedTable):
    """A match that tells when it is over."""

    def __init__(self, load: Load, numbers: "itertools.count[int]", seed: int) -> None:
        super().__init__(load, numbers, TABLES / MOVES_A_SECOND, seed)
        self.over = asyncio.Event()

    def take_turn(self, seat: int, state: RoundState) -> None:
        """Act if it is this seat's turn."""
        if state.phase == "over":
            self.over.set()
        super().take_turn(seat, state)


async def play_matches(url: str, load: Load, numbers: "itertools.count[int]", seed: int) -> None:
    """Play one match after the other."""
    for number in itertools.count():
        match = Match(load, numbers, seed + TABLES * number)
        admission = await asyncio.to_thread(send_request, url, "/api/tables", MATCH)
        for seat in (1, 2):
            await match.connect(seat, url, admission["table"], admission["token"])
        match.begin()
        await match.over.wait()
        match.playing = False
        for client in match.sockets.values():
            client.transport.close()
        match.sockets.clear()  # the clients refer to the match


async def play(url: str) -> None:
    """Play at all tables for ever, and print a line of JSON from time to time."""
    load, numbers = Load(), itertools.count(1)
    players = [asyncio.create_task(play_matches(url, load, numbers, seed)) for seed in range(TABLES)]
    while True:
        began = time.perf_counter()
        done, _ = await asyncio.wait(players, timeout=LINE_SECONDS, return_when=asyncio.FIRST_EXCEPTION)
        for failed in done:
            failed.result()
        delays, load.delays = sorted(load.delays) or [0.0], []
        p50, p99 = (delays[len(delays) * percent // 100] * 1000 for percent in (50, 99))
        print(json.dumps([len(delays) / (time.perf_counter() - began), p50, p99]), flush=True)


def intervals(players: "subprocess.Popen[str]", server: int) -> Iterator[Interval]:
    """Read what the players measure, and look at the memory of the server."""
    assert players.stdout is not None
    for line in players.stdout:
        yield Interval._make([*json.loads(line), memory_mib(server)])


def settling_of(minutes: float) -> float:
    """Return how many minutes of a measurement do not count."""
    return min(SETTLING_MINUTES, MOST_SETTLING * minutes)


def measure(minutes: float) -> list[Interval]:
    """Let everybody play for this long; print each interval, and return those after the settling."""
    measured = []
    count = max(round(minutes * 60 / LINE_SECONDS), 4)
    with tempfile.TemporaryDirectory() as folder, start_keypeg(str(Path(folder) / "soak.sqlite"), PORT) as server:
        command = [sys.executable, "-m", "bench.soak", "players"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as players:
            for number, now in enumerate(itertools.islice(intervals(players, server), count), 1):
                print(
                    f"{number * LINE_SECONDS / 60:6.1f} min {now.moves:8,.0f} moves /s   p50 {now.p50:6.1f} ms"
                    f"   p99 {now.p99:6.1f} ms   {now.memory:6.1f} MiB",
                    flush=True,
                )
                measured.append(now)
            players.terminate()
    if len(measured) < count:
        raise RuntimeError("the players stopped early: the server took too long, or an event was lost")
    return measured[int(settling_of(minutes) * 60 / LINE_SECONDS) :]


def print_drift(measured: list[Interval], settling: float) -> None:
    """Compare the first half with the second; before them were so many minutes of settling."""
    half = len(measured) // 2
    first, second = measured[:half], measured[half:]
    growth = second[-1].memory / first[0].memory - 1
    verdict = "as it should" if growth <= MOST_GROWTH else "too much"
    print(f"After the first {settling:.1f} minutes:")
    print(f"  memory {growth:+.1%}, at most {MOST_GROWTH:+.0%}: {verdict}")
    before, after = (median(interval.p99 for interval in part) for part in (first, second))
    print(f"  p99 {before:.1f} ms in the first half, {after:.1f} ms in the second")


def main(arguments: Any) -> None:
    """Measure for the minutes that the command line names, or play in the process that does only that."""
    if arguments == ["players"]:
        gc.disable()  # a pause here would look like one of the server
        uvloop.run(play(f"http://127.0.0.1:{PORT}"))
    else:
        minutes = float(arguments[0]) if arguments else MINUTES
        print_drift(measure(minutes), settling_of(minutes))


if __name__ == "__main__":
    main(sys.argv[1:])
