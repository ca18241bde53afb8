"""Proves every optimum that Keypeg claims again: `make prove`, or `python -m tools.optimum_proofs NAME…`.

Each line has the game, the least total of all strategies (for some with a limit on the worst case), its source, the
total found here, and the time. The exit status is 1 if any differs. All of it takes an hour and a half on one core,
nearly all for Master Mind 44 with four seats, whose openings are shared among all cores.
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


class ProofResult(NamedTuple):
    """A strategy, and whether it is proven to be optimal."""

    strategy: Strategy
    proven: bool
    nodes: int


class Claim(NamedTuple):
    """A known optimum, and how to prove it."""

    name: str
    total: int
    prove: Callable[[], ProofResult]
    source: str


def exact_claim(name: str, game: GuessingGame, costs: Costs, total: int, source: str) -> Claim:
    """A least total, to be proven by the exact search."""

    def prove() -> ProofResult:
        optimum = optimal_strategy(game, costs)
        return ProofResult(optimum.strategy, optimum.proven, optimum.nodes)

    return Claim(name, total, prove, source)


def book_claim(name: str, executor: Executor) -> Claim:
    """The total of a book, to be proven by the search that the book is from."""
    claims, game = load_book(name).claims, load_book(name).strategy.game

    def prove_certainty() -> ProofResult:
        openings = list(search_openings(game, executor))
        return ProofResult(
            build_strategy(game, best_opening(openings)), True, sum(opening.nodes for opening in openings)
        )

    def prove_duel() -> ProofResult:
        duel = find_equilibrium(game)
        return ProofResult(duel.strategy, duel.proven, 0)

    if name.endswith(DUEL_SUFFIX):
        return Claim(name, claims.total, prove_duel, "the book")
    if game.solved_mark < 0:
        return Claim(name, claims.total, prove_certainty, "the book")
    return exact_claim(name, game, GUESSES, claims.total, "the book")


def _game(holes: int, colours: int, repeats: bool = True) -> GuessingGame:
    space = CodeSpace(holes, colours, repeats)
    return game_of(space, space, BLACK_WHITE)


def chen_lin(colours: int) -> int:
    """The least total for two holes and at least three colours, by the formula of Chen and Lin (2004)."""
    linear = -74 * colours + 48 if colours % 2 == 0 else -80 * colours + 69
    total, rest = divmod(8 * colours**3 + 51 * colours**2 + linear, 24)
    assert rest == 0
    return total


def list_claims(executor: Executor) -> list[Claim]:
    """Every optimum to prove."""
    published = [
        exact_claim("3x5", _game(3, 5), GUESSES, 451, "published"),
        exact_claim("4x5", _game(4, 5), GUESSES, 2463, "published"),
        exact_claim("4x6", _game(4, 6), GUESSES, 5625, "Koyama and Lai 1993"),
        exact_claim("4x6, at most 5", _game(4, 6), costs_within(5), 5626, "Koyama and Lai 1993"),
        exact_claim("4x7", _game(4, 7), GUESSES, 11228, "published"),
        exact_claim("4x8", _game(4, 8), GUESSES, 20471, "published"),
        exact_claim("4x8, at most 6", _game(4, 8), costs_within(6), 20473, "published"),
        exact_claim("4 of 10, all different", _game(4, 10, False), GUESSES, 26274, "published"),
        exact_claim("4 of 10, all different, at most 7", _game(4, 10, False), costs_within(7), 26274, "published"),
        exact_claim("4 of 8, all different, guesses too", _game(4, 8, False), GUESSES, 7817, "published"),
    ]
    pairs = [exact_claim(f"2x{n}", _game(2, n), GUESSES, chen_lin(n), "Chen and Lin 2004") for n in range(3, 13)]
    books = [name for name in book_names() if load_book(name).claims.proven or name.endswith(DUEL_SUFFIX)]
    return published + pairs + [book_claim(name, executor) for name in books]


def main(names: list[str]) -> int:
    """Prove these claims, or all."""
    warm_up()
    wrong = 0
    print(f"{'game':<36} {'codes':>6} {'known':>6} {'found':>6} {'worst':>5} {'nodes':>9} {'seconds':>8}  known from")
    with open_workers(os.cpu_count() or 1, None) as (executor, _):
        for claim in list_claims(executor):
            if names and claim.name not in names:
                continue
            began = perf_counter()
            result = claim.prove()
            seconds, tally = perf_counter() - began, play_all(result.strategy)
            is_right = result.proven and tally.total == claim.total
            wrong += not is_right
            print(
                f"{claim.name:<36} {tally.codes:>6} {claim.total:>6} {tally.total:>6} {tally.worst:>5} "
                f"{result.nodes:>9} {seconds:>8.3f}  {claim.source}{'' if is_right else '   WRONG'}",
                flush=True,
            )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
