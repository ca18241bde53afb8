"""Whether the storage works, by the last write or, if that was a while ago, by a small trial write."""

import time
from collections.abc import Callable

FRESH_SECONDS = 1.0
"""How long a successful write counts as proof: frequent health checks then cause no writes of their own."""


class StorageHealth:
    """The result of the last write to the storage."""

    __slots__ = ("_clock", "_succeeded_at", "has_failed")

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._succeeded_at = -FRESH_SECONDS
        self.has_failed = False
        """Whether the last write failed."""

    def record_write(self, succeeded: bool) -> None:
        """Note the result of a write."""
        self.has_failed = not succeeded
        self._succeeded_at = self._clock() if succeeded else -FRESH_SECONDS

    @property
    def is_fresh(self) -> bool:
        """Whether the last write succeeded so recently that no trial is needed."""
        return not self.has_failed and self._clock() < self._succeeded_at + FRESH_SECONDS
