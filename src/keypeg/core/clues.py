"""What a search for fitting codes begins with: the clues, and how long it may take."""

from keypeg.core.codes import Code
from keypeg.core.errors import SearchInterrupted
from keypeg.core.marks import Mark

Clue = tuple[Code, Mark]
"""A guess and the mark it got."""


class SearchBudget:
    """How many steps a search may still take, so that no position can make a table wait for long."""

    def __init__(self, steps: int) -> None:
        self.steps = steps

    def spend(self, steps: int = 1) -> None:
        """Count some steps. Raises `SearchInterrupted` when none are left."""
        self.steps -= steps
        if self.steps < 0:
            raise SearchInterrupted
