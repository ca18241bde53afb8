"""Codes as text, in the letters of a palette: `RRBY`, with a full stop for a blank.

Reading checks the form of a text only; a code space decides whether the code is allowed.
"""

from functools import lru_cache
from typing import NamedTuple

from keypeg.core.codes import BLANK, Code
from keypeg.core.errors import ReadError


class Colour(NamedTuple):
    """A colour of pegs, tiles, rings or cars."""

    letter: str
    """How it is written in codes."""
    name: str
    """Its identifier, such as `red`; the catalogue has its name in each language."""


Palette = tuple[Colour, ...]
"""The colours of an edition; peg number n is the n-th of them."""

BLANK_LETTER = "."
"""How a blank is written."""


def write_code(code: Code, palette: Palette) -> str:
    """A code in the letters of this palette."""
    letters = _letters_of(palette)
    return "".join([letters[peg] for peg in code])


@lru_cache(maxsize=64)
def _letters_of(palette: Palette) -> str:
    """The letter of each peg, the blank's first."""
    return BLANK_LETTER + "".join([colour.letter for colour in palette])


def read_code(text: str, palette: Palette) -> Code:
    """The code in this text; capital or small letters, with or without spaces."""
    # Only ASCII letters are capitalised: some others turn into two letters, or into letters of the palette.
    letters = [letter.upper() if letter.isascii() else letter for letter in "".join(text.split())]
    pegs = {BLANK_LETTER: BLANK} | {colour.letter: number for number, colour in enumerate(palette, 1)}
    if not letters:
        example = "".join(colour.letter for colour in palette[:4])
        raise ReadError("empty-code", example=example)
    for letter in letters:
        if letter not in pegs:
            palette_letters = "".join(colour.letter for colour in palette)
            raise ReadError("unknown-colour", letter=letter, letters=" ".join(palette_letters))
    return tuple(pegs[letter] for letter in letters)
