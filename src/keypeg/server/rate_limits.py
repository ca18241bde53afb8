"""Rate limits: token buckets, and counts of open connections."""

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache

MAX_REMEMBERED_ADDRESSES = 50_000

IPV6_PREFIX = 64
"""The bits of an IPv6 address that one household has in common."""

PARDONS_A_SECOND = 1.0
"""How many frames a second that came too fast are forgiven."""


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Return what counts as one client: an IPv4 address, or all IPv6 addresses of one household."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((int(parsed), IPV6_PREFIX), strict=False))


def whole_seconds(wait: float) -> int:
    """Round a waiting time up to whole seconds, at least one, so that a client that waits so long is not too early."""
    return max(1, math.ceil(wait))


class Bucket:
    """A token bucket: holds up to `burst` tokens and gains `rate` of them a second."""

    __slots__ = ("_clock", "_tokens", "_updated_at", "burst", "rate")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst = rate, burst
        self._clock = clock
        self._tokens, self._updated_at = burst, clock()

    def take(self) -> float:
        """Take a token; return 0, or the seconds until there is one if the bucket is empty."""
        now = self._clock()
        self._tokens = min(self.burst, self._tokens + (now - self._updated_at) * self.rate)
        self._updated_at = now
        if self._tokens < 1:
            return (1 - self._tokens) / self.rate
        self._tokens -= 1
        return 0.0


class RefusalCount:
    """How often the frames of one socket were refused, which decides when it is closed.

    A new action makes up for refusals, but not for frames that came too fast, nor does an action that is repeated.
    """

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._since_new_action = most, 0
        self._too_fast = Bucket(PARDONS_A_SECOND, most, clock)
        self.are_too_many = False

    def add(self, code: str) -> None:
        """Count a refusal with this code."""
        self._since_new_action += 1
        if self._since_new_action >= self._most or (code == "too-fast" and self._too_fast.take()):
            self.are_too_many = True

    def note_new_action(self) -> None:
        """Count from the beginning: the client plays."""
        self._since_new_action = 0


class AddressBuckets:
    """A bucket for each client by its address; the least recently used are forgotten."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> float:
        """Take a token from the bucket of this address."""
        address = network_of(address)
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._burst, self._clock)
            if len(self._buckets) > MAX_REMEMBERED_ADDRESSES:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        return bucket.take()


class ConnectionCounts:
    """How many connections each client has open, by its address."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._open: dict[str, int] = {}

    def add(self, address: str) -> bool:
        """Count one more connection; return False if the address already has as many as it may."""
        address = network_of(address)
        count = self._open.get(address, 0)
        if count >= self.limit:
            return False
        self._open[address] = count + 1
        return True

    def remove(self, address: str) -> None:
        """Count one connection less."""
        address = network_of(address)
        count = self._open.get(address, 0) - 1
        if count > 0:
            self._open[address] = count
        else:
            self._open.pop(address, None)
