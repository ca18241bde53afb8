"""The actions of a seat, or of the table itself. A match is an edition and a list of these.

Each kind is a class, so that a guess never equals an answer of the same pegs. An action is normalised when it is built:
it accepts any sequence of whole numbers and holds plain tuples of plain numbers, or raises `TypeError`.
"""

from collections.abc import Iterable
from operator import index
from typing import Final, SupportsIndex, final

from keypeg.core.codes import as_code
from keypeg.core.immutable import Immutable
from keypeg.core.marks import KeyPegs, Mark, Number


@final
class SetCode(Immutable):
    """A maker sets the secret code."""

    __match_args__ = ("code",)
    __slots__ = __match_args__

    def __init__(self, code: Iterable[SupportsIndex]) -> None:
        self.code: Final = as_code(code)


@final
class Guess(Immutable):
    """A breaker places a row."""

    __match_args__ = ("code",)
    __slots__ = __match_args__

    def __init__(self, code: Iterable[SupportsIndex]) -> None:
        self.code: Final = as_code(code)


@final
class Answer(Immutable):
    """The caller fills the answer row."""

    __match_args__ = ("code",)
    __slots__ = __match_args__

    def __init__(self, code: Iterable[SupportsIndex]) -> None:
        self.code: Final = as_code(code)


@final
class Deal(Immutable):
    """The table deals each seat its parts of the code."""

    __match_args__ = ("parts",)
    __slots__ = __match_args__

    def __init__(self, parts: Iterable[Iterable[SupportsIndex]]) -> None:
        self.parts: Final = tuple(map(as_code, parts))
        """One code for each seat, with that seat's holes filled and all others blank."""


@final
class GiveMark(Immutable):
    """A maker marks by hand the row that is waiting for its mark."""

    __match_args__ = ("mark",)
    __slots__ = __match_args__

    def __init__(self, mark: Mark) -> None:
        if not isinstance(mark, KeyPegs | Number):
            raise TypeError(f"a mark is KeyPegs or Number, not {mark!r}")
        self.mark: Final[Mark] = type(mark)(*map(index, mark))


@final
class Claim(Immutable):
    """A player claims that a mark was given wrongly."""

    __match_args__ = ("row", "board")
    __slots__ = __match_args__

    def __init__(self, row: SupportsIndex, board: SupportsIndex | None = None) -> None:
        self.row: Final = index(row)
        self.board: Final = None if board is None else index(board)
        """The board of the row; None for the player's own board."""


@final
class Call(Immutable):
    """A player calls: play stops for the answer."""

    __slots__ = ()


@final
class Pass(Immutable):
    """A player declines to call after all rows are used up."""

    __slots__ = ()


@final
class Accept(Immutable):
    """The breaker lets a round stand in which a mark was wrong."""

    __slots__ = ()


@final
class Resign(Immutable):
    """A player leaves the round."""

    __slots__ = ()


@final
class TimeOut(Immutable):
    """The table declares that a seat which had to act has run out of time."""

    __match_args__ = ("seat",)
    __slots__ = __match_args__

    def __init__(self, seat: SupportsIndex) -> None:
        self.seat: Final = index(seat)


Action = SetCode | Deal | Guess | GiveMark | Claim | Accept | Call | Answer | Pass | Resign | TimeOut
"""Any action."""
