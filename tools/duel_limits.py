"""An upper bound of what a player of duels can gain against an opponent who plays for the fewest guesses.

No player can do better than one who knows from the start at which row the opponent will finish. For each such row the
exact search finds the strategy that loses least against it. The mean over all rows, weighted by how often the opponent
finishes there, is the most that any player can win above a player for the fewest guesses. A draw counts half.

    python -m tools.duel_limits [EDITION]…
"""

import sys

import numpy as np
import numpy.typing as npt

from keypeg.records.edition_links import read_edition
from keypeg.solver.game.guessing_game import GuessingGame, game_for
from keypeg.solver.proof.optimal import optimal_strategy
from keypeg.solver.strategy.book_files import book_for
from keypeg.solver.strategy.costs import Costs, costs_by_guess
from keypeg.solver.strategy.tree import tally_of

EDITIONS = ("parker-1974", "parker-1974~different_yes", "challenge-2001~holes_4")

LOST_ROUND_COST = 1_000_000
"""The cost of a lost round: costs are whole numbers."""


def max_gain(game: GuessingGame) -> float:
    """The most that can be won above a player for the fewest guesses, as a share of all rounds."""
    book = book_for(game)
    assert book is not None
    shares = np.array(book.claims.histogram) / book.claims.codes
    gained = 0.0
    for row, share in enumerate(shares, 1):
        lost = [0.0 if own < row else 0.5 if own == row else 1.0 for own in range(1, len(shares) + 2)]
        costs = costs_by_guess([round(LOST_ROUND_COST * cost) + number for number, cost in enumerate(lost)])
        best = tally_of(optimal_strategy(game, Costs((*costs.increments, 1))).strategy)
        gained += share * (_lost_share(shares, lost) - _lost_share(np.array(best.histogram) / best.codes, lost))
    return gained


def _lost_share(shares: npt.NDArray[np.float64], lost: list[float]) -> float:
    return float(sum(share * lost[min(index, len(lost) - 1)] for index, share in enumerate(shares)))


if __name__ == "__main__":
    for name in sys.argv[1:] or EDITIONS:
        print(f"{name}: at most {100 * max_gain(game_for(read_edition(name))):.2f} % more", flush=True)
