"""Who asks: the address, the token, and whether the page that asks may."""

from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from keypeg.service.errors import TableError

Scope = Any
"""What ASGI tells of a request."""


def header(scope: Scope, name: bytes) -> str:
    """The value of a header; empty if it is not there."""
    for found, value in scope["headers"]:
        if found == name:
            return str(value.decode("latin-1"))
    return ""


def address_of(scope: Scope) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return client[0] if client else "unknown"


def cookie_name(table: str) -> str:
    """The cookie that holds the token of a guest of this table."""
    return f"keypeg-{table}"


def token_of(scope: Scope, table: str) -> str:
    """The token that a request shows: in a header, or in the table's cookie. Empty if there is none."""
    kind, _, token = header(scope, b"authorization").partition(" ")
    if kind.lower() == "bearer":
        return token.strip()
    try:
        cookies = SimpleCookie(header(scope, b"cookie"))
    except CookieError:
        return ""
    morsel = cookies.get(cookie_name(table))
    return morsel.value if morsel is not None else ""


def check_origin(scope: Scope, allowed: Iterable[str]) -> None:
    """Raise `TableError` if a page from elsewhere asks. Programs that are no browsers name no origin."""
    origin = header(scope, b"origin")
    if header(scope, b"sec-fetch-site") == "cross-site" and origin not in allowed:
        raise TableError("wrong-origin")
    if not origin or origin in allowed:
        return
    host = header(scope, b"host")
    if not host or urlsplit(origin).netloc.lower() != host.lower():
        raise TableError("wrong-origin")
