"""Drafts of puzzles in the solver's numbers: a code is drawn, and rows are drawn and marked by it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from keypeg.draws.seeded_random import SeededRandom
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import all_codes, marks_of_guess
from keypeg.solver.kernels.array_types import Numbers

Mask = npt.NDArray[np.bool_]
"""For each code of a game, whether it fits."""

NumberedRow = tuple[int, int]
"""A guess and its mark, by number."""

MAX_DRAWS = 40
"""How many rows are tried for one draft."""


class Draft(NamedTuple):
    """A puzzle in the solver's numbers."""

    answer: int
    """The code, or the best guess."""
    rows: tuple[NumberedRow, ...]
    effort: int
    """The difficulty as a number: see `keypeg.puzzles.puzzle`."""


def draw_secret(game: GuessingGame, chance: SeededRandom) -> int:
    """Draw a code by weight."""
    sums = np.cumsum(game.weights)
    return int(np.searchsorted(sums, chance.below(int(sums[-1])), side="right"))


def draw_rows(
    game: GuessingGame, code: int, chance: SeededRandom, enough: int
) -> tuple[tuple[NumberedRow, ...], Numbers]:
    """Draw rows marked by this code until at most `enough` candidates are left; return both.

    Each row leaves fewer candidates. About every other guess is a candidate, as people guess; none is the code itself.
    """
    left, rows = all_codes(game), []
    for _ in range(MAX_DRAWS):
        if count_answers(game, left) <= enough:
            break
        guess = _draw_guess(game, left, chance)
        marks = marks_of_guess(game, guess, left)
        mark = int(marks[np.searchsorted(left, code)])
        if mark != game.solved_mark and (marks != mark).any():
            left = left[marks == mark]
            rows.append((guess, mark))
    return tuple(rows), left


def _draw_guess(game: GuessingGame, left: Numbers, chance: SeededRandom) -> int:
    if game.solved_mark >= 0 and chance.below(2):
        return int(game.guess_of[left[chance.below(len(left))]])
    return chance.below(len(game.guesses))


def count_answers(game: GuessingGame, codes: Numbers) -> int:
    """How many different answers these codes stand for: where parts are dealt, several deals make one whole code."""
    return len(codes) if game.solved_mark >= 0 else len(np.unique(game.answers[codes]))


def fitting_mask(game: GuessingGame, row: NumberedRow) -> Mask:
    """Which codes fit a row by itself."""
    guess, mark = row
    return np.asarray(marks_of_guess(game, guess, all_codes(game)) == mark)


def codes_fitting_all(masks: Sequence[Mask]) -> Numbers:
    """The codes that fit all these rows, at least one."""
    return np.flatnonzero(np.logical_and.reduce(masks)).astype(np.int32)


def drop_needless_rows(
    game: GuessingGame, rows: tuple[NumberedRow, ...], enough: Callable[[Numbers], bool]
) -> tuple[tuple[NumberedRow, ...], list[Mask]]:
    """Drop every row that is not needed; return the others, and which codes fit each. `enough` checks the codes left.

    Dropping a row can only let more codes in, so each row is tried once; the last one drawn is tried first.
    """
    masks = [fitting_mask(game, row) for row in rows]
    for index in reversed(range(len(rows))):
        others = masks[:index] + masks[index + 1 :]
        if others and enough(codes_fitting_all(others)):
            rows, masks = rows[:index] + rows[index + 1 :], others
    return rows, masks
