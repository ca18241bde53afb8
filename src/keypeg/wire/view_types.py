"""The JSON shapes of views, boards, rows, marks, legal actions and finished rounds, as types for schemas.

`match_values` writes the values that they describe. `keypeg.server.frame_types` builds frames from them, and the
published JSON Schema.
"""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

from keypeg.core.scoring import ScoreReason
from keypeg.core.view import MatchReason, Phase, RoundReason

Number = Annotated[int, Field(ge=1)]
Count = Annotated[int, Field(ge=0)]
Seat = Annotated[int, Field(ge=1, description="The number of a seat, from 1.")]
Actor = Annotated[int, Field(ge=0, description="The number of a seat, or 0 for the table itself.")]
Code = Annotated[str, Field(pattern=r"^[A-Z.]+$", description="One letter for each peg, a full stop for a blank.")]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


@with_config(ConfigDict(extra="forbid", use_attribute_docstrings=True))
class Closed(TypedDict):
    """An object with exactly the declared fields."""


# Marks and boards


class KeyPegs(Closed):
    """A mark in key pegs."""

    blacks: Count
    whites: Count


class NumberCard(Closed):
    """A mark that is a single number."""

    number: Count


Mark = KeyPegs | NumberCard


class GivenKeyPegs(KeyPegs):
    """A mark in key pegs, and the seat that gave it."""

    by: Seat


class GivenNumberCard(NumberCard):
    """A mark that is a single number, and the seat that gave it."""

    by: Seat


class Row(Closed):
    """A guess on a board, with its marks so far."""

    seat: Seat
    guess: Code
    marks: list[GivenKeyPegs | GivenNumberCard]
    arrival: Number
    """The number of the guess in the round, in the order of placing."""


class FinishedBoard(Closed):
    """A board at the end of a round."""

    breakers: list[Seat]
    makers: list[Seat]
    rows: list[Row]
    broken: bool


class Board(FinishedBoard):
    """A board during a round, as the viewer sees it."""

    holes: Number
    placed: list[Seat]
    """Seats that have placed a guess here which is still hidden."""


class RowRef(Closed):
    """A reference to a row of the round."""

    board: Seat
    row: Number


class SeatAndRow(RowRef):
    """A seat, and the row whose mark it claims to be wrong."""

    seat: Seat


class SeatAndCode(Closed):
    """A seat, and the code that it answers."""

    seat: Seat
    code: Code


# Legal actions


class Space(Closed):
    """The allowed codes."""

    holes: Number
    colours: Number
    repeats: bool
    least_blanks: Count
    most_blanks: Count
    blank_holes: list[Count] | None
    """The holes that may be left blank, from 1; null for all."""


class MayCode(Closed):
    """The seat may set a code, or answer."""

    action: Literal["code", "answer"]
    space: Space


class MayGuess(Closed):
    """The seat may place a guess."""

    action: Literal["guess"]
    space: Space
    board: Seat


class MayMark(Closed):
    """The seat must mark a row by hand."""

    action: Literal["mark"]
    board: Seat
    row: Number
    marks: list[Mark]
    """All possible marks."""


class MayClaim(Closed):
    """The seat may claim that the mark of one of these rows is wrong."""

    action: Literal["claim"]
    rows: list[RowRef]


class MaySay(Closed):
    """The seat may take an action without arguments."""

    action: Literal["call", "pass", "resign"]


Allowed = Annotated[MayCode | MayGuess | MayMark | MayClaim | MaySay, Field(discriminator="action")]


# Rounds


class RoundOutcome(Closed):
    """How a round ended, and its winners."""

    reason: RoundReason
    winners: list[Seat]


class MatchOutcome(Closed):
    """How a match ended, and its winners."""

    reason: MatchReason
    winners: list[Seat]


class ScoreLine(Closed):
    """Points for one seat, with the reason."""

    seat: Seat
    points: int
    reason: ScoreReason
    row: Count | None


class WrongRow(RowRef):
    """A mark that proved wrong when the secret was revealed."""

    by: Seat
    given: Mark
    right: Mark


class FinishedRound(Closed):
    """A round that is over, with everything revealed."""

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


class SharedFields(Closed):
    """The state of a round without its boards, as everybody knows it."""

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
    """The number of the round, and its boards."""

    round: Number
    attempt: Number
    maker: Seat | None
    first: Seat
    boards: list[Board]


class NewRound(SharedFields, Boards):
    """The state of a round that has just begun."""


class OwnFields(Closed):
    """What only this seat knows or may do."""

    code: Code | None
    """The seat's own secret."""
    hidden_guess: Code | None
    """The guess that the seat has placed and that is still hidden."""
    legal: list[Allowed]
    """The actions that the seat may take now."""
    contradicted: bool


class View(SharedFields, Boards, OwnFields):
    """Everything that a seat, or a spectator, may know of the match."""

    edition: str
    seat: Seat | None
    finished: list[FinishedRound]
