"""Finds a Chromium for the browser tests, the benchmarks and the screenshots, and starts it.

    python -m tools.chromium

prints its path. It is the one that `KEYPEG_BROWSER` names, the first on PATH, or the one that `playwright install` has
downloaded. If there is none, and this runs as root on Debian or Ubuntu, a notice is printed and the package
`chromium-headless-shell` is installed; otherwise the error says how to install one.
"""

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

VARIABLE = "KEYPEG_BROWSER"
"""The environment variable that names a browser."""

SHELL = "chromium-headless-shell"
"""The name of the same browser without windows, which does half the work."""

NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome")

FLAGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-gpu",
    "--no-first-run",
]
"""Arguments with which it contacts only the server, and may run as root."""


@cache
def find(downloaded: str = "") -> str:
    """The path of the browser; `downloaded` is where Playwright would have its own."""
    browser = _installed(downloaded)
    if browser is None and hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        print(f"No browser found: installing the system package {SHELL} with apt-get.", file=sys.stderr, flush=True)
        for words in (["update"], ["install", "--yes", "--no-install-recommends", SHELL]):
            subprocess.run(["apt-get", "--quiet", *words], check=False, capture_output=True)
        browser = _installed(downloaded)
    if browser is None:
        raise AssertionError(
            "There is no browser. Install one with `playwright install chromium-headless-shell`, or on Debian with "
            f"`apt-get install {SHELL}`, or name one in {VARIABLE}."
        )
    return browser


def _installed(downloaded: str) -> str | None:
    own = downloaded if Path(downloaded).is_file() else None
    return os.environ.get(VARIABLE) or next(filter(None, map(shutil.which, NAMES)), own)


def launch(playwright: Playwright) -> Browser:
    """Start the browser."""
    return playwright.chromium.launch(executable_path=find(playwright.chromium.executable_path), args=FLAGS)


if __name__ == "__main__":
    with sync_playwright() as started:
        print(find(started.chromium.executable_path))
