"""Makes Numba keep compiled kernels in the user's cache folder; see `keypeg.solver.cache_folder`.

Compiling all kernels takes about a minute. Numba would cache the result beside the source, once for each installation
and each clone, and it would check only the file of a kernel, not the kernels that are compiled into it. Numba replaces
whole files, so several processes may fill a folder at once.
"""

from pathlib import Path
from typing import Any, Self

from numba import config
from numba.core.caching import CacheImpl, _CacheLocator

from keypeg.solver.cache_folder import SOLVER, kernel_folder, source_hash


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
