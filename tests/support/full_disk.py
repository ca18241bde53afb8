"""Disks that are really full: a small file system in memory where tests may mount one, or else a limit for files.

As root, as in most containers, a `tmpfs` of a few megabytes is mounted: a write beyond it fails with ENOSPC, as on any
full disk. Nobody else may mount; for him the system is asked to let no file of the server grow (RLIMIT_FSIZE), which
needs no rights and fails just as really, in the midst of a write, with EFBIG.
"""

import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from support.server_process import Running


class Disk(Protocol):
    """Somewhere to keep a database."""

    folder: Path

    def fill(self, server: Running) -> None:
        """Leave no room, for this server at least."""

    def free(self, server: Running) -> None:
        """Make room again."""


class SmallDisk:
    """A file system of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    def fill(self, server: Running | None = None) -> None:
        """Somebody else takes all the room there is."""
        with self._ballast.open("ab", buffering=0) as ballast:
            try:
                while True:
                    ballast.write(bytes(4096))
            except OSError:
                return

    def free(self, server: Running | None = None) -> None:
        """He goes, and leaves it behind."""
        self._ballast.unlink()


class Limit:
    """Nothing can be written but at the very beginning of files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self, server: Running) -> None:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))

    def free(self, server: Running) -> None:
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)


@contextmanager
def mounted(folder: Path, megabytes: int) -> Iterator[SmallDisk | None]:
    """A file system of this size; None where that is not allowed."""
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0777", "keypeg-test", str(folder)]
    try:
        allowed = subprocess.run(words, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        allowed = False
    if not allowed:
        yield None
        return
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
