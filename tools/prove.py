"""Proves again every optimum that Keypeg names: `make prove`. It takes some minutes on one core.

Each line: the puzzle, the least total of all strategies (for some with a limit on the worst case), where that number
is known from, what was found here, and how long it took. The exit status is 1 if any differs.
"""

import sys
from time import perf_counter
from typing import NamedTuple

from keypeg.core.codes import CodeSpace
from keypeg.core.marks import BLACK_WHITE
from keypeg.solver.books import book_names, load_book
from keypeg.solver.costs import GUESSES, Costs, within
from keypeg.solver.optimal import optimal_strategy
from keypeg.solver.puzzle import Puzzle, puzzle_of
from keypeg.solver.strategy import tally_of
from keypeg.solver.verify import play_all
from keypeg.solver.warm import warm_up


class Claim(NamedTuple):
    """An optimum that is known."""

    name: str
    puzzle: Puzzle
    costs: Costs
    total: int
    source: str


def _whole(holes: int, colours: int, repeats: bool = True) -> Puzzle:
    space = CodeSpace(holes, colours, repeats)
    return puzzle_of(space, space, BLACK_WHITE)


def chen_lin(colours: int) -> int:
    """The least total for two holes, by the formula of Chen and Lin (2004), from three colours on."""
    linear = -74 * colours + 48 if colours % 2 == 0 else -80 * colours + 69
    total, rest = divmod(8 * colours**3 + 51 * colours**2 + linear, 24)
    assert rest == 0
    return total


def claims() -> list[Claim]:
    """Every optimum there is to prove."""
    published = [
        Claim("3x5", _whole(3, 5), GUESSES, 451, "published"),
        Claim("4x5", _whole(4, 5), GUESSES, 2463, "published"),
        Claim("4x6", _whole(4, 6), GUESSES, 5625, "Koyama and Lai 1993"),
        Claim("4x6, at most 5", _whole(4, 6), within(5), 5626, "Koyama and Lai 1993"),
        Claim("4x7", _whole(4, 7), GUESSES, 11228, "published"),
        Claim("4x8", _whole(4, 8), GUESSES, 20471, "published"),
        Claim("4x8, at most 6", _whole(4, 8), within(6), 20473, "published"),
        Claim("4 of 10, all different", _whole(4, 10, False), GUESSES, 26274, "published"),
        Claim("4 of 10, all different, at most 7", _whole(4, 10, False), within(7), 26274, "published"),
        Claim("4 of 8, all different, guesses too", _whole(4, 8, False), GUESSES, 7817, "published"),
    ]
    pairs = [Claim(f"2x{n}", _whole(2, n), GUESSES, chen_lin(n), "Chen and Lin 2004") for n in range(3, 13)]
    books = [load_book(name) for name in book_names()]
    own = [
        Claim(book.strategy.puzzle.key, book.strategy.puzzle, GUESSES, book.claims.total, "the book")
        for book in books
        if book.claims.proven
    ]
    return published + pairs + own


def main() -> int:
    """Prove them all."""
    warm_up()
    wrong = 0
    print(f"{'puzzle':<36} {'codes':>6} {'known':>6} {'found':>6} {'worst':>5} {'nodes':>9} {'seconds':>8}  known from")
    for claim in claims():
        began = perf_counter()
        found = optimal_strategy(claim.puzzle, claim.costs)
        seconds = perf_counter() - began
        right = found.proven and found.cost == claim.total == play_all(found.strategy).total
        wrong += not right
        tally = tally_of(found.strategy)
        print(
            f"{claim.name:<36} {tally.codes:>6} {claim.total:>6} {found.cost:>6} {tally.worst:>5} {found.nodes:>9} "
            f"{seconds:>8.3f}  {claim.source}{'' if right else '   WRONG'}",
            flush=True,
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
