"""Trying a guess: split the codes of a position into its cells, and bound each of them."""

import numpy as np

from keypeg.solver.exact.expand import count_all_cells, find_perfect_guess
from keypeg.solver.exact.mark_tables import MarkTables
from keypeg.solver.exact.search_state import (
    BASE_LEVEL,
    BOUNDED,
    BOUNDED_BY_SIZE,
    COUNTED_CELLS,
    FORCED_GUESS,
    NO_GUESS,
    PLACED_GUESSES,
    SOLVED,
    SYMMETRY_MAX_GUESSES,
    SYMMETRY_MIN_CODES,
    TRIED_GUESSES,
    UNANSWERED,
    SearchRegisters,
    SearchScratch,
    SearchStack,
    position_hash,
    set_result,
)
from keypeg.solver.exact.transpositions import TranspositionTable, find_slot, store_entry
from keypeg.solver.game.symmetry import find_exchanges, is_canonical
from keypeg.solver.kernels.array_types import Numbers
from keypeg.solver.kernels.hashing import mix_hash
from keypeg.solver.kernels.simd import inner_kernel


@inner_kernel
def try_next_guess(
    tables: MarkTables,
    transpositions: TranspositionTable,
    stack: SearchStack,
    scratch: SearchScratch,
    registers: SearchRegisters,
    level: int,
) -> int:
    """Split the codes by the next listed guess and bound its cells; or, when none is left, answer the position."""
    index = stack.next_listed[level]
    if index >= stack.listed_count[level]:
        return _conclude(tables, transpositions, stack, registers, level)
    stack.next_listed[level] += 1
    if stack.listed_bounds[level, index] >= stack.best_cost[level]:
        stack.rejected_bound[level] = min(stack.rejected_bound[level], stack.listed_bounds[level, index])
        return UNANSWERED
    registers.counters[TRIED_GUESSES] += 1
    guess = stack.listed_guesses[level, index]
    if _is_redundant(tables, stack, scratch, registers, level, guess):
        return UNANSWERED
    if not _split(tables, stack, level, guess):
        return UNANSWERED
    if _bound_cells(tables, transpositions, stack, scratch, registers, level):
        stack.is_trying[level] = 1
    else:
        stack.rejected_bound[level] = min(stack.rejected_bound[level], stack.trial_bound[level])
    return UNANSWERED


@inner_kernel
def _is_redundant(
    tables: MarkTables, stack: SearchStack, scratch: SearchScratch, registers: SearchRegisters, level: int, guess: int
) -> bool:
    """Whether the symmetry left after the placed guesses maps a guess to an earlier one. Tested only where it pays."""
    base = registers.slots[BASE_LEVEL]
    depth = registers.slots[PLACED_GUESSES] + level - base
    is_forced = level == base and registers.slots[FORCED_GUESS] >= 0
    if is_forced or depth >= SYMMETRY_MAX_GUESSES or stack.size[level] < SYMMETRY_MIN_CODES:
        return False
    exchanges = scratch.exchanges[depth]
    is_known = scratch.exchange_ends[depth] > 0
    for index in range(depth):
        placed = scratch.placed[index]
        if index >= registers.slots[PLACED_GUESSES]:
            guess_level = index - registers.slots[PLACED_GUESSES] + base
            placed = stack.listed_guesses[guess_level, stack.next_listed[guess_level] - 1]
        is_known = is_known and scratch.exchange_guesses[depth, index] == placed
        scratch.exchange_guesses[depth, index] = placed
    if not is_known:
        placed_now = scratch.exchange_guesses[depth, :depth]
        scratch.exchange_ends[depth] = find_exchanges(
            tables.guesses, tables.hole_orders, tables.peg_kinds, placed_now, exchanges
        )
    end = scratch.exchange_ends[depth]
    return not is_canonical(tables.guesses, tables.hole_orders, tables.peg_kinds, exchanges, end, guess)


@inner_kernel
def _conclude(
    tables: MarkTables, transpositions: TranspositionTable, stack: SearchStack, registers: SearchRegisters, level: int
) -> int:
    """Store and return the result of a position, all of whose guesses have been tried."""
    first, second = position_hash(tables, stack.hashes[level], level)
    exact, guess = 0, stack.best_guess[level]
    bound = stack.rejected_bound[level]
    if guess >= 0:
        bound, exact = stack.best_cost[level], 1
    if level > registers.slots[BASE_LEVEL] or registers.slots[FORCED_GUESS] < 0:
        store_entry(transpositions, first, second, bound, exact, guess)
    return set_result(registers, bound, exact, guess)


