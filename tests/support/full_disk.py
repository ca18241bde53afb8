"""Disks that are really full: a small file system in memory where tests may mount one, or else a limit on file sizes.

As root, as in most containers, a `tmpfs` of a few megabytes is mounted: a write beyond it fails with ENOSPC, as on any
full disk. Other users may not mount. For them the system limits the server's file sizes (RLIMIT_FSIZE), which needs no
privileges and makes a write fail half way with EFBIG.
"""

import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from support.server_process import ServerProcess

FIRST_PAGE_BYTES = 4096


class Disk(Protocol):
    """A disk for a database, which a test can fill."""

    folder: Path

    def fill(self, server: ServerProcess) -> None:
        """Leave no room, at least for this server."""

    def free(self, server: ServerProcess) -> None:
        """Make room again."""


class SmallDisk:
    """A small separate file system."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    def fill(self, server: ServerProcess | None = None) -> None:
        """Fill the disk with another file."""
        with self._ballast.open("ab", buffering=0) as ballast:
            try:
                while True:
                    ballast.write(bytes(FIRST_PAGE_BYTES))
            except OSError:
                return

    def free(self, server: ServerProcess | None = None) -> None:
        """Delete that file."""
        self._ballast.unlink()


class FileSizeLimit:
    """A limit on file sizes, so that only the first bytes of a file can be written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self, server: ServerProcess) -> None:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (FIRST_PAGE_BYTES, resource.RLIM_INFINITY))

    def free(self, server: ServerProcess) -> None:
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)


@contextmanager
def mount_small_disk(folder: Path, megabytes: int) -> Iterator[SmallDisk | None]:
    """Mount a file system of this size; yields None if that is not allowed."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0777", "keypeg-test", str(folder)]
    try:
        allowed = subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        allowed = False
    if not allowed:
        yield None
        return
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
