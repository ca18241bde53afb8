"""Facts about the client of a request: its address, language and token, and whether its page may use the server."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any
from urllib.parse import parse_qs

from starlette.requests import cookie_parser

from keypeg.i18n.catalogue import LANGUAGES
from keypeg.service.errors import TableError

Scope = Any
"""ASGI's description of a request."""

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]

Application = Callable[[Scope, Receive, Send], Awaitable[None]]
"""An ASGI application."""


def read_header(scope: Scope, name: bytes) -> str:
    """Read the value of a header; empty if the request does not have it."""
    for header, value in scope["headers"]:
        if header == name:
            return str(value.decode("latin-1"))
    return ""


def language_of(scope: Scope) -> str:
    """Return the language in which to explain refusals; English unless the client names another.

    A browser cannot set the headers of a socket, so the query string may name it as well.
    """
    in_query = parse_qs(scope["query_string"].decode("latin-1")).get("lang", [])
    accepted = [part.split(";")[0].strip()[:2].lower() for part in read_header(scope, b"accept-language").split(",")]
    return next((lang for lang in (*in_query, *accepted) if lang in LANGUAGES), LANGUAGES[0])


def address_of(scope: Scope) -> str:
    """Return the address that a request comes from."""
    client = scope.get("client")
    return client[0] if client else "unknown"


def cookie_name(table_id: str) -> str:
    """Name the cookie that holds a player's token for this table."""
    return f"keypeg-{table_id}"


def token_of(scope: Scope, table_id: str) -> str:
    """Return the token in a request's header, or else in the table's cookie; empty if there is none."""
    kind, _, token = read_header(scope, b"authorization").partition(" ")
    if kind.lower() == "bearer":
        return token.strip()
    # Parsed as browsers write cookies: another program's cookie on the same host must not hide ours.
    return cookie_parser(read_header(scope, b"cookie")).get(cookie_name(table_id), "")


def check_origin(scope: Scope, allowed: Iterable[str]) -> None:
    """Raise `TableError` if a page of another site sends the request. Only browsers send an origin."""
    origin = read_header(scope, b"origin")
    if read_header(scope, b"sec-fetch-site") == "cross-site" and origin not in allowed:
        raise TableError("wrong-origin")
    if not origin or origin in allowed:
        return
    host = read_header(scope, b"host")
    if not host or origin.partition("://")[2].lower() != host.lower():
        raise TableError("wrong-origin")
