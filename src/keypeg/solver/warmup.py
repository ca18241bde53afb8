"""Compiling the kernels before they are needed.

The first use of a kernel on a machine compiles it, which takes about a minute for all of them; the result is kept on
disk. Whoever must not wait in the middle of something calls `warm_up` first.
"""

import numpy as np

from keypeg.core.codes import CodeSpace
from keypeg.core.marks import BLACK_WHITE
from keypeg.solver.dealt.hands import Box, Clues, fitting_hands, hands_of, list_deals
from keypeg.solver.dealt.information import chance_right, full_rows, information, most_information
from keypeg.solver.dealt.playouts import CallThresholds, DealtPosition, play_out
from keypeg.solver.exact.search import ExactSearch
from keypeg.solver.game.guessing_game import GuessingGame, game_of
from keypeg.solver.game.partition import cell_sizes
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule

_NARROW = CodeSpace(holes=2, colours=3)
_WIDE = CodeSpace(holes=5, colours=2)
_WIDEST = CodeSpace(holes=7, colours=2)
"""Small spaces with so few marks that each has a bit of sixteen, or of thirty-two, or of sixty-four."""


OWN_MARKS = 32
"""How many marks the games of the editions have at most; those of house games can have more."""


def warm_up(game: GuessingGame | None = None, most_marks: int = OWN_MARKS) -> None:
    """Compile, or load, what this game needs; or what every edition's own game does, or all with so many marks."""
    marks = most_marks if game is None else len(game.marks)
    for space in (_NARROW, *([_WIDE] if marks > 16 else []), *([_WIDEST] if marks > 32 else [])):
        small = game_of(space, space, BLACK_WHITE)
        one_step_strategy(small, Rule.MINIMAX)
        cell_sizes(small)
        search = ExactSearch(small)
        search.strategy(search.cost(search.codes, watch=lambda progress: True).guess)
    if game is None:
        _warm_up_hands()


def _warm_up_hands() -> None:
    """Compile, or load, what players need where parts are dealt."""
    hands = hands_of(Box(holes=2, colours=2, parts=1, counters=1))
    rows = full_rows(2, 2, True)
    hands.marks_for(rows)
    everything, likely = fitting_hands(hands, Clues())
    deals = list_deals(hands, 0, [(everything, likely)])
    assert deals is not None
    for judge in (most_information, information, chance_right):
        judge(hands, deals, rows)
    start = DealtPosition(hands, 0, 0, (everything, everything), deals, (), (1, 1), (False, False), 0)
    play_out(start, 0, 1, CallThresholds(1.0, 1.0), row=np.ascontiguousarray(rows[0]))
