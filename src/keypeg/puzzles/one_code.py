"""Making puzzles with exactly one code left.

Rows are drawn until no other code fits them all; then every row goes without which still no other code fits. Several
puzzles are made so and put in order by the steps they take (see `keypeg.puzzles.deduction`): the easy one is the one
that takes the fewest of them, the hard one the most, the medium one is in the middle. So the three that are made from
one seed always rise, in every edition, and what is hard among three tiles is still less than what is hard among five.
"""

import numpy as np

from keypeg.draws.seeded_random import SeededRandom
from keypeg.puzzles.deduction import count_steps
from keypeg.puzzles.drafts import Draft, count_answers, draw_rows, draw_secret, drop_needless_rows
from keypeg.puzzles.puzzle import Difficulty
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.kernels.array_types import Numbers

MAX_MISSES = 200
"""After how many rows in vain nothing more is tried."""

LARGE_GAME_CODES = 100_000
"""With more codes than this, only as many puzzles are made as there are difficulties, to save time."""

POOL_SIZE, SMALL_POOL_SIZE = 9, 3
"""How many puzzles are made to choose from."""


def draft_one_code(game: GuessingGame, most_rows: int, difficulty: Difficulty, chance: SeededRandom) -> Draft | None:
    """A puzzle with one code left and no more rows than that; None if none was found."""
    wanted = POOL_SIZE if len(game.codes) <= LARGE_GAME_CODES else SMALL_POOL_SIZE
    drafts: list[Draft] = []
    misses = 0
    while len(drafts) < wanted and misses < MAX_MISSES:
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
