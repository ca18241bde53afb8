"""Keeping a game while it is played: every action is in the file before anybody is told of it.

Lines are only added, but for one thing: a maker who never commits may exchange his code, and then the record is the one
in which the new code was set from the beginning. A code has one letter a hole, so it is written over where it stands,
in one go and within one block of the disk: whatever happens meanwhile, the old code stands there, or the new.
"""

import errno
import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from keypeg.core.actions import SetCode
from keypeg.core.codes import Code
from keypeg.core.errors import ReadError
from keypeg.records.file_errors import file_error, read_bytes
from keypeg.records.notation import Palette, write_action, write_code, write_seat
from keypeg.records.record import Line, Record, write_line, write_record
from keypeg.records.replay import Replay, replay_file

try:
    import fcntl
except ImportError:  # not a Unix: two windows on one game are then a matter of care
    fcntl = None  # type: ignore[assignment]

SUFFIX = ".keypeg"

BLOCK = 512
"""How many bytes every disk writes all at once, or not at all."""

CONTINUES = "Continues"
"""The header that names the file whose game is continued in this one."""


def data_folder(environ: Mapping[str, str]) -> Path:
    """Where this person's games are kept."""
    base = environ.get("XDG_DATA_HOME") or environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".local" / "share") / "keypeg"


def begin_file(folder: Path, record: Record, now: datetime) -> "Autosave":
    """A new file in this folder, under a name that nothing has taken, not even at this very moment."""
    stem = now.strftime("%Y-%m-%d-%H%M%S")
    number = 1
    while True:
        name = f"{stem}{SUFFIX}" if number == 1 else f"{stem}-{number}{SUFFIX}"
        try:
            return Autosave(folder / name, record, fresh=True)
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


class Autosave:
    """A record in a file, to which actions are added one by one."""

    def __init__(self, path: Path, record: Record, fresh: bool) -> None:
        """Begin a new file with this record, or go on with the file that holds exactly it."""
        self.path = path
        self._palette = record.edition.palette
        self._codes: dict[int, tuple[int, bytes]] = {}
        """For each seat that has set a code, where in the file its last one stands, and how it reads."""
        text = write_record(record).encode("utf-8")
        try:
            if fresh:
                self._make_folder()
            # Secrets stand in it: it is for nobody else to read.
            flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY if fresh else os.O_WRONLY
            # Places in it are counted in bytes: no system may turn line ends into others.
            self._file = os.open(path, flags | getattr(os, "O_BINARY", 0), 0o600)
        except FileExistsError:
            raise ReadError("file-exists", file=str(path)) from None
        except OSError as error:
            raise file_error(path, error, "file-unwritable") from error
        self._lock()
        self._size = 0 if fresh else len(text)
        if fresh:
            self._append(text)
        elif read_bytes(path) != text:  # another window wrote to it after it was read
            self.close()
            raise ReadError("file-in-use", file=str(path))
        self._find_codes(record)

    def add(self, line: Line, exchangeable: bool = False) -> None:
        """Add one line. When this returns it is on the disk; when it raises, the file is as it was.

        A code that its maker may yet exchange is kept within one block of the disk: where it would go over the end of
        one, a comment fills that up.
        """
        code = _code_in(line, self._palette)
        if code is not None and exchangeable and _parted(self._size + code[0], len(code[1])):
            left = BLOCK - self._size % BLOCK
            self._append(self._bytes(Line(comment="-" * (left - len(b"; \n")))))
        at = self._size
        self._append(self._bytes(line))
        self._note_code(line, at)

    def exchange(self, seat: int, code: Code) -> None:
        """Write this code over the one that this seat has set last. When this returns it is on the disk."""
        at, old = self._codes[seat]
        new = write_code(code, self._palette).encode("ascii")
        assert len(new) == len(old), "a code has one letter a hole"
        try:
            self._overwrite(at, new)
        except OSError as error:
            with suppress(OSError):
                self._overwrite(at, old)
            raise file_error(self.path, error, "file-unwritable") from error
        self._codes[seat] = at, new

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._file)

    def _find_codes(self, record: Record) -> None:
        at = len(write_record(record._replace(lines=())).encode("utf-8"))
        for line in record.lines:
            self._note_code(line, at)
            at += len(self._bytes(line))

    def _note_code(self, line: Line, at: int) -> None:
        code = _code_in(line, self._palette)
        if code is not None and line.seat is not None:
            self._codes[line.seat] = at + code[0], code[1]

    def _bytes(self, line: Line) -> bytes:
        return (write_line(line, self._palette) + "\n").encode("utf-8")

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

    def _append(self, text: bytes) -> None:
        try:
            os.lseek(self._file, self._size, os.SEEK_SET)
            written = 0
            while written < len(text):
                written += os.write(self._file, text[written:])
            os.fsync(self._file)
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._file, self._size)
            raise file_error(self.path, error, "file-unwritable") from error
        self._size += len(text)

    def _overwrite(self, at: int, text: bytes) -> None:
        os.lseek(self._file, at, os.SEEK_SET)
        if os.write(self._file, text) != len(text):
            raise OSError(errno.EIO, "a part of a code was written")
        os.fsync(self._file)


def _code_in(line: Line, palette: Palette) -> tuple[int, bytes] | None:
    """Where in this line a code is set, if one is, and how it reads."""
    if line.seat is None or not isinstance(line.action, SetCode):
        return None
    code = write_code(line.action.code, palette)
    return len(f"{write_seat(line.seat)} {write_action(line.action, palette)}") - len(code), code.encode("ascii")


def _parted(at: int, length: int) -> bool:
    """Whether so many bytes from there do not lie in one block."""
    return at // BLOCK != (at + length - 1) // BLOCK
