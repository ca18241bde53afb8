"""How many guesses are never enough for every code, found by counting, where the exact search cannot come to its end.

Whatever the first guess is, and whatever the second in its largest cells, some cell is left with more codes than so
many further guesses can tell apart, however well they do it.
"""

from math import ceil, log

import numpy as np

from keypeg.solver.arrays import Longs, Numbers
from keypeg.solver.bounds import rank_costs
from keypeg.solver.cells import all_codes, cell_sizes, marks_of_guess
from keypeg.solver.puzzle import Puzzle
from keypeg.solver.symmetry import first_of_kind

CELLS = 3
"""How many cells of a first guess are looked at, the largest first."""


def at_least(puzzle: Puzzle) -> int:
    """A number of guesses below which no strategy finds every code; where one calls when certain, with the call."""
    if puzzle.solved < 0:
        return _to_certainty(puzzle)
    needed = _needed_by_size(puzzle)
    codes = all_codes(puzzle)
    found = []
    for guess in np.flatnonzero(first_of_kind(puzzle.guesses, puzzle.symmetry, ())):
        marks = marks_of_guess(puzzle, int(guess), codes)
        cells = sorted((codes[marks == mark] for mark in np.unique(marks) if mark != puzzle.solved), key=len)
        found.append(1 + max((_one_step(puzzle, cell, needed) for cell in cells[-CELLS:]), default=0))
    return min(found)


def _needed_by_size(puzzle: Puzzle) -> Longs:
    """How many guesses so many codes need at least: 0, 1, 2 … codes."""
    fan = int(np.count_nonzero(cell_sizes(puzzle), axis=1).max())
    needed = rank_costs(len(puzzle.codes), fan, puzzle.open_marks, np.ones(1, np.int64))
    return np.concatenate(([0], needed))


def _one_step(puzzle: Puzzle, codes: Numbers, needed: Longs) -> int:
    """How many guesses these codes need at least, whatever guess comes next."""
    if len(codes) <= 1:
        return len(codes)
    sizes = cell_sizes(puzzle, codes)
    sizes[:, puzzle.solved] = 0
    return 1 + int(needed[sizes.max(axis=1)].min())


def _to_certainty(puzzle: Puzzle) -> int:
    """Rows that can tell all answers apart, and the call."""
    fan = int(np.count_nonzero(cell_sizes(puzzle), axis=1).max())
    return 1 + ceil(log(len(np.unique(puzzle.answers)), fan) - 1e-12)
