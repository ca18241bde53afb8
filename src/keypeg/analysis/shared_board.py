"""A board that several breakers share, on which every row earns points. Importing this loads no solver.

`keypeg.analysis.points_value` and `keypeg.analysis.plain_points_value` say what guesses are expected to earn.
"""

from abc import ABC, abstractmethod
from typing import NamedTuple

from keypeg.analysis.cost_and_luck import Appraisal, Currency
from keypeg.analysis.round_value import KnownRound, SeatValues, ValuedDecision, chain_rows
from keypeg.analysis.turn_order import TurnQueue, find_turn_order
from keypeg.core.codes import Code
from keypeg.players.row_points import BreakerTurns, points_of_mark


class ComparedPoints(NamedTuple):
    """The points that a guess is expected to earn its guesser in the round, beside those of the best guess."""

    played: float
    best: float
    best_guess: Code
    is_rough: bool = False
    """Whether the estimate is too rough for a grade."""


class SharedBoard(ABC):
    """The shared board and its breakers."""

    def __init__(self, known_round: KnownRound, seconds: float) -> None:
        self.known_round, self.seconds = known_round, seconds
        self.edition = known_round.edition
        self.board = known_round.boards[0]
        self.rows = self.board.rows
        self.order = find_turn_order(self.board.breakers, self.rows)

    @abstractmethod
    def compare(self, index: int, turns: BreakerTurns) -> ComparedPoints | None:
        """Compare the row of this index with the best one; None where that takes too much work."""

    @abstractmethod
    def points_to_come(self, rows: int, turns: BreakerTurns, until_own: int) -> float | None:
        """The points that a seat can expect after so many rows, and so many turns of others before its own."""

    def value_seats(self) -> tuple[SeatValues, ...]:
        """Value every breaker's rows, in the order of their turns."""
        return tuple(self.value_seat(seat) for seat in self.board.breakers)

    def value_seat(self, seat: int) -> SeatValues:
        """Value the rows of one breaker."""
        indices = [index for index, row in enumerate(self.rows) if row.seat == seat]
        end, forfeit = self._end(seat)
        rows = [(index + 1, self.rows[index]) for index in indices]
        chained = chain_rows(Currency.POINTS, rows, [self.value_row(index) for index in indices], end)
        over = self.known_round.end is not None
        return SeatValues(seat, self.board.breakers[0], Currency.POINTS, chained, over, forfeit)

    def value_row(self, index: int) -> ValuedDecision | None:
        """Value one row by itself."""
        row = self.rows[index]
        compared = self.compare(index, self._turns(self.order.turns[index]))
        if compared is None:
            return None
        earned = 0.0
        if row.marks:
            mark, holes = row.marks[0].mark, self.edition.secret_space(self.board.breakers[0]).holes
            earned = float(points_of_mark(self.edition.scoring, mark, mark == self.edition.marking.solved(holes)))
        guess = compared.best_guess if compared.best > compared.played else row.guess
        before = max(compared.best, compared.played)
        return ValuedDecision(before, compared.played, guess, earned, is_rough=compared.is_rough)

    def _turns(self, queue: TurnQueue) -> BreakerTurns:
        return BreakerTurns(len(queue.breakers), self.edition.guesses.rows - queue.rows)

    # The end of the round

    def _end(self, seat: int) -> tuple[Appraisal | None, float]:
        """The value that a seat's last row led to, and what leaving cost it."""
        out = self._out()
        if seat in out:
            expected = self._expected(seat, self.order.skipped.get(seat, self.order.end))
            return expected, expected.value if expected else 0.0
        if self.known_round.end is not None:
            return Appraisal(0.0, True), 0.0
        staying = tuple(other for other in self.order.end.breakers if other not in out)
        return self._expected(seat, TurnQueue(len(self.rows), staying)), 0.0

    def _out(self) -> set[int]:
        """The seats that have left: those passed over, or all breakers if the round ended because the last one left."""
        seats = {*self.order.skipped, *self.known_round.out}
        end = self.known_round.end
        if end is not None and self.known_round.ended_by_leaving and not set(end.winners) & set(self.board.breakers):
            seats |= set(self.board.breakers)
        return seats

    def _expected(self, seat: int, queue: TurnQueue) -> Appraisal | None:
        """The points that a seat could expect at that point."""
        points = self.points_to_come(queue.rows, self._turns(queue), queue.breakers.index(seat))
        return None if points is None else Appraisal(points, False)
