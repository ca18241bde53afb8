"""Reads and writes codes, marks and actions as text.

A code is written with the letters of the edition's palette, a blank as a full stop: `RRB.`. A mark in key pegs is
written `1b2w`, a number as itself. An action is a word and its argument: `guess RRBY`, `mark 1b2w`, `claim 3`. Reading
checks the form of a text only; the rules decide whether it is legal.
"""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from keypeg.core.actions import (
    Accept,
    Action,
    Answer,
    Call,
    Claim,
    Deal,
    GiveMark,
    Guess,
    Pass,
    Resign,
    SetCode,
    TimeOut,
)
from keypeg.core.code_text import BLANK_LETTER as BLANK_LETTER
from keypeg.core.code_text import Palette as Palette
from keypeg.core.code_text import read_code as read_code
from keypeg.core.code_text import write_code as write_code
from keypeg.core.edition import TABLE
from keypeg.core.errors import ReadError
from keypeg.core.marks import KeyPegs, Mark, Number

TABLE_WORD = "table"
"""How the table itself is written in place of a seat's number."""


def write_mark(mark: Mark) -> str:
    """A mark as text: `1b2w`, or the number."""
    return f"{mark.blacks}b{mark.whites}w" if isinstance(mark, KeyPegs) else str(mark.number)


def read_mark(text: str) -> Mark:
    """The mark in this text."""
    if pegs := re.fullmatch(r"\s*([0-9]{1,2})b([0-9]{1,2})w\s*", text, re.IGNORECASE):
        return KeyPegs(int(pegs[1]), int(pegs[2]))
    if re.fullmatch(r"\s*[0-9]{1,2}\s*", text):
        return Number(int(text))
    raise ReadError("unreadable-mark", text=text, example="1b2w")


def write_seat(seat: int) -> str:
    """A seat's number, or the word for the table."""
    return str(seat) if seat != TABLE else TABLE_WORD


def read_seat(text: str) -> int:
    """The seat that this text names."""
    if text == TABLE_WORD:
        return TABLE
    if not re.fullmatch(r"[1-9][0-9]?", text):
        raise ReadError("unreadable-seat", text=text)
    return int(text)


def read_number(text: str) -> int:
    """A whole number of at most four digits."""
    if not re.fullmatch(r"[0-9]{1,4}", text):
        raise ReadError("unreadable-number", text=text)
    return int(text)


class _Form(NamedTuple):
    """How one kind of action is written."""

    word: str
    kind: type[Action]
    example: str
    """An example of the argument; empty if the action takes none."""
    write: Callable[[Any, Palette], str]
    read: Callable[[str, Palette], Action]


def _write_claim(action: Claim, palette: Palette) -> str:
    return str(action.row) if action.board is None else f"{action.row} on {action.board}"


def _read_claim(text: str, palette: Palette) -> Claim:
    row, separator, board = text.partition(" on ")
    return Claim(read_number(row.strip()), read_number(board.strip()) if separator else None)


def _read_deal(text: str, palette: Palette) -> Deal:
    return Deal(tuple(read_code(part, palette) for part in text.split()))


_FORMS = (
    _Form("code", SetCode, "RBYG", lambda a, p: write_code(a.code, p), lambda t, p: SetCode(read_code(t, p))),
    _Form(
        "deal",
        Deal,
        "R.... .B... ..Y.. ...G.",
        lambda a, p: " ".join(write_code(part, p) for part in a.parts),
        _read_deal,
    ),
    _Form("guess", Guess, "RBYG", lambda a, p: write_code(a.code, p), lambda t, p: Guess(read_code(t, p))),
    _Form("mark", GiveMark, "1b2w", lambda a, p: write_mark(a.mark), lambda t, p: GiveMark(read_mark(t))),
    _Form("claim", Claim, "3", _write_claim, _read_claim),
    _Form("accept", Accept, "", lambda a, p: "", lambda t, p: Accept()),
    _Form("call", Call, "", lambda a, p: "", lambda t, p: Call()),
    _Form("answer", Answer, "RBYG", lambda a, p: write_code(a.code, p), lambda t, p: Answer(read_code(t, p))),
    _Form("pass", Pass, "", lambda a, p: "", lambda t, p: Pass()),
    _Form("resign", Resign, "", lambda a, p: "", lambda t, p: Resign()),
    _Form("timeout", TimeOut, "2", lambda a, p: str(a.seat), lambda t, p: TimeOut(read_number(t))),
)
_BY_WORD = {form.word: form for form in _FORMS}
_BY_KIND = {form.kind: form for form in _FORMS}

ACTION_WORDS = tuple(_BY_WORD)
"""The words for all kinds of action."""


def action_word(kind: type[Action]) -> str:
    """The word for this kind of action."""
    return _BY_KIND[kind].word


def write_action(action: Action, palette: Palette) -> str:
    """An action as text."""
    form = _BY_KIND[type(action)]
    return f"{form.word} {form.write(action, palette)}".rstrip()


def read_action(text: str, palette: Palette) -> Action:
    """The action in this text."""
    word, argument = (*text.split(None, 1), "", "")[:2]
    form = _BY_WORD.get(word.lower())
    if form is None:
        raise ReadError("unreadable-action", text=word, actions=", ".join(ACTION_WORDS))
    argument = argument.strip()
    if argument and not form.example:
        raise ReadError("extra-argument", action=form.word, text=argument)
    if form.example and not argument:
        raise ReadError("missing-argument", action=form.word, example=f"{form.word} {form.example}")
    return form.read(argument, palette)
