"""Runs commands in an empty home folder with a fixed language."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from keypeg.players.registry import find_player
from support.added_players import TESTS, write_added_players
from support.command import Keyboard, Keypeg, Ran, run_here
from support.json_documents import check_document

DATABASE_VARIABLES = ("KEYPEG_DATABASE", "KEYPEG_DATABASE_FILE")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home folder for each test, with English as its language."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "NO_COLOR", "LOCALAPPDATA", *DATABASE_VARIABLES):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def keypeg(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Keypeg:
    """The command, run in this process. A document that it prints must fit its schema."""

    def command(*arguments: object, stdin: str | Keyboard = "") -> Ran:
        ran = run_here(monkeypatch, capsys, tuple(str(argument) for argument in arguments), stdin)
        if "--json" in arguments and ran.out.startswith("{"):
            check_document(ran.out)
        return ran

    return command


@pytest.fixture(scope="session")
def _printed() -> dict[tuple[object, ...], Ran]:
    return {}


@pytest.fixture
def once(keypeg: Keypeg, _printed: dict[tuple[object, ...], Ran]) -> Keypeg:
    """The command, run once for the same arguments: several tests check its output, and analysis takes long."""

    def command(*arguments: object, stdin: str = "") -> Ran:
        words = (*arguments, stdin)
        if words not in _printed:
            _printed[words] = keypeg(*arguments, stdin=stdin)
        return _printed[words]

    return command


@pytest.fixture
def added_players_path(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Installs added players for this process. Gives the PYTHONPATH on which another process finds them."""
    folder = write_added_players(tmp_path_factory.mktemp("added"))
    monkeypatch.syspath_prepend(folder)
    yield os.pathsep.join([folder, str(TESTS), os.environ.get("PYTHONPATH", "")])
    find_player.cache_clear()
