"""The complete state of a table, secrets included. Only the rules look at it.

A state never changes: the rules build the next one. It follows from the actions done so far, so it can be discarded and
rebuilt from a record. `keypeg.core.observe` builds what each seat may know of it.
"""

from typing import Final, NamedTuple, final

from keypeg.core.codes import Code, CodeSpace
from keypeg.core.edition import Edition, Makers
from keypeg.core.immutable import Immutable
from keypeg.core.view import FinishedRound, Outcome, RoundReason, Row, RowRef


@final
class Board(Immutable):
    """A board: its rows, the seats that guess them and the seats that mark them."""

    __match_args__ = ("breakers", "makers", "holes", "space", "rows", "broken")
    __slots__ = (*__match_args__, "number", "waits")

    def __init__(
        self,
        breakers: tuple[int, ...],
        makers: tuple[int, ...],
        holes: int,
        space: CodeSpace,
        rows: tuple[Row, ...] = (),
        broken: bool = False,
    ) -> None:
        self.breakers: Final = breakers
        """The seats that guess here, in order."""
        self.makers: Final = makers
        """The seats that mark here, in order."""
        self.holes: Final = holes
        """How many holes the secret of this board has."""
        self.space: Final = space
        """The codes that may be guessed here, whatever parts the breaker holds."""
        self.rows: Final = rows
        """The rows placed; the last is waiting for marks while `waits` is true."""
        self.broken: Final = broken
        """Whether the last row was marked as the code."""
        self.number: Final = breakers[0]
        """The number of the board: the number of the seat that guesses here first."""
        self.waits: Final = bool(rows) and len(rows[-1].marks) < len(makers)
        """Whether the last row is still waiting for marks."""

    def with_row(self, row: Row) -> "Board":
        """The board with one more row."""
        return Board(self.breakers, self.makers, self.holes, self.space, (*self.rows, row), self.broken)

    def with_last_row(self, row: Row, broken: bool) -> "Board":
        """The board with this row in place of the last, which may have broken the code."""
        return Board(self.breakers, self.makers, self.holes, self.space, (*self.rows[:-1], row), broken)


class RoundEnd(NamedTuple):
    """Why a round is over, before the audit of its marks."""

    reason: RoundReason
    winners: tuple[int, ...]
    left: int | None = None
    """The seat that ended it by leaving, if one did."""


@final
class Round(Immutable):
    """The state of a round, in which one secret is to be broken, or one of each seat."""

    __match_args__ = (
        "number",
        "attempt",
        "maker",
        "order",
        "turn",
        "codes",
        "boards",
        "arrivals",
        "out",
        "left",
        "claims",
        "caller",
        "passed",
        "answers",
        "ended",
    )
    __slots__ = __match_args__

    def __init__(
        self,
        number: int,
        attempt: int,
        maker: int | None,
        order: tuple[int, ...],
        turn: int,
        codes: tuple[Code | None, ...],
        boards: tuple[Board, ...],
        arrivals: int = 0,
        out: tuple[int, ...] = (),
        left: tuple[int, ...] = (),
        claims: tuple[tuple[int, RowRef], ...] = (),
        caller: int | None = None,
        passed: tuple[int, ...] = (),
        answers: tuple[tuple[int, Code], ...] = (),
        ended: RoundEnd | None = None,
    ) -> None:
        self.number: Final = number
        self.attempt: Final = attempt
        """1, and one more for each time the round has been replayed."""
        self.maker: Final = maker
        """The one maker, in editions that have one."""
        self.order: Final = order
        """The breakers in the order of their turns."""
        self.turn: Final = turn
        """The breaker whose turn it is to guess, or to call or pass after the last row; unused without turns."""
        self.codes: Final = codes
        """Every seat's secret; None until it is set, or if the seat has none."""
        self.boards: Final = boards
        self.arrivals: Final = arrivals
        """How many guesses have been placed."""
        self.out: Final = out
        """Seats out of the round, by a wrong answer or by leaving it."""
        self.left: Final = left
        """Those of them that have left the round: the referee marks in their place."""
        self.claims: Final = claims
        """Claims that were wrong: the seat, and the row it claimed."""
        self.caller: Final = caller
        """The seat that has called and must answer."""
        self.passed: Final = passed
        """Seats that have declined to call."""
        self.answers: Final = answers
        """The answers given, in order."""
        self.ended: Final = ended
        """How the round ended, while its breaker decides whether a wrong mark voids it."""

    def with_codes(self, codes: tuple[Code | None, ...]) -> "Round":
        """The round with these secrets."""
        return self._with(codes, self.boards, self.turn, self.arrivals)

    def with_turn(self, turn: int) -> "Round":
        """The round at the turn of this breaker."""
        return self._with(self.codes, self.boards, turn, self.arrivals)

    def with_guess(self, index: int, row: Row) -> "Round":
        """The round with one more row on the board with this index."""
        return self._with(
            self.codes, self._boards_with(index, self.boards[index].with_row(row)), self.turn, row.arrival
        )

    def with_board(self, index: int, board: Board, turn: int) -> "Round":
        """The round with this board in place of the one with this index, at the turn of this breaker."""
        return self._with(self.codes, self._boards_with(index, board), turn, self.arrivals)

    def _boards_with(self, index: int, board: Board) -> tuple[Board, ...]:
        return (*self.boards[:index], board, *self.boards[index + 1 :])

    def _with(self, codes: tuple[Code | None, ...], boards: tuple[Board, ...], turn: int, arrivals: int) -> "Round":
        """The round after one of the actions that are done again and again."""
        return Round(
            self.number,
            self.attempt,
            self.maker,
            self.order,
            turn,
            codes,
            boards,
            arrivals,
            self.out,
            self.left,
            self.claims,
            self.caller,
            self.passed,
            self.answers,
            self.ended,
        )


