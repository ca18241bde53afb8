"""What the README shows is what happens."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from keypeg.cli import main
from keypeg.editions import RULEBOOKS

README = Path(__file__).parent.parent / "README.md"
TEXT = README.read_text(encoding="utf-8")
SHOWN = re.findall(r"^\$ keypeg (.*)\n((?:(?!\$ |```).*\n)*)", TEXT, re.MULTILINE)


@pytest.mark.parametrize(("command", "output"), SHOWN)
def test_every_command_that_is_shown_prints_what_is_shown(
    command: str, output: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main([*shlex.split(command), "--lang", "en"])
    printed = capsys.readouterr()
    assert printed.out + printed.err == output


def test_the_library_example_runs_as_shown() -> None:
    example = re.search(r"```pycon\n(.*?)```", TEXT, re.DOTALL)
    assert example is not None
    test = doctest.DocTestParser().get_doctest(example[1], {}, "README", str(README), 0)
    report: list[str] = []
    assert doctest.DocTestRunner().run(test, out=report.append).failed == 0, "".join(report)


def test_every_edition_is_named() -> None:
    assert [edition for edition in RULEBOOKS if f"`{edition}`" not in TEXT] == []


def test_commands_are_shown_at_all() -> None:
    assert len(SHOWN) >= 3
