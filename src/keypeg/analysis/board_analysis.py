"""The analysis of a board, row by row: candidates, value, cost, luck, and which rows a guess contradicted.

Rows are valued from the last to the first. Each position has one value, which is both where its row starts and where
the row before leads. Where that value is an estimate and the guess that was played turns out to be better, the position
takes the value of that guess. So no cost is negative, and the rows add up exactly.
"""

from collections.abc import Sequence

from keypeg.analysis.board_values import SECONDS_PER_BOARD, BoardAnalysis, RowAnalysis, find_contradicted_rows
from keypeg.analysis.cost_and_luck import Appraisal, Currency, RowValue, WorstCase
from keypeg.analysis.hint_values import PartitionSummary
from keypeg.analysis.wrong_marks import explain_wrong_marks
from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.errors import RuleError
from keypeg.core.view import Row, WrongRow
from keypeg.solver.advice.appraiser import WORK_PER_SECOND, Appraiser, CandidateSet, Value, Work
from keypeg.solver.advice.worst_case import WorstCases
from keypeg.solver.game.guessing_game import GuessingGame, game_for
from keypeg.solver.strategy.book_files import book_for

WORST_CASE_DIVISOR = 3
"""The worst case gets 1 / WORST_CASE_DIVISOR of that work."""


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
            contradicts=find_contradicted_rows(self.edition, self.rows, self.given, index),
            allowed=row.guess in self.edition.secret_space(self.number),
            partition=summarise_partition(before, row.guess),
            best_partition=summarise_partition(before, value.best) if value else None,
            value=value,
            worst=worst,
        )


def summarise_partition(position: CandidateSet, guess: Code) -> PartitionSummary | None:
    """Summarise how a guess divides the candidates; None where there are none."""
    if not position.weight:
        return None
    cells = position.cells(position.game.guess_number(guess))
    return PartitionSummary(len(cells), max(cell.weight for cell in cells.values()), position.game.solved_mark in cells)


def _appraise(value: Value | None) -> Appraisal | None:
    return None if value is None else Appraisal(value.expected, value.exact)
