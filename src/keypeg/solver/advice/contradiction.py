"""Rows that no code fits: which of them contradict each other, and which of them, if they were marked otherwise, would
make the rest possible."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np

from keypeg.solver.game.guessing_game import GuessingGame, Marks, Row
from keypeg.solver.game.partition import all_codes, marks_of_guess
from keypeg.solver.kernels.array_types import Numbers


@dataclass(frozen=True)
class Change:
    """Rows that, changed together, make the others possible."""

    rows: tuple[int, ...]
    """Which rows, from 1."""
    codes: int
    """How many codes fit all others."""
    marks: tuple[tuple[Marks, int], ...]
    """Where one row is enough: what it could have been marked with instead, and how many codes then fit; most first."""


@dataclass(frozen=True)
class Contradiction:
    """No code fits all rows."""

    changes: tuple[Change, ...]
    """The smallest changes that would do, those that leave most codes first."""


def explain_contradiction(game: GuessingGame, rows: Sequence[Row]) -> Contradiction:
    """The smallest sets of rows that would have to be marked otherwise, so that some code fits.

    For every code the rows are found that it does not fit; the smallest such sets are the answer.
    """
    codes = all_codes(game)
    earned = [marks_of_guess(game, game.guess_number(guess), codes) for guess, _ in rows]
    given = [game.mark_number(marks) for _, marks in rows]
    wrong = np.stack([marks != mark for marks, mark in zip(earned, given, strict=True)], axis=1)
    many = wrong.sum(axis=1)
    changes = []
    for rows_wrong in np.unique(wrong[many == many.min()], axis=0):
        fitting = (wrong == rows_wrong).all(axis=1)
        which = np.flatnonzero(rows_wrong).tolist()
        instead = _counted(game, earned[which[0]][fitting]) if len(which) == 1 else ()
        changes.append(Change(tuple(at + 1 for at in which), int(fitting.sum()), instead))
    return Contradiction(tuple(sorted(changes, key=lambda change: (-change.codes, change.rows))))


def _counted(game: GuessingGame, marks: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> tuple[tuple[Marks, int], ...]:
    numbers, counts = np.unique(marks, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    return tuple((game.marks[int(numbers[at])], int(counts[at])) for at in order)


def smallest_conflict(game: GuessingGame, rows: Sequence[Row], among: Numbers | None = None) -> tuple[int, ...]:
    """A smallest set of rows, from 1, that cannot all be true; with `among`, if the code is one of these.

    Every code is spoken against by some rows; a set of rows in which each code finds one is what is sought. Empty if
    there is no code at all to speak against. Raises `ValueError` if some code fits all rows.
    """
    codes = all_codes(game) if among is None else among
    against = np.zeros(len(codes), np.int64)
    for at, (guess, marks) in enumerate(rows):
        earned = marks_of_guess(game, game.guess_number(guess), codes)
        against |= np.where(earned != game.mark_number(marks), 1 << at, 0)
    if (against == 0).any():
        raise ValueError("some code fits all rows")
    # A code against which more rows speak is ruled out by whatever rules out one with fewer of them.
    sets = sorted({int(one) for one in np.unique(against)}, key=lambda one: (one.bit_count(), one))
    least: list[int] = []
    for one in sets:
        if not any(one & other == other for other in least):
            least.append(one)
    for many in count():
        found = _hitting(least, 0, many)
        if found is not None:
            return tuple(at + 1 for at in range(len(rows)) if found >> at & 1)
    raise AssertionError("all rows together speak against every code")


def _hitting(sets: list[int], chosen: int, more: int) -> int | None:
    """The rows chosen, and at most so many more, so that every set has one of them; None if that cannot be."""
    missed = next((one for one in sets if not one & chosen), None)
    if missed is None:
        return chosen
    if more == 0:
        return None
    for at in range(missed.bit_length()):
        if missed >> at & 1 and (found := _hitting(sets, chosen | 1 << at, more - 1)) is not None:
            return found
    return None
