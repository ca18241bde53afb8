"""The exact search: branch and bound over positions, without recursion.

Theory of operation
-------------------
A position is a set of codes. Its cost is the sum over its codes, each counted by its weight, of the increments of all
guesses up to the one that finds the code (see `keypeg.solver.strategy.costs`). If g is the best next guess, that is the
next increment times the weight of all codes, plus the costs of the cells into which g splits them. A search answers one
question: what is the cost of this position, if it is less than a budget? If it is not, the answer is a lower bound that
is at least the budget.

The stack (`keypeg.solver.exact.search_state`) has one level for each guess placed; a position on it goes through three
kinds of step, and `run_search` makes one step of the deepest position at a time:

1. `expand.enter_position` looks the position up in the transposition table. If that does not answer it, it bounds every
   guess from below and lists those whose bound is less than the budget, most promising first.
2. `try_guess.try_next_guess` takes the next guess from the list, splits the codes into its cells and bounds each cell.
   The guess is rejected as soon as the sum of these bounds reaches the least cost found so far, or else the budget.
   When the list is empty, the position is answered: with the least cost found if there is one, otherwise with the least
   bound of all rejected guesses.
3. `_search_next_cell` puts the smallest cell that is not solved on the next level. Its budget is what the guess may
   cost at most, less the bounds of all other cells. When the cell is answered, `_return_to` adds what it costs beyond
   its bound to the bound of the guess. A guess whose cells are all solved has the least cost found so far.

What makes it fast, most important first:

- *Numbers of cells.* One pass over the bits of all marks counts the cells of every guess, 64 bytes of guesses at a
  time. A guess with c cells finds at most one code now and c with the next guess, which gives a lower bound for every
  guess. In a small set of codes this rejects nearly all guesses.
- *The highest number of cells.* No guess splits a subset of the codes into more cells than the best guess splits all of
  them. This bounds the costs of cells better than a perfect tree with all marks does.
- *The transposition table*, shared by all branches: what one branch finds out about a set of codes, the exact cost or a
  bound, holds in all of them.
- *Bounds of all cells before any is searched*: they come from the table, or from counting cells as above, and most
  guesses are rejected by their sum.
- *Equivalent guesses* by an exchange of holes and colours are tried once, while sets are large; *guesses that split the
  codes into the same cells* are tried once at any size.

All state is in arrays, so the search can stop after any step and continue: for a look at the clock, or because the
table must grow.
"""

from keypeg.solver.exact.expand import enter_position
from keypeg.solver.exact.mark_tables import MarkTables
from keypeg.solver.exact.search_state import (
    ANSWERED,
    BASE_LEVEL,
    BOUNDED,
    COUNTED_CELLS,
    CURRENT_LEVEL,
    DONE,
    ENTERED_POSITIONS,
    FORCED_GUESS,
    INFINITE_COST,
    IS_ENTERING,
    MAX_LEVELS,
    PLACED_GUESSES,
    RESULT_BOUND,
    RESULT_IS_EXACT,
    RUNNING,
    SOLVED,
    STACK_EXHAUSTED,
    SYMMETRY_MAX_GUESSES,
    TABLE_FULL,
    TOO_DEEP,
    TRIED_GUESSES,
    UNANSWERED,
    SearchRegisters,
    SearchScratch,
    SearchStack,
)
from keypeg.solver.exact.transpositions import MAX_FILL, TranspositionTable
from keypeg.solver.exact.try_guess import try_next_guess
from keypeg.solver.kernels.array_types import Longs, Numbers
from keypeg.solver.kernels.simd import inner_kernel, kernel, tight_kernel


@kernel
def begin_search(
    tables: MarkTables,
    stack: SearchStack,
    registers: SearchRegisters,
    codes: Numbers,
    budget: int,
    forced_guess: int,
    base: int,
) -> None:
    """Put a position on the stack: what do these codes cost, if less than the budget?

    With `forced_guess`, what do they cost if that guess comes first? `base` is the level of the position: how many
    guesses were placed since the first that costs count.
    """
    size = codes.shape[0]
    stack.codes[base, :size] = codes
    stack.size[base] = size
    stack.budget[base] = budget
    stack.hashes[base, :] = 0
    stack.weight[base] = 0
    for code in codes:
        stack.hashes[base, 0] ^= tables.hash_keys[code, 0]
        stack.hashes[base, 1] ^= tables.hash_keys[code, 1]
        stack.weight[base] += tables.weights[code]
    registers.slots[CURRENT_LEVEL] = base
    registers.slots[BASE_LEVEL] = base
    registers.slots[IS_ENTERING] = 1
    registers.slots[FORCED_GUESS] = forced_guess


