"""What a person types and sees: a terminal, or any two streams of text."""

import getpass
import re
import shutil
import sys
from collections.abc import Mapping
from typing import TextIO

from keypeg.i18n.typed_words import read_slashed
from keypeg.terminal.stdin import unseen

CLEAR = "\033[H\033[2J\033[3J"
"""Clears the screen, then what can be scrolled back to, which in some terminals is what was just cleared."""

USUAL_WIDTH = 80
"""How many columns are written to where nobody knows how many there are."""

PAINT = {
    "R": (160, 255), "B": (25, 255), "Y": (220, 16), "G": (28, 255), "O": (208, 16), "V": (91, 255), "P": (211, 16),
    "W": (255, 16), "K": (16, 255), "S": (248, 16), "N": (94, 255), "T": (44, 16), "L": (154, 16), "M": (162, 255),
    "D": (178, 16), "E": (223, 16), "I": (54, 255), "J": (35, 16), "U": (88, 255), "A": (214, 16),
}  # fmt: skip
"""For each letter the terminal's colour behind it, and the one it is written in. The letter itself always stands."""


COLOUR = re.compile(r"\033\[[0-9;]*m")
"""What sets a colour, and takes no room."""

WORDS = re.compile(r"( *)((?:(?:\033\[[0-9;]+m[^\033]*\033\[0m|(?<![^ ])[A-Z._](?= ))(?: (?=[^ ]))?|[^ ])+)")
"""A word, or pegs in a row with the word that follows them, painted or single letters, and the spaces before it."""

ITEMS = re.compile(r"( *)([^ ].*?(?: ·(?= )|$))")
"""What stands between two dots, and the spaces before it."""


def _seen_width(line: str) -> int:
    return len(COLOUR.sub("", line))


def _broken(line: str, parts: re.Pattern[str], width: int) -> str:
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    rows = [""]
    for spaces, part in parts.findall(line):
        if rows[-1].strip() and _seen_width(rows[-1] + spaces + part) > width:
            rows.append(indent + part)
        else:
            rows[-1] += spaces + part
    return "\n".join(rows)


class Quit(Exception):  # noqa: N818 - it is no error to stop playing
    """The person wants to stop, or there is nobody there any more."""


class Screen:
    """Where a game is played."""

    def __init__(self, stdin: TextIO, stdout: TextIO, environ: Mapping[str, str]) -> None:
        self._in = stdin
        self._out = stdout
        self.typed = stdin.isatty()
        """Whether a person types at a terminal, rather than a program into a pipe."""
        self.plain = environ.get("TERM") == "dumb"
        """Whether there is only text to be had: no colours, no drawing. Some who listen to their screen want it so."""
        self.drawn = stdout.isatty() and not self.plain
        """Whether somebody looks at it, and may be shown the same board again and again."""
        self._clears = stdout.isatty()
        self._colour = stdout.isatty() and not self.plain and not environ.get("NO_COLOR")

    @property
    def width(self) -> int:
        """How many columns there are; as many as any terminal has, where this is none."""
        return shutil.get_terminal_size().columns if self._clears else USUAL_WIDTH

    def write(self, *lines: str) -> None:
        """Show lines of text."""
        for line in lines:
            print(self._fold(line), file=self._out)
        self._out.flush()

    def _fold(self, line: str) -> str:
        """The line broken where it is too long for the terminal: after dots, or if that is not enough, after words."""
        width = self.width
        if not self._clears or _seen_width(line) <= width or "\n" in line:
            return line
        by_items = _broken(line, ITEMS, width)
        return by_items if max(map(_seen_width, by_items.split("\n"))) <= width else _broken(line, WORDS, width)

    def ask(self, prompt: str, hidden: bool = False) -> str:
        """Ask for a line; hidden, it is not shown while it is typed. Raises `Quit` when nothing more is to come."""
        question = prompt.rstrip(" ")
        prompt = self._fold(question) + prompt[len(question) :]
        line = self._typed_unseen(prompt) if hidden and self.typed else self._typed(prompt)
        if read_slashed(line.strip(), ("quit",)):
            raise Quit
        return line

    def _typed(self, prompt: str) -> str:
        print(prompt, end="", file=self._out, flush=True)
        line = self._in.readline()
        if not line:
            self.write("")
            raise Quit
        return line.rstrip("\r\n")

    def _typed_unseen(self, prompt: str) -> str:
        if sys.platform == "win32":
            return getpass.getpass(prompt, self._out)
        with unseen(self._in):
            line = self._typed(prompt)
        self.write("")  # Enter was not shown either
        return line

    def clear(self) -> None:
        """Leave nothing for the next player to see."""
        if self._clears:
            print("\n" * 100 if self.plain else CLEAR, end="", file=self._out, flush=True)

    def paint(self, text: str, letter: str) -> str:
        """A peg in its colour, where colours are wanted."""
        if not self._colour:
            return text
        if letter not in PAINT:
            return f" {text} "
        behind, ink = PAINT[letter]
        return f"\033[48;5;{behind};38;5;{ink}m {text} \033[0m"
