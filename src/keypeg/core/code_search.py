"""Finds one code that fits the marks, in code spaces too large to list in order.

`keypeg.core.consistency.fitting` lists codes in order and is too slow in large spaces. This search first fixes the
mixture of colours, ignoring their places: the overlaps of the clues show which mixtures are possible. Only then does it
put the pegs of a mixture into holes so that the blacks come out right. No clue can distinguish colours that are in no
guess; the search treats them as one peg, OTHER, until it has found a code.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from keypeg.core.clues import Clue, SearchBudget
from keypeg.core.codes import BLANK, Code, CodeSpace
from keypeg.core.marks import Marking

Shuffle = Callable[[list[int]], list[int]]
"""Puts pegs, or numbers of pegs, into the order in which to try them."""

OTHER = -1
"""Any colour that is in no guess."""

MAX_CLUE_CHECKS = 400_000
"""How many clues a search checks before it gives up, unless it is told otherwise: well under a second."""


def some_fitting(
    space: CodeSpace,
    marking: Marking,
    clues: Sequence[Clue],
    shuffle: Shuffle | None = None,
    budget: SearchBudget | None = None,
) -> Code | None:
    """One code of the space that fits every clue; None if there is none. May raise `SearchInterrupted`."""
    search = _CodeSearch(space, marking, clues, shuffle or list, budget or SearchBudget(MAX_CLUE_CHECKS))
    return next(search.codes(), None)


class _CodeSearch:
    """One search, with the data that every step needs."""

    def __init__(
        self, space: CodeSpace, marking: Marking, clues: Sequence[Clue], shuffle: Shuffle, budget: SearchBudget
    ) -> None:
        self.space = space
        assert marking.fits is not None, "parts are searched by `fitting_parts`"
        self.fits = marking.fits
        self.clues = clues
        self.shuffle = shuffle
        self.budget = budget
        self.in_guess = [Counter(guess) for guess, _ in clues]
        # Pegs that are in most guesses come first: a wrong number of them is ruled out soonest.
        guessed = {peg for guess, _ in clues for peg in guess}
        guessed_pegs = [peg for peg in shuffle(list(range(BLANK, space.colours + 1))) if peg in guessed or peg == BLANK]
        self.pegs = [*sorted(guessed_pegs, key=lambda peg: -sum(peg in pegs for pegs in self.in_guess)), OTHER]
        self.others = [peg for peg in space.pegs if peg not in guessed and peg != BLANK]
        self.overlaps = [self._possible_overlaps(clue) for clue in clues]

    def codes(self) -> Iterator[Code]:
        """Every code that fits; of codes that differ only in colours of no guess, just one."""
        if all(self.overlaps):
            for mixture in self._mix(0, {}, self.space.holes, [0] * len(self.clues)):
                yield from map(self._name_others, self._arrange(mixture))

    def _possible_overlaps(self, clue: Clue) -> range:
        """The overlaps that this clue's mark allows, whatever the blacks."""
        fits, mark = self.fits, clue[1]
        overlaps = range(self.space.holes + 1)
        return _span(o for o in overlaps if any(fits(mark, blacks, o, 0) for blacks in range(o + 1)))

    def _mix(self, index: int, mixture: dict[int, int], left: int, overlaps: list[int]) -> Iterator[dict[int, int]]:
        """Every mixture that extends this one, with `left` more pegs, and whose overlaps can come out right."""
        self.budget.spend(1 + len(self.clues))
        if index == len(self.pegs):
            if left == 0:
                yield mixture
            return
        peg = self.pegs[index]
        for count in self.shuffle(list(self._counts(peg, left))):
            counted = [overlap + min(count, pegs[peg]) for overlap, pegs in zip(overlaps, self.in_guess, strict=True)]
            if self._can_fit(index + 1, left - count, counted):
                yield from self._mix(index + 1, {**mixture, peg: count}, left - count, counted)

    def _counts(self, peg: int, left: int) -> range:
        """How many of this peg the code can have, with `left` pegs still to choose."""
        if peg == BLANK:
            return range(self.space.least_blanks, min(self.space.most_blanks, left) + 1)
        if peg == OTHER:  # the last peg to be counted: it takes all that are left
            enough = left == 0 or (bool(self.others) and (self.space.repeats or left <= len(self.others)))
            return range(left, left + 1) if enough else range(0)
        return range((left if self.space.repeats else min(left, 1)) + 1)

    def _can_fit(self, index: int, left: int, overlaps: list[int]) -> bool:
        later = self.pegs[index:]
        for overlap, possible, pegs in zip(overlaps, self.overlaps, self.in_guess, strict=True):
            if overlap >= possible.stop:
                return False
            if overlap + min(left, sum(pegs[peg] for peg in later)) < possible.start:
                return False
        return True

    def _arrange(self, mixture: dict[int, int]) -> Iterator[Code]:
        """Every way to put this mixture into holes so that all clues fit."""
        possible = []
        for (_, mark), pegs in zip(self.clues, self.in_guess, strict=True):
            overlap = sum(min(count, pegs[peg]) for peg, count in mixture.items())
            possible.append(_span(b for b in range(overlap + 1) if self.fits(mark, b, overlap, 0)))
        left = {peg: count for peg, count in mixture.items() if count}
        return self._place((), left, [0] * len(self.clues), possible) if all(possible) else iter(())

    def _place(self, start: Code, left: dict[int, int], blacks: list[int], possible: list[range]) -> Iterator[Code]:
        """Every way to continue this code, given each clue's blacks so far and its possible final blacks."""
        self.budget.spend(1 + len(self.clues))
        hole = len(start)
        if hole == self.space.holes:
            yield start
            return
        still_open = self.space.holes - hole - 1
        for peg in self.shuffle([peg for peg, count in left.items() if count]):
            if peg != OTHER and not self.space.may_stand(peg, hole + 1):
                continue
            counted = [black + (guess[hole] == peg) for black, (guess, _) in zip(blacks, self.clues, strict=True)]
            if all(b < ends.stop and b + still_open >= ends.start for b, ends in zip(counted, possible, strict=True)):
                yield from self._place((*start, peg), {**left, peg: left[peg] - 1}, counted, possible)

    def _name_others(self, code: Code) -> Code:
        """Replace OTHER by colours of no guess; by different ones where colours may not repeat."""
        names = self.shuffle(list(self.others))
        named = []
        for peg in code:
            if peg == OTHER:
                peg = self.shuffle(list(names))[0] if self.space.repeats else names.pop()
            named.append(peg)
        return tuple(named)


def _span(numbers: Iterable[int]) -> range:
    """The range that these consecutive numbers make."""
    counts = list(numbers)
    return range(counts[0], counts[-1] + 1) if counts else range(0)
