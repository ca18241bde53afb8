"""The commands and examples in the README do what it shows."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from keypeg.cli import main
from keypeg.editions import RULEBOOKS
from keypeg.solver.warmup import warm_up

README = Path(__file__).parent.parent / "README.md"
TEXT = README.read_text(encoding="utf-8")
SHOWN = re.findall(r"^\$ keypeg (.*)\n((?:(?!\$ |```).*\n)*)", TEXT, re.MULTILINE)


@pytest.fixture(scope="module", autouse=True)
def _solver_is_ready() -> None:
    warm_up()


@pytest.mark.parametrize(("command", "output"), SHOWN)
def test_every_command_in_the_readme_prints_what_it_shows(
    command: str, output: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(README.parent)
    main([*shlex.split(command), "--lang", "en"])
    printed = capsys.readouterr()
    assert timeless(printed.out + printed.err) == timeless(output)


def timeless(text: str) -> str:
    """The text without durations."""
    return re.sub(r"^[0-9.]+ seconds$", "… seconds", text, flags=re.MULTILINE)


def test_the_library_examples_run_as_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(README.parent)
    examples = re.findall(r"```pycon\n(.*?)```", TEXT, re.DOTALL)
    assert len(examples) == 3
    test = doctest.DocTestParser().get_doctest("\n".join(examples), {}, "README", str(README), 0)
    report: list[str] = []
    assert doctest.DocTestRunner().run(test, out=report.append).failed == 0, "".join(report)


def test_every_edition_is_named() -> None:
    assert [edition for edition in RULEBOOKS if f"`{edition}`" not in TEXT] == []


def test_the_readme_shows_commands() -> None:
    assert len(SHOWN) >= 3
