"""The chance to win a duel, row by row, by the plain solver.

As in `keypeg.analysis.duel_value`, a seat sees its own rows and the open rows of the other. Both sides are taken to
continue with the plain solver's guesses. How likely each number of further guesses then is, on both boards, gives the
chance to be first. All of it is estimated.
"""

from collections.abc import Sequence
from functools import lru_cache

from keypeg.analysis.cost_and_luck import Appraisal, Currency
from keypeg.analysis.plain_board_analysis import candidates_of
from keypeg.analysis.plain_row_value import all_guesses, seconds_for_row
from keypeg.analysis.round_value import KnownRound, SeatValues, ValuedDecision, chain_rows
from keypeg.core.codes import Code
from keypeg.core.edition import Edition, Turns, Void
from keypeg.core.view import BoardView, FinishedBoard, Row
from keypeg.players.race_ties import chance_in_replay, chance_to_be_earlier
from keypeg.solver.plain.advice import PlainAdvice, find_guess
from keypeg.solver.plain.position import PlainPosition

WON, DRAWN, LOST = 1.0, 0.5, 0.0

EVEN_TIE = 0.5
"""The other side's share of a round that nobody is first in."""

Board = FinishedBoard | BoardView
Chances = tuple[float, ...]
"""The chance to finish with each row, from the first one on; the last entry is for never."""


def value_duel(known_round: KnownRound, seconds: float) -> tuple[SeatValues, ...]:
    """Value the rows of both seats, in the order of seats."""
    return tuple(_PlainDuellist(known_round, seat, seconds).value_rows() for seat in (1, 2))


def value_duel_row(known_round: KnownRound, seat: int, index: int, seconds: float) -> ValuedDecision | None:
    """Value one row of a seat by itself; None where marks contradict each other."""
    return _PlainDuellist(known_round, seat, seconds).value_row(index)


@lru_cache(maxsize=128)
def _advise(position: PlainPosition, guess: Code | None, seconds: float) -> PlainAdvice | None:
    # Without a book: what one side gains by following it would look like an advantage over the other.
    return find_guess(position, seconds, candidates_of(position), guess, with_book=False)


