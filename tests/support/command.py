"""Runs the command, in this process or in a separate one."""

import io
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from keypeg.cli import main

RECORDS = Path(__file__).parent.parent / "golden" / "playthroughs"
"""Records of whole matches, one for every edition and option."""

PATIENCE = 120.0
"""Seconds after which a process counts as hanging. Nothing waits that long unless something is wrong."""


class Ran(NamedTuple):
    """The result of a command."""

    status: int
    out: str
    err: str


Keypeg = Callable[..., Ran]
"""`keypeg("mark", "classic", "RRBB", "RRBB", stdin="")`: the command, run in this process."""


class Keyboard(io.StringIO):
    """Text that the command takes for typed at a terminal."""

    def isatty(self) -> bool:
        return True


def run_here(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    stdin: str | Keyboard,
) -> Ran:
    """Run the command in this process, with this text as its standard input."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(stdin) if isinstance(stdin, str) else stdin)
    capsys.readouterr()
    try:
        status = main([str(argument) for argument in arguments])
    except SystemExit as exit_request:
        status = int(exit_request.code or 0)
    printed = capsys.readouterr()
    return Ran(status, printed.out, printed.err)


def environment(home: Path, **more: str) -> dict[str, str]:
    """An environment with only these variables, and those that Python itself needs; games wait for nobody."""
    # Without coverage: a process that is interrupted while counting may hold coverage's lock, and hang.
    inherited = ("PATH", "PYTHONPATH", "SYSTEMROOT", "XDG_CACHE_HOME")
    variables = {name: os.environ[name] for name in inherited if name in os.environ}
    return (
        variables
        | {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "LANG": "C.UTF-8", "KEYPEG_PACE": "instant"}
        | more
    )


def command(*arguments: str | Path) -> list[str]:
    """The words that start the command in a separate process."""
    return [sys.executable, "-m", "keypeg", *map(str, arguments)]


def run(home: Path, *arguments: str | Path, stdin: str | bytes = "", env: Mapping[str, str] | None = None) -> Ran:
    """Run the command in a separate process, to its end."""
    done = subprocess.run(
        command(*arguments),
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        env=environment(home, **(env or {})),
        cwd=home,
        timeout=PATIENCE,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


def refusal(ran: Ran) -> str:
    """The error of a command that failed: one line, and nothing else on standard error."""
    assert ran.status == 2
    assert ran.err.endswith("\n")
    line = ran.err[:-1]
    assert line.replace("\u00a0", " ").isprintable(), f"one line of text, not {ran.err!r}"
    assert line.startswith("keypeg: ")
    return line.removeprefix("keypeg: ")


def accepted(ran: Ran) -> str:
    """The output of a command that succeeded."""
    assert ran.err == ""
    assert ran.status == 0
    return ran.out


def answered_no(ran: Ran) -> str:
    """The output of a command that did what was asked, and whose answer is no."""
    assert ran.err == ""
    assert ran.status == 1
    return ran.out


def games(home: Path) -> list[Path]:
    """The games saved in the default folder."""
    return sorted((home / "data" / "keypeg" / "games").glob("*.keypeg"))
