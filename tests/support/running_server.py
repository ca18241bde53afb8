"""A real server in a process of its own, and clients that use it by HTTP and by sockets."""

import http.client
import json
import os
import socket
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from websockets.sync.client import ClientConnection, connect

from keypeg.server.settings import Limits, Settings
from support.played_table import free_port
from support.server_process import PATIENCE, ServerProcess

COMPILATION_SECONDS = 300.0
"""How long a request may take that needs the solver, on a machine where it is not compiled yet."""

LAX_LIMITS = Limits(
    requests=1e6,
    request_burst=1e6,
    frames=1e6,
    frame_burst=1e6,
    frames_per_address=1e6,
    frame_burst_per_address=1e6,
    tables=10**6,
    links=10**6,
    public_tables=10**6,
    bot_tables=10**6,
    joins=10**6,
    sockets=10**6,
    connections_per_address=10**6,
    files=1e6,
    file_burst=1e6,
    monitoring=1e6,
    monitoring_burst=1e6,
    openings=1e6,
    opening_burst=1e6,
)
"""Limits that no test reaches by accident."""

START_SCRIPT = Path(__file__).with_name("start_server.py")


class Reply(NamedTuple):
    """A response."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self) -> Any:
        """The body, decoded from JSON."""
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of the problem document, which the response must be."""
        assert self.headers["content-type"] == "application/problem+json", self.body
        problem = self.json
        assert set(problem) == {"type", "title", "status", "detail", "code", "values"}
        assert problem["status"] == self.status
        assert problem["type"] == f"urn:keypeg:error:{problem['code']}"
        assert problem["detail"]
        return str(problem["code"])


class Server(ServerProcess):
    """A running server, with its database in this folder."""

    def __init__(
        self,
        folder: Path,
        *,
        measured: bool = True,
        environment: Mapping[str, str] | None = None,
        **settings: Any,
    ) -> None:
        defaults: dict[str, Any] = {
            "database": str(folder / "tables.sqlite"),
            "limits": LAX_LIMITS,
            "port": free_port(),
        }
        self.settings = Settings(**defaults | settings)
        command = [sys.executable, str(START_SCRIPT), json.dumps(asdict(self.settings))]
        log = folder / "stderr.txt"
        super().__init__(command, self.settings.port, log, measured=measured, environment=environment)
        self.start()
        assert self.settings.monitoring_port or self.ask("GET", "/readyz").status == 200

    @property
    def host(self) -> str:
        """Its host and port."""
        return f"127.0.0.1:{self.settings.port}"

    def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        token: str = "",
        headers: Mapping[str, str] | None = None,
        raw: bytes | None = None,
        patience: float = PATIENCE,
    ) -> Reply:
        """Send a request; `body` is sent as JSON, `raw` as it is."""
        sent = dict(headers or {})
        if token:
            sent["Authorization"] = f"Bearer {token}"
        if body is not None:
            raw, sent["Content-Type"] = json.dumps(body).encode(), "application/json"
        connection = http.client.HTTPConnection(self.host, timeout=patience)
        try:
            connection.request(method, path, raw, sent)
            response = connection.getresponse()
            return Reply(response.status, response.headers, response.read())
        finally:
            connection.close()

    def send_raw(self, data: bytes) -> bytes:
        """Send these bytes; return what comes back until the connection is closed."""
        with socket.create_connection(("127.0.0.1", self.settings.port), timeout=PATIENCE) as connection:
            connection.sendall(data)
            received = b""
            while chunk := connection.recv(65_536):
                received += chunk
            return received

    def open(self, edition: str = "classic", name: str = "Ann", **fields: Any) -> "Player":
        """Open a table; return its host."""
        reply = self.ask("POST", "/api/tables", {"edition": edition, "name": name, **fields})
        assert reply.status == 201, reply.body
        return Player(self, reply.json)

    def play(self, edition: str = "classic", *, seats: int = 2, **fields: Any) -> "Player":
        """Open a table at which one person plays every seat, and begin."""
        return self.open(edition, seats=list(range(1, seats + 1)), begin=True, **fields)


