"""Measures how the work of the exact search grows with the size of a game, and extrapolates to larger games.

With four holes the time is fitted by a power of the number of codes. Nodes are positions entered, and depend only on
the game; seconds are those of the processor. The extrapolation is only an estimate: the points are few, and the effect
of one more hole on the power is unknown.

    python -m tools.search_growth                measures, and prints the tables
    python -m tools.search_growth --longest 60   searches no larger game after one that takes longer, in seconds
    python -m tools.search_growth --write        writes the tables to docs/cluster.md as well
"""

import argparse
from itertools import pairwise
from math import exp, log
from pathlib import Path
from time import process_time
from typing import NamedTuple

from keypeg.core.codes import CodeSpace
from keypeg.core.marks import BLACK_WHITE
from keypeg.solver.game.guessing_game import game_of
from keypeg.solver.proof.optimal import optimal_strategy
from keypeg.solver.strategy.book_files import load_book
from keypeg.solver.warmup import warm_up
from tools.page_tables import replace_between, table

PAGE = Path(__file__).parent.parent / "docs" / "cluster.md"
BEGIN, END = "<!-- begin measurements -->", "<!-- end measurements -->"

MEASURED = [*((3, colours) for colours in range(4, 11)), *((4, colours) for colours in range(4, 9))]
"""The holes and colours of the games that are searched."""

NINE_COLOURS = ("black-white-4x8-blanks-0-4", 4, 9)
"""A game that takes too long here; its book has the seconds. A blank counts as a colour there."""

EXTRAPOLATED = [(4, 10), (5, 8), (5, 9), (6, 9)]
"""The holes and colours of the games whose time is extrapolated."""

CORES = (1, 16, 256)
"""The numbers of cores in the table, all of them always busy."""

MIN_SECONDS = 0.02
"""Shorter searches show how a search starts, not how it grows."""


class Measurement(NamedTuple):
    """The work of one search."""

    holes: int
    colours: int
    nodes: int | None
    seconds: float

    @property
    def codes(self) -> int:
        """How many codes the game has."""
        return int(self.colours**self.holes)


class PowerLaw(NamedTuple):
    """Work as a power of the number of codes."""

    factor: float
    power: float

    def work(self, codes: int) -> float:
        """The work for so many codes."""
        return float(self.factor * codes**self.power)


def fit_power(points: list[tuple[int, float]]) -> PowerLaw:
    """The power law that fits these points best, by least squares of the logarithms."""
    logs = [(log(codes), log(work)) for codes, work in points]
    mean_x = sum(x for x, _ in logs) / len(logs)
    mean_y = sum(y for _, y in logs) / len(logs)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in logs) / sum((x - mean_x) ** 2 for x, _ in logs)
    return PowerLaw(exp(mean_y - slope * mean_x), slope)


def measure(longest: float) -> list[Measurement]:
    """Search every game, the small ones first, until one takes longer than so many seconds."""
    warm_up()
    measurements: list[Measurement] = []
    for holes, colours in MEASURED:
        if any(measurement.holes == holes and measurement.seconds > longest for measurement in measurements):
            continue
        space = CodeSpace(holes, colours)
        game = game_of(space, space, BLACK_WHITE)
        began = process_time()
        optimum = optimal_strategy(game)
        measurements.append(Measurement(holes, colours, optimum.nodes, process_time() - began))
        print(f"{holes} x {colours}: {measurements[-1].nodes} nodes, {measurements[-1].seconds:.3f} s", flush=True)
    name, holes, colours = NINE_COLOURS
    return [*measurements, Measurement(holes, colours, None, load_book(name).claims.seconds)]


def measured_table(measurements: list[Measurement]) -> str:
    """The measurements as a table."""
    lines = [
        (
            f"{measurement.holes} × {measurement.colours}",
            measurement.codes,
            "" if measurement.nodes is None else measurement.nodes,
            f"{measurement.seconds:.2f}" + ("" if measurement.nodes is not None else " (its book)"),
        )
        for measurement in measurements
    ]
    return table(("game", "codes", "nodes", "seconds"), lines)


def extrapolated_table(measurements: list[Measurement]) -> str:
    """The time for larger games as a table.

    It extrapolates from the largest game with four holes, by the least and the greatest power between two consecutive
    sizes.
    """
    four = [measurement for measurement in measurements if measurement.holes == 4 and measurement.seconds > MIN_SECONDS]
    fitted = fit_power([(measurement.codes, measurement.seconds) for measurement in four])
    steps = [
        fit_power([(smaller.codes, smaller.seconds), (larger.codes, larger.seconds)]).power
        for smaller, larger in pairwise(four)
    ]
    largest = four[-1]
    lines = []
    for holes, colours in EXTRAPOLATED:
        codes = colours**holes
        least, most = (largest.seconds * (codes / largest.codes) ** power for power in (min(steps), max(steps)))
        spans = [f"{write_duration(least / cores)} to {write_duration(most / cores)}" for cores in CORES]
        lines.append((f"{holes} × {colours}", codes, *spans, f"{codes * codes * 4 / 2**30:.1f} GB"))
    heads = [f"on {cores} cores" if cores > 1 else "on one core" for cores in CORES]
    sentence = (
        f"With four holes, the seconds grow as the number of codes to the power of {fitted.power:.1f}; from one size "
        f"to the next, {min(steps):.1f} to {max(steps):.1f}."
    )
    return f"{sentence}\n\n{table(('game', 'codes', *heads, 'marks of all pairs'), lines)}"


def write_duration(seconds: float) -> str:
    """A time in seconds, rounded, in words."""
    for unit, length in (("years", 31557600.0), ("days", 86400.0), ("hours", 3600.0), ("minutes", 60.0)):
        if seconds >= 2 * length:
            return f"{seconds / length:,.0f} {unit}"
    return f"{seconds:.0f} seconds" if seconds >= 2 else "a second or two"


def main() -> None:
    """Measure, extrapolate, and print both tables."""
    parser = argparse.ArgumentParser(description="Measure how the exact search grows.")
    parser.add_argument("--longest", type=float, default=30, help="after how many seconds no larger game is searched")
    parser.add_argument("--write", action="store_true", help="write the tables to the page")
    options = parser.parse_args()
    measurements = measure(options.longest)
    text = f"{measured_table(measurements)}\n\n{extrapolated_table(measurements)}"
    print(text)
    if options.write:
        replace_between(PAGE, BEGIN, END, text)


if __name__ == "__main__":
    main()
