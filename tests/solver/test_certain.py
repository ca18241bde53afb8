"""How few rows it takes to be certain, where no mark says that the code is found and who is certain calls."""

from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keypeg.records.links import read_edition
from keypeg.solver.arrays import Bytes, Numbers
from keypeg.solver.books import book_for
from keypeg.solver.cells import all_codes, mark_table
from keypeg.solver.certain import Certain, GivenUp, huffman
from keypeg.solver.puzzle import Puzzle, puzzle_for
from keypeg.solver.verify import play_all

NOTHING = 2**60


@cache
def two_seats() -> Puzzle:
    return puzzle_for(read_edition("mastermind-44~seats_2"))


@cache
def search() -> Certain:
    return Certain(two_seats())


@cache
def all_marks() -> Bytes:
    return mark_table(two_seats())[:, : len(two_seats().guesses)]


def by_trying_everything(codes: tuple[int, ...]) -> int:
    """What these codes cost, by trying every row that parts them."""
    if len(codes) == 1:
        return 0
    weight = int(two_seats().weights[list(codes)].sum())
    return weight + min(sum(by_trying_everything(cell) for cell in cells) for cells in partitions(codes))


@cache
def partitions(codes: tuple[int, ...]) -> set[frozenset[tuple[int, ...]]]:
    """Every way in which some row parts these codes."""
    parts = set()
    for marks in np.unique(all_marks()[list(codes)], axis=1).T:
        cells = frozenset(tuple(np.array(codes)[marks == mark].tolist()) for mark in np.unique(marks))
        if len(cells) > 1:
            parts.add(cells)
    return parts


@settings(derandomize=True, deadline=None, max_examples=12)
@given(st.sets(st.integers(0, 23), min_size=2, max_size=5))
def test_nothing_costs_less_than_is_said_and_that_can_be_had(codes: set[int]) -> None:
    asked: Numbers = np.array(sorted(codes), np.int32)
    found = search().cost(asked, NOTHING, placed=(0, 0))
    assert found.exact
    assert found.cost == by_trying_everything(tuple(asked.tolist()))


@settings(derandomize=True, deadline=None, max_examples=20)
@given(st.sets(st.integers(0, 23), min_size=2, max_size=9), st.integers(0, 60))
def test_a_bound_is_never_above_the_cost(codes: set[int], budget: int) -> None:
    asked: Numbers = np.array(sorted(codes), np.int32)
    cost = search().cost(asked, NOTHING, placed=(0, 0)).cost
    bounded = Certain(two_seats()).cost(asked, budget, placed=(0, 0))
    assert bounded.cost <= cost
    assert bounded.exact is (cost < budget)
    assert Certain(two_seats()).least(asked) <= cost


@pytest.mark.parametrize("name", ["mastermind-44~seats_2", "mastermind-44~seats_2~parts_2"])
def test_the_books_of_two_seats_are_proven(name: str) -> None:
    book = book_for(puzzle_for(read_edition(name)))
    assert book is not None
    assert book.claims.proven
    assert play_all(book.strategy).total == book.claims.total


def test_the_book_of_two_seats_is_proven_again() -> None:
    book = book_for(two_seats())
    assert book is not None
    certain = Certain(two_seats())
    rows = book.claims.total - book.claims.codes
    found = certain.cost(all_codes(two_seats()), rows + 1)
    assert found.exact
    assert found.cost == rows
    assert play_all(certain.strategy()).total == book.claims.total


@settings(derandomize=True, deadline=None, max_examples=20)
@given(st.sets(st.integers(0, 23), min_size=2, max_size=6))
def test_how_many_rows_are_enough_agrees_with_trying_everything(codes: set[int]) -> None:
    asked: Numbers = np.array(sorted(codes), np.int32)
    least = worst_by_trying(tuple(asked.tolist()))
    assert not search().enough(asked, least - 1, placed=(0, 0))
    assert search().enough(asked, least, placed=(0, 0))


def worst_by_trying(codes: tuple[int, ...]) -> int:
    """How many rows these codes need at worst, by trying every row that parts them."""
    if len(codes) == 1:
        return 0
    return 1 + min(max(worst_by_trying(cell) for cell in cells) for cells in partitions(codes))


def test_a_search_can_be_given_up() -> None:
    with pytest.raises(GivenUp):
        Certain(two_seats(), lambda nodes: nodes < 10).cost(all_codes(two_seats()), NOTHING)


@pytest.mark.parametrize(("many", "branching"), list(product((1, 2, 3, 4, 5), (2, 3))))
def test_no_tree_is_cheaper_than_huffmans(many: int, branching: int) -> None:
    weights = [3, 1, 4, 1, 5][:many]
    assert huffman(weights, branching) == cheapest(tuple(sorted(weights)), branching)


def cheapest(weights: tuple[int, ...], branching: int) -> int:
    """The cheapest tree, by trying all."""
    if len(weights) == 1:
        return 0
    best = NOTHING
    for parts in product(range(branching), repeat=len(weights)):
        cells = [tuple(weight for weight, at in zip(weights, parts, strict=True) if at == one) for one in set(parts)]
        if len(cells) > 1:
            best = min(best, sum(weights) + sum(cheapest(cell, branching) for cell in cells))
    return best
