"""The end of a game with many codes: the exact search, with a pool of guesses in place of all of them.

With a good pool the least cost is hardly above that with all guesses, and finding it takes
hundredths of a second for hundreds of codes.
"""

from typing import NamedTuple

import numpy as np

from keypeg.core.errors import SearchInterrupted
from keypeg.core.marks import Marking
from keypeg.solver.advice.choose_guess import watch_steps
from keypeg.solver.exact.search import ExactSearch
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.mark_sums import peg_mark_sums
from keypeg.solver.game.partition import all_codes
from keypeg.solver.game.symmetry import Symmetry
from keypeg.solver.kernels.array_types import Bytes


class Endgame(NamedTuple):
    """A game that has been searched to its end."""

    game: GuessingGame
    search: ExactSearch
    """It knows the best guess of every position that the search has met, and finds those of others."""
    cost: int
    """The sum of the guesses that all codes need."""


def pool_game(codes: Bytes, guesses: Bytes, marking: Marking) -> GuessingGame:
    """The game of finding one of these codes with these guesses, which are in order. It has no symmetry."""
    holes, pegs = codes.shape[1], int(max(codes.max(), guesses.max())) + 1
    mark_sums, marks = peg_mark_sums(marking, codes, guesses)
    return GuessingGame(
        key="",
        codes=codes,
        guesses=guesses,
        weights=np.ones(len(codes), np.int64),
        answers=np.arange(len(codes), dtype=np.int32),
        mark_sums=mark_sums,
        marks=tuple((mark,) for mark in marks),
        solved_mark=marks.index(marking.solved(holes)),
        symmetry=Symmetry(np.arange(holes, dtype=np.uint8)[np.newaxis], np.arange(pegs, dtype=np.uint8)),
    )


def search_endgame(game: GuessingGame, steps: int) -> Endgame | None:
    """Search a game to its end; None if that takes more than so many steps."""
    search = ExactSearch(game, placed=None)
    try:
        result = search.cost(all_codes(game), placed=None, watch=watch_steps(steps))
    except SearchInterrupted:
        return None
    return Endgame(game, search, result.bound)
