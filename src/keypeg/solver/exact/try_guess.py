"""Looking at a guess: part the codes into its cells, and bound each of them."""

import numpy as np

from keypeg.solver.exact.expand import best_of_all, count_cells_of_all
from keypeg.solver.exact.mark_tables import MarkTables
from keypeg.solver.exact.search_state import (
    BASE,
    ONLY,
    PLACED,
    SYMMETRY_MAX_GUESSES,
    SYMMETRY_MIN_CODES,
    Levels,
    Registers,
    Scratch,
    answer,
    key_of,
)
from keypeg.solver.exact.transpositions import TranspositionTable, find_slot, store_entry
from keypeg.solver.game.symmetry import find_exchanges, is_canonical
from keypeg.solver.kernels.array_types import Numbers
from keypeg.solver.kernels.hashing import mix_hash
from keypeg.solver.kernels.simd import inner_kernel


@inner_kernel
def next_candidate(
    ground: MarkTables, table: TranspositionTable, levels: Levels, scratch: Scratch, registers: Registers, level: int
) -> int:
    """Part the codes by the next candidate; or, when none is left, answer."""
    at = levels.upcoming[level]
    if at >= levels.listed[level]:
        return _conclude(ground, table, levels, registers, level)
    levels.upcoming[level] += 1
    if levels.bounds[level, at] >= levels.best[level]:
        levels.refused[level] = min(levels.refused[level], levels.bounds[level, at])
        return 0
    registers.nodes[1] += 1
    guess = levels.candidates[level, at]
    if _is_alike(ground, levels, scratch, registers, level, guess):
        return 0
    if not _part(ground, levels, level, guess):
        return 0
    if _look_at_cells(ground, table, levels, scratch, registers, level):
        levels.busy[level] = 1
    else:
        levels.refused[level] = min(levels.refused[level], levels.total[level])
    return 0


@inner_kernel
def _is_alike(
    ground: MarkTables, levels: Levels, scratch: Scratch, registers: Registers, level: int, guess: int
) -> bool:
    """Whether an exchange of what is still alike turns a guess into an earlier one. It is found out for few guesses."""
    base = registers.at[BASE]
    depth = registers.at[PLACED] + level - base
    forced = level == base and registers.at[ONLY] >= 0
    if forced or depth >= SYMMETRY_MAX_GUESSES or levels.many[level] < SYMMETRY_MIN_CODES:
        return False
    room = scratch.exchanges[depth]
    known = scratch.exchanges_fit[depth] > 0
    for at in range(depth):
        placed = scratch.placed[at]
        if at >= registers.at[PLACED]:
            above = at - registers.at[PLACED] + base
            placed = levels.candidates[above, levels.upcoming[above] - 1]
        known = known and scratch.exchanges_for[depth, at] == placed
        scratch.exchanges_for[depth, at] = placed
    if not known:
        placed_now = scratch.exchanges_for[depth, :depth]
        scratch.exchanges_fit[depth] = find_exchanges(ground.guesses, ground.orders, ground.kinds, placed_now, room)
    fit = scratch.exchanges_fit[depth]
    return not is_canonical(ground.guesses, ground.orders, ground.kinds, room, fit, guess)


@inner_kernel
def _conclude(ground: MarkTables, table: TranspositionTable, levels: Levels, registers: Registers, level: int) -> int:
    """Note and answer what all candidates have come to."""
    first, second = key_of(ground, levels.hashes[level], level)
    best = levels.best[level]
    exact, guess = 0, levels.best_guess[level]
    bound = levels.refused[level]
    if guess >= 0:
        bound, exact = best, 1
    if level > registers.at[BASE] or registers.at[ONLY] < 0:
        store_entry(table, first, second, bound, exact, guess)
    return answer(registers, bound, exact, guess)


