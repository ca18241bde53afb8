"""Value, cost and luck of a guess, in guesses, in chances to win, or in points.

A position's value is what is expected from it with the best play. A guess's value is what is expected if it is played
first and the best play follows. **Cost** is what the guess gave away against the best one. **Luck** is how much better
than expected its mark then was; nobody is graded by it. A position has one value, whether it is reached by the row
before or left by the row after, so all rows of a board add up (in guesses, where fewer are better):

    guesses used + still to come = expected at the start + all cost - all luck
"""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, Protocol

from keypeg.core.codes import Code


class Currency(Enum):
    """What a row is valued in."""

    GUESSES = "guesses"
    """The number of guesses needed: fewer are better."""
    CHANCE = "chance"
    """The chance to win the round: more is better."""
    POINTS = "points"
    """Points: more are better."""

    @property
    def sign(self) -> int:
        """1 where less is better, otherwise -1."""
        return 1 if self is Currency.GUESSES else -1


class Appraisal(NamedTuple):
    """An expected value, and whether it is exact."""

    value: float
    exact: bool
    """False for an estimate."""


@dataclass(frozen=True)
class RowValue:
    """The value of one guess, and of the positions before and after it."""

    currency: Currency
    before: Appraisal
    """The value of the position with the best play."""
    played: Appraisal
    """The value of the guess: with it first, and the best play after it."""
    after: Appraisal | None
    """The value of the position after its mark; None where there is no mark, or it leaves no code."""
    best: Code
    """A best guess: the one that was played, where no better one is known."""
    immediate: float = 1.0
    """What the row itself counts for: one guess, or the points that it earned."""
    is_rough: bool = False
    """Whether the estimate is too rough for a grade: it follows from the number of codes, of which there are many."""

    @property
    def cost(self) -> float:
        """What the guess gave away against the best play; never negative."""
        return self.currency.sign * (self.played.value - self.before.value) + 0.0  # adding 0.0 turns −0 into 0

    @property
    def luck(self) -> float | None:
        """How much better than expected the mark was; negative where it was worse."""
        if self.after is None:
            return None
        return self.currency.sign * (self.played.value - self.immediate - self.after.value) + 0.0

    @property
    def to_come(self) -> Appraisal:
        """What is still expected: after the mark, or while there is none, on average over all marks."""
        return self.after or Appraisal(self.played.value - self.immediate, self.played.exact)

    @property
    def cost_exact(self) -> bool:
        """Whether the cost is exact, and not an estimate."""
        return self.before.exact and self.played.exact

    @property
    def luck_exact(self) -> bool:
        """Whether the luck is exact, and not an estimate."""
        return self.played.exact and (self.after is None or self.after.exact)


class ValuedRow(Protocol):
    """A row that may have a value."""

    @property
    def value(self) -> RowValue | None:
        """Its value; None where that is not known."""


class RowTotals:
    """Totals over consecutive rows: those of a board, or those of a seat."""

    rows: tuple[ValuedRow, ...]

    @property
    def values(self) -> tuple[RowValue, ...]:
        """The known values: those of all rows, or of the last ones; they add up."""
        return tuple(row.value for row in self.rows if row.value is not None)

    @property
    def start(self) -> Appraisal | None:
        """The value before the first of those rows, with the best play."""
        return self.values[0].before if self.values else None

    @property
    def cost(self) -> float:
        """The cost of all rows together."""
        return sum(value.cost for value in self.values)

    @property
    def luck(self) -> float:
        """The luck of all rows together: their marks, and where others play as well, what the others did."""
        return sum(value.luck or 0.0 for value in self.values)


class WorstCase(NamedTuple):
    """How many further guesses the worst code needs."""

    before: int | None
    """With the best play against the worst code; None where finding it takes too much work."""
    played: int | None
    """With this guess first."""

    @property
    def cost(self) -> int | None:
        """How many more guesses the worst code needs because of this guess."""
        return None if self.before is None or self.played is None else self.played - self.before
