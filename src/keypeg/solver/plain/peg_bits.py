"""Codes as integers whose common bits give the mark, so that plain Python marks millions of guesses a second.

A code sets one bit for each of its pegs in its hole, and for each colour as many bits as it has pegs of it. What two
codes have in common in the first part are the blacks, and in the second part the overlap.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from keypeg.core.codes import Code
from keypeg.core.marks import BLACK_WHITE, COLOURS, SUM, KeyPegs, Mark, Marking, Number

KEY_BITS = 6
"""How many bits of a key count the common bits: at most 16, for 8 holes."""


class PegBits:
    """Marks guesses of one game. A mark is a small integer here, its key."""

    def __init__(self, marking: Marking, holes: int, colours: int) -> None:
        if marking not in (BLACK_WHITE, COLOURS, SUM):
            raise ValueError(f"the plain solver does not know the marking {marking.name!r}")
        self._holes, self._pegs = holes, colours + 1
        self._counts_from = holes * self._pegs if marking.ordered else 0
        self._tells_blacks = marking is BLACK_WHITE
        self._in_hole = (1 << self._counts_from) - 1
        solved = marking.solved(holes)
        assert solved is not None
        self.solved_key = self.key_of(solved)
        """The key of the mark for breaking the code."""

    def encode(self, code: Code) -> int:
        """The code as an integer."""
        bits = 0
        if self._counts_from:
            for hole, peg in enumerate(code):
                bits |= 1 << hole * self._pegs + peg
        for peg, count in Counter(code).items():
            bits |= (1 << count) - 1 << self._counts_from + peg * self._holes
        return bits

    def encode_all(self, codes: Iterable[Code]) -> list[int]:
        """These codes as integers."""
        return list(map(self.encode, codes))

    def key_of(self, mark: Mark) -> int:
        """The key of a mark."""
        if isinstance(mark, KeyPegs):
            return mark.blacks << KEY_BITS | 2 * mark.blacks + mark.whites
        return mark.number

    def mark_of(self, key: int) -> Mark:
        """The mark of a key."""
        if not self._tells_blacks:
            return Number(key)
        blacks, common = key >> KEY_BITS, key & (1 << KEY_BITS) - 1
        return KeyPegs(blacks, common - 2 * blacks)

    def keys(self, guess: int, codes: Sequence[int]) -> list[int]:
        """The key of the mark that a guess earns for each of these codes."""
        if not self._tells_blacks:
            return [(guess & code).bit_count() for code in codes]
        in_hole = self._in_hole
        return [((same := guess & code) & in_hole).bit_count() << KEY_BITS | same.bit_count() for code in codes]
