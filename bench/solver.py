"""Benchmark of the solver on one core: marking, one-step strategies, proofs and advice, each with a reference.

The references are the times of the fastest public programs on one core of this kind of machine. Compilation happens
once per machine and is measured separately.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np

from keypeg.core.codes import CodeSpace
from keypeg.core.marks import BLACK_WHITE
from keypeg.editions import edition
from keypeg.solver.advice.advisor import advise
from keypeg.solver.advice.rated_guess import Advice
from keypeg.solver.game.guessing_game import GuessingGame, game_for, game_of
from keypeg.solver.game.partition import all_codes, count_cells
from keypeg.solver.game.rows import Row
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import RULES
from keypeg.solver.proof.optimal import Optimum, optimal_strategy
from keypeg.solver.strategy.book_files import load_book
from keypeg.solver.strategy.tree import Strategy, tally_of
from keypeg.solver.warmup import warm_up

REPEATS = 7
"""How often each measurement is repeated, unless it is slow."""


def full_game(holes: int, colours: int, repeats: bool = True) -> GuessingGame:
    """The game with the same codes and guesses."""
    space = CodeSpace(holes, colours, repeats)
    return game_of(space, space, BLACK_WHITE)


def best_time(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """The least time of several runs in seconds: noise can only slow a run down."""
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times)


def main() -> None:
    """Run all measurements."""
    print("\nThe solver, one core\n")
    compiling()
    warm_up()
    kernels()
    one_step()
    proofs()
    shared()
    advice()


def compiling() -> None:
    """The time to compile the kernels without a cache, and to load them from it."""
    with tempfile.TemporaryDirectory() as folder:
        environ = os.environ | {"NUMBA_CACHE_DIR": folder}
        work = [sys.executable, "-c", "from keypeg.solver.warmup import warm_up; warm_up()"]
        for step in ("compiled, once per machine", "loaded, in every process"):
            seconds = best_time(lambda: subprocess.run(work, env=environ, check=True), 1)
            print(f"  all kernels {step:<26} {seconds:>8.1f} s")


def kernels() -> None:
    """Marks computed and counted into cells, in billions per second."""
    print("\n  marks and cells, billion pairs per second (public programs 0.5 to 0.75, required 2, goal 3)")
    games = [
        ("black-white 4x6", full_game(4, 6)),
        ("black-white 4x8", full_game(4, 8)),
        ("black-white 5x8", full_game(5, 8)),
        ("black-white 6x6", full_game(6, 6)),
        ("colours 4x6", game_for(edition("traffic-jam-2000", option=1))),
        ("sum 4x6", game_for(edition("traffic-jam-2000"))),
        ("sum 4x7", game_for(edition("traffic-jam-2000", option=3))),
        ("parts, 44", game_for(edition("mastermind-44"))),
    ]
    for name, game in games:
        print(f"    {name:<20} {pairs_per_second(game) / 1e9:>8.2f}")


def pairs_per_second(game: GuessingGame) -> float:
    """Marks computed and counted per second, with at most 4096 codes."""
    mark_sums, codes = game.mark_sums, all_codes(game)[:4096]
    sizes = np.zeros((len(mark_sums.sums), mark_sums.trait_values.shape[1]), np.int32)
    repeats = max(1, 20_000_000 // (len(codes) * len(game.guesses)))

    def work() -> None:
        for _ in range(repeats):
            count_cells(
                mark_sums.trait_values, mark_sums.code_traits, codes, mark_sums.sums, mark_sums.group_size, sizes
            )

    work()
    return repeats * len(codes) * len(game.guesses) / best_time(work)


def one_step() -> None:
    """Whole strategies by the one-step rules."""
    print("\n  one-step strategies               total      here     others")
    rows = [
        (4, 6, (1, 1, 2, 2), "minimax", "5 ms"),
        (4, 8, (1, 1, 2, 2), "minimax", "79 ms"),
        (5, 8, (1, 1, 2, 2, 3), "minimax", "4100 ms"),
        (4, 6, (1, 1, 2, 3), "expected-size", ""),
        (4, 6, (1, 1, 2, 3), "entropy", ""),
        (4, 6, (1, 1, 2, 3), "parts", ""),
        (5, 8, (1, 1, 2, 2, 3), "expected-size", ""),
        (5, 8, (1, 1, 2, 2, 3), "entropy", ""),
        (5, 8, (1, 1, 2, 2, 3), "parts", ""),
    ]
    for holes, colours, opening, rule, other in rows:
        game = full_game(holes, colours)
        first = game.guess_number(opening)

        def work() -> Strategy:
            return one_step_strategy(game, RULES[rule], opening=first)  # noqa: B023 - called before the next turn

        total = tally_of(work()).total
        seconds = best_time(work, 3 if holes == 5 else 20)
        name = f"{holes}x{colours} {rule:<14} from {''.join(map(str, opening))}"
        print(f"    {name:<28} {total:>7} {seconds * 1e3:>8.2f} ms {other:>9}")


def proofs() -> None:
    """Optimal strategies with proof, including the first strategy and the tree."""
    print("\n  optimal strategies, proven        total      here     others    times faster")
    rows = [
        ("4x6", full_game(4, 6), 0.14),
        ("4x7", full_game(4, 7), 23.4),
        ("4x8", full_game(4, 8), 202.0),
        ("4 of 10, all different", full_game(4, 10, repeats=False), 150.0),
    ]
    for name, game, other in rows:
        optima: list[Optimum] = []
        seconds = best_time(lambda: optima.append(optimal_strategy(game)), 5 if other < 30 else 1)  # noqa: B023
        assert optima[-1].proven
        print(f"    {name:<28} {optima[-1].cost:>7} {seconds:>8.3f} s {other:>7.2f} s {other / seconds:>13.1f}")


def shared() -> None:
    """A proof shared by as many processes as there are cores."""
    cores = os.cpu_count() or 1
    game = full_game(4, 8)
    with ProcessPoolExecutor(cores, get_context("spawn")) as executor:
        list(executor.map(_warm, range(cores)))
        seconds = best_time(lambda: optimal_strategy(game, executor=executor, workers=cores), 1)
    print(f"    4x8 with {cores} processes               {seconds:>8.3f} s")


def _warm(_: int) -> None:
    warm_up()


def advice() -> None:
    """Advice within 100 ms, at every position that the optimal and Knuth's strategy reach at 4x6."""
    print("\n  advice at 4x6 with 100 ms, from the first guess on")
    game = full_game(4, 6)
    knuth = one_step_strategy(game, RULES["minimax"], opening=game.guess_number((1, 1, 2, 2)))
    for name, strategy in (("optimal play", load_book(game.key).strategy), ("minimax play", knuth)):
        times, exact = [], 0
        positions = positions_of(strategy)
        for rows in positions:
            began = time.perf_counter()
            answer = advise(game, rows, 0.1)
            times.append(time.perf_counter() - began)
            exact += isinstance(answer, Advice) and answer.best.exact
        times.sort()
        print(
            f"    {name}: {len(positions)} positions, {exact} exact; median {times[len(times) // 2] * 1e3:.1f} ms, "
            f"99th percentile {times[len(times) * 99 // 100] * 1e3:.1f} ms, longest {times[-1] * 1e3:.1f} ms"
        )


def positions_of(strategy: Strategy) -> list[list[Row]]:
    """The rows that lead to every node of a strategy but the first."""
    game = strategy.game
    rows: dict[int, list[Row]] = {0: []}
    for node in range(len(strategy)):
        for mark in np.flatnonzero(strategy.child[node] >= 0):
            row = game.guess(int(strategy.guess[node])), game.marks[mark]
            rows[int(strategy.child[node, mark])] = [*rows[node], row]
    return [path for node, path in rows.items() if node]


if __name__ == "__main__":
    main()
