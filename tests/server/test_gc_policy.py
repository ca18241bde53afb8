"""Only the youngest objects are examined, until memory has grown much; then reference cycles are collected."""

import asyncio
import gc
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count

import pytest

from keypeg.server.gc_policy import GROWTH, MIN_GROWTH_BLOCKS, FullCollections, collect_only_young_objects

MUCH = 10 * MIN_GROWTH_BLOCKS
"""So many blocks that the next full collection is due after a growth in proportion."""


class Node:
    """An object that can refer to itself."""

    itself: "Node | None" = None


@pytest.fixture
def cycle() -> Iterator["weakref.ref[Node]"]:
    """An unreachable reference cycle in the oldest generation, where only full collections find it."""
    gc.disable()
    node = Node()
    node.itself = node
    reference = weakref.ref(node)
    gc.collect(0)
    gc.collect(1)
    del node
    yield reference
    gc.enable()


class Memory:
    """The blocks that are used, as a collection sees them: a test says how many, and how often it was asked."""

    def __init__(self, used: int) -> None:
        self.used = used
        self.looks = 0

    def look(self) -> int:
        self.looks += 1
        return self.used


async def look_often(memory: Memory, grown: int, count_moves: Callable[[], float], looks: int) -> None:
    """Let the policy look so many times at a memory that has grown to so many blocks."""
    collections = FullCollections(
        count_moves, memory.look, look_seconds=0.001, quiet_seconds=0.001, max_wait_seconds=0.005
    )
    memory.used = grown
    running = asyncio.get_running_loop().create_task(collections.run())
    while memory.looks < looks:
        await asyncio.sleep(0.001)
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running


def nobody_moves() -> float:
    return 7.0


@pytest.mark.parametrize(
    ("before", "grown"), [(1000, 1001 + MIN_GROWTH_BLOCKS), (MUCH, round(GROWTH * MUCH) + 1)], ids=["little", "much"]
)
def test_old_cycles_are_collected_when_memory_has_grown(cycle: "weakref.ref[Node]", before: int, grown: int) -> None:
    asyncio.run(look_often(Memory(before), grown, nobody_moves, looks=4))
    assert cycle() is None


@pytest.mark.parametrize(
    ("before", "grown"), [(1000, 1000 + MIN_GROWTH_BLOCKS), (MUCH, round(GROWTH * MUCH))], ids=["little", "much"]
)
def test_nothing_old_is_examined_while_memory_is_steady(cycle: "weakref.ref[Node]", before: int, grown: int) -> None:
    asyncio.run(look_often(Memory(before), grown, nobody_moves, looks=20))
    assert cycle() is not None


def test_after_a_collection_memory_has_to_grow_again(cycle: "weakref.ref[Node]") -> None:
    memory = Memory(MUCH)
    asyncio.run(look_often(memory, 2 * MUCH, nobody_moves, looks=3))
    assert cycle() is None
    collected = gc.get_stats()[-1]["collections"]
    asyncio.run(look_often(Memory(2 * MUCH), 2 * MUCH, nobody_moves, looks=20))
    assert gc.get_stats()[-1]["collections"] == collected


def test_a_full_collection_waits_for_a_quiet_moment(cycle: "weakref.ref[Node]") -> None:
    moves_left = iter(range(3))
    seen: list[bool] = []

    def count_moves() -> float:
        seen.append(cycle() is None)
        return next(moves_left, 3)

    asyncio.run(look_often(Memory(MUCH), 2 * MUCH, count_moves, looks=3))
    assert cycle() is None
    assert len(seen) >= 4
    assert not any(seen)


def test_a_full_collection_does_not_wait_for_ever(cycle: "weakref.ref[Node]") -> None:
    moves = count()
    asyncio.run(look_often(Memory(MUCH), 2 * MUCH, lambda: next(moves), looks=3))
    assert cycle() is None


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
