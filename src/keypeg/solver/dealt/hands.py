"""Hands: what each seat can hold where parts of a code are dealt to all.

A hand is what one seat holds: its parts, as a code with all other holes blank; from here on hands are known by number.
What everybody can see leaves each seat some candidates. A deal is one candidate a seat, no two in one hole and no
colour more often than there are counters; it weighs as many ways as the counters can be drawn for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, product
from math import prod

import numpy as np
import numpy.typing as npt

from keypeg.core.codes import BLANK, Code
from keypeg.core.marks import PARTS, KeyPegs, Mark
from keypeg.solver.kernels.array_types import Bytes, Longs, Numbers
from keypeg.solver.kernels.simd import inner_kernel, kernel

Floats = npt.NDArray[np.float64]

MOST_DEALS = 50_000
"""More deals than this are not listed."""

MOST_STEPS = 3_000_000
"""Nor are deals that it takes more steps than this to find."""


@dataclass(frozen=True)
class Box:
    """What parts are drawn from."""

    holes: int
    colours: int
    parts: int
    """How many parts each seat draws."""
    counters: int
    """How many counters there are of each colour; 0 where there are always enough."""


@dataclass(frozen=True, eq=False)
class Hands:
    """Every hand that a seat can hold, in order: by holes, then by colours."""

    box: Box
    pegs: Bytes
    """The hands as codes, one a row."""
    holes: Bytes
    """The holes (from 0) that each hand fills, one a part."""
    colours: Bytes
    """The colours in them."""

    @cached_property
    def filled(self) -> Longs:
        """The holes of each hand as bits."""
        return (np.int64(1) << self.holes.astype(np.int64)).sum(axis=1)

    @cached_property
    def spelled(self) -> Longs:
        """Each hand as a number. Those of hands in different holes add up to that of the code they make."""
        return self.pegs.astype(np.int64) @ self._places

    @cached_property
    def mark_numbers(self) -> Bytes:
        """The number of the mark with so many blacks (a row) and so many whites (a column)."""
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
    def _places(self) -> Longs:
        return (self.box.colours + 1) ** np.arange(self.box.holes, dtype=np.int64)[::-1]

    @cached_property
    def _number_of(self) -> dict[Code, int]:
        return {tuple(pegs): number for number, pegs in enumerate(self.pegs.tolist())}

    def number(self, hand: Code) -> int:
        """The number of a hand."""
        return self._number_of[hand]

    def code(self, whole: int) -> Code:
        """The code that a sum of spelled hands stands for."""
        base = self.box.colours + 1
        return tuple(whole // base**place % base for place in reversed(range(self.box.holes)))

    def spell(self, code: Code) -> int:
        """A whole code as a number."""
        return int(np.array(code, np.int64) @ self._places)

    def marks_for(self, rows: Bytes, hands: Numbers | None = None) -> Bytes:
        """The number of the mark that each row (a row) earns from each hand (a column), or from each of these."""
        chosen = np.arange(len(self.pegs), dtype=np.int32) if hands is None else hands
        marks = np.empty((len(rows), len(chosen)), np.uint8)
        mark_hands(rows, self.holes[chosen], self.colours[chosen], self.mark_numbers, marks)
        return marks


@lru_cache(maxsize=16)
def hands_of(box: Box) -> Hands:
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
    """What everybody has seen of one seat."""

    rows: tuple[tuple[Code, Mark], ...] = ()
    """The rows that it has marked, on whatever board, and how."""
    blanks: tuple[Code, ...] = ()
    """The rows with blanks that it has placed: only one's own holes may be left blank."""
    answers: tuple[Code, ...] = ()
    """Its answers, which were wrong as a whole; but nobody would answer against his own parts."""


DOUBT = 0.001
"""How likely it is that somebody answers against his own parts, by mistake or for fun."""


@lru_cache(maxsize=512)
def fitting_hands(hands: Hands, clues: Clues) -> tuple[Numbers, Floats]:
    """The hands of a seat that fit what all have seen of it, and how likely each would be by that alone."""
    found = np.arange(len(hands.pegs), dtype=np.int32)
    for guess, mark in clues.rows:
        assert isinstance(mark, KeyPegs)
        wanted = hands.mark_numbers[mark.blacks, mark.whites]
        found = found[hands.marks_for(np.array([guess], np.uint8), found)[0] == wanted]
    for guess in clues.blanks:
        blank = sum(1 << hole for hole, peg in enumerate(guess) if peg == BLANK)
        found = found[hands.filled[found] & blank == blank]
    likely = np.ones(len(found))
    for code in clues.answers:
        pegs = hands.pegs[found]
        likely[((pegs != BLANK) & (pegs != np.array(code, np.uint8))).any(axis=1)] *= DOUBT
    return found, likely


