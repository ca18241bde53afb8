"""The best guess from any position by any costs, and the most informative ones, with counted work.

`keypeg.solver.advice.advisor` rates guesses for a person within some seconds. Here the limit is work, not time, so that
the same position always gets the same guess, on any machine. Seconds are those of a typical machine.
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

MIN_CODES_FOR_SYMMETRY = 48
"""From how many codes on it pays to leave out symmetric guesses."""

GROWN_PAIRS_PER_SECOND = 150_000_000
"""From how many codes times guesses strategies that bound the search may be grown, for each second."""

SEARCHED_PAIRS_PER_SECOND = 60_000_000
"""Up to how many codes times guesses, for each second, an exact search is begun."""

SEARCH_STEPS_PER_SECOND = 12_000
"""How often a search is continued for each second, divided by the codes: with more codes each step takes longer."""

MAX_GROWN_GUESSES = 8
"""How many of the most informative guesses are tried before, or in place of, the exact search."""

MAX_COUNTED_PAIRS = 2_000_000_000
"""Up to how many codes times guesses all cells are counted; beyond, those of a sample."""

SAMPLE_SIZE = 1500
"""How many codes are sampled, how many guesses that can be one of them, and how many others."""

GROWTH_EXCESS = 4
"""With so many times as many pairs as a strategy may be grown from, none is grown."""


class Choice(NamedTuple):
    """A guess and its cost."""

    guess: int
    cost: int
    """The cost of all candidates together, each counted by its weight."""
    exact: bool
    """Whether nothing costs less; otherwise it is the cost of a one-step strategy that begins with the guess."""


def most_informative(game: GuessingGame, codes: Numbers, placed: Sequence[int] = (), limit: int = 1) -> list[int]:
    """The guesses whose marks tell most about these codes, the best first: by entropy, and candidates before others.

    `placed` are the guesses that led here: of guesses that are symmetric after them only the first is listed. Raises
    `RuleError` if no guess tells any two of the codes apart.
    """
    if len(codes) <= 2 and (members := _guesses_of(game, codes)):
        return members
    if len(codes) * len(game.guesses) > MAX_COUNTED_PAIRS:
        codes = codes[:: -(-len(codes) // SAMPLE_SIZE)]
        guesses = _sample_guesses(game, codes)
    else:
        guesses = _distinct_guesses(game, codes, placed)
    sizes = _cell_weights(game, codes, guesses)
    entropies = entropy_table(int(game.weights[codes].sum()) if not game.is_uniform else len(codes))[sizes].sum(axis=1)
    is_code = np.isin(guesses, game.guess_of[codes])
    order = np.lexsort((guesses, ~is_code, entropies))
    useful = np.count_nonzero(sizes, axis=1) > 1
    best = guesses[order[useful[order]]][:limit]
    if len(best) == 0:
        raise RuleError("codes-indistinguishable")
    return [int(guess) for guess in best]


def _guesses_of(game: GuessingGame, codes: Numbers) -> list[int]:
    """The codes that can be guessed, as guesses."""
    return [int(game.guess_of[code]) for code in codes if game.guess_of[code] >= 0]


def _sample_guesses(game: GuessingGame, codes: Numbers) -> Numbers:
    """The guesses that can be one of these codes, and a sample of all guesses."""
    every = np.arange(0, len(game.guesses), -(-len(game.guesses) // SAMPLE_SIZE), dtype=np.int32)
    members = game.guess_of[codes]
    return np.union1d(members[members >= 0], every).astype(np.int32)


def _distinct_guesses(game: GuessingGame, codes: Numbers, placed: Sequence[int]) -> Numbers:
    """All guesses; of those that are symmetric only the first, where finding that out pays."""
    if len(codes) < MIN_CODES_FOR_SYMMETRY:
        return np.arange(len(game.guesses), dtype=np.int32)
    return np.flatnonzero(canonical_guesses(game.guesses, game.symmetry, placed)).astype(np.int32)


def _cell_weights(game: GuessingGame, codes: Numbers, guesses: Numbers) -> Longs:
    """The weight of each guess's (row) cell for each mark (column)."""
    if game.is_uniform:
        return cell_sizes(game, codes, guesses)
    table = mark_table(game, codes)[:, guesses]
    sizes = np.zeros((len(guesses), len(game.marks)), np.int64)
    rows = np.arange(len(guesses))
    for marks, code in zip(table, codes, strict=True):
        sizes[rows, marks] += game.weights[code]
    return sizes


def choose_guess(
    game: GuessingGame, codes: Numbers, costs: Costs, placed: Sequence[int] = (), seconds: float = 0.5
) -> Choice:
    """The guess of least cost from these codes, as far as the work of so many seconds can find it.

    `costs` is the cost of each number of guesses, counted from here. First the most informative guesses are tried, each
    followed by a one-step strategy; the least of their costs bounds the exact search, which has the rest of the work.
    """
    if len(codes) == 1 and game.guess_of[codes[0]] >= 0:
        return Choice(int(game.guess_of[codes[0]]), int(costs.increments[0] * game.weights[codes[0]]), True)
    pairs = len(codes) * len(game.guesses)
    affordable = max(1, min(MAX_GROWN_GUESSES, int(GROWN_PAIRS_PER_SECOND * seconds / pairs)))
    tried = most_informative(game, codes, placed, affordable)
    options = [Choice(guess, one_step_cost(game, codes, guess, costs, placed), False) for guess in tried]
    best = min(options, key=lambda option: option.cost)
    if game.solved_mark < 0 or pairs > SEARCHED_PAIRS_PER_SECOND * seconds:
        return best
    search = ExactSearch(game, costs, codes, placed)
    try:
        answer = search.cost(codes, best.cost, watch=watch_steps(int(SEARCH_STEPS_PER_SECOND * seconds / len(codes))))
    except SearchInterrupted:
        return best
    if not answer.exact or answer.guess < 0:  # nothing costs less than the best of those tried
        return best._replace(exact=True)
    return Choice(answer.guess, answer.bound, True)


def one_step_cost(game: GuessingGame, codes: Numbers, guess: int, costs: Costs, placed: Sequence[int] = ()) -> int:
    """The cost of these codes if this guess comes next and always the most informative guess follows."""
    if len(codes) == 1 and guess != game.guess_of[codes[0]]:  # a strategy for one code guesses that code first
        return int(costs.increments_from(1, 2)[:2].sum() * game.weights[codes[0]])
    grown = one_step_strategy(game, Rule.ENTROPY, opening=guess, codes=codes, placed=placed)
    return costs.total_cost(grown.guesses_needed(codes), game.weights[codes])


def watch_steps(limit: int) -> Callable[[Progress], bool]:
    """A watch that lets a search continue so many times."""
    left = limit

    def watch(progress: Progress) -> bool:
        nonlocal left
        left -= 1
        return left > 0

    return watch
