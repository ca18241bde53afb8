"""The search to the end of a game with a pool of guesses."""

import numpy as np

from keypeg.core.codes import CodeSpace
from keypeg.core.marks import BLACK_WHITE
from keypeg.solver.exact.search import ExactSearch
from keypeg.solver.game.guessing_game import game_of, list_codes
from keypeg.solver.kernels.array_types import Bytes
from keypeg.solver.large.endgame import pool_game, search_endgame

SPACE = CodeSpace(4, 5)


def some_codes(number: int, seed: int) -> Bytes:
    every = list_codes(SPACE)
    return every[np.sort(np.random.default_rng(seed).choice(len(every), number, replace=False))]


def test_with_all_guesses_it_is_the_exact_search() -> None:
    game = game_of(SPACE, SPACE, BLACK_WHITE)
    for seed in range(5):
        numbers = np.sort(np.random.default_rng(seed).choice(len(game.codes), 40, replace=False)).astype(np.int32)
        exact = ExactSearch(game, codes=numbers, placed=None).cost(numbers, placed=None).bound
        found = search_endgame(pool_game(game.codes[numbers], game.guesses, BLACK_WHITE), 1000)
        assert found is not None
        assert found.cost == exact


def test_a_smaller_pool_costs_no_less() -> None:
    codes = some_codes(40, seed=7)
    costs = []
    for guesses in (codes, np.unique(np.concatenate([codes, some_codes(100, seed=8)]), axis=0), list_codes(SPACE)):
        found = search_endgame(pool_game(codes, guesses, BLACK_WHITE), 1000)
        assert found is not None
        costs.append(found.cost)
    assert costs == sorted(costs, reverse=True)


def test_too_much_work_is_given_up() -> None:
    codes = list_codes(SPACE)
    assert search_endgame(pool_game(codes, codes, BLACK_WHITE), 1) is None
