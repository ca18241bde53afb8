"""A real browser: the one on PATH, or else one that is installed now, or else a failure that says how to install it."""

import os
import shutil
import subprocess
from functools import cache

from playwright.sync_api import Browser, Playwright

SHELL = "chromium-headless-shell"
"""The same browser without a window and all that belongs to one, which nobody would look at: half the work."""

NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome")

FLAGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-gpu",
    "--no-first-run",
]
"""It asks nobody but the server for anything, and may run as root."""


@cache
def find() -> str:
    """Where the browser is."""
    found = _on_path()
    if found is None and hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        for words in (["update"], ["install", "--yes", "--no-install-recommends", SHELL]):
            subprocess.run(["apt-get", "--quiet", *words], check=False, capture_output=True)
        found = _on_path()
    if found is None:
        raise AssertionError("there is no browser: install chromium, on Debian by `apt-get install chromium`")
    return found


def _on_path() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def launch(playwright: Playwright) -> Browser:
    """Start it."""
    return playwright.chromium.launch(executable_path=find(), args=FLAGS)


if __name__ == "__main__":
    print(find())
