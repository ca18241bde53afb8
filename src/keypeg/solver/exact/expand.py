"""Entering a position: bound every guess, and list those that may cost less than the budget."""

import numpy as np

from keypeg.solver.exact.mark_tables import MarkTables
from keypeg.solver.exact.search_state import (
    BASE,
    COUNTING_MIN_CODES,
    INFINITE_COST,
    ONLY,
    TIME,
    Levels,
    Registers,
    Scratch,
    answer,
    key_of,
)
from keypeg.solver.exact.transpositions import TranspositionTable, find_slot, store_entry
from keypeg.solver.kernels.array_types import Longs, Numbers
from keypeg.solver.kernels.simd import LANES, bits_set, count_rows, inner_kernel, tight_kernel


@inner_kernel
def enter(
    ground: MarkTables, table: TranspositionTable, levels: Levels, scratch: Scratch, registers: Registers, level: int
) -> int:
    """Look a position up, or bound all guesses and list those that may cost less than the budget."""
    first, second = key_of(ground, levels.hashes[level], level)
    forced = level == registers.at[BASE] and registers.at[ONLY] >= 0
    known = find_slot(table, first, second)
    if not forced and known >= 0 and (table.exact[known] or table.bound[known] >= levels.budget[level]):
        return answer(registers, table.bound[known], table.exact[known], table.guess[known])
    many, budget = levels.many[level], levels.budget[level]
    most = count_cells_of_all(ground, levels.codes[level, :many], scratch)
    if ground.even and most >= many and not forced:
        # Some guess tells all codes apart; and a code that does so itself is the best there can be.
        guess, bound = best_of_all(ground, levels.codes[level, :many], scratch, ground.rises[level:])
        if guess >= 0:
            store_entry(table, first, second, bound, 1, guess)
            return answer(registers, bound, 1, guess)
    _rank_costs(ground, levels, level, most)
    _bound_buckets(ground, levels, scratch, level)
    least = _list_candidates(ground, levels, scratch, level)
    if forced:
        _list_only(ground, levels, registers, level)
    elif ground.even and many >= COUNTING_MIN_CODES and levels.listed[level] > 1:
        least = min(least, _count_candidates(ground, levels, scratch, level))
    if levels.listed[level] == 0:
        if not forced:
            store_entry(table, first, second, least, 0, -1)
        return answer(registers, least, 0, -1)
    levels.best[level] = budget
    levels.best_guess[level] = -1
    levels.refused[level] = least
    levels.upcoming[level] = 0
    levels.busy[level] = 0
    registers.at[TIME] += 1
    levels.entered[level] = registers.at[TIME]
    return 0


@inner_kernel
def _list_only(ground: MarkTables, levels: Levels, registers: Registers, level: int) -> None:
    """List the one guess that is asked about, and no other."""
    levels.candidates[level, 0] = registers.at[ONLY]
    levels.bounds[level, 0] = ground.rises[level] * levels.weight[level]
    levels.listed[level] = 1


@tight_kernel
def count_cells_of_all(ground: MarkTables, codes: Numbers, scratch: Scratch) -> int:
    """Count the cells of every guess into `scratch.cells`. Returns the most of them."""
    bits, seen, many = ground.bits, scratch.bits, codes.shape[0]
    wide = bits.shape[1]
    zero = codes[0]
    for guess in range(wide):
        seen[guess] = bits[zero, guess]
    at = 1
    while at + 4 <= many:
        one, two, three, four = codes[at], codes[at + 1], codes[at + 2], codes[at + 3]
        for guess in range(wide):
            seen[guess] |= bits[one, guess] | bits[two, guess] | bits[three, guess] | bits[four, guess]
        at += 4
    while at < many:
        one = codes[at]
        for guess in range(wide):
            seen[guess] |= bits[one, guess]
        at += 1
    cells = scratch.cells
    most = bits_set(seen[0])
    for guess in range(wide):
        cells[guess] = bits_set(seen[guess])
        most = max(most, cells[guess])
    return np.int64(most)


