"""The state of an exact search: its stack, its scratch arrays and its registers.

All of it is arrays, so that a search can stop at any time and continue later.
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
"""The depth of the stack."""

SYMMETRY_MIN_CODES = 16
"""From this many codes on, only canonical guesses are tried."""

SYMMETRY_MAX_GUESSES = 4
"""After this many placed guesses the symmetry is ignored: hardly any two guesses are still equivalent."""

COUNTING_MIN_CODES = 48
"""From this many codes on, the cell sizes of all listed guesses are counted before guesses are tried one by one."""

INFINITE_COST = 2**60
"""More than any cost."""

NO_GUESS = -1

RUNNING = 0
"""Status of a search: it has done its work for one call and can continue."""
DONE = 1
"""Status of a search: the result is in the registers."""
TABLE_FULL = 2
"""Status of a search: the transposition table must grow before it continues."""
TOO_DEEP = 3
"""Status of a search: a strategy would need more than `MAX_GUESSES` guesses."""

UNANSWERED = 0
"""Outcome of a step: the position needs further steps."""
ANSWERED = 1
"""Outcome of a step: the position's result is in the registers."""
STACK_EXHAUSTED = 2
"""Outcome of a step: the stack has no level left."""

BOUNDED_BY_SIZE = 0
"""Status of a cell: its bound follows from its size."""
SOLVED = 1
"""Status of a cell: its bound is its exact cost."""
BOUNDED = 2
"""Status of a cell: its bound comes from the transposition table or from counting the cells of every guess."""


class SearchStack(NamedTuple):
    """The stack of positions, one per level: how many guesses were placed since the first that costs count."""

    codes: Numbers
    """The codes of the position, in ascending order."""
    size: Longs
    """The number of codes."""
    weight: Longs
    """The weight of all codes."""
    hashes: Words
    """The two halves of the hash of the codes."""
    budget: Longs
    """The position's cost matters only if it is less than this."""
    best_cost: Longs
    """The least cost found so far; the budget, as long as none is found."""
    best_guess: Longs
    """The guess with that cost, or `NO_GUESS`."""
    rejected_bound: Longs
    """The least bound of all rejected guesses."""
    listed_guesses: Numbers
    """The guesses to try, most promising first."""
    listed_bounds: Longs
    """A lower bound of the cost of each listed guess."""
    listed_count: Longs
    """The number of listed guesses."""
    next_listed: Longs
    """The index of the next listed guess to try."""
    is_trying: Longs
    """Whether the cells of the listed guess before that are being searched."""
    rank_costs: Longs
    """A lower bound of what the r-th heaviest code of a cell costs, given how many cells a guess can have."""
    rank_cost_sums: Longs
    """The sums of that over the first r codes."""
    cell_count: Longs
    """The number of cells of the guess being tried, without the cell of the code that it finds."""
    cell_codes: Numbers
    """The codes of the cells, cell by cell."""
    cell_start: Longs
    cell_size: Longs
    cell_bound: Longs
    """A lower bound of the cost of each cell."""
    cell_status: Bytes
    """`BOUNDED_BY_SIZE`, `SOLVED` or `BOUNDED`."""
    cell_hashes: Words
    trial_bound: Longs
    """A lower bound of the cost of the guess being tried: its increment and the bounds of its cells."""
    current_cell: Longs
    """The cell that is being searched, one level below."""
    seen_hashes: Words
    """Hashes of the partitions tried at this level,"""
    seen_times: Longs
    """and the entry time of the position each was tried at: hashes of earlier positions do not count."""
    entry_time: Longs
    """When the position was entered, by the register `CLOCK`."""


class SearchScratch(NamedTuple):
    """Scratch arrays of the kernels."""

    seen_marks: Any
    """For each guess, the marks that occur among the codes, as bits."""
    cell_counts: Any
    """For each guess, its number of cells; later its bucket (see `keypeg.solver.exact.expand`)."""
    exchanges: Longs
    """For each number of placed guesses, the exchanges that leave these guesses unchanged,"""
    exchange_ends: Longs
    """the end of their rows,"""
    exchange_guesses: Numbers
    """and the placed guesses for which they were found."""
    counts: Bytes
    """Cell sizes of a vector of guesses for one chunk of codes,"""
    totals: Longs
    """and for all codes."""
    bucket_counts: Longs
    bucket_bounds: Longs
    placed: Numbers
    """The guesses that led to the base position."""
    is_listed: Bytes
    """For each guess, whether it is listed."""
    sort_bins: Longs
    sorted_guesses: Numbers
    sorted_bounds: Longs


SORT_BINS = 256
"""The number of bins into which listed guesses are sorted by their bounds."""


class SearchRegisters(NamedTuple):
    """The registers and counters of a search."""

    slots: Longs
    """One number for each register below."""
    counters: Longs
    """One number for each counter below."""


