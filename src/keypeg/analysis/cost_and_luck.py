"""What a guess was worth: what it gave up, and what its mark brought. Plain values, in whatever currency.

In guesses, fewer are better. A position is worth what is expected from it with the best play; a guess, what is expected
if it is played and the best play follows; and after its mark there is a new position. The first step down is **loss**,
the breaker's own; the second is **luck**, which nobody is graded by. Since what a position is worth is one number,
whether looked at from the row before or the row after, all rows of a board add up:

    guesses used + still to come = expected at the start + all loss - all luck
"""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, Protocol

from keypeg.core.codes import Code


class Currency(Enum):
    """What a row is judged by."""

    GUESSES = "guesses"
    """How many guesses are needed: fewer are better."""
    CHANCE = "chance"
    """The chance to win the round: more is better."""
    POINTS = "points"
    """Points: more are better."""

    @property
    def sign(self) -> int:
        """1 where less is better, otherwise -1."""
        return 1 if self is Currency.GUESSES else -1


class Appraisal(NamedTuple):
    """What is expected, and how well that is known."""

    value: float
    exact: bool
    """Whether it is known; otherwise it is an estimate."""


@dataclass(frozen=True)
class RowValue:
    """What one guess was worth."""

    currency: Currency
    before: Appraisal
    """What the position was worth with the best play."""
    played: Appraisal
    """What the guess was worth: with it first, and the best play after it."""
    after: Appraisal | None
    """What was still to come after its mark; None where the mark is not given, or leaves no code."""
    best: Code
    """A best guess: the one that was played, where nothing better is known."""
    immediate: float = 1.0
    """What the row itself counts for: one guess, or the points it earns."""

    @property
    def cost(self) -> float:
        """What was given up against the best play; never less than nothing."""
        return self.currency.sign * (self.played.value - self.before.value) + 0.0  # no −0

    @property
    def luck(self) -> float | None:
        """How much better than expected the mark was; negative where it was worse."""
        if self.after is None:
            return None
        return self.currency.sign * (self.played.value - self.immediate - self.after.value) + 0.0

    @property
    def to_come(self) -> Appraisal:
        """What is still to come: after the mark, or as long as there is none, on average over all marks."""
        return self.after or Appraisal(self.played.value - self.immediate, self.played.exact)

    @property
    def cost_exact(self) -> bool:
        """Whether the loss is known, and not estimated."""
        return self.before.exact and self.played.exact

    @property
    def luck_exact(self) -> bool:
        """Whether the luck is known, and not estimated."""
        return self.played.exact and (self.after is None or self.after.exact)


class ValuedRow(Protocol):
    """A row that may have been judged."""

    @property
    def value(self) -> RowValue | None:
        """What it was worth; None where that is not known."""


class RowTotals:
    """What rows come to that follow each other: those of a board, or of a seat."""

    rows: tuple[ValuedRow, ...]

    @property
    def values(self) -> tuple[RowValue, ...]:
        """What the rows were worth of which that is known: all of them, or the last ones; they add up."""
        return tuple(row.value for row in self.rows if row.value is not None)

    @property
    def start(self) -> Appraisal | None:
        """What was expected with the best play before the first of them."""
        return self.values[0].before if self.values else None

    @property
    def cost(self) -> float:
        """What was given up in all."""
        return sum(value.cost for value in self.values)

    @property
    def luck(self) -> float:
        """What the marks brought in all, and where others play as well, what they did."""
        return sum(value.luck or 0.0 for value in self.values)


class WorstCase(NamedTuple):
    """How many further guesses the worst code needs at least."""

    before: int | None
    """With the best play against the worst code; None where there was not enough work to know."""
    played: int | None
    """With this guess first."""

    @property
    def cost(self) -> int | None:
        """How many guesses more the worst code needs by this guess."""
        return None if self.before is None or self.played is None else self.played - self.before
