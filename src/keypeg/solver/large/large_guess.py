"""The guess at a position of a game with many codes.

As soon as few codes are left, the game is searched to its end with a pool of good guesses, and what is found is
followed. With more codes a beam search tries the most promising guesses, with still more a sample of the codes is
looked at two steps ahead.
"""

from functools import lru_cache
from math import log
from typing import NamedTuple

import numpy as np

from keypeg.core.codes import Code
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.kernels.array_types import Bytes
from keypeg.solver.large.cell_search import CellSearch
from keypeg.solver.large.effort import Effort
from keypeg.solver.large.endgame import Endgame, pool_game, search_endgame
from keypeg.solver.large.expected_costs import ExpectedCosts
from keypeg.solver.large.fitting_codes import KINDS, FittingCodes, find_fitting
from keypeg.solver.large.guess_pool import GuessMaker, GuessPool, GuessRater, keys_of, some_rows
from keypeg.solver.large.large_position import naming_of, rename
from keypeg.solver.large.openings import known_opening
from keypeg.solver.large.two_steps import TwoStepRater
from keypeg.solver.plain.one_step import first_patterns
from keypeg.solver.plain.position import PlainPosition

SEED = 21
"""The seed of all samples: the same position always gets the same guess."""

RANDOM_GUESSES = 200
"""How many random guesses the search for good ones begins with, beside the codes."""

GUESSES_BY_MARKS = 1.28
"""How many more guesses e times as many codes need, times the logarithm of the number of marks: about the same in
games of four holes to eight."""


class LargeGuess(NamedTuple):
    """A guess, and what is expected of it."""

    guess: Code
    expected: float
    """The expected number of further guesses, this one included: an estimate, or what a search has reached."""


def is_known_marking(position: PlainPosition) -> bool:
    """Whether guesses can be found here for the marking of a game."""
    return position.marking in KINDS


def choose_large_guess(position: PlainPosition, effort: Effort) -> LargeGuess | None:
    """A good guess; None if no code fits the rows, or none is found."""
    naming = naming_of(position)
    chosen = _choose(rename(position, naming), effort)
    return None if chosen is None else chosen._replace(guess=naming.undo(chosen.guess))


def find_candidate(position: PlainPosition) -> Code | None:
    """A code that fits the rows; None if there is none, or none is found."""
    codes = fitting_codes(position).codes
    return _as_code(codes[0]) if len(codes) else None


@lru_cache(maxsize=4096)
def _choose(position: PlainPosition, effort: Effort) -> LargeGuess | None:
    fitting = fitting_codes(position)
    if len(fitting.codes) == 0:
        return None
    if fitting.is_complete:
        if len(fitting.codes) <= 2:
            return LargeGuess(_as_code(fitting.codes[0]), (1 + len(fitting.codes)) / 2)
        endgame = find_endgame(position, effort)
        if endgame is not None:
            return _follow(endgame, fitting.codes)
    patterns = [] if position.rows else list(first_patterns(position))
    if patterns:
        return _open(position, np.array(patterns, np.uint8), fitting, effort)
    if fitting.is_complete and len(fitting.codes) <= effort.beam_codes:
        return _search_cells(position, fitting.codes, effort)
    return _look_ahead(position, fitting, effort)


def _as_code(row: Bytes) -> Code:
    return tuple(row.tolist())


@lru_cache(maxsize=64)
def fitting_codes(position: PlainPosition) -> FittingCodes:
    """The codes that fit a position."""
    return find_fitting(position, SEED)


def expected_costs(position: PlainPosition) -> ExpectedCosts:
    """What cells are expected to cost in this game."""
    return ExpectedCosts(GUESSES_BY_MARKS / log(len(position.marking.possible(position.secrets.holes))))


