"""Clients that never give up: they resume after a lost connection, and send unconfirmed actions again."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.request import Request, urlopen

from bench.socket_client import SocketClient, connect

from support.server_process import PATIENCE

RETRY_SECONDS = 0.02
"""The pause before another attempt to connect."""

TURN_SECONDS = 0.04
"""The pause between two looks at whether it is the client's turn: all clients together stay below the limit of their
address."""

EVENTS_AT_ONCE = 500
"""How many events a server sends in one answer."""

SERVER_ERROR = 500
"""Refusals with this status or a higher one are temporary."""


@dataclass
class PersistentClient:
    """The client of one seat."""

    urls: list[str]
    table: str
    token: str
    seat: int
    rng: Random
    last_number: int = 0
    """The number of the last event received."""
    confirmed: dict[str, int] = field(default_factory=dict)
    """The keys of confirmed actions, with their numbers."""
    pending: tuple[str, str] | None = None
    """The key and the action that were sent and are not confirmed yet."""
    faults: list[str] = field(default_factory=list)
    """Everything that should not have happened."""
    refusals: set[str] = field(default_factory=set)
    """The codes of temporary refusals."""
    _state: dict[str, Any] = field(default_factory=dict)
    _socket: SocketClient | None = None
    _action_count: int = 0

    async def play(self, continues: Callable[[], bool]) -> None:
        """Play while `continues` returns true, and then until nothing is pending."""
        while continues() or self.pending:
            if self._socket is None or self._socket.lost:
                await self._reconnect()
            else:
                self._take_turn(continues())
                await asyncio.sleep(TURN_SECONDS)

    async def receive_the_rest(self) -> None:
        """Reconnect if necessary, receive the others' last actions, and disconnect."""
        while self._socket is None or self._socket.lost:
            await self._reconnect()
        await asyncio.sleep(0.3)
        self._socket.transport.close()

    async def _reconnect(self) -> None:
        url = self.rng.choice(self.urls)
        after = f"&after={self.last_number}" if self.last_number else ""
        try:
            async with asyncio.timeout(10):
                path = f"/api/tables/{self.table}/socket?seat={self.seat}{after}"
                self._socket = await connect(url, path, self.token, self._receive)
            if self.pending:
                self._send(*self.pending)
        except (OSError, TimeoutError):
            self._socket = None
            await asyncio.sleep(RETRY_SECONDS)

    def _receive(self, payload: bytes) -> None:
        frame = json.loads(payload)
        if frame["type"] == "refused":
            if frame["problem"]["status"] < SERVER_ERROR:
                self.faults.append(f"refused: {frame['problem']['code']}")
                self.pending = None
                return
            self.refusals.add(frame["problem"]["code"])
            if self._socket is not None:
                self._socket.transport.close()  # the refusal says: try again with the same key
            return
        if frame["type"] == "done":
            self._confirm(frame["key"], frame["number"])
            return
        if frame["type"] == "event" and frame["number"] != self.last_number + 1:
            self.faults.append(f"event {frame['number']} came after {self.last_number}")
        self.last_number = frame["number"]
        self._state.update(frame.get("view") or {})
        self._state.update(frame.get("now") or {})
        if "key" in frame:
            self._confirm(frame["key"], frame["number"])

    def _confirm(self, key: str, number: int) -> None:
        if self.confirmed.setdefault(key, number) != number:
            self.faults.append(f"{key} was confirmed with two numbers")
        if self.pending and self.pending[0] == key:
            self.pending = None

    def _take_turn(self, continues: bool) -> None:
        if self.pending or not continues or self.seat not in self._state.get("waiting", ()):
            return
        word = "code" if self._state["phase"] == "codes" else "guess"
        self._action_count += 1
        self.pending = (f"{self.seat}-{self._action_count}", f"{word} {''.join(self.rng.choices('RBYGWK', k=4))}")
        self._state["waiting"] = []
        self._send(*self.pending)

    def _send(self, key: str, action: str) -> None:
        assert self._socket is not None
        self._socket.send(json.dumps({"type": "action", "key": key, "action": action}).encode())


def send_request(url: str, path: str, body: object | None = None, token: str = "") -> Any:
    """Send an HTTP request; return the decoded response."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    with urlopen(Request(url + path, data, headers), timeout=PATIENCE) as response:
        return json.load(response)


def open_tables(urls: list[str], tables: int, seed: int) -> list[PersistentClient]:
    """Open this many tables, with a client for each of their two seats."""
    clients = []
    for index in range(tables):
        table = {"edition": "classic~rounds_100", "name": "Ann", "seats": [1, 2], "begin": True}
        opened = send_request(urls[index % len(urls)], "/api/tables", table)
        clients += [
            PersistentClient(urls, opened["table"], opened["token"], seat, Random(f"{seed} {index} {seat}"))
            for seat in (1, 2)
        ]
    return clients


def count_lost(clients: list[PersistentClient], url: str) -> int:
    """Count the confirmed actions that are not in the logs."""
    lost = 0
    for client in clients:
        log = read_log(client, url)
        lost += len(client.confirmed.keys() - {event.get("key") for event in log})
    return lost


def read_log(client: PersistentClient, url: str) -> list[dict[str, Any]]:
    """Read what a client may see of its table's log, from the second entry."""
    log: list[dict[str, Any]] = []
    while not len(log) % EVENTS_AT_ONCE:
        path = f"/api/tables/{client.table}/events?after={len(log) + 1}&seat={client.seat}"
        following = send_request(url, path, token=client.token)
        if not following:
            break
        log += following
    return log


def check_nothing_lost(clients: list[PersistentClient], url: str) -> int:
    """Check that no action was lost or repeated; return the number of confirmed actions."""
    for client in clients:
        assert not client.faults, client.faults
        log = read_log(client, url)
        assert [event["number"] for event in log] == list(range(2, len(log) + 2))
        stored = [(event["key"], event["number"]) for event in log if "key" in event]
        assert len({key for key, _ in stored}) == len(stored), "an action was done twice"
        assert dict(stored) == client.confirmed, "an action was lost"
        assert client.last_number == log[-1]["number"], "a client has missed events"
    return sum(len(client.confirmed) for client in clients)
