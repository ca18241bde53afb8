"""Shares the tables of a PostgreSQL with other processes: begins a lease, listens for them, and asks them."""

from keypeg.service.peers.listener import PeerListener
from keypeg.service.peers.relays import Relays
from keypeg.service.storage.postgresql_leases import PostgresqlLeases
from keypeg.service.storage.postgresql_store import PostgresqlStore
from keypeg.service.table_service import TableService

LOOPBACK = "127.0.0.1"
"""Where to listen if the database is reached without a network: then the other processes are on this machine too."""

FIND_ADDRESS = "select host(inet_client_addr())"
"""From where the database sees this process; other processes that use it can reach this one there."""


class SharedTables:
    """What a process needs to share tables with others."""

    def __init__(self, tables: TableService, store: PostgresqlStore) -> None:
        self.tables, self._store = tables, store
        self.leases = PostgresqlLeases(store)
        self.listener = PeerListener(tables, self.leases)
        self.relays: Relays | None = None

    async def start(self) -> None:
        """Begin a lease, and serve tables with the other processes from now on."""
        self.relays = Relays(self.tables, self.leases)
        self.tables.owners = self.relays
        self.tables.on_notice = self._check_owner
        self.leases.on_take = self.relays.note_taken
        self.leases.on_refusal = self._check_owner
        self.leases.on_loss = self._note_loss
        self.leases.on_others = self.relays.links.note_leases
        await self.leases.register(await self._listen())

    async def _listen(self) -> str:
        ((address,),) = await self._store.fetch(FIND_ADDRESS)
        try:
            return await self.listener.open(address or LOOPBACK)
        except OSError:  # it is the address of a gateway
            return await self.listener.open("0.0.0.0")

    def _check_owner(self, table_id: str) -> None:
        """Find out who owns a table now."""
        assert self.relays is not None
        live_table = self.tables.find_loaded(table_id)
        if live_table is not None:
            self.listener.end_table(live_table)
        self.relays.check_again(table_id)

    def _note_loss(self) -> None:
        assert self.relays is not None
        self.listener.drop_all()
        self.relays.note_loss()

    async def close(self) -> None:
        """Hand all tables over: when the lease has ended, others can take them at once."""
        assert self.relays is not None
        await self.relays.close()
        await self.leases.release()
        await self.listener.close()
