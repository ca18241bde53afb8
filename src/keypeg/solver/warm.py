"""Compiling the kernels before they are needed.

The first use of a kernel on a machine compiles it, which takes about a minute for all of them; the result is kept on
disk. Whoever must not wait in the middle of something calls `warm_up` first.
"""

from keypeg.core.codes import CodeSpace
from keypeg.core.marks import BLACK_WHITE
from keypeg.solver.cells import cell_sizes
from keypeg.solver.exact import Exact
from keypeg.solver.greedy import one_step_strategy
from keypeg.solver.puzzle import Puzzle, puzzle_of
from keypeg.solver.rules import Rule

_NARROW = CodeSpace(holes=2, colours=3)
_WIDE = CodeSpace(holes=5, colours=2)
"""Small spaces: one with so few marks that each has a bit of sixteen, one with more."""


def warm_up(puzzle: Puzzle | None = None) -> None:
    """Compile, or load, what this puzzle needs; or what any does."""
    few_marks = puzzle is not None and len(puzzle.marks) <= 16
    for space in (_NARROW,) if few_marks else (_NARROW, _WIDE):
        small = puzzle_of(space, space, BLACK_WHITE)
        one_step_strategy(small, Rule.MINIMAX)
        cell_sizes(small)
        search = Exact(small)
        search.strategy(search.cost(search.codes, watch=lambda progress: True).guess)
