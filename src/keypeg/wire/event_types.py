"""The JSON shapes of a match's events, and of the commitments to its codes, as types for schemas."""

from typing import Annotated, Literal

from pydantic import Field

from keypeg.core.view import LeaveReason
from keypeg.wire.view_types import Closed, Code, FinishedRound, Hash, Mark, MatchOutcome, Number, RowRef, Seat


class RoundBegan(Closed):
    """A round begins, or is played again."""

    event: Literal["round-began"]
    round: Number
    """The number of the round."""
    attempt: Number
    """1, and one more for each time the round has been replayed."""
    maker: Seat | None
    """The one maker, in editions that have one."""
    first: Seat
    """The seat that guesses first."""


class CodeSet(Closed):
    """A code is set; only its maker sees it."""

    event: Literal["code-set"]
    seat: Seat
    code: Code | None
    """Null for a viewer who may not see it."""


class Dealt(Closed):
    """Parts are dealt; each seat sees its own."""

    event: Literal["dealt"]
    parts: list[Code | None]
    """The parts of each seat; null for those that the viewer may not see."""


class GuessPlaced(RowRef):
    """A guess is placed, open or hidden."""

    event: Literal["guess-placed"]
    seat: Seat
    guess: Code | None
    """Null while it is hidden from the viewer."""
    open: bool
    """Whether everybody sees it at once."""


class RowOpened(RowRef):
    """A hidden guess is revealed."""

    event: Literal["row-opened"]
    seat: Seat
    guess: Code


class MarkGiven(RowRef):
    """A row is marked."""

    event: Literal["mark-given"]
    by: Seat
    mark: Mark
    """The mark."""


class Claimed(RowRef):
    """A seat claims that a mark is wrong."""

    event: Literal["claimed"]
    seat: Seat
    holds: bool
    """Whether the claim is right."""


class Called(Closed):
    """A player calls, or passes."""

    event: Literal["called", "passed"]
    seat: Seat


class Answered(Closed):
    """The caller answers."""

    event: Literal["answered"]
    seat: Seat
    code: Code
    right: bool
    """Whether the answer is the code."""


class SeatLeft(Closed):
    """A player leaves the round."""

    event: Literal["seat-left"]
    seat: Seat
    reason: LeaveReason
    """Why it leaves."""


class RoundRevealed(Closed):
    """A round is over, and a mark in it was wrong: its breaker decides whether it stands."""

    event: Literal["round-revealed"]
    result: FinishedRound
    """The round as it stands."""


class Accepted(Closed):
    """The breaker lets the round stand in spite of a wrong mark."""

    event: Literal["accepted"]
    seat: Seat


class RoundEnded(Closed):
    """A round ends."""

    event: Literal["round-ended"]
    result: FinishedRound


class MatchEnded(Closed):
    """The match ends."""

    event: Literal["match-ended"]
    outcome: MatchOutcome


MatchEvent = Annotated[
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
    | RoundRevealed
    | Accepted
    | RoundEnded
    | MatchEnded,
    Field(discriminator="event"),
]


class Commitment(Closed):
    """The published hash of a seat's secret in a round: the SHA-256 of `SALT:CODE`."""

    round: Number
    attempt: Number
    seat: Seat
    hash: Hash


class Reveal(Commitment):
    """The secret of a round that is over, with the salt of its hash."""

    code: Code
    salt: str
