"""Databases for tests of the service. A test that takes `database` runs on both kinds."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.databases import Database, Postgresql, PostgresqlDatabase, SqliteFile, postgresql_server


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Postgresql]:
    """A PostgreSQL server, started at its first use."""
    with postgresql_server() as server:
        yield server


@pytest.fixture
def sqlite_file(tmp_path: Path) -> SqliteFile:
    return SqliteFile(tmp_path / "tables.db")


@pytest.fixture
def shared(postgresql: Postgresql) -> Iterator[PostgresqlDatabase]:
    """A database that several processes can share."""
    with postgresql.database() as database:
        yield database


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> Database:
    """A database of either kind."""
    chosen: Database = request.getfixturevalue("sqlite_file" if request.param == "sqlite" else "shared")
    return chosen
