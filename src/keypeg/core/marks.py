"""Marks, and the four ways of marking a guess.

A marking is a value with four hooks, and an edition has one marking. Blacks are red pegs in some editions, but count
the same. All markings but `parts` depend on two counts: the blacks, and the overlap, which is how many pegs the two
codes share whatever their places.
"""

from collections.abc import Callable
from dataclasses import dataclass
from operator import eq
from typing import NamedTuple

from keypeg.core.codes import BLANK, Code
from keypeg.core.immutable import Immutable


class KeyPegs(NamedTuple):
    """A mark in key pegs, whose order means nothing."""

    blacks: int
    """Pegs of the right colour in the right hole."""
    whites: int
    """Pegs of the right colour in a wrong hole."""


class Number(NamedTuple):
    """A mark that is one number, as on the number cards of the traffic jam."""

    number: int
    """The number on the card."""


Mark = KeyPegs | Number
"""The mark that one maker gives one row."""


@dataclass(frozen=True)
class Marking(Immutable):
    """One way of marking."""

    name: str
    """Its name in options and records."""
    mark: Callable[[Code, Code], Mark]
    """The right mark for a secret and a guess."""
    possible: Callable[[int], tuple[Mark, ...]]
    """Every mark that a maker can give for this many pegs, in ascending order; a mark's index never changes."""
    solved: Callable[[int], Mark | None]
    """The mark for breaking a code of this many holes; None where no mark shows that the code is broken."""
    fits: Callable[[Mark, int, int, int], bool] | None
    """Whether a code with `open` unknown holes, and this many blacks and this overlap so far, can still earn the mark:
    `fits(mark, blacks, overlap, open)`. Exact when no hole is open. None for the marking of parts, where blacks and
    overlap do not give the mark."""
    ordered: bool = True
    """Whether the order of the pegs counts, and not only their colours."""

    def can_give(self, mark: Mark, pegs: int) -> bool:
        """Whether a maker can give this mark for this many pegs. A number is never accepted for key pegs."""
        possible = self.possible(pegs)
        return type(mark) is type(possible[0]) and mark in possible


def count_blacks(secret: Code, guess: Code) -> int:
    """How many holes hold the same peg in both codes."""
    if len(secret) != len(guess):
        raise ValueError(f"codes of {len(secret)} and {len(guess)} holes cannot be compared")
    return sum(map(eq, secret, guess))


def count_overlap(secret: Code, guess: Code) -> int:
    """How many pegs the two codes share as multisets."""
    if len(secret) != len(guess):
        raise ValueError(f"codes of {len(secret)} and {len(guess)} holes cannot be compared")
    shared = 0
    rest = list(secret)
    for peg in guess:
        if peg in rest:
            rest.remove(peg)
            shared += 1
    return shared


def _mark_black_white(secret: Code, guess: Code) -> KeyPegs:
    blacks = count_blacks(secret, guess)
    return KeyPegs(blacks, count_overlap(secret, guess) - blacks)


def _possible_black_white(holes: int) -> tuple[Mark, ...]:
    # When all other pegs are in place, the last has no wrong hole left.
    pairs = ((blacks, whites) for blacks in range(holes + 1) for whites in range(holes + 1 - blacks))
    return tuple(KeyPegs(*pair) for pair in pairs if pair != (holes - 1, 1))


def _fits_black_white(mark: Mark, blacks: int, overlap: int, still_open: int) -> bool:
    assert isinstance(mark, KeyPegs)
    total = mark.blacks + mark.whites
    return blacks <= mark.blacks <= blacks + still_open and overlap <= total <= overlap + still_open


def _mark_colours(secret: Code, guess: Code) -> Number:
    return Number(count_overlap(secret, guess))


def _possible_colours(holes: int) -> tuple[Mark, ...]:
    return tuple(map(Number, range(holes + 1)))


def _fits_colours(mark: Mark, blacks: int, overlap: int, still_open: int) -> bool:
    assert isinstance(mark, Number)
    return overlap <= mark.number <= overlap + still_open


def _mark_sum(secret: Code, guess: Code) -> Number:
    return Number(count_overlap(secret, guess) + count_blacks(secret, guess))


def _possible_sum(holes: int) -> tuple[Mark, ...]:
    # All colours found and all places but one is impossible, as with key pegs.
    return tuple(Number(n) for n in range(2 * holes + 1) if n != 2 * holes - 1)


def _fits_sum(mark: Mark, blacks: int, overlap: int, still_open: int) -> bool:
    assert isinstance(mark, Number)
    return overlap + blacks <= mark.number <= overlap + blacks + 2 * still_open


def _mark_parts(secret: Code, guess: Code) -> KeyPegs:
    blacks = whites = 0
    for part_peg, guess_peg in zip(secret, guess, strict=True):
        if part_peg == BLANK:
            continue
        if part_peg == guess_peg:
            blacks += 1
        elif part_peg in guess:
            whites += 1
    return KeyPegs(blacks, whites)


def _possible_parts(parts: int) -> tuple[Mark, ...]:
    return tuple(KeyPegs(blacks, whites) for blacks in range(parts + 1) for whites in range(parts + 1 - blacks))


def _all_black(holes: int) -> Mark | None:
    return KeyPegs(holes, 0)


def _twice(holes: int) -> Mark | None:
    return Number(2 * holes)


def _never(parts: int) -> Mark | None:
    return None


# Hooks are named functions, so that editions, states and views can be sent to other processes.

BLACK_WHITE = Marking("black-white", _mark_black_white, _possible_black_white, _all_black, _fits_black_white)
"""Blacks for pegs in place, whites for the rest of the overlap."""

COLOURS = Marking("colours", _mark_colours, _possible_colours, Number, _fits_colours, ordered=False)
"""One number: the overlap. Only the colours count, in any order."""

SUM = Marking("sum", _mark_sum, _possible_sum, _twice, _fits_sum)
"""One number: the sum of overlap and blacks, so that a peg in place counts twice."""

PARTS = Marking("parts", _mark_parts, _possible_parts, _never, None)
"""Each seat marks only its own parts: black in place, otherwise white if the colour is in another hole."""

MARKINGS = {marking.name: marking for marking in (BLACK_WHITE, COLOURS, SUM, PARTS)}
"""Every marking by its name."""
