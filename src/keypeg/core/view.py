"""The view of a table: what one seat, or a spectator, may know. Bots see this and nothing else.

No type here has a field for another seat's secret. `keypeg.core.observe` fills them.
"""

from enum import StrEnum
from typing import Final, Literal, NamedTuple, final

from keypeg.core.actions import Action
from keypeg.core.codes import Code, CodeSpace
from keypeg.core.edition import Edition
from keypeg.core.immutable import Immutable
from keypeg.core.marks import Mark
from keypeg.core.scoring import ScoreLine

RoundReason = Literal[
    "broken",
    "unbroken",
    "both-broken",
    "neither-broken",
    "answered",
    "nobody-answered",
    "resigned",
    "timed-out",
    "wrong-mark",
]
"""Why a round ended."""

MatchReason = Literal["highest-total", "lowest-total", "majority", "draw", "nobody", "practice"]
"""Why a match ended as it did."""

LeaveReason = Literal["resigned", "timed-out"]
"""Why a player left a round."""


@final
class GivenMark(Immutable):
    """A mark, and the seat that gave it."""

    __match_args__ = ("by", "mark")
    __slots__ = __match_args__

    def __init__(self, by: int, mark: Mark) -> None:
        self.by: Final = by
        """The maker's seat."""
        self.mark: Final = mark


@final
class Row(Immutable):
    """A guess on a board, with its marks so far."""

    __match_args__ = ("seat", "guess", "marks", "arrival")
    __slots__ = __match_args__

    def __init__(self, seat: int, guess: Code, marks: tuple[GivenMark, ...], arrival: int) -> None:
        self.seat: Final = seat
        """The seat that guessed it."""
        self.guess: Final = guess
        self.marks: Final = marks
        """The marks in the order in which they were given; one, unless parts are marked."""
        self.arrival: Final = arrival
        """Its number among all guesses of the round, in the order in which they were placed."""

    def with_marks(self, marks: tuple[GivenMark, ...]) -> "Row":
        """The row with these marks."""
        return Row(self.seat, self.guess, marks, self.arrival)


@final
class RowRef(Immutable):
    """A reference to one row of the round."""

    __match_args__ = ("board", "row")
    __slots__ = __match_args__

    def __init__(self, board: int, row: int) -> None:
        self.board: Final = board
        self.row: Final = row


class WrongRow(NamedTuple):
    """A mark that the revealed secret shows to be wrong."""

    board: int
    """The number of the board."""
    row: int
    by: int
    """The seat that gave the mark."""
    given: Mark
    right: Mark


class Outcome(NamedTuple):
    """How a round or a match ended: the reason, and the winners."""

    reason: RoundReason | MatchReason
    winners: tuple[int, ...]
    """The winners: several if they share the win, none if nobody won."""


@final
class FinishedBoard(Immutable):
    """A board as it stood at the end of a round."""

    __match_args__ = ("breakers", "makers", "rows", "broken")
    __slots__ = __match_args__

    def __init__(self, breakers: tuple[int, ...], makers: tuple[int, ...], rows: tuple[Row, ...], broken: bool) -> None:
        self.breakers: Final = breakers
        self.makers: Final = makers
        self.rows: Final = rows
        self.broken: Final = broken


class FinishedRound(NamedTuple):
    """A round that is over, with everything about it revealed."""

    number: int
    attempt: int
    """1, and one more for each time the round has been replayed."""
    maker: int | None
    """The one maker, in editions that have one."""
    codes: tuple[Code | None, ...]
    """Every seat's secret; None for a seat that had none or set none."""
    boards: tuple[FinishedBoard, ...]
    answers: tuple[tuple[int, Code], ...]
    """The answers given after calls, in order."""
    outcome: Outcome
    lines: tuple[ScoreLine, ...]
    """The score of the round, line by line."""
    wrong: tuple[WrongRow, ...]
    """The wrong marks that the audit found."""
    replayed: bool
    """Whether the round is played again."""

    def guesses_to_find(self, seat: int) -> int | None:
        """In how many guesses this seat has found the code, by a row or by an answer; None if it has not."""
        guesses = sum(row.seat == seat for board in self.boards for row in board.rows)
        has_broken = any(board.broken and board.rows[-1].seat == seat for board in self.boards)
        has_answered = seat in self.outcome.winners and any(answerer == seat for answerer, _ in self.answers)
        return guesses if has_broken or has_answered else None


class Phase(StrEnum):
    """What a table is waiting for."""

    CODES = "codes"
    """Codes to be set or dealt."""
    GUESSES = "guesses"
    """Guesses, and marks for rows that are marked by hand."""
    ANSWER = "answer"
    """The answer of the seat that has called."""
    LAST_CALLS = "last-calls"
    """A call or a pass from each seat still in: the rows are used up."""
    REVEAL = "reveal"
    """The breaker's decision: a mark was wrong, and the round is replayed or stands."""
    OVER = "over"
    """Nothing: the match is over."""


