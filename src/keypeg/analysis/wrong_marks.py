"""Marks that cannot all be right: which rows contradict each other, and the smallest change that explains them."""

from collections.abc import Sequence
from typing import NamedTuple

from keypeg.solver.advice.advisor import find_candidates
from keypeg.solver.advice.contradiction import Change, explain_contradiction, smallest_conflict
from keypeg.solver.game.guessing_game import GuessingGame, Row


class WrongMarks(NamedTuple):
    """Rows that no code fits."""

    rows: tuple[int, ...]
    """A smallest set of rows that cannot all be true."""
    changes: tuple[Change, ...]
    """The smallest changes after which some code fits, those that leave most codes first."""


def explain_wrong_marks(game: GuessingGame, rows: Sequence[Row]) -> WrongMarks | None:
    """What is wrong with these rows; None if some code fits them all."""
    if len(find_candidates(game, rows)):
        return None
    return WrongMarks(smallest_conflict(game, rows), explain_contradiction(game, rows).changes)
