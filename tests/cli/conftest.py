"""A quiet place to run commands in: nobody's language, nobody's games."""

from pathlib import Path

import pytest

from cli.process import Keypeg, Ran, run_here


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own for every test, with English spoken."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "NO_COLOR", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def keypeg(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Keypeg:
    """The command, run in this process."""

    def command(*arguments: object, stdin: str = "") -> Ran:
        return run_here(monkeypatch, capsys, tuple(str(argument) for argument in arguments), stdin)

    return command
