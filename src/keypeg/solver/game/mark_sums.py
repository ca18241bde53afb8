"""Markings as sums of small integers, so that one kernel can mark many guesses at once.

A trait is a property of a guess with a small integer as its value: “is colour 3 in hole 2?”, “how many pegs of colour 5
are there, counting two at most?” Each code has a few traits, and the sum of a guess's values for them determines its
mark: a black for each hole that agrees, an overlap for each shared colour. All four markings are such sums and differ
only in how much a value counts, so one kernel (`keypeg.solver.game.partition`) serves them all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from keypeg.core.codes import Code, parts_of
from keypeg.core.marks import BLACK_WHITE, COLOURS, SUM, KeyPegs, Mark, Marking, Number
from keypeg.solver.kernels.array_types import Bytes, Shorts
from keypeg.solver.kernels.simd import LANES, split_into_groups

NO_SUM = 255
"""A sum that no guess has, and the mark of every sum that does not occur."""


@dataclass(frozen=True, eq=False)
class MarkSums:
    """The traits of all codes, and the values of every guess for them."""

    trait_values: Bytes
    """For each trait (row) and guess (column, padded to whole vectors). The last trait has the value 0 for all."""
    code_traits: Shorts
    """The traits of each code, the same number for all: codes with fewer are filled up with the last trait."""
    sums: Bytes
    """For each mark, the sum that determines it; padded to whole groups with `NO_SUM`."""
    group_size: int
    """How many marks are counted at once: see `keypeg.solver.kernels.simd.count_rows`."""
    mark_of_sum: Bytes
    """For each sum its mark, or `NO_SUM`."""
    guess_count: int
    """How many columns are guesses; the others are padding."""


def _assemble(rows: Sequence[Bytes], code_traits: Shorts, sums: Sequence[int], guess_count: int) -> MarkSums:
    # With an odd number of vectors per row, the rows do not compete for the same lines of the cache.
    vectors = -(-guess_count // LANES)
    trait_values = np.zeros((len(rows) + 1, (vectors | 1) * LANES), np.uint8)
    trait_values[:-1, :guess_count] = rows
    mark_of_sum = np.full(256, NO_SUM, np.uint8)
    mark_of_sum[list(sums)] = range(len(sums))
    groups = split_into_groups(len(sums))
    padded = np.full(sum(groups), NO_SUM, np.uint8)
    padded[: len(sums)] = sums
    code_traits = np.ascontiguousarray(code_traits, np.uint16)
    return MarkSums(trait_values, code_traits, padded, groups[0], mark_of_sum, guess_count)


# Markings by blacks and overlap


def _peg_sum(mark: Mark | None, holes: int) -> int:
    """The sum that determines a mark: a black counts `holes + 1` more where blacks and overlap are distinguished."""
    if isinstance(mark, KeyPegs):
        return mark.blacks * (holes + 1) + mark.blacks + mark.whites
    assert isinstance(mark, Number)
    return mark.number


def peg_mark_sums(marking: Marking, codes: Bytes, guesses: Bytes) -> tuple[MarkSums, tuple[Mark, ...]]:
    """The sums of a marking by blacks and overlap, and its marks in order."""
    holes = codes.shape[1]
    black_values = {COLOURS.name: 0, SUM.name: 1, BLACK_WHITE.name: holes + 1}
    if marking.name not in black_values:
        raise ValueError(f"the solver does not know the marking {marking.name!r}: add its sums here")
    black_value = black_values[marking.name]
    rows: list[Bytes] = []
    columns: list[Shorts] = []
    pegs = int(max(codes.max(), guesses.max())) + 1
    if black_value:
        for hole in range(holes):
            columns.append((hole * pegs + codes[:, hole]).astype(np.uint16))
            rows += [(guesses[:, hole] == peg).astype(np.uint8) * np.uint8(black_value) for peg in range(pegs)]
    last_trait = len(rows) + pegs * holes
    for hole in range(holes):
        # The first hole of each colour has the trait for the overlap in this colour.
        times = np.count_nonzero(codes == codes[:, hole : hole + 1], axis=1)
        first = ~(codes[:, :hole] == codes[:, hole : hole + 1]).any(axis=1)
        trait = len(rows) + codes[:, hole].astype(np.int64) * holes + times - 1
        columns.append(np.where(first, trait, last_trait).astype(np.uint16))
    for peg in range(pegs):
        peg_counts = np.count_nonzero(guesses == peg, axis=1).astype(np.uint8)
        rows += [np.minimum(peg_counts, np.uint8(times)) for times in range(1, holes + 1)]
    marks = marking.possible(holes)
    return _assemble(rows, np.column_stack(columns), [_peg_sum(mark, holes) for mark in marks], len(guesses)), marks


# Marking by parts


def part_mark_sums(
    marking: Marking, deals: Sequence[tuple[Code, ...]], guesses: Bytes, parts: int
) -> tuple[MarkSums, tuple[tuple[Mark, ...], ...]]:
    """The sums of a marking by parts, where each seat marks its own, and the marks that a row can have."""
    seat_marks = marking.possible(parts)
    base = (parts + 1) ** 2
    rows: list[Bytes] = []
    row_of_trait: dict[tuple[int, int, int], int] = {}
    columns: list[list[int]] = []
    for deal in deals:
        traits = [(seat, hole, peg) for seat, code in enumerate(deal) for hole, peg in parts_of(code)]
        for seat, hole, peg in traits:
            if (seat, hole, peg) not in row_of_trait:
                row_of_trait[seat, hole, peg] = len(rows)
                black, white = guesses[:, hole - 1] == peg, (guesses == peg).any(axis=1)
                rows.append(np.where(black, parts + 1, white).astype(np.uint8) * np.uint8(base**seat))
        columns.append([row_of_trait[trait] for trait in traits])
    marks = tuple(product(seat_marks, repeat=len(deals[0])))
    sums = [sum(_part_sum(mark, parts) * base**seat for seat, mark in enumerate(row)) for row in marks]
    return _assemble(rows, np.array(columns, np.uint16), sums, len(guesses)), marks


def _part_sum(mark: Mark, parts: int) -> int:
    assert isinstance(mark, KeyPegs)
    return mark.blacks * (parts + 1) + mark.whites
