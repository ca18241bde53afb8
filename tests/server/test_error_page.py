"""A browser that is refused shows a page that says what to do; a program gets a problem document."""

import asyncio
import base64
import hashlib
import re
import socket
from contextlib import closing, suppress
from html import escape
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from keypeg.i18n.catalogue import LANGUAGES, say
from keypeg.server.error_handlers import add_error_handlers
from keypeg.server.pages import add_pages
from keypeg.server.settings import Limits
from support.running_server import Server, Start
from support.server_process import PATIENCE

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_browser_that_sends_too_many_requests_gets_a_page_in_its_language(
    start: Start, tmp_path: Path, lang: str
) -> None:
    server = start(tmp_path, limits=Limits(requests=0.1, request_burst=5))
    browser = BROWSER | {"Accept-Language": lang}
    for _ in range(5):
        server.ask("GET", "/", headers=browser)
    refused = server.ask("GET", "/", headers=browser)
    assert (refused.status, refused.headers["content-type"]) == (429, "text/html; charset=utf-8")
    html = refused.body.decode()
    assert f'<html lang="{lang}">' in html
    for key in ("limit-title", "ask-again", "limit-shared"):
        assert say(lang, key) in html
    assert say(lang, "error-too-fast", seconds=int(refused.headers["retry-after"])) in html
    [policy] = refused.headers.get_all("content-security-policy") or []
    [style] = re.findall(r"<style>(.*?)</style>", html, re.DOTALL)
    assert f"'sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}'" in policy
    assert not re.findall(r"(?:src|href)=\"[^\"]", html), "it needs no other file"
    assert server.ask("GET", "/api/tables", headers=browser).code == "too-fast"
    assert server.ask("GET", "/").code == "too-fast"


def test_the_files_of_the_pages_are_counted_apart_so_that_a_class_behind_one_address_gets_whole_pages(
    start: Start, tmp_path: Path
) -> None:
    server = start(tmp_path, limits=Limits(requests=0.001, request_burst=2, files=0.001, file_burst=40))
    files = [server.ask("GET", "/icon.svg").status for _ in range(40)]
    assert set(files) == {200}
    assert [server.ask("GET", "/api/tables").status for _ in range(3)] == [200, 200, 429]
    assert server.ask("GET", "/icon.svg").code == "too-fast"


def test_a_client_for_whom_there_is_no_room_is_told_so_in_every_language(start: Start, tmp_path: Path) -> None:
    server = start(tmp_path, limits=Limits(connections_per_address=1))
    host = server.play()
    with host.socket(1), closing(socket.create_connection(("127.0.0.1", server.settings.port))) as connection:
        connection.settimeout(PATIENCE)
        connection.sendall(f"GET / HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode())
        received = b""
        while piece := connection.recv(1 << 16):
            received += piece
    head, _, body = received.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 429 Too Many Requests\r\n")
    assert f"content-length: {len(body)}".encode() in head
    for lang in LANGUAGES:
        assert say(lang, "limit-busy") in body.decode()


def test_few_such_clients_are_told_at_once_and_none_keeps_its_connection(start: Start, tmp_path: Path) -> None:
    server = start(tmp_path, limits=Limits(connections_per_address=1))
    host = server.play()
    with host.socket(1) as playing:
        playing.receive()
        refused = [socket.create_connection(("127.0.0.1", server.settings.port)) for _ in range(150)]
        told = 0
        for connection in refused:
            connection.settimeout(PATIENCE)
            with closing(connection):
                try:
                    told += bool(connection.recv(100))
                    while connection.recv(1 << 16):
                        pass
                except ConnectionError:
                    pass
        assert 1 <= told <= 150
        playing.submit("code RRBB", "k")
        assert playing.receive()["key"] == "k"


def page_for(server: Server, path: str, status: int, lang: str = "en", **headers: str) -> str:
    """What a browser gets that opens this path: a page, though something is wrong."""
    answer = server.ask("GET", path, headers=BROWSER | {"Accept-Language": lang} | headers)
    assert (answer.status, answer.headers["content-type"]) == (status, "text/html; charset=utf-8")
    return answer.body.decode()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_browser_that_opens_an_unknown_host_name_gets_a_page_and_a_program_a_problem(
    server: Server, lang: str
) -> None:
    html = page_for(server, "/", 421, lang, Host="evil.example")
    assert f"<title>{say(lang, 'failure-title')} – Keypeg</title>" in html
    assert say(lang, "error-wrong-host") in html
    assert say(lang, "limit-shared") not in html, "it is not about limits"
    assert server.ask("GET", "/api/editions", headers=BROWSER | {"Host": "evil.example"}).code == "wrong-host"


def test_a_browser_gets_a_page_when_the_pages_are_not_built_or_making_one_fails(tmp_path: Path) -> None:
    app = FastAPI()
    add_error_handlers(app)
    add_pages(app, tmp_path)
    for status, key in ((404, "error-no-pages"), (500, "error-failed")):
        begun, page = opened(app)
        assert (begun["status"], dict(begun["headers"])[b"content-type"]) == (status, b"text/html; charset=utf-8")
        assert escape(say("en", key)) in page["body"].decode()
        (tmp_path / "index.html").write_text("<head></head>", encoding="utf-8")


def opened(app: FastAPI) -> list[dict[str, Any]]:
    """What a browser gets that opens the first page of an application which has no tables."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(name.lower().encode(), value.encode()) for name, value in BROWSER.items()]
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": headers}
    with suppress(AttributeError):  # for the log, after it has been answered
        asyncio.run(app(scope, receive, send))
    return sent
