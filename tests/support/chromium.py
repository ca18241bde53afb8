"""Finds a Chromium: the one on PATH, one that can be installed now, or a failure that says how to install it."""

import os
import shutil
import subprocess
from functools import cache

from playwright.sync_api import Browser, Playwright

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
def find() -> str:
    """The path of the browser."""
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
    """Start the browser."""
    return playwright.chromium.launch(executable_path=find(), args=FLAGS)


if __name__ == "__main__":
    print(find())
