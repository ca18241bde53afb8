"""Servers that tests share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.serving import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that all tests use which do not need one of their own."""
    yield from _running(tmp_path_factory.mktemp("server"))


@pytest.fixture
def own_folder(tmp_path: Path) -> Path:
    """Where a server that a test starts itself keeps its tables."""
    return tmp_path


def _running(folder: Path) -> Iterator[Server]:
    server = Server(folder)
    try:
        yield server
    finally:
        assert server.stop() == 0
