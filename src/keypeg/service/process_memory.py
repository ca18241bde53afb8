"""How much memory a process uses, and may use, where the system can tell and limit it."""

import sys
from contextlib import suppress
from pathlib import Path

MEBIBYTE = 2**20

STATISTICS = Path("/proc/self/statm")
"""Where Linux writes how many pages a process has: in all, and in memory."""


def limit_memory(most: int) -> None:
    """Let this process allocate no more bytes than this; beyond, Python raises `MemoryError`."""
    with suppress(ImportError, AttributeError, ValueError, OSError):  # Windows, and systems without such a limit
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def resident_bytes() -> int:
    """Return how many bytes of this process are in memory; 0 if the system does not say."""
    try:
        import resource

        if STATISTICS.exists():
            return int(STATISTICS.read_text(encoding="ascii").split()[1]) * resource.getpagesize()
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # the most it ever had: good enough
    except (ImportError, OSError):
        return 0
    return most if sys.platform == "darwin" else most * 1024
