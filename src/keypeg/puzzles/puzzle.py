"""Puzzles: positions with something to find, and what is to be found.

They are called puzzles because a puzzle, in the solver, is a whole game. This module is data alone, so that whoever
only shows a puzzle need not load the solver.
"""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from keypeg.core.codes import Code
from keypeg.core.edition import Edition, Makers
from keypeg.core.marks import Mark
from keypeg.core.view import GivenMark


class PuzzleKind(Enum):
    """What is asked."""

    ONE_CODE = "one-code"
    """Exactly one code fits all rows: which?"""
    BEST_GUESS = "best-guess"
    """Several codes fit all rows: with which guess can the fewest further guesses be expected?"""


class Difficulty(Enum):
    """How hard it is, for a puzzle of its kind in its edition."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


class PuzzleRow(NamedTuple):
    """A row of a puzzle: as in a position of `keypeg.records.position_links`."""

    seat: int
    """Who guessed it."""
    guess: Code
    marks: tuple[GivenMark, ...]


@dataclass(frozen=True)
class Puzzle:
    """A position with something to find."""

    edition: Edition
    kind: PuzzleKind
    difficulty: Difficulty
    seed: str
    """What it was made from: the same edition, kind, difficulty and seed always make the same puzzle."""
    rows: tuple[PuzzleRow, ...]
    """What stands on the board. No row can be left out: more codes would fit the others."""
    own: Code
    """Where parts are dealt, the parts that the one who is asked holds himself; otherwise empty."""
    answer: Code
    """The code, own parts and vacant holes included; or a best guess."""
    effort: int
    """How hard it is, as a number: how many steps lead to the only code (see `keypeg.puzzles.deduction`), or how many
    codes there are to be told apart."""

    @property
    def seat(self) -> int:
        """Whose puzzle it is."""
        return self.edition.default_breaker

    @property
    def clues(self) -> list[tuple[Code, tuple[Mark, ...]]]:
        """The rows as the solver reads them."""
        return [(row.guess, tuple(given.mark for given in row.marks)) for row in self.rows]


def puzzle_row(edition: Edition, number: int, guess: Code, marks: tuple[Mark, ...]) -> PuzzleRow:
    """The row of this number (from 1) with its seats: breakers of one code guess in turn, and seat 1 has made it."""
    if edition.secrets.makers is Makers.ONE:
        seat, makers = 2 + (number - 1) % (edition.seats - 1), [1]
    else:
        seat = edition.default_breaker
        makers = [other for other in range(1, edition.seats + 1) if other != seat]
    return PuzzleRow(seat, guess, tuple(GivenMark(by, mark) for by, mark in zip(makers, marks, strict=True)))
