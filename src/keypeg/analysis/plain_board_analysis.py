"""The analysis of a board by the plain solver: until the kernels are ready, without them, in games of any size.

It gives the same figures as `keypeg.analysis.board_analysis`, and they add up in the same way. Values are exact where
that can be proven, by a book or because no guess could do better, and otherwise estimates. In large games the numbers
of candidates are estimates too, with their errors; and a cost that follows from such a number gets no grade.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random

from keypeg.analysis.board_values import SECONDS_PER_BOARD, BoardAnalysis, RowAnalysis, find_contradicted_rows
from keypeg.analysis.cost_and_luck import Appraisal, Currency, RowValue, WorstCase
from keypeg.analysis.hint_values import WrongMarks
from keypeg.analysis.plain_row_value import PlainRowValue, appraise, seconds_for_row, value_plain_row
from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.errors import RuleError
from keypeg.core.view import Row, WrongRow
from keypeg.solver.plain.advice import SEED, find_guess
from keypeg.solver.plain.candidates import find_candidates
from keypeg.solver.plain.conflicts import explain_conflict
from keypeg.solver.plain.position import Candidates, PlainPosition

CANDIDATES_SECONDS = 0.2
"""The work for the candidates of one position."""

NOT_FOUND = WorstCase(None, None)
"""The worst case is a question for the exact search alone."""


@lru_cache(maxsize=128)
def candidates_of(position: PlainPosition) -> Candidates:
    """The candidates of a position, which several figures need."""
    return find_candidates(position, Random(SEED), seconds=CANDIDATES_SECONDS)


def analyse_board(
    edition: Edition,
    board: int,
    breakers: tuple[int, ...],
    rows: Sequence[Row],
    code: Code | None = None,
    wrong: Sequence[WrongRow] = (),
    seconds: float = SECONDS_PER_BOARD,
) -> BoardAnalysis:
    """Analyse the rows of a board; see `keypeg.analysis.board_analysis.analyse_board`."""
    if edition.dealt:
        raise RuleError("parts-not-analysed")
    own_wrong = tuple(each for each in wrong if each.board == board)
    return _PlainAnalyser(edition, board, breakers, rows, code, own_wrong, seconds).analysis()


class _PlainAnalyser:
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
        self.right = code is not None and bool(wrong)
        self.given = [row.marks[0].mark if row.marks else None for row in rows]
        self.marks = [edition.marking.mark(code, row.guess) for row in rows] if code and self.right else self.given
        self.solved = edition.marking.solved(edition.secret_space(board).holes)
        self.seconds = seconds_for_row(seconds, len(rows))
        self.positions = self._positions()
        self.candidates = [candidates_of(position) for position in self.positions]
        self.counts = self._counts()

    def analysis(self) -> BoardAnalysis:
        """Analyse all rows."""
        end = self._count_valued_rows()
        broken = end > 0 and self.marks[end - 1] == self.solved
        now = None if broken else self._value_now()
        values, plain = self._value_rows(end, now)
        rows = [self._analyse_row(index, values[index], plain[index]) for index in range(len(self.rows))]
        return BoardAnalysis(
            number=self.number,
            breakers=self.breakers,
            currency=Currency.GUESSES,
            codes=self.counts[0],
            left=self.counts[-1],
            rows=tuple(rows),
            marks="right" if self.right else "given",
            broken=broken,
            wrong=self.wrong,
            conflict=self._conflict(),
            value_now=Appraisal(0.0, True) if broken else now,
            left_error=self.candidates[-1].error,
            by_plain_solver=True,
        )

    def _positions(self) -> list[PlainPosition]:
        """The positions at the start and after every row. A row without a mark changes nothing."""
        positions = [PlainPosition.start(self.edition, self.number)]
        for row, mark in zip(self.rows, self.marks, strict=True):
            positions.append(positions[-1] if mark is None else positions[-1].after((row.guess, mark)))
        return positions

    def _counts(self) -> list[int]:
        """How many codes each position leaves. Of estimates, an earlier one is at least a later one."""
        counts = [candidates.count for candidates in self.candidates]
        for index in reversed(range(len(counts) - 1)):
            if not self.candidates[index].is_exact:
                counts[index] = max(counts[index], counts[index + 1])
        return counts

    def _count_valued_rows(self) -> int:
        """How many rows can have a value: up to the one that finds the code, waits for its mark, or leaves no code."""
        for index, mark in enumerate(self.marks):
            if mark is None or mark == self.solved or not self.counts[index + 1]:
                return index + 1
        return len(self.rows)

    def _value_now(self) -> Appraisal | None:
        """The value of the position as it stands."""
        advice = find_guess(self.positions[-1], self.seconds, self.candidates[-1])
        return None if advice is None else appraise(advice.value)

    def _value_rows(self, end: int, now: Appraisal | None) -> tuple[list[RowValue | None], list[PlainRowValue | None]]:
        """Value each row, from the last to the first. Where a value is unknown, earlier rows have none either."""
        values: list[RowValue | None] = [None] * len(self.rows)
        plain: list[PlainRowValue | None] = [None] * len(self.rows)
        after = now
        for index in reversed(range(end)):
            row = value_plain_row(self.positions[index], self.candidates[index], self.rows[index].guess, self.seconds)
            if row is None:
                break
            led = Appraisal(0.0, True) if self.marks[index] == self.solved else after
            has_mark = self.marks[index] is not None and bool(self.counts[index + 1])
            values[index], plain[index] = row.in_guesses(led if has_mark else None), row
            after = appraise(row.before)
        return values, plain

    def _conflict(self) -> WrongMarks | None:
        """Why the given marks cannot all be right; None where some code fits."""
        position = PlainPosition.start(self.edition, self.number).after(
            *((row.guess, mark) for row, mark in zip(self.rows, self.given, strict=True) if mark is not None)
        )
        return None if candidates_of(position).count else WrongMarks(*explain_conflict(position))

    def _analyse_row(self, index: int, value: RowValue | None, plain: PlainRowValue | None) -> RowAnalysis:
        row, waits = self.rows[index], self.marks[index] is None
        return RowAnalysis(
            number=index + 1,
            seat=row.seat,
            guess=row.guess,
            given=self.given[index],
            mark=self.marks[index],
            before=self.counts[index],
            after=None if waits else self.counts[index + 1],
            contradicts=find_contradicted_rows(self.edition, self.rows, self.given, index),
            allowed=row.guess in self.edition.secret_space(self.number),
            partition=None if plain is None else plain.partition,
            best_partition=None if plain is None else plain.best_partition,
            value=value,
            worst=NOT_FOUND,
            before_error=self.candidates[index].error,
            after_error=0.0 if waits else self.candidates[index + 1].error,
        )


def fill_with_estimates(exact: BoardAnalysis, estimated: BoardAnalysis) -> BoardAnalysis:
    """The rows of an analysis, with estimates for the first ones where their values take too much work."""
    known = next((index for index, row in enumerate(exact.rows) if row.value is not None), len(exact.rows))
    filled = list(exact.rows)
    first = exact.rows[known].value if known < len(filled) else None
    after = exact.value_now if first is None else first.before
    for index in reversed(range(known)):
        value, best = estimated.rows[index].value, estimated.rows[index].best_partition
        if value is None:
            break
        led = value.after if value.after is None or value.after.value == 0 else after or value.after
        filled[index] = replace(filled[index], value=replace(value, after=led), best_partition=best)
        after = value.before
    now = exact.value_now or estimated.value_now
    return replace(exact, rows=tuple(filled), value_now=now, by_plain_solver=known > 0)
