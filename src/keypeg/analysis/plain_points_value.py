"""Expected points by the plain solver, where several breakers share a board and every row earns points.

As in `keypeg.analysis.points_value`, everyone is taken to play greedily: the guess with the most expected points at
once, of some candidates and of the guesses that earn most at the beginning. Where the candidates are too many to list,
rows have no value in points.
"""

from collections.abc import Mapping, Sequence
from heapq import nlargest

from keypeg.analysis.plain_board_analysis import candidates_of
from keypeg.analysis.plain_row_value import all_guesses, seconds_for_row
from keypeg.analysis.round_value import KnownRound, SeatValues, ValuedDecision
from keypeg.analysis.shared_board import ComparedPoints, SharedBoard
from keypeg.core.codes import Code
from keypeg.core.scoring import Scoring
from keypeg.players.row_points import BreakerTurns, points_of_mark
from keypeg.solver.plain.advice import find_guess
from keypeg.solver.plain.candidates import all_bits
from keypeg.solver.plain.one_step import pegs_of
from keypeg.solver.plain.position import Candidates, PlainPosition

MAX_CODES = 6_000
"""With more candidates than this, rows have no value in points."""

MAX_TRIED_GUESSES = 16
"""How many of the candidates are compared for each greedy guess: all, or some at even distances."""

MAX_EARNING_GUESSES = 24
"""How many of the guesses that earn most are compared as well."""

MAX_COUNTED_CODES, MAX_COUNTED_GUESSES = 100, 10_000
"""By how many candidates those are found, and in how large a space of guesses; in a larger one, only candidates are
tried."""


def value_shared_board(known_round: KnownRound, seconds: float) -> tuple[SeatValues, ...]:
    """Value every breaker's rows, in the order of their turns."""
    return _PlainSharedBoard(known_round, seconds).value_seats()


def value_shared_row(known_round: KnownRound, seat: int, index: int, seconds: float) -> ValuedDecision | None:
    """Value one row by itself; None where the candidates are too many, or where marks contradict each other."""
    return _PlainSharedBoard(known_round, seconds).value_row(index)


class _PlainSharedBoard(SharedBoard):
    """The shared board, valued by the plain solver."""

    def __init__(self, known_round: KnownRound, seconds: float) -> None:
        super().__init__(known_round, seconds)
        self.start = PlainPosition.start(self.edition, self.board.breakers[0])
        self.points = _GreedyPoints(self.start, self.edition.scoring)

    def compare(self, index: int, turns: BreakerTurns) -> ComparedPoints | None:
        """Compare the row of this index with the best one; None where the candidates are too many."""
        listed = self._list(index)
        if listed is None:
            return None
        position, candidates = listed
        encode = self.points.pegs.encode
        codes = tuple(self.points.pegs.encode_all(candidates.codes))
        advice = find_guess(position, seconds_for_row(self.seconds, len(self.rows)), candidates)
        guesses = {encode(each.guess): each.guess for each in (all_guesses(advice) if advice else ())}
        named = self.points.find_earning(position, codes) | dict(zip(codes, candidates.codes, strict=True))
        greedy = self.points.greedy_guess(codes)
        guesses[greedy] = named[greedy]
        valued = {bits: self.points.after_guess(codes, bits, turns.rows_left, 0, turns.breakers) for bits in guesses}
        best = max(valued, key=lambda bits: valued[bits])
        own = encode(position.normalize(self.rows[index].guess))
        played = valued.get(own)
        if played is None:
            played = self.points.after_guess(codes, own, turns.rows_left, 0, turns.breakers)
        # Only some guesses are tried for everyone's later rows.
        return ComparedPoints(played / len(codes), valued[best] / len(codes), guesses[best], is_rough=True)

    def points_to_come(self, rows: int, turns: BreakerTurns, until_own: int) -> float | None:
        """The points that a seat can expect after so many rows; None where the candidates are too many."""
        listed = self._list(rows)
        if listed is None:
            return None
        codes = tuple(self.points.pegs.encode_all(listed[1].codes))
        self.points.find_earning(listed[0], codes)
        return self.points.to_come(codes, turns.rows_left, until_own, turns.breakers) / len(codes)

    def _list(self, rows: int) -> tuple[PlainPosition, Candidates] | None:
        """The position after so many rows and its candidates; None where they are too many, or where there are none."""
        position = self.start.after(*((row.guess, row.marks[0].mark) for row in self.rows[:rows] if row.marks))
        candidates = candidates_of(position)
        if not candidates.complete or not 0 < len(candidates.codes) <= MAX_CODES:
            return None
        return position, candidates


