"""Names of people at a table: which can be seen, and which cannot be told apart from another's."""

import re
import unicodedata
from typing import TYPE_CHECKING

from keypeg.records.record import JOINERS, clean
from keypeg.service.entries import Entry, JoinEntry, SitEntry
from keypeg.service.entry_checks import HOST
from keypeg.service.errors import TableError

if TYPE_CHECKING:
    from keypeg.service.table import Table

MAX_NAME_LENGTH = 40

SKIN_TONES = "\U0001f3fb-\U0001f3ff"
"""The emoji that colour the one before them."""

INSIDE_A_SIGN = re.compile(f"[{JOINERS}{SKIN_TONES}]")
"""A character that belongs to the one before it."""

BLANK_LETTERS = "\u115f\u1160\u3164\uffa0\u2800\U0001d159"
"""Letters and symbols that leave an empty space: fillers of Hangul, the empty pattern of Braille and others."""

INVISIBLE_CATEGORIES = ("C", "M", "Z")
"""The kinds of characters that show nothing by themselves: controls, marks on another character, spaces."""

LOOKALIKES = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u051d"
    "\u03b1\u03bf\u03c1\u03bd\u03b9\u03ba\u0131\u043a\u043c\u0442\u043d\u0432l1|0",
    "aeopcyxijshdqwaopvikikmthbiiio",
)
"""Cyrillic and Greek small letters, digits and signs, and the Latin letter that each looks like, small or as a
capital."""

GUEST_NAME = re.compile("(guest|invité)[0-9]+")
"""What people without a name are called, in each language, without spaces."""


def clean_name(name: str) -> str:
    """Return a name fit to be shown: on one line, without control characters and without changes of direction.

    Empty for a person without a name. Raises `TableError` if a name is given but nothing of it can be seen.
    """
    cleaned = _shorten(clean(name))
    if name and not any(map(_is_visible, cleaned)):
        raise TableError("name-invisible")
    return cleaned


def _shorten(name: str) -> str:
    """The beginning of a name, without the part of an emoji or an accented letter that would be cut in two."""
    length = min(len(name), MAX_NAME_LENGTH)
    while 0 < length < len(name) and (_is_inside_a_sign(name[length]) or name[length - 1] in JOINERS):
        length -= 1
    return name[: length or MAX_NAME_LENGTH].strip(" " + JOINERS)


def _is_inside_a_sign(character: str) -> bool:
    return bool(INSIDE_A_SIGN.match(character)) or unicodedata.category(character).startswith("M")


def check_name(table: "Table", entry: Entry) -> None:
    """Raise `TableError` if a person or a bot would get a name at this table that looks like the name of another."""
    match entry:
        case JoinEntry():
            player, name = 0, entry.name
        case SitEntry(guest=False, invited=False):
            player = entry.player
            name = entry.name or ("" if entry.level else _own_name(table, player))
        case _:
            return
    if not name:
        return
    others = [occupant.name for occupant in table.occupants if occupant is not None and occupant.player != player]
    if player != HOST:
        others.append(table.players[HOST - 1])
    shape = shape_of(name)
    if GUEST_NAME.fullmatch(_without_blanks(name)) or shape in map(shape_of, others):
        raise TableError("name-taken", name=name)


def _own_name(table: "Table", player: int) -> str:
    """The name that a player has given; empty if they gave none.

    Empty too for a player who has just joined at another process: this entry comes too late, and is checked again.
    """
    is_known = player <= len(table.players)
    return table.players[player - 1] if is_known and player not in table.guests else ""


def shape_of(name: str) -> str:
    """Return what a name looks like: the same for names that people cannot tell apart at a glance."""
    return _without_blanks(name).translate(LOOKALIKES)


def _without_blanks(name: str) -> str:
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(sign for sign in folded if _is_visible(sign))


def _is_visible(sign: str) -> bool:
    return sign not in BLANK_LETTERS and not unicodedata.category(sign).startswith(INVISIBLE_CATEGORIES)
