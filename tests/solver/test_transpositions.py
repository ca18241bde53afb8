"""The table of positions: what is noted is found again, and growing loses nothing."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keypeg.solver.exact.transpositions import TranspositionTable, find_slot, grow_table, new_table, store_entry

few = settings(derandomize=True, deadline=None, max_examples=60)

Key = tuple[int, int]
Known = tuple[int, int, int]
"""The bound, whether it is exact, and the guess."""

PLACES = 64
halves = st.integers(0, 3) | st.integers(0, 2**64 - 1) | st.integers(0, 2**58 - 1).map(lambda n: n * PLACES)
"""Halves of hashes: any, but often such that they would stand in the same place."""
keys = st.tuples(halves, halves).filter(any)
known = st.tuples(st.integers(0, 2**60), st.integers(0, 1), st.integers(-1, 10**6))


def noted(table: TranspositionTable, key: Key, what: Known) -> None:
    store_entry(table, np.uint64(key[0]), np.uint64(key[1]), *what)


def found(table: TranspositionTable, key: Key) -> Known | None:
    at = find_slot(table, np.uint64(key[0]), np.uint64(key[1]))
    return (int(table.bound[at]), int(table.exact[at]), int(table.guess[at])) if at >= 0 else None


def in_order(notes: list[tuple[Key, Known]]) -> tuple[TranspositionTable, dict[Key, Known]]:
    table = new_table(PLACES)
    for key, what in notes:
        noted(table, key, what)
    return table, dict(notes)


@few
@given(st.lists(st.tuples(keys, known), max_size=PLACES // 2), st.lists(keys, max_size=10))
def test_what_was_noted_last_is_found_and_nothing_else(notes: list[tuple[Key, Known]], others: list[Key]) -> None:
    table, expected = in_order(notes)
    for key in [*expected, *others]:
        assert found(table, key) == expected.get(key)
    assert table.filled[0] == len(expected)


@few
@given(st.lists(st.tuples(keys, known), max_size=PLACES // 2), st.lists(keys, max_size=10))
def test_a_table_that_grows_keeps_everything(notes: list[tuple[Key, Known]], others: list[Key]) -> None:
    table, expected = in_order(notes)
    larger = grow_table(grow_table(table))
    assert len(larger.first) == 4 * PLACES
    for key in [*expected, *others]:
        assert found(larger, key) == expected.get(key)
    assert larger.filled[0] == len(expected)


@few
@given(keys)
def test_an_empty_table_says_where_a_position_would_stand(key: Key) -> None:
    at = find_slot(new_table(PLACES), np.uint64(key[0]), np.uint64(key[1]))
    assert -PLACES <= at < 0


@pytest.mark.parametrize("many", [10_000, 40_000])
def test_a_table_holds_very_many_positions(many: int) -> None:
    chance = Random(many)
    table = new_table(2**14)
    expected: dict[Key, Known] = {}
    for number in range(many):
        key = chance.getrandbits(64), chance.getrandbits(64) | 1
        expected[key] = number, number % 2, number - 1
        if table.filled[0] + 1 > 0.6 * len(table.first):
            table = grow_table(table)
        noted(table, key, expected[key])
    assert table.filled[0] == many
    assert all(found(table, key) == what for key, what in expected.items())
    assert found(table, (chance.getrandbits(64), 2)) is None
