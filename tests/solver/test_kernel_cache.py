"""Compiled kernels are cached in the user's cache folder, shared by all copies with the same source."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import keypeg.solver
from keypeg.solver.cache_folder import (
    KEPT_VERSIONS,
    is_in_use,
    kernel_files,
    kernel_folder,
    mark_as_used,
)

SOLVER = Path(keypeg.solver.__file__).parent


def test_kernels_are_compiled_in_every_process_where_no_cache_can_be_written() -> None:
    code = "from keypeg.solver.kernels.simd import kernel; print(kernel(lambda number: 2 * number)(21))"
    # Only a folder that the user names may be written, and none is named: as in a read-only place with no home.
    env = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    env["NUMBA_CACHE_LOCATOR_CLASSES"] = "_UserProvidedCacheLocator"
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout == "42\n"


def test_a_change_to_any_file_with_kernels_invalidates_the_cache() -> None:
    with_kernels = {
        file.relative_to(SOLVER).as_posix()
        for file in SOLVER.rglob("*.py")
        if re.search(r"^@\w*kernel$|inner_kernel\(|^def _compile", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert {"kernels/simd.py", "kernels/hashing.py", "exact/expand.py", "dealt/hands.py"} <= with_kernels
    assert with_kernels <= {file.relative_to(SOLVER).as_posix() for file in kernel_files()}


COMPILE_ONE = """
import numpy as np
from keypeg.core.codes import CodeSpace
from keypeg.core.marks import BLACK_WHITE
from keypeg.solver.game.guessing_game import game_of
from keypeg.solver.game.partition import fill_marks, mark_table
space = CodeSpace(holes=2, colours=3)
mark_table(game_of(space, space, BLACK_WHITE))
print(sum(fill_marks.stats.cache_hits.values()), sum(fill_marks.stats.cache_misses.values()))
"""
"""Compiles a kernel or loads it, and prints how often each happened."""


def compile_one(source: Path, cache: Path) -> str:
    """Run `COMPILE_ONE` with the copy of Keypeg in this folder and with this user's cache folder."""
    env = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    env |= {"PYTHONPATH": str(source), "XDG_CACHE_HOME": str(cache)}
    done = subprocess.run([sys.executable, "-c", COMPILE_ONE], env=env, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.stdout.strip()


def copy_source(target: Path) -> Path:
    shutil.copytree(SOLVER.parent, target / "keypeg", ignore=shutil.ignore_patterns("web"))
    return target


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder in which a copy of Keypeg has compiled its kernels."""
    folder = tmp_path_factory.mktemp("compiled")
    assert compile_one(copy_source(folder / "source"), folder / "cache") == "0 1"
    return folder / "cache"


def test_another_copy_of_the_same_source_finds_the_compiled_kernels(cache: Path, tmp_path: Path) -> None:
    assert compile_one(copy_source(tmp_path), cache) == "1 0"


def test_a_changed_kernel_is_compiled_again_and_the_old_one_stays(cache: Path, tmp_path: Path) -> None:
    source = copy_source(tmp_path)
    changed = source / "keypeg" / "solver" / "game" / "symmetry.py"
    before = changed.read_text(encoding="utf-8")
    changed.write_text(before + "\nCHANGED = True\n", encoding="utf-8")
    assert compile_one(source, cache) == "0 1"
    changed.write_text(before, encoding="utf-8")
    assert compile_one(source, cache) == "1 0"


def test_versions_that_were_not_used_for_long_are_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    current = kernel_folder()
    current.mkdir(parents=True)
    old = [current.parent / f"version{number}" for number in range(KEPT_VERSIONS + 2)]
    for number, version in enumerate(old):
        version.mkdir()
        os.utime(version, (number, number))
    mark_as_used()
    assert set(current.parent.iterdir()) == {current, *old[-KEPT_VERSIONS + 1 :]}


USE_VERSION = """
import sys
from pathlib import Path
from keypeg.solver import cache_folder
cache_folder.kernel_folder = lambda: Path(sys.argv[1])
cache_folder.mark_as_used()
print("used", flush=True)
sys.stdin.read()
"""
"""Uses the version in this folder until the input ends."""


def test_a_version_that_a_process_uses_is_never_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server of an old version may run for months while others come and go."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    current = kernel_folder()
    current.mkdir(parents=True)
    versions = [current.parent / f"version{number}" for number in range(KEPT_VERSIONS + 2)]
    oldest = versions[0]
    oldest.mkdir()
    command = [sys.executable, "-c", USE_VERSION, str(oldest)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as user:
        assert user.stdout is not None
        assert user.stdout.readline() == "used\n"
        assert is_in_use(oldest)
        for age, version in enumerate(versions):
            version.mkdir(exist_ok=True)
            os.utime(version, (1e9 + age, 1e9 + age))
        mark_as_used()
        assert set(current.parent.iterdir()) == {current, oldest, *versions[-KEPT_VERSIONS + 1 :]}
        user.communicate("")
    assert not is_in_use(oldest)
    os.utime(oldest, (1e9, 1e9))
    mark_as_used()
    assert set(current.parent.iterdir()) == {current, *versions[-KEPT_VERSIONS + 1 :]}
