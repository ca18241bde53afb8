"""People who will not give up: cut off, they come back and say again what was not acknowledged, with the same key."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.request import Request, urlopen

from bench.wsclient import Client, connect

PAUSE = 0.02
"""How long one waits before he tries again, in seconds."""


@dataclass
class Player:
    """A seat at a table, and whoever holds it."""

    urls: list[str]
    table: str
    token: str
    seat: int
    rng: Random
    known: int = 0
    """The number of the last event that came."""
    acknowledged: dict[str, int] = field(default_factory=dict)
    """What was acknowledged, with its number."""
    pending: tuple[str, str] | None = None
    """A key and an action that were sent and not acknowledged yet."""
    doubts: list[str] = field(default_factory=list)
    """What went wrong."""
    refusals: set[str] = field(default_factory=set)
    """Why something could not be done for a while."""
    _now: dict[str, Any] = field(default_factory=dict)
    _socket: Client | None = None
    _made: int = 0

    async def play(self, going: Callable[[], bool]) -> None:
        """Play as long as it goes on, and then until nothing is pending."""
        while going() or self.pending:
            if self._socket is None or self._socket.lost:
                await self._come_back()
            else:
                self._act(going())
                await asyncio.sleep(PAUSE / 4)

    async def hear_the_rest(self) -> None:
        """Come back once more, if need be, and hear what the others have done; then leave."""
        while self._socket is None or self._socket.lost:
            await self._come_back()
        await asyncio.sleep(0.3)
        self._socket.transport.close()

    async def _come_back(self) -> None:
        url = self.rng.choice(self.urls)
        after = f"&after={self.known}" if self.known else ""
        try:
            async with asyncio.timeout(10):
                path = f"/api/tables/{self.table}/socket?seat={self.seat}{after}"
                self._socket = await connect(url, path, self.token, self._heard)
            if self.pending:
                self._send(*self.pending)
        except (OSError, TimeoutError):
            self._socket = None
            await asyncio.sleep(PAUSE)

    def _heard(self, payload: bytes) -> None:
        frame = json.loads(payload)
        if frame["type"] == "refused":
            if frame["problem"]["status"] < 500:
                self.doubts.append(f"refused: {frame['problem']['code']}")
                self.pending = None
                return
            self.refusals.add(frame["problem"]["code"])
            if self._socket is not None:
                self._socket.transport.close()  # it says: try again with the same key
            return
        if frame["type"] == "done":
            self._acknowledge(frame["key"], frame["number"])
            return
        if frame["type"] == "event" and frame["number"] != self.known + 1:
            self.doubts.append(f"event {frame['number']} came after {self.known}")
        self.known = frame["number"]
        self._now.update(frame.get("view") or {})
        self._now.update(frame.get("now") or {})
        if "key" in frame:
            self._acknowledge(frame["key"], frame["number"])

    def _acknowledge(self, key: str, number: int) -> None:
        if self.acknowledged.setdefault(key, number) != number:
            self.doubts.append(f"{key} was acknowledged twice")
        if self.pending and self.pending[0] == key:
            self.pending = None

    def _act(self, going: bool) -> None:
        if self.pending or not going or self.seat not in self._now.get("waiting", ()):
            return
        word = "code" if self._now["phase"] == "codes" else "guess"
        self._made += 1
        self.pending = (f"{self.seat}-{self._made}", f"{word} {''.join(self.rng.choices('RBYGWK', k=4))}")
        self._now["waiting"] = []
        self._send(*self.pending)

    def _send(self, key: str, action: str) -> None:
        assert self._socket is not None
        self._socket.send(json.dumps({"type": "act", "key": key, "action": action}).encode())


def ask(url: str, path: str, body: object | None = None, token: str = "") -> Any:
    """Ask by HTTP."""
    data = None if body is None else json.dumps(body).encode()
    head = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    with urlopen(Request(url + path, data, head), timeout=20) as answer:
        return json.load(answer)


def sit_down(urls: list[str], tables: int, seed: int) -> list[Player]:
    """Two players at each of so many tables."""
    found = []
    for at in range(tables):
        table = {"edition": "classic~rounds_100", "name": "Ann", "seats": [1, 2], "begin": True}
        opened = ask(urls[at % len(urls)], "/api/tables", table)
        found += [
            Player(urls, opened["table"], opened["token"], seat, Random(f"{seed} {at} {seat}")) for seat in (1, 2)
        ]
    return found


def check(players: list[Player], url: str) -> int:
    """Whether nothing was lost and nothing doubled. Returns how many actions were acknowledged."""
    for player in players:
        assert player.doubts == []
        log = ask(url, f"/api/tables/{player.table}/events?after=1&seat={player.seat}", token=player.token)
        assert [event["number"] for event in log] == list(range(2, len(log) + 2))
        kept = [(event["key"], event["number"]) for event in log if "key" in event]
        assert len({key for key, _ in kept}) == len(kept), "an action was done twice"
        assert dict(kept) == player.acknowledged, "an action was lost"
        assert player.known == log[-1]["number"], "somebody is not where the table is"
    return sum(len(player.acknowledged) for player in players)
