"""Answers a few requests before the first client is served, because the first of each kind takes long.

FastAPI works out its routes when the first request arrives, and the sentences of a language are read when one is said.
Some modules are imported when they are first used (`keypeg.server.import_watch` finds them).
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

from keypeg.i18n.catalogue import LANGUAGES
from keypeg.players.registry import player_names
from keypeg.server.request_context import Receive, Scope, Send

UNKNOWN_PATH = "/api/rehearsal"
"""A path of no route: every router looks for it, and the answer is a sentence."""

LATE_MODULES = (
    "anyio._backends._asyncio",  # files of the pages, and answers that are worked out in a thread
    "anyio._core._fileio",
    "encodings.idna",  # the first address that is listened at or connected to
    "multiprocessing.popen_spawn_posix",  # the first process for bots, for the solver or for documents
    "multiprocessing.resource_tracker",
    "multiprocessing.synchronize",
)
"""What other packages import only when they need it, or not at all on some systems."""


async def rehearse(application: Callable[[Scope, Receive, Send], Awaitable[None]]) -> None:
    """Import what is used later, search for added bots, and let an application answer a few requests."""
    for module in LATE_MODULES:
        with suppress(ImportError):
            import_module(module)
    player_names()
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
