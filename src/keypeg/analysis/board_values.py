"""An analysed board, as values: candidates, value, cost and luck of each row. Importing this loads no solver."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from keypeg.analysis.cost_and_luck import Appraisal, Currency, RowTotals, RowValue, WorstCase
from keypeg.analysis.hint_values import PartitionSummary, WrongMarks
from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.marks import Mark
from keypeg.core.view import Row, WrongRow

SECONDS_PER_BOARD = 5.0
"""The default limit for a board, counted as work and not by a clock, so that all machines get the same results."""


class ContradictedRow(NamedTuple):
    """An earlier row that a guess contradicts: if the guess were the code, the row would have another mark."""

    row: int
    given: Mark
    """The mark that the row was given."""
    earned: Mark
    """The mark that the row would have."""


@dataclass(frozen=True)
class RowAnalysis:
    """The analysis of one row."""

    number: int
    seat: int
    guess: Code
    given: Mark | None
    """The mark that it was given; None while it waits for one."""
    mark: Mark | None
    """The mark that the analysis uses: the given one, or the right one where the given one was wrong."""
    before: int
    """How many candidates there were before it; 0 where marks contradict each other."""
    after: int | None
    """How many its mark leaves; None while it waits for one."""
    contradicts: tuple[ContradictedRow, ...]
    """The earlier rows that it contradicted, by the marks that were given."""
    allowed: bool
    """Whether it is allowed as a code: guesses may repeat colours where codes may not."""
    partition: PartitionSummary | None
    """How it divides the candidates; None where there are none."""
    best_partition: PartitionSummary | None
    """How the best guess would have divided them."""
    value: RowValue | None
    """Its value; None where nothing was left to find, or where finding it takes too much work."""
    worst: WorstCase
    before_error: float = 0.0
    """The standard error of the number of candidates before it, where that is an estimate;"""
    after_error: float = 0.0
    """and after it."""

    @property
    def consistent(self) -> bool:
        """Whether it could have been the code, by the marks that were given."""
        return self.allowed and not self.contradicts


@dataclass(frozen=True)
class BoardAnalysis(RowTotals):
    """The analysis of a board, row by row."""

    number: int
    breakers: tuple[int, ...]
    currency: Currency
    codes: int
    """The number of candidates at the start."""
    left: int
    """The number of candidates now."""
    rows: tuple[RowAnalysis, ...]
    marks: Literal["given", "right"]
    """Which marks the analysis uses: the given ones, or the right ones where some were wrong and the code is known."""
    broken: bool
    """Whether the code was found, by those marks."""
    wrong: tuple[WrongRow, ...]
    """The marks that the code has shown to be wrong."""
    conflict: WrongMarks | None
    """Where the given marks cannot all be right: which rows contradict each other, and what would explain it."""
    value_now: Appraisal | None
    """The value of the position as it stands; 0 once the code is found."""
    left_error: float = 0.0
    """The standard error of the number of candidates now, where that is an estimate."""
    by_plain_solver: bool = False
    """Whether some figure is an estimate of the plain solver; the compiled one may know more."""

    @property
    def guesses(self) -> int:
        """The number of rows whose value is known."""
        return len(self.values)

    @property
    def expected(self) -> Appraisal | None:
        """The value before the first of those rows, with the best play."""
        return self.start or self.value_now

    @property
    def to_come(self) -> Appraisal | None:
        """What is still expected after the last of those rows."""
        return self.values[-1].to_come if self.values else self.value_now

    @property
    def exact(self) -> bool:
        """Whether all these values are exact, and none is an estimate."""
        ends = [value for value in (self.expected, self.to_come) if value]
        return all(value.cost_exact and value.luck_exact for value in self.values) and all(end.exact for end in ends)


def find_contradicted_rows(
    edition: Edition, rows: Sequence[Row], given: Sequence[Mark | None], index: int
) -> tuple[ContradictedRow, ...]:
    """The rows before this one that would have other marks if its guess were the code."""
    guess, contradicted = rows[index].guess, []
    for number, (row, mark) in enumerate(zip(rows[:index], given[:index], strict=True), 1):
        earned = edition.marking.mark(guess, row.guess)
        if mark is not None and earned != mark:
            contradicted.append(ContradictedRow(number, mark, earned))
    return tuple(contradicted)
