"""What every strategy of a game needs at least, where the exact search cannot come to its end.

Whatever the first guess is, each of its cells has to be paid for. What a cell costs at least is found by asking the
exact search whether it costs less than some budget, again and again with a larger one, until the work is used up: every
“no” is a proof. A cell that is too large for that search is bounded by counting alone. First guesses that are alike are
looked at once.
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

STEP = 0.003
"""By what part of what is proven the budget rises each time."""

FIRST_LOOK = 20
"""How many times less work is spent on a first guess before it is known whether it matters."""


class OpeningBound(NamedTuple):
    """What every strategy needs at least that begins with this guess."""

    guess: int
    lower: int


class OpeningCell(NamedTuple):
    """A cell of a first guess."""

    opening: int
    codes: Numbers


def openings(game: GuessingGame) -> list[int]:
    """Every first guess that is worth anything, of those that are alike one."""
    useful = np.count_nonzero(cell_sizes(game), axis=1) > 1
    return [int(guess) for guess in np.flatnonzero(useful & canonical_guesses(game.guesses, game.symmetry, ()))]


def least_of_cell(game: GuessingGame, codes: Numbers, placed: Sequence[int], work: int) -> int:
    """What these codes cost at least after these guesses, as far as so many looks of the search can tell.

    This is what workers run.
    """
    fan = int(np.count_nonzero(cell_sizes(game, codes), axis=1).max())
    lower = least_cost(game.weights[codes], fan, game.open_marks, GUESSES.increments_from(1))
    if len(codes) <= 2 or not work or not is_searchable(game, len(codes)):
        return lower
    search, watch = ExactSearch(game, GUESSES, codes, placed), watch_steps(work)
    while True:
        budget = lower + max(1, int(STEP * lower))
        try:
            answer = search.cost(codes, budget, watch=watch)
        except SearchInterrupted:
            return max(lower, min(search.progress.lower, budget))
        lower = max(lower, answer.bound)
        if answer.exact:
            return answer.bound


def least_of_openings(
    game: GuessingGame, guesses: Sequence[int], work: int, executor: Executor
) -> Iterator[OpeningBound]:
    """What every strategy needs at least, for each of these first guesses; the work is for every thousand codes."""
    everything = all_codes(game)
    cells = [
        OpeningCell(guess, codes) for guess in guesses for codes in cells_by_mark(game, everything, guess).values()
    ]
    cells.sort(key=lambda cell: -len(cell.codes))  # the longest work first, so that nobody waits for it in the end
    asked = [
        (cell, executor.submit(least_of_cell, game, cell.codes, (cell.opening,), work * len(cell.codes) // 1000))
        for cell in cells
    ]
    for guess in guesses:
        parts = [future.result() for cell, future in asked if cell.opening == guess]
        yield OpeningBound(guess, int(game.weights.sum()) + sum(parts))


def least_of_all(game: GuessingGame, work: int, executor: Executor) -> Iterator[OpeningBound]:
    """Every first guess with what it needs at least; the lowest of these is what every strategy needs at least.

    More work never proves less: all of it is spent only where a first look does not prove enough already.
    """
    lowest: int | None = None
    first = least_of_openings(game, openings(game), work // FIRST_LOOK, executor)
    for opening in sorted(first, key=lambda opening: opening.lower):
        if lowest is None or opening.lower < lowest:
            (opening,) = least_of_openings(game, [opening.guess], work, executor)
            lowest = opening.lower if lowest is None else min(lowest, opening.lower)
        yield opening
