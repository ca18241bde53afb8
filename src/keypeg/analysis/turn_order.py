"""Whose turns there were on a board that several breakers share. Importing this loads no solver."""

from collections.abc import Sequence
from typing import NamedTuple

from keypeg.core.view import Row


class TurnQueue(NamedTuple):
    """A point in the round: the number of rows so far, and the breakers still to guess, the next one first."""

    rows: int
    breakers: tuple[int, ...]


class TurnOrder(NamedTuple):
    """Whose turns there were."""

    turns: tuple[TurnQueue, ...]
    """For each row, the point before it."""
    skipped: dict[int, TurnQueue]
    """For each breaker who had left when their turn came, that point."""
    end: TurnQueue
    """The point after the last row."""


def find_turn_order(breakers: Sequence[int], rows: Sequence[Row]) -> TurnOrder:
    """Find whose turns there were. Breakers guess in order, so one who has left is recognised by being passed over."""
    queue, turns, skipped = tuple(breakers), [], {}
    for index, row in enumerate(rows):
        while queue[0] != row.seat:
            skipped[queue[0]] = TurnQueue(index, queue)
            queue = queue[1:]
        turns.append(TurnQueue(index, queue))
        queue = (*queue[1:], row.seat)
    return TurnOrder(tuple(turns), skipped, TurnQueue(len(rows), queue))
