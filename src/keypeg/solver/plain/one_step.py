"""A good guess by looking one step ahead: the one whose mark is expected to tell most.

The guesses that are compared are all of them where the work allows; otherwise candidates, and then the codes that
differ from the best one by a peg or by two exchanged pegs, as long as they are better and work is left.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import log2
from random import Random
from typing import NamedTuple

from keypeg.core.codes import Code
from keypeg.solver.plain.candidates import all_bits
from keypeg.solver.plain.peg_bits import PegBits
from keypeg.solver.plain.position import Candidates, PlainPosition

MARKS_PER_SECOND = 1_500_000
"""How many marks are computed in a second."""

MAX_LISTED_GUESSES = 10_000
"""The largest space of which all guesses are compared."""

MIN_COMPARED_CODES = 60
"""With fewer candidates the comparison says little; so many are used even if that leaves work for few guesses."""

SAME_BITS = 1e-9
"""Guesses whose information differs by less are equally good."""


class Comparison(NamedTuple):
    """What a guess is expected to tell."""

    bits: float
    """The information of its mark, in bits; for a sample of the candidates an estimate."""
    is_candidate: bool
    """Whether it can be the code."""
    cells: int
    """How many different marks it earns."""
    largest: int
    """How many of the compared candidates its most frequent mark leaves."""
    guess: Code

    @property
    def rank(self) -> tuple[float, bool]:
        """What the better guess has more of."""
        return round(self.bits / SAME_BITS), self.is_candidate


class GuessComparer:
    """Compares guesses of one position."""

    def __init__(self, position: PlainPosition, candidates: Candidates, rng: Random, marks: int) -> None:
        self.position, self.candidates, self.rng = position, candidates, rng
        self.marks = marks
        """How many marks may still be computed."""
        self.pegs = pegs_of(position)
        chosen = self._choose_codes()
        self.codes = self.pegs.encode_all(candidates.codes[number] for number in chosen)
        self.weights = [candidates.weights[number] for number in chosen]
        self.weight = sum(self.weights)
        self._known = {self.position.normalize(code) for code in candidates.codes} if candidates.complete else None
        self._rows = [(self.pegs.encode(guess), self.pegs.key_of(mark)) for guess, mark in position.rows]
        self._compared: dict[Code, Comparison] = {}

    def _choose_codes(self) -> Sequence[int]:
        """The candidates that guesses are compared by: all of them, or some drawn at random."""
        every = range(len(self.candidates.codes))
        most = max(MIN_COMPARED_CODES, int(self.marks**0.5))
        guesses = self.position.guesses.size
        if len(every) * min(guesses, MAX_LISTED_GUESSES) <= self.marks:
            return every
        return every if len(every) <= most else sorted(self.rng.sample(every, most))

    def compare(self, guess: Code, bits: int | None = None) -> Comparison:
        """Compare one guess."""
        guess = self.position.normalize(guess)
        if guess not in self._compared:
            self.marks -= len(self.codes)
            bits = self.pegs.encode(guess) if bits is None else bits
            keys = self.pegs.keys(bits, self.codes)
            counted = self._count(keys)
            left = sum(count * log2(count) for count in counted.values()) / self.weight
            self._compared[guess] = Comparison(
                log2(self.weight) - left, self._can_be_code(guess, bits), len(counted), max(counted.values()), guess
            )
        return self._compared[guess]

    @property
    def has_compared_candidates(self) -> bool:
        """Whether every candidate has been compared, as a guess, by all candidates."""
        return (
            self._known is not None
            and len(self.codes) == len(self.candidates.codes)
            and all(code in self._compared for code in self._known)
        )

    def cells(self, guess: Code) -> dict[int, int]:
        """How many of the compared candidates each mark leaves, by the key of the mark."""
        return self._count(self.pegs.keys(self.pegs.encode(guess), self.codes))

    def _count(self, keys: Sequence[int]) -> dict[int, int]:
        if self.weight == len(keys):
            return Counter(keys)
        counted: dict[int, int] = {}
        for key, weight in zip(keys, self.weights, strict=True):
            counted[key] = counted.get(key, 0) + weight
        return counted

    def _can_be_code(self, guess: Code, bits: int) -> bool:
        if self._known is not None:
            return guess in self._known
        return guess in self.position.secrets and all(self.pegs.keys(bits, [row])[0] == key for row, key in self._rows)

    def best(self) -> list[Comparison]:
        """The guesses that were compared, the best first."""
        for guess, bits in self._first_guesses():
            if self._compared and self.marks < len(self.codes):
                break
            self.compare(guess, bits)
        best = max(self._compared.values(), key=_rank)
        while self.position.guesses.size > MAX_LISTED_GUESSES and self.marks >= len(self.codes):
            better = max(self._compare_all(self._neighbours(best.guess)), key=_rank, default=best)
            if better.rank <= best.rank:
                break
            best = better
        return sorted(self._compared.values(), key=_rank, reverse=True)

    def _compare_all(self, guesses: Iterable[Code]) -> Iterator[Comparison]:
        """Compare these guesses as long as work is left."""
        for guess in guesses:
            if self.marks < len(self.codes):
                break
            yield self.compare(guess)

    def _first_guesses(self) -> Iterator[tuple[Code, int | None]]:
        """The guesses to begin with: all of them, or else candidates."""
        space = self.position.guesses
        if space.size <= MAX_LISTED_GUESSES and space.size * len(self.codes) <= self.marks:
            guesses, _, bits = all_bits(space, self.position.marking)
            yield from zip(
                guesses, bits if self.position.secrets.colours <= space.colours else [None] * len(bits), strict=True
            )
            return
        if not self.position.rows:
            yield from ((guess, None) for guess in first_patterns(self.position))
        codes = list(dict.fromkeys(self.candidates.codes))
        self.rng.shuffle(codes)
        yield from ((code, None) for code in codes[: max(1, self.marks // (2 * len(self.codes)))] if code in space)

    def _neighbours(self, code: Code) -> Iterator[Code]:
        """The guesses that differ from a code by one peg, or by two exchanged pegs, in random order."""
        space, neighbours = self.position.guesses, list[Code]()
        for hole in range(len(code)):
            neighbours += [(*code[:hole], peg, *code[hole + 1 :]) for peg in space.pegs if peg != code[hole]]
        for hole, other in combinations(range(len(code)) if self.position.marking.ordered else (), 2):
            pegs = list(code)
            pegs[hole], pegs[other] = pegs[other], pegs[hole]
            neighbours.append(tuple(pegs))
        self.rng.shuffle(neighbours)
        return (neighbour for neighbour in neighbours if neighbour in space)


def _rank(comparison: Comparison) -> tuple[float, bool]:
    return comparison.rank


def pegs_of(position: PlainPosition) -> PegBits:
    """How the guesses of a position are marked."""
    colours = max(position.secrets.colours, position.guesses.colours)
    return PegBits(position.marking, position.secrets.holes, colours)


def first_patterns(position: PlainPosition) -> Iterator[Code]:
    """One code for each way to divide the holes among colours: before the first row, all others are like these."""
    space = position.guesses
    for shape in _shapes(space.holes, space.holes):
        code = tuple(colour for colour, count in enumerate(shape, 1) for _ in range(count))
        if code in space:
            yield code


def _shapes(holes: int, most: int) -> Iterator[tuple[int, ...]]:
    """Every way to write a number as a sum, the largest part first."""
    if holes == 0:
        yield ()
    for count in range(min(holes, most), 0, -1):
        for rest in _shapes(holes - count, count):
            yield (count, *rest)
