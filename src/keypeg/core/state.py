"""The complete state of a table, secrets included. Only the rules look at it.

A state never changes: the rules build the next one. It follows from the actions done so far, so it can be discarded and
rebuilt from a record. `keypeg.core.observe` builds what each seat may know of it.
"""

from typing import Any, NamedTuple, TypeVar

from keypeg.core.codes import Code, CodeSpace
from keypeg.core.edition import Edition, Makers
from keypeg.core.view import FinishedRound, Outcome, RoundReason, Row, RowRef


class Board(NamedTuple):
    """A board: its rows, the seats that guess them and the seats that mark them."""

    breakers: tuple[int, ...]
    """The seats that guess here, in order."""
    makers: tuple[int, ...]
    """The seats that mark here, in order."""
    holes: int
    """How many holes the secret of this board has."""
    space: CodeSpace
    """The codes that may be guessed here, whatever parts the breaker holds."""
    rows: tuple[Row, ...] = ()
    """The rows placed; the last is waiting for marks while `waits` is true."""
    broken: bool = False
    """Whether the last row was marked as the code."""

    @property
    def number(self) -> int:
        """The number of the board: the number of the seat that guesses here first."""
        return self.breakers[0]

    @property
    def waits(self) -> bool:
        """Whether the last row is still waiting for marks."""
        return bool(self.rows) and len(self.rows[-1].marks) < len(self.makers)


class RoundEnd(NamedTuple):
    """Why a round is over, before the audit of its marks."""

    reason: RoundReason
    winners: tuple[int, ...]
    left: int | None = None
    """The seat that ended it by leaving, if one did."""


class Round(NamedTuple):
    """The state of a round, in which one secret is to be broken, or one of each seat."""

    number: int
    attempt: int
    """1, and one more for each time the round has been replayed."""
    maker: int | None
    """The one maker, in editions that have one."""
    order: tuple[int, ...]
    """The breakers in the order of their turns."""
    turn: int
    """The breaker whose turn it is to guess, or to call or pass after the last row; unused where there are no turns."""
    codes: tuple[Code | None, ...]
    """Every seat's secret; None until it is set, or if the seat has none."""
    boards: tuple[Board, ...]
    arrivals: int = 0
    """How many guesses have been placed."""
    out: tuple[int, ...] = ()
    """Seats out of the round, by a wrong answer or by leaving it."""
    left: tuple[int, ...] = ()
    """Those of them that have left the round: the referee marks in their place."""
    claims: tuple[tuple[int, RowRef], ...] = ()
    """Claims that were wrong: the seat, and the row it claimed."""
    caller: int | None = None
    """The seat that has called and must answer."""
    passed: tuple[int, ...] = ()
    """Seats that have declined to call."""
    answers: tuple[tuple[int, Code], ...] = ()
    """The answers given, in order."""
    ended: RoundEnd | None = None
    """How the round ended, while its breaker decides whether a wrong mark voids it."""


class State(NamedTuple):
    """A table at one moment."""

    edition: Edition
    round: Round
    """The round being played, or the last one when the match is over."""
    scores: tuple[int, ...]
    finished: tuple[FinishedRound, ...] = ()
    outcome: Outcome | None = None


Values = TypeVar("Values", bound=tuple[Any, ...])
"""A named tuple."""


def replace_fields(values: Values, **changes: Any) -> Values:
    """A copy with these fields replaced, like `_replace` in a third of the time; every action does this."""
    names: tuple[str, ...] = values._fields  # type: ignore[attr-defined]
    fields = list(values)
    for name, value in changes.items():
        fields[names.index(name)] = value
    return tuple.__new__(type(values), fields)


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
