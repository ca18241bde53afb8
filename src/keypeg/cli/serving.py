"""The commands of the table server: serve, and db upgrade. They load it, so nothing else does."""

import argparse
import os
import socket
import sys
import webbrowser
from threading import Timer
from typing import TYPE_CHECKING

from keypeg.cli.common import Command, Words, number
from keypeg.core.errors import ReadError
from keypeg.terminal.keep import data_folder
from keypeg.texts.catalogue import say

if TYPE_CHECKING:
    from keypeg.server.settings import Settings

FILE = "tables.sqlite"
"""The database, in the person's data folder, where none is named."""


def add_commands(command: Command, words: Words) -> None:
    """Put these commands to the parser."""
    add = command("serve", run_serve)
    add("--host", default="127.0.0.1", metavar=words("HOST"), help=words("host"))
    add("--port", default="8080", metavar="N", help=words("port"))
    add("--database", default="", metavar="URL", help=words("database"))
    add("--workers", default="1", metavar="N", help=words("workers"))
    add("--thinkers", default="1", metavar="N", help=words("thinkers"))
    add("--origin", action="append", default=[], metavar="URL", help=words("origin"))
    add("--name", action="append", default=[], metavar=words("HOST"), help=words("name"))
    add("--proxies", default="", metavar=words("ADDRESSES"), help=words("proxies"))
    add("--open", action="store_true", help=words("open-browser"))
    add = command("db", run_db)
    add("what", choices=["upgrade"], help=words("db-upgrade"))
    add("--database", default="", metavar="URL", help=words("database"))


def run_serve(options: argparse.Namespace, lang: str) -> int:
    """Serve tables until somebody stops it."""
    from keypeg.server.running import serve, upgrade
    from keypeg.server.settings import Settings

    settings = Settings(
        database=_database(options.database),
        host=options.host,
        port=number(options.port, 1, 65535),
        workers=number(options.workers, 1, 64),
        origins=tuple(options.origin),
        names=tuple(options.name),
        proxies=options.proxies,
        thinkers=number(options.thinkers, 1, 64),
    )
    if settings.workers > 1 and not settings.on_postgresql:
        raise ReadError("workers-need-postgresql")
    _check_address(settings)
    if not settings.on_postgresql:
        upgrade(settings)  # it is this server's own file: nobody else can be in the way
    address = f"http://{settings.host}:{settings.port}/"
    print(say(lang, "serving", address=address), file=sys.stderr, flush=True)
    if options.open:
        Timer(1.0, webbrowser.open, (address,)).start()
    serve(settings)
    return 0


def run_db(options: argparse.Namespace, lang: str) -> int:
    """Bring a database to the schema of this version."""
    from keypeg.server.running import upgrade
    from keypeg.server.settings import Settings

    before, now = upgrade(Settings(_database(options.database)))
    print(say(lang, "upgraded" if before < now else "up-to-date", before=before, now=now))
    return 0


def _database(asked: str) -> str:
    kind, sign, _ = asked.partition("://")
    if sign and kind not in ("postgresql", "postgres", "sqlite"):
        raise ReadError("unknown-database", text=asked)
    return asked or str(data_folder(os.environ) / FILE)


def _check_address(settings: "Settings") -> None:
    """Raise `ReadError` if nobody could listen there: that is told before anything is begun."""
    try:
        found = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        with socket.socket(family, kind, protocol) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(address)
    except (OSError, UnicodeError, OverflowError) as error:
        why = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else type(error).__name__
        raise ReadError("no-such-address", host=settings.host, port=settings.port, why=why) from error
