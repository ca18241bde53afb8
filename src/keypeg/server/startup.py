"""Starts the server with uvicorn, and upgrades its database."""

import asyncio
import os
import sys

import msgspec
import uvicorn

from keypeg.parent_watch import end_with_parent
from keypeg.server.app import Server, create_store
from keypeg.server.connections import allow_many_files
from keypeg.server.gc_policy import collect_only_young_objects
from keypeg.server.json_logs import LOGGING
from keypeg.server.settings import Settings
from keypeg.service.storage import sqlite_file

SETTINGS_VARIABLE = "KEYPEG_SERVER"
"""The environment variable that passes the settings to the processes that uvicorn starts."""

SWITCH_SECONDS = 0.0005
"""How soon Python lets another thread run: the thread that writes must not wait long for the one that serves."""


def upgrade(settings: Settings) -> tuple[int, int]:
    """Bring the database to this program's schema; return its version before and after."""
    if settings.on_postgresql:
        from keypeg.service.storage import postgresql_connection

        return asyncio.run(postgresql_connection.upgrade(settings.database))
    return sqlite_file.upgrade(settings.file)


def check_database(settings: Settings) -> None:
    """Raise `TableError` if the database cannot be served: it is in use, unreadable, or of another version."""

    async def open_once() -> None:
        store = create_store(settings)
        await store.open(lambda grown: None)
        await store.close()

    asyncio.run(open_once())


def serve(settings: Settings) -> None:
    """Serve until the process is stopped."""
    os.environ[SETTINGS_VARIABLE] = msgspec.json.encode(settings).decode()
    uvicorn.run(
        "keypeg.server.startup:create_application",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        loop="auto",  # uvloop where there is one: not on Windows
        http="keypeg.server.http_protocol:LimitedHttpProtocol",
        ws="keypeg.server.websocket_protocol:FastWebSocketProtocol",
        ws_max_size=settings.limits.frame,
        ws_per_message_deflate=False,
        ws_ping_interval=30.0,
        ws_ping_timeout=30.0,
        access_log=False,
        log_config=LOGGING,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        timeout_graceful_shutdown=5,
        backlog=4096,
    )


def create_application() -> Server:
    """Create the application in a process that uvicorn has started, and that ends with it."""
    end_with_parent()
    allow_many_files()
    collect_only_young_objects()
    sys.setswitchinterval(SWITCH_SECONDS)
    return Server(msgspec.json.decode(os.environ[SETTINGS_VARIABLE], type=Settings))