CURRENT_LEVEL = 0
"""Register: the level of the position being searched."""
IS_ENTERING = 1
"""Register: whether that position has just been put on the stack and is not expanded yet."""
RESULT_BOUND = 2
"""Register: the cost of the position answered last, or a lower bound."""
RESULT_IS_EXACT = 3
"""Register: whether that is the exact cost."""
RESULT_GUESS = 4
"""Register: a guess that reaches that cost, or `NO_GUESS`."""
CLOCK = 5
"""Register: how many positions have been expanded; the time in `SearchStack.seen_times`."""
PLACED_GUESSES = 6
"""Register: how many guesses led to the base position."""
FORCED_GUESS = 7
"""Register: the only guess that may be tried at the base position, or `NO_GUESS`."""
BASE_LEVEL = 8
"""Register: the level of the base position, the one the search was asked about."""
REGISTERS = 9

ENTERED_POSITIONS = 0
"""Counter: positions entered."""
TRIED_GUESSES = 1
"""Counter: guesses tried."""
COUNTED_CELLS = 2
"""Counter: cells bounded by counting the cells of every guess."""
COUNTERS = 3


def new_search_state(tables: MarkTables) -> tuple[SearchStack, SearchScratch, SearchRegisters]:
    """Empty arrays for a search with these tables."""
    codes, guesses, marks = len(tables.codes), len(tables.guesses), tables.mark_count
    partitions = 1 << max(6, (2 * guesses).bit_length())

    def longs(*shape: int) -> Longs:
        return np.zeros((MAX_LEVELS, *shape), np.int64)

    stack = SearchStack(
        codes=np.zeros((MAX_LEVELS, codes), np.int32),
        size=longs(),
        weight=longs(),
        hashes=np.zeros((MAX_LEVELS, 2), np.uint64),
        budget=longs(),
        best_cost=longs(),
        best_guess=longs(),
        rejected_bound=longs(),
        listed_guesses=np.zeros((MAX_LEVELS, guesses), np.int32),
        listed_bounds=longs(guesses),
        listed_count=longs(),
        next_listed=longs(),
        is_trying=longs(),
        rank_costs=longs(codes + 1),
        rank_cost_sums=longs(codes + 1),
        cell_count=longs(),
        cell_codes=np.zeros((MAX_LEVELS, codes), np.int32),
        cell_start=longs(marks),
        cell_size=longs(marks),
        cell_bound=longs(marks),
        cell_status=np.zeros((MAX_LEVELS, marks), np.uint8),
        cell_hashes=np.zeros((MAX_LEVELS, marks, 2), np.uint64),
        trial_bound=longs(),
        current_cell=longs(),
        seen_hashes=np.zeros((MAX_LEVELS, partitions, 2), np.uint64),
        seen_times=longs(partitions),
        entry_time=longs(),
    )
    registers = SearchRegisters(np.zeros(REGISTERS, np.int64), np.zeros(COUNTERS, np.int64))
    return stack, _new_scratch(tables), registers


def _new_scratch(tables: MarkTables) -> SearchScratch:
    guesses, marks, padded_guesses = len(tables.guesses), tables.mark_count, tables.mark_bits.shape[1]
    buckets = 2 * marks + 4
    exchanges = new_exchange_scratch(tables.hole_orders, tables.peg_kinds)
    return SearchScratch(
        seen_marks=np.zeros(padded_guesses, tables.mark_bits.dtype),
        cell_counts=np.zeros(padded_guesses, tables.mark_bits.dtype),
        exchanges=np.stack([exchanges] * SYMMETRY_MAX_GUESSES),
        exchange_ends=np.zeros(SYMMETRY_MAX_GUESSES, np.int64),
        exchange_guesses=np.full((SYMMETRY_MAX_GUESSES, SYMMETRY_MAX_GUESSES), NO_GUESS, np.int32),
        counts=np.zeros((len(tables.wanted_marks), LANES), np.uint8),
        totals=np.zeros((marks, LANES), np.int64),
        bucket_counts=np.zeros(buckets, np.int64),
        bucket_bounds=np.zeros(buckets, np.int64),
        placed=np.zeros(SYMMETRY_MAX_GUESSES, np.int32),
        is_listed=np.zeros(padded_guesses, np.uint8),
        sort_bins=np.zeros(SORT_BINS, np.int64),
        sorted_guesses=np.zeros(guesses, np.int32),
        sorted_bounds=np.zeros(guesses, np.int64),
    )


@inner_kernel
def set_result(registers: SearchRegisters, bound: int, exact: int, guess: int) -> int:
    """Put the result of a position into the registers. Returns `ANSWERED`."""
    registers.slots[RESULT_BOUND] = bound
    registers.slots[RESULT_IS_EXACT] = exact
    registers.slots[RESULT_GUESS] = guess
    return ANSWERED


@inner_kernel
def position_hash(tables: MarkTables, hashes: Words, level: int) -> tuple[np.uint64, np.uint64]:
    """The hash of a position: of its codes, and of its level if the costs depend on it."""
    if tables.has_constant_costs:
        return hashes[0], hashes[1]
    return hashes[0] ^ mix_hash(np.uint64(level + 1)), hashes[1]
