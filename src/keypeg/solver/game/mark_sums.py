"""How a guess is marked, as a sum that can be taken for many guesses at once.

A trait is a question to a guess with a small number for its answer: “is colour 3 in hole 2?”, “how often, but at
most twice, is colour 5 there?” A code has a few traits, and the mark of a guess is the sum of its answers to them: a
black for each hole that agrees, an overlap for each colour shared. All four markings are such sums; they differ only in
what an answer counts. So there is one kernel for all of them (`keypeg.solver.game.partition`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from keypeg.core.codes import Code, parts_of
from keypeg.core.marks import COLOURS, SUM, KeyPegs, Mark, Marking, Number
from keypeg.solver.kernels.array_types import Bytes, Shorts
from keypeg.solver.kernels.simd import LANES, groups_of

_NEVER = 255
"""A sum that no guess has."""


@dataclass(frozen=True, eq=False)
class MarkSums:
    """The traits of all codes, and every guess's answers to them."""

    trait_values: Bytes
    """Of each trait (a row) and each guess (a column), padded to whole vectors. The last trait is always answered 0."""
    code_traits: Shorts
    """The traits of each code, equally many for all: those that have fewer have the last trait instead."""
    sums: Bytes
    """For each mark, by number, the sum that says so; padded, to whole groups, with one that never occurs."""
    group_size: int
    """How many marks are counted at once: see `keypeg.solver.kernels.simd`."""
    mark_of_sum: Bytes
    """For each sum the mark's number, or 255."""
    guesses: int
    """How many columns are guesses; the others are padding."""

    @property
    def stride(self) -> int:
        """How many bytes lie between one trait's answers and the next's."""
        return int(self.trait_values.strides[0])


def _assemble(rows: Sequence[Bytes], of_code: Shorts, sums: Sequence[int], guesses: int) -> MarkSums:
    # An odd number of vectors a row keeps the rows from falling on the same lines of the cache.
    vectors = -(-guesses // LANES)
    answers = np.zeros((len(rows) + 1, (vectors | 1) * LANES), np.uint8)
    answers[:-1, :guesses] = rows
    number = np.full(256, _NEVER, np.uint8)
    number[list(sums)] = range(len(sums))
    groups = groups_of(len(sums))
    padded = np.full(sum(groups), _NEVER, np.uint8)
    padded[: len(sums)] = sums
    return MarkSums(answers, np.ascontiguousarray(of_code, np.uint16), padded, groups[0], number, guesses)


# Markings by blacks and overlap


def _sum_of(mark: Mark | None, holes: int) -> int:
    """The sum that stands for a mark: blacks count `holes + 1` where they are told apart from the overlap."""
    if isinstance(mark, KeyPegs):
        return mark.blacks * (holes + 1) + mark.blacks + mark.whites
    assert isinstance(mark, Number)
    return mark.number


def peg_mark_sums(marking: Marking, codes: Bytes, guesses: Bytes) -> tuple[MarkSums, tuple[Mark, ...]]:
    """The traits of a marking that comes down to blacks and overlap, and its marks in the order of their numbers."""
    holes = codes.shape[1]
    black = {COLOURS.name: 0, SUM.name: 1}.get(marking.name, holes + 1)
    rows: list[Bytes] = []
    columns: list[Shorts] = []
    pegs = int(max(codes.max(), guesses.max())) + 1
    if black:
        for hole in range(holes):
            columns.append((hole * pegs + codes[:, hole]).astype(np.uint16))
            rows += [(guesses[:, hole] == peg).astype(np.uint8) * np.uint8(black) for peg in range(pegs)]
    nothing = len(rows) + pegs * holes
    for hole in range(holes):
        # The first hole of each colour carries the whole of the colour's overlap.
        times = np.count_nonzero(codes == codes[:, hole : hole + 1], axis=1)
        first = ~(codes[:, :hole] == codes[:, hole : hole + 1]).any(axis=1)
        trait = len(rows) + codes[:, hole].astype(np.int64) * holes + times - 1
        columns.append(np.where(first, trait, nothing).astype(np.uint16))
    for peg in range(pegs):
        there = np.count_nonzero(guesses == peg, axis=1).astype(np.uint8)
        rows += [np.minimum(there, np.uint8(times)) for times in range(1, holes + 1)]
    marks = marking.possible(holes)
    return _assemble(rows, np.column_stack(columns), [_sum_of(mark, holes) for mark in marks], len(guesses)), marks


# Marking by parts


def part_mark_sums(
    marking: Marking, deals: Sequence[tuple[Code, ...]], guesses: Bytes, parts: int
) -> tuple[MarkSums, tuple[tuple[Mark, ...], ...]]:
    """The traits of a marking by parts, each seat marking its own, and what a row can be marked with."""
    holes = guesses.shape[1]
    each = marking.possible(parts)
    base = (parts + 1) ** 2
    rows: list[Bytes] = []
    place: dict[tuple[int, int, int], int] = {}
    columns: list[list[int]] = []
    for deal in deals:
        traits = [(seat, hole, peg) for seat, code in enumerate(deal) for hole, peg in parts_of(code)]
        for seat, hole, peg in traits:
            if (seat, hole, peg) not in place:
                place[seat, hole, peg] = len(rows)
                black, white = guesses[:, hole - 1] == peg, (guesses == peg).any(axis=1)
                rows.append(np.where(black, parts + 1, white).astype(np.uint8) * np.uint8(base**seat))
        columns.append([place[trait] for trait in traits])
    assert holes
    marks = tuple(product(each, repeat=len(deals[0])))
    sums = [sum(_part_sum(mark, parts) * base**seat for seat, mark in enumerate(row)) for row in marks]
    return _assemble(rows, np.array(columns, np.uint16), sums, len(guesses)), marks


def _part_sum(mark: Mark, parts: int) -> int:
    assert isinstance(mark, KeyPegs)
    return mark.blacks * (parts + 1) + mark.whites
