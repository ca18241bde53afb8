"""The exact search: branch and bound over positions, with no recursion.

A position is a set of codes. Its cost is what all its codes, each as often as it weighs, still have to pay: a rise for
the guess that is placed now, and the costs of the cells into which that guess parts them. The search answers one
question: what does this position cost, if it costs less than its budget? Otherwise it says so, with a lower bound.

What makes it fast, the first things first:

- *How many cells.* One pass over the bits of all marks finds how many cells every guess has, 64 bytes of guesses at a
  time. With c cells a guess finds at most one code now and c by the next guess: a lower bound for each guess. In a small
  set of codes hardly any guess is left after that.
- *How many cells at most.* No set within this one can be parted into more cells than this one by any guess. That bounds
  the cells' own costs better than a perfect tree with all marks does.
- *A table of positions*, shared between all branches: what one branch has found out, exactly or as a bound, holds in all.
- *Every cell is looked at once before any is searched*: its bound comes from the table or from a first pass of its own,
  and most guesses are given up on the sum of these bounds.
- *Guesses that are alike* by an exchange of holes and colours are tried once, while sets are large; *guesses that part
  the codes into the same cells* are tried once at any size.
"""

from typing import NamedTuple

import numpy as np

from keypeg.solver.arrays import Bytes, Longs, Numbers, Words
from keypeg.solver.ground import Ground
from keypeg.solver.lanes import LANES, bits_set, count_rows, inner_kernel, kernel, tight_kernel
from keypeg.solver.symmetry import find_exchanges, is_first_of_kind, room_for
from keypeg.solver.table import FULL, Table, note, place_of

LEVELS = 24
"""How deep the search can go."""

ALIKE_FROM = 16
"""From how many codes on guesses that are alike are sorted out."""

ALIKE_UNTIL = 4
"""After how many guesses that is given up: hardly anything is alike then."""

COUNT_FROM = 48
"""From how many codes on the sizes of all cells are counted before guesses are looked at one by one."""

NOTHING = 2**60
"""More than any cost."""

RUNNING, DONE, TABLE_FULL, TOO_DEEP = 0, 1, 2, 3
"""How a search stands."""


class Levels(NamedTuple):
    """The search's own stack, a row a level: the number of guesses placed since the first that costs are counted from."""

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
    cell_hashes: Words
    total: Longs
    """The rise and all cells' bounds: a lower bound of the candidate that is being looked at."""
    cell: Longs
    """Which cell is being searched."""
    seen: Words
    seen_at: Longs
    """Hashes of the partitions already tried, and when they were noted: older notes do not count."""


class Scratch(NamedTuple):
    """Room to work in."""

    bits: np.ndarray  # type: ignore[type-arg]
    cells: np.ndarray  # type: ignore[type-arg]
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


