"""From the sources to a game: the source distribution, the wheel made from it, and each extra installed alone.

These tests download packages; `make distribution` runs them.
"""

import re
import signal
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright
from tools.chromium import launch

import keypeg
from distribution.conftest import Install, build, copy_sources
from support.browser_player import PATIENCE, Person
from support.databases import postgresql_server
from support.played_table import free_port
from support.server_process import ServerProcess

pytestmark = [pytest.mark.thorough, pytest.mark.no_cover]

PAGES = "keypeg/server/web/"


def run(commands: Path, *words: str) -> str:
    """Run the installed command where PATH has nothing else; return what it prints."""
    done = subprocess.run(
        [commands / "keypeg", "--lang", "en", *words],
        env={"PATH": str(commands)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextmanager
def serve(commands: Path, database: str, log: Path) -> Iterator[ServerProcess]:
    """Run `keypeg serve` from this environment, where PATH has nothing else."""
    port = free_port()
    words = [str(commands / "keypeg"), "serve", "--port", str(port), "--database", database]
    server = ServerProcess(words, port, log, environment={"PATH": str(commands)}).start()
    try:
        yield server
        assert server.stop() in (0, -signal.SIGTERM)
    finally:
        server.kill()


def test_both_distributions_contain_the_pages(sdist: Path, wheel: Path) -> None:
    with tarfile.open(sdist) as archive:
        sources = {name.partition("/src/")[2] for name in archive.getnames() if f"/src/{PAGES}" in name}
    with zipfile.ZipFile(wheel) as wheel_archive:
        pages = {name for name in wheel_archive.namelist() if name.startswith(PAGES)}
    assert sources == pages
    assert f"{PAGES}index.html" in pages
    assert any(re.fullmatch(rf"{PAGES}assets/.*\.js", name) for name in pages)


def test_both_distributions_have_the_version_of_the_package(sdist: Path, wheel: Path) -> None:
    assert sdist.name == f"keypeg-{keypeg.__version__}.tar.gz"
    assert wheel.name == f"keypeg-{keypeg.__version__}-py3-none-any.whl"


def test_without_pages_and_without_node_the_build_stops_with_one_line(tmp_path: Path) -> None:
    built = build(copy_sources(tmp_path / "sources"), "wheel", tmp_path / "dist", PATH="")
    assert built.returncode == 1
    assert "Keypeg cannot be built without its pages: building them takes Node.js" in built.stdout + built.stderr
    assert "Traceback" not in built.stdout + built.stderr
    assert not list((tmp_path / "dist").glob("*.whl"))


def test_a_wheel_is_not_compiled_if_that_is_forbidden(unpacked: Path, tmp_path: Path) -> None:
    built = build(unpacked, "wheel", tmp_path, KEYPEG_COMPILE="0")
    assert built.returncode == 0, built.stdout + built.stderr
    assert [path.name for path in tmp_path.glob("*.whl")] == [f"keypeg-{keypeg.__version__}-py3-none-any.whl"]
    assert "Keypeg is not compiled" not in built.stdout + built.stderr


def test_a_build_that_must_compile_and_cannot_fails(unpacked: Path, tmp_path: Path) -> None:
    built = build(unpacked, "wheel", tmp_path, KEYPEG_COMPILE="1", CC=str(tmp_path / "missing"))
    assert built.returncode == 1
    assert "Keypeg cannot be compiled" in built.stdout + built.stderr
    assert not list(tmp_path.glob("*.whl"))


def test_a_compiled_wheel_plays_the_same_match(install: Install, compiled_wheel: Path, tmp_path: Path) -> None:
    assert not compiled_wheel.name.endswith("-any.whl")
    commands = install("", compiled_wheel)
    find = "import keypeg.core.apply as module; print(module.__file__)"
    module = subprocess.run([commands / "python", "-c", find], capture_output=True, text=True, check=True).stdout
    assert module.strip().endswith(EXTENSION_SUFFIXES[0])
    contest = ("arena", "classic", "casual", "beginner", "--rounds", "20", "--seed", "1", "--json")
    assert run(commands, *contest) == run(Path(sys.executable).parent, *contest)


def test_keypeg_alone_installs_nothing_else_and_plays(install: Install, tmp_path: Path) -> None:
    commands = install("")
    assert "1 black, 2 white" in run(commands, "mark", "classic", "RRBY", "BRYG")
    played = run(commands, "play", "parker-1974", "--players", "c,c", "--record", str(tmp_path / "game"))
    assert "wins the match" in played or "a draw" in played
    (packages,) = commands.parent.glob("[Ll]ib/**/site-packages")
    assert {path.name.partition("-")[0] for path in packages.iterdir()} - {"pip", "setuptools"} == {"keypeg"}


def test_with_the_solver_it_solves(install: Install) -> None:
    assert "codes left" in run(install("solver"), "solve", "parker-1974", "--row", "RBY:1b0w")


def test_with_the_server_a_round_is_played_in_the_browser(install: Install, tmp_path: Path) -> None:
    commands = install("server")
    with (
        serve(commands, str(tmp_path / "tables.sqlite"), tmp_path / "log") as server,
        sync_playwright() as playwright,
        launch(playwright) as browser,
    ):
        ann = Person(browser.new_context(base_url=server.url, locale="en-GB", reduced_motion="reduce"))
        ann.goes_to("/")
        ann.presses("Play now")
        ann.reads("Your turn: guess the code")
        over = ann.page.get_by_role("heading", name=re.compile("^Round 1:"))
        for number in range(1, 11):
            ann.types("RRBY")
            ann.page.get_by_role("row", name=re.compile(f"^Row {number}: red, red, blue, yellow")).wait_for()
            expect(over.or_(ann.row)).to_be_visible(timeout=PATIENCE)
            if over.is_visible():
                break
        expect(over).to_be_visible(timeout=PATIENCE)
        ann.leave()


def test_with_the_driver_it_serves_tables_from_postgresql(install: Install, tmp_path: Path) -> None:
    commands = install("postgresql")
    with postgresql_server() as postgresql, postgresql.database("template0") as database:
        run(commands, "db", "upgrade", "--database", database.url)
        with serve(commands, database.url, tmp_path / "log"):
            pass


def test_with_the_cluster_it_looks_for_a_scheduler(install: Install) -> None:
    commands = install("cluster")
    words = ["strategy", "parker-1974", "--cluster", f"tcp://127.0.0.1:{free_port()}"]
    done = subprocess.run(
        [commands / "keypeg", "--lang", "en", *words], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("keypeg: No Dask scheduler answers at ")


def test_with_everything_each_module_can_be_imported(install: Install) -> None:
    script = (
        "import importlib, pkgutil, keypeg\n"
        "for module in pkgutil.walk_packages(keypeg.__path__, 'keypeg.'):\n"
        "    if module.name != 'keypeg.__main__': importlib.import_module(module.name)\n"
    )
    commands = install("all")
    done = subprocess.run([commands / "python", "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
