"""Several servers on one PostgreSQL serve the same tables."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from support import databases
from support.running_server import Player, Server, Start


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """The URL of a database in a PostgreSQL that is started for these tests."""
    with databases.postgresql_server() as postgresql, postgresql.database() as postgresql_database:
        yield postgresql_database.url


@pytest.fixture
def servers(tmp_path: Path, database: str, start: Start) -> list[Server]:
    """Two servers that share the database."""
    folders = [tmp_path / "one", tmp_path / "other"]
    for folder in folders:
        folder.mkdir()
    return [start(folder, database=database) for folder in folders]


def test_players_at_two_servers_play_one_match(servers: list[Server]) -> None:
    first, other = servers
    ann = first.open(seats=[1])
    ben = ann.at(other).invite("Ben", 2)
    assert ann.ask("POST", "/begin").status == 200
    with ann.socket(1) as maker, ben.socket(2) as breaker:
        number = maker.receive()["number"]
        assert breaker.receive()["number"] == number
        maker.submit("code RRBY", "code")
        for socket in (maker, breaker):
            assert socket.receive()["number"] == number + 1
        for step, code in enumerate(("RBYG", "RRBB", "RRBY"), 2):
            breaker.submit(f"guess {code}", code)
            assert [socket.receive()["number"] for socket in (maker, breaker)] == [number + step] * 2
    assert ann.at(other).snapshot(1)["view"]["finished"] == ann.snapshot(1)["view"]["finished"] != []


def test_players_at_two_servers_who_press_at_once_open_one_rematch(servers: list[Server]) -> None:
    first, other = servers
    ann = first.open("classic~practice_yes", seats=[1])
    ben = ann.at(other).invite("Ben", 2)
    assert ann.ask("POST", "/begin").status == 200
    ann.play("1 code RRBY")
    ben.play("2 guess RRBY")
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda player: player.ask("POST", "/rematch"), [ann, ben] * 4))
    assert {answer.status for answer in answers} == {201}
    assert len({answer.json["table"] for answer in answers}) == 1
    assert Player(other, answers[0].json).snapshot()["table"]["begun_at"] is not None


def test_players_of_a_killed_server_continue_at_the_other(servers: list[Server]) -> None:
    first, other = servers
    ann = first.open(seats=[1], bots={"2": "beginner"}, begin=True)
    with ann.socket(1) as socket:
        socket.receive()
        socket.submit("code RRBY", "code")
        number = socket.receive()["number"]
        first.kill()
    with ann.at(other).socket(1, number) as socket:
        socket.submit("code RRBY", "code")  # it was done, and does not count again
        frames = [socket.receive() for _ in range(2)]
    assert {"type": "done", "key": "code", "number": number} in frames
    (event,) = (frame for frame in frames if frame["type"] == "event")
    assert (event["number"], event["seat"]) == (number + 1, 2)
