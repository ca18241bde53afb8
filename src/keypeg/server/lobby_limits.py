"""What one client may do in the lobby: how many of its tables wait there, how often it joins one, where it is barred.

It is kept in memory alone, because addresses are never stored.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from keypeg.server.client_networks import NO_LIMIT, ClientNetworks, neighbourhood_of
from keypeg.server.rate_limits import AddressBuckets, whole_seconds
from keypeg.server.settings import Limits
from keypeg.service.errors import TableError

MAX_REMEMBERED = 50_000
"""How many clients, players and bars are remembered, of each kind."""

SECONDS_PER_HOUR = 3600


class LobbyLimits:
    """The limits on public tables and on joining, for the clients of this process."""

    def __init__(
        self, limits: Limits, is_waiting: Callable[[str], bool], networks: ClientNetworks | None = None
    ) -> None:
        self._most_tables = limits.public_tables
        self._is_waiting = is_waiting
        self._client_networks = networks or ClientNetworks()
        self._tables: OrderedDict[str, list[str]] = OrderedDict()
        """The public tables of each client, by its network."""
        self._neighbourhoods: OrderedDict[str, str] = OrderedDict()
        """Where the public tables were opened from."""
        self._joins = AddressBuckets(limits.joins / SECONDS_PER_HOUR, limits.joins, networks)
        self._networks: OrderedDict[tuple[str, int], str] = OrderedDict()
        """The networks of players, by table and number."""
        self._barred: OrderedDict[tuple[str, str], None] = OrderedDict()
        """The tables and the networks that may not join them any more."""

    def check_opening(self, address: str) -> None:
        """Raise `TableError` if too many public tables of this client wait for players."""
        network = self._client_networks.find(address)
        waiting = [table_id for table_id in self._tables.get(network, []) if self._is_waiting(table_id)]
        if waiting:
            self._tables[network] = waiting
        if len(waiting) >= self._most_tables:
            raise TableError("too-many-public-tables", most=self._most_tables)

    def note_opening(self, address: str, table_id: str) -> None:
        """Remember a public table of a client."""
        network = self._client_networks.find(address)
        if network != NO_LIMIT:
            self._tables.setdefault(network, []).append(table_id)
            _shorten(self._tables)
            self._neighbourhoods[table_id] = neighbourhood_of(network)
            _shorten(self._neighbourhoods)

    def take_turns(self, table_ids: Sequence[str]) -> list[str]:
        """Order tables so that each neighbourhood has its first one listed before any has its second.

        A table that was opened at another process counts as a neighbourhood of its own.
        """
        before: Counter[str] = Counter()
        places = []
        for position, table_id in enumerate(table_ids):
            neighbourhood = self._neighbourhoods.get(table_id, table_id)
            places.append((before[neighbourhood], position, table_id))
            before[neighbourhood] += 1
        return [table_id for _, _, table_id in sorted(places)]

    def check_joining(self, address: str, table_id: str) -> None:
        """Raise `TableError` if this client was removed from the table, or has joined it too often."""
        if (table_id, self._client_networks.find(address)) in self._barred:
            raise TableError("removed-by-host")
        if wait := self._joins.take(address, of=table_id):
            raise TableError("too-fast", seconds=whole_seconds(wait))

    def note_player(self, address: str, table_id: str, player: int) -> None:
        """Remember where a player has come from."""
        self._networks[table_id, player] = self._client_networks.find(address)
        _shorten(self._networks)

    def bar(self, host_address: str, table_id: str, player: int) -> None:
        """Let nobody join who comes from where a removed player has come from, unless the host is there too."""
        network = self._networks.get((table_id, player))
        if network not in (None, NO_LIMIT, self._client_networks.find(host_address)):
            self._barred[table_id, network] = None
            _shorten(self._barred)


def _shorten(remembered: OrderedDict[Any, Any]) -> None:
    while len(remembered) > MAX_REMEMBERED:
        remembered.popitem(last=False)
