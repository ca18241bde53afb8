"""What a person may type at a prompt: a code, a mark, or a command, in either language."""

import re
from collections.abc import Callable
from typing import NamedTuple

from keypeg.core.actions import Action, Answer, Call, Claim, GiveMark, Guess, Pass, Resign, SetCode
from keypeg.core.edition import Edition
from keypeg.core.errors import KeypegError, ReadError
from keypeg.core.marks import KeyPegs, Mark
from keypeg.core.view import Allowed
from keypeg.editions.options import Text
from keypeg.records.notation import read_code, read_mark, read_number


class Command(NamedTuple):
    """Something to do that is not simply the next move."""

    name: str
    help: Text
    words: tuple[str, ...]
    """What it is called: English first, then French."""
    takes: str = ""
    """What follows it."""
    at: Callable[[Edition], bool] = lambda edition: True
    """At which tables it is of use."""


def _by_hand(edition: Edition) -> bool:
    return edition.by_hand


def _with_calls(edition: Edition) -> bool:
    return edition.dealt


COMMANDS = (
    Command("help", Text("this list", "cette liste"), ("help", "aide", "?")),
    Command("board", Text("show the table again", "revoir la table"), ("board", "plateau")),
    Command("rules", Text("the rules of this edition", "les règles de cette édition"), ("rules", "règles", "regles")),
    Command(
        "claim",
        Text("say that the mark of a row is wrong", "contester la marque d’une rangée"),
        ("claim", "contester"),
        "3",
        _by_hand,
    ),
    Command(
        "call",
        Text("call “Master Mind”", "annoncer « Master Mind »"),
        ("call", "annonce", "annoncer"),
        at=_with_calls,
    ),
    Command("pass", Text("do not call", "ne pas annoncer"), ("pass", "passe", "passer"), at=_with_calls),
    Command("resign", Text("give up the round", "abandonner la manche"), ("resign", "abandon", "abandonner")),
    Command("quit", Text("stop; the game is kept", "arrêter ; la partie est gardée"), ("quit", "quitter")),
)
_BY_WORD = {word: command for command in COMMANDS for word in command.words}


def word_for(name: str, lang: str) -> str:
    """A command as it is typed in this language."""
    command = next(command for command in COMMANDS if command.name == name)
    return "/" + command.words[1 if lang == "fr" else 0]


def help_lines(edition: Edition, lang: str) -> list[str]:
    """The commands that are of use at this table, with what they do."""
    lines = []
    for command in COMMANDS:
        if not command.at(edition):
            continue
        typed = f"{word_for(command.name, lang)} {command.takes}".rstrip()
        lines.append(f"  {typed:<14} {getattr(command.help, lang)}")
    return lines


def read_command(text: str, edition: Edition) -> tuple[str, str] | None:
    """The command in this text and what follows it; None if the text is a move.

    A command begins with a slash; without one it is a command only if it cannot be a code.
    """
    word, _, rest = text.strip().partition(" ")
    slashed = word.startswith("/")
    command = _BY_WORD.get(word.removeprefix("/").lower())
    if command is None:
        return (word, rest) if slashed else None
    if not slashed and _is_code(word, edition):
        return None
    return command.name, rest.strip()


def _is_code(text: str, edition: Edition) -> bool:
    try:
        return read_code(text, edition.palette) in edition.guesses.space
    except KeypegError:
        return False


def read_move(text: str, allowed: Allowed, edition: Edition) -> Action:
    """The move that is asked for, from what was typed."""
    if allowed.action is GiveMark:
        return GiveMark(read_loose_mark(text, allowed.marks[0]))
    code = read_code(text, edition.palette)
    kinds: dict[type[Action], type[SetCode] | type[Guess] | type[Answer]] = {
        SetCode: SetCode,
        Guess: Guess,
        Answer: Answer,
    }
    return kinds[allowed.action](code)


def read_loose_mark(text: str, like: Mark) -> Mark:
    """A mark as people type it: `1b2w`, `1 2`, or a number."""
    if isinstance(like, KeyPegs) and (pair := re.fullmatch(r"\s*([0-9])\s*[ ,./]\s*([0-9])\s*", text)):
        return KeyPegs(int(pair[1]), int(pair[2]))
    mark = read_mark(text)
    if type(mark) is not type(like):
        raise ReadError("unreadable-mark", text=text, example=mark_example(like))
    return mark


def mark_example(like: Mark) -> str:
    """How a mark of this kind is typed."""
    return "1b2w" if isinstance(like, KeyPegs) else "3"


def read_free_action(name: str, rest: str) -> Action | None:
    """The action that this command does, if it does one."""
    if name == "claim":
        row, _, board = rest.partition(" ")
        return Claim(read_number(row), read_number(board.strip()) if board.strip() else None)
    actions: dict[str, Action] = {"call": Call(), "pass": Pass(), "resign": Resign()}
    return actions.get(name)
