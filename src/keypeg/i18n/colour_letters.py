"""The letters for colours that people see and type: those of the colours' names in their language.

Records, links and JSON always have the letters of `keypeg.editions.palette`, whatever the language; see
docs/decisions/0018-colour-letters-by-language.md. To read or write a code for a person, use `keypeg.records.notation`
with the palette that `local_palette` returns.
"""

from functools import cache

from keypeg.core.code_text import Colour
from keypeg.editions.palette import COLOURS
from keypeg.i18n.catalogue import say
from keypeg.records.notation import Palette


@cache
def local_palette(palette: Palette, lang: str) -> Palette:
    """The same colours with the letters of this language."""
    return tuple(Colour(local_letter(colour.letter, lang), colour.name) for colour in palette)


def local_letter(letter: str, lang: str) -> str:
    """The letter in this language of the colour that records write with `letter`."""
    return letters(lang).get(letter, letter)


def local_example(code: str, lang: str) -> str:
    """An example of a code, written as in records, in the letters of this language."""
    return "".join(local_letter(sign, lang) for sign in code)


@cache
def letters(lang: str) -> dict[str, str]:
    """The letter of each colour in this language, by its letter in records."""
    local = {letter: say(lang, f"colour-letter.{letter}") for letter in COLOURS}
    # While a translation is being made, some letters are still English and may be those of other colours.
    return local if len(set(local.values())) == len(local) else {letter: letter for letter in COLOURS}
