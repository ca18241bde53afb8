"""Which client has opened which table: its tables have one share of the bots' time, and few may be bots' alone.

It is kept in memory alone, because addresses are never stored. A table that is not known here, because it is older than
the process, is a client of its own.
"""

from collections import OrderedDict
from collections.abc import Callable

from keypeg.server.client_networks import NO_LIMIT, ClientNetworks
from keypeg.service.errors import TableError

MAX_REMEMBERED = 10_000
"""How many tables and clients are remembered."""


class TableClients:
    """The clients of the tables that were opened in this process."""

    def __init__(self, networks: ClientNetworks) -> None:
        self._networks = networks
        self._clients: OrderedDict[str, str] = OrderedDict()
        """The network of each table's client."""

    def note_opening(self, address: str, table_id: str) -> None:
        """Remember who has opened a table."""
        network = self._networks.find(address)
        if network != NO_LIMIT:
            self._clients[table_id] = network
            if len(self._clients) > MAX_REMEMBERED:
                self._clients.popitem(last=False)

    def find(self, table_id: str) -> str:
        """Name the client that has opened a table."""
        return self._clients.get(table_id, table_id)


class BotTableLimit:
    """How many matches of one client may be among bots alone."""

    def __init__(self, most: int, networks: ClientNetworks, plays_alone: Callable[[str], bool]) -> None:
        self._most, self._networks, self._plays_alone = most, networks, plays_alone
        self._tables: OrderedDict[str, list[str]] = OrderedDict()
        """The tables at which bots alone play, by the network of the client."""

    def check(self, address: str) -> None:
        """Raise `TableError` if bots alone play at too many tables of this client."""
        network = self._networks.find(address)
        playing = [table_id for table_id in self._tables.pop(network, []) if self._plays_alone(table_id)]
        if playing:
            self._tables[network] = playing
        if len(playing) >= self._most:
            raise TableError("too-many-bot-tables", most=self._most)

    def note(self, address: str, table_id: str) -> None:
        """Remember a table of this client at which bots alone play now."""
        network = self._networks.find(address)
        if network != NO_LIMIT and self._plays_alone(table_id):
            self._tables.setdefault(network, []).append(table_id)
            if len(self._tables) > MAX_REMEMBERED:
                self._tables.popitem(last=False)
