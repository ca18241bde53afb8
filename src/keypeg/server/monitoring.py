"""What an operator's programs ask: whether the server runs, whether it can store moves, and its metrics.

All of it is served beside the tables, or on a port of its own, which can be kept from the public. Each process of a
server then has one: the first takes the port that was asked for, the others the next ones.
"""

import asyncio
import logging
import os
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import uvicorn

from keypeg.server.connections import Connections
from keypeg.server.http_protocol import STATE_KEY, LimitedHttpProtocol
from keypeg.server.request_context import Application, Receive, Scope, Send
from keypeg.server.settings import Settings

LOG = logging.getLogger("keypeg.server")

MONITORING_PATHS = ("/healthz", "/readyz", "/metrics")
"""They accept any host name and have a rate limit of their own."""

MAX_CONNECTIONS = 100
"""How many connections there may be to the port for monitoring."""


class _BesideAnother(uvicorn.Server):
    """A server in the event loop of another one, to which it leaves the signals."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


class _WithConnections:
    """An application that gives its connections to the HTTP protocol, as the lifespan of the whole server does."""

    def __init__(self, application: Application, connections: Connections) -> None:
        self._application, self._connections = application, connections

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or begin and end."""
        if scope["type"] != "lifespan":
            await self._application(scope, receive, send)
            return
        scope["state"][STATE_KEY] = self._connections
        while (message := await receive())["type"] == "lifespan.startup":
            await send({"type": "lifespan.startup.complete"})
        await send({"type": f"{message['type']}.complete"})


@asynccontextmanager
async def serve_beside(application: Application, settings: Settings) -> AsyncIterator[None]:
    """Serve this application on the port for monitoring, if there is one, meanwhile."""
    if not settings.monitoring_port:
        yield
        return
    with closing_listener(settings) as listener:
        connections = Connections(MAX_CONNECTIONS, settings.limits)
        config = uvicorn.Config(
            _WithConnections(application, connections),
            http=LimitedHttpProtocol,
            ws="none",
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
        )
        server = _BesideAnother(config)
        serving = asyncio.create_task(server.serve([listener]))
        LOG.info("listening for monitoring", extra={"port": listener.getsockname()[1]})
        yield
        server.should_exit = True
        await serving


@contextmanager
def closing_listener(settings: Settings) -> Iterator[socket.socket]:
    """Listen on the first free port for monitoring of this server's processes."""
    ports = monitoring_ports(settings)
    for port in ports:
        try:
            listener = listen(settings.monitoring_host, port)
        except OSError:
            if port == ports[-1]:
                raise
        else:
            with listener:
                yield listener
            return


def monitoring_ports(settings: Settings) -> range:
    """Return the ports for monitoring: one for each process."""
    first = settings.monitoring_port
    return range(first, first + settings.workers) if first else range(0)


def listen(host: str, port: int) -> socket.socket:
    """Listen on this address. Raises `OSError` if the system does not allow it, or another program does so."""
    addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, address = addresses[0]
    listener = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # on Windows this would allow a port that another program uses
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen()
    except OSError:
        listener.close()
        raise
    return listener