@dataclass(frozen=True, eq=False)
class Deals:
    """The deals that one seat holds possible, its own hand being known."""

    hands: Numbers
    """The hand of each other seat (a column) in each deal (a row)."""
    weights: Floats
    """How likely each deal is, up to a factor."""
    wholes: Longs
    """The whole code of each deal, spelled."""

    def __len__(self) -> int:
        return len(self.wholes)

    @cached_property
    def total(self) -> float:
        """All weights together."""
        return float(self.weights.sum())

    @cached_property
    def codes(self) -> tuple[Longs, Floats]:
        """The whole codes that are possible, and how likely each is; in order."""
        wholes, places = np.unique(self.wholes, return_inverse=True)
        return wholes, np.bincount(places, weights=self.weights, minlength=len(wholes)) / self.total


def list_deals(
    hands: Hands,
    own: int,
    candidates: Sequence[tuple[Numbers, Floats]],
    wrong: Sequence[int] = (),
    most: int = MOST_DEALS,
) -> Deals | None:
    """Every deal to the other seats, given one's own hand; None if there are too many to list.

    `candidates` has, for each other seat, its hands and how likely each is; `wrong` the whole codes that are ruled out.
    """
    # The seat with the fewest candidates comes first, so that what cannot be is soon found out.
    order = sorted(range(len(candidates)), key=lambda seat: len(candidates[seat][0]))
    many = np.array([len(candidates[seat][0]) for seat in order], np.int64)
    table = np.zeros((len(order), max(many)), np.int32)
    likely = np.zeros(table.shape)
    for at, seat in enumerate(order):
        table[at, : many[at]], likely[at, : many[at]] = candidates[seat]
    room = min(most, prod(many.tolist()))
    found, weights, wholes = np.empty((room, len(order)), np.int32), np.empty(room), np.empty(room, np.int64)
    count = find_deals(
        hands.filled, hands.colours, hands.spelled, hands.box.counters, own, table, likely, many,
        np.array(list(wrong), np.int64), found, weights, wholes,
    )  # fmt: skip
    if count > room:
        return None
    back = np.argsort(order)
    return Deals(np.ascontiguousarray(found[:count, back]), weights[:count], wholes[:count])


@kernel
def mark_hands(rows: Bytes, holes: Bytes, colours: Bytes, numbers: Bytes, marks: Bytes) -> None:
    """Set `marks[row, hand]` to the number of the mark."""
    for row in range(rows.shape[0]):
        mark_row(rows[row], holes, colours, numbers, marks[row])


@kernel
def mark_row(row: Bytes, holes: Bytes, colours: Bytes, numbers: Bytes, marks: Bytes) -> None:
    """Set `marks[hand]` to the number of the mark that this row earns from each hand."""
    present = colours_of(row)
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


@kernel
def find_deals(
    filled: Longs,
    colours: Bytes,
    spelled: Longs,
    counters: int,
    own: int,
    table: Numbers,
    likely: Floats,
    many: Longs,
    wrong: Longs,
    found: Numbers,
    weights: Floats,
    wholes: Longs,
) -> int:
    """List the deals. Returns how many there are; more than there is room for if they do not fit."""
    seats = many.shape[0]
    used = np.zeros(256, np.int64)
    for part in range(colours.shape[1]):
        used[colours[own, part]] += 1
    at = np.zeros(seats + 1, np.int64)
    taken = np.zeros(seats + 1, np.int64)
    weight = np.ones(seats + 1, np.float64)
    whole = np.zeros(seats + 1, np.int64)
    taken[0], whole[0] = filled[own], spelled[own]
    count = 0
    level = 0
    steps = 0
    while level >= 0:
        steps += 1
        if steps > MOST_STEPS:
            return found.shape[0] + 1
        if at[level] > 0:  # take back the hand that was tried last on this level
            last = table[level, at[level] - 1]
            if filled[last] & taken[level] == 0:
                for part in range(colours.shape[1]):
                    used[colours[last, part]] -= 1
        if at[level] == many[level]:
            at[level] = 0
            level -= 1
            continue
        hand = table[level, at[level]]
        factor = likely[level, at[level]]
        at[level] += 1
        if filled[hand] & taken[level] != 0:
            continue
        for part in range(colours.shape[1]):
            colour = colours[hand, part]
            if counters > 0:
                factor *= max(counters - used[colour], 0)
            used[colour] += 1
        if factor <= 0.0:
            continue
        if level + 1 < seats:
            taken[level + 1] = taken[level] | filled[hand]
            weight[level + 1] = weight[level] * factor
            whole[level + 1] = whole[level] + spelled[hand]
            level += 1
            continue
        code = whole[level] + spelled[hand]
        out = False
        for one in range(wrong.shape[0]):
            out |= wrong[one] == code
        if out:
            continue
        if count < found.shape[0]:
            for seat in range(seats):
                found[count, seat] = table[seat, at[seat] - 1]
            weights[count], wholes[count] = weight[level] * factor, code
        count += 1
        if count > found.shape[0]:
            return count
    return count
