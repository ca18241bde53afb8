"""How many guesses each level needs: published figures, and exact figures of its rule."""

from random import Random
from statistics import mean, stdev

import pytest

from keypeg.core.actions import Guess
from keypeg.core.apply import apply
from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.observe import observe
from keypeg.solver.game.guessing_game import game_for
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule
from keypeg.solver.proof.optimal import optimal_strategy
from keypeg.solver.strategy.tree import tally_of
from support.player_levels import QUICK, player, table_with_code
from support.random_play import edition_from
from support.thoroughness import first_of, times

pytestmark = pytest.mark.no_cover  # thousands of choices: other tests cover the same code

LONG = 1.0
"""Time enough for an exact search of a small game without a book."""


def guesses_needed(rules: Edition, name: str, code: Code, rng: Random, time: float = QUICK) -> int:
    """How many rows this player needs to find this code, when shown the table row by row."""
    state = table_with_code(rules, code)
    while not state.finished:
        action = player(name).choose(observe(state, 2), time, rng)
        assert isinstance(action, Guess)
        state = apply(state, 2, action).state
    board = state.finished[0].boards[0]
    assert board.broken
    return len(board.rows)


def over_all_codes(rules: Edition, name: str, time: float = QUICK) -> list[int]:
    return [guesses_needed(rules, name, code, Random(0), time) for code in rules.secrets.space]


@pytest.mark.parametrize("name", first_of(["perfect", "devil", "fewest"], quick=1))
def test_perfect_needs_5625_guesses_for_the_1296_codes_of_the_classic_game(name: str) -> None:
    # Koyama and Lai, 1993: no strategy needs fewer guesses; one code of this one takes six.
    needed = over_all_codes(edition_from("classic", rows=12), name)
    assert len(needed) == 1296
    assert sum(needed) == 5625
    assert max(needed) == 6


def test_strong_needs_exactly_the_guesses_of_its_rule() -> None:
    # Entropy opens with 1234, which the golden file of one-step rules does not have; a plain count with the marks of
    # the rules gives the same.
    rules = edition_from("classic", rows=12)
    needed = over_all_codes(rules, "strong")
    assert sum(needed) == tally_of(one_step_strategy(game_for(rules), Rule.ENTROPY)).total == STRONG


STRONG = 5722
"""The guesses of the strategy with the most information, over all codes of the classic game."""


@pytest.mark.parametrize(("holes", "colours"), [(3, 6), (4, 4), (2, 8)])
def test_perfect_needs_the_fewest_guesses_in_other_games_too(holes: int, colours: int) -> None:
    rules = edition_from("house", rows=12, holes=holes, colours=colours)
    best = optimal_strategy(game_for(rules))
    assert best.proven
    assert sum(over_all_codes(rules, "perfect", LONG)) == best.cost


def test_casual_needs_about_4_64_guesses() -> None:
    # Published for random guesses that fit all marks so far.
    rules, rng = edition_from("classic", rows=12), Random(1)
    codes = list(rules.secrets.space)
    needed = [guesses_needed(rules, "casual", rng.choice(codes), rng) for _ in range(times(300, 1000))]
    assert abs(mean(needed) - 4.64) < 4 * stdev(needed) / len(needed) ** 0.5


def test_each_level_needs_fewer_guesses_than_the_one_below() -> None:
    rules = edition_from("house", rows=30)
    codes = Random(5).choices(list(rules.secrets.space), k=times(150, 300))
    means = [
        mean(guesses_needed(rules, name, code, Random(number)) for number, code in enumerate(codes))
        for name in ("beginner", "casual", "strong", "perfect")
    ]
    assert means == sorted(means, reverse=True)
