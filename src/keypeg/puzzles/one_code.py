"""Drafts puzzles with exactly one code left.

Rows are drawn until only one code fits them all, and every row that is not needed for that is dropped. Several drafts
are sorted by the steps that they take (see `keypeg.puzzles.deduction`): the easy puzzle takes the fewest, the hard one
the most, the medium one is in the middle. So the three puzzles of a seed get harder in this order in every edition,
while a hard puzzle with three pegs is still easier than a hard one with five.
"""

import numpy as np

from keypeg.draws.seeded_random import SeededRandom
from keypeg.puzzles.deduction import count_steps
from keypeg.puzzles.drafts import Draft, count_answers, draw_rows, draw_secret, drop_needless_rows
from keypeg.puzzles.puzzle import Difficulty
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.kernels.array_types import Numbers

MAX_MISSES = 200
"""How many drafts may fail before giving up."""

LARGE_GAME_CODES = 100_000
"""With more codes than this, only as many drafts are made as there are difficulties, to save time."""

POOL_SIZE, SMALL_POOL_SIZE = 9, 3
"""How many drafts there are to choose from."""


def draft_one_code(game: GuessingGame, most_rows: int, difficulty: Difficulty, chance: SeededRandom) -> Draft | None:
    """Draft a puzzle with one code left and at most so many rows; None if none was found."""
    pool_size = POOL_SIZE if len(game.codes) <= LARGE_GAME_CODES else SMALL_POOL_SIZE
    drafts: list[Draft] = []
    misses = 0
    while len(drafts) < pool_size and misses < MAX_MISSES:
        draft = _draft(game, most_rows, chance)
        if draft is None:
            misses += 1
        else:
            drafts.append(draft)
    if not drafts:
        return None
    drafts.sort(key=lambda draft: draft.effort)
    places = {Difficulty.EASY: 0, Difficulty.MEDIUM: len(drafts) // 2, Difficulty.HARD: -1}
    return drafts[places[difficulty]]


def _draft(game: GuessingGame, most_rows: int, chance: SeededRandom) -> Draft | None:
    def one_code(codes: Numbers) -> bool:
        return count_answers(game, codes) == 1

    code = draw_secret(game, chance)
    rows, left = draw_rows(game, code, chance, enough=1)
    if not rows or not one_code(left):
        return None
    rows, masks = drop_needless_rows(game, rows, one_code)
    if len(rows) > most_rows:
        return None
    steps = count_steps(game, [np.flatnonzero(mask).astype(np.int32) for mask in masks])
    return Draft(code, rows, steps)
