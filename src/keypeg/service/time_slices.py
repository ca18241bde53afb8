"""Work that takes longer than a moment, done on the event loop in slices between which everything else runs."""

import asyncio
import time
from collections.abc import Iterable

SLICE_SECONDS = 0.002
"""How long one slice takes."""


class TimeSlices:
    """Shares the loop: however much work there is, only one slice of it runs in each turn of the loop."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def run(self, steps: Iterable[object]) -> bool:
        """Take the steps of some work; return whether anything else could run meanwhile."""
        has_paused, began = False, time.perf_counter()
        for _ in steps:
            if time.perf_counter() - began > SLICE_SECONDS:
                has_paused = True
                async with self._turn:
                    await asyncio.sleep(0)
                began = time.perf_counter()
        return has_paused
