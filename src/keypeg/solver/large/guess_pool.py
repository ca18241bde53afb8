"""A pool of good guesses: the candidates, and codes that differ from good guesses by a peg or by two exchanged pegs.

There are too many guesses to rate them all. The best are found by changing good ones again and again; in a pool of
some hundreds there is nearly always one as good as the best of all.
"""

from itertools import combinations

import numpy as np
import numpy.typing as npt

from keypeg.core.codes import BLANK, CodeSpace
from keypeg.core.marks import Marking
from keypeg.solver.game.mark_sums import peg_mark_sums
from keypeg.solver.game.partition import count_cells
from keypeg.solver.kernels.array_types import Bytes, Floats, Numbers

CHANGED_ALIKE, CHOSEN_ALIKE = 2, 6
"""How many guesses with the same rating are changed, and how many are chosen."""


class GuessRater:
    """Rates guesses by what the cells that they leave of some codes are expected to cost."""

    def __init__(self, codes: Bytes, marking: Marking, table: Floats) -> None:
        self.codes, self.marking, self.table = codes, marking, table
        self.pairs = 0
        """How many pairs of a code and a guess were marked."""

    def rate(self, guesses: Bytes) -> Floats:
        """The expected cost after each guess; infinite where it tells nothing."""
        if len(guesses) == 0:
            return np.zeros(0)
        self.pairs += len(guesses) * len(self.codes)
        mark_sums, marks = peg_mark_sums(self.marking, self.codes, guesses)
        sizes = np.zeros((len(mark_sums.sums), mark_sums.trait_values.shape[1]), np.int32)
        numbers = np.arange(len(self.codes), dtype=np.int32)
        count_cells(mark_sums.trait_values, mark_sums.code_traits, numbers, mark_sums.sums, mark_sums.group_size, sizes)
        sizes = sizes[: len(marks), : len(guesses)]
        solved = marks.index(self.marking.solved(self.codes.shape[1]))
        useful = sizes.max(axis=0) < len(self.codes)
        sizes[solved] = 0
        return np.where(useful, self.table[sizes].sum(axis=0), np.inf)


class GuessMaker:
    """Makes guesses of a space that may be good at a position."""

    def __init__(self, space: CodeSpace, codes: Bytes, rng: np.random.Generator) -> None:
        self.space, self.rng = space, rng
        present = np.unique(codes)
        absent = [peg for peg in space.pegs if peg and peg not in present]
        # Colours that are in no code tell the same: one of them is enough.
        pegs = [peg for peg in space.pegs if peg in present] + absent[: 1 if space.repeats else space.holes]
        self.pegs = np.array(sorted(pegs), np.uint8)

    def random(self, number: int) -> Bytes:
        """Random guesses, about so many."""
        return self.legal(self.rng.choice(self.pegs, (number, self.space.holes)))

    def neighbours(self, guesses: Bytes) -> Bytes:
        """All guesses that differ from one of these by a peg, or by two exchanged pegs."""
        holes, count = self.space.holes, len(guesses)
        changed = []
        for hole in range(holes):
            copies = np.repeat(guesses, len(self.pegs), axis=0)
            copies[:, hole] = np.tile(self.pegs, count)
            changed.append(copies)
        for hole, other in combinations(range(holes), 2):
            copies = guesses.copy()
            copies[:, [hole, other]] = guesses[:, [other, hole]]
            changed.append(copies)
        return self.legal(np.concatenate(changed))

    def legal(self, guesses: Bytes) -> Bytes:
        """Those of these guesses that the space allows."""
        return guesses[_are_in(self.space, guesses)]


def _are_in(space: CodeSpace, guesses: Bytes) -> npt.NDArray[np.bool_]:
    blanks = guesses == BLANK
    number = np.count_nonzero(blanks, axis=1)
    allowed: npt.NDArray[np.bool_]
    allowed = (number >= space.least_blanks) & (number <= space.most_blanks) & (guesses <= space.colours).all(axis=1)
    if space.most_blanks:
        for hole in range(space.holes):
            if not space.may_stand(BLANK, hole + 1):
                allowed &= ~blanks[:, hole]
    if not space.repeats:
        for hole, other in combinations(range(space.holes), 2):
            allowed &= (guesses[:, hole] != guesses[:, other]) | blanks[:, hole]
    return allowed


def keys_of(guesses: Bytes) -> npt.NDArray[np.uint64]:
    """Each guess as one integer."""
    keys = np.zeros(len(guesses), np.uint64)
    for hole in range(guesses.shape[1]):
        keys = keys * np.uint64(256) + guesses[:, hole]
    return keys


class GuessPool:
    """The guesses rated so far at one position, the best first."""

    def __init__(self, rater: GuessRater) -> None:
        self._rater = rater
        self.guesses = np.zeros((0, rater.codes.shape[1]), np.uint8)
        self.ratings = np.zeros(0)
        self._keys = np.zeros(0, np.uint64)

    def add(self, guesses: Bytes) -> None:
        """Rate those of these guesses that are new."""
        keys, first = np.unique(keys_of(guesses), return_index=True)
        new = first[~np.isin(keys, self._keys)]
        self.guesses = np.concatenate([self.guesses, guesses[new]])
        self.ratings = np.concatenate([self.ratings, self._rater.rate(guesses[new])])
        self._keys = np.concatenate([self._keys, keys_of(guesses[new])])
        order = np.argsort(self.ratings, kind="stable")
        self.guesses, self.ratings, self._keys = self.guesses[order], self.ratings[order], self._keys[order]

    def best(self, number: int) -> Bytes:
        """The best guesses, about so many."""
        chosen: Bytes = self.guesses[_spread(self.ratings, number, CHOSEN_ALIKE)]
        return chosen

    def improve(self, maker: GuessMaker, beam: int, rounds: int) -> None:
        """Add the neighbours of the best guesses, as often as that finds better ones."""
        changed = np.zeros(0, np.uint64)
        for _ in range(rounds):
            fresh = np.flatnonzero(~np.isin(self._keys, changed))
            best = fresh[_spread(self.ratings[fresh], beam, CHANGED_ALIKE)]
            if len(best) == 0:
                break
            least = self.ratings[:beam].sum()
            changed = np.concatenate([changed, self._keys[best]])
            self.add(maker.neighbours(self.guesses[best]))
            if self.ratings[:beam].sum() >= least:
                break


def _spread(ratings: Floats, number: int, alike: int) -> Numbers:
    """The first so many of the sorted ratings, but few of the same: such guesses mostly tell the same."""
    if len(ratings) <= alike:
        return np.arange(len(ratings), dtype=np.int32)
    is_new = np.concatenate([np.ones(alike, np.bool_), ratings[alike:] > ratings[:-alike] + 1e-9])
    return np.flatnonzero(is_new & np.isfinite(ratings))[:number].astype(np.int32)


def some_rows(codes: Bytes, most: int, rng: np.random.Generator) -> Bytes:
    """These codes, or so many of them drawn at random, in the same order."""
    if len(codes) <= most:
        return codes
    drawn: Bytes = codes[np.sort(rng.choice(len(codes), most, replace=False))]
    return drawn
