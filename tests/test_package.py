"""The installed package is complete."""

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import keypeg
from keypeg.cli.documents.formats import VERSIONS, schema_file
from keypeg.solver.strategy.book_files import book_names

ROOT = Path(__file__).parent.parent


def test_the_wheel_contains_every_module_and_the_typing_marker(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, env={**os.environ, "KEYPEG_COMPILE": "0"}, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        files = set(archive.namelist())
        (entry_points,) = (name for name in files if name.endswith("entry_points.txt"))
        assert "keypeg = keypeg.cli:main" in archive.read(entry_points).decode()
    source = ROOT / "src" / "keypeg"
    assert {f"keypeg/{path.relative_to(source).as_posix()}" for path in source.rglob("*.py")} <= files
    assert "keypeg/py.typed" in files
    assert {f"keypeg/solver/data/{name}.book" for name in book_names()} <= files
    assert {f"keypeg/cli/documents/schemas/{schema_file(document)}" for document in VERSIONS} <= files
    assert "keypeg/server/web/index.html" in files, "the pages are built in: make pages"
    assert any(name.startswith("keypeg/server/web/assets/") and name.endswith(".js") for name in files)


def test_playing_needs_only_the_standard_library() -> None:
    unneeded = "import keypeg.cli"
    ran = subprocess.run([sys.executable, "-S", "-c", unneeded], cwd=ROOT / "src", check=False, capture_output=True)
    assert ran.returncode == 0, ran.stderr.decode()


@pytest.mark.parametrize(
    "words",
    ["schema", "schema solve", "mark classic RRBB RBYG --json", "editions --json", "replay docs/example.keypeg --json"],
)
def test_schemas_and_documents_of_matches_need_only_the_standard_library(words: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-S", "-m", "keypeg", *words.split()],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        check=False,
        capture_output=True,
    )
    assert ran.returncode == 0, ran.stderr.decode()
    assert b"keypeg-" in ran.stdout


def test_playing_against_bots_without_the_solver_needs_only_the_standard_library(
    tmp_path: Path,
) -> None:
    words = ["play", "--lang", "en", "parker-1974", "--players", "beginner,casual", "--record", str(tmp_path / "game")]
    ran = subprocess.run(
        [sys.executable, "-S", "-m", "keypeg", *words], cwd=ROOT / "src", check=False, capture_output=True
    )
    assert ran.returncode == 0, ran.stderr.decode()
    assert b"wins the match" in ran.stdout or b"a draw" in ran.stdout


def test_a_missing_dependency_is_reported_in_one_line(tmp_path: Path) -> None:
    words = ["play", "--lang", "en", "classic", "--players", "person,strong", "--record", str(tmp_path / "game")]
    ran = subprocess.run(
        [sys.executable, "-S", "-m", "keypeg", *words], cwd=ROOT / "src", check=False, capture_output=True
    )
    assert ran.returncode == 2
    assert ran.stderr.endswith(b'pip install "keypeg[solver]"\n')
    assert ran.stderr.count(b"\n") == 1
    assert not (tmp_path / "game").exists()


def test_the_description_for_pypi_has_no_relative_link(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "metadata"]
    metadata = json.loads(subprocess.run(build, cwd=ROOT, check=True, capture_output=True).stdout)
    links = re.findall(r"(?:\]\(|(?:src|href)=\")([^)\"\s]+)", metadata["readme"]["text"])
    source = metadata["urls"]["Source"]
    assert len(links) > 10
    assert [link for link in links if not link.startswith((f"{source}/", "#", "https://"))] == []
    assert f"{source}/raw/main/docs/pictures/classic-phone-light.png" in links
    assert f"{source}/blob/main/docs/api.md" in links
    assert f"{source}/tree/main/examples/plain_player" in links
    assert metadata["version"] == keypeg.__version__


def test_no_pinned_requirement_names_an_address() -> None:
    for file in (ROOT / "requirements").glob("*"):
        text = file.read_text(encoding="utf-8")
        assert "://" not in text, file.name
        assert file.suffix == ".in" or "--hash=sha256:" in text
