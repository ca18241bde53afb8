"""A bare WebSocket server that sends back what it gets: what the machine can do when nothing is done."""

from typing import Any


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Echo."""
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})
