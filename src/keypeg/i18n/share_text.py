"""The result of a daily as a text to share: it tells the marks, but neither guesses nor code."""

from collections.abc import Sequence

from keypeg.core.marks import KeyPegs, Mark
from keypeg.i18n.catalogue import say

EXACT, EXACT_RED, NEAR, NOTHING = "\u26ab", "\U0001f534", "\u26aa", "\u2796"
"""A key peg for the right colour in the right hole, black or red; for a right colour; and none. All are two columns wide,
so that rows below each other line up. The pages write the same."""

SPACE = "\u3000"
"""A space as wide as a key peg."""

FULL_WIDTH_ZERO = ord("\uff10")


def aligned_marks(rows: Sequence[Sequence[Mark]], red: bool = False) -> list[str]:
    """The marks of each row, one or several, as symbols. All rows are equally wide."""
    marks = [mark for row in rows for mark in row]
    pegs = max([1, *(mark.blacks + mark.whites for mark in marks if isinstance(mark, KeyPegs))])
    digits = max([1, *(len(str(mark.number)) for mark in marks if not isinstance(mark, KeyPegs))])

    def symbols(mark: Mark) -> str:
        if not isinstance(mark, KeyPegs):
            return "".join(chr(FULL_WIDTH_ZERO + int(digit)) for digit in str(mark.number)).rjust(digits, SPACE)
        exact = EXACT_RED if red else EXACT
        return exact * mark.blacks + NEAR * mark.whites + NOTHING * (pegs - mark.blacks - mark.whites)

    return [SPACE.join(map(symbols, row)) for row in rows]


def result_sentence(guesses: int, is_cracked: bool, lang: str) -> str:
    """In how many guesses a code was found, or after how many it was not."""
    words = say(lang, "number-words").split()
    word = words[guesses] if guesses < len(words) else str(guesses)
    return say(lang, "found-in" if is_cracked else "not-found-in", count=guesses, n=word)
