"""Marks that cannot all be right: which rows contradict each other, and the smallest change that would explain it."""

from collections.abc import Sequence

from keypeg.analysis.hint_values import WrongMarks
from keypeg.solver.advice.advisor import find_candidates
from keypeg.solver.advice.contradiction import explain_contradiction, smallest_conflict
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.rows import Row


def explain_wrong_marks(game: GuessingGame, rows: Sequence[Row]) -> WrongMarks | None:
    """Explain why no code fits these rows; None if one does."""
    if len(find_candidates(game, rows)):
        return None
    return WrongMarks(smallest_conflict(game, rows), explain_contradiction(game, rows).changes)
