"""Mixtures: how often each colour is in a code, whatever its place.

The overlap of a guess and a code depends only on the code's mixture. So the mixtures that fit all overlaps can be
counted colour by colour, without listing a code, in a space of any size. No mark distinguishes the colours that are in
no guess: they count as one peg, `OTHER`.
"""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from math import comb, perm
from random import Random
from typing import NamedTuple

from keypeg.core.clues import SearchBudget
from keypeg.core.codes import BLANK
from keypeg.solver.plain.position import PlainPosition

OTHER = -1
"""Any colour that is in no guess."""

Mixture = tuple[tuple[int, int], ...]
"""The pegs that are in a code, each with how often it is there."""


class _Totals(NamedTuple):
    """What can follow a beginning of a mixture."""

    codes: int
    """How many codes, in any order of their pegs."""
    mixtures: int


_Draws = tuple[list[float], list[tuple[int, tuple[int, ...]]]]


class MixtureCounter:
    """Counts, lists and draws the mixtures whose overlap with every guess is possible for its mark."""

    def __init__(self, position: PlainPosition, budget: SearchBudget) -> None:
        self._space = space = position.secrets
        self._budget = budget
        guessed = {peg for guess, _ in position.rows for peg in guess}
        known = [peg for peg in space.pegs if peg in guessed or peg == BLANK]
        # Pegs that are in most guesses come first: a wrong number of them is ruled out soonest.
        self._pegs = sorted(known, key=lambda peg: -sum(peg in guess for guess, _ in position.rows))
        self.others = [peg for peg in space.pegs if peg not in guessed and peg != BLANK]
        self._in_guess = [[guess.count(peg) for guess, _ in position.rows] for peg in self._pegs]
        fits = position.marking.fits
        assert fits is not None, "parts have no overlap"
        holes = range(space.holes + 1)
        self._possible = [
            [any(fits(mark, blacks, overlap, 0) for blacks in range(overlap + 1)) for overlap in holes]
            for _, mark in position.rows
        ]
        self._most = [max((o for o in holes if possible[o]), default=-1) for possible in self._possible]
        self._least = [min((o for o in holes if possible[o]), default=0) for possible in self._possible]
        self._later = self._pegs_later()
        self._known: dict[tuple[int, int, tuple[int, ...]], _Totals] = {}
        self._drawn: dict[tuple[int, int, tuple[int, ...]], _Draws] = {}
        self.codes, self.mixtures = self._count(0, space.holes, (0,) * len(position.rows))
        """How many codes have such a mixture, and how many mixtures there are."""

    def _pegs_later(self) -> list[list[int]]:
        """For each peg, how many pegs of each guess come with it or after it."""
        later = [[0] * len(self._most)]
        for counts in reversed(self._in_guess):
            later.append([more + count for more, count in zip(later[-1], counts, strict=True)])
        return later[::-1]

    def _count(self, index: int, left: int, overlaps: tuple[int, ...]) -> _Totals:
        """What can follow, with so many pegs left, after these overlaps."""
        key = index, left, overlaps
        if key not in self._known:
            self._budget.spend(2)
            if index == len(self._pegs):
                self._known[key] = self._count_others(left, overlaps)
            else:
                codes = mixtures = 0
                for count, then in self._choices(index, left, overlaps):
                    self._budget.spend()
                    totals = self._count(index + 1, left - count, then)
                    codes += comb(left, count) * totals.codes
                    mixtures += totals.mixtures
                self._known[key] = _Totals(codes, mixtures)
        return self._known[key]

    def _choices(self, index: int, left: int, overlaps: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
        """How many of a peg there can be, each with the overlaps after it."""
        in_guess, later = self._in_guess[index], self._later[index + 1]
        for count in self._counts(self._pegs[index], left):
            then = tuple(o + (count if count < most else most) for o, most in zip(overlaps, in_guess, strict=True))
            rest = left - count
            if all(
                o <= most and o + (rest if rest < more else more) >= least
                for o, most, least, more in zip(then, self._most, self._least, later, strict=True)
            ):
                yield count, then

    def _counts(self, peg: int, left: int) -> range:
        space = self._space
        if peg == BLANK:
            return range(space.least_blanks, min(space.most_blanks, left) + 1)
        return range((left if space.repeats else min(left, 1)) + 1)

    def _count_others(self, left: int, overlaps: tuple[int, ...]) -> _Totals:
        """The ways to fill the last places with colours of no guess."""
        if not all(possible[overlap] for possible, overlap in zip(self._possible, overlaps, strict=True)):
            return _Totals(0, 0)
        ways = count_fillings(len(self.others), left, self._space.repeats)
        return _Totals(ways, int(ways > 0))

    def __iter__(self) -> Iterator[Mixture]:
        """Every mixture."""
        yield from self._extend(0, self._space.holes, (0,) * len(self._most), ())

    def _extend(self, index: int, left: int, overlaps: tuple[int, ...], start: Mixture) -> Iterator[Mixture]:
        if index == len(self._pegs):
            yield (*start, (OTHER, left)) if left else start
            return
        for count, then in self._choices(index, left, overlaps):
            if self._count(index + 1, left - count, then).codes:
                longer = (*start, (self._pegs[index], count)) if count else start
                yield from self._extend(index + 1, left - count, then, longer)

    def draw(self, rng: Random) -> Mixture:
        """Draw a mixture, each as likely as it has codes. There must be one."""
        left, overlaps, mixture = self._space.holes, (0,) * len(self._most), list[tuple[int, int]]()
        for index, peg in enumerate(self._pegs):
            sums, choices = self._draws(index, left, overlaps)
            count, overlaps = choices[bisect_right(sums, rng.random() * sums[-1])]
            if count:
                mixture.append((peg, count))
            left -= count
        return (*mixture, (OTHER, left)) if left else tuple(mixture)

    def _draws(self, index: int, left: int, overlaps: tuple[int, ...]) -> _Draws:
        """How to draw the number of a peg: the sums of the chances up to each choice, and the choices."""
        key = index, left, overlaps
        if key not in self._drawn:
            total = self._count(index, left, overlaps).codes
            chances, choices = list[float](), list[tuple[int, tuple[int, ...]]]()
            for count, then in self._choices(index, left, overlaps):
                if codes := self._count(index + 1, left - count, then).codes:
                    chances.append(comb(left, count) * codes / total)
                    choices.append((count, then))
            self._drawn[key] = list(accumulate(chances)), choices
        return self._drawn[key]

    def overlaps_of(self, mixture: Mixture) -> list[int]:
        """The overlap of a mixture with each guess."""
        counts = dict(mixture)
        overlaps = [0] * len(self._most)
        for peg, in_guess in zip(self._pegs, self._in_guess, strict=True):
            if count := counts.get(peg, 0):
                overlaps = [o + min(count, most) for o, most in zip(overlaps, in_guess, strict=True)]
        return overlaps


def count_fillings(colours: int, places: int, repeats: bool) -> int:
    """The ways to fill so many places, in order, with so many colours."""
    return colours**places if repeats else perm(colours, places)


def count_orders(mixture: Mixture) -> int:
    """The ways to put the pegs of a mixture in order, `OTHER` counting as one colour."""
    ways, left = 1, sum(count for _, count in mixture)
    for _, count in mixture:
        ways *= comb(left, count)
        left -= count
    return ways
