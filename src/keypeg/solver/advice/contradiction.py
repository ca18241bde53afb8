"""Rows that no code fits: which of them contradict each other, and which marks would have to change."""

from collections.abc import Sequence
from itertools import count

import numpy as np

from keypeg.solver.advice.changes import Change, Contradiction
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import all_codes, marks_of_guess
from keypeg.solver.game.rows import Marks, Row
from keypeg.solver.kernels.array_types import Bytes, Numbers


def explain_contradiction(game: GuessingGame, rows: Sequence[Row]) -> Contradiction:
    """Find the smallest sets of rows whose marks would have to change so that some code fits.

    Each code contradicts a set of rows; the smallest of these sets are the answer.
    """
    codes = all_codes(game)
    earned = [marks_of_guess(game, game.guess_number(guess), codes) for guess, _ in rows]
    given = [game.mark_number(marks) for _, marks in rows]
    wrong = np.stack([marks != mark for marks, mark in zip(earned, given, strict=True)], axis=1)
    wrong_rows = wrong.sum(axis=1)
    changes = []
    for changed in np.unique(wrong[wrong_rows == wrong_rows.min()], axis=0):
        fitting = (wrong == changed).all(axis=1)
        rows_changed = np.flatnonzero(changed).tolist()
        marks = _count_marks(game, earned[rows_changed[0]][fitting]) if len(rows_changed) == 1 else ()
        changes.append(Change(tuple(row + 1 for row in rows_changed), int(fitting.sum()), marks))
    return Contradiction(tuple(sorted(changes, key=lambda change: (-change.codes, change.rows))))


def _count_marks(game: GuessingGame, marks: Bytes) -> tuple[tuple[Marks, int], ...]:
    """Each of these marks with how often it occurs, the most frequent first."""
    numbers, counts = np.unique(marks, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    return tuple((game.marks[int(numbers[index])], int(counts[index])) for index in order)


def smallest_conflict(game: GuessingGame, rows: Sequence[Row], among: Numbers | None = None) -> tuple[int, ...]:
    """A smallest set of rows, numbered from 1, that no code fits; with `among`, that none of these codes fits.

    Each code contradicts a set of rows; the result is a smallest hitting set of these. It is empty if there are no
    codes. Raises `ValueError` if some code fits all rows.
    """
    codes = all_codes(game) if among is None else among
    contradicted = np.zeros(len(codes), np.int64)
    for row, (guess, marks) in enumerate(rows):
        earned = marks_of_guess(game, game.guess_number(guess), codes)
        contradicted |= np.where(earned != game.mark_number(marks), 1 << row, 0)
    if (contradicted == 0).any():
        raise ValueError("some code fits all rows")
    # A hitting set of the minimal sets hits their supersets too.
    minimal: list[int] = []
    for rows_set in sorted({int(bits) for bits in np.unique(contradicted)}, key=lambda bits: (bits.bit_count(), bits)):
        if not any(rows_set & other == other for other in minimal):
            minimal.append(rows_set)
    for size in count():
        conflict = _hitting_set(minimal, 0, size)
        if conflict is not None:
            return tuple(row + 1 for row in range(len(rows)) if conflict >> row & 1)
    raise AssertionError("all rows together hit every set")


def _hitting_set(sets: list[int], chosen: int, further_rows: int) -> int | None:
    """The chosen rows and at most so many more that have a row of every set; None if there are no such rows."""
    missed = next((rows_set for rows_set in sets if not rows_set & chosen), None)
    if missed is None:
        return chosen
    if further_rows == 0:
        return None
    for row in range(missed.bit_length()):
        if missed >> row & 1 and (completed := _hitting_set(sets, chosen | 1 << row, further_rows - 1)) is not None:
            return completed
    return None