@inner_kernel
def _split(tables: MarkTables, stack: SearchStack, level: int, guess: int) -> bool:
    """Split the codes into the cells of a guess, indexed by mark. Returns False if the guess can be rejected."""
    marks, size = tables.marks_by_guess[guess], stack.size[level]
    codes, rank_costs, weights = stack.codes[level], stack.rank_costs[level], tables.weights
    sizes, mark_count = stack.cell_size[level], tables.mark_count
    for mark in range(mark_count):
        sizes[mark] = 0
    bound = tables.increments[level] * stack.weight[level]
    if tables.has_unit_weights:
        for index in range(size):
            sizes[marks[codes[index]]] += 1
        for mark in range(mark_count):
            if mark != tables.solved_mark:
                bound += stack.rank_cost_sums[level, sizes[mark]]
    else:
        for index in range(size):
            mark = marks[codes[index]]
            if mark != tables.solved_mark:
                bound += weights[codes[index]] * rank_costs[sizes[mark]]
            sizes[mark] += 1
    if bound >= stack.best_cost[level]:
        stack.rejected_bound[level] = min(stack.rejected_bound[level], bound)
        return False
    hashes = stack.cell_hashes[level]
    for mark in range(mark_count):
        hashes[mark, 0] = 0
        hashes[mark, 1] = 0
    for index in range(size):
        code = codes[index]
        mark = marks[code]
        hashes[mark, 0] ^= tables.hash_keys[code, 0]
        hashes[mark, 1] ^= tables.hash_keys[code, 1]
    if _is_repeated_partition(tables, stack, level):
        return False
    start = 0
    for mark in range(mark_count):
        stack.cell_start[level, mark] = start
        if mark != tables.solved_mark:
            start += sizes[mark]
    for index in range(size):
        code = codes[index]
        mark = marks[code]
        if mark != tables.solved_mark:
            stack.cell_codes[level, stack.cell_start[level, mark]] = code
            stack.cell_start[level, mark] += 1
    return True


@inner_kernel
def _is_repeated_partition(tables: MarkTables, stack: SearchStack, level: int) -> bool:
    """Whether an earlier guess split the codes into the same cells; if not, remember the partition."""
    first, second = np.uint64(0), np.uint64(0)
    for mark in range(tables.mark_count):
        if stack.cell_size[level, mark]:
            is_solved = np.uint64(1) if mark == tables.solved_mark else np.uint64(0)
            first += mix_hash(stack.cell_hashes[level, mark, 0] + is_solved)
            second += mix_hash(stack.cell_hashes[level, mark, 1] + is_solved)
    last = np.uint64(stack.seen_hashes.shape[1] - 1)
    slot = first & last
    while stack.seen_times[level, slot] == stack.entry_time[level]:
        if stack.seen_hashes[level, slot, 0] == first and stack.seen_hashes[level, slot, 1] == second:
            return True
        slot = (slot + np.uint64(1)) & last
    stack.seen_hashes[level, slot, 0] = first
    stack.seen_hashes[level, slot, 1] = second
    stack.seen_times[level, slot] = stack.entry_time[level]
    return False


@inner_kernel
def _bound_cells(
    tables: MarkTables,
    transpositions: TranspositionTable,
    stack: SearchStack,
    scratch: SearchScratch,
    registers: SearchRegisters,
    level: int,
) -> bool:
    """Bound every cell by lookup, then, as long as the guess may be best, by counting. Returns whether it still may.

    From here on cells are indexed consecutively, without empty ones and the one of the code that the guess finds.
    """
    bound = tables.increments[level] * stack.weight[level]
    count = 0
    for mark in range(tables.mark_count):
        size = stack.cell_size[level, mark]
        if size == 0 or mark == tables.solved_mark:
            continue
        stack.cell_size[level, count] = size
        stack.cell_start[level, count] = stack.cell_start[level, mark] - size  # `_split` left it at the cell's end
        stack.cell_hashes[level, count, 0] = stack.cell_hashes[level, mark, 0]
        stack.cell_hashes[level, count, 1] = stack.cell_hashes[level, mark, 1]
        bound += _bound_cell_by_lookup(tables, transpositions, stack, level, count)
        count += 1
    stack.cell_count[level] = count
    stack.trial_bound[level] = bound
    for cell in range(count):
        if stack.trial_bound[level] >= stack.best_cost[level]:
            return False
        if stack.cell_status[level, cell] == BOUNDED_BY_SIZE:
            _bound_cell_by_counting(tables, transpositions, stack, scratch, registers, level, cell)
    return stack.trial_bound[level] < stack.best_cost[level]


