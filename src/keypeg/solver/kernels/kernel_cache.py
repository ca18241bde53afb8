"""Where compiled kernels are cached: one folder per user, shared by every copy of Keypeg with the same kernels.

Compiling all kernels takes about a minute. Numba would cache the result beside the source, once for each installation
and each clone, and it would check only the file of a kernel, not the kernels that are compiled into it. Here the folder
is named by a hash of all files with kernels: a change to one of them means another folder, and returning to an earlier
version finds the earlier folder again. Numba replaces whole files, so several processes may fill a folder at once.
"""

import os
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from typing import Any, Self

from numba import config
from numba.core.caching import CacheImpl, _CacheLocator

SOLVER = Path(__file__).parents[1]
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


class KernelCacheLocator(_CacheLocator):
    """Tells Numba where the compiled code of one kernel is. Other programs' functions stay where Numba puts them."""

    def __init__(self, function: Any, file: Path) -> None:
        self._line = function.__code__.co_firstlineno
        self._folder = kernel_folder() / ".".join(file.relative_to(SOLVER).with_suffix("").parts)

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Self | None:
        """The locator of a kernel; none if it is not ours, if the user chose another place, or if we cannot write."""
        file = Path(py_file)
        if config.CACHE_DIR or SOLVER not in file.parents:  # type: ignore[attr-defined]
            return None
        locator = cls(py_func, file)
        try:
            locator.ensure_cache_path()  # type: ignore[no-untyped-call]
        except OSError:
            return None
        return locator

    def get_cache_path(self) -> str:
        """The folder of the file that defines the kernel."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """The version of the source that cached code must have been compiled from."""
        return source_hash()

    def get_disambiguator(self) -> str:
        """What distinguishes functions of the same name in one file."""
        return str(self._line)


def use_kernel_cache() -> None:
    """Make Numba use this cache for our kernels."""
    if KernelCacheLocator not in CacheImpl._locator_classes:
        CacheImpl._locator_classes.insert(0, KernelCacheLocator)
