"""Compiling the kernels before they are needed.

The first use of a kernel on a machine compiles it, which takes about a minute for all of them; the compiled code is
cached in the user's cache folder. A caller that cannot wait later calls `warm_up` first.
"""

import numpy as np

from keypeg.core.codes import CodeSpace
from keypeg.core.marks import BLACK_WHITE
from keypeg.solver.dealt.hands import Box, Clues, fitting_hands, list_deals, list_hands
from keypeg.solver.dealt.information import chance_right, full_rows, information, information_bound
from keypeg.solver.dealt.playouts import CallThresholds, DealtPosition, play_out
from keypeg.solver.exact.search import ExactSearch
from keypeg.solver.game.guessing_game import GuessingGame, game_of
from keypeg.solver.game.partition import cell_sizes
from keypeg.solver.kernels.kernel_cache import mark_as_used
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule

_UP_TO_16_MARKS = CodeSpace(holes=2, colours=3)
_UP_TO_32_MARKS = CodeSpace(holes=5, colours=2)
_UP_TO_64_MARKS = CodeSpace(holes=7, colours=2)
"""Small spaces for each width of the exact search's mark bits: 16, 32 and 64."""

EDITION_MARKS = 32
"""The most marks that a game of the editions has; house games can have more."""


def warm_up(game: GuessingGame | None = None, most_marks: int = EDITION_MARKS) -> None:
    """Compile, or load, the kernels for a game; without one, those for all games with up to `most_marks` marks."""
    marks = most_marks if game is None else len(game.marks)
    for space in (
        _UP_TO_16_MARKS,
        *([_UP_TO_32_MARKS] if marks > 16 else []),
        *([_UP_TO_64_MARKS] if marks > 32 else []),
    ):
        small_game = game_of(space, space, BLACK_WHITE)
        one_step_strategy(small_game, Rule.MINIMAX)
        cell_sizes(small_game)
        search = ExactSearch(small_game)
        search.strategy(search.cost(search.codes, watch=lambda progress: True).guess)
    if game is None:
        _warm_up_hands()
    mark_as_used()


def _warm_up_hands() -> None:
    """Compile, or load, the kernels for games with dealt parts."""
    hands = list_hands(Box(holes=2, colours=2, parts=1, counters=1))
    rows = full_rows(2, 2, True)
    hands.mark_rows(rows)
    everything, likely = fitting_hands(hands, Clues())
    deals = list_deals(hands, 0, [(everything, likely)])
    assert deals is not None
    for evaluate in (information_bound, information, chance_right):
        evaluate(hands, deals, rows)
    start = DealtPosition(hands, 0, 0, (everything, everything), deals, (), (1, 1), (False, False), 0)
    play_out(start, 0, 1, CallThresholds(1.0, 1.0), row=np.ascontiguousarray(rows[0]))
