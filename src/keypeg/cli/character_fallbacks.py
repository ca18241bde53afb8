"""Replaces characters that a terminal cannot show by plain ones, instead of by question marks.

Terminals that know only ASCII or Latin-1 lack typographic quotes, dashes, and the lines of the score sheet.
"""

import codecs
import unicodedata

ERRORS = "keypeg-fallback"
"""The name under which streams know the replacement."""

FALLBACKS = {
    "‘": "'", "’": "'", "“": '"', "”": '"', "«": '"', "»": '"', "–": "-", "—": "-", "−": "-", "…": "...", "·": "-",
    "→": "->", "×": "x", "±": "+/-", "†": "+", "─": "-", "│": "|",
}  # fmt: skip
"""For each character a plain one; all other lines of boxes become crosses."""


def fallback_for(character: str) -> str:
    """What to show for a character: a plain one, its letter without the accent, or a question mark."""
    if character in FALLBACKS:
        return FALLBACKS[character]
    if unicodedata.name(character, "").startswith("BOX DRAWINGS"):
        return "+"
    decomposed = unicodedata.normalize("NFKD", character)
    return "".join(part for part in decomposed if part.isascii()) or "?"


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(fallback_for, error.object[error.start : error.end])), error.end


def register() -> None:
    """Make the replacement known to streams."""
    codecs.register_error(ERRORS, _replace)
