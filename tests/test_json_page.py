"""The examples in docs/json.md are what the commands print."""

import re
import shlex
from pathlib import Path

import pytest

from keypeg.cli import main
from keypeg.cli.database_option import DEFAULT_DATABASE_FILE
from keypeg.cli.documents.formats import VERSIONS, format_of
from keypeg.solver.warmup import warm_up
from support.databases import copy_old_database

PAGE = Path(__file__).parent.parent / "docs" / "json.md"
TEXT = PAGE.read_text(encoding="utf-8")
SHOWN = re.findall(r"^\$ keypeg (.*)\n((?:(?!\$ |```).*\n)*)", TEXT, re.MULTILINE)


@pytest.fixture(scope="module", autouse=True)
def _solver_is_ready() -> None:
    warm_up()


def pattern_of(shown: str) -> str:
    """A pattern for the output that is shown: … stands for the rest of a line, or alone on a line for some lines."""
    lines = [
        r"(?:.*\n)+?" if line.strip() == "…" else ".*".join(map(re.escape, line.split("…"))) + r"\n"
        for line in shown.splitlines()
    ]
    return "".join(lines)


@pytest.mark.parametrize(("command", "shown"), SHOWN, ids=[command for command, _ in SHOWN])
def test_every_command_on_the_page_prints_what_it_shows(
    command: str, shown: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    if command.split()[0] in ("db", "tables"):
        copy_old_database(tmp_path / "keypeg" / DEFAULT_DATABASE_FILE)
    monkeypatch.chdir(PAGE.parent.parent)
    main([*shlex.split(command), "--lang", "en"])
    printed = capsys.readouterr()
    assert re.fullmatch(pattern_of(shown), printed.out + printed.err), printed.out + printed.err


def test_every_document_has_an_example_on_the_page() -> None:
    outputs = "".join(shown for _, shown in SHOWN)
    assert [name for name in VERSIONS if f'"format": "{format_of(name)}"' not in outputs] == []


def test_left_out_lines_match_any_others() -> None:
    assert re.fullmatch(pattern_of('{\n  …\n  "seconds": …\n}\n'), '{\n  "a": 1,\n  "b": 2,\n  "seconds": 0.5\n}\n')
    assert not re.fullmatch(pattern_of('{\n  "a": 1\n}\n'), '{\n  "a": 2\n}\n')
