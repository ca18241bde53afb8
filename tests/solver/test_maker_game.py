"""The game between maker and breaker: its value, and the stored choices of `perfect` makers."""

from fractions import Fraction
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from tools.hardest_codes import BEGIN, END, HardestChoice, better_choice, choices_table, has_maker, read_choices
from tools.maker_game import MakerGame, solve
from tools.page_tables import STRATEGIES, read_between

from keypeg.core.marks import BLACK_WHITE, COLOURS, SUM, Marking
from keypeg.players.hard_codes import shape_of
from keypeg.solver.exact.search import ExactSearch
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.proof.optimal import optimal_strategy
from keypeg.solver.strategy.book_files import game_book_names, load_book
from keypeg.solver.strategy.costs import GUESSES
from support.plain_solver import brute_force_cost, rulebook_table, small_game
from support.thoroughness import first_of, times

SMALL = [name for name in game_book_names() if name in read_choices() and load_book(name).claims.codes < 1500]


def game_of(game: GuessingGame) -> MakerGame:
    """The maker's game for a guessing game, with the best reply to choosing all codes equally often."""
    maker_game = MakerGame(game)
    maker_game.add_strategy(optimal_strategy(game).strategy)
    return maker_game


# Symmetry


@pytest.mark.parametrize("marking", [BLACK_WHITE, COLOURS, SUM])
@pytest.mark.parametrize(("holes", "colours"), [(2, 3), (3, 2), (2, 4)])
def test_equal_weights_within_each_shape_keep_the_symmetry(marking: Marking, holes: int, colours: int) -> None:
    game, rng = small_game(holes, colours, marking), Random(f"{holes} {colours}")
    for _ in range(4):
        weight = {shape: rng.randint(1, 9) for shape in MakerGame(game).shapes}
        weights = np.array([weight[shape_of(game.code(number))] for number in range(len(game.codes))], np.int64)
        weighted = game.with_weights(weights * game.weights)
        assert weighted.symmetry is game.symmetry
        least = brute_force_cost(weighted, rulebook_table(game, marking), GUESSES, range(len(game.codes)))
        assert optimal_strategy(weighted).cost == least


def test_one_heavier_code_breaks_the_symmetry() -> None:
    game = small_game(3, 4)
    weights = np.ones(len(game.codes), np.int64)
    assert game.with_weights(7 * weights).symmetry is game.symmetry
    for heavy in (0, 1, 6, 63):
        changed = weights.copy()
        changed[heavy] = 2
        assert len(game.with_weights(changed).symmetry.hole_orders) == 1


def test_weights_that_depend_on_the_hole_break_the_symmetry() -> None:
    game = small_game(3, 4)
    same_at_front = game.codes[:, 0] == game.codes[:, 1]  # whatever the colours
    assert len(game.with_weights(1 + same_at_front.astype(np.int64)).symmetry.hole_orders) == 1


# The value


def test_without_codes_of_one_colour_the_optimum_is_5600_guesses_for_1290_codes() -> None:
    maker_game = MakerGame(small_game(4, 6))
    maker_game.add_strategy(load_book("black-white-4x6").strategy)
    assert maker_game.shapes[-1] == "4"
    assert maker_game.best_reply((1, 1, 1, 1, 0)).guesses == Fraction(5600, 1290)
    assert maker_game.best_reply((1, 1, 1, 1, 1)).guesses == Fraction(5625, 1296)


@pytest.mark.parametrize(
    ("game", "value"),
    [
        (small_game(3, 6), Fraction(619, 156)),
        (small_game(2, 4), None),
        (small_game(3, 4), None),
        (small_game(3, 4, SUM), None),
    ],
    ids=lambda parameter: parameter.key if isinstance(parameter, GuessingGame) else "",
)
def test_the_bounds_of_maker_and_breaker_meet(game: GuessingGame, value: Fraction | None) -> None:
    maker_game, even = MakerGame(game), optimal_strategy(game)
    rounds = list(solve(maker_game, even.strategy, 60))
    for earlier, later in pairwise(rounds):
        assert earlier.best.guesses <= later.best.guesses <= later.most <= earlier.most
    last = rounds[-1]
    assert rounds[0].best.guesses == Fraction(even.cost, int(game.weights.sum())) <= last.best.guesses
    assert last.best.guesses == last.most
    assert value in (None, last.most)


def test_no_choice_of_shapes_exceeds_the_value() -> None:
    game, rng = small_game(3, 6), Random(8)
    maker_game = game_of(game)
    for _ in range(40):
        weights = tuple(rng.choice((1, 2, 3, 5, 8, 40)) for _ in maker_game.shapes)
        assert maker_game.best_reply(weights).guesses <= Fraction(619, 156)


def test_no_choice_that_distinguishes_colours_exceeds_the_value() -> None:
    game, rng = small_game(3, 6), Random(9)
    for _ in range(times(4, 10)):
        weights = np.array([rng.randint(1, 6) for _ in game.codes], np.int64)
        search = ExactSearch(game.with_weights(weights))
        assert Fraction(search.cost(search.codes).bound, int(weights.sum())) <= Fraction(619, 156)


def test_a_search_can_stop_before_the_value_is_known() -> None:
    game = small_game(3, 6)
    solutions = list(solve(MakerGame(game), optimal_strategy(game).strategy, 2))
    assert len(solutions) == 3
    assert solutions[-1].best.guesses < Fraction(619, 156) < solutions[-1].most


# Stored choices


@pytest.mark.parametrize("name", first_of(SMALL, quick=3))
def test_the_stored_choices_have_the_value_of_the_best_reply(name: str) -> None:
    book, hardest = load_book(name), read_choices()[name]
    maker_game = MakerGame(book.strategy.game)
    maker_game.add_strategy(book.strategy)
    weights = tuple(
        hardest["shares"][shape] // int(size) for shape, size in zip(maker_game.shapes, maker_game.sizes, strict=True)
    )
    assert maker_game.best_reply(weights).guesses == Fraction(hardest["value"])


@pytest.mark.parametrize("name", sorted(read_choices()))
def test_no_stored_choice_is_worse_than_choosing_all_codes_equally_often(name: str) -> None:
    claims, hardest = load_book(name).claims, read_choices()[name]
    value, most, even = (Fraction(hardest[key]) for key in ("value", "at_most", "all_alike"))
    assert even == Fraction(claims.total, claims.codes)
    assert even <= value <= most


def test_every_game_with_a_proven_book_has_a_stored_choice() -> None:
    assert sorted(read_choices()) == [
        name for name in game_book_names() if load_book(name).claims.proven and has_maker(name)
    ]


def test_earlier_results_are_kept() -> None:
    near = HardestChoice(shares={"11": 1, "2": 2}, value="7/3", at_most="5/2", all_alike="2")
    sure = HardestChoice(shares={"11": 1, "2": 1}, value="9/4", at_most="12/5", all_alike="2")
    assert better_choice(near, sure) == better_choice(sure, near) == {**near, "at_most": "12/5"}


def test_the_page_shows_the_stored_choices() -> None:
    assert read_between(STRATEGIES, BEGIN, END) == choices_table()
