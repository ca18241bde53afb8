"""How many columns a text takes on a terminal, and cutting or padding it to a number of columns."""

import re
import unicodedata

COLOUR_CODE = re.compile(r"\033\[[0-9;]*m")
"""An escape sequence that sets a colour and takes no space."""

ELLIPSIS = "…"


def visible_width(line: str) -> int:
    """The columns that a line takes: none for colours and accents that combine, two for wide characters."""
    return sum(map(_columns, COLOUR_CODE.sub("", line)))


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Me", "Mn"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def pad(text: str, width: int) -> str:
    """The text with spaces after it, up to this many columns."""
    return text + " " * (width - visible_width(text))


def cut(text: str, width: int) -> str:
    """The text, which has no colours, with its end replaced by an ellipsis if it takes more columns than this."""
    if visible_width(text) <= width:
        return text
    shortened = text
    while shortened and visible_width(shortened) > width - 1:
        shortened = shortened[:-1]
    return shortened + ELLIPSIS