@inner_kernel
def _part(ground: MarkTables, levels: Levels, level: int, guess: int) -> bool:
    """Part the codes into the cells of a guess. Returns whether the guess is worth a closer look."""
    marks, many = ground.marks[guess], levels.many[level]
    codes, ranks, weights = levels.codes[level], levels.ranks[level], ground.weights
    sizes, kinds = levels.cell_size[level], ground.kinds_of_mark
    for kind in range(kinds):
        sizes[kind] = 0
    total = ground.rises[level] * levels.weight[level]
    if ground.even:
        for at in range(many):
            sizes[marks[codes[at]]] += 1
        for kind in range(kinds):
            if kind != ground.solved:
                total += levels.sums[level, sizes[kind]]
    else:
        for at in range(many):
            mark = marks[codes[at]]
            if mark != ground.solved:
                total += weights[codes[at]] * ranks[sizes[mark]]
            sizes[mark] += 1
    if total >= levels.best[level]:
        levels.refused[level] = min(levels.refused[level], total)
        return False
    hashes = levels.cell_hashes[level]
    for kind in range(kinds):
        hashes[kind, 0] = 0
        hashes[kind, 1] = 0
    for at in range(many):
        code = codes[at]
        mark = marks[code]
        hashes[mark, 0] ^= ground.hashes[code, 0]
        hashes[mark, 1] ^= ground.hashes[code, 1]
    if _seen_before(ground, levels, level):
        return False
    start = 0
    for kind in range(kinds):
        levels.cell_start[level, kind] = start
        if kind != ground.solved:
            start += sizes[kind]
    for at in range(many):
        code = codes[at]
        mark = marks[code]
        if mark != ground.solved:
            levels.cell_codes[level, levels.cell_start[level, mark]] = code
            levels.cell_start[level, mark] += 1
    return True


@inner_kernel
def _seen_before(ground: MarkTables, levels: Levels, level: int) -> bool:
    """Whether an earlier candidate parts the codes into the same cells; if not, remember this one."""
    first, second = np.uint64(0), np.uint64(0)
    for kind in range(ground.kinds_of_mark):
        if levels.cell_size[level, kind]:
            found = np.uint64(1) if kind == ground.solved else np.uint64(0)
            first += mix_hash(levels.cell_hashes[level, kind, 0] + found)
            second += mix_hash(levels.cell_hashes[level, kind, 1] + found)
    last = np.uint64(levels.seen.shape[1] - 1)
    place = first & last
    while levels.seen_at[level, place] == levels.entered[level]:
        if levels.seen[level, place, 0] == first and levels.seen[level, place, 1] == second:
            return True
        place = (place + np.uint64(1)) & last
    levels.seen[level, place, 0] = first
    levels.seen[level, place, 1] = second
    levels.seen_at[level, place] = levels.entered[level]
    return False


@inner_kernel
def _look_at_cells(
    ground: MarkTables, table: TranspositionTable, levels: Levels, scratch: Scratch, registers: Registers, level: int
) -> bool:
    """Bound every cell by what is known of it, then by a pass of its own. Returns whether the guess is still in."""
    total = ground.rises[level] * levels.weight[level]
    cells = 0
    for kind in range(ground.kinds_of_mark):
        size = levels.cell_size[level, kind]
        if size == 0 or kind == ground.solved:
            continue
        levels.cell_size[level, cells] = size
        levels.cell_start[level, cells] = levels.cell_start[level, kind] - size  # it was moved to the cell's end
        levels.cell_hashes[level, cells, 0] = levels.cell_hashes[level, kind, 0]
        levels.cell_hashes[level, cells, 1] = levels.cell_hashes[level, kind, 1]
        total += _bound_from_table(ground, table, levels, level, cells)
        cells += 1
    levels.cells[level] = cells
    levels.total[level] = total
    for cell in range(cells):
        if levels.total[level] >= levels.best[level]:
            return False
        if levels.cell_exact[level, cell] == 0:
            _bound_by_pass(ground, table, levels, scratch, registers, level, cell)
    return levels.total[level] < levels.best[level]