def new_levels(ground: Ground) -> tuple[Levels, Scratch, Registers]:
    """Room for a search on this ground."""
    codes, guesses, marks = len(ground.numbers), len(ground.guesses), ground.kinds_of_mark
    notes = 1 << max(6, (2 * guesses).bit_length())

    def longs(*shape: int) -> Longs:
        return np.zeros((LEVELS, *shape), np.int64)

    levels = Levels(
        codes=np.zeros((LEVELS, codes), np.int32),
        many=longs(),
        weight=longs(),
        hashes=np.zeros((LEVELS, 2), np.uint64),
        budget=longs(),
        best=longs(),
        best_guess=longs(),
        refused=longs(),
        candidates=np.zeros((LEVELS, guesses), np.int32),
        bounds=longs(guesses),
        listed=longs(),
        upcoming=longs(),
        busy=longs(),
        ranks=longs(codes + 1),
        sums=longs(codes + 1),
        cells=longs(),
        cell_codes=np.zeros((LEVELS, codes), np.int32),
        cell_start=longs(marks),
        cell_size=longs(marks),
        cell_bound=longs(marks),
        cell_exact=np.zeros((LEVELS, marks), np.uint8),
        cell_hashes=np.zeros((LEVELS, marks, 2), np.uint64),
        total=longs(),
        cell=longs(),
        seen=np.zeros((LEVELS, notes), np.uint64),
        seen_at=longs(notes),
    )
    padded = ground.bits.shape[1]
    scratch = Scratch(
        bits=np.zeros(padded, ground.bits.dtype),
        cells=np.zeros(padded, ground.bits.dtype),
        exchanges=np.stack([room_for(ground.orders, ground.kinds)] * ALIKE_UNTIL),
        exchanges_fit=np.zeros(ALIKE_UNTIL, np.int64),
        exchanges_for=np.full((ALIKE_UNTIL, ALIKE_UNTIL), -1, np.int32),
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


@kernel
def ask(
    ground: Ground, levels: Levels, registers: Registers, codes: Numbers, budget: int, only: int, base: int
) -> None:
    """Begin a search: what do these codes cost, if less than the budget? With `only`: if that guess comes first.

    `base` is how many guesses were placed since the first that the costs are counted from.
    """
    many = codes.shape[0]
    levels.codes[base, :many] = codes
    levels.many[base] = many
    levels.budget[base] = budget
    levels.hashes[base, :] = 0
    levels.weight[base] = 0
    for code in codes:
        levels.hashes[base, 0] ^= ground.hashes[code, 0]
        levels.hashes[base, 1] ^= ground.hashes[code, 1]
        levels.weight[base] += ground.weights[code]
    registers.at[LEVEL] = base
    registers.at[BASE] = base
    registers.at[ENTERED] = 1
    registers.at[ONLY] = only


@tight_kernel
def search(
    ground: Ground, table: Table, levels: Levels, scratch: Scratch, registers: Registers, placed: Numbers, steps: int
) -> int:
    """Go on with a search until it is done, the table is full, or so many positions have been entered.

    `placed` are the guesses that led to the position asked about. The answer is in the registers.
    """
    at = registers.at
    for number in range(placed.shape[0]):
        scratch.placed[number] = placed[number]
    at[PLACED] = placed.shape[0]
    limit = registers.nodes[0] + steps
    while True:
        level = at[LEVEL]
        if at[ENTERED]:
            if registers.nodes[0] >= limit:
                return RUNNING
            if table.filled[0] + ground.marks.shape[0] > FULL * table.first.shape[0]:
                return TABLE_FULL
            at[ENTERED] = 0
            registers.nodes[0] += 1
            answered = _enter(ground, table, levels, scratch, registers, level)
        elif levels.busy[level]:
            answered = _next_cell(ground, levels, registers, level)
            if answered < 0:
                return TOO_DEEP
        else:
            answered = _next_candidate(ground, table, levels, scratch, registers, level)
        if answered:
            if level == at[BASE]:
                return DONE
            _give_up_to(levels, registers, level - 1)


@inner_kernel
def _give_up_to(levels: Levels, registers: Registers, level: int) -> None:
    """Hand the result of a position to the level above, whose cell it was."""
    cell, bound = levels.cell[level], registers.at[BOUND]
    if bound > levels.cell_bound[level, cell]:
        levels.total[level] += bound - levels.cell_bound[level, cell]
        levels.cell_bound[level, cell] = bound
    levels.cell_exact[level, cell] = registers.at[EXACT]
    registers.at[LEVEL] = level


@inner_kernel
def _answer(registers: Registers, bound: int, exact: int, guess: int) -> int:
    registers.at[BOUND] = bound
    registers.at[EXACT] = exact
    registers.at[GUESS] = guess
    return 1


@inner_kernel
def _key(ground: Ground, hashes: Words, level: int) -> tuple[np.uint64, np.uint64]:
    """The hash of a position: of its codes, and of its level where that matters."""
    if ground.steady:
        return hashes[0], hashes[1]
    return hashes[0] ^ _scatter(np.uint64(level + 1)), hashes[1]


@inner_kernel
def _scatter(number: np.uint64) -> np.uint64:
    """Another number, as good as random."""
    number ^= number >> np.uint64(33)
    number *= np.uint64(0xFF51AFD7ED558CCD)
    number ^= number >> np.uint64(33)
    number *= np.uint64(0xC4CEB9FE1A85EC53)
    number ^= number >> np.uint64(33)
    return number


# Entering a position


@inner_kernel
def _enter(ground: Ground, table: Table, levels: Levels, scratch: Scratch, registers: Registers, level: int) -> int:
    """Look a position up, or bound all guesses and list those that may cost less than the budget."""
    first, second = _key(ground, levels.hashes[level], level)
    forced = level == registers.at[BASE] and registers.at[ONLY] >= 0
    known = place_of(table, first, second)
    if not forced and known >= 0 and (table.exact[known] or table.bound[known] >= levels.budget[level]):
        return _answer(registers, table.bound[known], table.exact[known], table.guess[known])
    many, budget = levels.many[level], levels.budget[level]
    most = count_cells_of_all(ground, levels.codes[level, :many], scratch)
    if ground.even and most >= many and not forced:
        # Some guess tells all codes apart; and a code that does so itself is the best there can be.
        guess, bound = _best_of_all(ground, levels.codes[level, :many], scratch, ground.rises[level:])
        if guess >= 0:
            note(table, first, second, bound, 1, guess)
            return _answer(registers, bound, 1, guess)
    _rank_costs(ground, levels, level, most)
    _bound_buckets(ground, levels, scratch, level)
    least = _list_candidates(ground, levels, scratch, level)
    if forced:
        _list_only(ground, levels, registers, level)
    elif ground.even and many >= COUNT_FROM and levels.listed[level] > 1:
        least = min(least, _count_candidates(ground, levels, scratch, level))
    if levels.listed[level] == 0:
        if not forced:
            note(table, first, second, least, 0, -1)
        return _answer(registers, least, 0, -1)
    levels.best[level] = budget
    levels.best_guess[level] = -1
    levels.refused[level] = least
    levels.upcoming[level] = 0
    levels.busy[level] = 0
    registers.at[TIME] += 1
    return 0


@inner_kernel
def _list_only(ground: Ground, levels: Levels, registers: Registers, level: int) -> None:
    """List the one guess that is asked about, and no other."""
    levels.candidates[level, 0] = registers.at[ONLY]
    levels.bounds[level, 0] = ground.rises[level] * levels.weight[level]
    levels.listed[level] = 1


@tight_kernel
def count_cells_of_all(ground: Ground, codes: Numbers, scratch: Scratch) -> int:
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
def _best_of_all(ground: Ground, codes: Numbers, scratch: Scratch, rises: Longs) -> tuple[int, int]:
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
def _rank_costs(ground: Ground, levels: Levels, level: int, most: int) -> None:
    """Work out what each code of a cell has to pay at least, if no guess ever has more than `most` cells.

    The heaviest can be found by the next guess, `most - 1` more by the one after, then that many for each of those.
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
        layer *= max(most - 1, 1)
        further += 1
        cost += ground.rises[min(further, ground.rises.shape[0] - 1)]


@inner_kernel
def _bound_buckets(ground: Ground, levels: Levels, scratch: Scratch, level: int) -> None:
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
                bound = NOTHING  # it would tell nothing
            scratch.bounds[2 * cells + is_code] = bound


@inner_kernel
def _list_candidates(ground: Ground, levels: Levels, scratch: Scratch, level: int) -> int:
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
    least, place = NOTHING, 0
    for bucket in range(buckets.shape[0]):
        if buckets[bucket] and bounds[bucket] >= budget:
            least = min(least, bounds[bucket])
            buckets[bucket] = 0
    for _ in range(buckets.shape[0]):
        best, bucket = NOTHING, -1
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
def _count_candidates(ground: Ground, levels: Levels, scratch: Scratch, level: int) -> int:
    """Bound every candidate by the sizes of its cells; keep those below the budget, the best first.

    Returns the least bound of those that are dropped.
    """
    many, listed, budget = levels.many[level], levels.listed[level], levels.budget[level]
    candidates, bounds, sums = levels.candidates[level], levels.bounds[level], levels.sums[level]
    chosen = scratch.chosen
    for at in range(listed):
        chosen[candidates[at]] = 1
    kept, dropped = 0, NOTHING
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
    least, most = NOTHING, 0
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
def _count_lane(ground: Ground, codes: Numbers, lane: int, scratch: Scratch) -> None:
    """Count the cells of one vector of guesses into `scratch.totals`."""
    rows = ground.rows.ctypes.data + lane
    stride, counts, totals = ground.rows.shape[1], scratch.counts, scratch.totals
    for start in range(0, codes.shape[0], 255):
        part = codes[start : start + 255]
        count_rows(rows, stride, part.ctypes.data, part.shape[0], ground.wanted, ground.group, counts.ctypes.data)
        for kind in range(ground.kinds_of_mark):
            for at in range(LANES):
                totals[kind, at] = (totals[kind, at] if start else 0) + counts[kind, at]


# Looking at a candidate


@inner_kernel
def _next_candidate(
    ground: Ground, table: Table, levels: Levels, scratch: Scratch, registers: Registers, level: int
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
    if not _part(ground, levels, scratch, registers, level, guess):
        return 0
    if _look_at_cells(ground, table, levels, scratch, registers, level):
        levels.busy[level] = 1
    else:
        levels.refused[level] = min(levels.refused[level], levels.total[level])
    return 0


@inner_kernel
def _is_alike(ground: Ground, levels: Levels, scratch: Scratch, registers: Registers, level: int, guess: int) -> bool:
    """Whether an exchange of what is still alike turns a guess into an earlier one. It is found out for few guesses."""
    base = registers.at[BASE]
    depth = registers.at[PLACED] + level - base
    if depth >= ALIKE_UNTIL or levels.many[level] < ALIKE_FROM:
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
    return not is_first_of_kind(ground.guesses, ground.orders, ground.kinds, room, fit, guess)


@inner_kernel
def _conclude(ground: Ground, table: Table, levels: Levels, registers: Registers, level: int) -> int:
    """Note and answer what all candidates have come to."""
    first, second = _key(ground, levels.hashes[level], level)
    best = levels.best[level]
    exact, guess = 0, levels.best_guess[level]
    bound = levels.refused[level]
    if guess >= 0:
        bound, exact = best, 1
    if level > registers.at[BASE] or registers.at[ONLY] < 0:
        note(table, first, second, bound, exact, guess)
    return _answer(registers, bound, exact, guess)


@inner_kernel
def _part(ground: Ground, levels: Levels, scratch: Scratch, registers: Registers, level: int, guess: int) -> bool:
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
    if _seen_before(ground, levels, registers, level):
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
def _seen_before(ground: Ground, levels: Levels, registers: Registers, level: int) -> bool:
    """Whether an earlier candidate parts the codes into the same cells; if not, remember this one."""
    partition = np.uint64(0)
    for kind in range(ground.kinds_of_mark):
        if levels.cell_size[level, kind]:
            found = np.uint64(1) if kind == ground.solved else np.uint64(0)
            partition += _scatter(levels.cell_hashes[level, kind, 0] + found)
    last = np.uint64(levels.seen.shape[1] - 1)
    place = partition & last
    while levels.seen_at[level, place] == registers.at[TIME] * LEVELS + level:
        if levels.seen[level, place] == partition:
            return True
        place = (place + np.uint64(1)) & last
    levels.seen[level, place] = partition
    levels.seen_at[level, place] = registers.at[TIME] * LEVELS + level
    return False


@inner_kernel
def _look_at_cells(
    ground: Ground, table: Table, levels: Levels, scratch: Scratch, registers: Registers, level: int
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
def _bound_from_table(ground: Ground, table: Table, levels: Levels, level: int, cell: int) -> int:
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
        first, second = _key(ground, levels.cell_hashes[level, cell], level + 1)
        known = place_of(table, first, second)
        if known >= 0:
            bound = max(bound, table.bound[known])
            exact = 2 if table.exact[known] == 0 else 1
    levels.cell_bound[level, cell] = bound
    levels.cell_exact[level, cell] = exact
    return bound


@inner_kernel
def _one_parts_others(ground: Ground, codes: Numbers) -> bool:
    one, two, three = codes[0], codes[1], codes[2]
    marks, guess_of = ground.marks, ground.guess_of
    return (
        marks[guess_of[one], two] != marks[guess_of[one], three]
        or marks[guess_of[two], one] != marks[guess_of[two], three]
        or marks[guess_of[three], one] != marks[guess_of[three], two]
    )


@inner_kernel
def _bound_by_pass(
    ground: Ground, table: Table, levels: Levels, scratch: Scratch, registers: Registers, level: int, cell: int
) -> None:
    """Bound a cell of which nothing is known by counting the cells of every guess, and note it."""
    registers.nodes[2] += 1
    size, start = levels.cell_size[level, cell], levels.cell_start[level, cell]
    codes = levels.cell_codes[level, start : start + size]
    rises = ground.rises[level + 1 :]
    most = count_cells_of_all(ground, codes, scratch)
    exact, guess, bound, weight = 0, np.int64(-1), np.int64(0), np.int64(0)
    if ground.even and most >= size:
        guess, bound = _best_of_all(ground, codes, scratch, rises)
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
    first, second = _key(ground, levels.cell_hashes[level, cell], level + 1)
    note(table, first, second, bound, exact, guess)
    levels.total[level] += bound - levels.cell_bound[level, cell]
    levels.cell_bound[level, cell] = bound
    levels.cell_exact[level, cell] = 1 if exact else 2


@inner_kernel
def _next_cell(ground: Ground, levels: Levels, registers: Registers, level: int) -> int:
    """Go down into the next cell that is not known exactly; or be done with the candidate."""
    total, best = levels.total[level], levels.best[level]
    if total >= best:
        levels.refused[level] = min(levels.refused[level], total)
        levels.busy[level] = 0
        return 0
    cell, largest = -1, NOTHING
    for one in range(levels.cells[level]):
        if levels.cell_exact[level, one] != 1 and levels.cell_size[level, one] < largest:
            cell, largest = one, levels.cell_size[level, one]
    if cell < 0:
        levels.best[level] = total
        levels.best_guess[level] = levels.candidates[level, levels.upcoming[level] - 1]
        levels.busy[level] = 0
        return 0
    if level + 1 >= LEVELS:
        return -1
    start = levels.cell_start[level, cell]
    levels.cell[level] = cell
    levels.many[level + 1] = largest
    levels.weight[level + 1] = 0
    for at in range(largest):
        code = levels.cell_codes[level, start + at]
        levels.codes[level + 1, at] = code
        levels.weight[level + 1] += ground.weights[code]
    levels.hashes[level + 1, 0] = levels.cell_hashes[level, cell, 0]
    levels.hashes[level + 1, 1] = levels.cell_hashes[level, cell, 1]
    levels.budget[level + 1] = levels.cell_bound[level, cell] + best - total
    registers.at[LEVEL] = level + 1
    registers.at[ENTERED] = 1
    return 0
