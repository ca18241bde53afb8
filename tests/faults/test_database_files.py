"""SQLite files deleted, replaced or overwritten under a running server, and files that no server may open.

A server does not acknowledge what would be lost, and says in one line what is wrong.
"""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from keypeg.service.errors import TableError
from keypeg.service.storage import migrations, postgresql_connection, sqlite_file
from keypeg.service.storage.postgresql_store import PostgresqlStore
from keypeg.service.storage.sqlite_store import SqliteStore
from support.command import command, environment
from support.databases import Postgresql, SqliteFile, postgresql_server
from support.full_disk import mount_small_disk
from support.killable_server import KillableServer
from support.played_table import free_port
from support.service_harness import SeatedTable, open_seated_table, read_log, refusal_code, run, serving

pytestmark = pytest.mark.no_cover

SENTENCE_IN_USE = "Another server is using this database file. To run several servers, use PostgreSQL."


def delete(file: Path) -> None:
    file.unlink()


def move_away(file: Path) -> None:
    file.rename(file.with_suffix(".old"))


def put_a_copy_in_its_place(file: Path) -> None:
    copy = file.with_suffix(".copy")
    shutil.copy(file, copy)
    copy.replace(file)


def delete_its_log(file: Path) -> None:
    Path(f"{file}-wal").unlink()


def delete_its_lock(file: Path) -> None:
    """Another server could then open the file."""
    Path(sqlite_file.held_path(file)).unlink()


def overwrite_with_an_older_backup(file: Path) -> None:
    """As `cp backup.sqlite tables.sqlite` does: the file stays, its contents do not."""
    empty = file.with_suffix(".backup")
    sqlite_file.upgrade(empty)
    shutil.copyfile(empty, file)


FAULTS = [
    delete,
    move_away,
    put_a_copy_in_its_place,
    delete_its_log,
    delete_its_lock,
    overwrite_with_an_older_backup,
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_nothing_is_acknowledged_after_the_file_is_gone(tmp_path: Path, fault: Callable[[Path], None]) -> None:
    database = SqliteFile(tmp_path / "tables.sqlite")

    async def test() -> None:
        async with serving(database) as tables:
            store = tables.store
            assert isinstance(store, SqliteStore)
            seated = await open_seated_table(tables)
            await seated.play("1 code RRBB")
            # As SQLite does from time to time; then all is in the file itself.
            store._write_connection.execute("pragma wal_checkpoint(passive)")
            fault(database.path)
            for _ in range(2):  # the second time, the key of an entry that was written but not acknowledged
                assert await refusal_code(seated.submit(2, "guess YYYY", "a")) == "storage-replaced"
            assert await refusal_code(tables.open("classic", "Ann")) == "storage-replaced"
            assert await refusal_code(tables.store.check()) == "storage-replaced"

    run(test())


def test_a_file_that_is_put_back_is_served_again(tmp_path: Path) -> None:
    database = SqliteFile(tmp_path / "tables.sqlite")

    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables)
            move_away(database.path)
            assert await refusal_code(seated.submit(1, "code RRBB", "a")) == "storage-replaced"
            database.path.with_suffix(".old").rename(database.path)
            number = await seated.submit(1, "code RRBB", "a")
            assert number == len(await read_log(tables, seated.id)) == 6, "stored once"

    run(test())


def test_another_program_may_write_to_the_file_properly(tmp_path: Path) -> None:
    """A backup tool writes a table of its own and moves the write-ahead log into the file."""
    database = SqliteFile(tmp_path / "tables.sqlite")

    async def test() -> None:
        async with serving(database) as tables:
            seated: SeatedTable = await open_seated_table(tables)
            database.ask("create table backups (id integer)")
            database.ask("pragma wal_checkpoint(passive)")
            await seated.play("1 code RRBB", "2 guess YYYY")

    run(test())


@pytest.fixture
def server(tmp_path: Path) -> Iterator[KillableServer]:
    running = KillableServer(str(tmp_path / "tables.sqlite"), tmp_path / "log").start()
    yield running
    running.kill()


