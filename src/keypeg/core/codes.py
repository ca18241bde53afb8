"""Codes, and the space of codes that an edition allows.

A code is a tuple of pegs, one for each hole: 1, 2, 3 … are the edition's colours in the order of its palette, and 0 is
a hole left blank. A code space defines which tuples are allowed; it counts them, lists them in order, and gives the
reason when one is not allowed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from functools import lru_cache
from math import comb, perm
from operator import index
from typing import Final, SupportsIndex, final

from keypeg.core.errors import RuleError
from keypeg.core.immutable import Immutable, replace_fields

Code = tuple[int, ...]
"""A row of pegs: colour numbers from 1, `BLANK` for a hole left blank."""

MAX_SEARCHABLE_CODES = 4_000_000
"""The size of the largest code space that the solver goes through."""

BLANK = 0
"""The peg that stands for an empty hole. Where blanks are allowed it is marked exactly like one more colour."""


def as_code(pegs: Iterable[SupportsIndex]) -> Code:
    """These pegs as a plain tuple of plain numbers. Raises `TypeError` for anything but whole numbers in order."""
    if type(pegs) is not tuple and isinstance(pegs, (Set, Mapping)):
        raise TypeError(f"a code is a sequence such as (1, 1, 2, 3), because holes have an order; got {pegs!r}")
    try:
        return tuple(map(index, pegs))
    except TypeError:
        raise TypeError(f"a code is a sequence of whole numbers, one for each hole, not {pegs!r}") from None


@final
class CodeSpace(Immutable):
    """The codes that are allowed for one purpose: as a secret, as a guess, or as an answer."""

    __match_args__ = ("holes", "colours", "repeats", "least_blanks", "most_blanks", "blank_holes")
    __slots__ = (*__match_args__, "_hash", "_may_be_blank", "_without_blanks")

    def __init__(
        self,
        holes: int,
        colours: int,
        repeats: bool = True,
        least_blanks: int = 0,
        most_blanks: int = 0,
        blank_holes: Iterable[int] | None = None,
    ) -> None:
        self.holes: Final = holes
        """How many holes a code has."""
        self.colours: Final = colours
        """How many colours there are, blanks not counted."""
        self.repeats: Final = repeats
        """Whether a colour may be in more than one hole."""
        self.least_blanks: Final = least_blanks
        """How many holes must be left blank."""
        self.most_blanks: Final = most_blanks
        """How many holes may be left blank."""
        self.blank_holes: Final = None if blank_holes is None else as_code(blank_holes)
        """The holes (from 1) that may be left blank; None if any may."""
        self._without_blanks: Final = most_blanks == 0
        self._may_be_blank: Final = _holes_for_blanks(holes, most_blanks, self.blank_holes)
        # Spaces are keys of caches at every move.
        self._hash: Final = hash((holes, colours, repeats, least_blanks, most_blanks, self.blank_holes))

    def __hash__(self) -> int:
        return self._hash

    def __contains__(self, code: Code) -> bool:
        return self._fault(code) is None

    def __len__(self) -> int:
        return self.size

    @property
    def size(self) -> int:
        """The exact number of codes, even where it is too large for `len`."""
        return sum(
            comb(len(self._may_be_blank), blanks) * self._colourings(self.holes - blanks)
            for blanks in self._blank_counts
        )

    def __iter__(self) -> Iterator[Code]:
        """Every code, in order: a blank before colour 1, the first hole most significant. The order never changes."""
        return self._extend(())

    def check(self, code: Code) -> None:
        """Raise `RuleError` if this code is not allowed."""
        fault = self._fault(code)
        if fault is not None:
            raise fault

    def draw(self, below: Callable[[int], int]) -> Code:
        """A random code, each as likely as any other; `below(limit)` returns a random number from 0 up to the limit."""
        pegs = self.pegs
        while True:
            # Each hole is filled independently, and what is not a code is thrown away: so no code is likelier.
            code = tuple([pegs[below(len(pegs))] for _ in range(self.holes)])
            if code in self:
                return code

    def blank_only_in(self, own: Code) -> "CodeSpace":
        """This space with blanks allowed only in the holes that `own` fills."""
        return _blank_only_in(self, own)

    @property
    def colour_sets(self) -> int:
        """How many different multisets of pegs there are: the size of the game where order does not count."""
        filled = (self.holes - blanks for blanks in self._blank_counts)
        return sum(comb(self.colours + (pegs - 1 if self.repeats else 0), pegs) for pegs in filled)

    @property
    def pegs(self) -> range:
        """The pegs that may be in some hole."""
        return range(BLANK if self.most_blanks else 1, self.colours + 1)

    def may_stand(self, peg: int, hole: int) -> bool:
        """Whether this peg may be in this hole (from 1), other holes aside."""
        return peg != BLANK or hole in self._may_be_blank

    @property
    def _blank_counts(self) -> range:
        return range(self.least_blanks, min(self.most_blanks, len(self._may_be_blank)) + 1)

    def _colourings(self, holes: int) -> int:
        return self.colours**holes if self.repeats else perm(self.colours, holes)

    def _fault(self, code: Code) -> RuleError | None:
        if len(code) != self.holes:
            return RuleError("wrong-length", holes=self.holes, given=len(code))
        if not self._without_blanks and (fault := self._blank_fault(code)):
            return fault
        for peg in code:
            if not 0 <= peg <= self.colours:
                return RuleError("no-such-colour", peg=peg, colours=self.colours)
        if self._without_blanks and BLANK in code:
            return RuleError("blank-not-allowed", hole=code.index(BLANK) + 1)
        if not self.repeats and len(coloured := [peg for peg in code if peg]) > len(set(coloured)):
            return RuleError("repeat-not-allowed")
        return None

    def _blank_fault(self, code: Code) -> RuleError | None:
        blanks = [hole for hole, peg in enumerate(code, 1) if peg == BLANK]
        for hole in blanks:
            if hole not in self._may_be_blank:
                return RuleError("blank-not-allowed", hole=hole)
        if len(blanks) > self.most_blanks:
            return RuleError("too-many-blanks", most=self.most_blanks, given=len(blanks))
        if len(blanks) < self.least_blanks:
            return RuleError("too-few-blanks", least=self.least_blanks, given=len(blanks))
        return None

    def _extend(self, start: Code) -> Iterator[Code]:
        if len(start) == self.holes:
            yield start
            return
        for peg in self.choices(start):
            yield from self._extend((*start, peg))

    def choices(self, start: Code) -> Iterator[int]:
        """The pegs that may follow this beginning of a code so that it can still be completed."""
        if self._without_blanks and self.repeats and not self.least_blanks:
            yield from range(1, self.colours + 1)
            return
        hole = len(start) + 1
        blanks = start.count(BLANK)
        if hole in self._may_be_blank and self._can_be_finished(hole, blanks + 1, hole - blanks - 1):
            yield BLANK
        if self._can_be_finished(hole, blanks, hole - blanks):
            yield from (colour for colour in range(1, self.colours + 1) if self.repeats or colour not in start)

    def _can_be_finished(self, hole: int, blanks: int, coloured: int) -> bool:
        """Whether a code can be completed whose first `hole` holes have so many blanks and so many colours."""
        later = sum(1 for other in self._may_be_blank if other > hole)
        more_blanks = min(self.most_blanks - blanks, later)
        if more_blanks < 0 or blanks + more_blanks < self.least_blanks:
            return False
        return self.repeats or coloured + (self.holes - hole - more_blanks) <= self.colours


@lru_cache(maxsize=4096)
def _blank_only_in(space: CodeSpace, own: Code) -> CodeSpace:
    return replace_fields(space, blank_holes=tuple(hole for hole, _ in parts_of(own)))


def _holes_for_blanks(holes: int, most_blanks: int, blank_holes: Code | None) -> frozenset[int]:
    if most_blanks == 0:
        return frozenset()
    every_hole = frozenset(range(1, holes + 1))
    return every_hole if blank_holes is None else every_hole.intersection(blank_holes)


def parts_of(code: Code) -> Iterator[tuple[int, int]]:
    """The (hole, colour) pairs of a code, holes from 1, blanks left out."""
    return ((hole, peg) for hole, peg in enumerate(code, 1) if peg != BLANK)


def join_parts(codes: tuple[Code, ...]) -> Code:
    """The code that these parts make together; no two of them fill the same hole."""
    return tuple(max(pegs) for pegs in zip(*codes, strict=True))
