"""Compares the first guesses of large games, three steps ahead: for `keypeg.solver.large.openings`.

    python -m tools.large_openings [--tried N] [SIZE…]

For each mark of a first guess the second is chosen as in play, two steps ahead. The expected guesses are only for
comparing openings of the same size.
"""

import argparse

import numpy as np

from keypeg.core.codes import Code
from keypeg.solver.large.fitting_codes import find_fitting
from keypeg.solver.large.guess_pool import GuessRater
from keypeg.solver.large.large_guess import expected_costs
from keypeg.solver.plain.one_step import first_patterns
from keypeg.solver.plain.position import PlainPosition
from tools.large_games import PUBLISHED, start_of
from tools.luck_corrected_games import LargeGamePlayer

SAMPLES = 6
"""How many samples of codes the chances of marks are taken from."""


def promising_openings(start: PlainPosition, tried: int) -> list[Code]:
    """The first guesses that are best one step ahead."""
    patterns = np.array(list(first_patterns(start)), np.uint8)
    codes = find_fitting(start).codes
    table = expected_costs(start).table(len(codes), start.secrets.size / len(codes))
    ratings = GuessRater(codes, start.marking, table).rate(patterns)
    return [tuple(patterns[number].tolist()) for number in np.argsort(ratings, kind="stable")[:tried]]


def expected_guesses(player: LargeGamePlayer, opening: Code) -> float:
    """The expected guesses with an opening."""
    start, expected = player.start, 1.0
    codes = np.concatenate([find_fitting(start, seed).codes for seed in range(SAMPLES)])
    sizes = player.cell_sizes(codes, opening)
    for mark, size in zip(start.marking.possible(start.secrets.holes), sizes, strict=True):
        if size and mark != start.marking.solved(start.secrets.holes):
            expected += player.choose(start.after((opening, mark))).expected * size / len(codes)
    return expected


def main() -> None:
    """Print the expected guesses with each promising opening."""
    parser = argparse.ArgumentParser(prog="python -m tools.large_openings")
    parser.add_argument("sizes", nargs="*", metavar="SIZE", help=", ".join(PUBLISHED))
    parser.add_argument("--tried", type=int, default=4)
    options = parser.parse_args()
    for size in options.sizes or PUBLISHED:
        player = LargeGamePlayer(start_of(size))
        for opening in promising_openings(player.start, options.tried):
            print(f"{size:>5}  {' '.join(map(str, opening))}  {expected_guesses(player, opening):.4f}", flush=True)


if __name__ == "__main__":
    main()
