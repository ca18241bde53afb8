"""The kernel that lists all codes that fit: first the mixtures of pegs, then the arrangements of each.

The overlap of a guess and a code depends only on how often the code has each peg. So the numbers of pegs are chosen
first, peg by peg, as long as every row can still earn its overlap; few mixtures are left. Then their pegs are put into
holes, hole by hole, as long as every row can still earn its blacks.
"""

from typing import NamedTuple

import numpy as np

from keypeg.solver.kernels.array_types import Bytes, Longs
from keypeg.solver.kernels.simd import tight_kernel


class ListingRows(NamedTuple):
    """What a code must be like to fit."""

    guesses: Bytes
    """The guesses of the rows."""
    pegs: Bytes
    """The pegs in the order in which their numbers are chosen,"""
    fewest: Longs
    """at least so many of each,"""
    most: Longs
    """and at most so many."""
    in_guess: Longs
    """For each of these pegs, how many of it each guess has,"""
    later: Longs
    """and how many pegs each guess has from here on."""
    overlaps: Longs
    """For each row the least and the most overlap that its mark allows,"""
    marks: Longs
    """and its mark: the blacks, or the sum of blacks and overlap."""
    are_sums: bool
    """Whether marks are sums."""
    may_be_blank: Bytes
    """For each hole whether it may be blank."""


class ListingScratch(NamedTuple):
    """How far a mixture and its arrangement have come."""

    counts: Longs
    """How many of each peg are in the mixture; while it is arranged, how many are left."""
    next_counts: Longs
    """For each peg, the number to be tried next."""
    left: Longs
    """How many pegs are still to be chosen before each peg."""
    earned: Longs
    """For each number of pegs chosen, the overlap of each row."""
    blacks: Longs
    """For each number of holes filled, the blacks of each row,"""
    can_follow: Longs
    """and how many can still follow."""
    due: Longs
    """The blacks that each row must earn."""
    choices: Longs
    """For each hole, which peg is to be tried next,"""
    placed: Longs
    """and which is there, by its place in the order."""


FOUND, TRIED = 0, 1
"""Slots of the progress: how many codes were found, and how many pegs or numbers of pegs tried."""


def new_listing_scratch(rows: ListingRows) -> ListingScratch:
    """Scratch space for these rows."""
    count, holes = rows.guesses.shape
    width, pegs = max(count, 1), len(rows.pegs)

    def array(*shape: int) -> Longs:
        return np.zeros(shape, np.int64)

    return ListingScratch(
        array(pegs + 1),
        array(pegs + 1),
        array(pegs + 1),
        array(pegs + 1, width),
        array(holes + 1, width),
        array(holes + 1, width),
        array(width),
        array(holes + 1),
        array(holes + 1),
    )


@tight_kernel
def _choose_count(rows: ListingRows, scratch: ListingScratch, peg: int, count: int) -> bool:
    """Let the mixture have so many of a peg, if every row can then still earn its overlap."""
    rest = scratch.left[peg] - count
    for row in range(rows.guesses.shape[0]):
        in_guess, later = rows.in_guess[peg, row], rows.later[peg + 1, row]
        overlap = scratch.earned[peg, row] + (count if count < in_guess else in_guess)
        more = rest if rest < later else later
        if overlap > rows.overlaps[row, 1] or overlap + more < rows.overlaps[row, 0]:
            return False
        scratch.earned[peg + 1, row] = overlap
    scratch.counts[peg] = count
    scratch.left[peg + 1] = rest
    return True


@tight_kernel
def _want_blacks(rows: ListingRows, scratch: ListingScratch) -> bool:
    """Find the blacks that each row must earn with this mixture, and how many can follow each hole."""
    pegs, holes = rows.pegs.shape[0], rows.guesses.shape[1]
    for row in range(rows.guesses.shape[0]):
        overlap = scratch.earned[pegs, row]
        due = rows.marks[row] - overlap if rows.are_sums else rows.marks[row]
        if due < 0 or due > overlap:
            return False
        scratch.due[row] = due
        scratch.can_follow[holes, row] = 0
        for hole in range(holes - 1, -1, -1):
            occurs = 0
            for peg in range(pegs):
                if scratch.counts[peg] > 0 and rows.pegs[peg] == rows.guesses[row, hole]:
                    occurs = 1
            scratch.can_follow[hole, row] = scratch.can_follow[hole + 1, row] + occurs
        if scratch.can_follow[0, row] < due:
            return False
    return True


@tight_kernel
def _place(rows: ListingRows, scratch: ListingScratch, hole: int, peg: int) -> bool:
    """Put a peg that is left into a hole, if every row can then still earn its blacks."""
    if scratch.counts[peg] == 0 or (rows.pegs[peg] == 0 and not rows.may_be_blank[hole]):
        return False
    for row in range(rows.guesses.shape[0]):
        blacks = scratch.blacks[hole, row] + (rows.guesses[row, hole] == rows.pegs[peg])
        if not blacks <= scratch.due[row] <= blacks + scratch.can_follow[hole + 1, row]:
            return False
        scratch.blacks[hole + 1, row] = blacks
    scratch.counts[peg] -= 1
    scratch.placed[hole] = peg
    return True


@tight_kernel
def _arrange(rows: ListingRows, scratch: ListingScratch, most_tried: int, out: Bytes, progress: Longs) -> bool:
    """Write all arrangements of the mixture that fit; False if there is no space, or the work is used up."""
    holes, pegs, hole = rows.guesses.shape[1], rows.pegs.shape[0], 0
    scratch.choices[0] = 0
    while True:
        if hole < holes and scratch.choices[hole] < pegs:
            peg = scratch.choices[hole]
            scratch.choices[hole] += 1
            progress[TRIED] += 1
            if _place(rows, scratch, hole, peg):
                hole += 1
                scratch.choices[hole] = 0
            continue
        if hole == holes:
            if progress[FOUND] == out.shape[0] or progress[TRIED] > most_tried:
                return False
            for place in range(holes):
                out[progress[FOUND], place] = rows.pegs[scratch.placed[place]]
            progress[FOUND] += 1
        if hole == 0:
            return bool(progress[TRIED] <= most_tried)
        hole -= 1
        scratch.counts[scratch.placed[hole]] += 1


@tight_kernel
def list_codes_that_fit(
    rows: ListingRows, scratch: ListingScratch, most_tried: int, out: Bytes, progress: Longs
) -> bool:
    """Write all codes that fit to `out`; False if there is no space for all of them, or if the work is used up."""
    pegs, peg = rows.pegs.shape[0], 0
    scratch.left[0] = rows.guesses.shape[1]
    scratch.next_counts[0] = rows.fewest[0]
    while peg >= 0:
        if peg == pegs:
            is_mixture = scratch.left[peg] == 0 and _want_blacks(rows, scratch)
            if is_mixture and not _arrange(rows, scratch, most_tried, out, progress):
                return False
            peg -= 1
            continue
        count = scratch.next_counts[peg]
        if count > rows.most[peg] or count > scratch.left[peg]:
            peg -= 1
            continue
        scratch.next_counts[peg] = count + 1
        progress[TRIED] += 1
        if progress[TRIED] > most_tried:
            return False
        if _choose_count(rows, scratch, peg, count):
            peg += 1
            if peg < pegs:
                scratch.next_counts[peg] = rows.fewest[peg]
    return True
