"""Who asks: the address, the token, and whether the page that asks may."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any
from urllib.parse import parse_qs

from starlette.requests import cookie_parser

from keypeg.i18n.catalogue import LANGUAGES
from keypeg.service.errors import TableError

Scope = Any
"""What ASGI tells of a request."""

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


def header(scope: Scope, name: bytes) -> str:
    """The value of a header; empty if it is not there."""
    for found, value in scope["headers"]:
        if found == name:
            return str(value.decode("latin-1"))
    return ""


def language_of(scope: Scope) -> str:
    """In which language whoever asks wants to be told why something is refused; English if he does not say.

    A socket of a browser cannot choose its headers, so its address can say it as well.
    """
    asked = parse_qs(scope["query_string"].decode("latin-1")).get("lang", [])
    wanted = [part.split(";")[0].strip()[:2].lower() for part in header(scope, b"accept-language").split(",")]
    return next((lang for lang in (*asked, *wanted) if lang in LANGUAGES), LANGUAGES[0])


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
    # Read as browsers write them: a cookie of somebody else on the same host must not hide ours.
    return cookie_parser(header(scope, b"cookie")).get(cookie_name(table), "")


def check_origin(scope: Scope, allowed: Iterable[str]) -> None:
    """Raise `TableError` if a page from elsewhere asks. Programs that are no browsers name no origin."""
    origin = header(scope, b"origin")
    if header(scope, b"sec-fetch-site") == "cross-site" and origin not in allowed:
        raise TableError("wrong-origin")
    if not origin or origin in allowed:
        return
    host = header(scope, b"host")
    if not host or origin.partition("://")[2].lower() != host.lower():
        raise TableError("wrong-origin")
