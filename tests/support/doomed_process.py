"""A process that serves a table until it is killed: it prints the number of every entry that it was told is kept.

python -m support.doomed_process URL    URL: a PostgreSQL, or a SQLite file
"""

import asyncio
import sys
from pathlib import Path

from keypeg.service.postgresql import PostgresqlStore
from keypeg.service.sqlite import SqliteStore
from keypeg.service.table_service import Tables


async def serve(url: str) -> None:
    """Open a table for a person and a computer, and let the host change his mind for ever."""
    store = PostgresqlStore(url) if url.startswith("postgresql:") else SqliteStore(Path(url))
    tables = Tables(store)
    await store.open(tables.woken)
    host = await tables.open("classic~rounds_2", "Ann", seats=[(1, "casual"), (2, "casual")], begin=True)
    print(host.table, flush=True)
    for seconds in range(1, 10**9):
        print(await tables.limit(host.table, 1, seconds), flush=True)


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1]))
