"""How many further guesses each code needs, as plain Python can find it: an upper bound that is often close.

Where the candidates are listed, a strategy is grown that always guesses the candidate that tells most; its guesses are
an upper bound, and exact where no strategy can do better. Beyond that, or when the work is used up, the number follows
from how many codes are left and how many bits a mark tells; such a value is rough.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from math import log2
from typing import NamedTuple

from keypeg.core.codes import Code
from keypeg.solver.plain.one_step import pegs_of
from keypeg.solver.plain.position import Candidates, PlainPosition

MAX_GROWN_CODES = 2_000
"""From how many candidates at most a strategy is grown."""

MAX_TRIED_GUESSES = 48
"""How many of the candidates are compared for each guess of such a strategy: all, or some at even distances."""

MIN_BITS = 0.5
"""The least that a mark is assumed to tell."""

Counts = tuple[float, ...]
"""How many codes need each number of further guesses: the first entry is for one guess."""


class PlainValue(NamedTuple):
    """A number of expected further guesses."""

    expected: float
    exact: bool
    """Whether no strategy does better; otherwise it is an estimate, or what some strategy reaches."""
    rough: bool = False
    """Whether some of it follows from the number of codes alone."""
    chances: Counts = ()
    """The chance of each number of further guesses: the first entry is for one guess."""

    @property
    def worst(self) -> int | None:
        """How many guesses the worst code needs; None where the codes are too many to know."""
        return None if self.rough else len(self.chances)


class Needed(NamedTuple):
    """How many further guesses some codes need."""

    counts: Counts
    exact: bool
    rough: bool = False

    @property
    def total(self) -> float:
        """The guesses of all these codes together."""
        return sum(guesses * count for guesses, count in enumerate(self.counts, 1))

    @property
    def value(self) -> PlainValue:
        """The same for one code."""
        weight = sum(self.counts)
        chances = tuple(count / weight for count in self.counts)
        return PlainValue(self.total / weight, self.exact, self.rough, chances)


def expected_guesses(codes: float, bits: float) -> float:
    """About how many guesses find one of so many codes, if each mark tells so many bits."""
    if codes <= 1:
        return 1.0
    return max(2 - 1 / codes, 1 + log2(codes) / max(bits, MIN_BITS))


def rough_needed(weight: float, codes: float, bits: float) -> Needed:
    """An estimate by that number, for a sample of this weight: most codes need a whole number of guesses near it."""
    expected = expected_guesses(codes, bits)
    whole = int(expected)
    counts = [0.0] * (whole + 1)
    counts[whole - 1], counts[whole] = weight * (whole + 1 - expected), weight * (expected - whole)
    return Needed(tuple(counts), codes <= 1, codes > 1)


class PlainAppraiser:
    """Values guesses of one game, as long as its work lasts."""

    def __init__(self, start: PlainPosition, marks: int, bits: float) -> None:
        self.pegs = pegs_of(start)
        self.marks = marks
        """How many marks may still be computed."""
        self.bits = bits
        """How many bits a mark tells, for estimates."""
        self._grown: dict[tuple[int, ...], Needed] = {}

    def value_guess(self, candidates: Candidates, guess: Code) -> PlainValue:
        """The value of a guess, itself included."""
        codes = self.pegs.encode_all(candidates.codes)
        weights = dict(zip(codes, candidates.weights, strict=True))
        scale = 0.0 if candidates.complete else candidates.count / candidates.weight
        cells = self._cells(self.pegs.encode(guess), codes)
        return self._after_guess(cells, weights, scale, candidates.complete).value

    def value_codes(self, candidates: Candidates) -> PlainValue:
        """The value of the candidates, if every guess is one of them."""
        if not candidates.complete:
            return rough_needed(candidates.weight, candidates.count, self.bits).value
        codes = self.pegs.encode_all(candidates.codes)
        return self._further(codes, dict(zip(codes, candidates.weights, strict=True)), 0.0).value

    def _after_guess(
        self, cells: Mapping[int, Sequence[int]], weights: Mapping[int, int], scale: float, complete: bool
    ) -> Needed:
        """The guesses of all codes in the cells of a guess, itself included."""
        parts, solved = list[Needed](), 0.0
        for key, cell in cells.items():
            if key == self.pegs.solved_key:
                solved = float(sum(map(weights.__getitem__, cell)))
            else:
                parts.append(self._further(cell, weights, scale))
        exact = complete and all(part.exact for part in parts)
        return Needed((solved, *_added(part.counts for part in parts)), exact, any(part.rough for part in parts))

    def _further(self, codes: Sequence[int], weights: Mapping[int, int], scale: float) -> Needed:
        """The further guesses of these codes; `scale` tells how many each stands for in a sample, otherwise it is 0."""
        weight = sum(map(weights.__getitem__, codes))
        if scale or len(codes) > MAX_GROWN_CODES:
            return rough_needed(weight, weight * (scale or 1.0), self.bits)
        return self._grow(tuple(codes), weights)

    def _grow(self, codes: tuple[int, ...], weights: Mapping[int, int]) -> Needed:
        """The guesses of all these codes, if the candidate that tells most is always guessed."""
        weight = sum(map(weights.__getitem__, codes))
        if len(codes) == 1:
            return Needed((float(weight),), True)
        if len(codes) == 2:
            least = min(weights[code] for code in codes)
            return Needed((float(weight - least), float(least)), True)
        if codes not in self._grown:
            tried = codes[:: -(-len(codes) // MAX_TRIED_GUESSES)]
            self.marks -= len(codes) * len(tried)
            if self.marks < 0:
                return rough_needed(weight, weight, self.bits)
            needed = self._after_guess(self._best_cells(tried, codes, weights), weights, 0.0, True)
            # Every guess but one needs two at least; one more than that is best if no candidate tells all others apart.
            least = 2 * len(codes) - (len(tried) < len(codes))
            provable = weight == len(codes) and needed.total <= least
            self._grown[codes] = needed._replace(exact=needed.exact and provable)
        return self._grown[codes]

    def _best_cells(
        self, tried: Sequence[int], codes: Sequence[int], weights: Mapping[int, int]
    ) -> dict[int, list[int]]:
        """The cells of the candidate that tells most, of those that are tried."""
        best: dict[int, list[int]] = {}
        least = float("inf")
        for guess in tried:
            cells = self._cells(guess, codes)
            left = sum(_log_weight(sum(map(weights.__getitem__, cell))) for cell in cells.values())
            if left < least:
                best, least = cells, left
            if left == 0.0:
                break
        return best

    def _cells(self, guess: int, codes: Sequence[int]) -> dict[int, list[int]]:
        cells: dict[int, list[int]] = {}
        for key, code in zip(self.pegs.keys(guess, codes), codes, strict=True):
            cells.setdefault(key, []).append(code)
        return cells


def _added(counts: Iterable[Counts]) -> Counts:
    """The sums of these counts, number by number."""
    return tuple(map(sum, zip_longest(*counts, fillvalue=0.0)))


def _log_weight(weight: int) -> float:
    return weight * log2(weight)
