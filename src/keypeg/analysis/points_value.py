"""Points, row by row, where several breakers share a board and every row earns its guesser some.

What a row is worth is what it is expected to earn its guesser until the round is over, now and at each of his turns to
come, if everybody goes on in the plainest way: see `keypeg.players.family_play`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from keypeg.analysis.cost_and_luck import Appraisal, Currency
from keypeg.analysis.round_value import Course, SeatValues, ValuedDecision, chained
from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.view import Row
from keypeg.players.breaker_position import BreakerPosition, position_after
from keypeg.players.family_play import FORESEEN, BreakerTurns, Family
from keypeg.solver.game.guessing_game import GuessingGame

SHARE = 20
"""One part in so many of the seconds for a board goes to the search for the best guess of each row."""

CODES_A_SECOND = 5_000
"""How many codes may be left, for each second for a board, for a row to be judged; up to `FORESEEN` always."""


class Queue(NamedTuple):
    """A moment of the round: how many rows there were, and who was still to guess, the next one first."""

    rows: int
    breakers: tuple[int, ...]


class Order(NamedTuple):
    """Whose turns there were."""

    turns: tuple[Queue, ...]
    """For each row the moment before it."""
    skipped: dict[int, Queue]
    """For each breaker who had left when his turn came: that moment."""
    end: Queue
    """The moment after the last row."""


def order_of(breakers: Sequence[int], rows: Sequence[Row]) -> Order:
    """Whose turns there were: the breakers guess in order, and whoever has left is seen by that he is passed over."""
    queue, turns, skipped = tuple(breakers), [], {}
    for at, row in enumerate(rows):
        while queue[0] != row.seat:
            skipped[queue[0]] = Queue(at, queue)
            queue = queue[1:]
        turns.append(Queue(at, queue))
        queue = (*queue[1:], row.seat)
    return Order(tuple(turns), skipped, Queue(len(rows), queue))


def family_stakes(course: Course, seconds: float) -> tuple[SeatValues, ...]:
    """Every breaker's rows, in the order of their turns."""
    table = _Table(course, seconds)
    return tuple(table.stakes(seat) for seat in table.board.breakers)


def judged_in_family(course: Course, seat: int, at: int, seconds: float) -> ValuedDecision | None:
    """One row by itself, whoever placed it; None where that is too much work, or marks contradict each other."""
    return _Table(course, seconds).judge(at)


def best_earning(
    edition: Edition, board: int, rows: Sequence[Row], breakers: int, seconds: float
) -> tuple[Code, float] | None:
    """The guess that is expected to earn most, for whoever of so many breakers is next, and what it earns.

    None where the seconds are not enough to say, no row is left, or no code fits.
    """
    position = position_after(edition, board, rows)
    turns = BreakerTurns(breakers, edition.guesses.rows - len(rows))
    if position is None or turns.rows_left < 1 or len(position.codes) > CODES_A_SECOND * seconds:
        return None
    family = Family(position.game, edition.scoring)
    best = family.best_worth(position, turns, seconds / SHARE, foreseen=len(position.codes))
    return position.game.guess(best.guess), best.points


class _Table:
    """The one board, and all who guess on it."""

    def __init__(self, course: Course, seconds: float) -> None:
        self.course, self.seconds = course, seconds
        self.board = course.boards[0]
        self.rows = self.board.rows
        self.order = order_of(self.board.breakers, self.rows)
        self.families: dict[GuessingGame, Family] = {}

    def stakes(self, seat: int) -> SeatValues:
        """The rows of one of them, and what they came to."""
        numbers = [at for at, row in enumerate(self.rows) if row.seat == seat]
        end, forfeit = self._end(seat)
        rows = [(at + 1, self.rows[at]) for at in numbers]
        told = chained(Currency.POINTS, rows, [self.judge(at) for at in numbers], end)
        over = self.course.end is not None
        return SeatValues(seat, self.board.breakers[0], Currency.POINTS, told, over, forfeit)

    # What a row was worth

    def judge(self, at: int) -> ValuedDecision | None:
        """One row by itself."""
        row, position = self.rows[at], self._position(at)
        if position is None:
            return None
        family, turns = self._family(position.game), self._turns(self.order.turns[at])
        best = family.best_worth(position, turns, self.seconds / SHARE, foreseen=len(position.codes))
        played = family.worth_of(position.codes, position.game.guess_number(row.guess), turns)
        better = best.points > played
        guess = position.game.guess(best.guess) if better else row.guess
        earned = 0.0
        if row.marks:
            earned = float(family.by_mark[position.game.mark_number((row.marks[0].mark,))])
        return ValuedDecision(max(best.points, played), played, guess, earned)

    def _position(self, at: int) -> BreakerPosition | None:
        """The position after so many rows; None where that is too much work, or marks contradict each other."""
        position = position_after(self.course.edition, self.board.breakers[0], self.rows[:at])
        most = max(FORESEEN, CODES_A_SECOND * self.seconds)
        return None if position is None or len(position.codes) > most else position

    def _family(self, game: GuessingGame) -> Family:
        return self.families.setdefault(game, Family(game, self.course.edition.scoring))

    def _turns(self, queue: Queue) -> BreakerTurns:
        return BreakerTurns(len(queue.breakers), self.course.edition.guesses.rows - queue.rows)

    # How it ended

    def _end(self, seat: int) -> tuple[Appraisal | None, float]:
        """What a seat's last row led to, and what it threw away by leaving."""
        out = self._out()
        if seat in out:
            stood = self._expected(seat, self.order.skipped.get(seat, self.order.end))
            return stood, stood.value if stood else 0.0
        if self.course.end is not None:
            return Appraisal(0.0, True), 0.0
        staying = tuple(other for other in self.order.end.breakers if other not in out)
        return self._expected(seat, Queue(len(self.rows), staying)), 0.0

    def _out(self) -> set[int]:
        """Who has left: who was passed over; and all, where the round ended because the last breaker left."""
        found = {*self.order.skipped, *self.course.out}
        end = self.course.end
        if end is not None and self.course.left and not set(end.winners) & set(self.board.breakers):
            found |= set(self.board.breakers)
        return found

    def _expected(self, seat: int, queue: Queue) -> Appraisal | None:
        """What a seat could expect at that moment."""
        position, turns = self._position(queue.rows), self._turns(queue)
        if position is None:
            return None
        family, before = self._family(position.game), queue.breakers.index(seat)
        if before or not turns.rows_left:
            return Appraisal(family.still_to_earn(position.codes, turns, before), False)
        best = family.best_worth(position, turns, self.seconds / SHARE, foreseen=len(position.codes))
        return Appraisal(best.points, False)
