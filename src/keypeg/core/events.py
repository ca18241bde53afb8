"""The events of a table, and what each seat may see of them.

Events follow from actions: `apply` returns them with the next state, for callers that show or send the game. The list
of actions is the source of truth. `observe_event` builds what one seat may see of an event, and hides any kind of event
that it does not know: visibility fails closed.
"""

from dataclasses import dataclass

from keypeg.core.codes import Code
from keypeg.core.marks import Mark
from keypeg.core.view import FinishedRound, LeaveReason, Outcome


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A round begins, or begins again."""

    round: int
    attempt: int
    maker: int | None
    first: int


@dataclass(frozen=True, slots=True)
class CodeSet:
    """A maker has set a code; all seats see that, but only the maker sees the code."""

    seat: int
    code: Code | None


@dataclass(frozen=True, slots=True)
class Dealt:
    """The parts are dealt; each seat sees only its own."""

    parts: tuple[Code | None, ...]


@dataclass(frozen=True, slots=True)
class GuessPlaced:
    """A row is placed: open, or hidden until all seats have placed theirs."""

    seat: int
    board: int
    row: int
    guess: Code | None
    open: bool


@dataclass(frozen=True, slots=True)
class RowOpened:
    """A hidden row is shown to all."""

    seat: int
    board: int
    row: int
    guess: Code


@dataclass(frozen=True, slots=True)
class MarkGiven:
    """A row gets a mark, from the referee on a maker's behalf or from the maker by hand."""

    by: int
    board: int
    row: int
    mark: Mark


@dataclass(frozen=True, slots=True)
class Claimed:
    """A player claims that a mark is wrong, and the secret shows whether it is."""

    seat: int
    board: int
    row: int
    holds: bool


@dataclass(frozen=True, slots=True)
class Called:
    """A player has called: play stops."""

    seat: int


@dataclass(frozen=True, slots=True)
class Answered:
    """The caller has answered; all see the answer, and whether it is right."""

    seat: int
    code: Code
    right: bool


@dataclass(frozen=True, slots=True)
class Passed:
    """A player declines to call."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A player has left the round."""

    seat: int
    reason: LeaveReason


@dataclass(frozen=True, slots=True)
class RoundRevealed:
    """A round is over, and a mark in it was wrong: its breaker decides whether it stands as it is here."""

    result: FinishedRound


@dataclass(frozen=True, slots=True)
class Accepted:
    """The breaker lets the round stand in spite of a wrong mark."""

    seat: int


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round is over, and everything about it is revealed."""

    result: FinishedRound


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over."""

    outcome: Outcome


_Public = (
    RoundBegan
    | RowOpened
    | MarkGiven
    | Claimed
    | Called
    | Answered
    | Passed
    | SeatLeft
    | RoundRevealed
    | Accepted
    | RoundEnded
    | MatchEnded
)

Event = _Public | CodeSet | Dealt | GuessPlaced
"""Any event."""


def observe_event(event: Event, seat: int | None) -> Event | None:
    """What this seat, or with None a spectator, may see of the event."""
    if isinstance(event, _Public):
        return event
    if isinstance(event, CodeSet):
        return event if event.seat == seat else CodeSet(event.seat, None)
    if isinstance(event, Dealt):
        return Dealt(tuple(part if owner == seat else None for owner, part in enumerate(event.parts, 1)))
    if isinstance(event, GuessPlaced):
        if event.open or event.seat == seat:
            return event
        return GuessPlaced(event.seat, event.board, event.row, None, event.open)
    return None
