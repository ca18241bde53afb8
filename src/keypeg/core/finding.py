"""Finding some code that fits the marks, in spaces too large to go through in order.

`keypeg.core.consistency.fitting` lists codes in order and gets lost in large spaces. Here the colours are settled
first, place put aside: the overlaps of the clues say which mixtures are possible. Only then are the pegs of a mixture
put in holes, so that the blacks come out right. Colours that stand in no guess cannot be told apart by any clue; they
are one peg to the search, OTHER, until a code is found.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from keypeg.core.codes import BLANK, Code, CodeSpace
from keypeg.core.consistency import Clue
from keypeg.core.marks import Marking

Shuffle = Callable[[list[int]], list[int]]
"""In what order to try pegs, and numbers of them."""

OTHER = -1
"""Any colour that stands in no guess."""

PATIENCE = 50_000
"""How many steps a search takes before it gives up: a fraction of a second."""


class OutOfPatience(Exception):  # noqa: N818 - it is no error, it is no answer
    """The search has found nothing in the steps it was given, and has not shown that there is nothing."""


def some_fitting(
    space: CodeSpace, marking: Marking, clues: Sequence[Clue], shuffle: Shuffle | None = None
) -> Code | None:
    """Some code of the space that would earn each guess its mark; None if there is none. May raise `OutOfPatience`."""
    search = _Finding(space, marking, clues, shuffle or list)
    return next(search.codes(), None)


class _Finding:
    """One search, with what every step needs."""

    def __init__(self, space: CodeSpace, marking: Marking, clues: Sequence[Clue], shuffle: Shuffle) -> None:
        self.space = space
        self.marking = marking
        self.clues = clues
        self.shuffle = shuffle
        self.steps = 0
        self.in_guess = [Counter(guess) for guess, _ in clues]
        # The pegs that most clues speak of come first: they are soonest found out to be wrong.
        guessed = {peg for guess, _ in clues for peg in guess}
        known = [peg for peg in shuffle(list(range(BLANK, space.colours + 1))) if peg in guessed or peg == BLANK]
        self.pegs = [*sorted(known, key=lambda peg: -sum(peg in pegs for pegs in self.in_guess)), OTHER]
        self.others = [peg for peg in space.pegs if peg not in guessed and peg != BLANK]
        self.overlaps = [self._possible_overlaps(clue) for clue in clues]

    def codes(self) -> Iterator[Code]:
        """Every code that fits, but of those that differ only in colours of no guess, one."""
        if all(self.overlaps):
            for mixture in self._mix(0, {}, self.space.holes, [0] * len(self.clues)):
                yield from map(self._name_others, self._arrange(mixture))

    def _possible_overlaps(self, clue: Clue) -> range:
        """The overlaps with which this clue's mark can be earned, whatever the blacks."""
        fits, mark = self.marking.fits, clue[1]
        found = [o for o in range(self.space.holes + 1) if any(fits(mark, blacks, o, 0) for blacks in range(o + 1))]
        return range(found[0], found[-1] + 1) if found else range(0)

    def _mix(self, at: int, mixture: dict[int, int], left: int, overlaps: list[int]) -> Iterator[dict[int, int]]:
        """Every mixture of pegs, from those settled so far, whose overlaps can be right."""
        self._step()
        if at == len(self.pegs):
            if left == 0:
                yield mixture
            return
        peg = self.pegs[at]
        for count in self.shuffle(list(self._counts(peg, left))):
            counted = [overlap + min(count, pegs[peg]) for overlap, pegs in zip(overlaps, self.in_guess, strict=True)]
            if self._can_come_out(at + 1, left - count, counted):
                yield from self._mix(at + 1, {**mixture, peg: count}, left - count, counted)

    def _counts(self, peg: int, left: int) -> range:
        """How many of this peg a code can have."""
        if peg == BLANK:
            return range(self.space.least_blanks, min(self.space.most_blanks, left) + 1)
        if peg == OTHER:  # the last to be settled: whatever is left
            enough = left == 0 or (bool(self.others) and (self.space.repeats or left <= len(self.others)))
            return range(left, left + 1) if enough else range(0)
        return range((left if self.space.repeats else min(left, 1)) + 1)

    def _can_come_out(self, at: int, left: int, overlaps: list[int]) -> bool:
        later = self.pegs[at:]
        for overlap, possible, pegs in zip(overlaps, self.overlaps, self.in_guess, strict=True):
            if overlap >= possible.stop:
                return False
            if overlap + min(left, sum(pegs[peg] for peg in later)) < possible.start:
                return False
        return True

    def _arrange(self, mixture: dict[int, int]) -> Iterator[Code]:
        """Every way to put this mixture in holes so that the clues come out right."""
        overlaps = [sum(min(count, pegs[peg]) for peg, count in mixture.items()) for pegs in self.in_guess]
        left = {peg: count for peg, count in mixture.items() if count}
        return self._place((), left, [0] * len(self.clues), overlaps)

    def _place(self, start: Code, left: dict[int, int], blacks: list[int], overlaps: list[int]) -> Iterator[Code]:
        self._step()
        hole = len(start)
        if hole == self.space.holes:
            yield start
            return
        for peg in self.shuffle([peg for peg, count in left.items() if count]):
            if peg != OTHER and not self.space.may_stand(peg, hole + 1):
                continue
            counted = [black + (guess[hole] == peg) for black, (guess, _) in zip(blacks, self.clues, strict=True)]
            if self._blacks_can_come_out(self.space.holes - hole - 1, counted, overlaps):
                yield from self._place((*start, peg), {**left, peg: left[peg] - 1}, counted, overlaps)

    def _blacks_can_come_out(self, still_open: int, blacks: list[int], overlaps: list[int]) -> bool:
        fits = self.marking.fits
        for (_, mark), black, overlap in zip(self.clues, blacks, overlaps, strict=True):
            if not any(fits(mark, black + more, overlap, 0) for more in range(still_open + 1)):
                return False
        return True

    def _name_others(self, code: Code) -> Code:
        """The code with colours of no guess in place of OTHER; different ones, where colours may not repeat."""
        names = self.shuffle(list(self.others))
        named = []
        for peg in code:
            if peg == OTHER:
                peg = self.shuffle(list(names))[0] if self.space.repeats else names.pop()
            named.append(peg)
        return tuple(named)

    def _step(self) -> None:
        self.steps += 1
        if self.steps > PATIENCE:
            raise OutOfPatience
