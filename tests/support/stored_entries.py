"""Entries that a test stores itself, past the service."""

import asyncio
from functools import partial

from keypeg.service.future_results import settle
from keypeg.service.storage.store import Store, Write


async def append_entry(store: Store, write: Write) -> bool:
    """Store an entry; return False if the log already has an entry with this number."""
    stored: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
    store.append(write, partial(settle, stored))
    return await stored
