"""By which names the server may be called.

A page from elsewhere cannot read what this server answers; but whoever owns a name can have it point to this machine
after his page was loaded, and to the browser that page is then one of ours. So a name counts only if it was told to the
server. An address cannot be made to point elsewhere; a server for this machine alone knows none but this machine's.
"""

import re
from ipaddress import ip_address
from urllib.parse import urlsplit

from keypeg.server.request_context import Scope, header
from keypeg.server.settings import Settings
from keypeg.service.errors import TableError

_HOST = re.compile(r"(\[[^][]*\]|[^][:]*)(:[0-9]*)?")
"""A name or an address, and a port, which may be any."""


class Hosts:
    """What this server may be called."""

    def __init__(self, settings: Settings) -> None:
        pages = [urlsplit(origin).hostname or "" for origin in settings.origins]
        self._names = {_plain(name) for name in ("localhost", settings.host, *settings.names, *pages)} - {""}
        self._own_machine = settings.host == "localhost" or _loopback(settings.host)

    def check(self, scope: Scope) -> None:
        """Raise `TableError` if somebody calls the server by a name that is not its own."""
        found = _HOST.fullmatch(header(scope, b"host"))
        if found is None or not self._know(_plain(found[1])):
            raise TableError("wrong-host")

    def _know(self, host: str) -> bool:
        if host in self._names or _loopback(host):
            return True
        return not self._own_machine and _loopback(host) is not None


def _plain(host: str) -> str:
    return host.lower().removesuffix(".").strip("[]")


def _loopback(host: str) -> bool | None:
    """Whether this is an address of the machine itself; None if it is no address at all."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return None
