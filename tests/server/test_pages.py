"""The pages: their paths, their caching and their size."""

import asyncio
import gzip
import json
import re
from typing import Any

import pytest
from fastapi import FastAPI
from tools.web_types import PAGE, typescript

from keypeg.server.error_handlers import add_error_handlers
from keypeg.server.pages import WEB_FOLDER, add_pages
from support.running_server import Server

MOST = 110_000
"""The size limit of the first load in bytes, gzipped, with the font."""


@pytest.mark.parametrize("path", ["/", "/new/classic", "/table/abc", "/join/abc", "/watch/abc", "/new/classic?x=1"])
def test_every_path_in_links_is_a_page(server: Server, path: str) -> None:
    answer = server.ask("GET", path)
    assert (answer.status, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert answer.headers["cache-control"] == "no-cache"
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert b"<script" in answer.body
    assert b"<style" not in answer.body, "nothing is inline"


@pytest.mark.parametrize(
    "path", ["/nowhere", "/new/", "/new/a/b", "/assets/none.js", "/assets/../index.html", "/index.html"]
)
def test_other_paths_are_not_pages(server: Server, path: str) -> None:
    assert server.ask("GET", path).status == 404


@pytest.mark.parametrize(
    ("path", "content_type"),
    [
        ("/nowhere", "text/html; charset=utf-8"),
        ("/new/a/b", "text/html; charset=utf-8"),
        ("/api/nowhere", "application/problem+json"),
        ("/api/tables/nothing", "application/problem+json"),
    ],
)
def test_a_browser_at_an_unknown_address_gets_a_page_and_a_program_a_problem(
    server: Server, path: str, content_type: str
) -> None:
    opened = server.ask("GET", path, headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert (opened.status, opened.headers["content-type"]) == (404, content_type)
    assert server.ask("GET", path).headers["content-type"] == "application/problem+json"


def test_assets_are_cached_for_ever_and_small(server: Server) -> None:
    page = server.ask("GET", "/").body
    named = re.findall(r'(?:src|href)="(/[^"]+)"', page.decode())
    assert any(name.endswith(".js") for name in named)
    assert any(name.endswith(".css") for name in named)
    total = len(gzip.compress(page))
    for name in named:
        answer = server.ask("GET", name)
        assert answer.status == 200
        if name.startswith("/assets/"):
            assert "immutable" in answer.headers["cache-control"]
        total += len(gzip.compress(answer.body))
    assert total < MOST


def test_a_server_without_pages_says_how_to_build_them(tmp_path_factory: pytest.TempPathFactory) -> None:
    app = FastAPI()
    add_error_handlers(app)
    add_pages(app, tmp_path_factory.mktemp("empty"))
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": []}
    asyncio.run(app(scope, receive, send))
    assert sent[0]["status"] == 404
    assert json.loads(sent[1]["body"])["code"] == "no-pages"


def test_the_pages_types_are_generated_from_the_servers_schemas() -> None:
    assert PAGE.read_text(encoding="utf-8") == typescript(), "run python -m tools.web_types"


def test_the_pages_are_built() -> None:
    assert (WEB_FOLDER / "index.html").is_file(), "run make pages"
