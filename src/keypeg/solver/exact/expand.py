"""Expanding a position: bound every guess, and list those that may cost less than the budget."""

import numpy as np

from keypeg.solver.exact.mark_tables import MarkTables
from keypeg.solver.exact.search_state import (
    BASE_LEVEL,
    CLOCK,
    COUNTING_MIN_CODES,
    FORCED_GUESS,
    INFINITE_COST,
    NO_GUESS,
    UNANSWERED,
    SearchRegisters,
    SearchScratch,
    SearchStack,
    position_hash,
    set_result,
)
from keypeg.solver.exact.transpositions import TranspositionTable, find_slot, store_entry
from keypeg.solver.game.partition import CHUNK_CODES
from keypeg.solver.kernels.array_types import Longs, Numbers
from keypeg.solver.kernels.simd import LANES, bits_set, count_rows, inner_kernel, tight_kernel


@inner_kernel
def enter_position(
    tables: MarkTables,
    transpositions: TranspositionTable,
    stack: SearchStack,
    scratch: SearchScratch,
    registers: SearchRegisters,
    level: int,
) -> int:
    """Answer a position from the transposition table, or list the guesses that may cost less than the budget."""
    first, second = position_hash(tables, stack.hashes[level], level)
    is_forced = level == registers.slots[BASE_LEVEL] and registers.slots[FORCED_GUESS] >= 0
    slot = find_slot(transpositions, first, second)
    if (
        not is_forced
        and slot >= 0
        and (transpositions.exact[slot] or transpositions.bound[slot] >= stack.budget[level])
    ):
        return set_result(registers, transpositions.bound[slot], transpositions.exact[slot], transpositions.guess[slot])
    size, budget = stack.size[level], stack.budget[level]
    max_cells = count_all_cells(tables, stack.codes[level, :size], scratch)
    if tables.has_unit_weights and max_cells >= size and not is_forced:
        # Some guess distinguishes all codes: a code that does is the best possible guess.
        guess, bound = find_perfect_guess(tables, stack.codes[level, :size], scratch, tables.increments[level:])
        if guess >= 0:
            store_entry(transpositions, first, second, bound, 1, guess)
            return set_result(registers, bound, 1, guess)
    _fill_rank_costs(tables, stack, level, max_cells)
    _bound_buckets(tables, stack, scratch, level)
    least = _list_guesses(tables, stack, scratch, level)
    if is_forced:
        _list_forced_guess(tables, stack, registers, level)
    elif tables.has_unit_weights and size >= COUNTING_MIN_CODES and stack.listed_count[level] > 1:
        least = min(least, _bound_by_cell_sizes(tables, stack, scratch, level))
    if stack.listed_count[level] == 0:
        if not is_forced:
            store_entry(transpositions, first, second, least, 0, NO_GUESS)
        return set_result(registers, least, 0, NO_GUESS)
    stack.best_cost[level] = budget
    stack.best_guess[level] = NO_GUESS
    stack.rejected_bound[level] = least
    stack.next_listed[level] = 0
    stack.is_trying[level] = 0
    registers.slots[CLOCK] += 1
    stack.entry_time[level] = registers.slots[CLOCK]
    return UNANSWERED


@inner_kernel
def _list_forced_guess(tables: MarkTables, stack: SearchStack, registers: SearchRegisters, level: int) -> None:
    """List only the forced guess."""
    stack.listed_guesses[level, 0] = registers.slots[FORCED_GUESS]
    stack.listed_bounds[level, 0] = tables.increments[level] * stack.weight[level]
    stack.listed_count[level] = 1


@tight_kernel
def count_all_cells(tables: MarkTables, codes: Numbers, scratch: SearchScratch) -> int:
    """Count the cells of every guess into `scratch.cell_counts`. Returns the highest count."""
    bits, seen, size = tables.mark_bits, scratch.seen_marks, codes.shape[0]
    guesses = bits.shape[1]
    start = codes[0]
    for guess in range(guesses):
        seen[guess] = bits[start, guess]
    index = 1
    while index + 4 <= size:  # four codes at a time, so that `seen` is written less often
        first, second, third, fourth = codes[index], codes[index + 1], codes[index + 2], codes[index + 3]
        for guess in range(guesses):
            seen[guess] |= bits[first, guess] | bits[second, guess] | bits[third, guess] | bits[fourth, guess]
        index += 4
    while index < size:
        first = codes[index]
        for guess in range(guesses):
            seen[guess] |= bits[first, guess]
        index += 1
    cells = scratch.cell_counts
    max_cells = bits_set(seen[0])
    for guess in range(guesses):
        cells[guess] = bits_set(seen[guess])
        max_cells = max(max_cells, cells[guess])
    return np.int64(max_cells)


