"""The screen and keyboard of a game: a terminal, or any two text streams."""

import getpass
import re
import shutil
import sys
from collections.abc import Mapping
from typing import TextIO

from keypeg.i18n.text_width import visible_width
from keypeg.i18n.typed_words import read_slashed
from keypeg.terminal.drawn_boards import Looks, MarkStyle
from keypeg.terminal.status_line import StatusLine
from keypeg.terminal.stdin import hidden_typing

CLEAR = "\033[H\033[2J\033[3J"
"""Clears the screen, then what can be scrolled back to, which in some terminals is what was just cleared."""

DEFAULT_WIDTH = 80
"""The number of columns where the output is not a terminal."""

PEG_COLOURS = {
    "R": (160, 255), "B": (25, 255), "Y": (220, 16), "G": (28, 255), "O": (208, 16), "V": (91, 255), "P": (211, 16),
    "W": (255, 16), "K": (16, 255), "S": (248, 16), "N": (94, 255), "T": (44, 16), "L": (154, 16), "M": (162, 255),
    "D": (178, 16), "E": (223, 16), "I": (54, 255), "J": (35, 16), "U": (88, 255), "A": (214, 16),
}  # fmt: skip
"""For each peg's letter: the terminal colours of its background and of the letter, which is always shown."""


WORDS = re.compile(r"( *)((?:(?:\033\[[0-9;]+m[^\033]*\033\[0m|(?<![^ ])[A-Z._](?= ))(?: (?=[^ ]))?|[^ ])+)")
"""The spaces before a word, and the word; pegs in a row, coloured or single letters, belong to the word after them."""

ITEMS = re.compile(r"( *)([^ ].*?(?: ·(?= )|$))")
"""The spaces before an item, and the item; items are separated by dots."""


def _break_line(line: str, parts: re.Pattern[str], width: int) -> str:
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    rows = [""]
    for spaces, part in parts.findall(line):
        if rows[-1].strip() and visible_width(rows[-1] + spaces + part) > width:
            rows.append(indent + part)
        else:
            rows[-1] += spaces + part
    return "\n".join(rows)


class Quit(Exception):  # noqa: N818 - not an error
    """The player wants to stop, or the input has ended."""


class Screen:
    """The screen and keyboard of a game."""

    def __init__(self, stdin: TextIO, stdout: TextIO, environ: Mapping[str, str]) -> None:
        self._stdin = stdin
        self._stdout = stdout
        self.typed = stdin.isatty()
        """Whether the input is a terminal and not a pipe."""
        self.plain = environ.get("TERM") == "dumb"
        """Whether to write text only, without colours or drawings, as some users of screen readers prefer."""
        self.drawn = stdout.isatty() and not self.plain
        """Whether to draw the board again after every action."""
        self.is_conversation = self.typed and stdout.isatty()
        """Whether a person reads and types here, so that a question can be asked that no script expects."""
        self._is_terminal = stdout.isatty()
        self._has_colours = stdout.isatty() and not self.plain and not environ.get("NO_COLOR")

    @property
    def width(self) -> int:
        """The width of the terminal in columns, or a default where the output is not a terminal."""
        return shutil.get_terminal_size().columns if self._is_terminal else DEFAULT_WIDTH

    @property
    def looks(self) -> Looks:
        """How boards and marks look here."""
        is_unicode = (self._stdout.encoding or "").lower().startswith("utf")
        if not self._is_terminal:
            style = MarkStyle.WORDS
        else:
            style = MarkStyle.PEGS if is_unicode and not self.plain else MarkStyle.LETTERS
        return Looks(style, self._has_colours, self.drawn, self.width)

    def status_line(self) -> StatusLine | None:
        """A line that can be overwritten; None where there is no terminal that draws."""
        return StatusLine(self._stdout) if self.drawn else None

    def write(self, *lines: str) -> None:
        """Write lines of text, folded to the width of the terminal."""
        for line in lines:
            print(self._fold(line), file=self._stdout)
        self._stdout.flush()

    def _fold(self, line: str) -> str:
        """Break a line that is too long for the terminal: after dots, or if that is not enough, after words."""
        width = self.width
        if not self._is_terminal or visible_width(line) <= width or "\n" in line:
            return line
        by_items = _break_line(line, ITEMS, width)
        return by_items if max(map(visible_width, by_items.split("\n"))) <= width else _break_line(line, WORDS, width)

    def ask(self, prompt: str, hidden: bool = False) -> str:
        """Ask for a line; a hidden one is not shown while it is typed.

        Raises `Quit` at the end of the input and on Ctrl-C: at a question both are ways to leave.
        """
        question = prompt.rstrip(" ")
        prompt = self._fold(question) + prompt[len(question) :]
        try:
            line = self._read_hidden_line(prompt) if hidden and self.typed else self._read_line(prompt)
        except KeyboardInterrupt:
            raise Quit from None
        if read_slashed(line.strip(), ("quit",)):
            raise Quit
        return line

    def _read_line(self, prompt: str) -> str:
        print(prompt, end="", file=self._stdout, flush=True)
        line = self._stdin.readline()
        if not line:
            self.write("")
            raise Quit
        return line.rstrip("\r\n")

    def _read_hidden_line(self, prompt: str) -> str:
        if sys.platform == "win32":
            return getpass.getpass(prompt, self._stdout)
        with hidden_typing(self._stdin):
            line = self._read_line(prompt)
        self.write("")  # Enter was not shown either
        return line

    def clear(self) -> None:
        """Clear the screen and its history, so that the next player sees nothing."""
        if self._is_terminal:
            print("\n" * 100 if self.plain else CLEAR, end="", file=self._stdout, flush=True)

    def paint(self, text: str, letter: str) -> str:
        """The text of a peg in its colour, if the terminal shows colours."""
        if not self._has_colours:
            return text
        if letter not in PEG_COLOURS:
            return f" {text} "
        background, ink = PEG_COLOURS[letter]
        return f"\033[48;5;{background};38;5;{ink}m {text} \033[0m"
