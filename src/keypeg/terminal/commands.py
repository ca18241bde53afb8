"""What a person may type at a prompt: a code, a mark, or a command, in either language."""

import re
from collections.abc import Callable
from typing import NamedTuple

from keypeg.core.actions import Action, Answer, Call, Claim, GiveMark, Guess, Pass, Resign, SetCode
from keypeg.core.edition import Edition
from keypeg.core.errors import KeypegError, ReadError
from keypeg.core.marks import KeyPegs, Mark
from keypeg.core.view import Allowed
from keypeg.i18n.catalogue import say
from keypeg.i18n.typed_words import elsewhere_letter, in_place_letter, meanings, plain, words_for
from keypeg.records.notation import read_code, read_mark, read_number


class Command(NamedTuple):
    """Something to do that is not simply the next move. The catalogue has the words that are typed for it."""

    name: str
    help: str = ""
    """The key of what is said of it, if that is not its name."""
    takes: str = ""
    """What follows it."""
    at: Callable[[Edition], bool] = lambda edition: True
    """At which tables it is of use."""


def _by_hand(edition: Edition) -> bool:
    return edition.by_hand


def _with_calls(edition: Edition) -> bool:
    return edition.dealt


COMMANDS = (
    Command("help"),
    Command("board"),
    Command("rules"),
    Command("hint"),
    Command("hint", help="hint-half", takes="R_B"),
    Command("claim", takes="3", at=_by_hand),
    Command("call", at=_with_calls),
    Command("pass", at=_with_calls),
    Command("resign"),
    Command("quit"),
)
NAMES = tuple(dict.fromkeys(command.name for command in COMMANDS))


def word_for(name: str, lang: str) -> str:
    """A command as it is typed in this language."""
    return "/" + words_for(name, lang)[0]


def help_lines(edition: Edition, lang: str) -> list[str]:
    """The commands that are of use at this table, with what they do."""
    lines = []
    for command in COMMANDS:
        if not command.at(edition):
            continue
        typed = f"{word_for(command.name, lang)} {command.takes}".rstrip()
        lines.append(f"  {typed:<14} {say(lang, f'command.{command.help or command.name}')}")
    return lines


def read_command(text: str, edition: Edition) -> tuple[str, str] | None:
    """The command in this text and what follows it; None if the text is a move.

    A command begins with a slash; without one it is a command only if it cannot be a code.
    """
    word, _, rest = text.strip().partition(" ")
    slashed = word.startswith("/")
    command = meanings(NAMES).get(plain(word.removeprefix("/")))
    if command is None:
        return (word, rest) if slashed else None
    if not slashed and _is_code(word, edition):
        return None
    return command, rest.strip()


def _is_code(text: str, edition: Edition) -> bool:
    try:
        return read_code(text, edition.palette) in edition.guesses.space
    except KeypegError:
        return False


def read_move(text: str, allowed: Allowed, edition: Edition, lang: str) -> Action:
    """The move that is asked for, from what was typed."""
    if allowed.action is GiveMark:
        return GiveMark(read_loose_mark(text, allowed.marks[0], lang))
    code = read_code(text, edition.palette)
    kinds: dict[type[Action], type[SetCode] | type[Guess] | type[Answer]] = {
        SetCode: SetCode,
        Guess: Guess,
        Answer: Answer,
    }
    return kinds[allowed.action](code)


def read_loose_mark(text: str, like: Mark, lang: str) -> Mark:
    """A mark as people type it: `1b2w`, `1r 2w`, `2w`, `1 2`, `0`; in French `1n2b`; or a number."""
    typed = text.strip().lower()
    if isinstance(like, KeyPegs):
        if typed in ("0", "-") or typed in meanings(("nothing",)):
            return KeyPegs(0, 0)
        first, second = in_place_letter(lang, False) + in_place_letter(lang, True), elsewhere_letter(lang)
        for pattern in (rf"(?:([0-9])\s*[{first}])?[\s,]*(?:([0-9])\s*{second})?", r"([0-9])[\s,./]+([0-9])"):
            if typed and (pegs := re.fullmatch(pattern, typed)):
                return KeyPegs(int(pegs[1] or 0), int(pegs[2] or 0))
    try:
        mark = read_mark(text)
    except ReadError:
        mark = None
    if type(mark) is not type(like) or mark is None:
        raise ReadError("unreadable-mark", text=text, example=mark_example(like, False, lang))
    return mark


def mark_example(like: Mark, red: bool, lang: str, most: int = 3) -> str:
    """How a mark of this kind is typed, by a maker who gives so many pegs at most."""
    if not isinstance(like, KeyPegs):
        return "3"
    in_place, elsewhere = in_place_letter(lang, red), elsewhere_letter(lang)
    return f"1{in_place}2{elsewhere}" if most > 2 else f"1{in_place}"


def read_free_action(name: str, rest: str, seat: int) -> tuple[int, Action] | None:
    """The action that this command does, if it does one, and who does it: anybody at the keyboard may call."""
    if name == "claim":
        if not rest:
            raise ReadError("missing-argument", action="claim", example="/claim 3")
        row, _, board = rest.partition(" ")
        return seat, Claim(read_number(row), read_number(board.strip()) if board.strip() else None)
    if name == "call":
        return (read_number(rest) if rest else seat), Call()
    actions: dict[str, Action] = {"pass": Pass(), "resign": Resign()}
    return (seat, actions[name]) if name in actions else None
