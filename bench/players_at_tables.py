"""People who play whole matches at many tables through sockets, as fast as they can or at a given pace."""

import asyncio
import gc
import itertools
import json
import random
import sys
import time
import urllib.request
from dataclasses import dataclass, field
from functools import partial

import msgspec
import uvloop

from bench.wsclient import Client, connect

TABLE = {"edition": "classic~rounds_100", "name": "Ann", "seats": [1, 2], "begin": True}
LETTERS = "RBYGWK"


class Now(msgspec.Struct):
    """What is read of how the match stands."""

    phase: str
    waiting: tuple[int, ...]


class Frame(msgspec.Struct):
    """What is read of a frame."""

    type: str
    number: int = 0
    now: Now | None = None
    view: Now | None = None
    key: str | None = None


_decode = msgspec.json.Decoder(Frame).decode


@dataclass
class Load:
    """What was measured."""

    moves: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    """What part of a core the players themselves took."""
    delays: list[float] = field(default_factory=list)
    """Seconds from the sending of a move to the other player's receipt."""
    refused: int = 0
    over: int = 0


class Pair:
    """Two people at a table, who both sit here."""

    def __init__(self, load: Load, numbers: "itertools.count[int]", pause: float, seed: int) -> None:
        self.load, self.numbers, self.pause = load, numbers, pause
        self.sockets: dict[int, Client] = {}
        self.known = {1: 0, 2: 0}
        self.last: dict[int, Now] = {}
        self.sent: dict[int, float] = {}
        self.playing = False
        self.rng = random.Random(seed)
        """Its own: people at different tables do not all act at the same moment."""

    async def sit(self, seat: int, url: str, table: str, token: str) -> None:
        """Take a seat."""
        path = f"/api/tables/{table}/socket?seat={seat}"
        self.sockets[seat] = await connect(url, path, token, partial(self.heard, seat))

    def begin(self) -> None:
        """Begin to play."""
        self.playing = True
        for seat, now in self.last.items():
            self.consider(seat, now)

    def heard(self, seat: int, payload: bytes) -> None:
        """A frame has come to this seat."""
        frame = _decode(payload)
        if frame.type == "refused":
            self.load.refused += 1
            return
        if frame.type == "event":
            assert frame.number == self.known[seat] + 1, "an event was skipped or repeated"
            if frame.key is None and (began := self.sent.pop(frame.number, None)) is not None:
                self.load.moves += 1
                self.load.delays.append(time.perf_counter() - began)
        self.known[seat] = frame.number
        now = frame.now or frame.view
        if now is not None:
            self.last[seat] = now
            self.consider(seat, now)

    def consider(self, seat: int, now: Now) -> None:
        """Act, if it is this seat's turn."""
        if now.phase == "over":
            self.load.over += seat == 1
        elif seat in now.waiting and self.playing:
            if self.pause:
                delay = self.rng.uniform(0.5, 1.5) * self.pause
                asyncio.get_running_loop().call_later(delay, self.act, seat, now.phase)
            else:
                self.act(seat, now.phase)

    def act(self, seat: int, phase: str) -> None:
        """Do what is waited for."""
        if not self.playing:
            return
        word = "code" if phase == "codes" else "guess"
        code = "".join(self.rng.choices(LETTERS, k=4))
        self.sent[self.known[seat] + 1] = time.perf_counter()
        action = f'{{"type":"act","key":"{next(self.numbers)}","action":"{word} {code}"}}'
        self.sockets[seat].send(action.encode())


def ask(url: str, path: str, body: object | None = None) -> dict:  # type: ignore[type-arg]
    """Ask by HTTP."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url + path, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        found: dict = json.load(answer)  # type: ignore[type-arg]
        return found


async def play(urls: list[str], tables: int, seconds: float, pace: float = 0.0, idle: bool = False) -> Load:
    """Play at so many tables for so long; at `pace` moves a second in all, or as fast as it goes; or only sit there.

    Where there are several servers, the two players of a table sit at different ones.
    """
    load, numbers = Load(), itertools.count(1)
    pairs = []
    for at in range(tables):
        opened = await asyncio.to_thread(ask, urls[at % len(urls)], "/api/tables", TABLE)
        pair = Pair(load, numbers, tables / pace if pace else 0.0, at)
        for seat in (1, 2):
            await pair.sit(seat, urls[(at + seat) % len(urls)], opened["table"], opened["token"])
        pairs.append(pair)
    for pair in [] if idle else pairs:
        pair.begin()
    await _measured(load, seconds)
    for pair in pairs:
        pair.playing = False
    await asyncio.sleep(0.3)
    return load


async def _measured(load: Load, seconds: float) -> None:
    """Let everybody play for a second, and then measure."""
    await asyncio.sleep(1.0)
    load.moves, load.delays = 0, []
    began, used = time.perf_counter(), time.process_time()
    await asyncio.sleep(seconds)
    load.seconds = time.perf_counter() - began
    load.cpu = (time.process_time() - used) / load.seconds


class Echo:
    """One who sends again whatever comes back."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.socket: Client | None = None
        self.sent = 0.0

    def heard(self, payload: bytes) -> None:
        """It came back."""
        self.load.moves += 1
        self.load.delays.append(time.perf_counter() - self.sent)
        self.send()

    def send(self) -> None:
        """Send as much as an action is."""
        assert self.socket is not None
        self.sent = time.perf_counter()
        self.socket.send(b'{"type":"act","key":"123456","action":"guess RRBY"}')


async def shout(urls: list[str], tables: int, seconds: float) -> Load:
    """The same for an echo server: so many sockets, each sending again as soon as it hears."""
    load = Load()
    for _ in range(tables):
        one = Echo(load)
        one.socket = await connect(urls[0], "/", "", one.heard)
        one.send()
    await _measured(load, seconds)
    return load


def main() -> None:
    """Play as the command line says, and print what was measured."""
    asked = json.loads(sys.argv[1])
    work = shout if asked.pop("echo", False) else play
    gc.disable()  # whoever measures must not pause
    load = uvloop.run(work(**asked))
    delays = sorted(load.delays) or [0.0]
    print(
        json.dumps(
            {
                "moves": load.moves / load.seconds,
                "p50": delays[len(delays) // 2] * 1000,
                "p99": delays[len(delays) * 99 // 100] * 1000,
                "cpu": load.cpu,
                "refused": load.refused,
                "over": load.over,
            }
        )
    )


if __name__ == "__main__":
    main()
