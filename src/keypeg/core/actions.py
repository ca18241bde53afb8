"""The actions of a seat, or of the table itself. A match is an edition and a list of these.

Each kind is a class, so that a guess never equals an answer of the same pegs. An action is normalised when it is built:
it accepts any sequence of whole numbers and holds plain tuples of plain numbers, or raises `TypeError`.
"""

from dataclasses import dataclass
from operator import index

from keypeg.core.codes import Code, as_code
from keypeg.core.marks import KeyPegs, Mark, Number


@dataclass(frozen=True, slots=True)
class _WithCode:
    code: Code

    def __post_init__(self) -> None:
        object.__setattr__(self, "code", as_code(self.code))


class SetCode(_WithCode):
    """A maker sets the secret code."""

    __slots__ = ()


class Guess(_WithCode):
    """A breaker places a row."""

    __slots__ = ()


class Answer(_WithCode):
    """The caller fills the answer row."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Deal:
    """The table deals each seat its parts of the code."""

    parts: tuple[Code, ...]
    """One code for each seat, with that seat's holes filled and all others blank."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", tuple(map(as_code, self.parts)))


@dataclass(frozen=True, slots=True)
class GiveMark:
    """A maker marks by hand the row that is waiting for its mark."""

    mark: Mark

    def __post_init__(self) -> None:
        if not isinstance(self.mark, KeyPegs | Number):
            raise TypeError(f"a mark is KeyPegs or Number, not {self.mark!r}")
        object.__setattr__(self, "mark", type(self.mark)(*map(index, self.mark)))


@dataclass(frozen=True, slots=True)
class Claim:
    """A player claims that a mark was given wrongly."""

    row: int
    board: int | None = None
    """The board of the row; None for the player's own board."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "row", index(self.row))
        if self.board is not None:
            object.__setattr__(self, "board", index(self.board))


@dataclass(frozen=True, slots=True)
class Call:
    """A player calls: play stops for the answer."""


@dataclass(frozen=True, slots=True)
class Pass:
    """A player declines to call after all rows are used up."""


@dataclass(frozen=True, slots=True)
class Accept:
    """The breaker lets a round stand in which a mark was wrong."""


@dataclass(frozen=True, slots=True)
class Resign:
    """A player leaves the round."""


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The table declares that a seat which had to act has run out of time."""

    seat: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "seat", index(self.seat))


Action = SetCode | Deal | Guess | GiveMark | Claim | Accept | Call | Answer | Pass | Resign | TimeOut
"""Any action."""
