"""Notices that the files of an open SQLite database were deleted, replaced or overwritten.

SQLite goes on with the files that it has opened. If somebody has deleted or renamed them, or put a copy in their
place, commits succeed and are lost when the process ends. So a server looks at the files before it acknowledges a
commit, and before it believes what it reads.
"""

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from keypeg.service.errors import TableError
from keypeg.service.storage.sqlite_file import held_path

SETTLED_NS = 1_000_000_000
"""A folder that changed longer ago than this will have another time when it changes again, however coarse the clock of
its file system is."""


class FileWatch:
    """The files of an open database, as they were when it was opened."""

    def __init__(self, path: Path, *, is_locked: bool) -> None:
        self._path = path
        self._folder = path.parent
        self._names = (str(path), f"{path}-wal", f"{path}-shm", *([held_path(path)] if is_locked else []))
        self._identities = self._read_identities()
        self._settled_folder: tuple[int, int, int] | None = None
        """The folder as it was when all files were found in their places; None if it had just changed."""
        self._stamp = self._read_stamp()
        self._last_entry: tuple[str, int] | None = None
        self._is_overwritten = False
        """Whether something has overwritten the file. What it had is gone, so that this does not change any more."""

    def check_places(self) -> None:
        """Raise `TableError` if a file is not in its place any more.

        A folder whose time has not changed has the same files, so that one look at it is enough for all of them. Each
        look lets another thread run, and every commit waits for it.
        """
        folder = self._read_folder()
        if folder is not None and folder == self._settled_folder and not self._is_overwritten:
            return
        if self._is_overwritten or self._read_identities() != self._identities:
            raise TableError("storage-replaced")
        is_settled = folder is not None and folder[2] < time.time_ns() - SETTLED_NS
        self._settled_folder = folder if is_settled else None

    def check_contents(self, *, was_written_to: bool) -> None:
        """Raise `TableError` if something other than this process has overwritten the file.

        A program that uses SQLite may write to it, which SQLite then says. If it does not say so, that program may
        still have moved the write-ahead log into the file, so the whole file is read.
        """
        stamp = self._read_stamp()
        if stamp == self._stamp:
            return
        self._is_overwritten = self._is_overwritten or not (was_written_to or self._is_intact())
        if self._is_overwritten:
            raise TableError("storage-replaced")
        self._stamp = stamp

    def note_commit(self, last_entry: tuple[str, int] | None) -> None:
        """Remember the file as this process has just written it, with the last entry in it."""
        self._stamp = self._read_stamp()
        self._last_entry = last_entry or self._last_entry

    def _read_identities(self) -> list[tuple[int, int]]:
        try:
            return [(status.st_dev, status.st_ino) for status in map(os.stat, self._names)]
        except OSError:
            return []

    def _read_folder(self) -> tuple[int, int, int] | None:
        """Read which folder it is and when it last changed; None where folders have no such time."""
        if os.name != "posix":
            return None
        try:
            status = self._folder.stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino, status.st_mtime_ns

    def _read_stamp(self) -> tuple[int, int]:
        try:
            status = self._path.stat()
        except OSError as error:
            raise TableError("storage-replaced") from error
        return status.st_size, status.st_mtime_ns

    def _is_intact(self) -> bool:
        """Whether a new reader finds a sound database that has the last entry."""
        try:
            with closing(sqlite3.connect(self._path)) as reader:
                if reader.execute("pragma quick_check(1)").fetchall() != [("ok",)]:
                    return False
                sql = "select 1 from entries where table_id = ? and number = ?"
                return self._last_entry is None or reader.execute(sql, self._last_entry).fetchone() is not None
        except sqlite3.Error:
            return False


def read_data_version(connection: sqlite3.Connection) -> int:
    """Read a number that changes when another connection has written to the file."""
    version: int = connection.execute("pragma data_version").fetchone()[0]
    return version
