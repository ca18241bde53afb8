"""Reads what a player types at a prompt: a code, a mark, or a command, in any language."""

import re
from collections.abc import Callable
from typing import NamedTuple

from keypeg.core.actions import Accept, Action, Answer, Call, Claim, GiveMark, Guess, Pass, Resign, SetCode
from keypeg.core.edition import Edition, Remedy
from keypeg.core.errors import KeypegError, ReadError
from keypeg.core.marks import KeyPegs, Mark
from keypeg.core.view import Allowed
from keypeg.i18n.catalogue import say
from keypeg.i18n.colour_letters import local_example, local_palette
from keypeg.i18n.typed_words import elsewhere_letter, fold_word, in_place_letter, meanings, typed_command
from keypeg.records.notation import read_code, read_mark, read_number


class Command(NamedTuple):
    """A command beside the next move. The catalogue has the words that are typed for it."""

    name: str
    help: str = ""
    """The key of its help text, if that is not its name."""
    argument: str = ""
    """An example of its argument, with colours as records write them."""
    is_useful: Callable[[Edition], bool] = lambda edition: True
    """Whether it is useful at a table of this edition."""


def _is_marked_by_hand(edition: Edition) -> bool:
    return edition.by_hand


def _breaker_decides(edition: Edition) -> bool:
    return edition.by_hand and edition.wrong_mark.remedy is Remedy.CHOICE


def _has_calls(edition: Edition) -> bool:
    return edition.dealt


COMMANDS = (
    Command("help"),
    Command("board"),
    Command("rules"),
    Command("hint"),
    Command("hint", help="hint-partial", argument="R_B"),
    Command("claim", argument="3", is_useful=_is_marked_by_hand),
    Command("accept", is_useful=_breaker_decides),
    Command("call", is_useful=_has_calls),
    Command("pass", is_useful=_has_calls),
    Command("resign"),
    Command("quit"),
)
COMMAND_NAMES = tuple(dict.fromkeys(command.name for command in COMMANDS))


def help_lines(edition: Edition, lang: str) -> list[str]:
    """The commands that are useful at this table, with what they do."""
    lines = []
    for command in COMMANDS:
        if not command.is_useful(edition):
            continue
        typed = f"{typed_command(command.name, lang)} {local_example(command.argument, lang)}".rstrip()
        lines.append(f"  {typed:<14} {say(lang, f'command.{command.help or command.name}')}")
    return lines


def read_command(text: str, edition: Edition, lang: str) -> tuple[str, str] | None:
    """The command in this text and its argument; None if the text is a move.

    A command begins with a slash; without one the text is a command only if it cannot be a code.
    """
    word, _, rest = text.strip().partition(" ")
    has_slash = word.startswith("/")
    command = meanings(COMMAND_NAMES).get(fold_word(word.removeprefix("/")))
    if command is None:
        return (word, rest) if has_slash else None
    if not has_slash and _is_code(word, edition, lang):
        return None
    return command, rest.strip()


def _is_code(text: str, edition: Edition, lang: str) -> bool:
    try:
        return read_code(text, local_palette(edition.palette, lang)) in edition.guesses.space
    except KeypegError:
        return False


def read_move(text: str, allowed: Allowed, edition: Edition, lang: str) -> Action:
    """Read the move that the prompt asks for."""
    if allowed.action is GiveMark:
        return GiveMark(read_typed_mark(text, allowed.marks[0], lang))
    code = read_code(text, local_palette(edition.palette, lang))
    kinds: dict[type[Action], type[SetCode] | type[Guess] | type[Answer]] = {
        SetCode: SetCode,
        Guess: Guess,
        Answer: Answer,
    }
    return kinds[allowed.action](code)


def read_typed_mark(text: str, sample: Mark, lang: str) -> Mark:
    """Read a mark of the same kind as `sample`: `1b2w`, `1r 2w`, `2w`, `1 2`, `0`; in French `1n2b`; or a number."""
    typed = text.strip().lower()
    if isinstance(sample, KeyPegs):
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
    if type(mark) is not type(sample) or mark is None:
        raise ReadError("unreadable-mark", text=text, example=typed_mark_example(sample, False, lang))
    return mark


def typed_mark_example(sample: Mark, red: bool, lang: str, max_pegs: int = 3) -> str:
    """An example of how to type a mark of the same kind as `sample`, with at most this many pegs."""
    if not isinstance(sample, KeyPegs):
        return "3"
    in_place, elsewhere = in_place_letter(lang, red), elsewhere_letter(lang)
    return f"1{in_place}2{elsewhere}" if max_pegs > 2 else f"1{in_place}"


def read_action_command(name: str, rest: str, seat: int, lang: str) -> tuple[int, Action] | None:
    """The action of this command and its seat, if it is an action; anyone at the keyboard may call."""
    if name == "claim":
        if not rest:
            challenge = typed_command(name, lang)
            raise ReadError("missing-argument", action=challenge, example=f"{challenge} 3")
        row, _, board = rest.partition(" ")
        return seat, Claim(read_number(row), read_number(board.strip()) if board.strip() else None)
    if name == "call":
        return (read_number(rest) if rest else seat), Call()
    actions: dict[str, Action] = {"accept": Accept(), "pass": Pass(), "resign": Resign()}
    return (seat, actions[name]) if name in actions else None