def _find_pool(position: PlainPosition, codes: Bytes, scale: float, effort: Effort) -> GuessPool:
    """Good guesses for these codes, each of which stands for so many."""
    rng = np.random.default_rng(SEED)
    rated = some_rows(codes, effort.rated_codes, rng)
    table = expected_costs(position).table(len(rated), scale * len(codes) / len(rated))
    pool = GuessPool(GuessRater(rated, position.marking, table))
    maker = GuessMaker(position.guesses, codes, rng)
    pool.add(np.concatenate([maker.legal(rated), maker.random(RANDOM_GUESSES)]))
    pool.improve(maker, effort.changed, effort.rounds)
    return pool


# Few codes


def find_endgame(position: PlainPosition, effort: Effort) -> Endgame | None:
    """The search to the end of the game that this position belongs to: the one after the fewest rows."""
    starts = []
    while len(fitting_codes(position).codes) <= effort.endgame_codes and fitting_codes(position).is_complete:
        starts.append(position)
        if not position.rows:
            break
        position = position._replace(rows=position.rows[:-1])
    return next((endgame for start in reversed(starts) if (endgame := _endgame_from(start, effort)) is not None), None)


@lru_cache(maxsize=8)
def _endgame_from(position: PlainPosition, effort: Effort) -> Endgame | None:
    """The search to the end of the game from a position on; None if it takes too much work."""
    codes = fitting_codes(position).codes
    return search_endgame(_game_with_pool(position, codes, effort), effort.endgame_steps)


def _game_with_pool(position: PlainPosition, codes: Bytes, effort: Effort) -> GuessingGame:
    """The game of finding these codes with themselves and with good guesses."""
    guesses = np.concatenate([codes, _find_pool(position, codes, 1.0, effort).best(effort.pool)])
    return pool_game(codes, np.unique(guesses, axis=0), position.marking)


def _follow(endgame: Endgame, codes: Bytes) -> LargeGuess:
    numbers = np.flatnonzero(np.isin(keys_of(endgame.game.codes), keys_of(codes))).astype(np.int32)
    result = endgame.search.cost(numbers, placed=None)
    return LargeGuess(endgame.game.guess(result.guess), result.bound / len(codes))


# Some codes


def _search_cells(position: PlainPosition, codes: Bytes, effort: Effort) -> LargeGuess:
    game = _game_with_pool(position, codes, effort)
    best = CellSearch(game, expected_costs(position).table(len(codes)), effort.beam).best()
    return LargeGuess(game.guess(best.guess), best.cost / len(codes))


# Many codes


def _look_ahead(position: PlainPosition, fitting: FittingCodes, effort: Effort) -> LargeGuess:
    codes = some_rows(fitting.codes, effort.sample, np.random.default_rng(SEED))
    scale = max(1.0, fitting.count / len(codes))
    pool = _find_pool(position, codes, scale, effort).guesses[: effort.replies]
    game = pool_game(codes, np.unique(pool, axis=0), position.marking)
    rater = TwoStepRater(game, expected_costs(position).table(len(codes), scale))
    guess, cost = rater.best(effort.looks_ahead)
    return LargeGuess(game.guess(guess), cost / len(codes))


def _open(position: PlainPosition, patterns: Bytes, fitting: FittingCodes, effort: Effort) -> LargeGuess:
    """The first guess: only how it divides the holes among colours makes a difference."""
    costs, opening = expected_costs(position), known_opening(position)
    if opening is not None:
        return LargeGuess(opening, costs.guesses_for(fitting.count))
    rng = np.random.default_rng(SEED)
    codes = some_rows(fitting.codes, effort.sample, rng)
    replies = GuessMaker(position.guesses, codes, rng).random(effort.replies)
    game = pool_game(codes, np.unique(np.concatenate([patterns, replies]), axis=0), position.marking)
    rater = TwoStepRater(game, costs.table(len(codes), fitting.count / len(codes)))
    numbers = np.flatnonzero(np.isin(keys_of(game.guesses), keys_of(patterns))).astype(np.int32)
    guess, _ = rater.best(effort.looks_ahead, numbers)
    return LargeGuess(game.guess(guess), costs.guesses_for(fitting.count))
