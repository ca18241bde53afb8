"""How many steps it takes to find a code by reading the rows one by one, as people do: the difficulty of a puzzle.

A reader knows which pegs can be in each hole, and how often each peg is there at least and at most. Reading a row means
going through the codes that fit it and all that is known, and ruling out what none of them has. It counts as a step if
it rules out something. The rows are read again and again until no row rules out anything more.

If the code is not found by then, the reader branches: the hole with the fewest possible pegs is filled with each of
them in turn, and the rows are read on until they contradict each other or leave one code. All those steps count too. So
a puzzle whose rows each make something certain takes few steps, and one that needs several rows together takes many.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.kernels.array_types import Bytes, Longs, Numbers

Table = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Deduction:
    """What is certain after reading all rows as far as possible."""

    holes: tuple[tuple[int, ...], ...]
    """For each hole the pegs that can be there; empty where only colours count. Where parts are dealt, for each hole
    of each other seat in turn."""
    pegs: tuple[tuple[int, int], ...]
    """For each peg, the blank first, how often it is there at least and at most."""
    steps: int
    """How many readings of a row ruled out something."""
    left: tuple[Numbers, ...]
    """For each row the codes that fit it and everything certain; none at all if the rows contradict each other."""
    is_found: bool
    """Whether at most one code is left, so that no branching is needed."""


def count_steps(game: GuessingGame, by_row: Sequence[Numbers]) -> int:
    """Count the steps to the only code that fits these rows, each given by the codes that fit it."""
    deduction = deduce_from_rows(game, by_row)
    steps = deduction.steps
    if not deduction.is_found:
        for supposed in _branch(game, deduction):
            steps += 1 + count_steps(game, supposed)
    return steps


def deduce_from_rows(game: GuessingGame, by_row: Sequence[Numbers]) -> Deduction:
    """Read rows, at least one, each given by the codes that fit it by itself."""
    restrictions = _Restrictions(game)
    left = list(by_row)
    steps, silent, index = 0, 0, 0
    while silent < len(left) and all(map(len, left)):
        codes = game.codes[left[index]]
        fits = restrictions.fits(codes)
        left[index] = left[index][fits]
        if restrictions.rule_out(codes[fits]):
            steps, silent = steps + 1, 0
        silent, index = silent + 1, (index + 1) % len(left)
    fewest = min(left, key=len)
    is_found = len(fewest) < 2 or bool((game.answers[fewest] == game.answers[fewest[0]]).all())
    return Deduction(restrictions.holes, restrictions.pegs, steps, tuple(left), is_found)


class _Restrictions:
    """What is certain so far."""

    def __init__(self, game: GuessingGame) -> None:
        columns, pegs = game.codes.shape[1], len(game.symmetry.peg_kinds)
        self._holes = np.ones((columns if game.ordered else 0, pegs), bool)
        self._counts = np.ones((pegs, columns + 1), bool)

    @property
    def holes(self) -> tuple[tuple[int, ...], ...]:
        """For each hole the pegs that can be there."""
        return tuple(tuple(np.flatnonzero(hole).tolist()) for hole in self._holes)

    @property
    def pegs(self) -> tuple[tuple[int, int], ...]:
        """For each peg how often it can be there, at least and at most."""
        return tuple((int(often.argmax()), int(_last(often))) for often in self._counts)

    def fits(self, codes: Bytes) -> Table:
        """Which of these codes have nothing that is ruled out."""
        fitting = np.ones(len(codes), bool)
        for hole, possible in enumerate(self._holes):
            fitting &= possible[codes[:, hole]]
        for peg, possible in enumerate(self._counts):
            if not possible.all():
                fitting &= possible[_count(codes, peg)]
        return fitting

    def rule_out(self, codes: Bytes) -> bool:
        """Rule out what none of these codes has. Returns whether anything was new, as having no codes always is."""
        if not len(codes):
            return True
        before = int(self._holes.sum() + self._counts.sum())
        for hole, possible in enumerate(self._holes):
            possible &= np.bincount(codes[:, hole], minlength=len(possible)) > 0
        for peg, possible in enumerate(self._counts):
            often = np.bincount(_count(codes, peg), minlength=len(possible)) > 0
            # People remember the smallest and the largest number, not which numbers in between are impossible.
            possible[: often.argmax()] = False
            possible[_last(often) + 1 :] = False
        return int(self._holes.sum() + self._counts.sum()) < before


def _count(codes: Bytes, peg: int) -> Longs:
    return np.asarray((codes == peg).sum(axis=1), np.int64)


def _last(flags: Table) -> int:
    return len(flags) - 1 - int(flags[::-1].argmax())


def _branch(game: GuessingGame, deduction: Deduction) -> Iterator[list[Numbers]]:
    """The rows under each assumption, made where there are the fewest to choose from."""
    if deduction.holes:
        hole = min(
            (hole for hole, pegs in enumerate(deduction.holes) if len(pegs) > 1),
            key=lambda column: len(deduction.holes[column]),
        )
        for peg in deduction.holes[hole]:
            yield [codes[game.codes[codes, hole] == peg] for codes in deduction.left]
    else:
        _, peg = min((most - least, peg) for peg, (least, most) in enumerate(deduction.pegs) if most > least)
        for often in range(deduction.pegs[peg][0], deduction.pegs[peg][1] + 1):
            yield [codes[_count(game.codes[codes], peg) == often] for codes in deduction.left]
