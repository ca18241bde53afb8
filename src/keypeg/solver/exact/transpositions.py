"""The table of positions: what the search knows of each set of codes, whichever guesses led to it.

A set of codes is known by 128 bits: every code has a random number, and a set has those of its codes, combined by
exclusive or. That two different sets share them, among a hundred million, has a chance of less than one in 10²².
"""

from typing import NamedTuple

import numpy as np

from keypeg.solver.kernels.array_types import Bytes, Longs, Numbers, Words
from keypeg.solver.kernels.simd import tight_kernel

INITIAL_SLOTS = 2**15
"""How many places a table has at first."""

MAX_FILL = 0.6
"""How much of a table may be filled before it grows."""


class TranspositionTable(NamedTuple):
    """What is known of sets of codes, by their hashes; open addressing."""

    first: Words
    second: Words
    """The two halves of the hash; 0 and 0 where nothing stands."""
    bound: Longs
    """The cost of the position, or a lower bound of it."""
    exact: Bytes
    """Whether it is the cost itself."""
    guess: Numbers
    """A guess with which that cost is reached; -1 where none was noted."""
    filled: Longs
    """How many places are taken: an array of one."""


def new_table(places: int = INITIAL_SLOTS) -> TranspositionTable:
    """An empty table; the number of places is a power of two."""
    return TranspositionTable(
        np.zeros(places, np.uint64),
        np.zeros(places, np.uint64),
        np.zeros(places, np.int64),
        np.zeros(places, np.uint8),
        np.full(places, -1, np.int32),
        np.zeros(1, np.int64),
    )


def grow_table(table: TranspositionTable) -> TranspositionTable:
    """The same table with twice the places."""
    larger = new_table(2 * len(table.first))
    copy_entries(table, larger)
    return larger


@tight_kernel
def find_slot(table: TranspositionTable, first: np.uint64, second: np.uint64) -> int:
    """The place of a hash; if it is not there, the free place where it would stand, as -place - 1."""
    last = np.uint64(table.first.shape[0] - 1)
    at = first & last
    while True:
        if table.first[at] == first and table.second[at] == second:
            return np.int64(at)
        if table.first[at] == 0 and table.second[at] == 0:
            return -np.int64(at) - 1
        at = (at + np.uint64(1)) & last


@tight_kernel
def store_entry(
    table: TranspositionTable, first: np.uint64, second: np.uint64, bound: int, exact: int, guess: int
) -> None:
    """Note what was found out about a position."""
    at = find_slot(table, first, second)
    if at < 0:
        at = -at - 1
        table.first[at] = first
        table.second[at] = second
        table.filled[0] += 1
    table.bound[at] = bound
    table.exact[at] = exact
    table.guess[at] = guess


@tight_kernel
def copy_entries(table: TranspositionTable, larger: TranspositionTable) -> None:
    """Note everything of one table in another."""
    for at in range(table.first.shape[0]):
        if table.first[at] != 0 or table.second[at] != 0:
            store_entry(larger, table.first[at], table.second[at], table.bound[at], table.exact[at], table.guess[at])
