"""The expected number of further guesses, as plain Python can find it: an upper bound that is often close.

Where the candidates are listed, a strategy is grown that always guesses the candidate that tells most; its guesses are
an upper bound, and exact where no strategy can do better. Beyond that, or when the work is used up, the number follows
from how many codes are left and how many bits a mark tells; such a value is an estimate.
"""

from collections.abc import Mapping, Sequence
from math import log2
from typing import NamedTuple

from keypeg.core.codes import Code
from keypeg.solver.plain.one_step import pegs_of
from keypeg.solver.plain.position import Candidates, PlainPosition

MAX_GROWN_CODES = 400
"""From how many candidates at most a strategy is grown."""

MIN_BITS = 0.5
"""The least that a mark is assumed to tell."""


class PlainValue(NamedTuple):
    """A number of expected further guesses."""

    expected: float
    exact: bool
    """Whether no strategy does better; otherwise it is an estimate, or what some strategy reaches."""


def expected_guesses(codes: float, bits: float) -> float:
    """About how many guesses find one of so many codes, if each mark tells so many bits."""
    if codes <= 1:
        return 1.0
    return max(2 - 1 / codes, 1 + log2(codes) / max(bits, MIN_BITS))


class PlainAppraiser:
    """Values guesses of one game, as long as its work lasts."""

    def __init__(self, start: PlainPosition, marks: int, bits: float) -> None:
        self.pegs = pegs_of(start)
        self.marks = marks
        """How many marks may still be computed."""
        self.bits = bits
        """How many bits a mark tells, for estimates."""
        self._grown: dict[tuple[int, ...], tuple[float, bool]] = {}

    def value_guess(self, candidates: Candidates, guess: Code) -> PlainValue:
        """The value of a guess, itself included."""
        codes = self.pegs.encode_all(candidates.codes)
        weights = dict(zip(codes, candidates.weights, strict=True))
        scale = candidates.count / candidates.weight
        total, exact = float(candidates.weight), candidates.complete
        for key, cell in self._cells(self.pegs.encode(guess), codes).items():
            if key != self.pegs.solved_key:
                further, cell_exact = self._further(cell, weights, scale if not candidates.complete else 0.0)
                total += further
                exact = exact and cell_exact
        return PlainValue(total / candidates.weight, exact)

    def value_codes(self, candidates: Candidates) -> PlainValue:
        """The value of the candidates, if every guess is one of them."""
        codes = self.pegs.encode_all(candidates.codes)
        if not candidates.complete:
            return PlainValue(expected_guesses(candidates.count, self.bits), False)
        further, exact = self._further(codes, dict(zip(codes, candidates.weights, strict=True)), 0.0)
        return PlainValue(further / candidates.weight, exact)

    def _further(self, codes: Sequence[int], weights: Mapping[int, int], scale: float) -> tuple[float, bool]:
        """The further guesses of these codes, each counted by its weight; `scale` tells how many each stands for."""
        weight = sum(map(weights.__getitem__, codes))
        if scale or len(codes) > MAX_GROWN_CODES:
            return weight * expected_guesses(weight * (scale or 1.0), self.bits), False
        return self._grow(tuple(codes), weights)

    def _grow(self, codes: tuple[int, ...], weights: Mapping[int, int]) -> tuple[float, bool]:
        """The guesses of all these codes, if the candidate that tells most is always guessed."""
        weight = sum(map(weights.__getitem__, codes))
        if len(codes) == 1:
            return float(weight), True
        if len(codes) == 2:
            return float(weight + min(weights[code] for code in codes)), True
        if codes not in self._grown:
            self.marks -= len(codes) ** 2
            if self.marks < 0:
                return weight * expected_guesses(weight, self.bits), False
            cells = self._best_cells(codes, weights)
            total, exact = float(weight), True
            for key, cell in cells.items():
                if key != self.pegs.solved_key:
                    further, cell_exact = self._grow(tuple(cell), weights)
                    total, exact = total + further, exact and cell_exact
            # Every guess but one needs two at least; one more than that is best if no candidate tells all others apart.
            provable = weight == len(codes) and total <= 2 * len(codes)
            self._grown[codes] = total, exact and provable
        return self._grown[codes]

    def _best_cells(self, codes: Sequence[int], weights: Mapping[int, int]) -> dict[int, list[int]]:
        """The cells of the candidate that tells most."""
        best: dict[int, list[int]] = {}
        least = float("inf")
        for guess in codes:
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


def _log_weight(weight: int) -> float:
    return weight * log2(weight)
