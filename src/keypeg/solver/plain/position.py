"""A position of a guessing game with one maker, and the codes that fit it."""

from dataclasses import dataclass, field
from typing import NamedTuple

from keypeg.core.clues import Clue
from keypeg.core.codes import Code, CodeSpace
from keypeg.core.edition import Edition
from keypeg.core.marks import Marking


class PlainPosition(NamedTuple):
    """What a breaker knows: the game, and the rows so far."""

    secrets: CodeSpace
    """The possible codes."""
    guesses: CodeSpace
    """The allowed guesses."""
    marking: Marking
    rows: tuple[Clue, ...] = ()
    """The guesses so far, each with its mark."""

    @classmethod
    def start(cls, edition: Edition, board: int) -> "PlainPosition":
        """The position before the first row on this board of an edition with one maker."""
        return cls(edition.secret_space(board), edition.guess_space(board), edition.marking)

    def after(self, *rows: Clue) -> "PlainPosition":
        """The position after more rows."""
        return self._replace(rows=(*self.rows, *rows))

    def normalize(self, code: Code) -> Code:
        """The code as candidates are stored: with its pegs sorted where their order does not count."""
        return code if self.marking.ordered else tuple(sorted(code))


@dataclass(frozen=True)
class Candidates:
    """The codes that fit a position: all of them, or a sample in which each is equally likely."""

    codes: tuple[Code, ...]
    """All codes in order, if they are complete; otherwise a sample, in which a code can occur more than once."""
    weights: tuple[int, ...]
    """How many codes each of them stands for: its arrangements where order does not count, otherwise 1."""
    count: int
    """How many codes fit: exactly, or as an estimate."""
    error: float = 0.0
    """The standard error of the estimate; 0 if the count is exact."""
    complete: bool = field(default=True)
    """Whether `codes` lists all of them."""

    @property
    def is_exact(self) -> bool:
        """Whether the count is exact."""
        return not self.error

    @property
    def weight(self) -> int:
        """The sum of the weights of the listed codes."""
        return sum(self.weights)
