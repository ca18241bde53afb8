"""The view of a table: what one seat, or a spectator, may know. Bots see this and nothing else.

No type here has a field for another seat's secret. `keypeg.core.observe` fills them.
"""

from enum import Enum
from typing import Literal, NamedTuple

from keypeg.core.actions import Action
from keypeg.core.codes import Code, CodeSpace
from keypeg.core.edition import Edition
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


class GivenMark(NamedTuple):
    """A mark, and the seat that gave it."""

    by: int
    """The maker's seat."""
    mark: Mark


class Row(NamedTuple):
    """A guess on a board, with its marks so far."""

    seat: int
    """The seat that guessed it."""
    guess: Code
    marks: tuple[GivenMark, ...]
    """The marks in the order in which they were given; one, unless parts are marked."""
    arrival: int
    """Its number among all guesses of the round, in the order in which they were placed."""


class RowRef(NamedTuple):
    """A reference to one row of the round."""

    board: int
    row: int


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


class FinishedBoard(NamedTuple):
    """A board as it stood at the end of a round."""

    breakers: tuple[int, ...]
    makers: tuple[int, ...]
    rows: tuple[Row, ...]
    broken: bool


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


class Phase(Enum):
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


class Allowed(NamedTuple):
    """One kind of action that a seat may do now, with its allowed arguments."""

    action: type[Action]
    space: CodeSpace | None = None
    """For a code, guess or answer: the codes that are allowed. For a call: the answers that may follow it."""
    row: int | None = None
    """For a mark: the row that is waiting for it."""
    board: int | None = None
    """For a mark: the board of that row. For a guess: the board it goes to."""
    marks: tuple[Mark, ...] = ()
    """For a mark: the marks that can be given."""
    rows: tuple[RowRef, ...] = ()
    """For a claim: the rows whose marks can be claimed."""
    seats: tuple[int, ...] = ()
    """For a time-out: the seats that had to act."""


class BoardView(NamedTuple):
    """A board as the viewer sees it."""

    breakers: tuple[int, ...]
    """The seats that guess here, in order; the first gives the board its number."""
    makers: tuple[int, ...]
    """The seats that mark here."""
    holes: int
    """How many holes the secret of this board has."""
    rows: tuple[Row, ...]
    """The open rows; the last may still be waiting for marks."""
    placed: tuple[int, ...]
    """The seats that have placed a guess here that is still hidden."""
    broken: bool
    """Whether the last row was marked as the code."""

    @property
    def number(self) -> int:
        """The number of the board."""
        return self.breakers[0]


class View(NamedTuple):
    """Everything that a seat, or a spectator, may know."""

    edition: Edition
    seat: int | None
    """The viewer's seat; None for a spectator."""
    round: int
    """The number of the round being played, from 1."""
    attempt: int
    """1, and one more for each time the round has been replayed."""
    phase: Phase
    maker: int | None
    """The one maker of the round, in editions that have one."""
    first: int
    """The seat that guesses first in the round."""
    boards: tuple[BoardView, ...]
    code: Code | None
    """The viewer's own secret: the code they set or the parts they hold."""
    hidden_guess: Code | None
    """The viewer's own guess that is still hidden from the others."""
    ready: tuple[int, ...]
    """The seats whose secret is set."""
    out: tuple[int, ...]
    """The seats that are out of the round; they may still have to mark."""
    left: tuple[int, ...]
    """Those of them that have left it: the referee marks for them."""
    passed: tuple[int, ...]
    """The seats that have declined to call."""
    claims: tuple[tuple[int, RowRef], ...]
    """The claims of this round that were wrong: the seat, and the row it claimed."""
    caller: int | None
    """The seat that has called and must answer."""
    answers: tuple[tuple[int, Code], ...]
    """The answers of this round, which all have seen; wrong ones, unless the match is over."""
    revealed: FinishedRound | None
    """The round as it stands, while its breaker decides whether a wrong mark voids it."""
    waiting: tuple[int, ...]
    """The seats, or the table, whose next action play is waiting for."""
    legal: tuple[Allowed, ...]
    """What the viewer may do now."""
    contradicted: bool
    """Whether no code fits the marks that the viewer can see: some mark is wrong."""
    lines: tuple[ScoreLine, ...]
    """The score lines of the running round, where rows earn points as soon as they are marked."""
    scores: tuple[int, ...]
    """Every seat's points so far, those of the running round included."""
    finished: tuple[FinishedRound, ...]
    """The rounds that are over, replayed ones too."""
    outcome: Outcome | None
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
