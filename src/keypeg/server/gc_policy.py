"""Garbage-collection policy: short pauses only.

Tables live long and grow with every move. Python's default would examine all that has been added again and again, for
some hundredths of a second each time, while every player waits. Here only the youngest objects are examined, often and
briefly, and all of them every ten minutes.
"""

import asyncio
import gc

YOUNG_OBJECTS = 2_000
"""How many new objects trigger a collection of the youngest: that takes one or two milliseconds."""

NEVER = 10**9
"""A threshold that is never reached: older objects are not examined automatically."""

FULL_COLLECTION_SECONDS = 600.0
"""The time between two full collections."""


def collect_only_young_objects() -> None:
    """Limit automatic collections to the youngest objects, and exclude for good what the program itself consists of."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, NEVER, NEVER)


async def collect_regularly(seconds: float = FULL_COLLECTION_SECONDS) -> None:
    """Run full collections at this interval until cancelled."""
    while True:
        await asyncio.sleep(seconds)
        gc.collect()
