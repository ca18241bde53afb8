"""A closed connection is freed at once: nothing that it was made of waits for the garbage collector.

Full collections are rare (`keypeg.server.gc_policy`). What refers to itself in a circle stays in memory until the next
one: at 90 closed sockets a second that was more than a megabyte a second.
"""

import json
import os
import socket
import struct
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from websockets.exceptions import InvalidStatus

from keypeg.server.slow_callbacks import SWITCH_VARIABLE
from server.test_bad_input import RawSocket, wire_frame
from server.test_connections import connect, rest_of
from support.running_server import Player, Server, Socket
from support.server_process import PATIENCE
from support.start_server import COUNT_SIGNAL, OBJECTS_VARIABLE

CONNECTIONS = 20
"""How many connections are opened and closed. No type of objects may grow by so many, one for each of them."""

BOUNDED_TYPES = ("weakref.ReferenceType",)
"""What may grow: each connection to SQLite keeps weak references to its last 200 cursors."""

PATIENCE_IN_TURN = (2.0, 5.0, 60.0)
"""How many seconds later something counts as kept, at each try: what is made once, such as a module that is imported
late, is not made again. The connection of a client that sends too much is closed after one second."""

CONTINUATION = 0
CLOSE_AT_ONCE = struct.pack("ii", 1, 0)
"""The value of `SO_LINGER` with which a connection is reset when it is closed."""

Use = Callable[[Player], None]
"""Opens a connection, and closes it again or lets the server do so."""


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    """A player at a server that collects no garbage and counts its objects."""
    folder = tmp_path_factory.mktemp("counted")
    # Counting objects holds the loop, so that is not watched.
    environment = {OBJECTS_VARIABLE: str(folder / "objects.json"), SWITCH_VARIABLE: ""}
    server = Server(folder, environment=environment)
    yield server.play("classic~rounds_100")
    assert server.stop() == 0


def count_objects(server: Server) -> "Counter[str]":
    """Ask the server how many objects of each type it has."""
    file = server.settings.file.parent / "objects.json"
    file.unlink(missing_ok=True)
    os.kill(server.process.pid, COUNT_SIGNAL)
    deadline = time.monotonic() + PATIENCE
    while not file.exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return Counter(json.loads(file.read_bytes()))


def play(player: Player) -> None:
    with player.socket(1) as follower:
        number = follower.receive()["number"]
        follower.submit("code RRBY", f"key {number}")
        follower.receive()


def watch(player: Player) -> None:
    with player.socket(None) as follower:
        follower.receive()


def vanish(player: Player) -> None:
    """Break the connection off without a closing handshake."""
    connection = RawSocket(player, 1).connection
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, CLOSE_AT_ONCE)
    connection.close()


def stop_within_a_frame(player: Player) -> None:
    with closing(RawSocket(player, 1).connection) as connection:
        connection.sendall(wire_frame(b"x" * 100)[:50])


def send_too_many_fragments(player: Player) -> None:
    with closing(RawSocket(player, 1).connection) as connection:
        connection.sendall(wire_frame(b"x", CONTINUATION) * 1000)
        rest_of(connection)


def use_a_wrong_token(player: Player) -> None:
    with pytest.raises(InvalidStatus):
        Socket(player.server, f"/api/tables/{player.table}/socket?seat=1", token="wrong")


def fail_to_shake_hands(player: Player) -> None:
    head = f"GET /api/tables/{player.table}/socket HTTP/1.1\r\nHost: {player.server.host}\r\n"
    with closing(connect(player.server)) as connection:
        connection.sendall(f"{head}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n".encode())
        rest_of(connection)


def send_a_request(player: Player) -> None:
    assert player.snapshot(1)["seat"] == 1


def send_a_wrong_request(player: Player) -> None:
    assert player.ask("POST", "/actions", {"seat": 3}).status == 422
    assert player.ask("GET", "/nothing").status == 404


def send_nothing_that_is_http(player: Player) -> None:
    assert player.server.send_raw(b"\0\r\n\r\n").startswith(b"HTTP/1.1 400")


def stop_within_a_request(player: Player) -> None:
    with closing(connect(player.server)) as connection:
        connection.sendall(b"POST /api/tables HTTP/1.1\r\nContent-Length: 100\r\n\r\n{")


USES = (
    play,
    watch,
    vanish,
    stop_within_a_frame,
    send_too_many_fragments,
    use_a_wrong_token,
    fail_to_shake_hands,
    send_a_request,
    send_a_wrong_request,
    send_nothing_that_is_http,
    stop_within_a_request,
)


@pytest.mark.parametrize("use", USES, ids=lambda use: use.__name__)
def test_a_closed_connection_is_freed(counted: Player, use: Use) -> None:
    use(counted)
    for seconds in PATIENCE_IN_TURN:
        if not (kept := find_kept(counted, use, seconds)):
            return
    raise AssertionError(f"{CONNECTIONS} connections have left these behind: {kept}")


def find_kept(player: Player, use: Use, seconds: float) -> dict[str, int]:
    """Use so many connections; return the types of objects that have grown by so many after this time, and how much."""
    before = count_objects(player.server)
    for _ in range(CONNECTIONS):
        use(player)
    deadline = time.monotonic() + seconds
    while True:
        grown = count_objects(player.server) - before
        kept = {name: count for name, count in grown.items() if count >= CONNECTIONS and name not in BOUNDED_TYPES}
        if not kept or time.monotonic() > deadline:
            return kept
        time.sleep(0.1)