@tight_kernel
def run_search(
    tables: MarkTables,
    transpositions: TranspositionTable,
    stack: SearchStack,
    scratch: SearchScratch,
    registers: SearchRegisters,
    placed: Numbers,
    work: int,
) -> int:
    """Continue a search until it is done, the table is full, or it has done so much work. Returns the status.

    Work is counted in positions entered, guesses tried and cells counted. `placed` are the guesses that led to the base
    position. The result is in the registers.
    """
    slots = registers.slots
    for index in range(min(placed.shape[0], SYMMETRY_MAX_GUESSES)):  # symmetry ignores the others
        scratch.placed[index] = placed[index]
    slots[PLACED_GUESSES] = placed.shape[0]
    counters = registers.counters
    limit = _work_done(counters) + work
    while True:
        level = slots[CURRENT_LEVEL]
        if _work_done(counters) >= limit:
            return RUNNING
        if slots[IS_ENTERING]:
            if transpositions.filled[0] + tables.marks_by_guess.shape[0] > MAX_FILL * transpositions.first.shape[0]:
                return TABLE_FULL
            slots[IS_ENTERING] = 0
            counters[ENTERED_POSITIONS] += 1
            outcome = enter_position(tables, transpositions, stack, scratch, registers, level)
        elif stack.is_trying[level]:
            outcome = _search_next_cell(tables, stack, registers, level)
            if outcome == STACK_EXHAUSTED:
                return TOO_DEEP
        else:
            outcome = try_next_guess(tables, transpositions, stack, scratch, registers, level)
        if outcome == ANSWERED:
            if level == slots[BASE_LEVEL]:
                return DONE
            _return_to(stack, registers, level - 1)


@inner_kernel
def _work_done(counters: Longs) -> int:
    """The work that a search has done so far."""
    return counters[ENTERED_POSITIONS] + counters[TRIED_GUESSES] + counters[COUNTED_CELLS]


@inner_kernel
def _return_to(stack: SearchStack, registers: SearchRegisters, level: int) -> None:
    """Return the result of a position to the level above, of whose guess it is a cell."""
    cell, bound = stack.current_cell[level], registers.slots[RESULT_BOUND]
    if bound > stack.cell_bound[level, cell]:
        stack.trial_bound[level] += bound - stack.cell_bound[level, cell]
        stack.cell_bound[level, cell] = bound
    stack.cell_status[level, cell] = SOLVED if registers.slots[RESULT_IS_EXACT] else BOUNDED
    registers.slots[CURRENT_LEVEL] = level


@inner_kernel
def _search_next_cell(tables: MarkTables, stack: SearchStack, registers: SearchRegisters, level: int) -> int:
    """Put the smallest cell that is not solved on the next level; or finish trying the guess."""
    bound, best_cost = stack.trial_bound[level], stack.best_cost[level]
    if bound >= best_cost:
        stack.rejected_bound[level] = min(stack.rejected_bound[level], bound)
        stack.is_trying[level] = 0
        return UNANSWERED
    cell, smallest = -1, INFINITE_COST
    for other in range(stack.cell_count[level]):
        if stack.cell_status[level, other] != SOLVED and stack.cell_size[level, other] < smallest:
            cell, smallest = other, stack.cell_size[level, other]
    if cell < 0:
        stack.best_cost[level] = bound
        stack.best_guess[level] = stack.listed_guesses[level, stack.next_listed[level] - 1]
        stack.is_trying[level] = 0
        return UNANSWERED
    if level + 1 >= MAX_LEVELS:
        return STACK_EXHAUSTED
    start = stack.cell_start[level, cell]
    stack.current_cell[level] = cell
    stack.size[level + 1] = smallest
    stack.weight[level + 1] = 0
    for index in range(smallest):
        code = stack.cell_codes[level, start + index]
        stack.codes[level + 1, index] = code
        stack.weight[level + 1] += tables.weights[code]
    stack.hashes[level + 1, 0] = stack.cell_hashes[level, cell, 0]
    stack.hashes[level + 1, 1] = stack.cell_hashes[level, cell, 1]
    stack.budget[level + 1] = stack.cell_bound[level, cell] + best_cost - bound
    registers.slots[CURRENT_LEVEL] = level + 1
    registers.slots[IS_ENTERING] = 1
    return UNANSWERED
