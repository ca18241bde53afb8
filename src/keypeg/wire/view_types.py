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
    """Pegs of the right colour in the right place."""
    whites: Count
    """Pegs of the right colour in another place."""


class NumberCard(Closed):
    """A mark that is a single number."""

    number: Count
    """The number on the card."""


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
    """The marks that it has so far, in the order in which they were given."""
    arrival: Number
    """The number of the guess in the round, in the order of placing."""


class FinishedBoard(Closed):
    """A board at the end of a round."""

    breakers: list[Seat]
    """The seats that guess on it."""
    makers: list[Seat]
    """The seats that mark its rows."""
    rows: list[Row]
    """The rows, in order."""
    broken: bool
    """Whether the code was found."""


class Board(FinishedBoard):
    """A board during a round, as the viewer sees it."""

    holes: Number
    """The holes of a row."""
    placed: list[Seat]
    """Seats that have placed a guess here which is still hidden."""


class RowRef(Closed):
    """A reference to a row of the round."""

    board: Seat
    row: Number
    """The number of the row on its board."""


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
    """The holes of a code."""
    colours: Number
    """How many colours there are."""
    repeats: bool
    """Whether a colour may occur twice."""
    least_blanks: Count
    """The fewest blanks that a code must have."""
    most_blanks: Count
    """The most blanks that a code may have."""
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
    """The number of the row on its board."""
    marks: list[Mark]
    """All possible marks."""


class MayClaim(Closed):
    """The seat may claim that the mark of one of these rows is wrong."""

    action: Literal["claim"]
    rows: list[RowRef]
    """The rows whose marks it may claim to be wrong."""


class MayCall(Closed):
    """The seat may call, and then answers."""

    action: Literal["call"]
    space: Space
    """The answers that it may give."""


class MaySay(Closed):
    """The seat may take an action without arguments."""

    action: Literal["accept", "pass", "resign"]


Allowed = Annotated[MayCode | MayGuess | MayMark | MayClaim | MayCall | MaySay, Field(discriminator="action")]


# Rounds


class RoundOutcome(Closed):
    """How a round ended, and its winners."""

    reason: RoundReason
    """How the round ended."""
    winners: list[Seat]
    """Several if they share the win, none if nobody won."""


class MatchOutcome(Closed):
    """How a match ended, and its winners."""

    reason: MatchReason
    """How the match ended."""
    winners: list[Seat]
    """Several if they share the win, none if nobody won."""


class ScoreLine(Closed):
    """Points for one seat, with the reason."""

    seat: Seat
    points: int
    """The points."""
    reason: ScoreReason
    """What they are for."""
    row: Count | None
    """The row that earned them; for `rows` and `misses`, how many rows were counted."""


class WrongRow(RowRef):
    """A mark that proved wrong when the secret was revealed."""

    by: Seat
    given: Mark
    """The mark that the row was given."""
    right: Mark
    """The mark that it earned."""


class FinishedRound(Closed):
    """A round that is over, with everything revealed."""

    round: Number
    """The number of the round."""
    attempt: Number
    """1, and one more for each time the round has been replayed."""
    maker: Seat | None
    """The one maker, in editions that have one."""
    codes: list[Code | None]
    """The secret of each seat; null for a seat without one."""
    boards: list[FinishedBoard]
    """The boards at the end of the round."""
    answers: list[SeatAndCode]
    """The answers after calls."""
    outcome: RoundOutcome
    lines: list[ScoreLine]
    """The points that were scored."""
    wrong: list[WrongRow]
    """The wrong marks that the audit found."""
    replayed: bool
    """Whether the round is played again."""


class SharedFields(Closed):
    """The state of a round without its boards, as everybody knows it."""

    phase: Phase
    """What the match is waiting for."""
    ready: list[Seat]
    """The seats whose secret is set."""
    out: list[Seat]
    """The seats that are out of the round; they may still have to mark."""
    left: list[Seat]
    """Those of them that have left the round: the referee marks for them."""
    passed: list[Seat]
    """The seats that have declined to call."""
    claims: list[SeatAndRow]
    """The claims of this round that were wrong."""
    caller: Seat | None
    """The seat that has called and must answer."""
    answers: list[SeatAndCode]
    """The answers after calls."""
    revealed: FinishedRound | None
    """The round as it stands, while its breaker decides whether a wrong mark voids it; null at other times."""
    waiting: list[Actor]
    """The seats whose next action play is waiting for; 0 for the table itself."""
    lines: list[ScoreLine]
    """The points of the running round, where rows earn them as soon as they are marked."""
    scores: list[int]
    """The points of each seat in the match, those of the running round included."""
    outcome: MatchOutcome | None
    """Null while the match is being played."""


class Boards(Closed):
    """The number of the round, and its boards."""

    round: Number
    """The number of the round."""
    attempt: Number
    """1, and one more for each time the round has been replayed."""
    maker: Seat | None
    """The one maker, in editions that have one."""
    first: Seat
    boards: list[Board]
    """The boards of the round."""


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
    """Whether no code fits the marks that the viewer can see: some mark is wrong."""


class View(SharedFields, Boards, OwnFields):
    """Everything that a seat, or a spectator, may know of the match."""

    edition: str
    """The edition with the options that differ from the default, such as `classic~rows_12`."""
    seat: Seat | None
    """The viewer's seat; null for a spectator."""
    finished: list[FinishedRound]
    """The rounds that are over."""
