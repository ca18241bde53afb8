"""The watch over the files of an open SQLite database: one look at the folder stands for a look at every file."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from keypeg.service.errors import TableError
from keypeg.service.storage import sqlite_file
from keypeg.service.storage.sqlite_watch import FileWatch

LONG_AGO = 1_000_000_000


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "tables.sqlite"
    sqlite_file.upgrade(path)
    connection = sqlite_file.connect(path)
    connection.execute("select count(*) from entries").fetchone()
    yield path
    connection.close()


def counted_looks(watch: FileWatch, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Note each look at the files themselves."""
    looks, read = list[int](), watch._read_identities

    def look() -> list[tuple[int, int]]:
        looks.append(1)
        return read()

    monkeypatch.setattr(watch, "_read_identities", look)
    return looks


@pytest.mark.skipif(os.name != "posix", reason="only there, folders have such a time")
def test_a_folder_that_has_not_changed_for_long_is_looked_at_once(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watch = FileWatch(file, is_locked=False)
    os.utime(file.parent, (LONG_AGO, LONG_AGO))
    looks = counted_looks(watch, monkeypatch)
    for _ in range(5):
        watch.check_places()
    assert len(looks) == 1
    (file.parent / "another program's file").touch()
    watch.check_places()
    assert len(looks) == 2


def test_a_folder_that_has_just_changed_is_not_believed(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its clock may be so coarse that a change right after a look has the same time."""
    watch = FileWatch(file, is_locked=False)
    looks = counted_looks(watch, monkeypatch)
    (file.parent / "new").touch()
    for _ in range(3):
        watch.check_places()
    assert len(looks) == 3


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm"])
def test_a_file_that_is_deleted_from_a_folder_without_other_changes_is_missed(file: Path, suffix: str) -> None:
    watch = FileWatch(file, is_locked=False)
    os.utime(file.parent, (LONG_AGO, LONG_AGO))
    watch.check_places()
    Path(f"{file}{suffix}").unlink()
    with pytest.raises(TableError) as caught:
        watch.check_places()
    assert caught.value.code == "storage-replaced"
