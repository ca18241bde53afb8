"""The documents that describe the API: the OpenAPI document, and the JSON Schema of frames.

They are the same for every client, and to work them out takes half a second. So a process of its own does that when the
first client asks for one of them.
"""

import asyncio
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import NamedTuple

from keypeg.server import frame_types
from keypeg.server.problem_documents import encode
from keypeg.server.settings import Settings
from keypeg.service.kernel_warmup import start_worker


class SchemaDocuments(NamedTuple):
    """The documents, in JSON."""

    openapi: bytes
    frames: bytes


class SchemaWriter:
    """Has the documents written once."""

    def __init__(self) -> None:
        self._writing: asyncio.Task[SchemaDocuments] | None = None

    async def write(self) -> SchemaDocuments:
        """Return the documents."""
        if self._writing is None or (self._writing.done() and self._writing.exception() is not None):
            self._writing = asyncio.get_running_loop().create_task(_write_in_process())
        return await asyncio.shield(self._writing)

    def close(self) -> None:
        """Wait for no documents any more."""
        if self._writing is not None:
            self._writing.cancel()


async def _write_in_process() -> SchemaDocuments:
    pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=start_worker)
    try:
        return await asyncio.get_running_loop().run_in_executor(pool, write_documents)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def write_documents() -> SchemaDocuments:
    """Work out the documents in this process."""
    from keypeg.server.app import Server

    application = Server(Settings("unused")).http
    return SchemaDocuments(encode(application.openapi()), encode(frame_types.frames_schema()))
