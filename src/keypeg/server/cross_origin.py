"""Cross-origin requests (CORS): lets pages of exactly the configured origins read responses, and no others.

A page may send its cookies too: an origin is always named, never a wildcard, so a browser accepts that. Cookies are
`SameSite=Strict`, so a page of another site uses the token of its player instead.
"""

from collections.abc import Iterable

from keypeg.server.request_context import Scope, Send, read_header

HeaderList = list[tuple[bytes, bytes]]

PREFLIGHT_SECONDS = 600
"""How long a browser may remember the answer to a preflight request."""

NO_CONTENT = 204


class CrossOrigin:
    """The origins whose pages may use this server."""

    def __init__(self, origins: Iterable[str]) -> None:
        self._origins = frozenset(origins)

    def headers_for(self, scope: Scope) -> HeaderList:
        """Return the headers by which a browser shows a response to the page that requested it."""
        if not self._origins:
            return []
        vary = (b"vary", b"origin")  # a cache must not answer one origin with what another got
        origin = read_header(scope, b"origin")
        if origin not in self._origins:
            return [vary]
        return [
            vary,
            (b"access-control-allow-origin", origin.encode("latin-1")),
            (b"access-control-allow-credentials", b"true"),
            (b"access-control-expose-headers", b"retry-after"),
        ]

    def is_preflight(self, scope: Scope) -> bool:
        """Whether a browser asks with this request what a page of a configured origin may send."""
        is_asked = scope["method"] == "OPTIONS" and read_header(scope, b"access-control-request-method")
        return bool(is_asked) and read_header(scope, b"origin") in self._origins


async def answer_preflight(send: Send) -> None:
    """Say what a page may send; `send` adds who may send it."""
    headers = [
        (b"access-control-allow-methods", b"GET, HEAD, POST, PUT, DELETE"),
        (b"access-control-allow-headers", b"authorization, content-type, accept-language"),
        (b"access-control-max-age", str(PREFLIGHT_SECONDS).encode()),
    ]
    await send({"type": "http.response.start", "status": NO_CONTENT, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
