"""The day's problem: one a day and edition, the same for everybody, for ever, like the day's code (`analysis.day`).

They are separate, because a server must keep the day's code to itself while it shows the day's problem to all.
"""

from datetime import date

from keypeg.core.edition import Edition
from keypeg.puzzles.generator import make_problem
from keypeg.puzzles.puzzle import Difficulty, Kind, Problem


def daily_problem(edition: Edition, day: date) -> Problem:
    """The problem of this day: exactly one code is left. Raises `RuleError` where none can be made."""
    return make_problem(edition, Kind.ONE_CODE, Difficulty.MEDIUM, f"daily {day.isoformat()}")
