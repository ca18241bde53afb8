"""The transposition table: what the search knows about each set of codes, whichever guesses led to it.

A set of codes is identified by a Zobrist hash of 128 bits: every code has a random key, and the hash of a set is the
exclusive or of its codes' keys. Among a hundred million sets, the chance that two have the same hash is less than one
in 10²².
"""

from typing import NamedTuple

import numpy as np

from keypeg.solver.kernels.array_types import Bytes, Longs, Numbers, Words
from keypeg.solver.kernels.simd import tight_kernel

INITIAL_SLOTS = 2**15
"""The number of slots of a new table."""

MAX_FILL = 0.6
"""The part of a table's slots that may be filled before it grows."""


class TranspositionTable(NamedTuple):
    """A hash table with open addressing. Checkpoints store its columns by field name."""

    first: Words
    second: Words
    """The two halves of the hash; both are 0 in an empty slot."""
    bound: Longs
    """The cost of the position, or a lower bound."""
    exact: Bytes
    """Whether the bound is the exact cost."""
    guess: Numbers
    """A guess that reaches that cost; -1 where none is stored."""
    filled: Longs
    """The number of filled slots, in an array of length 1."""


def new_table(slots: int = INITIAL_SLOTS) -> TranspositionTable:
    """An empty table; the number of slots is a power of two."""
    return TranspositionTable(
        first=np.zeros(slots, np.uint64),
        second=np.zeros(slots, np.uint64),
        bound=np.zeros(slots, np.int64),
        exact=np.zeros(slots, np.uint8),
        guess=np.full(slots, -1, np.int32),
        filled=np.zeros(1, np.int64),
    )


def grow_table(table: TranspositionTable) -> TranspositionTable:
    """A copy of the table with twice the slots."""
    larger = new_table(2 * len(table.first))
    copy_entries(table, larger)
    return larger


@tight_kernel
def find_slot(table: TranspositionTable, first: np.uint64, second: np.uint64) -> int:
    """The slot of a hash; if it is not in the table, `-slot - 1` for the free slot where it belongs."""
    last = np.uint64(table.first.shape[0] - 1)
    slot = first & last
    while True:
        if table.first[slot] == first and table.second[slot] == second:
            return np.int64(slot)
        if table.first[slot] == 0 and table.second[slot] == 0:
            return -np.int64(slot) - 1
        slot = (slot + np.uint64(1)) & last


@tight_kernel
def store_entry(
    table: TranspositionTable, first: np.uint64, second: np.uint64, bound: int, exact: int, guess: int
) -> None:
    """Store what is known about a position, replacing what was stored before."""
    slot = find_slot(table, first, second)
    if slot < 0:
        slot = -slot - 1
        table.first[slot] = first
        table.second[slot] = second
        table.filled[0] += 1
    table.bound[slot] = bound
    table.exact[slot] = exact
    table.guess[slot] = guess


@tight_kernel
def copy_entries(table: TranspositionTable, larger: TranspositionTable) -> None:
    """Copy all entries of a table into another."""
    for slot in range(table.first.shape[0]):
        if table.first[slot] != 0 or table.second[slot] != 0:
            store_entry(
                larger, table.first[slot], table.second[slot], table.bound[slot], table.exact[slot], table.guess[slot]
            )
