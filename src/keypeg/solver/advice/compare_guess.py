"""A guess beside the best one, by any costs: both measured in the same way, by counted work.

Where the exact search can say what both cost, it does; otherwise both are what they cost if the most telling guesses
follow. To measure one in one way and the other in another would be a loss that nobody has made.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from keypeg.core.errors import SearchInterrupted
from keypeg.solver.advice.choose_guess import LAID, LOOKS_A_SECOND, Choice, best_guess, cost_after, looks
from keypeg.solver.exact.search import ExactSearch
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import all_codes
from keypeg.solver.kernels.array_types import Longs, Numbers
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule
from keypeg.solver.strategy.book_files import Book
from keypeg.solver.strategy.costs import Costs


class Compared(NamedTuple):
    """The best guess that is known, and the one that was asked about."""

    best: Choice
    played: Choice


def compare_guess(
    game: GuessingGame, codes: Numbers, costs: Costs, guess: int, placed: Sequence[int] = (), seconds: float = 0.5
) -> Compared:
    """What these codes cost with the best guess and with this one, with the work of so many seconds.

    Raises `RuleError` if no guess tells some of them apart.
    """
    best = best_guess(game, codes, costs, placed, seconds)
    if guess == best.guess:
        return Compared(best, best)
    rough = Choice(guess, cost_after(game, codes, guess, costs, placed), False)
    if len(codes) == 1:
        return Compared(best, rough._replace(exact=True))
    if best.exact:
        exact = _exactly(game, codes, costs, rough, placed, seconds)
        if exact is not None:
            return Compared(best, exact)
        best = Choice(best.guess, cost_after(game, codes, best.guess, costs, placed), False)
    return Compared(min(best, rough, key=lambda choice: choice.cost), rough)


def _exactly(
    game: GuessingGame, codes: Numbers, costs: Costs, rough: Choice, placed: Sequence[int], seconds: float
) -> Choice | None:
    """What this guess costs if the best ones follow; None if so much work does not say."""
    if len(codes) * len(game.guesses) > LAID * seconds:
        return None
    watch = looks(int(LOOKS_A_SECOND * seconds / len(codes)))
    try:
        answer = ExactSearch(game, costs, codes, placed).cost(codes, rough.cost, only=rough.guess, watch=watch)
    except SearchInterrupted:
        return None
    return rough._replace(cost=answer.bound if answer.exact else rough.cost, exact=True)


@lru_cache(maxsize=64)
def _counts_after(game: GuessingGame, opening: int) -> Longs:
    """How many codes the most telling guesses find by guess 1, 2, 3 … after this opening."""
    needed = one_step_strategy(game, Rule.ENTROPY, opening=opening).guesses_needed(all_codes(game))
    return np.bincount(needed, weights=game.weights).astype(np.int64)


def compare_opening(game: GuessingGame, costs: Costs, opening: int, book: Book) -> Compared:
    """The same for the first guess of all in a large game that has a book: its strategy is the best that is known."""
    strategy = book.strategy
    needed = strategy.guesses_needed(all_codes(game))
    counts = np.bincount(needed, weights=game.weights).astype(np.int64)
    best = Choice(int(strategy.guess[0]), _total(counts, costs), False)
    if opening == best.guess:
        return Compared(best, best)
    played = Choice(opening, _total(_counts_after(game, opening), costs), False)
    return Compared(min(best, played, key=lambda choice: choice.cost), played)


def _total(counts: Longs, costs: Costs) -> int:
    totals = np.concatenate([[0], np.cumsum(costs.increments_from(1, len(counts)))])
    return int((counts * totals[: len(counts)]).sum())
