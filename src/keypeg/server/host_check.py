"""Checks the host name by which a client addresses the server.

A page from another site cannot read this server's responses. But the owner of a domain can point it at this machine
after their page was loaded (DNS rebinding), and the browser then takes that page for one of ours. So only names that
the server was given are accepted. IP addresses cannot be rebound; a server for this machine only accepts only loopback
addresses.
"""

import re
from ipaddress import ip_address
from urllib.parse import urlsplit

from keypeg.server.request_context import Scope, read_header
from keypeg.server.settings import Settings
from keypeg.service.errors import TableError

_HOST = re.compile(r"(\[[^][]*\]|[^][:]*)(:[0-9]*)?")
"""A name or an address, and any port."""


class HostCheck:
    """The host names and addresses that this server accepts."""

    def __init__(self, settings: Settings) -> None:
        pages = [urlsplit(origin).hostname or "" for origin in settings.origins]
        self._names = {_normalize(name) for name in ("localhost", settings.host, *settings.names, *pages)} - {""}
        self._is_local_only = settings.host == "localhost" or _is_loopback(settings.host)

    def check(self, scope: Scope) -> None:
        """Raise `TableError` if a request names a host that is not accepted."""
        match = _HOST.fullmatch(read_header(scope, b"host"))
        if match is None or not self._is_accepted(_normalize(match[1])):
            raise TableError("wrong-host")

    def _is_accepted(self, host: str) -> bool:
        if host in self._names or _is_loopback(host):
            return True
        return not self._is_local_only and _is_loopback(host) is not None


def _normalize(host: str) -> str:
    return host.lower().removesuffix(".").strip("[]")


def _is_loopback(host: str) -> bool | None:
    """Whether this is an address of the machine itself; None if it is a name and not an address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return None
