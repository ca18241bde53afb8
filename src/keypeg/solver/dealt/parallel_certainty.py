"""The fewest rows to certainty of a whole game with dealt parts: its first rows, shared out.

Every row is marked by all other seats alike; so what one mark leaves costs as much as what the same marks leave in
another order of the seats, and the same rows find it. Such cells are searched once.
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
class FirstRow:
    """What a first row comes to."""

    guess: int
    cost: int
    """The rows needed in all, each counted as often as its codes weigh, the first one too; or a lower bound."""
    branches: dict[int, Branch] | None
    """How to go on after each mark, by its number; None if it cost no less than the budget."""
    nodes: int
    """How many positions were entered."""


def first_rows(game: GuessingGame) -> list[int]:
    """The first rows worth a look, of those that are alike one, the most telling first."""
    search = CertaintySearch(game)
    return [int(search.rows[row]) for row in search.most_telling()]


def search_opening(game: GuessingGame, guess: int, budget: int = FORBIDDEN) -> FirstRow:
    """What a first row comes to, if it is less than the budget. This is what workers run."""
    everything = all_codes(game)
    marks = marks_of_guess(game, guess, everything)
    alike = cells_alike(game, np.unique(marks).tolist())
    searches = {mark: CertaintySearch(game, among=everything[marks == mark], placed=(guess,)) for mark in alike}
    least = {mark: search.least(search.codes) for mark, search in searches.items()}
    total = int(game.weights.sum()) + sum(len(alike[mark]) * least[mark] for mark in alike)
    # The smallest first: what they cost more than they must leaves less to the large ones, which take longest.
    for mark, search in sorted(searches.items(), key=lambda one: len(one[1].codes)):
        if total >= budget:
            break
        times = len(alike[mark])
        most = least[mark] - (total - budget) // times
        total += times * max(search.cost(search.codes, most).cost - least[mark], 0)
    nodes = sum(search.nodes for search in searches.values())
    if total >= budget:
        return FirstRow(guess, total, None, nodes)
    found = {mark: search.branch() for mark, search in searches.items()}
    return FirstRow(guess, total, _for_all(found, alike), nodes)


def fewest_rows(game: GuessingGame, executor: Executor, budget: int = FORBIDDEN) -> Iterator[FirstRow]:
    """What each first row comes to, if it is less than the budget and than what the best before it came to."""
    guesses = first_rows(game)
    # The most telling one alone: what it comes to spares most of the work for the others.
    for some in (guesses[:1], guesses[1:]):
        for asked in [executor.submit(search_opening, game, guess, budget) for guess in some]:
            found = asked.result()
            yield found if found.cost < budget else replace(found, branches=None)
            budget = min(budget, found.cost)


def best_of(openings: Iterable[FirstRow]) -> FirstRow:
    """The best of all first rows: the last one that was less than those before it."""
    *_, best = (opening for opening in openings if opening.branches is not None)
    return best


def strategy_from(game: GuessingGame, opening: FirstRow) -> Strategy:
    """The strategy that begins with a first row."""
    assert opening.branches is not None
    whole = Branch.empty(len(game.marks))
    first = whole.add(opening.guess)
    for mark, branch in opening.branches.items():
        whole.graft(branch, first, mark)
    return whole.strategy(game)


# Seats in another order


PegExchange = tuple[int, ...]
"""For each mark, by its number, what it is with the seats in another order."""


def exchanges(game: GuessingGame) -> list[PegExchange]:
    """What each order of the other seats makes of the marks."""
    places = {marks: number for number, marks in enumerate(game.marks)}
    orders = permutations(range(len(game.marks[0])))
    return [tuple(places[tuple(marks[seat] for seat in order)] for marks in game.marks) for order in orders]


def cells_alike(game: GuessingGame, marks: list[int]) -> dict[int, dict[int, PegExchange]]:
    """The first of the marks that are alike, each with those that it is alike, itself among them, and why."""
    found: dict[int, dict[int, PegExchange]] = {}
    known, every = set[int](), exchanges(game)
    for mark in marks:
        if mark not in known:
            found[mark] = {exchange[mark]: exchange for exchange in every}
            known |= set(found[mark])
    return found


def _for_all(found: dict[int, Branch], alike: dict[int, dict[int, PegExchange]]) -> dict[int, Branch]:
    """How to go on after every mark, if it is known after the first of each kind."""
    return {
        other: _exchanged(branch, exchange) for mark, branch in found.items() for other, exchange in alike[mark].items()
    }


def _exchanged(branch: Branch, exchange: PegExchange) -> Branch:
    children = []
    for row in branch.children:
        moved = [NOWHERE] * branch.marks
        for mark, child in enumerate(row):
            moved[exchange[mark]] = child
        children.append(moved)
    return Branch(branch.marks, branch.guesses, children)
