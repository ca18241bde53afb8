"""Expected points, row by row, where several breakers share a board and every row earns points.

A row's value is the points that its guesser is expected to earn until the end of the round, with this row and with all
their later ones, if everyone then plays greedily: see `keypeg.players.family_play`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from keypeg.analysis.cost_and_luck import Appraisal, Currency
from keypeg.analysis.round_value import KnownRound, SeatValues, ValuedDecision, chain_rows
from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.view import Row
from keypeg.players.breaker_position import BreakerPosition, position_after
from keypeg.players.family_play import MAX_FORESEEN_CODES, BreakerTurns, PointsEstimator
from keypeg.solver.game.guessing_game import GuessingGame

SEARCH_DIVISOR = 20
"""The search for the best guess of each row gets 1 / SEARCH_DIVISOR of the seconds for a board."""

CODES_PER_SECOND = 5_000
"""The most candidates, for each second of the limit, with which a row is valued; `MAX_FORESEEN_CODES` always are."""


class TurnQueue(NamedTuple):
    """A point in the round: the number of rows so far, and the breakers still to guess, the next one first."""

    rows: int
    breakers: tuple[int, ...]


class TurnOrder(NamedTuple):
    """Whose turns there were."""

    turns: tuple[TurnQueue, ...]
    """For each row, the point before it."""
    skipped: dict[int, TurnQueue]
    """For each breaker who had left when their turn came, that point."""
    end: TurnQueue
    """The point after the last row."""


def find_turn_order(breakers: Sequence[int], rows: Sequence[Row]) -> TurnOrder:
    """Find whose turns there were. Breakers guess in order, so one who has left is recognised by being passed over."""
    queue, turns, skipped = tuple(breakers), [], {}
    for index, row in enumerate(rows):
        while queue[0] != row.seat:
            skipped[queue[0]] = TurnQueue(index, queue)
            queue = queue[1:]
        turns.append(TurnQueue(index, queue))
        queue = (*queue[1:], row.seat)
    return TurnOrder(tuple(turns), skipped, TurnQueue(len(rows), queue))


def value_shared_board(known_round: KnownRound, seconds: float) -> tuple[SeatValues, ...]:
    """Value every breaker's rows, in the order of their turns."""
    shared = _SharedBoard(known_round, seconds)
    return tuple(shared.value_seat(seat) for seat in shared.board.breakers)


def value_shared_row(known_round: KnownRound, seat: int, index: int, seconds: float) -> ValuedDecision | None:
    """Value one row by itself; None where that takes too much work, or where marks contradict each other."""
    return _SharedBoard(known_round, seconds).value_row(index)


def find_best_for_points(
    edition: Edition, board: int, rows: Sequence[Row], breakers: int, seconds: float
) -> tuple[Code, float] | None:
    """Find the guess that is expected to earn the next of so many breakers most, and the points.

    Returns None where there is too much work for the seconds, no row left, or no code that fits.
    """
    position = position_after(edition, board, rows)
    turns = BreakerTurns(breakers, edition.guesses.rows - len(rows))
    if position is None or turns.rows_left < 1 or len(position.codes) > CODES_PER_SECOND * seconds:
        return None
    family = PointsEstimator(position.game, edition.scoring)
    best = family.find_best(position, turns, seconds / SEARCH_DIVISOR, foreseen=len(position.codes))
    return position.game.guess(best.guess), best.points


class _SharedBoard:
    """The shared board and its breakers."""

    def __init__(self, known_round: KnownRound, seconds: float) -> None:
        self.known_round, self.seconds = known_round, seconds
        self.board = known_round.boards[0]
        self.rows = self.board.rows
        self.order = find_turn_order(self.board.breakers, self.rows)
        self.families: dict[GuessingGame, PointsEstimator] = {}

    def value_seat(self, seat: int) -> SeatValues:
        """Value the rows of one breaker."""
        indices = [index for index, row in enumerate(self.rows) if row.seat == seat]
        end, forfeit = self._end(seat)
        rows = [(index + 1, self.rows[index]) for index in indices]
        chained = chain_rows(Currency.POINTS, rows, [self.value_row(index) for index in indices], end)
        over = self.known_round.end is not None
        return SeatValues(seat, self.board.breakers[0], Currency.POINTS, chained, over, forfeit)

    # The value of a row

    def value_row(self, index: int) -> ValuedDecision | None:
        """Value one row by itself."""
        row, position = self.rows[index], self._position(index)
        if position is None:
            return None
        family, turns = self._family(position.game), self._turns(self.order.turns[index])
        best = family.find_best(position, turns, self.seconds / SEARCH_DIVISOR, foreseen=len(position.codes))
        played = family.value_of(position.codes, position.game.guess_number(row.guess), turns)
        better = best.points > played
        guess = position.game.guess(best.guess) if better else row.guess
        earned = 0.0
        if row.marks:
            earned = float(family.by_mark[position.game.mark_number((row.marks[0].mark,))])
        return ValuedDecision(max(best.points, played), played, guess, earned)

    def _position(self, index: int) -> BreakerPosition | None:
        """The position after so many rows; None where that takes too much work, or marks contradict each other."""
        position = position_after(self.known_round.edition, self.board.breakers[0], self.rows[:index])
        most = max(MAX_FORESEEN_CODES, CODES_PER_SECOND * self.seconds)
        return None if position is None or len(position.codes) > most else position

    def _family(self, game: GuessingGame) -> PointsEstimator:
        return self.families.setdefault(game, PointsEstimator(game, self.known_round.edition.scoring))

    def _turns(self, queue: TurnQueue) -> BreakerTurns:
        return BreakerTurns(len(queue.breakers), self.known_round.edition.guesses.rows - queue.rows)

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
        position, turns = self._position(queue.rows), self._turns(queue)
        if position is None:
            return None
        family, before = self._family(position.game), queue.breakers.index(seat)
        if before or not turns.rows_left:
            return Appraisal(family.still_to_earn(position.codes, turns, before), False)
        best = family.find_best(position, turns, self.seconds / SEARCH_DIVISOR, foreseen=len(position.codes))
        return Appraisal(best.points, False)
