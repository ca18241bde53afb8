"""Where compiled kernels are: one folder per user, shared by every copy of Keypeg with the same kernels.

The folder is named by a hash of all files with kernels: a change to one of them means another folder, and returning to
an earlier version finds the earlier folder again. Importing this loads neither NumPy nor Numba.
"""

import os
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite3 import Connection

SOLVER = Path(__file__).parent
"""The folder of the package `keypeg.solver`."""

KEPT_VERSIONS = 5
"""How many versions of the kernels stay cached; when another is added, the one that was used longest ago is deleted,
unless a process still uses it."""

USE_FILE = "in-use.lock"
"""The file in a version's folder that the processes which use it have locked."""


def user_cache_folder(environ: Mapping[str, str]) -> Path:
    """The folder in which this user's programs keep what they can compute again."""
    base = environ.get("XDG_CACHE_HOME") or environ.get("LOCALAPPDATA")
    return Path(base) if base else Path.home() / ".cache"


KERNEL_IMPORT = b"from keypeg.solver.kernels" + b".simd"
"""What files with kernels contain, in two parts, so that this file is none of them."""


def kernel_files() -> list[Path]:
    """The source files that define kernels."""
    own = SOLVER / "kernels"
    return [file for file in sorted(SOLVER.rglob("*.py")) if file.parent == own or KERNEL_IMPORT in file.read_bytes()]


@cache
def source_hash() -> str:
    """A hash of all source files that define kernels."""
    digest = sha256()
    for file in kernel_files():
        digest.update(f"{file.relative_to(SOLVER).as_posix()}\0".encode() + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def kernel_folder() -> Path:
    """The folder of the kernels compiled from this source. It need not exist."""
    return user_cache_folder(os.environ) / "keypeg" / "kernels" / source_hash()


def chosen_folder() -> Path:
    """The folder of the compiled code, which the user may have chosen for all programs that use Numba."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    return Path(chosen) if chosen else kernel_folder()


def mark_as_used() -> None:
    """Note that this process uses the folder, and delete the folders of old versions that no process uses."""
    folder = kernel_folder()
    with suppress(OSError):
        os.utime(folder)
        _hold(folder)
        versions = sorted(
            filter(Path.is_dir, folder.parent.iterdir()), key=lambda version: version.stat().st_mtime, reverse=True
        )
        for old in versions[KEPT_VERSIONS:]:
            if not is_in_use(old):
                rmtree(old, ignore_errors=True)


class _Held:
    """What keeps the folder of this process from being deleted."""

    lock: object = None
    """A shared lock on a file in it, which the system releases when the process ends."""


def _hold(folder: Path) -> None:
    """Take a shared lock on the folder, once."""
    if _Held.lock is None:
        _Held.lock = _lock(folder, "BEGIN; SELECT count(*) FROM sqlite_master;")


def is_in_use(folder: Path) -> bool:
    """Whether some process uses the kernels of this folder."""
    if not (folder / USE_FILE).exists():
        return False
    lock = _lock(folder, "BEGIN EXCLUSIVE;")
    if lock is None:
        return True
    lock.close()
    return False


def _lock(folder: Path, statements: str) -> "Connection | None":
    """A lock on a file in this folder, by SQLite, as in `compile_lock`; None where it cannot be had."""
    try:
        import sqlite3
    except ImportError:  # some builds of Python lack it
        return None
    try:
        lock = sqlite3.connect(folder / USE_FILE, timeout=0, isolation_level=None, check_same_thread=False)
    except sqlite3.Error:
        return None
    try:
        for statement in filter(str.strip, statements.split(";")):
            lock.execute(statement).fetchall()
    except sqlite3.Error:
        lock.close()
        return None
    return lock
