"""The exact search: branch and bound over positions, with no recursion.

A position is a set of codes. Its cost is what all its codes, each as often as it weighs, still have to pay: a rise for
the guess that is placed now, and the costs of the cells into which that guess parts them. The search answers one
question: what does this position cost, if it costs less than its budget? Otherwise it says so, with a lower bound.

What makes it fast, the first things first:

- *How many cells.* One pass over the bits of all marks finds how many cells every guess has, 64 bytes of guesses at a
  time. With c cells a guess finds at most one code now and c by the next guess: a lower bound for each guess. In a
  small set of codes hardly any guess is left after that.
- *How many cells at most.* No set within this one can be parted into more cells than this one by any guess. That bounds
  the cells' own costs better than a perfect tree with all marks does.
- *A table of positions*, shared between all branches: what one has found out, exactly or as a bound, holds in all.
- *Every cell is looked at once before any is searched*: its bound comes from the table or from a first pass of its own,
  and most guesses are given up on the sum of these bounds.
- *Guesses that are alike* by an exchange of holes and colours are tried once, while sets are large; *guesses that part
  the codes into the same cells* are tried once at any size.
"""

from keypeg.solver.exact.expand import enter
from keypeg.solver.exact.mark_tables import MarkTables
from keypeg.solver.exact.search_state import (
    BASE,
    BOUND,
    DONE,
    ENTERED,
    EXACT,
    INFINITE_COST,
    LEVEL,
    MAX_LEVELS,
    ONLY,
    PLACED,
    RUNNING,
    SYMMETRY_MAX_GUESSES,
    TABLE_FULL,
    TOO_DEEP,
    Levels,
    Registers,
    Scratch,
)
from keypeg.solver.exact.transpositions import MAX_FILL, TranspositionTable
from keypeg.solver.exact.try_guess import next_candidate
from keypeg.solver.kernels.array_types import Numbers
from keypeg.solver.kernels.simd import inner_kernel, kernel, tight_kernel


@kernel
def ask(
    ground: MarkTables, levels: Levels, registers: Registers, codes: Numbers, budget: int, only: int, base: int
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
    ground: MarkTables,
    table: TranspositionTable,
    levels: Levels,
    scratch: Scratch,
    registers: Registers,
    placed: Numbers,
    steps: int,
) -> int:
    """Go on with a search until it is done, the table is full, or so many positions, guesses and cells were looked at.

    `placed` are the guesses that led to the position asked about. The answer is in the registers.
    """
    at = registers.at
    for number in range(min(placed.shape[0], SYMMETRY_MAX_GUESSES)):  # of more than that nothing is asked
        scratch.placed[number] = placed[number]
    at[PLACED] = placed.shape[0]
    nodes = registers.nodes
    limit = nodes[0] + nodes[1] + nodes[2] + steps
    while True:
        level = at[LEVEL]
        if nodes[0] + nodes[1] + nodes[2] >= limit:
            return RUNNING
        if at[ENTERED]:
            if table.filled[0] + ground.marks.shape[0] > MAX_FILL * table.first.shape[0]:
                return TABLE_FULL
            at[ENTERED] = 0
            nodes[0] += 1
            answered = enter(ground, table, levels, scratch, registers, level)
        elif levels.busy[level]:
            answered = _next_cell(ground, levels, registers, level)
            if answered < 0:
                return TOO_DEEP
        else:
            answered = next_candidate(ground, table, levels, scratch, registers, level)
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
def _next_cell(ground: MarkTables, levels: Levels, registers: Registers, level: int) -> int:
    """Go down into the next cell that is not known exactly; or be done with the candidate."""
    total, best = levels.total[level], levels.best[level]
    if total >= best:
        levels.refused[level] = min(levels.refused[level], total)
        levels.busy[level] = 0
        return 0
    cell, largest = -1, INFINITE_COST
    for one in range(levels.cells[level]):
        if levels.cell_exact[level, one] != 1 and levels.cell_size[level, one] < largest:
            cell, largest = one, levels.cell_size[level, one]
    if cell < 0:
        levels.best[level] = total
        levels.best_guess[level] = levels.candidates[level, levels.upcoming[level] - 1]
        levels.busy[level] = 0
        return 0
    if level + 1 >= MAX_LEVELS:
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
