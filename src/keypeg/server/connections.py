"""Open connections: how many there may be, and which one makes room for another.

A connection is idle while its client has sent no whole request. Idle ones are dropped first, the oldest before all
others, so that connections that say nothing shut nobody out.
"""

import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from keypeg.server.client_networks import NO_LIMIT, ClientNetworks
from keypeg.server.rate_limits import AddressBuckets
from keypeg.server.settings import Limits

try:
    import resource
except ImportError:  # on Windows
    resource = None  # type: ignore[assignment]

LOG = logging.getLogger("keypeg.server")

LOG_SECONDS = 60.0
"""The least time between two lines in the log about connections that were turned away."""

FLOOD_FACTOR = 2
"""A client that sends so many times more than is answered is disconnected: even refusing takes time."""

FLOOD_COST = 50.0
"""As how many new connections one counts that was closed because its client sent too much: the client must wait."""

SHARE_OF_FILES = 0.75
"""The share of the files that a process may open which connections may take; the database needs some as well."""

MAX_FAREWELLS = 50
"""How many clients may be answered at once that there is no room; each of them holds a connection meanwhile."""

USUAL_CONNECTIONS = 4096
"""How many connections there may be where the system has no such limit, as on Windows."""


MAX_FILES = 16_384
"""How many files the process lets itself open, if the system allows as many."""


def allow_many_files() -> None:
    """Raise the number of files that this process may open: it is often 1,024, although the system allows more."""
    if resource is None:
        return
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    target = MAX_FILES if most == resource.RLIM_INFINITY else min(most, MAX_FILES)
    if files != resource.RLIM_INFINITY and files < target:
        with suppress(ValueError, OSError):  # macOS has a lower limit that it does not tell
            resource.setrlimit(resource.RLIMIT_NOFILE, (target, most))


def most_connections() -> int:
    """How many connections this process may have."""
    if resource is None:
        return USUAL_CONNECTIONS
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return USUAL_CONNECTIONS if files == resource.RLIM_INFINITY else int(SHARE_OF_FILES * files)


class OpenConnection(Protocol):
    """A connection that can be dropped."""

    def drop(self) -> None:
        """Close it at once."""


class Connections:
    """The connections of this process."""

    def __init__(
        self,
        most: int,
        limits: Limits,
        networks: ClientNetworks | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limits = limits
        self._most, self._clock = most, clock
        self._client_networks = networks or ClientNetworks()
        self._networks: dict[OpenConnection, str] = {}
        """The network of each connection."""
        self._per_network: Counter[str] = Counter()
        self._idle: dict[str, OrderedDict[OpenConnection, None]] = {}
        """By network, the idle connections, the oldest first."""
        self._all_idle: OrderedDict[OpenConnection, None] = OrderedDict()
        self._openings = AddressBuckets(limits.openings, limits.opening_burst, networks, clock)
        self._requests = AddressBuckets(
            FLOOD_FACTOR * limits.requests, FLOOD_FACTOR * limits.request_burst, networks, clock
        )
        self._files = AddressBuckets(FLOOD_FACTOR * limits.files, FLOOD_FACTOR * limits.file_burst, networks, clock)
        self._farewells: set[OpenConnection] = set()
        """Connections for which there is no room, while their clients are told so."""
        self._turned_away: Counter[str] = Counter()
        self._log_after = 0.0

    def __len__(self) -> int:
        """How many there are."""
        return len(self._networks)

    def admit(self, connection: OpenConnection, address: str) -> bool:
        """Count a new connection, which is idle; return False if there is no room for it."""
        network = self._client_networks.find(address)
        if self._openings.take(address) or not self._make_room(network):
            self._note(network)
            return False
        self._networks[connection] = network
        self._per_network[network] += 1
        self.mark_idle(connection)
        return True

    def may_say_why(self, connection: OpenConnection, address: str) -> bool:
        """Whether a client for whom there is no room may be told so; it counts as one of them until it is released.

        A client that opens connections too fast is not told: a flood is best closed at once.
        """
        network = self._client_networks.find(address)
        is_full = len(self) >= self._most or self._per_network[network] >= self.limits.connections_per_address
        if not is_full or len(self._farewells) >= MAX_FAREWELLS:
            return False
        self._farewells.add(connection)
        return True

    def _make_room(self, network: str) -> bool:
        if network != NO_LIMIT and self._per_network[network] >= self.limits.connections_per_address:
            return self._drop_oldest(self._idle.get(network))
        return len(self) < self._most or self._drop_oldest(self._all_idle)

    def _drop_oldest(self, idle: OrderedDict[OpenConnection, None] | None) -> bool:
        if not idle:
            return False
        oldest = next(iter(idle))
        self._note(self._networks[oldest])
        self.release(oldest)
        oldest.drop()
        return True

    def take_request(self, connection: OpenConnection, *, is_for_file: bool) -> bool:
        """Count a request; return False if the client sends far more of them than it may."""
        network = self._networks.get(connection)
        buckets = self._files if is_for_file else self._requests
        return not network or not buckets.take(network)

    def charge(self, connection: OpenConnection) -> None:
        """Let the client of a connection wait before it opens others: it has sent far more than it may."""
        if network := self._networks.get(connection):
            self._openings.charge(network, FLOOD_COST)

    def mark_idle(self, connection: OpenConnection) -> None:
        """Count a connection as idle from now on."""
        if (network := self._networks.get(connection)) is not None:
            self._idle.setdefault(network, OrderedDict())[connection] = None
            self._all_idle[connection] = None

    def mark_busy(self, connection: OpenConnection) -> None:
        """Keep a connection, whose client has sent a request, when there is no more room."""
        if (network := self._networks.get(connection)) is not None:
            self._all_idle.pop(connection, None)
            if idle := self._idle.get(network):
                idle.pop(connection, None)
                if not idle:
                    del self._idle[network]

    def hand_over(self, connection: OpenConnection, successor: OpenConnection) -> None:
        """Count a connection as another object from now on: it has become a WebSocket, which is never idle."""
        self.mark_busy(connection)
        if (network := self._networks.pop(connection, None)) is not None:
            self._networks[successor] = network

    def release(self, connection: OpenConnection) -> None:
        """Forget a connection that is closed."""
        self._farewells.discard(connection)
        self.mark_busy(connection)
        network = self._networks.pop(connection, None)
        if network is not None:
            self._per_network[network] -= 1
            if not self._per_network[network]:
                del self._per_network[network]

    def _note(self, network: str) -> None:
        """Count a connection that was dropped or turned away, and log that from time to time."""
        self._turned_away[network] += 1
        now = self._clock()
        if now >= self._log_after:
            counts = {"closed": self._turned_away.total(), "clients": len(self._turned_away), "open": len(self)}
            LOG.warning("too many connections: some were closed", extra=counts)
            self._turned_away.clear()
            self._log_after = now + LOG_SECONDS
