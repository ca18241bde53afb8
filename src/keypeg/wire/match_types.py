"""What a match looks like where it is sent: views, rows, marks, what may be done and what has happened, as types.

`records.plain` writes what they describe. `schema` makes frames of them, and the JSON Schema that is published.
"""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

from keypeg.core.scoring import ScoreReason
from keypeg.core.view import LeaveReason, MatchReason, Phase, RoundReason

Number = Annotated[int, Field(ge=1)]
Count = Annotated[int, Field(ge=0)]
Seat = Annotated[int, Field(ge=1, description="The number of a seat, from 1.")]
Actor = Annotated[int, Field(ge=0, description="The number of a seat, or 0 for the table itself.")]
Code = Annotated[str, Field(pattern=r"^[A-Z.]+$", description="A letter a peg, a full stop for a blank.")]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


@with_config(ConfigDict(extra="forbid", use_attribute_docstrings=True))
class Closed(TypedDict):
    """Has the fields that are named, and no others."""


# Marks and boards


class KeyPegs(Closed):
    """A mark in key pegs."""

    blacks: Count
    whites: Count


class Figure(Closed):
    """A mark that is one number."""

    number: Count


Mark = KeyPegs | Figure


class GivenKeyPegs(KeyPegs):
    """A mark in key pegs, and who gave it."""

    by: Seat


class GivenFigure(Figure):
    """A mark that is one number, and who gave it."""

    by: Seat


class Row(Closed):
    """A guess on a board, with the marks that it has been given so far."""

    seat: Seat
    guess: Code
    marks: list[GivenKeyPegs | GivenFigure]
    arrival: Number
    """Its number among all the guesses of the round, in the order in which they were placed."""


class FinishedBoard(Closed):
    """A board as it stood at the end of a round."""

    breakers: list[Seat]
    makers: list[Seat]
    rows: list[Row]
    broken: bool


class Board(FinishedBoard):
    """A board as it can be seen."""

    holes: Number
    placed: list[Seat]
    """Seats that have placed a guess here which does not lie open yet."""


class RowRef(Closed):
    """One row of the round."""

    board: Seat
    row: Number


class SeatAndRow(RowRef):
    """Who claims which row."""

    seat: Seat


class SeatAndCode(Closed):
    """Who answers what."""

    seat: Seat
    code: Code


# What may be done


class Space(Closed):
    """The codes that are allowed."""

    holes: Number
    colours: Number
    repeats: bool
    least_blanks: Count
    most_blanks: Count
    blank_holes: list[Count] | None
    """The holes that can be left blank, from 1; null for all of them."""


class MayCode(Closed):
    """A code can be set, or an answer given."""

    action: Literal["code", "answer"]
    space: Space


class MayGuess(Closed):
    """A row can be placed."""

    action: Literal["guess"]
    space: Space
    board: Seat


class MayMark(Closed):
    """A row waits for a mark by hand."""

    action: Literal["mark"]
    board: Seat
    row: Number
    marks: list[Mark]
    """All that can be given."""


class MayClaim(Closed):
    """Marks of these rows can be claimed to be wrong."""

    action: Literal["claim"]
    rows: list[RowRef]


class MaySay(Closed):
    """Something can be done that needs no more words."""

    action: Literal["call", "pass", "resign"]


Allowed = Annotated[MayCode | MayGuess | MayMark | MayClaim | MaySay, Field(discriminator="action")]


# Rounds


class RoundOutcome(Closed):
    """Why a round ended, and who won it."""

    reason: RoundReason
    winners: list[Seat]


class MatchOutcome(Closed):
    """Why a match ended as it did, and who won it."""

    reason: MatchReason
    winners: list[Seat]


class ScoreLine(Closed):
    """Who got how many points, and what for."""

    seat: Seat
    points: int
    reason: ScoreReason
    row: Count | None