@inner_kernel
def _bound_cell_by_lookup(
    tables: MarkTables, transpositions: TranspositionTable, stack: SearchStack, level: int, cell: int
) -> int:
    """Bound a cell by its size, or by the transposition table. Sets its status, and sets and returns its bound."""
    size, start = stack.cell_size[level, cell], stack.cell_start[level, cell]
    codes, weights, increments = stack.cell_codes[level], tables.weights, tables.increments[level + 1 :]
    status = BOUNDED_BY_SIZE
    if size == 1:
        bound, status = increments[0] * weights[codes[start]], SOLVED
    elif size == 2:
        bound = (
            increments[0] * (weights[codes[start]] + weights[codes[start + 1]])
            + increments[1] * weights[codes[start + 1]]
        )
        status = SOLVED
    elif tables.has_unit_weights:
        bound = stack.rank_cost_sums[level, size]
    else:
        bound = 0
        for rank in range(size):
            bound += weights[codes[start + rank]] * stack.rank_costs[level, rank]
    if size == 3 and tables.has_unit_weights and tables.has_constant_costs:
        # If one of three codes distinguishes the others, they take 1 + 2 + 2 guesses; otherwise 1 + 2 + 3.
        bound, status = (5 if _some_code_splits_others(tables, codes[start : start + 3]) else 6) * increments[0], SOLVED
    if status == BOUNDED_BY_SIZE:
        first, second = position_hash(tables, stack.cell_hashes[level, cell], level + 1)
        slot = find_slot(transpositions, first, second)
        if slot >= 0:
            bound = max(bound, transpositions.bound[slot])
            status = SOLVED if transpositions.exact[slot] else BOUNDED
    stack.cell_bound[level, cell] = bound
    stack.cell_status[level, cell] = status
    return bound


@inner_kernel
def _some_code_splits_others(tables: MarkTables, codes: Numbers) -> bool:
    """Whether one of three codes, as a guess, distinguishes the other two."""
    first, second, third = codes[0], codes[1], codes[2]
    marks, guess_of = tables.marks_by_guess, tables.guess_of
    return (
        marks[guess_of[first], second] != marks[guess_of[first], third]
        or marks[guess_of[second], first] != marks[guess_of[second], third]
        or marks[guess_of[third], first] != marks[guess_of[third], second]
    )


@inner_kernel
def _bound_cell_by_counting(
    tables: MarkTables,
    transpositions: TranspositionTable,
    stack: SearchStack,
    scratch: SearchScratch,
    registers: SearchRegisters,
    level: int,
    cell: int,
) -> None:
    """Bound a cell by counting the cells of every guess in it, and store the bound."""
    registers.counters[COUNTED_CELLS] += 1
    size, start = stack.cell_size[level, cell], stack.cell_start[level, cell]
    codes = stack.cell_codes[level, start : start + size]
    increments = tables.increments[level + 1 :]
    max_cells = count_all_cells(tables, codes, scratch)
    exact, guess, bound, weight = 0, np.int64(NO_GUESS), np.int64(0), np.int64(0)
    if tables.has_unit_weights and max_cells >= size:
        guess, bound = find_perfect_guess(tables, codes, scratch, increments)
        exact = 1 if guess >= 0 else 0
    if exact == 0:
        # A guess with c cells that is a code finds itself now and c - 1 codes with the next guess; any other guess
        # finds none now and c with the next.
        heaviest, found_soon = tables.weights[codes[0]], 0
        max_code_cells = 0
        for rank in range(size):
            weight += tables.weights[codes[rank]]
            if rank < max_cells:
                found_soon += tables.weights[codes[rank]]
            code_guess = tables.guess_of[codes[rank]]
            if code_guess >= 0:
                max_code_cells = max(max_code_cells, np.int64(scratch.cell_counts[code_guess]))
        bound = increments[0] * weight + increments[1] * weight + increments[2] * (weight - found_soon)
        found_by_code = np.int64(0)
        for rank in range(min(max_code_cells, size)):
            found_by_code += tables.weights[codes[rank]]
        bound = min(
            bound,
            increments[0] * weight + increments[1] * (weight - heaviest) + increments[2] * (weight - found_by_code),
        )
        guess = np.int64(NO_GUESS)
    bound = max(bound, stack.cell_bound[level, cell])
    first, second = position_hash(tables, stack.cell_hashes[level, cell], level + 1)
    store_entry(transpositions, first, second, bound, exact, guess)
    stack.trial_bound[level] += bound - stack.cell_bound[level, cell]
    stack.cell_bound[level, cell] = bound
    stack.cell_status[level, cell] = SOLVED if exact else BOUNDED
