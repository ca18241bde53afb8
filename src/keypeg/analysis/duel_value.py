"""The chance to win a duel, row by row.

A seat sees its own rows and the open rows of the other, and knows its own code, which the other has to find. So it
knows how likely the other is to finish with each row, and what each number of guesses costs: see
`keypeg.players.duel_play`. The chance to win from a position is 1 less that cost with the best known guess.
"""

from collections.abc import Sequence
from typing import NamedTuple

from keypeg.analysis.cost_and_luck import Appraisal, Currency
from keypeg.analysis.round_value import KnownRound, SeatValues, ValuedDecision, chain_rows
from keypeg.core.edition import Turns
from keypeg.core.errors import RuleError
from keypeg.core.view import BoardView, FinishedBoard, Row
from keypeg.players.breaker_position import BreakerPosition, book_of, position_after
from keypeg.players.duel_play import COST_SCALE, Opponent, duel_costs, losing_chances, opponents_tie_share
from keypeg.solver.advice.choose_guess import Choice, choose_guess
from keypeg.solver.advice.compare_guess import Compared, compare_guess, compare_opening
from keypeg.solver.strategy.costs import Costs

SEARCH_DIVISOR = 20
"""The search for the best guess of each row gets 1 / SEARCH_DIVISOR of the seconds for a board."""

PAIRS_PER_SECOND = 250_000_000
"""The most pairs of a code and a guess, for each second of a board's limit, with which a row is valued at all."""

ALWAYS_VALUED_PAIRS = 3_000_000
"""Up to so many pairs a row is always valued."""

BOOK_OPENING_PAIRS = 100_000_000
"""With more pairs of a code and a guess than this, the first row of all is valued by the book."""

WON, DRAWN, LOST = 1.0, 0.5, 0.0

Board = FinishedBoard | BoardView


class _Standing(NamedTuple):
    """A seat's position before a row, and what each number of further guesses costs it."""

    position: BreakerPosition
    costs: Costs

    def chance(self, choice: Choice) -> float:
        """The chance to win with this choice."""
        weight = int(self.position.game.weights[self.position.codes].sum())
        return min(WON, max(LOST, 1 - choice.cost / (COST_SCALE * weight)))


def value_duel(known_round: KnownRound, seconds: float) -> tuple[SeatValues, ...]:
    """Value the rows of both seats, in the order of seats."""
    return tuple(_Duellist(known_round, seat, seconds).value_rows() for seat in (1, 2))


def value_duel_row(known_round: KnownRound, seat: int, index: int, seconds: float) -> ValuedDecision | None:
    """Value one row of a seat by itself; None where that takes too much work, or where marks contradict each other."""
    return _Duellist(known_round, seat, seconds).value_row(index)


