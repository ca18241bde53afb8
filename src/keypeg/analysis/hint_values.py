"""What hints say, as values: importing this loads no solver."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from keypeg.analysis.cost_and_luck import Appraisal, Currency
from keypeg.core.actions import Answer, Call, Guess, Pass
from keypeg.core.codes import Code
from keypeg.core.view import View
from keypeg.solver.advice.changes import Change


class PartitionSummary(NamedTuple):
    """How a guess divides the candidates."""

    cells: int
    """How many different marks it can earn."""
    largest: int
    """How many candidates its most frequent mark leaves."""
    can_be_code: bool
    """Whether it can be the code itself."""


class WrongMarks(NamedTuple):
    """Rows that no code fits."""

    rows: tuple[int, ...]
    """A smallest set of rows that contradict each other."""
    changes: tuple[Change, ...]
    """The smallest changes after which some code fits; those that leave most codes come first."""


BREAKER_ACTIONS = (Guess, Call, Answer, Pass)
"""The actions of a seat that has a code to find; only such a seat gets hints."""

PartialGuess = Sequence[int | None]
"""An unfinished guess: a peg for each hole, None for holes that are still open."""


@dataclass(frozen=True)
class Certainties:
    """What all candidates have in common."""

    holes: tuple[int | None, ...]
    """For each hole the peg that must be there; None where several can be, or where order does not count."""
    inside: tuple[tuple[int, int], ...]
    """The pegs that are in every candidate, each with how often it is there at least."""
    outside: tuple[int, ...]
    """The pegs that are in no candidate."""


@dataclass(frozen=True)
class GoodGuess:
    """A good guess, and why it is good."""

    guess: Code
    currency: Currency
    """What it is good for: few guesses, or points where every row earns some."""
    value: Appraisal
    partition: PartitionSummary


@dataclass(frozen=True)
class Hints:
    """All hints for a board."""

    codes: int
    """The number of candidates."""
    wrong: WrongMarks | None
    """Why the marks cannot all be right; only set if no candidate is left."""
    certain: Certainties | None
    """What is certain, where there are candidates."""
    good: GoodGuess | None
    """A good guess; None if no candidate is left, or if finding one takes too much work."""
    error: float = 0.0
    """The standard error of the number of candidates, where it is an estimate."""


@dataclass(frozen=True)
class Completion:
    """Whether a partial guess can still become one that fits all rows."""

    codes: int
    """How many candidates it can become."""
    rows: tuple[int, ...]
    """If none: a smallest set of rows that together rule it out; empty where no code at all is like that."""


def may_have_hints(view: View) -> bool:
    """Whether the viewer is a breaker who may act now."""
    return any(view.allowed(kind) for kind in BREAKER_ACTIONS)


class CallAdvice(NamedTuple):
    """Whether to call, and why."""

    now: bool
    """Whether calling is better than waiting."""
    code: Code
    """A most likely code,"""
    right: float
    """and the chance that it is right."""
    waiting: float | None
    """The chance to win without calling now; None where the code is certain, or there is nothing to wait for."""


class DealtAdvice(NamedTuple):
    """The best known decision for a seat."""

    call: CallAdvice | None
    """Whether to call; None where the seat may not."""
    row: Code | None
    """The row to place; None where it is not the seat's turn, or where it should call."""
    wins: float
    """The estimated chance to win with that decision."""


class RowReasons(NamedTuple):
    """Why a row is good, besides its chance to win."""

    mean_left: float
    """How many codes its marks leave on average,"""
    max_left: int
    """and at most."""
    can_be_code: bool
    """Whether it can be right in all holes of the others; the pegs in one's own holes tell nothing."""
    bits_to_seat: float
    """The information that it gives its own seat, in bits,"""
    bits_to_others: float
    """and one of the other seats still in the round, on average."""

    @property
    def share_to_others(self) -> float:
        """The information that it gives the others, as a share of what it gives its own seat."""
        return self.bits_to_others / self.bits_to_seat if self.bits_to_seat else 0.0


@dataclass(frozen=True)
class DealtHints:
    """All hints for one seat."""

    codes: int | None
    """The number of whole codes left; None where there are too many deals to list."""
    certain: Certainties | None
    """What is certain, where some code is left."""
    advice: DealtAdvice | None = None
    """The best decision; None before it is searched, and while a row waits for its marks."""
    reasons: RowReasons | None = None
    """Why the advised row is good, where a row is advised."""