@inner_kernel
def find_perfect_guess(
    tables: MarkTables, codes: Numbers, scratch: SearchScratch, increments: Longs
) -> tuple[int, int]:
    """The best guess where some guess distinguishes all codes, and its cost; `NO_GUESS` if that is not certain.

    Expects the cell counts of all guesses in `scratch.cell_counts`.
    """
    size = codes.shape[0]
    for code in codes:
        guess = np.int64(tables.guess_of[code])
        if guess >= 0 and np.int64(scratch.cell_counts[guess]) == size:
            return guess, increments[0] * size + increments[1] * (size - 1)
    if increments[1] <= increments[2]:
        for guess in range(tables.marks_by_guess.shape[0]):
            if np.int64(scratch.cell_counts[guess]) == size:
                return np.int64(guess), (increments[0] + increments[1]) * size
    return np.int64(NO_GUESS), np.int64(0)


@inner_kernel
def _fill_rank_costs(tables: MarkTables, stack: SearchStack, level: int, max_cells: int) -> None:
    """Bound the cost of the r-th heaviest code of any cell, if no guess ever has more than `max_cells` cells.

    The heaviest can be found with the next guess, `max_cells - 1` more with the one after. From then on a guess that is
    not a code itself can have `max_cells` open cells, but no more than there are marks other than the solved mark. See
    `keypeg.solver.exact.bounds.rank_costs`.
    """
    size = stack.size[level]
    ranks, sums = stack.rank_costs[level], stack.rank_cost_sums[level]
    rank, layer, guess_level, cost = 0, 1, level + 1, tables.increments[level + 1]
    sums[0] = 0
    while rank < size:
        until = min(size, rank + layer)
        while rank < until:
            ranks[rank] = cost
            sums[rank + 1] = sums[rank] + cost
            rank += 1
        layer *= max(max_cells - 1 if guess_level == level + 1 else min(max_cells, tables.mark_count - 1), 1)
        guess_level += 1
        cost += tables.increments[min(guess_level, tables.increments.shape[0] - 1)]


