"""Garbage-collection policy: short pauses only.

Tables live long and grow with every move. Python's default would examine all that has been added again and again, for
some hundredths of a second each time, while every player waits. Here only the youngest objects are examined, often and
briefly. Everything is examined only after memory has grown by half, and then, if possible, while nobody plays: with
8,000 sockets that takes more than half a second. It usually finds nothing, because closed connections and unused
tables are freed without it.
"""

import asyncio
import gc
import sys
from collections.abc import Callable

YOUNG_OBJECTS = 2_000
"""How many new objects trigger a collection of the youngest: that takes one or two milliseconds."""

NEVER = 10**9
"""A threshold that is never reached: older objects are not examined automatically."""

LOOK_SECONDS = 60.0
"""The time between two looks at how much memory is used."""

GROWTH = 1.5
"""How many times more memory than after the last full collection calls for the next one."""

MIN_GROWTH_BLOCKS = 500_000
"""How much more it is at least, in allocated blocks: about 50 MiB."""

QUIET_SECONDS = 1.0
"""A full collection waits for so long a time without a move,"""

MAX_WAIT_SECONDS = 600.0
"""but not longer than this."""


def collect_only_young_objects() -> None:
    """Limit automatic collections to the youngest objects, and exclude for good what the program itself consists of."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, NEVER, NEVER)


class FullCollections:
    """Runs the full collections."""

    def __init__(
        self,
        count_moves: Callable[[], float],
        used_blocks: Callable[[], int] = sys.getallocatedblocks,
        *,
        look_seconds: float = LOOK_SECONDS,
        quiet_seconds: float = QUIET_SECONDS,
        max_wait_seconds: float = MAX_WAIT_SECONDS,
    ) -> None:
        self._count_moves, self._used_blocks = count_moves, used_blocks
        self._look_seconds, self._quiet_seconds = look_seconds, quiet_seconds
        self._most_looks = round(max_wait_seconds / quiet_seconds)
        self._note_memory()

    async def run(self) -> None:
        """Collect whenever it is time to, until cancelled."""
        while True:
            await asyncio.sleep(self._look_seconds)
            if self._used_blocks() > self._next_blocks:
                await self._wait_for_quiet()
                gc.collect()
                self._note_memory()

    def _note_memory(self) -> None:
        used = self._used_blocks()
        self._next_blocks = max(GROWTH * used, used + MIN_GROWTH_BLOCKS)

    async def _wait_for_quiet(self) -> None:
        """Wait until nobody has moved for a while, or until that has taken too long."""
        for _ in range(self._most_looks):
            before = self._count_moves()
            await asyncio.sleep(self._quiet_seconds)
            if self._count_moves() == before:
                return
