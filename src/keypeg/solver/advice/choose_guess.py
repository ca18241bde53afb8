"""Choosing a guess from any position by counted work: the most telling ones, and the best by any costs.

`keypeg.solver.advice.advisor` compares guesses for a person in the seconds there are. Here the limit is work, not
time, so that the same position always gets the same guess, on any machine.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from keypeg.core.errors import RuleError, SearchInterrupted
from keypeg.solver.exact.search import ExactSearch, Progress
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import cell_sizes, mark_table
from keypeg.solver.game.symmetry import canonical_guesses
from keypeg.solver.kernels.array_types import Longs, Numbers
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule, entropy_table
from keypeg.solver.strategy.costs import Costs

ALIKE_FROM = 48
"""From how many codes on it pays to find out which guesses are alike."""

GROWN = 150_000_000
"""How many codes times guesses may be worked through for each second in growing strategies that bound the search."""

LAID = 60_000_000
"""Up to how many codes times guesses there may be for each second for an exact search to begin."""

LOOKS_A_SECOND = 12_000
"""How often a search is let go on for each second and code: the more codes, the longer each time takes."""

TRIED = 8
"""How many of the most telling guesses are tried before, or in place of, the exact search."""


COUNTED = 2_000_000_000
"""Up to how many codes times guesses all of them are counted; beyond, a sample is."""

SAMPLE = 1500
"""Of how many codes a sample is, and of how many guesses that can be one of them, and of how many others."""

GROWN_AT_MOST = 4
"""With so many times as many pairs as strategies may be grown for, none is."""


class Choice(NamedTuple):
    """A guess, and what it costs."""

    guess: int
    cost: int
    """What all codes left cost together, each as often as it weighs."""
    exact: bool
    """Whether nothing costs less; otherwise it is what a one-step strategy costs that begins with it."""


def most_telling(game: GuessingGame, codes: Numbers, placed: Sequence[int] = (), many: int = 1) -> list[int]:
    """The guesses whose marks tell most of these codes, the best first: by entropy; of equals those that can be it.

    `placed` are the guesses that led here: of guesses that are alike after them only the first is one. Raises
    `RuleError` if no guess tells any two of the codes apart.
    """
    if len(codes) <= 2 and (at_once := _at_once(game, codes)):
        return at_once
    if len(codes) * len(game.guesses) > COUNTED:
        codes = codes[:: -(-len(codes) // SAMPLE)]
        listed = _sample(game, codes)
    else:
        listed = _listed(game, codes, placed)
    sizes = _weights_of_cells(game, codes, listed)
    told = entropy_table(int(game.weights[codes].sum()) if not game.is_uniform else len(codes))[sizes].sum(axis=1)
    is_code = np.isin(listed, game.guess_of[codes])
    order = np.lexsort((listed, ~is_code, told))
    useful = np.count_nonzero(sizes, axis=1) > 1
    found = listed[order[useful[order]]][:many]
    if len(found) == 0:
        raise RuleError("cannot-be-told-apart")
    return [int(guess) for guess in found]


def _at_once(game: GuessingGame, codes: Numbers) -> list[int]:
    """One or two codes are tried one after the other, if they can be guessed."""
    return [int(game.guess_of[code]) for code in codes if game.guess_of[code] >= 0]


def _sample(game: GuessingGame, codes: Numbers) -> Numbers:
    """Some guesses that can be one of these codes, and some others from everywhere."""
    many = len(game.guesses)
    everywhere = np.arange(0, many, -(-many // SAMPLE), dtype=np.int32)
    can_be = game.guess_of[codes]
    return np.union1d(can_be[can_be >= 0], everywhere).astype(np.int32)


def _listed(game: GuessingGame, codes: Numbers, placed: Sequence[int]) -> Numbers:
    if len(codes) < ALIKE_FROM:
        return np.arange(len(game.guesses), dtype=np.int32)
    return np.flatnonzero(canonical_guesses(game.guesses, game.symmetry, placed)).astype(np.int32)


def _weights_of_cells(game: GuessingGame, codes: Numbers, guesses: Numbers) -> Longs:
    """For each guess (a row) and mark (a column) what the codes weigh that earn it that mark."""
    if game.is_uniform:
        return cell_sizes(game, codes, guesses)
    table = mark_table(game, codes)[:, guesses]
    sizes = np.zeros((len(guesses), len(game.marks)), np.int64)
    rows = np.arange(len(guesses))
    for marks, code in zip(table, codes, strict=True):
        sizes[rows, marks] += game.weights[code]
    return sizes


def best_guess(
    game: GuessingGame, codes: Numbers, costs: Costs, placed: Sequence[int] = (), seconds: float = 0.5
) -> Choice:
    """The guess with which these codes cost least, as far as can be found out with the work of so many seconds.

    `costs` says what each further number of guesses costs, from here on. First the most telling guesses are tried, each
    with a one-step strategy after it; they bound the exact search, which has the rest.
    """
    if len(codes) == 1 and game.guess_of[codes[0]] >= 0:
        return Choice(int(game.guess_of[codes[0]]), int(costs.increments[0] * game.weights[codes[0]]), True)
    pairs = len(codes) * len(game.guesses)
    affordable = max(1, min(TRIED, int(GROWN * seconds / pairs)))
    tried = most_telling(game, codes, placed, affordable)
    options = [Choice(guess, cost_after(game, codes, guess, costs, placed), False) for guess in tried]
    best = min(options, key=lambda option: option.cost)
    if game.solved_mark < 0 or pairs > LAID * seconds:
        return best
    search = ExactSearch(game, costs, codes, placed)
    try:
        answer = search.cost(codes, best.cost, watch=looks(int(LOOKS_A_SECOND * seconds / len(codes))))
    except SearchInterrupted:
        return best
    if not answer.exact or answer.guess < 0:  # nothing costs less than what was tried
        return best._replace(exact=True)
    return Choice(answer.guess, answer.bound, True)


def cost_after(game: GuessingGame, codes: Numbers, guess: int, costs: Costs, placed: Sequence[int] = ()) -> int:
    """What these codes cost if this guess comes next and the most telling ones follow."""
    if len(codes) == 1 and guess != game.guess_of[codes[0]]:  # a strategy for one code is that code
        return int(costs.increments_from(1, 2)[:2].sum() * game.weights[codes[0]])
    grown = one_step_strategy(game, Rule.ENTROPY, opening=guess, codes=codes, placed=placed)
    return costs.total_cost(grown.guesses_needed(codes), game.weights[codes])


def looks(many: int) -> Callable[[Progress], bool]:
    """A watch that lets a search go on so many times."""
    left = many

    def watch(progress: Progress) -> bool:
        nonlocal left
        left -= 1
        return left > 0

    return watch
