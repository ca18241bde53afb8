"""The analysis of a board, row by row: candidates, value, cost, luck, and which rows a guess contradicted.

Rows are valued from the last to the first. Each position has one value, which is both where its row starts and where
the row before leads. Where that value is an estimate and the guess that was played turns out to be better, the position
takes the value of that guess. So no cost is negative, and the rows add up exactly.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from keypeg.analysis.cost_and_luck import Appraisal, Currency, RowTotals, RowValue, WorstCase
from keypeg.analysis.hint_values import PartitionSummary, WrongMarks
from keypeg.analysis.wrong_marks import explain_wrong_marks
from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.errors import RuleError
from keypeg.core.marks import Mark
from keypeg.core.view import Row, WrongRow
from keypeg.solver.advice.appraiser import WORK_PER_SECOND, Appraiser, CandidateSet, Value, Work
from keypeg.solver.advice.worst_case import WorstCases
from keypeg.solver.game.guessing_game import GuessingGame, game_for
from keypeg.solver.strategy.book_files import book_for

SECONDS_PER_BOARD = 5.0
"""The default limit for a board, counted as work and not by a clock, so that all machines get the same results."""

WORST_CASE_DIVISOR = 3
"""The worst case gets 1 / WORST_CASE_DIVISOR of that work."""


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


def analyse_board(
    edition: Edition,
    board: int,
    breakers: tuple[int, ...],
    rows: Sequence[Row],
    code: Code | None = None,
    wrong: Sequence[WrongRow] = (),
    seconds: float = SECONDS_PER_BOARD,
) -> BoardAnalysis:
    """Analyse the rows of a board.

    `code` is the maker's, once it is open to all, and `wrong` lists the marks that it has shown to be wrong; the
    analysis then uses the right marks. Raises `RuleError` where parts are dealt, and where there are too many codes.
    """
    if edition.dealt:
        raise RuleError("parts-not-analysed")
    return _BoardAnalyser(
        edition, board, breakers, rows, code, tuple(w for w in wrong if w.board == board), seconds
    ).analysis()


class _BoardAnalyser:
    """Analyses one board."""

    def __init__(
        self,
        edition: Edition,
        board: int,
        breakers: tuple[int, ...],
        rows: Sequence[Row],
        code: Code | None,
        wrong: tuple[WrongRow, ...],
        seconds: float,
    ) -> None:
        self.edition, self.number, self.breakers, self.rows, self.wrong = edition, board, breakers, rows, wrong
        self.game: GuessingGame = game_for(edition, board)
        self.right = code is not None and bool(wrong)
        self.given = [row.marks[0].mark if row.marks else None for row in rows]
        self.marks = [edition.marking.mark(code, row.guess) for row in rows] if code and self.right else self.given
        self.guesses = [self.game.guess_number(row.guess) for row in rows]
        work = int(seconds * WORK_PER_SECOND)
        self.appraiser = Appraiser(self.game, Work(work - work // WORST_CASE_DIVISOR), book_for(self.game))
        self.worst = WorstCases(self.appraiser.searches, Work(work // WORST_CASE_DIVISOR))

    def analysis(self) -> BoardAnalysis:
        """Analyse all rows."""
        positions = self._positions()
        end = self._count_valued_rows(positions)
        self._prepare_searches(positions, end)
        broken = end > 0 and self._is_solving(end - 1)
        now = None if broken or not positions[-1].weight else self.appraiser.value_position(positions[-1])
        values = self._value_rows(positions, end, now)
        worst_cases = self._find_worst_cases(positions, values)
        analysed = tuple(
            self._analyse_row(index, positions[index : index + 2], values[index], worst_cases[index])
            for index in range(len(self.rows))
        )
        clues = [(row.guess, (mark,)) for row, mark in zip(self.rows, self.given, strict=True) if mark is not None]
        if now is not None:
            # Read again: a guess that waits for its mark may have lowered the estimate.
            now = self.appraiser.value_position(positions[-1])
        return BoardAnalysis(
            number=self.number,
            breakers=self.breakers,
            currency=Currency.GUESSES,
            codes=positions[0].weight,
            left=positions[-1].weight,
            rows=analysed,
            marks="right" if self.right else "given",
            broken=broken,
            wrong=self.wrong,
            conflict=explain_wrong_marks(self.game, clues),
            value_now=Appraisal(0.0, True) if broken else _appraise(now),
        )

    def _positions(self) -> list[CandidateSet]:
        """The positions at the start and after every row. A row without a mark changes nothing."""
        positions = [CandidateSet.start(self.game)]
        for guess, mark in zip(self.guesses, self.marks, strict=True):
            last = positions[-1]
            positions.append(last if mark is None else last.after(guess, self.game.mark_number((mark,))))
        return positions

    def _is_solving(self, index: int) -> bool:
        mark = self.marks[index]
        return mark is not None and self.game.mark_number((mark,)) == self.game.solved_mark

    def _count_valued_rows(self, positions: list[CandidateSet]) -> int:
        """How many rows can have a value: up to the one that finds the code, waits for its mark, or leaves no code."""
        for index, (position, mark) in enumerate(zip(positions[1:], self.marks, strict=True)):
            if mark is None or self._is_solving(index) or not position.weight:
                return index + 1
        return len(self.rows)

    def _prepare_searches(self, positions: list[CandidateSet], end: int) -> None:
        """Prepare searches for as much of the board as there is work for, and estimate all positions needed."""
        for position in positions[: end + 1]:
            if position.weight and self.appraiser.searches.prepare(position, self.appraiser.work):
                break
        for index in reversed(range(end)):
            self.appraiser.estimate_first(positions[index], self.guesses[index])

    def _value_rows(self, positions: list[CandidateSet], end: int, now: Value | None) -> list[RowValue | None]:
        """Value each row, from the last to the first. Where a value cannot be found, earlier rows have none either."""
        values: list[RowValue | None] = [None] * len(self.rows)
        after = now
        for index in reversed(range(end)):
            position, guess = positions[index], self.guesses[index]
            has_mark = self.marks[index] is not None and bool(positions[index + 1].weight)
            solved = self._is_solving(index)
            values_by_mark = {positions[index + 1].path[-1][1]: after} if has_mark and not solved and after else {}
            played = self.appraiser.value_guess(position, guess, values_by_mark)
            before = None if played is None else self.appraiser.value_position(position, played)
            if played is None or before is None:
                break
            values[index] = RowValue(
                currency=Currency.GUESSES,
                before=Appraisal(before.expected, before.exact),
                played=Appraisal(played.expected, played.exact),
                after=(Appraisal(0.0, True) if solved else _appraise(after)) if has_mark else None,
                best=self.game.guess(guess if played.total == before.total else before.guess),
            )
            after = before
        return values

    def _find_worst_cases(self, positions: list[CandidateSet], values: list[RowValue | None]) -> list[WorstCase]:
        """Find the worst case of each row, the last rows first, because they need the least work."""
        worst_cases = [WorstCase(None, None)] * len(self.rows)
        for index in reversed(range(len(self.rows))):
            if values[index] is not None:
                position, guess = positions[index], self.guesses[index]
                worst_cases[index] = WorstCase(self.worst.of_position(position), self.worst.of_guess(position, guess))
        return worst_cases

    def _analyse_row(
        self, index: int, positions: list[CandidateSet], value: RowValue | None, worst: WorstCase
    ) -> RowAnalysis:
        row, (before, after) = self.rows[index], positions
        return RowAnalysis(
            number=index + 1,
            seat=row.seat,
            guess=row.guess,
            given=self.given[index],
            mark=self.marks[index],
            before=before.weight,
            after=None if self.marks[index] is None else after.weight,
            contradicts=self._find_contradicted_rows(index),
            allowed=row.guess in self.edition.secret_space(self.number),
            partition=summarise_partition(before, row.guess),
            best_partition=summarise_partition(before, value.best) if value else None,
            value=value,
            worst=worst,
        )

    def _find_contradicted_rows(self, index: int) -> tuple[ContradictedRow, ...]:
        """The earlier rows that would have other marks if this guess were the code."""
        guess, contradicted = self.rows[index].guess, []
        for number, (row, given) in enumerate(zip(self.rows[:index], self.given[:index], strict=True), 1):
            earned = self.edition.marking.mark(guess, row.guess)
            if given is not None and earned != given:
                contradicted.append(ContradictedRow(number, given, earned))
        return tuple(contradicted)


def summarise_partition(position: CandidateSet, guess: Code) -> PartitionSummary | None:
    """Summarise how a guess divides the candidates; None where there are none."""
    if not position.weight:
        return None
    cells = position.cells(position.game.guess_number(guess))
    return PartitionSummary(len(cells), max(cell.weight for cell in cells.values()), position.game.solved_mark in cells)


def _appraise(value: Value | None) -> Appraisal | None:
    return None if value is None else Appraisal(value.expected, value.exact)
