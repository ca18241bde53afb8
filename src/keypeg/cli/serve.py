"""The command `serve`, and what `keypeg` does without a command. They import the server only when they run."""

import argparse
import json
import os
import re
import sys
import webbrowser
from threading import Timer
from typing import TYPE_CHECKING

from keypeg.cli.arguments import MAX_PROCESSES, Command, Words, parse_number
from keypeg.cli.database_option import add_database, read_database, usual_database
from keypeg.cli.limit_options import add_limits, read_limits, read_networks
from keypeg.core.errors import ReadError
from keypeg.extras import check_extra
from keypeg.i18n.catalogue import say

if TYPE_CHECKING:
    from keypeg.server.settings import Settings

DAILY_KEY_VARIABLE = "KEYPEG_DAILY_KEY"
"""The environment variable with the key of the daily codes. Unlike an option, other users cannot see it."""

ORIGIN = re.compile(r"(https?://(?:[a-z0-9._-]+|\[[0-9a-f:]+\])(?::[0-9]{1,5})?)/?")
"""A scheme, a host and perhaps a port."""

HOME_PORT = 8080
"""The port of bare `keypeg`, if it is free."""

HOME_PORTS_TRIED = 20
"""How many ports from `HOME_PORT` on are tried."""


def add_commands(command: Command, words: Words) -> None:
    """Add this command to the parser."""
    add = command("serve", run_serve)
    add("--host", default="127.0.0.1", metavar=words("HOST"), help=words("host"))
    add("--port", default="8080", metavar="N", help=words("port"))
    add_database(add, words)
    add("--workers", default="1", metavar="N", help=words("workers"))
    add("--bot-processes", default="1", metavar="N", help=words("bot-processes"))
    add("--monitoring", default="", metavar=words("PORT"), help=words("monitoring"))
    add("--origin", action="append", default=[], metavar="URL", help=words("origin"))
    add("--name", action="append", default=[], metavar=words("HOST"), help=words("name"))
    add("--proxies", default="", metavar=words("ADDRESSES"), help=words("proxies"))
    add_limits(add, words)
    add("--open", action="store_true", help=words("open-browser"))


def run_home(options: argparse.Namespace, lang: str) -> int:
    """Open the browser on this machine's server; start one if none is running."""
    check_extra("server")  # first, so that the answer does not depend on what else runs on this machine

    from keypeg.server.settings import Settings

    port = HOME_PORT
    while not _is_free(port):
        if _is_keypeg(port):
            print(say(lang, "serving-already", address=_address("127.0.0.1", port)), file=sys.stderr, flush=True)
            webbrowser.open(_address("127.0.0.1", port))
            return 0
        port += 1
        if port == HOME_PORT + HOME_PORTS_TRIED:
            break  # the error below then names this port
    return _serve(Settings(usual_database(), port=port, daily_key=os.environ.get(DAILY_KEY_VARIABLE, "")), True, lang)


def _is_free(port: int) -> bool:
    try:
        _check_address("127.0.0.1", port)
    except ReadError:
        return False
    return True


def _is_keypeg(port: int) -> bool:
    """Whether a Keypeg server listens on this port."""
    from urllib.request import urlopen

    try:
        with urlopen(f"{_address('127.0.0.1', port)}healthz", timeout=2) as answer:
            return "keypeg" in json.load(answer)
    except (OSError, ValueError, TypeError):
        return False


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def run_serve(options: argparse.Namespace, lang: str) -> int:
    """Serve tables until stopped."""
    from keypeg.server.settings import Settings

    monitoring_host, monitoring_port = _read_monitoring(options.monitoring)
    settings = Settings(
        database=read_database(options),
        host=options.host,
        port=parse_number(options.port, 1, 65535),
        workers=parse_number(options.workers, 1, 64),
        monitoring_host=monitoring_host,
        monitoring_port=monitoring_port,
        origins=tuple(map(_read_origin, options.origin)),
        names=tuple(options.name),
        proxies=options.proxies,
        allowed=read_networks(options),
        limits=read_limits(options),
        bot_processes=parse_number(options.bot_processes, 1, min(64, MAX_PROCESSES)),
        daily_key=os.environ.get(DAILY_KEY_VARIABLE, ""),
    )
    if settings.workers > 1 and not settings.on_postgresql:
        raise ReadError("workers-need-postgresql")
    return _serve(settings, options.open, lang)


def _read_monitoring(text: str) -> tuple[str, int]:
    """Return the address and the port for monitoring, such as `9090` or `10.0.0.5:9090`; port 0 if there is none."""
    host, _, port = text.rpartition(":")
    return host.strip("[]") or "127.0.0.1", parse_number(port, 1, 65535) if text else 0


def _read_origin(text: str) -> str:
    """Return an origin as browsers write it. Raises `ReadError` for anything else, such as `*` or a path."""
    match = ORIGIN.fullmatch(text.lower())
    if match is None:
        raise ReadError("unreadable-origin", text=text)
    return match[1]


def _serve(settings: "Settings", in_browser: bool, lang: str) -> int:
    check_extra("server")
    if settings.on_postgresql:
        check_extra("postgresql")

    from keypeg.server.monitoring import monitoring_ports
    from keypeg.server.startup import check_database, serve, upgrade

    _check_address(settings.host, settings.port)
    for port in monitoring_ports(settings):
        _check_address(settings.monitoring_host, port)
    if not settings.on_postgresql:
        upgrade(settings)  # refused if another server uses this file and would need the old schema
    check_database(settings)
    address = _address(settings.host, settings.port)
    print(say(lang, "serving", address=address), file=sys.stderr, flush=True)
    if in_browser:
        Timer(1.0, webbrowser.open, (address,)).start()
    serve(settings)
    return 0


def _check_address(host: str, port: int) -> None:
    """Raise `ReadError` if the server could not listen on this address, before anything is started."""
    from keypeg.server.monitoring import listen

    try:
        listen(host, port).close()
    except (OSError, UnicodeError, OverflowError) as error:
        why = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else type(error).__name__
        raise ReadError("cannot-listen", host=host, port=str(port), why=why) from error
