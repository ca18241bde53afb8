"""What a seat, or the table itself, can do. A match is an edition and a list of these.

Each is a class of its own, so that a guess never equals an answer of the same pegs.
"""

from dataclasses import dataclass

from keypeg.core.codes import Code
from keypeg.core.marks import Mark


@dataclass(frozen=True, slots=True)
class SetCode:
    """A maker sets the secret code."""

    code: Code


@dataclass(frozen=True, slots=True)
class Deal:
    """The table deals each seat its parts of the code, as they were drawn."""

    parts: tuple[Code, ...]
    """One code a seat, with that seat's holes filled and all others blank."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A breaker places a row."""

    code: Code


@dataclass(frozen=True, slots=True)
class GiveMark:
    """A maker marks, by hand, the row that waits for it."""

    mark: Mark


@dataclass(frozen=True, slots=True)
class Claim:
    """A breaker claims that the mark of a row on his board is wrong."""

    row: int


@dataclass(frozen=True, slots=True)
class Call:
    """A player calls: play stops for his answer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The caller fills the answer row."""

    code: Code


@dataclass(frozen=True, slots=True)
class Pass:
    """With all rows used up, a player declines to call."""


@dataclass(frozen=True, slots=True)
class Resign:
    """A player gives up the round."""


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The table finds that a seat which had to act has used up its time."""

    seat: int


Action = SetCode | Deal | Guess | GiveMark | Claim | Call | Answer | Pass | Resign | TimeOut
"""Anything that can be done."""
