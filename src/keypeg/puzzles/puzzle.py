"""Puzzles: positions with something to find, and their solutions.

This module is data alone, so that showing a puzzle does not load the solver.
"""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from keypeg.core.codes import Code
from keypeg.core.edition import Edition, Makers
from keypeg.core.marks import Mark
from keypeg.core.view import GivenMark


class PuzzleKind(Enum):
    """What is to be found."""

    ONE_CODE = "one-code"
    """The only code that fits all rows."""
    BEST_GUESS = "best-guess"
    """The guess with the fewest expected further guesses, where several codes fit all rows."""


class Difficulty(Enum):
    """How hard a puzzle is among those of its kind and edition."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


class PuzzleRow(NamedTuple):
    """A row of a puzzle, as in a position of `keypeg.records.position_links`."""

    seat: int
    """The seat that guessed it."""
    guess: Code
    marks: tuple[GivenMark, ...]


@dataclass(frozen=True)
class Puzzle:
    """A position with something to find."""

    edition: Edition
    kind: PuzzleKind
    difficulty: Difficulty
    seed: str
    """The same edition, kind, difficulty and seed always make the same puzzle."""
    rows: tuple[PuzzleRow, ...]
    """The rows on the board. All are needed: without any of them more codes would fit."""
    own: Code
    """Where parts are dealt, the parts that the solving seat holds; otherwise empty."""
    answer: Code
    """The code, own parts and vacant holes included; or a best guess."""
    effort: int
    """The difficulty as a number: the steps to the only code (see `keypeg.puzzles.deduction`), or the number of
    candidates."""

    @property
    def seat(self) -> int:
        """The seat that solves the puzzle."""
        return self.edition.default_breaker

    @property
    def clues(self) -> list[tuple[Code, tuple[Mark, ...]]]:
        """The rows in the solver's form."""
        return [(row.guess, tuple(given.mark for given in row.marks)) for row in self.rows]


def puzzle_row(edition: Edition, number: int, guess: Code, marks: tuple[Mark, ...]) -> PuzzleRow:
    """The row of this number (from 1) with its seats: breakers of one code guess in turn, and seat 1 made it."""
    if edition.secrets.makers is Makers.ONE:
        seat, makers = 2 + (number - 1) % (edition.seats - 1), [1]
    else:
        seat = edition.default_breaker
        makers = [other for other in range(1, edition.seats + 1) if other != seat]
    return PuzzleRow(seat, guess, tuple(GivenMark(by, mark) for by, mark in zip(makers, marks, strict=True)))