@final
class State(Immutable):
    """A table at one moment."""

    __match_args__ = ("edition", "round", "scores", "finished", "outcome")
    __slots__ = __match_args__

    def __init__(
        self,
        edition: Edition,
        round: Round,
        scores: tuple[int, ...],
        finished: tuple[FinishedRound, ...] = (),
        outcome: Outcome | None = None,
    ) -> None:
        self.edition: Final = edition
        self.round: Final = round
        """The round being played, or the last one when the match is over."""
        self.scores: Final = scores
        self.finished: Final = finished
        self.outcome: Final = outcome

    def with_round(self, state_round: Round) -> "State":
        """The state with this round in place of the one being played."""
        return State(self.edition, state_round, self.scores, self.finished, self.outcome)


def board_index(state_round: Round, breaker: int) -> int | None:
    """The index of the board that this seat guesses on, if it guesses."""
    for index, board in enumerate(state_round.boards):
        if breaker in board.breakers:
            return index
    return None


def new_match(edition: Edition) -> State:
    """The state of a match before its first action."""
    return State(edition, new_round(edition, 1, 1), (0,) * edition.seats)


def new_round(edition: Edition, number: int, attempt: int, out: tuple[int, ...] = ()) -> Round:
    """A round before its first action, with the roles that follow from its number; some seats may only mark."""
    first = (number - 1) % edition.seats + 1
    clockwise = tuple((first - 1 + step) % edition.seats + 1 for step in range(edition.seats))
    if edition.secrets.makers is Makers.ONE:
        maker, order = first, clockwise[1:]
        boards: tuple[Board, ...] = (_board(edition, order, (maker,)),)
    else:
        maker, order = None, clockwise
        boards = tuple(_board(edition, (seat,), _others(seat, clockwise)) for seat in range(1, edition.seats + 1))
    return Round(number, attempt, maker, order, order[0], (None,) * edition.seats, boards, out=out)


def _board(edition: Edition, breakers: tuple[int, ...], makers: tuple[int, ...]) -> Board:
    holes = edition.secret_space(breakers[0]).holes
    return Board(breakers, makers, holes, edition.guess_space(breakers[0]))


def _others(seat: int, clockwise: tuple[int, ...]) -> tuple[int, ...]:
    """All seats but this one, clockwise from it."""
    index = clockwise.index(seat)
    return clockwise[index + 1 :] + clockwise[:index]