@inner_kernel
def _bound_buckets(tables: MarkTables, stack: SearchStack, scratch: SearchScratch, level: int) -> None:
    """Bound the cost of a guess with c cells that is not a code of the position (bucket 2c), or is one (2c + 1)."""
    size, weight = stack.size[level], stack.weight[level]
    now, soon, later = tables.increments[level], tables.increments[level + 1], tables.increments[level + 2]
    codes = stack.codes[level]
    heaviest = tables.weights[codes[0]]
    found_soon = 0
    for cells in range(scratch.bucket_bounds.shape[0] // 2):
        if 0 < cells <= size:
            found_soon += tables.weights[codes[cells - 1]]
        for is_code in range(2):
            bound = now * weight + soon * (weight - is_code * heaviest) + later * (weight - found_soon)
            if cells < 2:
                bound = INFINITE_COST  # it does not split the codes
            scratch.bucket_bounds[2 * cells + is_code] = bound


@inner_kernel
def _list_guesses(tables: MarkTables, stack: SearchStack, scratch: SearchScratch, level: int) -> int:
    """List the guesses whose bucket has a bound below the budget, lowest bounds first.

    Returns the least bound of the other buckets.
    """
    size, budget = stack.size[level], stack.budget[level]
    guesses = tables.marks_by_guess.shape[0]
    cells, counts, bounds = scratch.cell_counts, scratch.bucket_counts, scratch.bucket_bounds
    # From here on `cells` holds each guess's bucket: twice its cells, and one more for a code of the position.
    for guess in range(guesses):
        cells[guess] += cells[guess]
    for index in range(size):
        guess = tables.guess_of[stack.codes[level, index]]
        if guess >= 0:
            cells[guess] |= 1
    for bucket in range(counts.shape[0]):
        counts[bucket] = 0
    for guess in range(guesses):
        counts[cells[guess]] += 1
    least, listed = INFINITE_COST, 0
    for bucket in range(counts.shape[0]):
        if counts[bucket] and bounds[bucket] >= budget:
            least = min(least, bounds[bucket])
            counts[bucket] = 0
    for _ in range(counts.shape[0]):
        best, bucket = INFINITE_COST, -1
        for other in range(counts.shape[0]):
            if counts[other] > 0 and bounds[other] < best:
                best, bucket = bounds[other], other
        if bucket < 0:
            break
        listed, counts[bucket] = listed + counts[bucket], -listed  # now minus the start of the bucket
    stack.listed_count[level] = listed
    if listed:
        _place_guesses(stack, scratch, level, budget, guesses)
    return least


@inner_kernel
def _place_guesses(stack: SearchStack, scratch: SearchScratch, level: int, budget: int, guesses: int) -> None:
    """Write the guesses of each bucket below the budget to the list, from the bucket's start on."""
    cells, counts, bounds = scratch.cell_counts, scratch.bucket_counts, scratch.bucket_bounds
    for guess in range(guesses):
        bucket = np.int64(cells[guess])
        if bounds[bucket] < budget:
            index = -counts[bucket]
            counts[bucket] -= 1
            stack.listed_guesses[level, index] = guess
            stack.listed_bounds[level, index] = bounds[bucket]


@inner_kernel
def _bound_by_cell_sizes(tables: MarkTables, stack: SearchStack, scratch: SearchScratch, level: int) -> int:
    """Bound every listed guess by the sizes of its cells; keep those below the budget, lowest bounds first.

    Returns the least bound of the guesses that are dropped.
    """
    size, budget = stack.size[level], stack.budget[level]
    guesses, bounds, sums = stack.listed_guesses[level], stack.listed_bounds[level], stack.rank_cost_sums[level]
    is_listed = scratch.is_listed
    for index in range(stack.listed_count[level]):
        is_listed[guesses[index]] = 1
    remaining, least_dropped = 0, INFINITE_COST
    for first_guess in range(0, tables.marks_by_guess.shape[0], LANES):
        any_listed = 0
        for lane in range(LANES):
            any_listed |= is_listed[first_guess + lane]
        if any_listed == 0:
            continue
        _count_vector_cells(tables, stack.codes[level, :size], first_guess, scratch)
        for lane in range(LANES):
            guess = first_guess + lane
            if is_listed[guess] == 0:
                continue
            is_listed[guess] = 0
            bound = tables.increments[level] * size
            for mark in range(tables.mark_count):
                if mark != tables.solved_mark:
                    bound += sums[scratch.totals[mark, lane]]
            if bound < budget:
                guesses[remaining] = guess
                bounds[remaining] = bound
                remaining += 1
            else:
                least_dropped = min(least_dropped, bound)
    stack.listed_count[level] = remaining
    _sort_guesses(guesses[:remaining], bounds[:remaining], scratch)
    return least_dropped


@inner_kernel
def _sort_guesses(guesses: Numbers, bounds: Longs, scratch: SearchScratch) -> None:
    """Sort guesses by their bounds, with a counting sort: only roughly where the bounds are far apart."""
    least, greatest = INFINITE_COST, 0
    for bound in bounds:
        least, greatest = min(least, bound), max(greatest, bound)
    bins, count = scratch.sort_bins, bounds.shape[0]
    shift = 0
    while (greatest - least) >> shift >= bins.shape[0]:
        shift += 1
    for index in range(bins.shape[0]):
        bins[index] = 0
    for bound in bounds:
        bins[(bound - least) >> shift] += 1
    before = 0
    for index in range(bins.shape[0]):
        before, bins[index] = before + bins[index], before
    for index in range(count):
        place = (bounds[index] - least) >> shift
        scratch.sorted_guesses[bins[place]] = guesses[index]
        scratch.sorted_bounds[bins[place]] = bounds[index]
        bins[place] += 1
    for index in range(count):
        guesses[index] = scratch.sorted_guesses[index]
        bounds[index] = scratch.sorted_bounds[index]


@inner_kernel
def _count_vector_cells(tables: MarkTables, codes: Numbers, first_guess: int, scratch: SearchScratch) -> None:
    """Set `scratch.totals[mark, lane]` to the cell sizes of the vector of guesses from `first_guess` on."""
    rows = tables.marks_by_code.ctypes.data + first_guess
    stride, counts, totals = tables.marks_by_code.shape[1], scratch.counts, scratch.totals
    for start in range(0, codes.shape[0], CHUNK_CODES):
        chunk = codes[start : start + CHUNK_CODES]
        count_rows(
            rows, stride, chunk.ctypes.data, chunk.shape[0], tables.wanted_marks, tables.group_size, counts.ctypes.data
        )
        for mark in range(tables.mark_count):
            for lane in range(LANES):
                totals[mark, lane] = (totals[mark, lane] if start else 0) + counts[mark, lane]
