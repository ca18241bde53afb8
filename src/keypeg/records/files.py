"""What can be wrong with a file, in words of our own."""

import errno
from pathlib import Path

from keypeg.core.errors import ReadError


def file_error(path: Path, error: OSError, code: str) -> ReadError:
    """The error for a file that could not be read or written; `code` where the reason is none of the usual ones."""
    if isinstance(error, FileNotFoundError) and code == "file-unreadable":
        return ReadError("file-not-found", file=str(path))
    if isinstance(error, IsADirectoryError):
        return ReadError("file-is-folder", file=str(path))
    if isinstance(error, PermissionError):
        return ReadError("file-forbidden", file=str(path))
    if error.errno == errno.ENOSPC:
        return ReadError("disk-full", file=str(path))
    return ReadError(code, file=str(path), why=errno.errorcode.get(error.errno or 0, type(error).__name__))


def read_text(path: Path) -> str:
    """The text in this file. Raises `ReadError` if it cannot be had."""
    try:
        return decode(path.read_bytes(), str(path))
    except OSError as error:
        raise file_error(path, error, "file-unreadable") from error
    except ValueError as error:  # a name that no file can have
        raise ReadError("file-not-found", file=str(path)) from error


def decode(content: bytes, file: str) -> str:
    """The text that these bytes of a file spell."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise ReadError("in-file", file=file, line=1, why=ReadError("not-text")) from None
