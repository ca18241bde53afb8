"""The puzzle of the day: one for each day and edition, the same for everyone and for ever, like `daily_code`.

It is independent of the daily code, which a server keeps secret while it shows the daily puzzle to everyone.
"""

from datetime import date

from keypeg.core.edition import Edition
from keypeg.puzzles.generator import make_puzzle
from keypeg.puzzles.puzzle import Difficulty, Puzzle, PuzzleKind


def daily_puzzle(edition: Edition, day: date) -> Puzzle:
    """The puzzle of this day, with exactly one code left. Raises `RuleError` where none can be made."""
    return make_puzzle(edition, PuzzleKind.ONE_CODE, Difficulty.MEDIUM, f"daily {day.isoformat()}")
