"""The WebSocket protocol of uvicorn, with what ASGI has no word for: to drop whoever does not read what he is sent."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

DROP = "keypeg.drop"
"""The extension: a function that ends the connection at once, whatever still waits to be sent."""


class Protocol(WebSocketsSansIOProtocol):
    """One connection."""

    def handle_connect(self, event: Request) -> None:
        """Somebody asks for a socket."""
        super().handle_connect(event)
        if hasattr(self, "scope"):  # there is none if what he asked was no handshake
            self.scope["extensions"][DROP] = {"drop": self.transport.abort}
