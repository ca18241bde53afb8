"""Proves again every optimum that Keypeg names: `make prove`, or `python -m tools.optimum_proofs NAME…`.

Each line: the game, the least total of all strategies (for some with a limit on the worst case), where that number
is known from, what was found here, and how long it took. The exit status is 1 if any differs. All of it takes an hour
and a half on one core, nearly all for Master Mind 44 with four seats, whose first rows are shared out to all cores.
"""

import os
import sys
from collections.abc import Callable
from concurrent.futures import Executor
from time import perf_counter
from typing import NamedTuple

from keypeg.core.codes import CodeSpace
from keypeg.core.marks import BLACK_WHITE
from keypeg.solver.dealt.parallel_certainty import best_opening, build_strategy, search_openings
from keypeg.solver.game.guessing_game import GuessingGame, game_of
from keypeg.solver.proof.equilibrium import find_equilibrium
from keypeg.solver.proof.executors import open_workers
from keypeg.solver.proof.optimal import optimal_strategy
from keypeg.solver.strategy.book_files import DUEL_SUFFIX, book_names, load_book
from keypeg.solver.strategy.costs import GUESSES, Costs, costs_within
from keypeg.solver.strategy.tree import Strategy
from keypeg.solver.strategy.verify import play_all
from keypeg.solver.warmup import warm_up


class Found(NamedTuple):
    """A strategy, and whether it is proven that none is better."""

    strategy: Strategy
    proven: bool
    nodes: int


class Claim(NamedTuple):
    """An optimum that is known."""

    name: str
    total: int
    prove: Callable[[], Found]
    source: str


def least(name: str, game: GuessingGame, costs: Costs, total: int, source: str) -> Claim:
    """The least cost, by the exact search."""

    def prove() -> Found:
        found = optimal_strategy(game, costs)
        return Found(found.strategy, found.proven, found.nodes)

    return Claim(name, total, prove, source)


def of_book(name: str, executor: Executor) -> Claim:
    """What a book says, by the search that it is from."""
    claims, game = load_book(name).claims, load_book(name).strategy.game

    def certain() -> Found:
        openings = list(search_openings(game, executor))
        return Found(build_strategy(game, best_opening(openings)), True, sum(opening.nodes for opening in openings))

    def duel() -> Found:
        found = find_equilibrium(game)
        return Found(found.strategy, found.proven, 0)

    if name.endswith(DUEL_SUFFIX):
        return Claim(name, claims.total, duel, "the book")
    if game.solved_mark < 0:
        return Claim(name, claims.total, certain, "the book")
    return least(name, game, GUESSES, claims.total, "the book")


def _whole(holes: int, colours: int, repeats: bool = True) -> GuessingGame:
    space = CodeSpace(holes, colours, repeats)
    return game_of(space, space, BLACK_WHITE)


def chen_lin(colours: int) -> int:
    """The least total for two holes, by the formula of Chen and Lin (2004), from three colours on."""
    linear = -74 * colours + 48 if colours % 2 == 0 else -80 * colours + 69
    total, rest = divmod(8 * colours**3 + 51 * colours**2 + linear, 24)
    assert rest == 0
    return total


def claims(executor: Executor) -> list[Claim]:
    """Every optimum there is to prove."""
    published = [
        least("3x5", _whole(3, 5), GUESSES, 451, "published"),
        least("4x5", _whole(4, 5), GUESSES, 2463, "published"),
        least("4x6", _whole(4, 6), GUESSES, 5625, "Koyama and Lai 1993"),
        least("4x6, at most 5", _whole(4, 6), costs_within(5), 5626, "Koyama and Lai 1993"),
        least("4x7", _whole(4, 7), GUESSES, 11228, "published"),
        least("4x8", _whole(4, 8), GUESSES, 20471, "published"),
        least("4x8, at most 6", _whole(4, 8), costs_within(6), 20473, "published"),
        least("4 of 10, all different", _whole(4, 10, False), GUESSES, 26274, "published"),
        least("4 of 10, all different, at most 7", _whole(4, 10, False), costs_within(7), 26274, "published"),
        least("4 of 8, all different, guesses too", _whole(4, 8, False), GUESSES, 7817, "published"),
    ]
    pairs = [least(f"2x{n}", _whole(2, n), GUESSES, chen_lin(n), "Chen and Lin 2004") for n in range(3, 13)]
    own = [
        of_book(name, executor) for name in book_names() if load_book(name).claims.proven or name.endswith(DUEL_SUFFIX)
    ]
    return published + pairs + own


def main(names: list[str]) -> int:
    """Prove these, or all."""
    warm_up()
    wrong = 0
    print(f"{'puzzle':<36} {'codes':>6} {'known':>6} {'found':>6} {'worst':>5} {'nodes':>9} {'seconds':>8}  known from")
    with open_workers(os.cpu_count() or 1, None) as (executor, _):
        for claim in claims(executor):
            if names and claim.name not in names:
                continue
            began = perf_counter()
            found = claim.prove()
            seconds, tally = perf_counter() - began, play_all(found.strategy)
            right = found.proven and tally.total == claim.total
            wrong += not right
            print(
                f"{claim.name:<36} {tally.codes:>6} {claim.total:>6} {tally.total:>6} {tally.worst:>5} "
                f"{found.nodes:>9} {seconds:>8.3f}  {claim.source}{'' if right else '   WRONG'}",
                flush=True,
            )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
