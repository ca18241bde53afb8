"""Whether entries can be kept: as the last attempt has told, or, if that is a while ago, as a small one tells now."""

import time
from collections.abc import Callable

FRESH = 1.0
"""For how many seconds it is believed that what could be kept a moment ago could be kept now: so whoever asks again and
again has nothing written."""


class StorageHealth:
    """What the last attempt to keep something has told."""

    __slots__ = ("_at", "_clock", "failed")

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._at = -FRESH
        self.failed = False
        """Whether it has failed."""

    def note(self, kept: bool) -> None:
        """Something was kept just now, or could not be."""
        self.failed = not kept
        self._at = self._clock() if kept else -FRESH

    @property
    def fresh(self) -> bool:
        """Whether something was kept so short a time ago that nothing need be tried."""
        return not self.failed and self._clock() < self._at + FRESH
