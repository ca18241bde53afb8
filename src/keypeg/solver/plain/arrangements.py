"""Arrangements: the ways to put a mixture's pegs into holes so that every guess earns its blacks.

Holes are filled from first to last. What follows depends only on the pegs that are left and on the blacks still to
come, so each such state is counted once. Both are packed into integers, five bits for each peg and each guess.
"""

from collections.abc import Iterator
from random import Random

from keypeg.core.clues import SearchBudget
from keypeg.core.codes import Code
from keypeg.solver.plain.mixtures import OTHER, Mixture
from keypeg.solver.plain.position import PlainPosition

FIELD_BITS = 5
SIGN = 1 << FIELD_BITS - 1
"""The highest bit of a field. It is set before a subtraction, and lost if the field would become negative."""


class ArrangementCounter:
    """Counts, lists and draws the arrangements of one mixture."""

    def __init__(
        self, position: PlainPosition, mixture: Mixture, blacks: list[int] | None, budget: SearchBudget
    ) -> None:
        """Prepare the count. `blacks` has those that each guess must earn; None where order does not count."""
        rows = position.rows if blacks is not None else ()
        self._holes = position.secrets.holes
        self._budget = budget
        self._pegs = [peg for peg, _ in mixture]
        self._left = sum(count << FIELD_BITS * place for place, (_, count) in enumerate(mixture))
        self._blacks_left = sum(black << FIELD_BITS * row for row, black in enumerate(blacks or ()))
        self._signs = sum(SIGN << FIELD_BITS * row for row in range(len(rows)))
        may_stand = position.secrets.may_stand
        self._moves = [
            [
                (FIELD_BITS * place, 1 << FIELD_BITS * place, _blacks_at(rows, hole, peg), peg)
                for place, peg in enumerate(self._pegs)
                if peg == OTHER or may_stand(peg, hole + 1)
            ]
            for hole in range(self._holes)
        ]
        """For each hole the pegs that can be there: where their count is, one of them, and the blacks they earn."""
        self._can_follow = self._blacks_that_can_follow(rows)
        self._known: dict[tuple[int, int], int] = {}
        self.codes = self._count(0, self._left, self._blacks_left)
        """How many arrangements there are, `OTHER` counting as one colour."""

    def _blacks_that_can_follow(self, rows: tuple[tuple[Code, object], ...]) -> list[int]:
        """For each hole, how many blacks each guess can still earn from it on."""
        follow = [0]
        for hole in reversed(range(self._holes)):
            here = sum((guess[hole] in self._pegs) << FIELD_BITS * row for row, (guess, _) in enumerate(rows))
            follow.append(follow[-1] + here)
        return follow[::-1]

    def _next(self, hole: int, left: int, blacks_left: int) -> Iterator[tuple[int, int, int]]:
        """The pegs that can be in this hole, each with the pegs left and the blacks still to come after it."""
        signs, follow = self._signs, self._can_follow[hole + 1]
        mask = (1 << FIELD_BITS) - 1
        for shift, peg_bit, blacks, peg in self._moves[hole]:
            if left >> shift & mask:
                after = (blacks_left | signs) - blacks
                if after & signs == signs and ((follow | signs) - (after ^ signs)) & signs == signs:
                    yield peg, left - peg_bit, after ^ signs

    def _count(self, hole: int, left: int, blacks_left: int) -> int:
        if hole == self._holes:
            return 1
        # The hole follows from the pegs that are left.
        known = self._known.get((left, blacks_left))
        if known is None:
            self._budget.spend(len(self._moves[hole]))
            known = sum(self._count(hole + 1, *after) for _, *after in self._next(hole, left, blacks_left))
            self._known[left, blacks_left] = known
        return known

    def __iter__(self) -> Iterator[Code]:
        """Every arrangement."""
        return self._extend((), self._left, self._blacks_left)

    def _extend(self, start: Code, left: int, blacks_left: int) -> Iterator[Code]:
        if len(start) == self._holes:
            yield start
            return
        for peg, *after in self._next(len(start), left, blacks_left):
            if self._count(len(start) + 1, *after):
                yield from self._extend((*start, peg), *after)

    def draw(self, rng: Random) -> Code:
        """Draw an arrangement, all equally likely. There must be one."""
        code, left, blacks_left = list[int](), self._left, self._blacks_left
        for hole in range(self._holes):
            chosen = rng.randrange(self._count(hole, left, blacks_left))
            for peg, *after in self._next(hole, left, blacks_left):  # noqa: B007
                chosen -= self._count(hole + 1, *after)
                if chosen < 0:
                    break
            code.append(peg)
            left, blacks_left = after
        return tuple(code)


def _blacks_at(rows: tuple[tuple[Code, object], ...], hole: int, peg: int) -> int:
    """One for each guess that has this peg in this hole."""
    return sum((guess[hole] == peg) << FIELD_BITS * row for row, (guess, _) in enumerate(rows))
