"""The arguments that name the server's database, shared by the commands that use it."""

import argparse
import os
from pathlib import Path

from keypeg.cli.arguments import Add, Words
from keypeg.core.errors import ReadError
from keypeg.records.file_errors import read_bytes
from keypeg.terminal.autosave import data_folder

DEFAULT_DATABASE_FILE = "tables.sqlite"
"""The database in the user's data folder, if no other is named."""

DATABASE_VARIABLE = "KEYPEG_DATABASE"
"""The environment variable that names the database, if no option does."""

DATABASE_FILE_VARIABLE = "KEYPEG_DATABASE_FILE"
"""The environment variable with the path of a file that contains the URL, as containers get their secrets."""

MAX_URL_BYTES = 4096

KINDS = ("postgresql", "postgres", "sqlite")


def add_database(add: Add, words: Words) -> None:
    """Add the arguments that name the database."""
    add("--database", default="", metavar="URL", help=words("database", variable=DATABASE_VARIABLE))
    add(
        "--database-file",
        default="",
        metavar=words("FILE"),
        help=words("database-file", variable=DATABASE_FILE_VARIABLE),
    )


def read_database(options: argparse.Namespace) -> str:
    """Return the URL or the path of the database. Options come before the environment."""
    if options.database and options.database_file:
        raise ReadError("database-twice")
    if options.database:
        return check_database_url(options.database)
    if options.database_file:
        return _read_url(Path(options.database_file))
    return usual_database()


def usual_database() -> str:
    """Return the database that the environment names, or else a file in the user's data folder."""
    if url := os.environ.get(DATABASE_VARIABLE):
        return check_database_url(url)
    if file := os.environ.get(DATABASE_FILE_VARIABLE):
        return _read_url(Path(file))
    return str(data_folder(os.environ) / DEFAULT_DATABASE_FILE)


def check_database_url(url: str) -> str:
    """Return the URL. Raises `ReadError` if its kind is unknown, and repeats only the kind: there may be a password."""
    kind, separator, _ = url.partition("://")
    if separator and kind not in KINDS:
        raise ReadError("unknown-database", text=f"{kind}{separator}")
    return url


def _read_url(file: Path) -> str:
    """Read the URL in a file. Its content is a secret, so no error repeats it."""
    content = read_bytes(file)
    try:
        lines = content.decode().split() if len(content) <= MAX_URL_BYTES else []
    except UnicodeDecodeError:
        lines = []
    if len(lines) != 1:
        raise ReadError("unreadable-database-file", file=str(file))
    return check_database_url(lines[0])
