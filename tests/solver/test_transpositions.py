"""The transposition table: what is stored is found again, and growing loses nothing."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from keypeg.solver.exact.transpositions import (
    MAX_FILL,
    TranspositionTable,
    find_slot,
    grow_table,
    new_table,
    store_entry,
)
from support.thoroughness import examples

few = examples(60)

Key = tuple[int, int]
Entry = tuple[int, int, int]
"""The bound, whether it is exact, and the guess."""

SLOTS = 64
halves = st.integers(0, 3) | st.integers(0, 2**64 - 1) | st.integers(0, 2**58 - 1).map(lambda n: n * SLOTS)
"""Halves of hashes: any, but often ones that belong in the same slot."""
keys = st.tuples(halves, halves).filter(any)
entries = st.tuples(st.integers(0, 2**60), st.integers(0, 1), st.integers(-1, 10**6))


def store(table: TranspositionTable, key: Key, entry: Entry) -> None:
    store_entry(table, np.uint64(key[0]), np.uint64(key[1]), *entry)


def look_up(table: TranspositionTable, key: Key) -> Entry | None:
    slot = find_slot(table, np.uint64(key[0]), np.uint64(key[1]))
    return (int(table.bound[slot]), int(table.exact[slot]), int(table.guess[slot])) if slot >= 0 else None


def store_all(stored: list[tuple[Key, Entry]]) -> tuple[TranspositionTable, dict[Key, Entry]]:
    table = new_table(SLOTS)
    for key, entry in stored:
        store(table, key, entry)
    return table, dict(stored)


@few
@given(st.lists(st.tuples(keys, entries), max_size=SLOTS // 2), st.lists(keys, max_size=10))
def test_the_entry_stored_last_is_found_and_no_other(stored: list[tuple[Key, Entry]], others: list[Key]) -> None:
    table, expected = store_all(stored)
    for key in [*expected, *others]:
        assert look_up(table, key) == expected.get(key)
    assert table.filled[0] == len(expected)


@few
@given(st.lists(st.tuples(keys, entries), max_size=SLOTS // 2), st.lists(keys, max_size=10))
def test_a_growing_table_keeps_all_entries(stored: list[tuple[Key, Entry]], others: list[Key]) -> None:
    table, expected = store_all(stored)
    larger = grow_table(grow_table(table))
    assert len(larger.first) == 4 * SLOTS
    for key in [*expected, *others]:
        assert look_up(larger, key) == expected.get(key)
    assert larger.filled[0] == len(expected)


@few
@given(keys)
def test_an_empty_table_returns_the_slot_where_a_position_belongs(key: Key) -> None:
    slot = find_slot(new_table(SLOTS), np.uint64(key[0]), np.uint64(key[1]))
    assert -SLOTS <= slot < 0


@pytest.mark.parametrize("count", [10_000, 40_000])
def test_a_table_holds_many_positions(count: int) -> None:
    chance = Random(count)
    table = new_table(2**14)
    expected: dict[Key, Entry] = {}
    for number in range(count):
        key = chance.getrandbits(64), chance.getrandbits(64) | 1
        expected[key] = number, number % 2, number - 1
        if table.filled[0] + 1 > MAX_FILL * len(table.first):
            table = grow_table(table)
        store(table, key, expected[key])
    assert table.filled[0] == count
    assert all(look_up(table, key) == entry for key, entry in expected.items())
    assert look_up(table, (chance.getrandbits(64), 2)) is None
