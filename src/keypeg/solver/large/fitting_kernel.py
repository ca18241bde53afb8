"""The kernel that completes beginnings of codes, hole by hole, as long as every row can still earn its mark."""

from typing import NamedTuple

import numpy as np

from keypeg.solver.kernels.array_types import Bytes, Longs
from keypeg.solver.kernels.simd import tight_kernel

BY_BLACKS_AND_OVERLAP, BY_SUM = 0, 1
"""What a mark tells: both numbers, or only their sum."""

FOUND, TRIED = 0, 1
"""Slots of the progress: how many codes were found, and how many pegs tried."""


class Constraints(NamedTuple):
    """What a code must be like to fit."""

    kind: int
    """What a mark tells."""
    guesses: Bytes
    """The guesses of the rows,"""
    guess_counts: Bytes
    """how many pegs of each kind each of them has,"""
    marks: Bytes
    """and their marks: blacks and overlap, or 0 and the sum."""
    pegs: Bytes
    """The pegs of the game."""
    may_be_blank: Bytes
    """For each hole whether it may be blank."""
    limits: Bytes
    """The least and the most blanks, and whether colours may repeat."""


class FittingScratch(NamedTuple):
    """A beginning of a code, and what its rows have earned."""

    code: Bytes
    counts: Longs
    """How often each peg is in it."""
    blacks: Longs
    """For each length of the beginning, the blacks of each row,"""
    overlaps: Longs
    """and the overlaps."""
    choices: Longs
    """For each hole, which peg is to be tried next."""


def new_fitting_scratch(constraints: Constraints) -> FittingScratch:
    """Scratch space for these constraints."""
    rows, holes = constraints.guesses.shape
    earned = (holes + 1, max(rows, 1))
    counts = np.zeros(constraints.guess_counts.shape[1], np.int64)
    code, choices = np.zeros(holes, np.uint8), np.zeros(holes + 1, np.int64)
    return FittingScratch(code, counts, np.zeros(earned, np.int64), np.zeros(earned, np.int64), choices)


@tight_kernel
def _place(constraints: Constraints, scratch: FittingScratch, hole: int, peg: int) -> bool:
    """Put a peg into a hole, if a code that fits may begin so."""
    counts, limits = scratch.counts, constraints.limits
    if peg == 0:
        if counts[0] >= limits[1] or not constraints.may_be_blank[hole]:
            return False
    elif counts[peg] > 0 and not limits[2]:
        return False
    still_open = scratch.code.shape[0] - hole - 1
    for row in range(constraints.guesses.shape[0]):
        blacks = scratch.blacks[hole, row] + (constraints.guesses[row, hole] == peg)
        overlap = scratch.overlaps[hole, row] + (counts[peg] < constraints.guess_counts[row, peg])
        mark = constraints.marks[row]
        if constraints.kind == BY_SUM:
            if not blacks + overlap <= mark[1] <= blacks + overlap + 2 * still_open:
                return False
        elif not (blacks <= mark[0] <= blacks + still_open and overlap <= mark[1] <= overlap + still_open):
            return False
        scratch.blacks[hole + 1, row] = blacks
        scratch.overlaps[hole + 1, row] = overlap
    counts[peg] += 1
    scratch.code[hole] = peg
    return True


@tight_kernel
def _complete(
    constraints: Constraints, scratch: FittingScratch, length: int, most_tried: int, out: Bytes, progress: Longs
) -> bool:
    """Write all codes that fit and begin like this to `out`; False if there is no space, or the work is used up."""
    holes, hole = scratch.code.shape[0], length
    scratch.choices[hole] = 0
    while True:
        if hole == holes:
            if scratch.counts[0] >= constraints.limits[0]:
                if progress[FOUND] == out.shape[0]:
                    return False
                for place in range(holes):
                    out[progress[FOUND], place] = scratch.code[place]
                progress[FOUND] += 1
        elif scratch.choices[hole] < constraints.pegs.shape[0]:
            peg = constraints.pegs[scratch.choices[hole]]
            scratch.choices[hole] += 1
            progress[TRIED] += 1
            if progress[TRIED] > most_tried:
                return False
            if _place(constraints, scratch, hole, peg):
                hole += 1
                scratch.choices[hole] = 0
            continue
        if hole == length:
            return True
        hole -= 1
        scratch.counts[scratch.code[hole]] -= 1


@tight_kernel
def complete_beginnings(
    constraints: Constraints,
    scratch: FittingScratch,
    beginnings: Bytes,
    most_tried: int,
    out: Bytes,
    progress: Longs,
) -> int:
    """Write all codes that fit and have one of these beginnings to `out`, beginning after beginning.

    Returns how many of the beginnings were completed before space or work was used up; there are only their codes.
    """
    length = beginnings.shape[1]
    for number in range(beginnings.shape[0]):
        for peg in range(scratch.counts.shape[0]):
            scratch.counts[peg] = 0
        hole = 0
        while hole < length and _place(constraints, scratch, hole, beginnings[number, hole]):
            hole += 1
        progress[TRIED] += hole + 1
        before = progress[FOUND]
        if hole == length and not _complete(constraints, scratch, length, most_tried, out, progress):
            progress[FOUND] = before
            return number
    return int(beginnings.shape[0])
