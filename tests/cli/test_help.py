"""Every command's help names its defaults and shows an example that works."""

import re
import shlex
from pathlib import Path

import pytest

from keypeg.cli import build_parser
from keypeg.cli.completion import commands_of
from keypeg.cli.examples import example_of
from support.command import RECORDS, Keypeg, accepted

COMMANDS = [command.name for command in commands_of(build_parser("en"))]

LEAVE_OUT = {"completion", "play", "serve", "db", "tables"}
"""Commands whose example is a line for the shell, waits for a person, or needs a database: other tests run them."""


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_ends_with_an_example(keypeg: Keypeg, command: str, lang: str) -> None:
    shown = " ".join(accepted(keypeg(command, "--help", "--lang", lang)).split())
    assert shown.endswith(example_of(command, lang))


def test_the_help_names_the_defaults(keypeg: Keypeg) -> None:
    shown = " ".join(accepted(keypeg("arena", "--help")).split())
    assert "play at least this many rounds (default: 100)" in shown
    assert "number of processes to share the work (default: 1)" in shown
    assert not re.search(r"\(default[^)]*\) \(default", shown)


RUN_IN_FRENCH = {"arena", "mark", "solve"}
"""Commands whose example differs from language to language, or has letters that must not."""


@pytest.mark.parametrize(
    ("command", "lang"),
    [(command, "en") for command in COMMANDS if command not in LEAVE_OUT]
    + [(name, "fr") for name in sorted(RUN_IN_FRENCH)],
)
def test_the_example_of_a_command_works(
    keypeg: Keypeg, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, lang: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.keypeg").write_bytes((RECORDS / "classic.keypeg").read_bytes())
    [_, *words] = shlex.split(example_of(command, lang))
    assert keypeg("--lang", lang, *words).status == 0
