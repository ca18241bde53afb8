"""Hands: what each seat can hold where parts of a code are dealt to all seats.

A hand is what one seat holds: its parts, as a code with all other holes blank. Hands have numbers. What all seats have
seen of a seat leaves it some candidate hands. A deal gives each seat one candidate, no two in one hole and no colour
more often than there are counters; its weight is the number of ways to draw its counters.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, product
from math import prod
from typing import NamedTuple

import numpy as np

from keypeg.core.codes import BLANK, Code
from keypeg.core.marks import PARTS, KeyPegs, Mark
from keypeg.solver.dealt.deal_search import (
    LEVEL,
    NO_SEAT,
    HandArrays,
    SeatCandidates,
    is_ruled_out,
    new_search,
    next_deal,
    start_search,
)
from keypeg.solver.kernels.array_types import Bytes, Floats, Longs, Numbers
from keypeg.solver.kernels.simd import inner_kernel, kernel

MAX_LISTED_DEALS = 50_000
"""More deals than this are not listed,"""

MAX_LISTING_STEPS = 3_000_000
"""nor are deals that take more steps than this to find."""


@dataclass(frozen=True)
class Box:
    """The holes and counters that parts are drawn from."""

    holes: int
    colours: int
    parts: int
    """How many parts each seat draws."""
    counters: int
    """How many counters there are of each colour; 0 if there are always enough."""


@dataclass(frozen=True, eq=False)
class Hands:
    """Every hand that a seat can hold, in order: by holes, then by colours."""

    box: Box
    pegs: Bytes
    """The hands as codes, one in each row."""
    holes: Bytes
    """The holes (from 0) of each hand, one column for each part,"""
    colours: Bytes
    """and the colours in them."""

    @cached_property
    def arrays(self) -> HandArrays:
        """The hands as kernels read them."""
        return HandArrays(self.holes, self.colours, self.filled, self.keys, self.box.colours, self.box.counters)

    @cached_property
    def filled(self) -> Longs:
        """The holes of each hand as bits."""
        return (np.int64(1) << self.holes.astype(np.int64)).sum(axis=1)

    @cached_property
    def keys(self) -> Longs:
        """Each hand as a number. The keys of hands in different holes add up to the key of the code they make."""
        return self.pegs.astype(np.int64) @ self._place_values

    @cached_property
    def mark_numbers(self) -> Bytes:
        """The number of the mark with so many blacks (row) and so many whites (column)."""
        numbers = np.zeros((self.box.parts + 1, self.box.parts + 1), np.uint8)
        for number, mark in enumerate(PARTS.possible(self.box.parts)):
            assert isinstance(mark, KeyPegs)
            numbers[mark.blacks, mark.whites] = number
        return numbers

    @property
    def kinds(self) -> int:
        """How many marks a seat can give."""
        return len(PARTS.possible(self.box.parts))

    @cached_property
    def _place_values(self) -> Longs:
        return (self.box.colours + 1) ** np.arange(self.box.holes, dtype=np.int64)[::-1]

    @cached_property
    def _numbers(self) -> dict[Code, int]:
        return {tuple(pegs): number for number, pegs in enumerate(self.pegs.tolist())}

    def number(self, hand: Code) -> int:
        """The number of a hand."""
        return self._numbers[hand]

    def code_of(self, key: int) -> Code:
        """The code with this key."""
        base = self.box.colours + 1
        return tuple(key // base**place % base for place in reversed(range(self.box.holes)))

    def key_of(self, code: Code) -> int:
        """The key of a code."""
        return int(np.array(code, np.int64) @ self._place_values)

    def mark_rows(self, rows: Bytes, hands: Numbers | None = None) -> Bytes:
        """The number of the mark that each row (row) earns from each hand (column), or from each of these."""
        chosen = np.arange(len(self.pegs), dtype=np.int32) if hands is None else hands
        marks = np.empty((len(rows), len(chosen)), np.uint8)
        mark_hands(rows, self.holes[chosen], self.colours[chosen], self.mark_numbers, marks)
        return marks


@lru_cache(maxsize=16)
def list_hands(box: Box) -> Hands:
    """Every hand that can be drawn from this box."""
    chosen = list(combinations(range(box.holes), box.parts))
    pegs = [
        colours
        for colours in product(range(1, box.colours + 1), repeat=box.parts)
        if not box.counters or all(colours.count(colour) <= box.counters for colour in colours)
    ]
    holes = np.array([hand for hand in chosen for _ in pegs], np.uint8)
    colours = np.array([colours for _ in chosen for colours in pegs], np.uint8)
    codes = np.full((len(holes), box.holes), BLANK, np.uint8)
    np.put_along_axis(codes, holes.astype(np.int64), colours, axis=1)
    return Hands(box, codes, holes, colours)


@dataclass(frozen=True)
class Clues:
    """What all seats have seen of one seat."""

    rows: tuple[tuple[Code, Mark], ...] = ()
    """The rows that it has marked, on any board, with their marks."""
    blanks: tuple[Code, ...] = ()
    """The rows with blanks that it has placed: a seat may leave only its own holes blank."""
    answers: tuple[Code, ...] = ()
    """Its wrong answers, which still agree with its own parts."""


ERROR_CHANCE = 0.001
"""How likely it is that a player answers against their own parts, by mistake or for fun."""


@lru_cache(maxsize=512)
def fitting_hands(hands: Hands, clues: Clues) -> tuple[Numbers, Floats]:
    """The hands of a seat that fit the clues, and the likelihood of each by that alone."""
    fitting = np.arange(len(hands.pegs), dtype=np.int32)
    for guess, mark in clues.rows:
        assert isinstance(mark, KeyPegs)
        mark_number = hands.mark_numbers[mark.blacks, mark.whites]
        fitting = fitting[hands.mark_rows(np.array([guess], np.uint8), fitting)[0] == mark_number]
    for guess in clues.blanks:
        blank = sum(1 << hole for hole, peg in enumerate(guess) if peg == BLANK)
        fitting = fitting[hands.filled[fitting] & blank == blank]
    likelihoods = np.ones(len(fitting))
    for code in clues.answers:
        pegs = hands.pegs[fitting]
        likelihoods[((pegs != BLANK) & (pegs != np.array(code, np.uint8))).any(axis=1)] *= ERROR_CHANCE
    return fitting, likelihoods


@dataclass(frozen=True, eq=False)
class Deals:
    """The deals that are possible for a seat, given its own hand."""

    hands: Numbers
    """The hand of each other seat (column) in each deal (row)."""
    weights: Floats
    """The likelihood of each deal, up to a factor."""
    keys: Longs
    """The key of each deal's code."""

    def __len__(self) -> int:
        return len(self.keys)

    @cached_property
    def total(self) -> float:
        """The sum of all weights."""
        return float(self.weights.sum())

    @cached_property
    def code_chances(self) -> tuple[Longs, Floats]:
        """The keys of the possible codes, in order, and the chance of each."""
        keys, places = np.unique(self.keys, return_inverse=True)
        return keys, np.bincount(places, weights=self.weights, minlength=len(keys)) / self.total