@inner_kernel
def best_of_all(ground: MarkTables, codes: Numbers, scratch: Scratch, rises: Longs) -> tuple[int, int]:
    """The best guess where one has as many cells as there are codes, and what it costs; -1 if it cannot be told yet."""
    many = codes.shape[0]
    for code in codes:
        guess = np.int64(ground.guess_of[code])
        if guess >= 0 and np.int64(scratch.cells[guess]) == many:
            return guess, rises[0] * many + rises[1] * (many - 1)
    if rises[1] <= rises[2]:
        for guess in range(ground.marks.shape[0]):
            if np.int64(scratch.cells[guess]) == many:
                return np.int64(guess), (rises[0] + rises[1]) * many
    return np.int64(-1), np.int64(0)


@inner_kernel
def _rank_costs(ground: MarkTables, levels: Levels, level: int, most: int) -> None:
    """Work out what each code of a cell has to pay at least, if no guess ever has more than `most` cells.

    The heaviest can be found by the next guess, `most - 1` more by the one after. From then on a guess that is no code
    itself can leave `most` cells open, unless that would take the mark that says the code is found.
    """
    many = levels.many[level]
    ranks, sums = levels.ranks[level], levels.sums[level]
    rank, layer, further, cost = 0, 1, level + 1, ground.rises[level + 1]
    sums[0] = 0
    while rank < many:
        until = min(many, rank + layer)
        while rank < until:
            ranks[rank] = cost
            sums[rank + 1] = sums[rank] + cost
            rank += 1
        layer *= max(most - 1 if further == level + 1 else min(most, ground.kinds_of_mark - 1), 1)
        further += 1
        cost += ground.rises[min(further, ground.rises.shape[0] - 1)]


