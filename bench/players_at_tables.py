"""Clients that play whole matches at many tables through sockets, as fast as possible or at a given pace."""

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

from bench.process_times import cpu_seconds
from bench.socket_client import SocketClient, connect

TABLE = {"edition": "classic~rounds_100", "name": "Ann", "seats": [1, 2], "begin": True}
LETTERS = "RBYGWK"

WARM_UP_SECONDS = 1.0
"""How long the clients play before the measurement begins."""


class RoundState(msgspec.Struct):
    """The fields of a view that the clients read."""

    phase: str
    waiting: tuple[int, ...]


class Frame(msgspec.Struct):
    """The fields of a frame that the clients read."""

    type: str
    number: int = 0
    now: RoundState | None = None
    view: RoundState | None = None
    key: str | None = None


_decode = msgspec.json.Decoder(Frame).decode


@dataclass
class Load:
    """The results of a measurement."""

    moves: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    """The share of a core that the clients themselves used."""
    measured: dict[str, list[int]] = field(default_factory=dict)
    """Groups of processes whose CPU time is measured."""
    cpu_seconds: dict[str, float] = field(default_factory=dict)
    """What each group used for a move."""
    delays: list[float] = field(default_factory=list)
    """Seconds from the sending of a move to its arrival at the other player."""
    refused: int = 0
    over: int = 0


class PlayedTable:
    """A table with the clients of its two players."""

    def __init__(self, load: Load, numbers: "itertools.count[int]", pause: float, seed: int) -> None:
        self.load, self.numbers, self.pause = load, numbers, pause
        self.sockets: dict[int, SocketClient] = {}
        self.last_numbers = {1: 0, 2: 0}
        self.states: dict[int, RoundState] = {}
        self.sent_at: dict[int, float] = {}
        self.playing = False
        self.rng = random.Random(seed)
        """One for each table, so that they do not all act at the same moment."""

    async def connect(self, seat: int, url: str, table: str, token: str) -> None:
        """Connect the client of a seat."""
        path = f"/api/tables/{table}/socket?seat={seat}"
        self.sockets[seat] = await connect(url, path, token, partial(self.receive, seat))

    def begin(self) -> None:
        """Begin to play."""
        self.playing = True
        for seat, state in self.states.items():
            self.take_turn(seat, state)

    def receive(self, seat: int, payload: bytes) -> None:
        """Receive a frame for this seat."""
        frame = _decode(payload)
        if frame.type == "refused":
            self.load.refused += 1
            return
        if frame.type == "event":
            assert frame.number == self.last_numbers[seat] + 1, "an event was skipped or repeated"
            if frame.key is None and (began := self.sent_at.pop(frame.number, None)) is not None:
                self.load.moves += 1
                self.load.delays.append(time.perf_counter() - began)
        self.last_numbers[seat] = frame.number
        state = frame.now or frame.view
        if state is not None:
            self.states[seat] = state
            self.take_turn(seat, state)

    def take_turn(self, seat: int, state: RoundState) -> None:
        """Act if it is this seat's turn, after a pause if the pace is limited."""
        if state.phase == "over":
            self.load.over += seat == 1
        elif seat in state.waiting and self.playing:
            if self.pause:
                delay = self.rng.uniform(0.5, 1.5) * self.pause
                asyncio.get_running_loop().call_later(delay, self.send_action, seat, state.phase)
            else:
                self.send_action(seat, state.phase)

    def send_action(self, seat: int, phase: str) -> None:
        """Send a random code or guess."""
        if not self.playing:
            return
        word = "code" if phase == "codes" else "guess"
        code = "".join(self.rng.choices(LETTERS, k=4))
        self.sent_at[self.last_numbers[seat] + 1] = time.perf_counter()
        action = f'{{"type":"action","key":"{next(self.numbers)}","action":"{word} {code}"}}'
        self.sockets[seat].send(action.encode())


def send_request(url: str, path: str, body: object | None = None, token: str = "") -> dict:  # type: ignore[type-arg]
    """Send an HTTP request; return the decoded response."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(url + path, data, headers)
    with urllib.request.urlopen(request, timeout=10) as response:
        answer: dict = json.load(response)  # type: ignore[type-arg]
        return answer


async def play(
    urls: list[str],
    tables: int,
    seconds: float,
    pace: float = 0.0,
    idle: bool = False,
    together: bool = False,
    measured: dict[str, list[int]] | None = None,
) -> Load:
    """Play at this many tables for this long, at `pace` moves a second in all or as fast as possible, or stay idle.

    With several servers, the two players of a table use different ones, unless they play together.
    """
    load, numbers = Load(measured=measured or {}), itertools.count(1)
    played = []
    for index in range(tables):
        admission = await asyncio.to_thread(send_request, urls[index % len(urls)], "/api/tables", TABLE)
        table = PlayedTable(load, numbers, tables / pace if pace else 0.0, index)
        for seat in (1, 2):
            url = urls[(index + (0 if together else seat)) % len(urls)]
            await table.connect(seat, url, admission["table"], admission["token"])
        played.append(table)
    for table in [] if idle else played:
        table.begin()
    await _measure(load, seconds)
    for table in played:
        table.playing = False
    await asyncio.sleep(0.3)
    return load


async def _measure(load: Load, seconds: float) -> None:
    """Let the clients warm up, and then measure."""
    await asyncio.sleep(WARM_UP_SECONDS)
    load.moves, load.delays = 0, []
    began, used = time.perf_counter(), time.process_time()
    used_by = {name: cpu_seconds(pids) for name, pids in load.measured.items()}
    await asyncio.sleep(seconds)
    load.seconds = time.perf_counter() - began
    load.cpu = (time.process_time() - used) / load.seconds
    for name, pids in load.measured.items():
        load.cpu_seconds[name] = (cpu_seconds(pids) - used_by[name]) / max(load.moves, 1)


class EchoClient:
    """A client that sends again as soon as its message comes back."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.socket: SocketClient | None = None
        self.sent_at = 0.0

    def receive(self, payload: bytes) -> None:
        """Count a message that has come back, and send again."""
        self.load.moves += 1
        self.load.delays.append(time.perf_counter() - self.sent_at)
        self.send()

    def send(self) -> None:
        """Send a message as long as an action."""
        assert self.socket is not None
        self.sent_at = time.perf_counter()
        self.socket.send(b'{"type":"action","key":"123456","action":"guess RRBY"}')


async def play_echo(urls: list[str], tables: int, seconds: float, measured: dict[str, list[int]] | None = None) -> Load:
    """The same for an echo server, with this many sockets."""
    load = Load(measured=measured or {})
    for _ in range(tables):
        client = EchoClient(load)
        client.socket = await connect(urls[0], "/", "", client.receive)
        client.send()
    await _measure(load, seconds)
    return load


def main() -> None:
    """Play as the JSON on the command line says, and print the results as JSON."""
    options = json.loads(sys.argv[1])
    work = play_echo if options.pop("echo", False) else play
    gc.disable()  # a pause here would look like one of the server
    load = uvloop.run(work(**options))
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
                **load.cpu_seconds,
            }
        )
    )


if __name__ == "__main__":
    main()
