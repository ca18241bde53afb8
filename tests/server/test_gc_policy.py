"""Reference cycles are collected regularly, and in between only the youngest objects are examined."""

import asyncio
import gc
import weakref
from contextlib import suppress

from keypeg.server.gc_policy import collect_only_young_objects, collect_regularly


class Node:
    """An object that can refer to itself."""

    itself: "Node | None" = None


def old_cycle() -> "weakref.ref[Node]":
    """Create an unreachable reference cycle in the oldest generation."""
    node = Node()
    node.itself = node
    gc.collect(0)
    gc.collect(1)
    return weakref.ref(node)


async def is_collected(reference: "weakref.ref[Node]") -> bool:
    collecting = asyncio.get_running_loop().create_task(collect_regularly(0.001))
    for _ in range(1000):
        if reference() is None:
            break
        await asyncio.sleep(0.001)
    collecting.cancel()
    with suppress(asyncio.CancelledError):
        await collecting
    return reference() is None


def test_old_cycles_are_collected_regularly() -> None:
    assert asyncio.run(is_collected(old_cycle()))


def test_automatic_collections_examine_only_the_youngest_objects() -> None:
    before = gc.get_threshold()
    try:
        collect_only_young_objects()
        young, *older = gc.get_threshold()
        assert 0 < young < 10_000
        assert min(older) > 1_000_000
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
