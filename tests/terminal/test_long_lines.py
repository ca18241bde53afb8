"""Lines that are too long for a terminal: where they are broken, and where they never are."""

import io
import os
import shutil

import pytest

from keypeg.i18n.text_width import COLOUR_CODE
from keypeg.terminal.screen import Screen


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def folded(monkeypatch: pytest.MonkeyPatch, width: int, line: str) -> list[str]:
    """The lines into which a terminal of this width breaks this one."""
    monkeypatch.setattr(shutil, "get_terminal_size", lambda: os.terminal_size((width, 24)))
    out = Terminal()
    Screen(io.StringIO(), out, {}).write(line)
    return out.getvalue().removesuffix("\n").split("\n")


def test_a_letter_stays_with_the_name_of_its_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = folded(monkeypatch, 30, "Colours: R red, B blue, Y yellow, G green")
    assert lines == ["Colours: R red, B blue,", "  Y yellow, G green"]


@pytest.mark.parametrize("width", range(12, 60))
def test_a_code_is_never_broken(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    painted = [Screen(io.StringIO(), Terminal(), {}).paint(letter, letter) for letter in "RRBY"]
    for code in ("R R B Y", "R . _ Y", " ".join(painted)):
        lines = folded(monkeypatch, width, f"Ann guesses {code}. Ben is glad of it, and guesses {code} too.")
        assert sum(COLOUR_CODE.sub("", line).count(COLOUR_CODE.sub("", code)) for line in lines) == 2
        assert " ".join(line.strip() for line in lines).count(code) == 2


def test_the_words_are_the_same_however_a_line_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "/help for help, R R B Y for a code, A thing · another thing, I am here. K"
    for width in range(1, 90):
        assert " ".join(" ".join(folded(monkeypatch, width, line)).split()) == line
