"""The beam search with counted work."""

import numpy as np

from keypeg.core.codes import CodeSpace
from keypeg.core.marks import BLACK_WHITE
from keypeg.solver.exact.search import ExactSearch
from keypeg.solver.game.guessing_game import game_of
from keypeg.solver.game.partition import all_codes
from keypeg.solver.large.cell_search import BeamLimits, CellSearch
from keypeg.solver.large.expected_costs import ExpectedCosts

SPACE = CodeSpace(4, 5)
GAME = game_of(SPACE, SPACE, BLACK_WHITE)
EXPECTED = ExpectedCosts(0.48).table(len(GAME.codes))
PLENTY = 10**13


def cost(limits: BeamLimits) -> float:
    return CellSearch(GAME, EXPECTED, limits).best().cost


def test_the_wider_it_is_the_less_is_the_cost() -> None:
    exact = ExactSearch(GAME).cost(all_codes(GAME)).bound
    costs = [cost(BeamLimits(*width, PLENTY)) for width in ((1, 1, 3), (3, 2, 20), (8, 4, 60), (40, 1, 625))]
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] == exact == 2463


def test_it_ends_when_its_work_is_used_up() -> None:
    """With too little work even for one guess, the most promising is chosen; with more, the best so far."""
    least = CellSearch(GAME, EXPECTED, BeamLimits(40, 3, 60, 1)).best()
    sizes = np.bincount(
        np.array(
            [GAME.marks.index((BLACK_WHITE.mark(GAME.code(code), GAME.guess(least.guess)),)) for code in range(625)]
        )
    )
    assert np.count_nonzero(sizes) >= 8
    costs = [cost(BeamLimits(40, 3, 60, work)) for work in (10**9, 10**10, PLENTY)]
    assert costs == sorted(costs, reverse=True)
