"""A process that changes a table until it is killed, and prints the number of every entry that was stored.

python -m support.doomed_process URL    URL: a PostgreSQL, or a SQLite file
"""

import asyncio
import sys
from pathlib import Path

from keypeg.service import entry_checks
from keypeg.service.storage.postgresql_store import PostgresqlStore
from keypeg.service.storage.sqlite_store import SqliteStore
from keypeg.service.table_service import TableService


async def serve(url: str) -> None:
    """Open a table with bots, and let the host change the time limit for ever."""
    store = PostgresqlStore(url) if url.startswith("postgresql:") else SqliteStore(Path(url))
    tables = TableService(store)
    entry_checks.MAX_CHANGES = entry_checks.MAX_PROPOSALS = 10**9
    await store.open(tables.on_log_growth)
    host = await tables.open("classic~rounds_2", "Ann", seats=[(1, "casual"), (2, "casual")], begin=True)
    print(host.table_id, flush=True)
    for seconds in range(1, 10**9):
        print(await tables.set_turn_limit(host.table_id, 1, seconds), flush=True)


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1]))
