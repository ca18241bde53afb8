"""Duels between fixed strategies, in which the first to finish wins, and strategies that none beats."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keypeg.core.marks import BLACK_WHITE
from keypeg.records.edition_links import read_edition
from keypeg.solver.game.guessing_game import GuessingGame, game_for
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule
from keypeg.solver.proof.equilibrium import best_reply, costs_against, duel_points, find_equilibrium
from keypeg.solver.proof.optimal import optimal_strategy, strategy_cost
from keypeg.solver.strategy.book_files import Book, book_for, duel_book_for
from keypeg.solver.strategy.tree import tally_of
from support.plain_solver import small_game
from support.thoroughness import examples

histograms = st.lists(st.integers(0, 50), min_size=1, max_size=8)

SMALL = ["parker-1974", "parker-1974~different_yes"]


def game_named(name: str) -> GuessingGame:
    return game_for(read_edition(name, []))


@cache
def duel_book(name: str) -> Book:
    book = duel_book_for(game_named(name))
    assert book is not None
    return book


@examples(100)
@given(histograms, histograms)
def test_the_points_of_both_sides_add_up(own: list[int], other: list[int]) -> None:
    assert duel_points(own, other) + duel_points(other, own) == 2 * sum(own) * sum(other)


@examples(100)
@given(histograms)
def test_a_strategy_scores_half_against_itself(own: list[int]) -> None:
    assert duel_points(own, own) == sum(own) ** 2


def test_the_first_to_finish_wins_and_a_tie_is_half_a_win() -> None:
    assert duel_points([1], [0, 1]) == 2
    assert duel_points([0, 1], [1]) == 0
    assert duel_points([0, 1], [0, 1]) == 1
    assert duel_points([0, 0, 0, 1], [1]) == 0


@pytest.mark.parametrize("rule", list(Rule))
def test_the_cost_of_a_strategy_against_another_is_what_it_does_not_score(rule: Rule) -> None:
    game = small_game(3, 4, BLACK_WHITE)
    other = tally_of(one_step_strategy(game, Rule.MINIMAX, opening=0)).histogram
    strategy = one_step_strategy(game, rule)
    cost = strategy_cost(strategy, costs_against(other))
    assert cost == 2 * 64 * 64 - duel_points(tally_of(strategy).histogram, other)


@pytest.mark.parametrize("rule", list(Rule))
def test_no_strategy_scores_more_than_the_best_reply(rule: Rule) -> None:
    game = small_game(3, 4, BLACK_WHITE)
    other = tally_of(one_step_strategy(game, rule, opening=0)).histogram
    best = duel_points(tally_of(best_reply(game, other).strategy).histogram, other)
    for opening in range(0, 64, 5):
        for mine in Rule:
            grown = one_step_strategy(game, mine, opening=opening)
            assert duel_points(tally_of(grown).histogram, other) <= best


@pytest.mark.parametrize("name", SMALL)
def test_nothing_beats_the_book_for_duels(name: str) -> None:
    book = duel_book(name)
    reply = best_reply(game_named(name), book.claims.histogram)
    assert reply.proven
    assert duel_points(tally_of(reply.strategy).histogram, book.claims.histogram) == book.claims.codes**2


@pytest.mark.parametrize("name", [*SMALL, "challenge-2001~holes_4"])
def test_the_book_for_duels_wins_more_than_half_against_that_of_fewest_guesses(name: str) -> None:
    fewest = book_for(game_named(name))
    assert fewest is not None
    assert duel_points(duel_book(name).claims.histogram, fewest.claims.histogram) > fewest.claims.codes**2


@pytest.mark.parametrize("name", SMALL)
def test_the_book_for_duels_is_found_again(name: str) -> None:
    duel = find_equilibrium(game_named(name))
    assert duel.proven
    assert tally_of(duel.strategy).histogram == duel_book(name).claims.histogram


@pytest.mark.parametrize(("holes", "colours"), [(2, 3), (2, 5), (3, 3), (3, 4)])
def test_an_equilibrium_is_unbeaten_and_otherwise_the_gain_of_the_best_reply_is_given(holes: int, colours: int) -> None:
    game = small_game(holes, colours, BLACK_WHITE)
    duel = find_equilibrium(game)
    own = tally_of(duel.strategy)
    reply = tally_of(best_reply(game, own.histogram).strategy)
    assert duel_points(reply.histogram, own.histogram) - own.codes**2 == duel.gain >= 0
    assert duel.proven is (duel.gain == 0)
    fewest = tally_of(optimal_strategy(game).strategy)
    assert duel_points(fewest.histogram, own.histogram) <= own.codes**2 + duel.gain


def test_a_stopped_search_proves_nothing() -> None:
    assert not find_equilibrium(game_named("challenge-2001~holes_4"), lambda progress: False).proven
