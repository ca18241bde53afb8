"""The WebSocket protocol of uvicorn, with what ASGI has no word for: to drop whoever does not read what he is sent."""

import socket
from asyncio import BaseTransport

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

DROP = "keypeg.drop"
"""The extension: a function that ends the connection at once, whatever still waits to be sent."""

MOST_UNDER_WAY = 1 << 16
"""How many bytes the system holds for one who does not read. Left alone, it lets that grow to megabytes, and whoever
does not read would be noticed late."""


class Protocol(WebSocketsSansIOProtocol):
    """One connection."""

    def connection_made(self, transport: BaseTransport) -> None:
        """Somebody has come."""
        super().connection_made(transport)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_UNDER_WAY)

    def handle_connect(self, event: Request) -> None:
        """Somebody asks for a socket."""
        super().handle_connect(event)
        if hasattr(self, "scope"):  # there is none if what he asked was no handshake
            self.scope["extensions"][DROP] = {"drop": self.transport.abort}

    async def send(self, message: ASGISendEvent) -> None:
        """What the application sends. Whoever was denied by an answer has been answered: nothing is amiss then."""
        await super().send(message)
        if self.close_sent:
            self.handshake_complete = True
