"""Servers for the tests of the server."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.running_server import Server, Start


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that tests share unless they need one of their own."""
    yield from _running(tmp_path_factory.mktemp("server"))


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts servers for one test, by default without measuring coverage."""
    started: list[Server] = []

    def start_one(folder: Path, **settings: Any) -> Server:
        started.append(Server(folder, **{"measured": False} | settings))
        return started[-1]

    yield start_one
    for server in started:
        server.stop()
        server.kill()  # and its worker processes


def _running(folder: Path) -> Iterator[Server]:
    server = Server(folder)
    try:
        yield server
    finally:
        assert server.stop() == 0
