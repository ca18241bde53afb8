"""The chance to win a duel, row by row.

A seat sees its own rows and those of the other that lie open, and knows its own code, which the other looks for. From
that follows how likely the other is to finish with each row, and so what each number of guesses costs: see
`keypeg.players.duel_play`. The chance of a position is what is left of that cost with the best guess that is known.
"""

from collections.abc import Sequence
from typing import NamedTuple

from keypeg.analysis.cost_and_luck import Appraisal, Currency
from keypeg.analysis.round_value import Course, SeatValues, ValuedDecision, chained
from keypeg.core.edition import Turns
from keypeg.core.errors import RuleError
from keypeg.core.view import BoardView, FinishedBoard, Row
from keypeg.players.breaker_position import BreakerPosition, position_after, shelf
from keypeg.players.duel_play import SCALE, Opponent, duel_costs, losing_chances, share_of_tie
from keypeg.solver.advice.choose_guess import Choice, best_guess
from keypeg.solver.advice.compare_guess import Compared, compare_guess, compare_opening
from keypeg.solver.strategy.costs import Costs

SHARE = 20
"""One part in so many of the seconds for a board goes to the search for the best guess of each row."""

PAIRS_A_SECOND = 250_000_000
"""Up to how many codes times guesses, for each second for a board, a row is judged at all;"""

ALWAYS = 3_000_000
"""and up to how many in any case."""

LARGE = 100_000_000
"""From how many codes times guesses on the first row of all is judged by the book."""

WON, DRAWN, LOST = 1.0, 0.5, 0.0

Board = FinishedBoard | BoardView


class _Spot(NamedTuple):
    """Where a seat stands before a row."""

    position: BreakerPosition
    costs: Costs

    def chance(self, choice: Choice) -> float:
        """How likely it is to win with this choice."""
        weight = int(self.position.game.weights[self.position.codes].sum())
        return min(WON, max(LOST, 1 - choice.cost / (SCALE * weight)))


def duel_stakes(course: Course, seconds: float) -> tuple[SeatValues, ...]:
    """Both seats' rows, in order of seats."""
    return tuple(_Duellist(course, seat, seconds).stakes() for seat in (1, 2))


def judged_in_duel(course: Course, seat: int, at: int, seconds: float) -> ValuedDecision | None:
    """One row of a seat by itself; None where that is too much work, or marks contradict each other."""
    return _Duellist(course, seat, seconds).judged(at)


class _Duellist:
    """One of the two."""

    def __init__(self, course: Course, seat: int, seconds: float) -> None:
        self.course, self.seat, self.seconds = course, seat, seconds
        self.edition = course.edition
        self.own: Board = next(board for board in course.boards if seat in board.breakers)
        self.other: Board = next(board for board in course.boards if seat not in board.breakers)
        self.last = self.edition.guesses.rows

    def stakes(self) -> SeatValues:
        """Its rows, and how the round ended for it."""
        rows = self.own.rows
        judged = [self.judged(at) for at in range(len(rows))]
        end, forfeit = self._end()
        told = chained(Currency.CHANCE, list(enumerate(rows, 1)), judged, end)
        return SeatValues(self.seat, self.own.breakers[0], Currency.CHANCE, told, self.course.end is not None, forfeit)

    # How it ended

    def _end(self) -> tuple[Appraisal | None, float]:
        """What the last row led to, and what was thrown away by leaving."""
        end = self.course.end
        if end is None:
            return _estimate(self._now()), 0.0
        if self.course.left and self.seat not in end.winners:
            stood = self._now()
            return _estimate(stood), stood or LOST
        return Appraisal(DRAWN if not end.winners else WON if self.seat in end.winners else LOST, True), 0.0

    def _now(self) -> float | None:
        """How likely it is to win as the round stands."""
        own, other = self.own.rows, [row for row in self.other.rows if row.marks]
        if own and self._solved(own[-1], self.own):
            side = self._side(own, other)
            return None if side is None else 1 - float(losing_chances(side, self.last)[len(own)])
        spot = self._spot(own, other)
        if spot is None:
            return None
        if len(own) == self.last:
            side = self._side(own, other)
            return None if side is None else 1 - float(losing_chances(side, self.last)[-1])
        try:
            return spot.chance(self._best(spot))
        except RuleError:
            return None

    # What a row was worth

    def judged(self, at: int) -> ValuedDecision | None:
        """One row by itself."""
        row = self.own.rows[at]
        spot = self._spot(self.own.rows[:at], self._open(at))
        if spot is None:
            return None
        game = spot.position.game
        try:
            found = self._compared(spot, game.guess_number(row.guess))
        except RuleError:  # no guess tells some of the codes apart
            return None
        played = spot.chance(found.played)
        before = max(played, spot.chance(found.best))
        return ValuedDecision(before, played, row.guess if played == before else game.guess(found.best.guess))

    def _compared(self, spot: _Spot, guess: int) -> Compared:
        (game, rows, codes), costs = spot.position, spot.costs
        book = shelf(game)
        if not rows and book is not None and len(codes) * len(game.guesses) > LARGE:
            return compare_opening(game, costs, guess, book)
        return compare_guess(game, codes, costs, guess, spot.position.placed, self.seconds / SHARE)

    def _best(self, spot: _Spot) -> Choice:
        (game, rows, codes), costs = spot.position, spot.costs
        book = shelf(game)
        if not rows and book is not None and len(codes) * len(game.guesses) > LARGE:
            return compare_opening(game, costs, int(book.strategy.guess[0]), book).best
        return best_guess(game, codes, costs, spot.position.placed, self.seconds / SHARE)

    # Where it stood

    def _open(self, at: int) -> list[Row]:
        """The other's rows that lay open with their marks when this row was placed."""
        if self.edition.guesses.turns is Turns.TOGETHER:
            return list(self.other.rows[:at])
        arrival = self.own.rows[at].arrival
        return [row for row in self.other.rows if row.arrival < arrival and row.marks]

    def _spot(self, own: Sequence[Row], other: Sequence[Row]) -> _Spot | None:
        """Where it stands after these rows; None where that is too much work, or marks contradict each other."""
        position, side = position_after(self.edition, self.own.breakers[0], own), self._side(own, other)
        if position is None or side is None:
            return None
        pairs = len(position.codes) * len(position.game.guesses)
        if other and side.position is not None:
            pairs = max(pairs, len(side.position.codes) * len(side.position.game.guesses))
        if pairs > max(ALWAYS, PAIRS_A_SECOND * self.seconds):
            return None
        try:
            return _Spot(position, duel_costs(side, len(position.rows), self.last))
        except RuleError:
            return None

    def _side(self, own: Sequence[Row], rows: Sequence[Row]) -> Opponent | None:
        """The other side, as it could be seen; None if marks contradict each other there."""
        position = position_after(self.edition, self.other.breakers[0], rows)
        if position is None:
            return None
        broken = bool(rows) and self._solved(rows[-1], self.other)
        tie = share_of_tie(self.edition, (self.own.breakers[0], own), (self.other.breakers[0], rows))
        return Opponent(position, len(rows), broken, self.course.codes[self.seat - 1], tie)

    def _solved(self, row: Row, board: Board) -> bool:
        holes = self.edition.secret_space(board.breakers[0]).holes
        return bool(row.marks) and row.marks[0].mark == self.edition.marking.solved(holes)


def _estimate(chance: float | None) -> Appraisal | None:
    return None if chance is None else Appraisal(chance, False)