class Player:
    """A player at a table."""

    def __init__(self, server: Server, admission: Mapping[str, Any]) -> None:
        self.server = server
        self.table: str = admission["table"]
        self.number: int = admission["player"]
        self.token: str = admission["token"]
        self.links: dict[str, str] = admission["links"]

    def ask(self, method: str, path: str = "", body: object = None, **more: Any) -> Reply:
        """Send a request about the table."""
        return self.server.ask(method, f"/api/tables/{self.table}{path}", body, **{"token": self.token} | more)

    def link_key(self, link: str = "join") -> str:
        """Return the key in one of the links."""
        return self.links[link].partition("#")[2]

    def at(self, server: Server) -> "Player":
        """Return the same player at another server, or at the same one after a restart."""
        return Player(server, {"table": self.table, "player": self.number, "token": self.token, "links": self.links})

    def invite(self, name: str, *seats: int) -> "Player":
        """Let another player join by the link."""
        reply = self.ask("POST", "/join", {"link_key": self.link_key(), "name": name, "seats": list(seats)}, token="")
        assert reply.status == 201, reply.body
        return Player(self.server, reply.json)

    def submit(self, seat: int, action: str, key: str = "") -> Reply:
        """Submit an action."""
        return self.ask(
            "POST", "/actions", {"seat": seat, "action": action, "key": key or f"{seat}:{action}".replace(" ", "-")}
        )

    def play(self, *lines: str) -> "Player":
        """Submit these actions: `1 code RRBY`, `2 guess RBYG`."""
        for number, line in enumerate(lines):
            seat, _, action = line.partition(" ")
            reply = self.submit(int(seat), action, f"{number}-{os.urandom(8).hex()}")
            assert reply.status == 200, (line, reply.body)
        return self

    def snapshot(self, seat: int | None = None) -> Any:
        """Return the snapshot of the table."""
        return self.ask("GET", "" if seat is None else f"?seat={seat}").json

    def socket(self, seat: int | None = None, after: int | None = None, **more: Any) -> "Socket":
        """Open a socket of the table."""
        query = "&".join(f"{name}={value}" for name, value in (("seat", seat), ("after", after)) if value is not None)
        return Socket(self.server, f"/api/tables/{self.table}/socket?{query}", **{"token": self.token} | more)


class Socket:
    """A client that follows a table by a socket."""

    def __init__(
        self, server: Server, path: str, *, token: str = "", headers: Mapping[str, str] | None = None, **more: Any
    ) -> None:
        sent = dict(headers or {}) | ({"Authorization": f"Bearer {token}"} if token else {})
        self._context = connect(
            f"ws://{server.host}{path}",
            additional_headers=sent,
            compression=None,
            user_agent_header=None,
            open_timeout=PATIENCE,
            proxy=None,
            **more,
        )
        self.connection: ClientConnection = self._context.__enter__()
        self.received: list[bytes] = []
        """All frames received, as bytes."""

    def __enter__(self) -> "Socket":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the socket."""
        self._context.__exit__(None, None, None)

    def send(self, frame: object) -> None:
        """Send a frame: text and bytes as they are, anything else as JSON."""
        self.connection.send(frame if isinstance(frame, str | bytes) else json.dumps(frame))

    def submit(self, action: str, key: str) -> None:
        """Submit an action."""
        self.send({"type": "action", "action": action, "key": key})

    def receive(self) -> Any:
        """Return the next frame."""
        self.received.append(self.connection.recv(PATIENCE, decode=False))
        return json.loads(self.received[-1])

    def receive_refusal(self) -> str:
        """Receive a refusal; return its code."""
        frame = self.receive()
        assert frame["type"] == "refused", frame
        return str(frame["problem"]["code"])


Start = Callable[..., Server]
"""`start(folder, limits=…)` starts a server that is stopped at the end of the test, if not before."""
