"""The codes that fit a position: all of them where they can be listed, otherwise an even sample and their number.

All codes are listed mixture by mixture of pegs. For a sample, beginnings of codes are drawn at random, and all
completions of each are taken: so every code has the same chance to be in the sample.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from keypeg.core.codes import BLANK, CodeSpace
from keypeg.core.marks import BLACK_WHITE, SUM, KeyPegs, Mark
from keypeg.solver.kernels.array_types import Bytes, Floats
from keypeg.solver.large.fitting_kernel import (
    BY_BLACKS_AND_OVERLAP,
    BY_SUM,
    FOUND,
    Constraints,
    complete_beginnings,
    new_fitting_scratch,
)
from keypeg.solver.large.listing_kernel import ListingRows, list_codes_that_fit, new_listing_scratch
from keypeg.solver.plain.position import PlainPosition

KINDS = {BLACK_WHITE: BY_BLACKS_AND_OVERLAP, SUM: BY_SUM}
"""The markings that are known here."""

MAX_LISTED_CODES = 300_000
"""How many codes are listed; of more, a sample is drawn."""

SAMPLE_SIZE = 4_096
"""About how many codes a sample has."""

PILOT_BEGINNINGS, MAX_BEGINNINGS = 4_000, 2_000_000
"""From how many random beginnings the number of codes is first estimated, and how many there are at most."""

MAX_TRIED = 15_000_000
"""The most pegs that are tried to list all codes, and for a sample: a tenth of a second or two."""

MAX_COMPLETIONS = 500
"""The most codes with one of the random beginnings: the fewer there are, the less alike are the codes of a sample."""


@dataclass(frozen=True, eq=False)
class FittingCodes:
    """The codes that fit a position."""

    codes: Bytes
    """All codes in order, one per row, if they are complete; otherwise a sample."""
    count: float
    """How many codes fit: exactly, or as an estimate."""
    error: float
    """The standard error of the estimate; 0 if the count is exact."""

    @property
    def is_complete(self) -> bool:
        """Whether these are all codes."""
        return self.error == 0.0


def find_fitting(position: PlainPosition, seed: int = 0) -> FittingCodes:
    """The codes that fit a position: all, or a sample of about `SAMPLE_SIZE` with an estimate of their number."""
    constraints, space = constraints_of(position), position.secrets
    rng = np.random.default_rng(seed)
    pilot = _sample(constraints, space, rng, PILOT_BEGINNINGS)
    few = pilot.count - 3 * pilot.error <= MAX_LISTED_CODES
    if few:
        listed = _list(position)
        if listed is not None:
            return listed
    share = max(1, len(pilot.codes)) / PILOT_BEGINNINGS
    return _sample(constraints, space, rng, min(int(SAMPLE_SIZE / share) + 1, MAX_BEGINNINGS))


def constraints_of(position: PlainPosition) -> Constraints:
    """What a code of a position must be like, as the kernel takes it."""
    space = position.secrets
    guesses = np.array([guess for guess, _ in position.rows], np.uint8).reshape(-1, space.holes)
    pegs = range(max(space.colours, position.guesses.colours) + 1)
    counts = np.stack([np.count_nonzero(guesses == peg, axis=1) for peg in pegs], 1)
    marks = np.array([_numbers_of(mark) for _, mark in position.rows], np.uint8).reshape(-1, 2)
    may_be_blank = [space.may_stand(BLANK, hole) for hole in range(1, space.holes + 1)]
    return Constraints(
        KINDS[position.marking],
        guesses,
        counts.astype(np.uint8),
        marks,
        np.array(space.pegs, np.uint8),
        np.array(may_be_blank, np.uint8),
        np.array([space.least_blanks, space.most_blanks, space.repeats], np.uint8),
    )


def _numbers_of(mark: Mark) -> tuple[int, int]:
    return (mark.blacks, mark.blacks + mark.whites) if isinstance(mark, KeyPegs) else (0, mark.number)


def _list(position: PlainPosition) -> FittingCodes | None:
    """All codes; None if there are too many, or if it takes too much work."""
    rows, holes = listing_rows(position), position.secrets.holes
    out, progress = np.empty((MAX_LISTED_CODES, holes), np.uint8), np.zeros(2, np.int64)
    if not list_codes_that_fit(rows, new_listing_scratch(rows), MAX_TRIED, out, progress):
        return None
    codes = out[: progress[FOUND]]
    return FittingCodes(np.ascontiguousarray(codes[np.lexsort(codes.T[::-1])]), float(len(codes)), 0.0)


def listing_rows(position: PlainPosition) -> ListingRows:
    """What a code of a position must be like, as the kernel that lists them all takes it."""
    space, are_sums = position.secrets, position.marking is SUM
    guesses = np.array([guess for guess, _ in position.rows], np.uint8).reshape(-1, space.holes)
    # Pegs that are in most guesses come first: a wrong number of them is ruled out soonest.
    pegs = sorted(space.pegs, key=lambda peg: -int((guesses == peg).any(axis=1).sum()))
    in_guess = np.stack([np.count_nonzero(guesses == peg, axis=1) for peg in pegs]).astype(np.int64)
    later = np.concatenate([np.cumsum(in_guess[::-1], axis=0)[::-1], np.zeros((1, len(guesses)), np.int64)])
    marks = np.array([_numbers_of(mark) for _, mark in position.rows], np.int64).reshape(-1, 2)
    overlaps = np.stack([(marks[:, 1] + 1) // 2 if are_sums else marks[:, 1], marks[:, 1]], 1)
    limits = [(space.least_blanks, space.most_blanks) if peg == BLANK else (0, _most_of(space)) for peg in pegs]
    return ListingRows(
        guesses,
        np.array(pegs, np.uint8),
        np.array([fewest for fewest, _ in limits], np.int64),
        np.array([most for _, most in limits], np.int64),
        in_guess,
        np.ascontiguousarray(later),
        overlaps,
        np.ascontiguousarray(marks[:, 1 if are_sums else 0]),
        are_sums,
        np.array([space.may_stand(BLANK, hole) for hole in range(1, space.holes + 1)], np.uint8),
    )


def _most_of(space: CodeSpace) -> int:
    """How often a code can have a colour."""
    return space.holes if space.repeats else 1


def _sample(constraints: Constraints, space: CodeSpace, rng: np.random.Generator, beginnings: int) -> FittingCodes:
    """All completions of so many random beginnings, as far as the work allows; if they are many, some of them."""
    length = _beginning_length(space)
    drawn = rng.choice(constraints.pegs, (beginnings, length))
    out, progress = np.empty((64 * SAMPLE_SIZE, space.holes), np.uint8), np.zeros(2, np.int64)
    scratch = new_fitting_scratch(constraints)
    done = complete_beginnings(constraints, scratch, drawn, MAX_TRIED, out, progress)
    codes, every = out[: progress[FOUND]], float(len(constraints.pegs)) ** length
    clusters = _cluster_sizes(codes, length)
    mean = len(codes) / done
    # With the variance of chance alone at least: few beginnings may all have as many codes.
    variance = max(float((clusters**2).sum()) / done - mean**2, mean, 1 / done)
    if len(codes) > SAMPLE_SIZE:
        codes = codes[np.sort(rng.choice(len(codes), SAMPLE_SIZE, replace=False))]
    return FittingCodes(codes.copy(), max(mean * every, float(len(codes))), every * sqrt(variance / done))


def _cluster_sizes(codes: Bytes, length: int) -> Floats:
    """How many codes each beginning has that has any; codes with the same beginning stand together."""
    if len(codes) == 0:
        return np.zeros(0)
    changes = np.flatnonzero((codes[1:, :length] != codes[:-1, :length]).any(axis=1)) + 1
    return np.diff(np.concatenate([[0], changes, [len(codes)]])).astype(np.float64)


def _beginning_length(space: CodeSpace) -> int:
    """How many holes a random beginning fills."""
    length, completions = space.holes, len(space.pegs)
    while length > 1 and completions <= MAX_COMPLETIONS:
        length, completions = length - 1, completions * len(space.pegs)
    return length
