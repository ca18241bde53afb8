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

SOLVER = Path(__file__).parent
"""The folder of the package `keypeg.solver`."""

KEPT_VERSIONS = 5
"""How many versions of the kernels stay cached; when another is added, the one that was used longest ago is deleted."""


def user_cache_folder(environ: Mapping[str, str]) -> Path:
    """The folder in which this user's programs keep what they can compute again."""
    base = environ.get("XDG_CACHE_HOME") or environ.get("LOCALAPPDATA")
    return Path(base) if base else Path.home() / ".cache"


def kernel_files() -> list[Path]:
    """The source files that define kernels."""
    own = SOLVER / "kernels"
    return [file for file in sorted(SOLVER.rglob("*.py")) if file.parent == own or b"kernels.simd" in file.read_bytes()]


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
    """Note that the folder is in use, and delete the folders of old versions."""
    folder = kernel_folder()
    with suppress(OSError):
        os.utime(folder)
        versions = sorted(
            filter(Path.is_dir, folder.parent.iterdir()), key=lambda version: version.stat().st_mtime, reverse=True
        )
        for old in versions[KEPT_VERSIONS:]:
            rmtree(old, ignore_errors=True)