class _PlainDuellist:
    """One of the two seats."""

    def __init__(self, known_round: KnownRound, seat: int, seconds: float) -> None:
        self.known_round, self.seat = known_round, seat
        self.edition = known_round.edition
        self.own: Board = next(board for board in known_round.boards if seat in board.breakers)
        self.other: Board = next(board for board in known_round.boards if seat not in board.breakers)
        self.last = self.edition.guesses.rows
        self.seconds = seconds_for_row(seconds, len(self.own.rows) + len(self.other.rows))

    def value_rows(self) -> SeatValues:
        """Value its rows, up to how the round ended for it."""
        rows = self.own.rows
        valued = [self.value_row(index) for index in range(len(rows))]
        end, forfeit = self._end()
        chained = chain_rows(Currency.CHANCE, list(enumerate(rows, 1)), valued, end)
        over = self.known_round.end is not None
        return SeatValues(self.seat, self.own.breakers[0], Currency.CHANCE, chained, over, forfeit)

    def value_row(self, index: int) -> ValuedDecision | None:
        """Value one row by itself."""
        own, guess = self.own.rows[:index], self.own.rows[index].guess
        position = _position(self.edition, self.own, own)
        advice = _advise(position, position.normalize(guess), self.seconds)
        losing = self._losing_chances(own, self._open_rows_of_other(index))
        if advice is None or advice.compared is None or losing is None:
            return None
        played = _chance(advice.compared.value.chances, losing, index)
        best = max(all_guesses(advice), key=lambda each: _chance(each.value.chances, losing, index))
        before = max(played, _chance(best.value.chances, losing, index))
        is_rough = advice.compared.value.rough or best.value.rough
        return ValuedDecision(before, played, guess if before == played else best.guess, is_rough=is_rough)

    # The end of the round

    def _end(self) -> tuple[Appraisal | None, float]:
        """The value that the last row led to, and what leaving cost."""
        end = self.known_round.end
        if end is None:
            return self._now(), 0.0
        if self.known_round.ended_by_leaving and self.seat not in end.winners:
            now = self._now()
            return now, LOST if now is None else now.value
        return Appraisal(DRAWN if not end.winners else WON if self.seat in end.winners else LOST, True), 0.0

    def _now(self) -> Appraisal | None:
        """Its chance to win as the round stands."""
        own, other = self.own.rows, [row for row in self.other.rows if row.marks]
        losing = self._losing_chances(own, other)
        if losing is None:
            return None
        if own and self._is_solved(own[-1], self.own):
            return Appraisal(1 - losing[len(own) - 1], False)
        if len(own) == self.last:
            return Appraisal(1 - losing[-1], False)
        advice = _advise(_position(self.edition, self.own, own), None, self.seconds)
        if advice is None:
            return None
        return Appraisal(max(_chance(each.value.chances, losing, len(own)) for each in all_guesses(advice)), False)

    # The other side

    def _open_rows_of_other(self, index: int) -> list[Row]:
        """The other's rows that were open, with their marks, when this row was placed."""
        if self.edition.guesses.turns is Turns.TOGETHER:
            return list(self.other.rows[:index])
        arrival = self.own.rows[index].arrival
        return [row for row in self.other.rows if row.arrival < arrival and row.marks]

    def _losing_chances(self, own: Sequence[Row], other: Sequence[Row]) -> Chances | None:
        """For each row, the cost of finishing with it: the chance that the other side is first, and its share of ties.

        None if the other side's marks contradict each other.
        """
        finishing = self._finishing_chances(other)
        if finishing is None:
            return None
        tie = self._tie_share(own, other)
        sums = [sum(finishing[: row + 1]) for row in range(len(finishing))]
        return tuple(total - chance * (1 - tie) for total, chance in zip(sums, finishing, strict=True))

    def _finishing_chances(self, rows: Sequence[Row]) -> Chances | None:
        """The chance that the other side finishes with each row."""
        chances = [0.0] * (self.last + 1)
        if rows and self._is_solved(rows[-1], self.other):
            chances[len(rows) - 1] = 1.0
            return tuple(chances)
        advice = _advise(_position(self.edition, self.other, rows), None, self.seconds)
        if advice is None:
            return None
        for further, chance in enumerate(advice.best.value.chances):
            chances[min(len(rows) + further, self.last)] += chance
        return tuple(chances)

    def _tie_share(self, own: Sequence[Row], other: Sequence[Row]) -> float:
        """The other side's share of a round that both finish with the same row."""
        if self.edition.guesses.turns is Turns.RACE:
            return chance_to_be_earlier(own, other)
        spaces = [self.edition.secret_space(board.breakers[0]) for board in (self.own, self.other)]
        if self.edition.match.void is not Void.REPLAY or spaces[0] == spaces[1]:
            return EVEN_TIE
        starts = [_advise(_position(self.edition, board, ()), None, self.seconds) for board in (self.own, self.other)]
        needed = [(0.0, *start.best.value.chances) for start in starts if start is not None]
        return chance_in_replay(*needed) if len(needed) == len(starts) else EVEN_TIE

    def _is_solved(self, row: Row, board: Board) -> bool:
        holes = self.edition.secret_space(board.breakers[0]).holes
        return bool(row.marks) and row.marks[0].mark == self.edition.marking.solved(holes)


def _position(edition: Edition, board: Board, rows: Sequence[Row]) -> PlainPosition:
    clues = [(row.guess, row.marks[0].mark) for row in rows if row.marks]
    return PlainPosition.start(edition, board.breakers[0]).after(*clues)


def _chance(needed: Chances, losing: Chances, placed: int) -> float:
    """The chance to win with these chances of each number of further guesses, after so many rows."""
    lost = sum(chance * losing[min(placed + further, len(losing) - 1)] for further, chance in enumerate(needed))
    return min(WON, max(LOST, 1 - lost))
