"""The fewest rows to certainty for a whole game with dealt parts: one task for each opening.

The other seats are interchangeable: cells whose marks differ only in the order of the seats have the same cost, and the
same rows settle them. Such cells are searched once.
"""

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np

from keypeg.solver.dealt.certainty import CertaintySearch
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import all_codes, marks_of_guess
from keypeg.solver.strategy.costs import FORBIDDEN
from keypeg.solver.strategy.tree import NOWHERE, Branch, Strategy


@dataclass(frozen=True)
class OpeningResult:
    """The cost of an opening."""

    guess: int
    cost: int
    """The number of rows, the first one included, counted for each code by its weight; or a lower bound of it."""
    branches: dict[int, Branch] | None
    """The strategy after each mark, by the mark's number; None if the cost is no less than the budget."""
    nodes: int
    """How many positions were entered."""


def list_openings(game: GuessingGame) -> list[int]:
    """The openings that tell some codes apart, one of each symmetric kind, the one with the smallest cells first."""
    search = CertaintySearch(game)
    return [int(search.rows[row]) for row in search.first_rows()]


def search_opening(game: GuessingGame, guess: int, budget: int = FORBIDDEN) -> OpeningResult:
    """The cost of an opening, if less than the budget. Workers run this."""
    everything = all_codes(game)
    marks = marks_of_guess(game, guess, everything)
    symmetric = symmetric_marks(game, np.unique(marks).tolist())
    searches = {mark: CertaintySearch(game, among=everything[marks == mark], placed=(guess,)) for mark in symmetric}
    lower = {mark: search.lower_bound(search.codes) for mark, search in searches.items()}
    total = int(game.weights.sum()) + sum(len(symmetric[mark]) * lower[mark] for mark in symmetric)
    # The smallest cells first: whatever they cost above their bounds tightens the budget of the large, slow ones.
    for mark, search in sorted(searches.items(), key=lambda item: len(item[1].codes)):
        if total >= budget:
            break
        times = len(symmetric[mark])
        most = lower[mark] - (total - budget) // times
        total += times * max(search.cost(search.codes, most).cost - lower[mark], 0)
    nodes = sum(search.nodes for search in searches.values())
    if total >= budget:
        return OpeningResult(guess, total, None, nodes)
    branches = {mark: search.branch() for mark, search in searches.items()}
    return OpeningResult(guess, total, _expand_branches(branches, symmetric), nodes)


def search_openings(game: GuessingGame, executor: Executor, budget: int = FORBIDDEN) -> Iterator[OpeningResult]:
    """The cost of each opening, if less than the budget and than the best cost before it."""
    guesses = list_openings(game)
    # The most promising one alone: its cost spares most of the work for the others.
    for batch in (guesses[:1], guesses[1:]):
        for future in [executor.submit(search_opening, game, guess, budget) for guess in batch]:
            result = future.result()
            yield result if result.cost < budget else replace(result, branches=None)
            budget = min(budget, result.cost)


def best_opening(openings: Iterable[OpeningResult]) -> OpeningResult:
    """The best of all openings: the last one that cost less than those before it."""
    *_, best = (opening for opening in openings if opening.branches is not None)
    return best


def build_strategy(game: GuessingGame, opening: OpeningResult) -> Strategy:
    """The strategy with this opening."""
    assert opening.branches is not None
    whole = Branch.empty(len(game.marks))
    first = whole.add(opening.guess)
    for mark, branch in opening.branches.items():
        whole.graft(branch, first, mark)
    return whole.strategy(game)


# Symmetry of the seats


MarkPermutation = tuple[int, ...]
"""For each mark, by its number, the mark with the seats in another order."""


def seat_permutations(game: GuessingGame) -> list[MarkPermutation]:
    """The permutation of the marks for each order of the other seats."""
    places = {marks: number for number, marks in enumerate(game.marks)}
    orders = permutations(range(len(game.marks[0])))
    return [tuple(places[tuple(marks[seat] for seat in order)] for marks in game.marks) for order in orders]


def symmetric_marks(game: GuessingGame, marks: list[int]) -> dict[int, dict[int, MarkPermutation]]:
    """The first mark of each symmetric kind, with the marks of its kind and a permutation that leads to each."""
    by_first_mark: dict[int, dict[int, MarkPermutation]] = {}
    equivalent_marks, permutations_of_marks = set[int](), seat_permutations(game)
    for mark in marks:
        if mark not in equivalent_marks:
            by_first_mark[mark] = {permutation[mark]: permutation for permutation in permutations_of_marks}
            equivalent_marks |= set(by_first_mark[mark])
    return by_first_mark


def _expand_branches(
    branches: dict[int, Branch], symmetric: dict[int, dict[int, MarkPermutation]]
) -> dict[int, Branch]:
    """The branch after every mark, from those after the first mark of each kind."""
    return {
        other: _permute_branch(branch, permutation)
        for mark, branch in branches.items()
        for other, permutation in symmetric[mark].items()
    }


def _permute_branch(branch: Branch, permutation: MarkPermutation) -> Branch:
    """A branch with its marks permuted."""
    children = []
    for row in branch.children:
        moved = [NOWHERE] * branch.marks
        for mark, child in enumerate(row):
            moved[permutation[mark]] = child
        children.append(moved)
    return Branch(branch.marks, branch.guesses, children)
