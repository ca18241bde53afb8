"""Saves a game while it is played: every action is in the file before its events are shown.

Lines are only appended, with one exception: a maker who never commits may exchange the code, and the record then reads
as if the new code had been set from the beginning. A code has one letter for each hole, so the new one overwrites the
old in place, in one write and within one disk block: after a crash the file contains either the old code or the new.
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
from keypeg.durable_folders import make_folder, sync_folder
from keypeg.records.file_errors import file_error, read_bytes
from keypeg.records.notation import Palette, write_action, write_code, write_seat
from keypeg.records.record import Line, Record, write_line, write_record
from keypeg.records.replay import Replay, replay_file

try:
    import fcntl
except ImportError:  # not a Unix: nothing then prevents two windows from playing the same game
    fcntl = None  # type: ignore[assignment]

SUFFIX = ".keypeg"

DISK_BLOCK_BYTES = 512
"""The size of the smallest block of a disk; every disk writes a block completely or not at all."""

CONTINUES_HEADER = "Continues"
"""The header that names the file whose game this one continues."""


def data_folder(environ: Mapping[str, str]) -> Path:
    """The folder for this user's games and databases."""
    base = environ.get("XDG_DATA_HOME") or environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".local" / "share") / "keypeg"


def create_autosave(folder: Path, record: Record, now: datetime) -> "Autosave":
    """Create a file for a game in this folder, with a name that is free even if another process is creating one."""
    stem = now.strftime("%Y-%m-%d-%H%M%S")
    number = 1
    while True:
        name = f"{stem}{SUFFIX}" if number == 1 else f"{stem}-{number}{SUFFIX}"
        try:
            return Autosave(folder / name, record, is_new=True)
        except ReadError as error:
            if error.code != "file-exists":
                raise
        number += 1


def find_latest_unfinished(folder: Path) -> Path:
    """The most recent game that is not over and has not been continued in another file."""
    games: list[tuple[float, Path, Replay]] = []
    for path in folder.glob(f"*{SUFFIX}"):
        try:
            games.append((path.stat().st_mtime, path, replay_file(path)))
        except (OSError, ReadError):
            continue
    continued = {replay.record.header(CONTINUES_HEADER) for _, _, replay in games}
    unfinished = [
        (time, path) for time, path, replay in games if replay.state.outcome is None and path.name not in continued
    ]
    if not unfinished:
        raise ReadError("nothing-to-resume")
    return max(unfinished)[1]


class Autosave:
    """A record in a file, to which lines are appended one by one."""

    def __init__(self, path: Path, record: Record, is_new: bool) -> None:
        """Create a file with this record, or open the file that contains exactly this record."""
        self.path = path
        self._palette = record.edition.palette
        self._codes: dict[int, tuple[int, bytes]] = {}
        """For each seat that has set a code: the offset of its last code in the file, and its text."""
        text = write_record(record).encode("utf-8")
        try:
            if is_new:
                self._make_folder()
            # The file contains secrets: no other user may read it.
            flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY if is_new else os.O_WRONLY
            # Offsets are in bytes, so the system must not convert line ends.
            self._file = os.open(path, flags | getattr(os, "O_BINARY", 0), 0o600)
        except FileExistsError:
            raise ReadError("file-exists", file=str(path)) from None
        except OSError as error:
            raise file_error(path, error, "file-unwritable") from error
        self._lock()
        self._size = 0 if is_new else len(text)
        if is_new:
            self._append(text)
            self._sync_name()
        elif read_bytes(path) != text:  # another window has written to it since it was read
            self.close()
            raise ReadError("file-in-use", file=str(path))
        self._locate_codes(record)

    def append(self, line: Line, exchangeable: bool = False) -> None:
        """Append one line. When this returns it is on the disk; when it raises, the file is unchanged.

        A code that its maker may still exchange must lie within one disk block: if it would cross into the next, a
        comment fills the rest of the block first.
        """
        code = _find_code(line, self._palette)
        if code is not None and exchangeable and _crosses_block(self._size + code[0], len(code[1])):
            padding = DISK_BLOCK_BYTES - self._size % DISK_BLOCK_BYTES
            self._append(self._encode_line(Line(comment="-" * (padding - len(b"; \n")))))
        offset = self._size
        self._append(self._encode_line(line))
        self._remember_code(line, offset)

    def exchange_code(self, seat: int, code: Code) -> None:
        """Overwrite the last code of this seat. When this returns it is on the disk."""
        offset, old = self._codes[seat]
        new = write_code(code, self._palette).encode("ascii")
        assert len(new) == len(old), "a code has one letter for each hole"
        try:
            self._overwrite(offset, new)
        except OSError as error:
            with suppress(OSError):
                self._overwrite(offset, old)
            raise file_error(self.path, error, "file-unwritable") from error
        self._codes[seat] = offset, new

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def _locate_codes(self, record: Record) -> None:
        offset = len(write_record(record._replace(lines=())).encode("utf-8"))
        for line in record.lines:
            self._remember_code(line, offset)
            offset += len(self._encode_line(line))

    def _remember_code(self, line: Line, offset: int) -> None:
        code = _find_code(line, self._palette)
        if code is not None and line.seat is not None:
            self._codes[line.seat] = offset + code[0], code[1]

    def _encode_line(self, line: Line) -> bytes:
        return (write_line(line, self._palette) + "\n").encode("utf-8")

    def _make_folder(self) -> None:
        try:
            make_folder(self.path.parent)
        except OSError as error:
            raise file_error(self.path, error, "file-unwritable") from error

    def _sync_name(self) -> None:
        try:
            sync_folder(self.path.parent)
        except OSError as error:
            raise file_error(self.path, error, "file-unwritable") from error

    def _lock(self) -> None:
        """Prevent other processes from playing this game at the same time."""
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

    def _overwrite(self, offset: int, text: bytes) -> None:
        os.lseek(self._file, offset, os.SEEK_SET)
        if os.write(self._file, text) != len(text):
            raise OSError(errno.EIO, "only part of a code was written")
        os.fsync(self._file)


def _find_code(line: Line, palette: Palette) -> tuple[int, bytes] | None:
    """The offset of the code that this line sets, and its text; None if it sets no code."""
    if line.seat is None or not isinstance(line.action, SetCode):
        return None
    code = write_code(line.action.code, palette)
    return len(f"{write_seat(line.seat)} {write_action(line.action, palette)}") - len(code), code.encode("ascii")


def _crosses_block(offset: int, length: int) -> bool:
    """Whether this many bytes from this offset are in more than one disk block."""
    return offset // DISK_BLOCK_BYTES != (offset + length - 1) // DISK_BLOCK_BYTES
