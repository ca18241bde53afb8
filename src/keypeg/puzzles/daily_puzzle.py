"""The day's puzzle: one a day and edition, the same for everybody, for ever, like the day's code (`analysis.day`).

They are separate, because a server must keep the day's code to itself while it shows the day's puzzle to all.
"""

from datetime import date

from keypeg.core.edition import Edition
from keypeg.puzzles.generator import make_puzzle
from keypeg.puzzles.puzzle import Difficulty, Puzzle, PuzzleKind


def daily_puzzle(edition: Edition, day: date) -> Puzzle:
    """The puzzle of this day: exactly one code is left. Raises `RuleError` where none can be made."""
    return make_puzzle(edition, PuzzleKind.ONE_CODE, Difficulty.MEDIUM, f"daily {day.isoformat()}")
