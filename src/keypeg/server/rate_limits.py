"""How much somebody may do in a time: buckets that fill up again."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable

MOST_KEPT = 50_000
"""How many addresses are remembered."""


def full_seconds(wait: float) -> int:
    """How long to wait, in full seconds: whoever waits so long does not come too early."""
    return max(1, math.ceil(wait))


class Bucket:
    """So many at once, and then so many a second."""

    __slots__ = ("_at", "_clock", "_left", "most", "rate")

    def __init__(self, rate: float, most: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.most = rate, most
        self._clock = clock
        self._left, self._at = most, clock()

    def take(self) -> float:
        """Take one out. Returns nothing, or how many seconds it takes until there is one."""
        now = self._clock()
        self._left = min(self.most, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return (1 - self._left) / self.rate
        self._left -= 1
        return 0.0


class Buckets:
    """A bucket for each address; those that have not been used for longest are forgotten."""

    def __init__(self, rate: float, most: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._most, self._clock = rate, most, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> float:
        """Take one out of the bucket of this address."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._most, self._clock)
            if len(self._buckets) > MOST_KEPT:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        return bucket.take()


class Counts:
    """How many things each address has open."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._open: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        """One more. False if there are too many."""
        many = self._open.get(address, 0)
        if many >= self.most:
            return False
        self._open[address] = many + 1
        return True

    def leave(self, address: str) -> None:
        """One less."""
        many = self._open.get(address, 0) - 1
        if many > 0:
            self._open[address] = many
        else:
            self._open.pop(address, None)
