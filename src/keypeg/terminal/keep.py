"""Keeping a game while it is played: every action is in the file before anybody is told of it."""

import os
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from keypeg.core.errors import ReadError
from keypeg.records.record import Line, Record, write_line, write_record
from keypeg.records.replay import replay_file

SUFFIX = ".keypeg"


def data_folder(environ: Mapping[str, str]) -> Path:
    """Where this person's games are kept."""
    base = environ.get("XDG_DATA_HOME") or environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".local" / "share") / "keypeg"


def new_path(folder: Path, now: datetime) -> Path:
    """A file name that nothing has taken yet."""
    stem = now.strftime("%Y-%m-%d-%H%M%S")
    names = (f"{stem}{mark}{SUFFIX}" for mark in ("", *(f"-{number}" for number in range(2, 10_000))))
    return next(folder / name for name in names if not (folder / name).exists())


def latest_unfinished(folder: Path) -> Path:
    """The game that was kept last and is not over."""
    for path in sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True):
        try:
            if replay_file(path).state.outcome is None:
                return path
        except ReadError:
            continue
    raise ReadError("nothing-to-resume")


class Keeper:
    """A record in a file, to which actions are added one by one."""

    def __init__(self, path: Path, record: Record, fresh: bool) -> None:
        """Begin a new file with this record, or go on with the file that holds it."""
        self.path = path
        self._palette = record.edition.palette
        try:
            if fresh:
                path.parent.mkdir(parents=True, exist_ok=True)
                # Secrets stand in it: it is for nobody else to read.
                descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
                self._file = os.fdopen(descriptor, "w", encoding="utf-8")
                self._write(write_record(record))
            else:
                self._file = path.open("a", encoding="utf-8")
        except FileExistsError:
            raise ReadError("file-exists", file=str(path)) from None
        except OSError as error:
            raise ReadError("file-unwritable", file=str(path), why=error.strerror or type(error).__name__) from error

    def add(self, line: Line) -> None:
        """Add one line; when this returns it is on the disk."""
        self._write(write_line(line, self._palette) + "\n")

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def _write(self, text: str) -> None:
        self._file.write(text)
        self._file.flush()
        os.fsync(self._file.fileno())
