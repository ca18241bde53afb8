"""What is known about rows that no code fits: which marks would have to change so that some code does."""

from dataclasses import dataclass

from keypeg.solver.game.rows import Marks


@dataclass(frozen=True)
class Change:
    """A set of rows whose marks would have to change so that some code fits."""

    rows: tuple[int, ...]
    """The numbers of the rows, from 1."""
    codes: int
    """How many codes then fit."""
    marks: tuple[tuple[Marks, int], ...]
    """For a single row, each other mark it could have, with the number of codes that then fit; the most codes first."""


@dataclass(frozen=True)
class Contradiction:
    """No code fits all rows."""

    changes: tuple[Change, ...]
    """The changes of the fewest rows; those that leave the most codes first."""
