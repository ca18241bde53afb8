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
        "hint",
        Text("help with your guess, a step further each time", "aide pour votre essai, chaque fois un peu plus"),
        ("hint", "indice"),
    ),
    Command(
        "hint",
        Text("whether that can still be the code; _ for an open hole", "si ce peut être le code ; _ : trou à remplir"),
        ("hint", "indice"),
        "R_B",
    ),
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


IN_PLACE, ELSEWHERE = Text("br", "nr"), Text("w", "b")
"""The letters for key pegs: black or red, and white; noir ou rouge, et blanc."""

NOTHING = ("0", "-", "nothing", "none", "rien")


def read_loose_mark(text: str, like: Mark, lang: str) -> Mark:
    """A mark as people type it: `1b2w`, `1r 2w`, `2w`, `1 2`, `0`; in French `1n2b`; or a number."""
    typed = text.strip().lower()
    if isinstance(like, KeyPegs):
        if typed in NOTHING:
            return KeyPegs(0, 0)
        first, second = getattr(IN_PLACE, lang), getattr(ELSEWHERE, lang)
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
    in_place, elsewhere = getattr(IN_PLACE, lang)[1 if red else 0], getattr(ELSEWHERE, lang)
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