@inner_kernel
def _bound_from_table(ground: MarkTables, table: TranspositionTable, levels: Levels, level: int, cell: int) -> int:
    """Bound a cell by its size, or by what the table says. Sets and returns the bound."""
    size, start = levels.cell_size[level, cell], levels.cell_start[level, cell]
    codes, weights, rises = levels.cell_codes[level], ground.weights, ground.rises[level + 1 :]
    exact = 0
    if size == 1:
        bound, exact = rises[0] * weights[codes[start]], 1
    elif size == 2:
        bound = rises[0] * (weights[codes[start]] + weights[codes[start + 1]]) + rises[1] * weights[codes[start + 1]]
        exact = 1
    elif ground.even:
        bound = levels.sums[level, size]
    else:
        bound = 0
        for at in range(size):
            bound += weights[codes[start + at]] * levels.ranks[level, at]
    if size == 3 and ground.even and ground.steady:
        # Three codes: one of them may tell the others apart; if not, they are guessed one after the other.
        bound, exact = (5 if _one_parts_others(ground, codes[start : start + 3]) else 6) * rises[0], 1
    if exact == 0:
        first, second = key_of(ground, levels.cell_hashes[level, cell], level + 1)
        known = find_slot(table, first, second)
        if known >= 0:
            bound = max(bound, table.bound[known])
            exact = 2 if table.exact[known] == 0 else 1
    levels.cell_bound[level, cell] = bound
    levels.cell_exact[level, cell] = exact
    return bound


@inner_kernel
def _one_parts_others(ground: MarkTables, codes: Numbers) -> bool:
    one, two, three = codes[0], codes[1], codes[2]
    marks, guess_of = ground.marks, ground.guess_of
    return (
        marks[guess_of[one], two] != marks[guess_of[one], three]
        or marks[guess_of[two], one] != marks[guess_of[two], three]
        or marks[guess_of[three], one] != marks[guess_of[three], two]
    )


@inner_kernel
def _bound_by_pass(
    ground: MarkTables,
    table: TranspositionTable,
    levels: Levels,
    scratch: Scratch,
    registers: Registers,
    level: int,
    cell: int,
) -> None:
    """Bound a cell of which nothing is known by counting the cells of every guess, and note it."""
    registers.nodes[2] += 1
    size, start = levels.cell_size[level, cell], levels.cell_start[level, cell]
    codes = levels.cell_codes[level, start : start + size]
    rises = ground.rises[level + 1 :]
    most = count_cells_of_all(ground, codes, scratch)
    exact, guess, bound, weight = 0, np.int64(-1), np.int64(0), np.int64(0)
    if ground.even and most >= size:
        guess, bound = best_of_all(ground, codes, scratch, rises)
        exact = 1 if guess >= 0 else 0
    if exact == 0:
        # A code that has c cells finds itself now and c - 1 more next; any other guess finds none now and c next.
        heaviest, found_soon = ground.weights[codes[0]], 0
        top_code = 0
        for at in range(size):
            weight += ground.weights[codes[at]]
            if at < most:
                found_soon += ground.weights[codes[at]]
            own = ground.guess_of[codes[at]]
            if own >= 0:
                top_code = max(top_code, np.int64(scratch.cells[own]))
        bound = rises[0] * weight + rises[1] * weight + rises[2] * (weight - found_soon)
        of_codes = np.int64(0)
        for at in range(min(top_code, size)):
            of_codes += ground.weights[codes[at]]
        bound = min(bound, rises[0] * weight + rises[1] * (weight - heaviest) + rises[2] * (weight - of_codes))
        guess = np.int64(-1)
    bound = max(bound, levels.cell_bound[level, cell])
    first, second = key_of(ground, levels.cell_hashes[level, cell], level + 1)
    store_entry(table, first, second, bound, exact, guess)
    levels.total[level] += bound - levels.cell_bound[level, cell]
    levels.cell_bound[level, cell] = bound
    levels.cell_exact[level, cell] = 1 if exact else 2
