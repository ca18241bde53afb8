"""Sentences for the pages, which draw pegs and key pegs.

A peg is the letter of its colour in brackets, as in records: `[R]`, or `[.]` for a blank. Key pegs are `●` and `○`. So a
sentence can still be read where nothing is drawn.
"""

from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.marks import KeyPegs, Mark
from keypeg.i18n.match_text import MatchText


class PageText(MatchText):
    """Describes a table with pegs and key pegs to be drawn."""

    def __init__(self, edition: Edition, names: tuple[str, ...], lang: str) -> None:
        super().__init__(edition, names, lang, paint=lambda letter, colour: f"[{colour}]")

    def short_code(self, code: Code) -> str:
        """A code in a list: as pegs, too."""
        return self.code(code)

    def mark(self, mark: Mark) -> str:
        """A mark as key pegs."""
        if not isinstance(mark, KeyPegs) or not (mark.blacks or mark.whites):
            return super().mark(mark)
        return "●" * mark.blacks + "○" * mark.whites