class WrongRow(RowRef):
    """A mark that the secret has shown to be wrong."""

    by: Seat
    given: Mark
    right: Mark


class FinishedRound(Closed):
    """A round that is over: everything about it is open."""

    round: Number
    attempt: Number
    maker: Seat | None
    codes: list[Code | None]
    boards: list[FinishedBoard]
    answers: list[SeatAndCode]
    outcome: RoundOutcome
    lines: list[ScoreLine]
    wrong: list[WrongRow]
    replayed: bool


class Common(Closed):
    """How a round stands, beside its boards: what everybody knows."""

    phase: Phase
    ready: list[Seat]
    out: list[Seat]
    left: list[Seat]
    passed: list[Seat]
    claims: list[SeatAndRow]
    caller: Seat | None
    answers: list[SeatAndCode]
    waiting: list[Actor]
    scores: list[int]
    outcome: MatchOutcome | None


class Boards(Closed):
    """Which round it is, and its boards."""

    round: Number
    attempt: Number
    maker: Seat | None
    first: Seat
    boards: list[Board]


class NewRound(Common, Boards):
    """How a round stands that has just begun."""


class Own(Closed):
    """What only this seat knows, or may do."""

    code: Code | None
    """The viewer's own secret."""
    hidden_guess: Code | None
    """The guess that the viewer has placed and that does not lie open yet."""
    legal: list[Allowed]
    """What the viewer may do now."""
    contradicted: bool


class View(Common, Boards, Own):
    """Everything that a seat, or who looks on, may know of the match."""

    edition: str
    seat: Seat | None
    finished: list[FinishedRound]


# What has happened


class RoundBegan(Closed):
    """A round begins, or begins again."""

    event: Literal["round-began"]
    round: Number
    attempt: Number
    maker: Seat | None
    first: Seat


class CodeSet(Closed):
    """A code is set; its maker alone sees which."""

    event: Literal["code-set"]
    seat: Seat
    code: Code | None


class Dealt(Closed):
    """Parts are dealt; each seat sees its own."""

    event: Literal["dealt"]
    parts: list[Code | None]


class GuessPlaced(RowRef):
    """A row is placed, open or hidden."""

    event: Literal["guess-placed"]
    seat: Seat
    guess: Code | None
    open: bool


class RowOpened(RowRef):
    """A hidden row is opened."""

    event: Literal["row-opened"]
    seat: Seat
    guess: Code


class MarkGiven(RowRef):
    """A row gets a mark."""

    event: Literal["mark-given"]
    by: Seat
    mark: Mark


class Claimed(RowRef):
    """A wrong mark is claimed."""

    event: Literal["claimed"]
    seat: Seat
    holds: bool


class Called(Closed):
    """A player calls, or declines to."""

    event: Literal["called", "passed"]
    seat: Seat


class Answered(Closed):
    """The caller's answer."""

    event: Literal["answered"]
    seat: Seat
    code: Code
    right: bool


class SeatLeft(Closed):
    """A player has left the round."""

    event: Literal["seat-left"]
    seat: Seat
    reason: LeaveReason


class RoundEnded(Closed):
    """A round is over."""

    event: Literal["round-ended"]
    result: FinishedRound


class MatchEnded(Closed):
    """The match is over."""

    event: Literal["match-ended"]
    outcome: MatchOutcome


Happening = Annotated[
    RoundBegan
    | CodeSet
    | Dealt
    | GuessPlaced
    | RowOpened
    | MarkGiven
    | Claimed
    | Called
    | Answered
    | SeatLeft
    | RoundEnded
    | MatchEnded,
    Field(discriminator="event"),
]


class Commitment(Closed):
    """That a seat has a secret in a round: the SHA-256 of `SALT:CODE`."""

    round: Number
    attempt: Number
    seat: Seat
    hash: Hash


class Reveal(Commitment):
    """What the secret was, and with what it was hashed."""

    code: Code
    salt: str