@final
class Allowed(Immutable):
    """One kind of action that a seat may do now, with its allowed arguments."""

    __match_args__ = ("action", "space", "row", "board", "marks", "rows", "seats")
    __slots__ = (*__match_args__, "_hash")

    def __init__(
        self,
        action: type[Action],
        space: CodeSpace | None = None,
        row: int | None = None,
        board: int | None = None,
        marks: tuple[Mark, ...] = (),
        rows: tuple[RowRef, ...] = (),
        seats: tuple[int, ...] = (),
    ) -> None:
        self.action: Final = action
        self.space: Final = space
        """For a code, guess or answer: the codes that are allowed. For a call: the answers that may follow it."""
        self.row: Final = row
        """For a mark: the row that is waiting for it."""
        self.board: Final = board
        """For a mark: the board of that row. For a guess: the board it goes to."""
        self.marks: Final = marks
        """For a mark: the marks that can be given."""
        self.rows: Final = rows
        """For a claim: the rows whose marks can be claimed."""
        self.seats: Final = seats
        """For a time-out: the seats that had to act."""
        # What is sent of it is cached by it.
        self._hash: Final = hash((action, space, row, board, marks, rows, seats))

    def __hash__(self) -> int:
        return self._hash


@final
class BoardView(Immutable):
    """A board as the viewer sees it."""

    __match_args__ = ("breakers", "makers", "holes", "rows", "placed", "broken")
    __slots__ = __match_args__

    def __init__(
        self,
        breakers: tuple[int, ...],
        makers: tuple[int, ...],
        holes: int,
        rows: tuple[Row, ...],
        placed: tuple[int, ...],
        broken: bool,
    ) -> None:
        self.breakers: Final = breakers
        """The seats that guess here, in order; the first gives the board its number."""
        self.makers: Final = makers
        """The seats that mark here."""
        self.holes: Final = holes
        """How many holes the secret of this board has."""
        self.rows: Final = rows
        """The open rows; the last may still be waiting for marks."""
        self.placed: Final = placed
        """The seats that have placed a guess here that is still hidden."""
        self.broken: Final = broken
        """Whether the last row was marked as the code."""

    @property
    def number(self) -> int:
        """The number of the board."""
        return self.breakers[0]


@final
class View(Immutable):
    """Everything that a seat, or a spectator, may know."""

    __match_args__ = (
        "edition",
        "seat",
        "round",
        "attempt",
        "phase",
        "maker",
        "first",
        "boards",
        "code",
        "hidden_guess",
        "ready",
        "out",
        "left",
        "passed",
        "claims",
        "caller",
        "answers",
        "revealed",
        "waiting",
        "legal",
        "contradicted",
        "lines",
        "scores",
        "finished",
        "outcome",
    )
    __slots__ = __match_args__

    def __init__(
        self,
        edition: Edition,
        seat: int | None,
        round: int,
        attempt: int,
        phase: Phase,
        maker: int | None,
        first: int,
        boards: tuple[BoardView, ...],
        code: Code | None,
        hidden_guess: Code | None,
        ready: tuple[int, ...],
        out: tuple[int, ...],
        left: tuple[int, ...],
        passed: tuple[int, ...],
        claims: tuple[tuple[int, RowRef], ...],
        caller: int | None,
        answers: tuple[tuple[int, Code], ...],
        revealed: FinishedRound | None,
        waiting: tuple[int, ...],
        legal: tuple[Allowed, ...],
        contradicted: bool,
        lines: tuple[ScoreLine, ...],
        scores: tuple[int, ...],
        finished: tuple[FinishedRound, ...],
        outcome: Outcome | None,
    ) -> None:
        self.edition: Final = edition
        self.seat: Final = seat
        """The viewer's seat; None for a spectator."""
        self.round: Final = round
        """The number of the round being played, from 1."""
        self.attempt: Final = attempt
        """1, and one more for each time the round has been replayed."""
        self.phase: Final = phase
        self.maker: Final = maker
        """The one maker of the round, in editions that have one."""
        self.first: Final = first
        """The seat that guesses first in the round."""
        self.boards: Final = boards
        self.code: Final = code
        """The viewer's own secret: the code they set or the parts they hold."""
        self.hidden_guess: Final = hidden_guess
        """The viewer's own guess that is still hidden from the others."""
        self.ready: Final = ready
        """The seats whose secret is set."""
        self.out: Final = out
        """The seats that are out of the round; they may still have to mark."""
        self.left: Final = left
        """Those of them that have left it: the referee marks for them."""
        self.passed: Final = passed
        """The seats that have declined to call."""
        self.claims: Final = claims
        """The claims of this round that were wrong: the seat, and the row it claimed."""
        self.caller: Final = caller
        """The seat that has called and must answer."""
        self.answers: Final = answers
        """The answers of this round, which all have seen; wrong ones, unless the match is over."""
        self.revealed: Final = revealed
        """The round as it stands, while its breaker decides whether a wrong mark voids it."""
        self.waiting: Final = waiting
        """The seats, or the table, whose next action play is waiting for."""
        self.legal: Final = legal
        """What the viewer may do now."""
        self.contradicted: Final = contradicted
        """Whether no code fits the marks that the viewer can see: some mark is wrong."""
        self.lines: Final = lines
        """The score lines of the running round, where rows earn points as soon as they are marked."""
        self.scores: Final = scores
        """Every seat's points so far, those of the running round included."""
        self.finished: Final = finished
        """The rounds that are over, replayed ones too."""
        self.outcome: Final = outcome
        """How the match ended; None while it is being played."""

    def allowed(self, kind: type[Action]) -> Allowed | None:
        """What the viewer may do now with this kind of action; None if it is not allowed."""
        return next((allowed for allowed in self.legal if allowed.action is kind), None)

    def board(self, number: int | None) -> BoardView:
        """The board with this number."""
        return next(board for board in self.boards if board.number == number)

    @property
    def own_board(self) -> BoardView | None:
        """The board that the viewer guesses on, if there is one."""
        return next((board for board in self.boards if self.seat in board.breakers), None)
