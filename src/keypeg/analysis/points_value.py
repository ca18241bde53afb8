"""Expected points, row by row, where several breakers share a board and every row earns points.

A row's value is the points that its guesser is expected to earn until the end of the round, with this row and with all
their later ones, if everyone then plays greedily: see `keypeg.players.family_play`.
"""

from collections.abc import Sequence

from keypeg.analysis.round_value import KnownRound, SeatValues, ValuedDecision
from keypeg.analysis.shared_board import ComparedPoints, SharedBoard
from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.view import Row
from keypeg.players.breaker_position import BreakerPosition, position_after
from keypeg.players.family_play import MAX_FORESEEN_CODES, PointsEstimator
from keypeg.players.row_points import BreakerTurns
from keypeg.solver.game.guessing_game import GuessingGame

SEARCH_DIVISOR = 20
"""The search for the best guess of each row gets 1 / SEARCH_DIVISOR of the seconds for a board."""

CODES_PER_SECOND = 5_000
"""The most candidates, for each second of the limit, with which a row is valued; `MAX_FORESEEN_CODES` always are."""


def value_shared_board(known_round: KnownRound, seconds: float) -> tuple[SeatValues, ...]:
    """Value every breaker's rows, in the order of their turns."""
    return _SharedBoard(known_round, seconds).value_seats()


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


class _SharedBoard(SharedBoard):
    """The shared board, valued by the compiled solver."""

    def __init__(self, known_round: KnownRound, seconds: float) -> None:
        super().__init__(known_round, seconds)
        self.families: dict[GuessingGame, PointsEstimator] = {}

    def compare(self, index: int, turns: BreakerTurns) -> ComparedPoints | None:
        """Compare the row of this index with the best one; None where that takes too much work."""
        position = self._position(index)
        if position is None:
            return None
        family = self._family(position.game)
        best = family.find_best(position, turns, self.seconds / SEARCH_DIVISOR, foreseen=len(position.codes))
        played = family.value_of(position.codes, position.game.guess_number(self.rows[index].guess), turns)
        return ComparedPoints(played, best.points, position.game.guess(best.guess))

    def points_to_come(self, rows: int, turns: BreakerTurns, until_own: int) -> float | None:
        """The points that a seat can expect after so many rows; None where that takes too much work."""
        position = self._position(rows)
        if position is None:
            return None
        family = self._family(position.game)
        if until_own or not turns.rows_left:
            return family.still_to_earn(position.codes, turns, until_own)
        return family.find_best(position, turns, self.seconds / SEARCH_DIVISOR, foreseen=len(position.codes)).points

    def _position(self, index: int) -> BreakerPosition | None:
        """The position after so many rows; None where that takes too much work, or marks contradict each other."""
        position = position_after(self.edition, self.board.breakers[0], self.rows[:index])
        most = max(MAX_FORESEEN_CODES, CODES_PER_SECOND * self.seconds)
        return None if position is None or len(position.codes) > most else position

    def _family(self, game: GuessingGame) -> PointsEstimator:
        return self.families.setdefault(game, PointsEstimator(game, self.edition.scoring))
