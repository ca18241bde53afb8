"""What one seat, or a spectator, may know of a table. Computer players see this and nothing else.

These types hold no secret of another seat: there is no field for one. `keypeg.core.observe` fills them.
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

MatchReason = Literal["highest-total", "lowest-total", "majority", "draw", "nobody"]
"""Why a match ended as it did."""

LeaveReason = Literal["resigned", "timed-out"]
"""Why a player left a round."""


class GivenMark(NamedTuple):
    """A mark, and who gave it."""

    by: int
    """The maker's seat."""
    mark: Mark


class Row(NamedTuple):
    """A guess on a board, with the marks it has been given so far."""

    seat: int
    """Who guessed it."""
    guess: Code
    marks: tuple[GivenMark, ...]
    """In the order in which they were given; one, unless parts are marked."""
    arrival: int
    """Its number among all the guesses of the round, in the order in which they were placed."""


class RowRef(NamedTuple):
    """One row of the round."""

    board: int
    row: int


class WrongRow(NamedTuple):
    """A mark that the secret has shown to be wrong."""

    board: int
    """The number of the board."""
    row: int
    by: int
    """Who gave the mark."""
    given: Mark
    right: Mark


class Outcome(NamedTuple):
    """Why a round or a match ended, apart from who won it."""

    reason: RoundReason | MatchReason
    winners: tuple[int, ...]
    """Who won; several where they share it; nobody where none did."""


class FinishedBoard(NamedTuple):
    """A board as it stood at the end of a round."""

    breakers: tuple[int, ...]
    makers: tuple[int, ...]
    rows: tuple[Row, ...]
    broken: bool


class FinishedRound(NamedTuple):
    """A round that is over: everything about it is open."""

    number: int
    attempt: int
    """1, and one more for each time the round has been replayed."""
    maker: int | None
    """The one maker, in editions that have one."""
    codes: tuple[Code | None, ...]
    """Every seat's secret, revealed; None for a seat that had none or set none."""
    boards: tuple[FinishedBoard, ...]
    answers: tuple[tuple[int, Code], ...]
    """The answers given after calls, in order."""
    outcome: Outcome
    lines: tuple[ScoreLine, ...]
    """What the round scored, and why."""
    wrong: tuple[WrongRow, ...]
    """The wrong marks that the audit found."""
    replayed: bool
    """Whether the round is played again."""


class Phase(Enum):
    """What a table is waiting for."""

    CODES = "codes"
    """Codes to be set or dealt."""
    GUESSES = "guesses"
    """Guesses, and marks by hand for the rows that wait for them."""
    ANSWER = "answer"
    """The answer of the seat that has called."""
    LAST_CALLS = "last-calls"
    """The rows are used up: a call or a pass from each seat still in."""
    OVER = "over"
    """Nothing more: the match is over."""


class Allowed(NamedTuple):
    """One kind of action that a seat may do now, with what it may say."""

    action: type[Action]
    space: CodeSpace | None = None
    """For a code, guess or answer: the codes that are allowed."""
    row: int | None = None
    """For a mark: the row that waits for it."""
    board: int | None = None
    """For a mark: whose board the row is on. For a guess: whose board it goes to."""
    marks: tuple[Mark, ...] = ()
    """For a mark: the marks that can be given."""
    rows: tuple[RowRef, ...] = ()
    """For a claim: the rows whose marks can be claimed."""
    seats: tuple[int, ...] = ()
    """For a time-out: the seats that had to act."""


class BoardView(NamedTuple):
    """A board as it can be seen."""

    breakers: tuple[int, ...]
    """Who guesses here, in order; the first gives the board its number."""
    makers: tuple[int, ...]
    """Who marks here."""
    holes: int
    """How many holes there are to find here."""
    rows: tuple[Row, ...]
    """The rows that lie open; the last may still wait for marks."""
    placed: tuple[int, ...]
    """Seats that have placed a guess here which does not lie open yet."""
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
    """Whose view it is; None for a spectator."""
    number: int
    """The round being played, from 1."""
    attempt: int
    """1, and one more for each time the round has been replayed."""
    phase: Phase
    maker: int | None
    """The one maker of the round, in editions that have one."""
    first: int
    """The seat that guesses first in the round."""
    boards: tuple[BoardView, ...]
    code: Code | None
    """The viewer's own secret: the code he set or the parts he holds."""
    hidden_guess: Code | None
    """The guess that the viewer has placed and that does not lie open yet."""
    ready: tuple[int, ...]
    """The seats whose secret is set."""
    out: tuple[int, ...]
    """The seats that are out of the round; they may still have to mark."""
    left: tuple[int, ...]
    """Those of them who have left it: the referee marks for them."""
    passed: tuple[int, ...]
    """The seats that have declined to call."""
    claims: tuple[tuple[int, RowRef], ...]
    """The claims of this round that did not hold: who claimed which row."""
    caller: int | None
    """The seat that has called and must answer."""
    answers: tuple[tuple[int, Code], ...]
    """The answers of this round, which all have seen; unless the match is over, wrong ones."""
    waiting: tuple[int, ...]
    """The seats, or the table, without whose next action play does not go on."""
    legal: tuple[Allowed, ...]
    """What the viewer may do now."""
    contradicted: bool
    """Whether no code at all fits the marks that the viewer can see: somebody has marked wrongly."""
    scores: tuple[int, ...]
    """Every seat's points so far."""
    finished: tuple[FinishedRound, ...]
    """The rounds that are over, replayed ones too."""
    outcome: Outcome | None
    """Why the match is over and who won it; None while it is not."""

    def allowed(self, kind: type[Action]) -> Allowed | None:
        """What the viewer may do now by way of this kind of action; None if nothing."""
        return next((allowed for allowed in self.legal if allowed.action is kind), None)

    def board(self, number: int | None) -> BoardView:
        """The board of this number."""
        return next(board for board in self.boards if board.number == number)

    @property
    def own_board(self) -> BoardView | None:
        """The board that the viewer guesses on, if he guesses."""
        return next((board for board in self.boards if self.seat in board.breakers), None)
