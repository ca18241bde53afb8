"""A bare WebSocket echo server: how fast the machine is without any work."""

from typing import Any


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Send every message back."""
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})
