"""Keeping a game while it is played: every action is in the file before anybody is told of it."""

import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from keypeg.core.errors import ReadError
from keypeg.records.files import file_error
from keypeg.records.record import Line, Record, write_line, write_record
from keypeg.records.replay import Replay, replay_file

try:
    import fcntl
except ImportError:  # not a Unix: two windows on one game are then a matter of care
    fcntl = None  # type: ignore[assignment]

SUFFIX = ".keypeg"

CONTINUES = "Continues"
"""The header that names the file whose game is continued in this one."""


def data_folder(environ: Mapping[str, str]) -> Path:
    """Where this person's games are kept."""
    base = environ.get("XDG_DATA_HOME") or environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".local" / "share") / "keypeg"


def begin_file(folder: Path, record: Record, now: datetime) -> "Keeper":
    """A new file in this folder, under a name that nothing has taken, not even at this very moment."""
    stem = now.strftime("%Y-%m-%d-%H%M%S")
    number = 1
    while True:
        name = f"{stem}{SUFFIX}" if number == 1 else f"{stem}-{number}{SUFFIX}"
        try:
            return Keeper(folder / name, record, fresh=True)
        except ReadError as error:
            if error.code != "file-exists":
                raise
        number += 1


def latest_unfinished(folder: Path) -> Path:
    """The game that was kept last, is not over, and has not been continued in another file."""
    found: list[tuple[float, Path, Replay]] = []
    for path in folder.glob(f"*{SUFFIX}"):
        try:
            found.append((path.stat().st_mtime, path, replay_file(path)))
        except (OSError, ReadError):
            continue
    continued = {game.record.header(CONTINUES) for _, _, game in found}
    going_on = [(time, path) for time, path, game in found if game.state.outcome is None and path.name not in continued]
    if not going_on:
        raise ReadError("nothing-to-resume")
    return max(going_on)[1]


class Keeper:
    """A record in a file, to which actions are added one by one."""

    def __init__(self, path: Path, record: Record, fresh: bool) -> None:
        """Begin a new file with this record, or go on with the file that holds exactly it."""
        self.path = path
        self._palette = record.edition.palette
        text = write_record(record).encode("utf-8")
        try:
            if fresh:
                self._make_folder()
            # Secrets stand in it: it is for nobody else to read.
            flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY if fresh else os.O_WRONLY | os.O_APPEND
            self._file = os.open(path, flags, 0o600)
        except FileExistsError:
            raise ReadError("file-exists", file=str(path)) from None
        except OSError as error:
            raise file_error(path, error, "file-unwritable") from error
        self._lock()
        self._size = 0 if fresh else len(text)
        if fresh:
            self._write(text)
        elif os.fstat(self._file).st_size != self._size:  # another window wrote to it after it was read
            self.close()
            raise ReadError("file-in-use", file=str(path))

    def add(self, line: Line) -> None:
        """Add one line. When this returns it is on the disk; when it raises, the file is as it was."""
        self._write((write_line(line, self._palette) + "\n").encode("utf-8"))

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._file)

    def _make_folder(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise file_error(self.path, error, "file-unwritable") from error

    def _lock(self) -> None:
        """See to it that no other process plays this game at the same time."""
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.close()
            raise ReadError("file-in-use", file=str(self.path)) from None

    def _write(self, text: bytes) -> None:
        try:
            written = 0
            while written < len(text):
                written += os.write(self._file, text[written:])
            os.fsync(self._file)
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._file, self._size)
            raise file_error(self.path, error, "file-unwritable") from error
        self._size += len(text)