class _Duellist:
    """One of the two seats."""

    def __init__(self, known_round: KnownRound, seat: int, seconds: float) -> None:
        self.known_round, self.seat, self.seconds = known_round, seat, seconds
        self.edition = known_round.edition
        self.own: Board = next(board for board in known_round.boards if seat in board.breakers)
        self.other: Board = next(board for board in known_round.boards if seat not in board.breakers)
        self.last = self.edition.guesses.rows

    def value_rows(self) -> SeatValues:
        """Value its rows, up to how the round ended for it."""
        rows = self.own.rows
        valued = [self.value_row(index) for index in range(len(rows))]
        end, forfeit = self._end()
        chained = chain_rows(Currency.CHANCE, list(enumerate(rows, 1)), valued, end)
        return SeatValues(
            self.seat, self.own.breakers[0], Currency.CHANCE, chained, self.known_round.end is not None, forfeit
        )

    # The end of the round

    def _end(self) -> tuple[Appraisal | None, float]:
        """The value that the last row led to, and what leaving cost."""
        end = self.known_round.end
        if end is None:
            return _estimate(self._win_chance_now()), 0.0
        if self.known_round.ended_by_leaving and self.seat not in end.winners:
            chance = self._win_chance_now()
            return _estimate(chance), chance or LOST
        return Appraisal(DRAWN if not end.winners else WON if self.seat in end.winners else LOST, True), 0.0

    def _win_chance_now(self) -> float | None:
        """Its chance to win as the round stands."""
        own, other = self.own.rows, [row for row in self.other.rows if row.marks]
        if own and self._solved(own[-1], self.own):
            opponent = self._see_opponent(own, other)
            return None if opponent is None else 1 - float(losing_chances(opponent, self.last)[len(own)])
        standing = self._find_standing(own, other)
        if standing is None:
            return None
        if len(own) == self.last:
            opponent = self._see_opponent(own, other)
            return None if opponent is None else 1 - float(losing_chances(opponent, self.last)[-1])
        try:
            return standing.chance(self._find_best(standing))
        except RuleError:
            return None

    # The value of a row

    def value_row(self, index: int) -> ValuedDecision | None:
        """Value one row by itself."""
        row = self.own.rows[index]
        standing = self._find_standing(self.own.rows[:index], self._open_rows_of_other(index))
        if standing is None:
            return None
        game = standing.position.game
        try:
            comparison = self._compare(standing, game.guess_number(row.guess))
        except RuleError:  # no guess distinguishes some of the codes
            return None
        played = standing.chance(comparison.played)
        before = max(played, standing.chance(comparison.best))
        return ValuedDecision(before, played, row.guess if played == before else game.guess(comparison.best.guess))

    def _compare(self, standing: _Standing, guess: int) -> Compared:
        (game, rows, codes), costs = standing.position, standing.costs
        book = book_of(game)
        if not rows and book is not None and len(codes) * len(game.guesses) > BOOK_OPENING_PAIRS:
            return compare_opening(game, costs, guess, book)
        return compare_guess(game, codes, costs, guess, standing.position.placed, self.seconds / SEARCH_DIVISOR)

    def _find_best(self, standing: _Standing) -> Choice:
        (game, rows, codes), costs = standing.position, standing.costs
        book = book_of(game)
        if not rows and book is not None and len(codes) * len(game.guesses) > BOOK_OPENING_PAIRS:
            return compare_opening(game, costs, int(book.strategy.guess[0]), book).best
        return choose_guess(game, codes, costs, standing.position.placed, self.seconds / SEARCH_DIVISOR)

    # The position before a row

    def _open_rows_of_other(self, index: int) -> list[Row]:
        """The other's rows that were open, with their marks, when this row was placed."""
        if self.edition.guesses.turns is Turns.TOGETHER:
            return list(self.other.rows[:index])
        arrival = self.own.rows[index].arrival
        return [row for row in self.other.rows if row.arrival < arrival and row.marks]

    def _find_standing(self, own: Sequence[Row], other: Sequence[Row]) -> _Standing | None:
        """Its position after these rows; None where that takes too much work, or where marks contradict each other."""
        position, opponent = position_after(self.edition, self.own.breakers[0], own), self._see_opponent(own, other)
        if position is None or opponent is None:
            return None
        pairs = len(position.codes) * len(position.game.guesses)
        if other and opponent.position is not None:
            pairs = max(pairs, len(opponent.position.codes) * len(opponent.position.game.guesses))
        if pairs > max(ALWAYS_VALUED_PAIRS, PAIRS_PER_SECOND * self.seconds):
            return None
        try:
            return _Standing(position, duel_costs(opponent, len(position.rows), self.last))
        except RuleError:
            return None

    def _see_opponent(self, own: Sequence[Row], rows: Sequence[Row]) -> Opponent | None:
        """The other side, as this seat sees it; None if its marks contradict each other."""
        position = position_after(self.edition, self.other.breakers[0], rows)
        if position is None:
            return None
        broken = bool(rows) and self._solved(rows[-1], self.other)
        tie = opponents_tie_share(self.edition, (self.own.breakers[0], own), (self.other.breakers[0], rows))
        return Opponent(position, len(rows), broken, self.known_round.codes[self.seat - 1], tie)

    def _solved(self, row: Row, board: Board) -> bool:
        holes = self.edition.secret_space(board.breakers[0]).holes
        return bool(row.marks) and row.marks[0].mark == self.edition.marking.solved(holes)


def _estimate(chance: float | None) -> Appraisal | None:
    return None if chance is None else Appraisal(chance, False)
