"""Rate limits: token buckets, and counts of open connections."""

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable

from keypeg.server.client_networks import NO_LIMIT, ClientNetworks

MAX_REMEMBERED_ADDRESSES = 50_000

PARDONS_A_SECOND = 1.0
"""How many frames a second that came too fast are forgiven."""


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

    def take(self, count: int = 1) -> float:
        """Take tokens; return 0, or the seconds until there are so many if the bucket holds less."""
        now = self._clock()
        self._tokens = min(self.burst, self._tokens + (now - self._updated_at) * self.rate)
        self._updated_at = now
        if self._tokens < count:
            return (count - self._tokens) / self.rate
        self._tokens -= count
        return 0.0

    def charge(self, count: float) -> None:
        """Take tokens whether or not there are so many: the bucket then fills up only later."""
        self._tokens = max(-self.burst, self._tokens - count)


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
    """A bucket for each client by its network; the least recently used are forgotten."""

    def __init__(
        self,
        rate: float,
        burst: float,
        networks: ClientNetworks | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._networks = networks or ClientNetworks()
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, of: str = "") -> float:
        """Take a token from the bucket of this address; if `of` names something, from the one it has for that."""
        network = self._networks.find(address)
        return self._bucket(f"{network} {of}" if of else network).take() if network != NO_LIMIT else 0.0

    def charge(self, address: str, count: float) -> None:
        """Take tokens from the bucket of this address, whether or not there are so many."""
        for bucket in self.buckets_of(address):
            bucket.charge(count)

    def buckets_of(self, address: str) -> tuple[Bucket, ...]:
        """Return the bucket of this address, for one that takes often; nothing if it has no limit."""
        network = self._networks.find(address)
        return (self._bucket(network),) if network != NO_LIMIT else ()

    def _bucket(self, key: str) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, self._clock)
            if len(self._buckets) > MAX_REMEMBERED_ADDRESSES:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket


class ConnectionCounts:
    """How many connections each client has open, by its network."""

    def __init__(self, limit: int, networks: ClientNetworks | None = None) -> None:
        self.limit = limit
        self._networks = networks or ClientNetworks()
        self._open: Counter[str] = Counter()

    def add(self, address: str) -> bool:
        """Count one more connection; return False if the client already has as many as it may."""
        if self.is_full(address):
            return False
        network = self._networks.find(address)
        if network != NO_LIMIT:
            self._open[network] += 1
        return True

    def is_full(self, address: str) -> bool:
        """Whether the client already has as many as it may."""
        network = self._networks.find(address)
        return network != NO_LIMIT and self._open[network] >= self.limit

    def remove(self, address: str) -> None:
        """Count one connection less."""
        network = self._networks.find(address)
        if self._open[network] > 1:
            self._open[network] -= 1
        else:
            del self._open[network]
