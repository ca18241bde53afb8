"""Starting the server: the database is brought up to date if it is our own file, and uvicorn does the rest."""

import asyncio
import os
import sys

import msgspec
import uvicorn

from keypeg.server.app import Server
from keypeg.server.gc_policy import tidy_briefly
from keypeg.server.json_logs import LOGGING
from keypeg.server.settings import Settings
from keypeg.service import sqlite

ENVIRONMENT = "KEYPEG_SERVER"
"""How settings come to the processes that uvicorn starts."""


def upgrade(settings: Settings) -> tuple[int, int]:
    """Bring the database to the schema of this program."""
    if settings.on_postgresql:
        from keypeg.service import postgresql

        return asyncio.run(postgresql.upgrade(settings.database))
    return sqlite.upgrade(settings.file)


def serve(settings: Settings) -> None:
    """Serve until somebody stops it."""
    os.environ[ENVIRONMENT] = msgspec.json.encode(settings).decode()
    uvicorn.run(
        "keypeg.server.startup:application",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        loop="uvloop" if os.name == "posix" else "asyncio",
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


def application() -> Server:
    """The application, in a process that uvicorn has started."""
    tidy_briefly()
    sys.setswitchinterval(0.0005)  # the thread that writes must not wait long for the one that serves
    return Server(msgspec.json.decode(os.environ[ENVIRONMENT], type=Settings))
