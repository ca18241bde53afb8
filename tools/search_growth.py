"""Measures how the exact search grows with the size of a game, and guesses what larger ones would take.

With four holes the seconds are taken as a power of the number of codes. Nodes are positions entered, and they depend on
nothing but the game; seconds are those of the processor. What lies beyond what was measured is an estimate, no more:
the points are few, and nobody knows what a further hole does to the power.

    python -m tools.search_growth                measures, and prints the tables
    python -m tools.search_growth --longest 60   leaves out what has taken longer than so many seconds
    python -m tools.search_growth --write        puts them into docs/cluster.md as well
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
from tools.page_tables import put, table

PAGE = Path(__file__).parent.parent / "docs" / "cluster.md"
BEGIN, END = "<!-- begin measurements -->", "<!-- end measurements -->"

MEASURED = [*((3, colours) for colours in range(4, 11)), *((4, colours) for colours in range(4, 9))]
"""Holes and colours that are searched here."""

NINE = ("black-white-4x8-blanks-0-4", 4, 9)
"""A game that takes too long here, with the seconds that its book says it took: a blank is a colour there."""

WANTED = [(4, 10), (5, 8), (5, 9), (6, 9)]
"""What is guessed at."""

MACHINES = (1, 16, 256)
"""On so many cores, as if all of them were always busy."""

SHORTEST = 0.02
"""What took fewer seconds says more of how a search begins than of how it grows."""


class Size(NamedTuple):
    """What one search took."""

    holes: int
    colours: int
    nodes: int | None
    seconds: float

    @property
    def codes(self) -> int:
        """How many codes the game has."""
        return int(self.colours**self.holes)


class Power(NamedTuple):
    """Work as a power of the number of codes."""

    factor: float
    power: float

    def at(self, codes: int) -> float:
        """What it says of so many codes."""
        return float(self.factor * codes**self.power)


def fit(points: list[tuple[int, float]]) -> Power:
    """The power that fits these points best, by least squares over logarithms."""
    logs = [(log(codes), log(work)) for codes, work in points]
    mean_x = sum(x for x, _ in logs) / len(logs)
    mean_y = sum(y for _, y in logs) / len(logs)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in logs) / sum((x - mean_x) ** 2 for x, _ in logs)
    return Power(exp(mean_y - slope * mean_x), slope)


def measure(longest: float) -> list[Size]:
    """Search every game, the small ones first, until one takes too long."""
    warm_up()
    sizes: list[Size] = []
    for holes, colours in MEASURED:
        if any(size.holes == holes and size.seconds > longest for size in sizes):
            continue
        space = CodeSpace(holes, colours)
        game = game_of(space, space, BLACK_WHITE)
        began = process_time()
        found = optimal_strategy(game)
        sizes.append(Size(holes, colours, found.nodes, process_time() - began))
        print(f"{holes} x {colours}: {sizes[-1].nodes} nodes, {sizes[-1].seconds:.3f} s", flush=True)
    name, holes, colours = NINE
    return [*sizes, Size(holes, colours, None, load_book(name).claims.seconds)]


def measured(sizes: list[Size]) -> str:
    """What was measured, as a table."""
    lines = [
        (
            f"{size.holes} × {size.colours}",
            size.codes,
            "" if size.nodes is None else size.nodes,
            f"{size.seconds:.2f}" + ("" if size.nodes is not None else " (its book)"),
        )
        for size in sizes
    ]
    return table(("game", "codes", "nodes", "seconds"), lines)


def guessed(sizes: list[Size]) -> str:
    """What larger games would take, as a table.

    It goes on from the largest game with four holes, by the least and by the greatest power that was seen between two
    sizes that follow each other.
    """
    four = [size for size in sizes if size.holes == 4 and size.seconds > SHORTEST]
    fitted = fit([(size.codes, size.seconds) for size in four])
    steps = [fit([(one.codes, one.seconds), (other.codes, other.seconds)]).power for one, other in pairwise(four)]
    largest = four[-1]
    lines = []
    for holes, colours in WANTED:
        codes = colours**holes
        few, many = (largest.seconds * (codes / largest.codes) ** power for power in (min(steps), max(steps)))
        spans = [f"{duration(few / cores)} to {duration(many / cores)}" for cores in MACHINES]
        lines.append((f"{holes} × {colours}", codes, *spans, f"{codes * codes * 4 / 2**30:.1f} GB"))
    heads = [f"on {cores} cores" if cores > 1 else "on one core" for cores in MACHINES]
    said = (
        f"With four holes, the seconds grow as the number of codes to the power of {fitted.power:.1f}; from one size "
        f"to the next, {min(steps):.1f} to {max(steps):.1f}."
    )
    return f"{said}\n\n{table(('game', 'codes', *heads, 'marks of all pairs'), lines)}"


def duration(seconds: float) -> str:
    """So many seconds, roughly."""
    for unit, length in (("years", 31557600.0), ("days", 86400.0), ("hours", 3600.0), ("minutes", 60.0)):
        if seconds >= 2 * length:
            return f"{seconds / length:,.0f} {unit}"
    return f"{seconds:.0f} seconds" if seconds >= 2 else "a second or two"


def main() -> None:
    """Measure, guess, and print both."""
    parser = argparse.ArgumentParser(description="Measure how the exact search grows.")
    parser.add_argument("--longest", type=float, default=30, help="after how many seconds no larger puzzle is searched")
    parser.add_argument("--write", action="store_true", help="put the tables into the page")
    wanted = parser.parse_args()
    sizes = measure(wanted.longest)
    text = f"{measured(sizes)}\n\n{guessed(sizes)}"
    print(text)
    if wanted.write:
        put(PAGE, BEGIN, END, text)


if __name__ == "__main__":
    main()
