"""The game of maker and breaker: the value that both can be sure of, and what `perfect` makers know of it."""

from fractions import Fraction
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from tools.hardest_codes import BEGIN, END, Hardest, best_of, choices, has_maker, known
from tools.maker_game import Game, solve
from tools.page_tables import STRATEGIES, shown

from keypeg.core.marks import BLACK_WHITE, COLOURS, SUM, Marking
from keypeg.players.hard_codes import shape_of
from keypeg.solver.exact.search import ExactSearch
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.proof.optimal import optimal_strategy
from keypeg.solver.strategy.book_files import game_book_names, load_book
from keypeg.solver.strategy.costs import GUESSES
from support.plain_solver import brute_force_cost, rulebook_table, small_game

SMALL = [name for name in game_book_names() if name in known() and load_book(name).claims.codes < 1500]


def game_of(asked: GuessingGame) -> Game:
    """The game of a game, with the best reply to all codes alike."""
    game = Game(asked)
    game.know(optimal_strategy(asked).strategy)
    return game


# Exchanges


@pytest.mark.parametrize("marking", [BLACK_WHITE, COLOURS, SUM])
@pytest.mark.parametrize(("holes", "colours"), [(2, 3), (3, 2), (2, 4)])
def test_codes_that_weigh_the_same_if_they_have_the_same_shape_stay_alike(
    marking: Marking, holes: int, colours: int
) -> None:
    asked, rng = small_game(holes, colours, marking), Random(f"{holes} {colours}")
    for _ in range(4):
        weight = {shape: rng.randint(1, 9) for shape in Game(asked).shapes}
        weights = np.array([weight[shape_of(asked.code(number))] for number in range(len(asked.codes))], np.int64)
        weighed = asked.with_weights(weights * asked.weights)
        assert weighed.symmetry is asked.symmetry
        least = brute_force_cost(weighed, rulebook_table(asked, marking), GUESSES, range(len(asked.codes)))
        assert optimal_strategy(weighed).cost == least


def test_one_code_that_weighs_more_than_its_twins_ends_that() -> None:
    asked = small_game(3, 4)
    weights = np.ones(len(asked.codes), np.int64)
    assert asked.with_weights(7 * weights).symmetry is asked.symmetry
    for heavy in (0, 1, 6, 63):
        changed = weights.copy()
        changed[heavy] = 2
        assert len(asked.with_weights(changed).symmetry.hole_orders) == 1


def test_holes_that_are_not_weighed_alike_end_that_too() -> None:
    asked = small_game(3, 4)
    same_at_front = asked.codes[:, 0] == asked.codes[:, 1]  # whatever the colours
    assert len(asked.with_weights(1 + same_at_front.astype(np.int64)).symmetry.hole_orders) == 1


# The value


def test_never_making_codes_of_one_colour_costs_perfect_play_5600_guesses_for_1290_codes() -> None:
    game = Game(small_game(4, 6))
    game.know(load_book("black-white-4x6").strategy)
    assert game.shapes[-1] == "4"
    assert game.best_reply((1, 1, 1, 1, 0)).guesses == Fraction(5600, 1290)
    assert game.best_reply((1, 1, 1, 1, 1)).guesses == Fraction(5625, 1296)


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        (small_game(3, 6), Fraction(619, 156)),
        (small_game(2, 4), None),
        (small_game(3, 4), None),
        (small_game(3, 4, SUM), None),
    ],
    ids=lambda one: one.key if isinstance(one, GuessingGame) else "",
)
def test_what_maker_and_breaker_are_sure_of_comes_to_the_same(asked: GuessingGame, value: Fraction | None) -> None:
    game, even = Game(asked), optimal_strategy(asked)
    rounds = list(solve(game, even.strategy, 60))
    for earlier, later in pairwise(rounds):
        assert earlier.best.guesses <= later.best.guesses <= later.most <= earlier.most
    last = rounds[-1]
    assert rounds[0].best.guesses == Fraction(even.cost, int(asked.weights.sum())) <= last.best.guesses
    assert last.best.guesses == last.most
    assert value in (None, last.most)


def test_no_choice_of_shapes_is_worth_more_than_the_value() -> None:
    asked, rng = small_game(3, 6), Random(8)
    game = game_of(asked)
    for _ in range(40):
        weights = tuple(rng.choice((1, 2, 3, 5, 8, 40)) for _ in game.shapes)
        assert game.best_reply(weights).guesses <= Fraction(619, 156)


def test_no_choice_that_tells_colours_apart_is_either() -> None:
    asked, rng = small_game(3, 6), Random(9)
    for _ in range(10):
        weights = np.array([rng.randint(1, 6) for _ in asked.codes], np.int64)
        found = ExactSearch(asked.with_weights(weights))
        assert Fraction(found.cost(found.codes).bound, int(weights.sum())) <= Fraction(619, 156)


def test_a_search_can_end_before_the_value_is_known() -> None:
    asked = small_game(3, 6)
    found = list(solve(Game(asked), optimal_strategy(asked).strategy, 2))
    assert len(found) == 3
    assert found[-1].best.guesses < Fraction(619, 156) < found[-1].most


# What is known


@pytest.mark.parametrize("name", SMALL)
def test_what_perfect_makers_know_is_what_the_best_reply_comes_to(name: str) -> None:
    book, hardest = load_book(name), known()[name]
    game = Game(book.strategy.game)
    game.know(book.strategy)
    weights = tuple(hardest["shares"][shape] // int(size) for shape, size in zip(game.shapes, game.sizes, strict=True))
    assert game.best_reply(weights).guesses == Fraction(hardest["value"])


@pytest.mark.parametrize("name", sorted(known()))
def test_no_choice_that_makers_know_is_worse_than_all_codes_alike(name: str) -> None:
    claims, hardest = load_book(name).claims, known()[name]
    value, most, alike = (Fraction(hardest[key]) for key in ("value", "at_most", "all_alike"))
    assert alike == Fraction(claims.total, claims.codes)
    assert alike <= value <= most


def test_something_is_known_of_every_game_that_has_a_proven_book() -> None:
    assert sorted(known()) == [name for name in game_book_names() if load_book(name).claims.proven and has_maker(name)]


def test_what_was_found_before_is_not_forgotten() -> None:
    near = Hardest(shares={"11": 1, "2": 2}, value="7/3", at_most="5/2", all_alike="2")
    sure = Hardest(shares={"11": 1, "2": 1}, value="9/4", at_most="12/5", all_alike="2")
    assert best_of(near, sure) == best_of(sure, near) == {**near, "at_most": "12/5"}


def test_the_page_shows_what_makers_know() -> None:
    assert shown(STRATEGIES, BEGIN, END) == choices()