def list_deals(
    hands: Hands,
    own: int,
    candidates: Sequence[tuple[Numbers, Floats]],
    wrong: Sequence[int] = (),
    most: int = MAX_LISTED_DEALS,
) -> Deals | None:
    """List every deal to the other seats, given one's own hand; None if there are too many.

    `candidates` has the hands of each other seat with their likelihoods; `wrong` are the keys of codes ruled out.
    """
    # The seat with the fewest candidates comes first, so that impossible deals are found out early.
    order = sorted(range(len(candidates)), key=lambda seat: len(candidates[seat][0]))
    counts = np.array([len(candidates[seat][0]) for seat in order], np.int64)
    table = np.zeros((len(order), max(counts)), np.int32)
    likelihoods = np.zeros(table.shape)
    for level, seat in enumerate(order):
        table[level, : counts[level]], likelihoods[level, : counts[level]] = candidates[seat]
    size = min(most, prod(counts.tolist()))
    listed = DealArrays(np.empty((size, len(order)), np.int32), np.empty(size), np.empty(size, np.int64))
    by_level = SeatCandidates(table, counts, likelihoods)
    count = find_deals(hands.arrays, own, by_level, np.array(list(wrong), np.int64), listed)
    if count > size:
        return None
    back = np.argsort(order)
    return Deals(np.ascontiguousarray(listed.hands[:count, back]), listed.weights[:count], listed.keys[:count])


class DealArrays(NamedTuple):
    """Arrays for listed deals: their hands, weights and keys."""

    hands: Numbers
    weights: Floats
    keys: Longs


@kernel
def find_deals(hands: HandArrays, own: int, candidates: SeatCandidates, wrong: Longs, listed: DealArrays) -> int:
    """List the deals of one candidate for each level. Returns how many there are; more than fit, if not all do."""
    levels, size, count = candidates.counts.shape[0], listed.keys.shape[0], 0
    search = new_search(levels, hands.palette)
    start_search(hands, own, search)
    while next_deal(hands, candidates, NO_SEAT, search, MAX_LISTING_STEPS):
        if is_ruled_out(wrong, wrong.shape[0], search.key[levels]):
            continue
        if count == size:
            return size + 1
        for level in range(levels):
            listed.hands[count, level] = candidates.hands[level, search.upcoming[level] - 1]
        listed.weights[count], listed.keys[count] = search.weight[levels], search.key[levels]
        count += 1
    return count if search.cursor[LEVEL] < 0 else size + 1


@kernel
def mark_hands(rows: Bytes, holes: Bytes, colours: Bytes, numbers: Bytes, marks: Bytes) -> None:
    """Set `marks[row, hand]` to the number of the mark that each row earns from each hand."""
    for row in range(rows.shape[0]):
        mark_row(rows[row], holes, colours, numbers, marks[row])


@kernel
def mark_row(row: Bytes, holes: Bytes, colours: Bytes, numbers: Bytes, marks: Bytes) -> None:
    """Set `marks[hand]` to the number of the mark that this row earns from each hand."""
    present = 0
    for hole in range(row.shape[0]):  # not by `colours_of`: LLVM then makes the loop below a third slower
        present |= 1 << row[hole]
    for hand in range(holes.shape[0]):
        marks[hand] = mark_hand(row, present, holes, colours, numbers, hand)


@inner_kernel
def colours_of(row: Bytes) -> int:
    """The colours in a row, one bit for each."""
    present = 0
    for hole in range(row.shape[0]):
        present |= 1 << row[hole]
    return present


@inner_kernel
def mark_hand(row: Bytes, present: int, holes: Bytes, colours: Bytes, numbers: Bytes, hand: int) -> int:
    """The number of the mark that a row, in which the colours `present` occur, earns from one hand."""
    blacks = 0
    whites = 0
    for part in range(holes.shape[1]):
        colour = colours[hand, part]
        if row[holes[hand, part]] == colour:
            blacks += 1
        else:
            whites += (present >> colour) & 1
    return numbers[blacks, whites]
