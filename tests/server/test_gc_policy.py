"""Garbage that goes round in circles does not stay, and the youngest things alone are looked through in between."""

import asyncio
import gc
import weakref
from contextlib import suppress

from keypeg.server.gc_policy import collect_only_young_objects, collect_regularly


class Thing:
    """Something that can refer to itself."""

    itself: "Thing | None" = None


def old_ring() -> "weakref.ref[Thing]":
    """Something that refers to itself, that Python takes for long-lived, and that nobody needs any more."""
    thing = Thing()
    thing.itself = thing
    gc.collect(0)
    gc.collect(1)
    return weakref.ref(thing)


async def soon(found: "weakref.ref[Thing]") -> bool:
    tidying = asyncio.get_running_loop().create_task(collect_regularly(0.001))
    for _ in range(1000):
        if found() is None:
            break
        await asyncio.sleep(0.001)
    tidying.cancel()
    with suppress(asyncio.CancelledError):
        await tidying
    return found() is None


def test_what_nobody_needs_any_more_is_found_now_and_then_however_old_it_is() -> None:
    assert asyncio.run(soon(old_ring()))


def test_in_between_only_the_youngest_things_are_looked_through() -> None:
    before = gc.get_threshold()
    try:
        collect_only_young_objects()
        young, *older = gc.get_threshold()
        assert 0 < young < 10_000
        assert min(older) > 1_000_000
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
