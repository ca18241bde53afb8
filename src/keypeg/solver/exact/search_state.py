"""Where a search stands: its own stack, room to work in, and the few numbers that say what it is doing.

All of it is arrays, so that the search can stop at any time and go on.
"""

from typing import Any, NamedTuple

import numpy as np

from keypeg.solver.exact.mark_tables import MarkTables
from keypeg.solver.game.symmetry import new_exchange_scratch
from keypeg.solver.kernels.array_types import Bytes, Longs, Numbers, Words
from keypeg.solver.kernels.hashing import mix_hash
from keypeg.solver.kernels.simd import LANES, inner_kernel
from keypeg.solver.strategy.costs import MAX_GUESSES

MAX_LEVELS = MAX_GUESSES + 2
"""How deep the search can go."""

SYMMETRY_MIN_CODES = 16
"""From how many codes on guesses that are alike are sorted out."""

SYMMETRY_MAX_GUESSES = 4
"""After how many guesses that is given up: hardly anything is alike then."""

COUNTING_MIN_CODES = 48
"""From how many codes on the sizes of all cells are counted before guesses are looked at one by one."""

INFINITE_COST = 2**60
"""More than any cost."""

RUNNING, DONE, TABLE_FULL, TOO_DEEP = 0, 1, 2, 3
"""How a search stands."""


class Levels(NamedTuple):
    """The search's own stack. A level is how many guesses were placed since the first that costs are counted from."""

    codes: Numbers
    many: Longs
    weight: Longs
    hashes: Words
    budget: Longs
    best: Longs
    """The least cost found so far; the budget, as long as none is."""
    best_guess: Longs
    refused: Longs
    """The least bound of all guesses that were given up."""
    candidates: Numbers
    bounds: Longs
    listed: Longs
    upcoming: Longs
    """Which candidate comes next."""
    busy: Longs
    """Whether the candidate before that is being looked at."""
    ranks: Longs
    """What the r-th heaviest code of a cell has to pay at least, given how many cells there can be."""
    sums: Longs
    """The sum of that over the first r."""
    cells: Longs
    cell_codes: Numbers
    cell_start: Longs
    cell_size: Longs
    cell_bound: Longs
    cell_exact: Bytes
    """0: bounded by its size; 1: known exactly; 2: bounded by the table, or by a pass of its own."""
    cell_hashes: Words
    total: Longs
    """The rise and all cells' bounds: a lower bound of the candidate that is being looked at."""
    cell: Longs
    """Which cell is being searched."""
    seen: Words
    seen_at: Longs
    """Hashes of the partitions already tried, and at which time: notes of an earlier position do not count."""
    entered: Longs
    """The time when the position was entered: how many had been before."""


class Scratch(NamedTuple):
    """Room to work in."""

    bits: Any
    cells: Any
    exchanges: Longs
    """For each number of guesses placed, what can be exchanged without changing them,"""
    exchanges_fit: Longs
    """how many such exchanges there are,"""
    exchanges_for: Numbers
    """and for which placed guesses that was found out."""
    counts: Bytes
    totals: Longs
    buckets: Longs
    bounds: Longs
    placed: Numbers
    chosen: Bytes
    places: Longs
    sorted_guesses: Numbers
    sorted_bounds: Longs


class Registers(NamedTuple):
    """Where the search stands, so that it can stop at any time and go on."""

    at: Longs
    """The level; whether it has just been entered; the result's bound, exactness and guess; the time of `seen_at`; how
    many guesses led to the position asked about; the only guess that may be placed there, or -1; its level."""
    nodes: Longs
    """How many positions were entered, guesses looked at, cells looked at."""


LEVEL, ENTERED, BOUND, EXACT, GUESS, TIME, PLACED, ONLY, BASE = range(9)


def new_search_state(ground: MarkTables) -> tuple[Levels, Scratch, Registers]:
    """Room for a search on this ground."""
    codes, guesses, marks = len(ground.numbers), len(ground.guesses), ground.kinds_of_mark
    notes = 1 << max(6, (2 * guesses).bit_length())

    def longs(*shape: int) -> Longs:
        return np.zeros((MAX_LEVELS, *shape), np.int64)

    levels = Levels(
        codes=np.zeros((MAX_LEVELS, codes), np.int32),
        many=longs(),
        weight=longs(),
        hashes=np.zeros((MAX_LEVELS, 2), np.uint64),
        budget=longs(),
        best=longs(),
        best_guess=longs(),
        refused=longs(),
        candidates=np.zeros((MAX_LEVELS, guesses), np.int32),
        bounds=longs(guesses),
        listed=longs(),
        upcoming=longs(),
        busy=longs(),
        ranks=longs(codes + 1),
        sums=longs(codes + 1),
        cells=longs(),
        cell_codes=np.zeros((MAX_LEVELS, codes), np.int32),
        cell_start=longs(marks),
        cell_size=longs(marks),
        cell_bound=longs(marks),
        cell_exact=np.zeros((MAX_LEVELS, marks), np.uint8),
        cell_hashes=np.zeros((MAX_LEVELS, marks, 2), np.uint64),
        total=longs(),
        cell=longs(),
        seen=np.zeros((MAX_LEVELS, notes, 2), np.uint64),
        seen_at=longs(notes),
        entered=longs(),
    )
    padded = ground.bits.shape[1]
    scratch = Scratch(
        bits=np.zeros(padded, ground.bits.dtype),
        cells=np.zeros(padded, ground.bits.dtype),
        exchanges=np.stack([new_exchange_scratch(ground.orders, ground.kinds)] * SYMMETRY_MAX_GUESSES),
        exchanges_fit=np.zeros(SYMMETRY_MAX_GUESSES, np.int64),
        exchanges_for=np.full((SYMMETRY_MAX_GUESSES, SYMMETRY_MAX_GUESSES), -1, np.int32),
        counts=np.zeros((len(ground.wanted), LANES), np.uint8),
        totals=np.zeros((marks, LANES), np.int64),
        buckets=np.zeros(2 * marks + 4, np.int64),
        bounds=np.zeros(2 * marks + 4, np.int64),
        placed=np.zeros(64, np.int32),
        chosen=np.zeros(padded, np.uint8),
        places=np.zeros(256, np.int64),
        sorted_guesses=np.zeros(guesses, np.int32),
        sorted_bounds=np.zeros(guesses, np.int64),
    )
    return levels, scratch, Registers(np.zeros(9, np.int64), np.zeros(4, np.int64))


@inner_kernel
def answer(registers: Registers, bound: int, exact: int, guess: int) -> int:
    """Note the result of a position. Returns 1, for “answered”."""
    registers.at[BOUND] = bound
    registers.at[EXACT] = exact
    registers.at[GUESS] = guess
    return 1


@inner_kernel
def key_of(ground: MarkTables, hashes: Words, level: int) -> tuple[np.uint64, np.uint64]:
    """The hash of a position: of its codes, and of its level where that matters."""
    if ground.steady:
        return hashes[0], hashes[1]
    return hashes[0] ^ mix_hash(np.uint64(level + 1)), hashes[1]
