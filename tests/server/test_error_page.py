"""A browser that meets a limit shows a page that says what to do; a program gets a problem document."""

import base64
import hashlib
import re
import socket
from contextlib import closing
from pathlib import Path

import pytest

from keypeg.i18n.catalogue import LANGUAGES, say
from keypeg.server.settings import Limits
from support.running_server import Start
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
