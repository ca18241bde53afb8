"""Answers a few requests before the first client is served, because the first of each kind takes long.

FastAPI works out its routes when the first request arrives, and the sentences of a language are read when one is said.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from keypeg.i18n.catalogue import LANGUAGES
from keypeg.server.request_context import Receive, Scope, Send

UNKNOWN_PATH = "/api/rehearsal"
"""A path of no route: every router looks for it, and the answer is a sentence."""


async def rehearse(application: Callable[[Scope, Receive, Send], Awaitable[None]]) -> None:
    """Let an application answer requests whose answers nobody reads."""
    for lang in LANGUAGES:
        for path, query in ((UNKNOWN_PATH, ""), ("/api/editions", f"lang={lang}")):
            await application(_scope(path, query, lang), _receive, _discard)


def _scope(path: str, query: str, lang: str) -> dict[str, Any]:
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "scheme": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(b"accept-language", lang.encode())],
        "client": None,
        "server": None,
    }


async def _receive() -> dict[str, Any]:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _discard(message: Any) -> None:
    pass
