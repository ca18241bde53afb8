"""The distributions of Keypeg, built from a clean copy of the sources, and environments that have them installed."""

import os
import shutil
import subprocess
import sys
import tarfile
import venv
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent

Install = Callable[..., Path]
"""Installs a wheel with these extras into a new environment; returns the folder of its commands."""


def copy_sources(target: Path) -> Path:
    """A copy of what git tracks, as a fresh clone has it: without pages."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target / name)
    return target


def build(folder: Path, kind: str, target: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Build a distribution with Hatchling, as pip does, with these environment variables."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", str(target)]
    variables = {**os.environ, **environment}
    return subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution. The packages that build its pages are those that `make pages` has installed."""
    sources = copy_sources(tmp_path_factory.mktemp("sources"))
    installed = ROOT / "web" / "node_modules"
    assert installed.is_dir(), "the pages' packages are not installed: make pages"
    shutil.copytree(installed, sources / "web" / "node_modules", symlinks=True)
    target = tmp_path_factory.mktemp("sdist")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    built = build(sources, "sdist", target, PATH=path)
    assert built.returncode == 0, built.stdout + built.stderr
    (archive,) = target.glob("*.tar.gz")
    return archive


@pytest.fixture(scope="module")
def unpacked(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, unpacked."""
    target = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(sdist) as archive:
        archive.extractall(target, filter="data")
    (folder,) = target.iterdir()
    return folder


@pytest.fixture(scope="module")
def wheel(unpacked: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source distribution where there is neither Node.js nor a compiler."""
    target = tmp_path_factory.mktemp("wheel")
    built = build(unpacked, "wheel", target, PATH="")
    assert built.returncode == 0, built.stdout + built.stderr
    assert "Keypeg is not compiled, and takes more time for each move: there is no C compiler" in built.stderr
    (wheel_file,) = target.glob("*.whl")
    return wheel_file


@pytest.fixture(scope="module")
def compiled_wheel(unpacked: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel for this platform, built from the source distribution."""
    target = tmp_path_factory.mktemp("compiled-wheel")
    built = build(unpacked, "wheel", target, KEYPEG_COMPILE="1")
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel_file,) = target.glob("*.whl")
    return wheel_file


@pytest.fixture
def install(wheel: Path, tmp_path: Path) -> Install:
    """Installs a wheel and what its extras need, from the index that pip is configured for."""

    def install(extras: str, wheel: Path = wheel) -> Path:
        environment = tmp_path / "environment"
        venv.create(environment, symlinks=os.name != "nt")
        commands = environment / ("Scripts" if os.name == "nt" else "bin")
        pip = [
            sys.executable,
            "-m",
            "pip",
            "--disable-pip-version-check",
            "--quiet",
            "--python",
            str(commands / "python"),
        ]
        requirement = f"{wheel}[{extras}]" if extras else str(wheel)
        for words in (["install", "--no-compile", requirement], ["check"]):
            done = subprocess.run([*pip, *words], capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
        return commands

    return install
