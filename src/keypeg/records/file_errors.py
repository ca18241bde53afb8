"""Reads files, and turns what can go wrong with them into `ReadError`."""

import errno
from pathlib import Path
from typing import NamedTuple

from keypeg.core.errors import ReadError


def file_error(path: Path, error: OSError, code: str) -> ReadError:
    """The error for a file that could not be read or written; `code` is for reasons without a code of their own."""
    if isinstance(error, FileNotFoundError) and code == "file-unreadable":
        return ReadError("file-not-found", file=str(path))
    if isinstance(error, IsADirectoryError):
        return ReadError("file-is-folder", file=str(path))
    if isinstance(error, PermissionError):
        return ReadError("file-forbidden", file=str(path))
    if error.errno == errno.ENOSPC:
        return ReadError("disk-full", file=str(path))
    return ReadError(code, file=str(path), why=errno.errorcode.get(error.errno or 0, type(error).__name__))


def read_bytes(path: Path) -> bytes:
    """The content of this file. Raises `ReadError` if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise file_error(path, error, "file-unreadable") from error
    except ValueError as error:  # not a possible file name
        raise ReadError("file-not-found", file=str(path)) from error


class DecodedText(NamedTuple):
    """The text of some bytes, up to the first line that is not UTF-8."""

    text: str
    bad_line: int | None
    """The number of that line, if there is one."""


def decode(content: bytes) -> DecodedText:
    """Decode these bytes as UTF-8, as far as they are."""
    try:
        return DecodedText(content.decode("utf-8"), None)
    except UnicodeDecodeError as error:
        valid_lines = content[: content.rfind(b"\n", 0, error.start) + 1]
        return DecodedText(valid_lines.decode("utf-8"), valid_lines.count(b"\n") + 1)
