"""The fewest rows to certainty, for games in which a seat that is certain calls."""

from collections import Counter
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tools.books import CERTAIN

from keypeg.records.edition_links import read_edition
from keypeg.solver.dealt.certainty import CertaintySearch, huffman_cost
from keypeg.solver.dealt.parallel_certainty import (
    best_opening,
    build_strategy,
    search_opening,
    search_openings,
    seat_permutations,
    symmetric_marks,
)
from keypeg.solver.game.guessing_game import GuessingGame, game_for
from keypeg.solver.game.partition import all_codes, mark_table, marks_of_guess
from keypeg.solver.kernels.array_types import Bytes, Numbers
from keypeg.solver.strategy.book_files import book_for
from keypeg.solver.strategy.verify import play_all
from support.inline_executor import InlineExecutor
from support.thoroughness import examples, times

NOTHING = 2**60


@cache
def two_seats() -> GuessingGame:
    return game_for(read_edition("mastermind-44~seats_2"))


@cache
def search() -> CertaintySearch:
    return CertaintySearch(two_seats())


@cache
def all_marks() -> Bytes:
    return mark_table(two_seats())[:, : len(two_seats().guesses)]


def by_trying_everything(codes: tuple[int, ...]) -> int:
    """The cost of these codes, found by trying every row."""
    if len(codes) == 1:
        return 0
    weight = int(two_seats().weights[list(codes)].sum())
    return weight + min(sum(by_trying_everything(cell) for cell in cells) for cells in partitions(codes))


@cache
def partitions(codes: tuple[int, ...]) -> set[frozenset[tuple[int, ...]]]:
    """The partitions of these codes by all rows."""
    parts = set()
    for marks in np.unique(all_marks()[list(codes)], axis=1).T:
        cells = frozenset(tuple(np.array(codes)[marks == mark].tolist()) for mark in np.unique(marks))
        if len(cells) > 1:
            parts.add(cells)
    return parts


@examples(12)
@given(st.sets(st.integers(0, 23), min_size=2, max_size=5))
def test_the_cost_is_that_found_by_trying_everything(codes: set[int]) -> None:
    game: Numbers = np.array(sorted(codes), np.int32)
    total = search().cost(game, NOTHING)
    assert total.exact
    assert total.cost == by_trying_everything(tuple(game.tolist()))


@examples(20)
@given(st.sets(st.integers(0, 23), min_size=2, max_size=9), st.integers(0, 60))
def test_a_lower_bound_is_never_above_the_cost(codes: set[int], budget: int) -> None:
    game: Numbers = np.array(sorted(codes), np.int32)
    cost = search().cost(game, NOTHING).cost
    bounded = CertaintySearch(two_seats()).cost(game, budget)
    assert bounded.cost <= cost
    assert bounded.cost == cost if bounded.exact else bounded.cost >= budget
    assert CertaintySearch(two_seats()).lower_bound(game) <= cost


@pytest.mark.parametrize("name", CERTAIN)
def test_the_books_for_certainty_are_proven(name: str) -> None:
    book = book_for(game_for(read_edition(name)))
    assert book is not None
    assert book.claims.proven
    assert play_all(book.strategy).total == book.claims.total


def test_the_book_of_two_seats_is_proven_again() -> None:
    assert proven_total("mastermind-44~seats_2") == book_total("mastermind-44~seats_2")


def book_total(name: str) -> int:
    book = book_for(game_for(read_edition(name)))
    assert book is not None
    return book.claims.total


def proven_total(name: str) -> int:
    """The total of the best strategy, found by searching every opening."""
    game = game_for(read_edition(name))
    openings = list(search_openings(game, InlineExecutor()))
    best = best_opening(openings)
    assert best.cost == min(opening.cost for opening in openings)
    total = play_all(build_strategy(game, best)).total
    assert total == best.cost + int(game.weights.sum())
    return total


