"""A long match in which no code is ever found, for tests that need many entries."""

from collections.abc import Iterator
from itertools import islice, repeat

ROWS = 10
EDITION = "classic~rounds_100"
"""Its match has 1,100 moves."""


def long_match() -> Iterator[tuple[int, str]]:
    """Yield each move, with the seat that makes it."""
    for maker, breaker in ((1, 2), (2, 1)) * 50:
        yield maker, "code RRBB"
        yield from repeat((breaker, "guess YYYY"), ROWS)


def first_moves(count: int) -> list[str]:
    """The first moves of the match, as `2 guess YYYY`."""
    return [f"{seat} {action}" for seat, action in islice(long_match(), count)]
