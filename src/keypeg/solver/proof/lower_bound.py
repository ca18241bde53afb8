"""Lower bounds of the total of every strategy, for games too large to solve exactly.

The total with an opening is the sum of the costs of its cells. The exact search is asked whether a cell costs less than
some budget, again and again with a larger one, until the work is used up: every “no” proves a lower bound. A cell too
large to search is bounded by counting alone. Of symmetric openings only one is examined.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from typing import NamedTuple

import numpy as np

from keypeg.core.errors import SearchInterrupted
from keypeg.solver.advice.choose_guess import watch_steps
from keypeg.solver.exact.bounds import least_cost
from keypeg.solver.exact.mark_tables import is_searchable
from keypeg.solver.exact.search import ExactSearch
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import all_codes, cell_sizes, cells_by_mark
from keypeg.solver.game.symmetry import canonical_guesses
from keypeg.solver.kernels.array_types import Numbers
from keypeg.solver.strategy.costs import GUESSES

BUDGET_STEP = 0.003
"""By what part of the proven bound the budget rises each time."""

FIRST_PASS_DIVISOR = 20
"""The first pass, which finds the openings that matter, has one part in so many of the work."""


class OpeningBound(NamedTuple):
    """A lower bound of the total of every strategy with this opening."""

    guess: int
    lower: int


class OpeningCell(NamedTuple):
    """A cell of an opening."""

    opening: int
    codes: Numbers


def distinct_openings(game: GuessingGame) -> list[int]:
    """The openings that tell some codes apart, one of each symmetric kind."""
    useful = np.count_nonzero(cell_sizes(game), axis=1) > 1
    return [int(guess) for guess in np.flatnonzero(useful & canonical_guesses(game.guesses, game.symmetry, ()))]


def bound_cell(game: GuessingGame, codes: Numbers, placed: Sequence[int], work: int) -> int:
    """A lower bound of the cost of these codes after these guesses, found with so many steps of the search.

    Workers run this.
    """
    most_cells = int(np.count_nonzero(cell_sizes(game, codes), axis=1).max())
    lower = least_cost(game.weights[codes], most_cells, game.open_marks, GUESSES.increments_from(1))
    if len(codes) <= 2 or not work or not is_searchable(game, len(codes)):
        return lower
    search, watch = ExactSearch(game, GUESSES, codes, placed), watch_steps(work)
    while True:
        budget = lower + max(1, int(BUDGET_STEP * lower))
        try:
            answer = search.cost(codes, budget, watch=watch)
        except SearchInterrupted:
            return max(lower, min(search.progress.lower, budget))
        lower = max(lower, answer.bound)
        if answer.exact:
            return answer.bound


def bound_openings(game: GuessingGame, guesses: Sequence[int], work: int, executor: Executor) -> Iterator[OpeningBound]:
    """A lower bound for each of these openings; the work is for every thousand codes."""
    everything = all_codes(game)
    cells = [
        OpeningCell(guess, codes) for guess in guesses for codes in cells_by_mark(game, everything, guess).values()
    ]
    cells.sort(key=lambda cell: -len(cell.codes))  # the longest task first, so that no worker waits for it at the end
    tasks = [
        (cell, executor.submit(bound_cell, game, cell.codes, (cell.opening,), work * len(cell.codes) // 1000))
        for cell in cells
    ]
    for guess in guesses:
        parts = [future.result() for cell, future in tasks if cell.opening == guess]
        yield OpeningBound(guess, int(game.weights.sum()) + sum(parts))


def bound_all_openings(game: GuessingGame, work: int, executor: Executor) -> Iterator[OpeningBound]:
    """Every distinct opening with a lower bound; the lowest of them bounds every strategy of the game.

    More work never proves less: all of it is spent only on openings whose first bound is below the lowest proven one.
    """
    lowest: int | None = None
    first = bound_openings(game, distinct_openings(game), work // FIRST_PASS_DIVISOR, executor)
    for opening in sorted(first, key=lambda opening: opening.lower):
        if lowest is None or opening.lower < lowest:
            (opening,) = bound_openings(game, [opening.guess], work, executor)
            lowest = opening.lower if lowest is None else min(lowest, opening.lower)
        yield opening
