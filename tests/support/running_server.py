"""A real server in a process of its own, and those who use it: by HTTP, and by sockets."""

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
from support.server_process import PATIENCE, Running

COMPILING = 300.0
"""How long one may take who needs the solver, on a machine where it is not compiled yet."""

LAX = Limits(requests=1e6, request_burst=1e6, frames=1e6, frame_burst=1e6, tables=10**6, links=10**6, sockets=10**6)
"""Limits that no test meets by accident."""

START = Path(__file__).with_name("start_server.py")


class Answer(NamedTuple):
    """What was answered."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self) -> Any:
        """The body, which is JSON."""
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """Why it was refused: the code of a problem document, which must be one."""
        assert self.headers["content-type"] == "application/problem+json", self.body
        problem = self.json
        assert set(problem) == {"type", "title", "status", "detail", "code", "values"}
        assert problem["status"] == self.status
        assert problem["type"] == f"urn:keypeg:error:{problem['code']}"
        assert problem["detail"]
        return str(problem["code"])


class Server(Running):
    """A server that runs, with this folder for its database."""

    def __init__(
        self,
        folder: Path,
        *,
        measured: bool = True,
        environment: Mapping[str, str] | None = None,
        **settings: Any,
    ) -> None:
        usual: dict[str, Any] = {"database": str(folder / "tables.sqlite"), "limits": LAX, "port": free_port()}
        self.settings = Settings(**usual | settings)
        words = [sys.executable, str(START), json.dumps(asdict(self.settings))]
        said = folder / "stderr.txt"
        super().__init__(words, self.settings.port, said, measured=measured, environment=environment)
        self.start()
        assert self.ask("GET", "/readyz").status == 200

    @property
    def host(self) -> str:
        """Where it is."""
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
    ) -> Answer:
        """One request; the body is sent as JSON, or as it is."""
        sent = dict(headers or {})
        if token:
            sent["Authorization"] = f"Bearer {token}"
        if body is not None:
            raw, sent["Content-Type"] = json.dumps(body).encode(), "application/json"
        connection = http.client.HTTPConnection(self.host, timeout=patience)
        try:
            connection.request(method, path, raw, sent)
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        finally:
            connection.close()

    def says(self, data: bytes) -> bytes:
        """What is answered to these very bytes, until the connection is closed."""
        with socket.create_connection(("127.0.0.1", self.settings.port), timeout=PATIENCE) as connection:
            connection.sendall(data)
            answer = b""
            while found := connection.recv(65_536):
                answer += found
            return answer

    def open(self, edition: str = "classic", name: str = "Ann", **asked: Any) -> "Guest":
        """Open a table."""
        answer = self.ask("POST", "/api/tables", {"edition": edition, "name": name, **asked})
        assert answer.status == 201, answer.body
        return Guest(self, answer.json)

    def play(self, edition: str = "classic", *, seats: int = 2, **asked: Any) -> "Guest":
        """A match that has begun, with one person on every seat."""
        return self.open(edition, seats=list(range(1, seats + 1)), begin=True, **asked)


class Guest:
    """Somebody at a table."""

    def __init__(self, server: Server, entered: Mapping[str, Any]) -> None:
        self.server = server
        self.table: str = entered["table"]
        self.number: int = entered["guest"]
        self.token: str = entered["token"]
        self.links: dict[str, str] = entered["links"]

    def ask(self, method: str, path: str = "", body: object = None, **more: Any) -> Answer:
        """Ask something of the table."""
        return self.server.ask(method, f"/api/tables/{self.table}{path}", body, **{"token": self.token} | more)

    def key(self, link: str = "join") -> str:
        """The key in one of the links."""
        return self.links[link].partition("#")[2]

    def at(self, server: Server) -> "Guest":
        """The same guest, who asks another server, or the same when it was started again."""
        return Guest(server, {"table": self.table, "guest": self.number, "token": self.token, "links": self.links})

    def bring(self, name: str, *seats: int) -> "Guest":
        """Somebody else comes by the link."""
        answer = self.ask("POST", "/join", {"key": self.key(), "name": name, "seats": list(seats)}, token="")
        assert answer.status == 201, answer.body
        return Guest(self.server, answer.json)

    def act(self, seat: int, action: str, key: str = "") -> Answer:
        """Do something in the match."""
        return self.ask(
            "POST", "/actions", {"seat": seat, "action": action, "key": key or f"{seat}:{action}".replace(" ", "-")}
        )

    def do(self, *lines: str) -> "Guest":
        """Do all this: `1 code RRBY`, `2 guess RBYG`."""
        for number, line in enumerate(lines):
            seat, _, action = line.partition(" ")
            answer = self.act(int(seat), action, f"{number}-{os.urandom(8).hex()}")
            assert answer.status == 200, (line, answer.body)
        return self

    def sees(self, seat: int | None = None) -> Any:
        """The snapshot."""
        return self.ask("GET", "" if seat is None else f"?seat={seat}").json

    def socket(self, seat: int | None = None, after: int | None = None, **more: Any) -> "Socket":
        """Follow the table."""
        asked = "&".join(f"{name}={value}" for name, value in (("seat", seat), ("after", after)) if value is not None)
        return Socket(self.server, f"/api/tables/{self.table}/socket?{asked}", **{"token": self.token} | more)


class Socket:
    """One who follows a table."""

    def __init__(
        self, server: Server, path: str, *, token: str = "", headers: Mapping[str, str] | None = None, **more: Any
    ) -> None:
        sent = dict(headers or {}) | ({"Authorization": f"Bearer {token}"} if token else {})
        self._entered = connect(
            f"ws://{server.host}{path}",
            additional_headers=sent,
            compression=None,
            user_agent_header=None,
            open_timeout=PATIENCE,
            proxy=None,
            **more,
        )
        self.connection: ClientConnection = self._entered.__enter__()
        self.received: list[bytes] = []
        """All that was heard, as it came."""

    def __enter__(self) -> "Socket":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Go."""
        self._entered.__exit__(None, None, None)

    def send(self, frame: object) -> None:
        """Send a frame; a text or bytes as they are."""
        self.connection.send(frame if isinstance(frame, str | bytes) else json.dumps(frame))

    def act(self, action: str, key: str) -> None:
        """Do something in the match."""
        self.send({"type": "act", "action": action, "key": key})

    def hear(self) -> Any:
        """The next frame."""
        self.received.append(self.connection.recv(PATIENCE, decode=False))
        return json.loads(self.received[-1])

    def refused(self) -> str:
        """Why the last frame was refused."""
        frame = self.hear()
        assert frame["type"] == "refused", frame
        return str(frame["problem"]["code"])


Start = Callable[..., Server]
"""`start(folder, limits=…)`: starts a server that ends with the test, if not before."""
