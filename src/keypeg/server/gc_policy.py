"""Garbage that goes round in circles, collected so that hardly anybody waits for it.

What a table knows lives long and grows with every move. Python would look through what has been added again and again,
for some hundredths of a second each time, and everybody's moves would wait. Here it looks through the youngest things
only, often and briefly; and through all of them every ten minutes.
"""

import asyncio
import gc

YOUNG = 2_000
"""After how many new things the youngest are looked through: that takes one or two milliseconds."""

NEVER = 10**9
"""After how many of these rounds the older ones are: not by themselves."""

EVERY = 600.0
"""After how many seconds everything is looked through."""


def tidy_briefly() -> None:
    """From now on look through the youngest things only; leave out for good what the program itself is made of."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)


async def tidy_now_and_then(every: float = EVERY) -> None:
    """Look through everything, again and again, until this is cancelled."""
    while True:
        await asyncio.sleep(every)
        gc.collect()