@inner_kernel
def _bound_buckets(ground: MarkTables, levels: Levels, scratch: Scratch, level: int) -> None:
    """Bound the cost of every guess that has c cells and is no code (bucket 2c), or is one (2c + 1)."""
    many, weight = levels.many[level], levels.weight[level]
    now, soon, later = ground.rises[level], ground.rises[level + 1], ground.rises[level + 2]
    codes = levels.codes[level]
    heaviest = ground.weights[codes[0]]
    found_soon = 0
    for cells in range(scratch.bounds.shape[0] // 2):
        if 0 < cells <= many:
            found_soon += ground.weights[codes[cells - 1]]
        for is_code in range(2):
            bound = now * weight + soon * (weight - is_code * heaviest) + later * (weight - found_soon)
            if cells < 2:
                bound = INFINITE_COST  # it would tell nothing
            scratch.bounds[2 * cells + is_code] = bound


@inner_kernel
def _list_candidates(ground: MarkTables, levels: Levels, scratch: Scratch, level: int) -> int:
    """List the guesses whose bucket is below the budget, the best bucket first.

    Returns the least bound of the others.
    """
    many, budget = levels.many[level], levels.budget[level]
    guesses = ground.marks.shape[0]
    cells, buckets, bounds = scratch.cells, scratch.buckets, scratch.bounds
    # From here on `cells` is the bucket: twice the cells, and one more for a code that is left.
    for guess in range(guesses):
        cells[guess] += cells[guess]
    for at in range(many):
        guess = ground.guess_of[levels.codes[level, at]]
        if guess >= 0:
            cells[guess] |= 1
    for bucket in range(buckets.shape[0]):
        buckets[bucket] = 0
    for guess in range(guesses):
        buckets[cells[guess]] += 1
    least, place = INFINITE_COST, 0
    for bucket in range(buckets.shape[0]):
        if buckets[bucket] and bounds[bucket] >= budget:
            least = min(least, bounds[bucket])
            buckets[bucket] = 0
    for _ in range(buckets.shape[0]):
        best, bucket = INFINITE_COST, -1
        for one in range(buckets.shape[0]):
            if buckets[one] > 0 and bounds[one] < best:
                best, bucket = bounds[one], one
        if bucket < 0:
            break
        place, buckets[bucket] = place + buckets[bucket], -place  # from now on: minus the number of those before
    levels.listed[level] = place
    if place:
        _put_candidates(levels, scratch, level, budget, guesses)
    return least


@inner_kernel
def _put_candidates(levels: Levels, scratch: Scratch, level: int, budget: int, guesses: int) -> None:
    cells, buckets, bounds = scratch.cells, scratch.buckets, scratch.bounds
    for guess in range(guesses):
        bucket = np.int64(cells[guess])
        if bounds[bucket] < budget:
            place = -buckets[bucket]
            buckets[bucket] -= 1
            levels.candidates[level, place] = guess
            levels.bounds[level, place] = bounds[bucket]


@inner_kernel
def _count_candidates(ground: MarkTables, levels: Levels, scratch: Scratch, level: int) -> int:
    """Bound every candidate by the sizes of its cells; keep those below the budget, the best first.

    Returns the least bound of those that are dropped.
    """
    many, listed, budget = levels.many[level], levels.listed[level], levels.budget[level]
    candidates, bounds, sums = levels.candidates[level], levels.bounds[level], levels.sums[level]
    chosen = scratch.chosen
    for at in range(listed):
        chosen[candidates[at]] = 1
    kept, dropped = 0, INFINITE_COST
    for lane in range(0, ground.marks.shape[0], LANES):
        here = 0
        for at in range(LANES):
            here |= chosen[lane + at]
        if here == 0:
            continue
        _count_lane(ground, levels.codes[level, :many], lane, scratch)
        for at in range(LANES):
            guess = lane + at
            if chosen[guess] == 0:
                continue
            chosen[guess] = 0
            bound = ground.rises[level] * many
            for kind in range(ground.kinds_of_mark):
                if kind != ground.solved:
                    bound += sums[scratch.totals[kind, at]]
            if bound < budget:
                candidates[kept] = guess
                bounds[kept] = bound
                kept += 1
            else:
                dropped = min(dropped, bound)
    levels.listed[level] = kept
    _sort(candidates[:kept], bounds[:kept], scratch)
    return dropped


@inner_kernel
def _sort(candidates: Numbers, bounds: Longs, scratch: Scratch) -> None:
    """Put candidates with lower bounds first: roughly, where the bounds lie far apart."""
    least, most = INFINITE_COST, 0
    for bound in bounds:
        least, most = min(least, bound), max(most, bound)
    places, many = scratch.places, bounds.shape[0]
    shift = 0
    while (most - least) >> shift >= places.shape[0]:
        shift += 1
    for at in range(places.shape[0]):
        places[at] = 0
    for bound in bounds:
        places[(bound - least) >> shift] += 1
    before = 0
    for at in range(places.shape[0]):
        before, places[at] = before + places[at], before
    for at in range(many):
        place = (bounds[at] - least) >> shift
        scratch.sorted_guesses[places[place]] = candidates[at]
        scratch.sorted_bounds[places[place]] = bounds[at]
        places[place] += 1
    for at in range(many):
        candidates[at] = scratch.sorted_guesses[at]
        bounds[at] = scratch.sorted_bounds[at]


@inner_kernel
def _count_lane(ground: MarkTables, codes: Numbers, lane: int, scratch: Scratch) -> None:
    """Count the cells of one vector of guesses into `scratch.totals`."""
    rows = ground.rows.ctypes.data + lane
    stride, counts, totals = ground.rows.shape[1], scratch.counts, scratch.totals
    for start in range(0, codes.shape[0], 255):
        part = codes[start : start + 255]
        count_rows(rows, stride, part.ctypes.data, part.shape[0], ground.wanted, ground.group_size, counts.ctypes.data)
        for kind in range(ground.kinds_of_mark):
            for at in range(LANES):
                totals[kind, at] = (totals[kind, at] if start else 0) + counts[kind, at]
