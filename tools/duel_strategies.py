"""Duels between fixed strategies: between the books, and for five holes against every one-step strategy.

    python -m tools.duel_strategies

Prints what share of all rounds the book for duels wins against the book of fewest guesses; and which one-step strategy
wins most against the book of the duel with five holes, for which no best reply is known. A tie counts half.
"""

from itertools import product

from keypeg.records.edition_links import read_edition
from keypeg.records.notation import write_code
from keypeg.solver.game.guessing_game import game_for
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import RULES, TIES
from keypeg.solver.proof.equilibrium import Histogram, duel_points
from keypeg.solver.proof.lower_bound import distinct_openings
from keypeg.solver.strategy.book_files import book_for, duel_book_for
from keypeg.solver.strategy.tree import tally_of
from keypeg.solver.warmup import warm_up
from tools.books import FOR_THE_DUEL

FIVE_HOLES = "challenge-2001"


def won_share(own: Histogram, other: Histogram) -> float:
    """The share of all rounds that a strategy wins."""
    return duel_points(own, other) / (2 * sum(own) * sum(other))


def main() -> None:
    """Print both results."""
    warm_up()
    for name in FOR_THE_DUEL:
        game = game_for(read_edition(name))
        duel, fewest = duel_book_for(game), book_for(game)
        assert duel is not None
        assert fewest is not None
        print(f"{name}: {100 * won_share(duel.claims.histogram, fewest.claims.histogram):.3f} %", flush=True)
    edition = read_edition(FIVE_HOLES)
    game = game_for(edition)
    book = book_for(game)
    assert book is not None
    best = (0.0, "")
    for opening, rule, ties in product(distinct_openings(game), RULES, TIES):
        grown = tally_of(one_step_strategy(game, RULES[rule], TIES[ties], opening))
        code = write_code(game.guess(opening), edition.palette)
        best = max(best, (won_share(grown.histogram, book.claims.histogram), f"{rule}, {ties}, {code}"))
    print(f"{FIVE_HOLES}: of all one-step strategies {best[1]} wins most against the book, {100 * best[0]:.3f} %")


if __name__ == "__main__":
    main()