@pytest.mark.parametrize("name", CERTAIN)
def test_the_opening_of_a_book_has_the_cost_that_the_book_claims(name: str) -> None:
    """Only the quick part of the proof: an opening that can no longer be better is left at once."""
    book = book_for(game_for(read_edition(name)))
    assert book is not None
    rows = book.claims.total - book.claims.codes
    opening = search_opening(book.strategy.game, int(book.strategy.guess[0]), rows // 2)
    assert opening.branches is None
    assert rows // 2 <= opening.cost <= rows


def test_every_opening_that_is_left_out_is_symmetric_to_one_that_is_searched() -> None:
    game = two_seats()
    best = book_total("mastermind-44~seats_2") - int(game.weights.sum())
    # Searching the first one, whose pegs are all equal, takes as long as the rest of these tests.
    tried = range(times(3011, 0), len(game.guesses), 3011)
    least = min(search_opening(game, guess).cost for guess in tried)
    assert least >= best


@pytest.mark.parametrize("guess", [(2, 3, 3, 4, 4), (2, 1, 1, 3, 4)])
def test_every_second_row_that_is_left_out_is_symmetric_to_one_that_is_searched(guess: tuple[int, ...]) -> None:
    game, first, everything = three_seats(), three_seats().guess_number(guess), all_codes(three_seats())
    marks = marks_of_guess(game, first, everything)
    for cell in (everything[marks == mark] for mark in np.unique(marks)):
        if len(cell) <= 30:
            searches = [CertaintySearch(game, cell, placed) for placed in ((first,), (first, *rows_without_symmetry()))]
            assert len({search.cost(search.codes).cost for search in searches}) == 1
            assert len({len(search.first_rows()) for search in searches}) == 2


def rows_without_symmetry() -> tuple[int, ...]:
    """Rows after which no symmetry is left."""
    return three_seats().guess_number((2, 3, 4, 5, 6)), three_seats().guess_number((1, 1, 2, 2, 3))


# Symmetry of the seats


def three_seats() -> GuessingGame:
    return game_for(read_edition("mastermind-44~seats_3"))


def test_marks_that_differ_only_in_the_order_of_the_seats_are_symmetric() -> None:
    marks = three_seats().marks
    for first, others in symmetric_marks(three_seats(), list(range(len(marks)))).items():
        assert {frozenset(Counter(marks[other]).items()) for other in others} == {
            frozenset(Counter(marks[first]).items())
        }
    assert len(seat_permutations(three_seats())) == 2


@pytest.mark.parametrize("guess", [(2, 3, 3, 4, 4), (0, 2, 2, 3, 4), (1, 2, 3, 4, 5)])
def test_symmetric_cells_have_the_same_cost(guess: tuple[int, ...]) -> None:
    game, everything = three_seats(), all_codes(three_seats())
    marks = marks_of_guess(game, game.guess_number(guess), everything)
    for first, others in symmetric_marks(game, np.unique(marks).tolist()).items():
        sizes = [sorted(game.weights[marks == mark].tolist()) for mark in (first, *others)]
        assert all(weights == sizes[0] for weights in sizes)


@examples(20)
@given(st.sets(st.integers(0, 23), min_size=2, max_size=6))
def test_the_sufficient_number_of_rows_is_that_found_by_trying_everything(codes: set[int]) -> None:
    game: Numbers = np.array(sorted(codes), np.int32)
    least = worst_by_trying(tuple(game.tolist()))
    assert not search().suffices(game, least - 1)
    assert search().suffices(game, least)


def worst_by_trying(codes: tuple[int, ...]) -> int:
    """The least worst case of these codes, found by trying every row."""
    if len(codes) == 1:
        return 0
    return 1 + min(max(worst_by_trying(cell) for cell in cells) for cells in partitions(codes))


@pytest.mark.parametrize(("leaves", "branching"), list(product((1, 2, 3, 4, 5), (2, 3))))
def test_no_tree_is_cheaper_than_huffmans(leaves: int, branching: int) -> None:
    weights = [3, 1, 4, 1, 5][:leaves]
    assert huffman_cost(weights, branching) == cheapest(tuple(sorted(weights)), branching)


def cheapest(weights: tuple[int, ...], branching: int) -> int:
    """The cost of the cheapest tree, found by trying all."""
    if len(weights) == 1:
        return 0
    best = NOTHING
    for parts in product(range(branching), repeat=len(weights)):
        cells = [tuple(weight for weight, at in zip(weights, parts, strict=True) if at == part) for part in set(parts)]
        if len(cells) > 1:
            best = min(best, sum(weights) + sum(cheapest(cell, branching) for cell in cells))
    return best