class _GreedyPoints:
    """The points of one game, if everyone plays greedily. Sums over the codes; each code counts once."""

    def __init__(self, start: PlainPosition, scoring: Scoring) -> None:
        self.pegs = pegs_of(start)
        marks = start.marking.possible(start.secrets.holes)
        keys = [self.pegs.key_of(mark) for mark in marks]
        self.by_key: Mapping[int, int] = {
            key: points_of_mark(scoring, mark, key == self.pegs.solved_key)
            for key, mark in zip(keys, marks, strict=True)
        }
        self._earning: tuple[int, ...] = ()
        self._guesses: dict[tuple[int, ...], int] = {}
        self._known: dict[tuple[tuple[int, ...], int, int, int], float] = {}

    def find_earning(self, position: PlainPosition, codes: tuple[int, ...]) -> dict[int, Code]:
        """Find the guesses that earn most at once in this position, and try them from now on."""
        if position.guesses.size > MAX_COUNTED_GUESSES:
            return {}
        guesses, _, _ = all_bits(position.guesses, position.marking)
        bits = self.pegs.encode_all(guesses)
        some = codes[:: -(-len(codes) // MAX_COUNTED_CODES)]
        points = [self._at_once(guess, some) for guess in bits]
        most = nlargest(MAX_EARNING_GUESSES, range(len(bits)), key=lambda index: points[index])
        self._earning = tuple(bits[index] for index in most)
        self._guesses.clear()
        self._known.clear()
        return {bits[index]: guesses[index] for index in most}

    def greedy_guess(self, codes: tuple[int, ...]) -> int:
        """The guess with the most points at once, of those that are tried."""
        if codes not in self._guesses:
            tried = (*codes[:: -(-len(codes) // MAX_TRIED_GUESSES)], *self._earning)
            self._guesses[codes] = max(tried, key=lambda guess: self._at_once(guess, codes))
        return self._guesses[codes]

    def _at_once(self, guess: int, codes: Sequence[int]) -> int:
        return sum(map(self.by_key.__getitem__, self.pegs.keys(guess, codes)))

    def after_guess(self, codes: tuple[int, ...], guess: int, rows_left: int, until_own: int, breakers: int) -> float:
        """The points that a player earns from this row on, if it is their own row or so many turns before it."""
        cells: dict[int, list[int]] = {}
        for key, code in zip(self.pegs.keys(guess, codes), codes, strict=True):
            cells.setdefault(key, []).append(code)
        earned = 0.0
        for key, cell in cells.items():
            if until_own == 0:
                earned += self.by_key[key] * len(cell)
            if key != self.pegs.solved_key and rows_left > 1:
                earned += self.to_come(tuple(cell), rows_left - 1, (until_own or breakers) - 1, breakers)
        return earned

    def to_come(self, codes: tuple[int, ...], rows_left: int, until_own: int, breakers: int) -> float:
        """The points that a player still earns, with so many turns of the others before their own."""
        if until_own >= rows_left:
            return 0.0
        key = codes, rows_left, until_own, breakers
        if key not in self._known:
            self._known[key] = self.after_guess(codes, self.greedy_guess(codes), rows_left, until_own, breakers)
        return self._known[key]