def test_a_second_server_on_the_same_file_is_refused_through_links_too(server: KillableServer, tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    (tmp_path / "elsewhere").mkdir()
    link, folder, second_name = tmp_path / "link.sqlite", tmp_path / "folder", tmp_path / "elsewhere" / "second.sqlite"
    link.symlink_to(file)
    folder.symlink_to(tmp_path)
    for path in (file, folder / "tables.sqlite"):
        assert run(refusal_code(SqliteStore(path).open(lambda grown: None))) == "storage-in-use"
    words = command("serve", "--port", str(free_port()), "--database", str(link))
    ran = subprocess.run(words, env=environment(tmp_path), capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (2, f"keypeg: {SENTENCE_IN_USE}\n")
    os.link(file, second_name)
    assert _codes(second_name) == {"storage-linked"}
    second_name.unlink()
    file.unlink()
    with pytest.raises(HTTPError) as caught:
        urlopen(f"{server.url}/readyz").close()
    assert json.load(caught.value)["code"] == "storage-replaced"
    caught.value.close()


def test_an_upgrade_is_refused_while_a_server_of_the_old_version_uses_the_file(tmp_path: Path) -> None:
    database = SqliteFile(tmp_path / "tables.sqlite")
    before = len(migrations.read_steps("sqlite")) - 1
    database.ask(f"pragma user_version = {before}")
    with closing(sqlite_file.lock_for_process(database.path)), pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite_file, "UPGRADE_PATIENCE_SECONDS", 0.0)
        assert _code_of(lambda: sqlite_file.upgrade(database.path)) == "storage-in-use"


# What is wrong with a file


def _code_of(work: Callable[[], object]) -> str:
    with pytest.raises(TableError) as caught:
        work()
    return caught.value.code


def _codes(path: Path) -> set[str]:
    """Return the codes with which an upgrade and a server are refused."""
    return {
        _code_of(lambda: sqlite_file.upgrade(path)),
        run(refusal_code(SqliteStore(path).open(lambda grown: None))),
    }


def _with(path: Path, *statements: str) -> Path:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
    return path


def test_each_fault_of_a_file_has_a_sentence_of_its_own(tmp_path: Path) -> None:
    version = len(migrations.read_steps("sqlite"))
    notes = tmp_path / "notes.txt"
    notes.write_text("Dear diary, " * 100)
    foreign = _with(tmp_path / "songs.db", "create table songs (title)")
    assert _codes(tmp_path) == {"storage-not-database"}
    assert _codes(notes) == {"storage-not-database"}
    assert _codes(notes / "below.db") == {"storage-no-folder"}
    assert _code_of(lambda: sqlite_file.upgrade(foreign)) == "storage-foreign"
    _with(foreign, "pragma user_version = 2")
    assert _code_of(lambda: sqlite_file.upgrade(foreign)) == "storage-foreign"
    changed = SqliteFile(tmp_path / "changed.db")
    changed.ask("alter table tokens rename column hash to secret")
    assert run(refusal_code(changed.store().open(lambda grown: None))) == "storage-foreign"
    wide = _with(
        tmp_path / "wide.db", "pragma encoding = 'UTF-16le'", "create table t (c)", f"pragma user_version = {version}"
    )
    assert run(refusal_code(SqliteStore(wide).open(lambda grown: None))) == "storage-encoding"


def test_a_torn_first_page_is_called_damaged(tmp_path: Path) -> None:
    database = SqliteFile(tmp_path / "tables.sqlite")
    with database.path.open("r+b") as file:
        file.seek(100)
        file.write(b"\xff" * 400)
    assert _codes(database.path) == {"storage-damaged"}


def test_a_read_only_disk_is_called_read_only(tmp_path: Path) -> None:
    with mount_small_disk(tmp_path / "small", 8) as small:
        if small is None:
            pytest.skip("mounting a disk needs the right to mount")
        file = SqliteFile(small.folder / "tables.sqlite").path
        subprocess.run(["mount", "-o", "remount,ro", str(small.folder)], check=True)
        assert _codes(file) == {"storage-readonly"}
        assert _codes(small.folder / "new" / "tables.sqlite") == {"storage-readonly", "storage-no-folder"}


READ_BY_ANOTHER_USER = """
import sys
from pathlib import Path
from keypeg.service.errors import TableError
from keypeg.service.storage import sqlite_file
try:
    sqlite_file.upgrade(Path(sys.argv[1]))
except TableError as error:
    print(error.code)
"""


def test_a_file_of_another_user_is_called_forbidden(tmp_path: Path) -> None:
    if os.getuid():
        pytest.skip("becoming another user needs root")
    SqliteFile(tmp_path / "tables.sqlite")
    # A child of root that gives up its rights: it has imported everything before.
    script = "import os, sqlite3\nfrom keypeg.service.storage import sqlite_file\nos.setuid(65534)\n"
    ran = subprocess.run(
        [sys.executable, "-c", script + READ_BY_ANOTHER_USER, str(_open_for_all(tmp_path) / "tables.sqlite")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout == "storage-forbidden\n"


def _open_for_all(folder: Path) -> Path:
    """Let everybody look into a folder, whose file stays as it is."""
    for each in (folder, folder.parent, folder.parent.parent):
        each.chmod(0o755)
    return folder


# What is wrong with a PostgreSQL


@pytest.fixture(scope="module")
def postgresql() -> Iterator[Postgresql]:
    with postgresql_server() as server:
        yield server


def test_each_fault_of_a_postgresql_has_a_sentence_of_its_own(postgresql: Postgresql) -> None:
    def codes(url: str) -> set[str]:
        return {
            run(refusal_code(PostgresqlStore(url).open(lambda grown: None))),
            run(refusal_code(postgresql_connection.upgrade(url))),
        }

    assert codes(postgresql.url("nowhere")) == {"storage-missing"}
    postgresql.ask("create role reader login")
    postgresql.ask("create database narrow encoding 'LATIN1' locale 'C' template template0")
    assert codes(postgresql.url("narrow")) == {"storage-encoding"}
    with postgresql.database() as database:
        as_reader = database.url.replace("postgres:@", "reader:@")
        assert as_reader != database.url
        assert run(refusal_code(_open(as_reader))) == "storage-forbidden"
        database.ask("alter table tokens drop column hash")
        assert run(refusal_code(_open(database.url))) == "storage-foreign"
    with postgresql.database("template1") as foreign:
        foreign.ask("create table tables (chairs integer)")
        assert run(refusal_code(postgresql_connection.upgrade(foreign.url))) == "storage-foreign"
    no_such_user = postgresql.url("postgres").replace("postgres:@", "nobody:@")
    assert codes(no_such_user) == {"storage-login"}


async def _open(url: str) -> None:
    await PostgresqlStore(url).open(lambda grown: None)
