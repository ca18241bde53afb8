"""The events of a table, and what each seat may see of them.

Events follow from actions: `apply` returns them with the next state, for callers that show or send the game. The list
of actions is the source of truth. `observe_event` builds what one seat may see of an event, and hides any kind of event
that it does not know: visibility fails closed.
"""

from typing import Final, final

from keypeg.core.codes import Code
from keypeg.core.immutable import Immutable
from keypeg.core.marks import Mark
from keypeg.core.view import FinishedRound, LeaveReason, Outcome


class PublicEvent(Immutable):
    """An event that every seat and every spectator sees as it is."""

    __slots__ = ()


@final
class RoundBegan(PublicEvent):
    """A round begins, or begins again."""

    __match_args__ = ("round", "attempt", "maker", "first")
    __slots__ = __match_args__

    def __init__(self, round: int, attempt: int, maker: int | None, first: int) -> None:
        self.round: Final = round
        self.attempt: Final = attempt
        self.maker: Final = maker
        self.first: Final = first


@final
class CodeSet(Immutable):
    """A maker has set a code; all seats see that, but only the maker sees the code."""

    __match_args__ = ("seat", "code")
    __slots__ = __match_args__

    def __init__(self, seat: int, code: Code | None) -> None:
        self.seat: Final = seat
        self.code: Final = code


@final
class Dealt(Immutable):
    """The parts are dealt; each seat sees only its own."""

    __match_args__ = ("parts",)
    __slots__ = __match_args__

    def __init__(self, parts: tuple[Code | None, ...]) -> None:
        self.parts: Final = parts


@final
class GuessPlaced(Immutable):
    """A row is placed: open, or hidden until all seats have placed theirs."""

    __match_args__ = ("seat", "board", "row", "guess", "open")
    __slots__ = __match_args__

    def __init__(self, seat: int, board: int, row: int, guess: Code | None, open: bool) -> None:
        self.seat: Final = seat
        self.board: Final = board
        self.row: Final = row
        self.guess: Final = guess
        self.open: Final = open


@final
class RowOpened(PublicEvent):
    """A hidden row is shown to all."""

    __match_args__ = ("seat", "board", "row", "guess")
    __slots__ = __match_args__

    def __init__(self, seat: int, board: int, row: int, guess: Code) -> None:
        self.seat: Final = seat
        self.board: Final = board
        self.row: Final = row
        self.guess: Final = guess


@final
class MarkGiven(PublicEvent):
    """A row gets a mark, from the referee on a maker's behalf or from the maker by hand."""

    __match_args__ = ("by", "board", "row", "mark")
    __slots__ = __match_args__

    def __init__(self, by: int, board: int, row: int, mark: Mark) -> None:
        self.by: Final = by
        self.board: Final = board
        self.row: Final = row
        self.mark: Final = mark


@final
class Claimed(PublicEvent):
    """A player claims that a mark is wrong, and the secret shows whether it is."""

    __match_args__ = ("seat", "board", "row", "holds")
    __slots__ = __match_args__

    def __init__(self, seat: int, board: int, row: int, holds: bool) -> None:
        self.seat: Final = seat
        self.board: Final = board
        self.row: Final = row
        self.holds: Final = holds


@final
class Called(PublicEvent):
    """A player has called: play stops."""

    __match_args__ = ("seat",)
    __slots__ = __match_args__

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat


@final
class Answered(PublicEvent):
    """The caller has answered; all see the answer, and whether it is right."""

    __match_args__ = ("seat", "code", "right")
    __slots__ = __match_args__

    def __init__(self, seat: int, code: Code, right: bool) -> None:
        self.seat: Final = seat
        self.code: Final = code
        self.right: Final = right


@final
class Passed(PublicEvent):
    """A player declines to call."""

    __match_args__ = ("seat",)
    __slots__ = __match_args__

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat


@final
class SeatLeft(PublicEvent):
    """A player has left the round."""

    __match_args__ = ("seat", "reason")
    __slots__ = __match_args__

    def __init__(self, seat: int, reason: LeaveReason) -> None:
        self.seat: Final = seat
        self.reason: Final = reason


@final
class RoundRevealed(PublicEvent):
    """A round is over, and a mark in it was wrong: its breaker decides whether it stands as it is here."""

    __match_args__ = ("result",)
    __slots__ = __match_args__

    def __init__(self, result: FinishedRound) -> None:
        self.result: Final = result


@final
class Accepted(PublicEvent):
    """The breaker lets the round stand in spite of a wrong mark."""

    __match_args__ = ("seat",)
    __slots__ = __match_args__

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat


@final
class RoundEnded(PublicEvent):
    """A round is over, and everything about it is revealed."""

    __match_args__ = ("result",)
    __slots__ = __match_args__

    def __init__(self, result: FinishedRound) -> None:
        self.result: Final = result


@final
class MatchEnded(PublicEvent):
    """The match is over."""

    __match_args__ = ("outcome",)
    __slots__ = __match_args__

    def __init__(self, outcome: Outcome) -> None:
        self.outcome: Final = outcome


Event = PublicEvent | CodeSet | Dealt | GuessPlaced
"""Any event."""


def observe_event(event: Event, seat: int | None) -> Event | None:
    """What this seat, or with None a spectator, may see of the event.

    >>> from keypeg import SetCode, apply, begin, edition, observe_event
    >>> step = apply(begin(edition("classic")).state, 1, SetCode((1, 1, 2, 3)))
    >>> observe_event(step.events[0], 2)
    CodeSet(seat=1, code=None)
    """
    if isinstance(event, PublicEvent):
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
