"""What rows earn where each earns points, and whose turns are to come. Importing this loads no solver."""

from typing import NamedTuple

from keypeg.core.marks import KeyPegs, Mark
from keypeg.core.scoring import Scoring
from keypeg.core.view import View


class BreakerTurns(NamedTuple):
    """The turns to come: the viewer's is the next one, and then every `breakers` rows."""

    breakers: int
    """How many breakers are still in the round."""
    rows_left: int

    @classmethod
    def of(cls, view: View) -> "BreakerTurns":
        """The turns from the viewer's own on."""
        board = view.own_board
        assert board is not None
        breakers = sum(seat not in view.out for seat in board.breakers)
        return cls(breakers, view.edition.guesses.rows - len(board.rows))


def points_of_mark(scoring: Scoring, mark: Mark, is_solved: bool) -> int:
    """The points that a row earns by its mark."""
    if is_solved:
        return scoring.breaking_points
    if isinstance(mark, KeyPegs):
        return scoring.white_points * mark.whites + scoring.black_points * mark.blacks
    return 0
