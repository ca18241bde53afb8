"""Lets clients that have sent much at once take turns.

However many they are, one of them is served in each turn of the event loop, and everybody else in between.
"""

import asyncio
from collections import deque
from collections.abc import Callable


class SliceQueue:
    """Calls what is waiting, one in each turn of the loop, in the order in which they came."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()

    def add(self, work: Callable[[], None]) -> None:
        """Call this when it is its turn. If that was not all, it may add itself again: others come first."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._call_next)
        self._waiting.append(work)

    def _call_next(self) -> None:
        try:
            self._waiting[0]()
        finally:
            self._waiting.popleft()
            if self._waiting:
                asyncio.get_running_loop().call_soon(self._call_next)
