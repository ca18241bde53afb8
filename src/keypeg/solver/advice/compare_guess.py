"""A guess compared with the best one, by any costs and with counted work.

Both costs are measured in the same way: exactly, if the exact search ends for both; otherwise as if the most
informative guesses followed. Measured in different ways, their difference would not be the cost of a mistake.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from keypeg.core.errors import SearchInterrupted
from keypeg.solver.advice.choose_guess import (
    SEARCH_STEPS_PER_SECOND,
    SEARCHED_PAIRS_PER_SECOND,
    Choice,
    choose_guess,
    one_step_cost,
    watch_steps,
)
from keypeg.solver.exact.search import ExactSearch
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import all_codes
from keypeg.solver.kernels.array_types import Longs, Numbers
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule
from keypeg.solver.strategy.book_files import Book
from keypeg.solver.strategy.costs import Costs


class Compared(NamedTuple):
    """The best guess that is known, and the one that was played."""

    best: Choice
    played: Choice


def compare_guess(
    game: GuessingGame, codes: Numbers, costs: Costs, guess: int, placed: Sequence[int] = (), seconds: float = 0.5
) -> Compared:
    """The costs of these codes with the best guess and with this one, with the work of so many seconds.

    Raises `RuleError` if no guess tells some of them apart.
    """
    best = choose_guess(game, codes, costs, placed, seconds)
    if guess == best.guess:
        return Compared(best, best)
    rough = Choice(guess, one_step_cost(game, codes, guess, costs, placed), False)
    if len(codes) == 1:
        return Compared(best, rough._replace(exact=True))
    if best.exact:
        exact = _exact_cost(game, codes, costs, rough, placed, seconds)
        if exact is not None:
            return Compared(best, exact)
        best = Choice(best.guess, one_step_cost(game, codes, best.guess, costs, placed), False)
    return Compared(min(best, rough, key=lambda choice: choice.cost), rough)


def _exact_cost(
    game: GuessingGame, codes: Numbers, costs: Costs, rough: Choice, placed: Sequence[int], seconds: float
) -> Choice | None:
    """This guess with its cost if the best ones follow; None if the work does not suffice to find it."""
    if len(codes) * len(game.guesses) > SEARCHED_PAIRS_PER_SECOND * seconds:
        return None
    watch = watch_steps(int(SEARCH_STEPS_PER_SECOND * seconds / len(codes)))
    try:
        answer = ExactSearch(game, costs, codes, placed).cost(codes, rough.cost, only=rough.guess, watch=watch)
    except SearchInterrupted:
        return None
    return rough._replace(cost=answer.bound if answer.exact else rough.cost, exact=True)


@lru_cache(maxsize=64)
def _one_step_histogram(game: GuessingGame, opening: int) -> Longs:
    """The weight of the codes that need 0, 1, 2, … guesses if the most informative ones follow this opening."""
    needed = one_step_strategy(game, Rule.ENTROPY, opening=opening).guesses_needed(all_codes(game))
    return np.bincount(needed, weights=game.weights).astype(np.int64)


def compare_opening(game: GuessingGame, costs: Costs, opening: int, book: Book) -> Compared:
    """Compare an opening with that of a book, in a game too large to search: the book is the best that is known."""
    strategy = book.strategy
    needed = strategy.guesses_needed(all_codes(game))
    histogram = np.bincount(needed, weights=game.weights).astype(np.int64)
    best = Choice(int(strategy.guess[0]), _total_cost(histogram, costs), False)
    if opening == best.guess:
        return Compared(best, best)
    played = Choice(opening, _total_cost(_one_step_histogram(game, opening), costs), False)
    return Compared(min(best, played, key=lambda choice: choice.cost), played)


def _total_cost(histogram: Longs, costs: Costs) -> int:
    totals = np.concatenate([[0], np.cumsum(costs.increments_from(1, len(histogram)))])
    return int((histogram * totals[: len(histogram)]).sum())
