"""By which names the server may be called: nobody reads what it says by having a name of his own point to it."""

from pathlib import Path
from typing import Any

import pytest

from keypeg.server.host_check import HostCheck
from keypeg.server.settings import Settings
from keypeg.service.errors import TableError
from support.running_server import Server, Start

HERE = ["localhost", "LOCALHOST:8080", "localhost.:1", "127.0.0.1", "127.0.0.1:80", "127.8.9.1", "[::1]", "[::1]:9000"]
"""This machine."""

NEAR = ["192.168.1.5", "192.168.1.5:8080", "[fe80::1]:8080", "10.0.0.1", "[2001:db8::1]"]
"""Addresses of others."""

NAMES = ["play.example", "play.example:8080", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "den"]
"""Names that anybody could have."""

NONSENSE = ["", ":8080", "[", "[]", "[::1", "::1", "a:b", "localhost:80:80", "play.example/", "127.1", "\xff", "[play]"]


def known(called: str, **settings: Any) -> bool:
    """Whether a server that is set up so may be called this."""
    try:
        HostCheck(Settings("tables.sqlite", **settings)).check({"headers": [(b"host", called.encode("latin-1"))]})
    except TableError:
        return False
    return True


@pytest.mark.parametrize("listening", ["127.0.0.1", "localhost", "::1"])
def test_a_server_for_this_machine_knows_only_this_machine(listening: str) -> None:
    assert all(known(host, host=listening) for host in HERE)
    assert not any(known(host, host=listening) for host in [*NEAR, *NAMES, *NONSENSE])


@pytest.mark.parametrize("listening", ["0.0.0.0", "::", "192.168.1.5"])
def test_a_server_for_others_may_be_called_by_any_address_but_by_no_name(listening: str) -> None:
    assert all(known(host, host=listening) for host in [*HERE, *NEAR])
    assert not any(known(host, host=listening) for host in [*NAMES, *NONSENSE])


@pytest.mark.parametrize(
    "told",
    [{"names": ("Play.Example",)}, {"origins": ("https://play.example",)}, {"host": "play.example"}],
    ids=lambda told: next(iter(told)),
)
def test_a_server_knows_the_names_that_it_was_told_at_any_port(told: dict[str, object]) -> None:
    assert all(known(host, **told) for host in ["play.example", "PLAY.example:8080", "play.example.", *HERE])
    assert not any(known(host, **told) for host in ["evil.example", "a.play.example", "play.example.evil", *NONSENSE])


def test_who_calls_it_by_another_name_is_refused_whatever_he_asks(server: Server) -> None:
    table = server.open(seats=[1])
    wrong = {"Host": f"evil.example:{server.port}"}
    for method, path in (("GET", "?seat=1"), ("GET", "/events?after=1&seat=1"), ("POST", "/begin")):
        answer = table.ask(method, path, headers=wrong)
        assert (answer.status, answer.code) == (421, "wrong-host")
    assert server.ask("GET", "/openapi.json", headers=wrong).code == "wrong-host"
    assert server.ask("GET", "/nowhere", headers=wrong).code == "wrong-host"
    said = server.send_raw(
        f"GET /api/tables/{table.table}/socket?seat=1 HTTP/1.1\r\nHost: evil.example\r\n"
        f"Authorization: Bearer {table.token}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    assert said.startswith(b"HTTP/1.1 421 ")
    assert b'"code":"wrong-host"' in said


def test_those_who_watch_over_the_server_may_call_it_what_they_like(server: Server) -> None:
    for path in ("/healthz", "/readyz", "/metrics"):
        assert server.ask("GET", path, headers={"Host": "keypeg.internal"}).status == 200


def test_a_proxy_passes_on_the_name_that_people_typed(tmp_path: Path, start: Start) -> None:
    server = start(tmp_path, names=("play.example",), proxies="127.0.0.1")
    headers = {"Host": "play.example", "Origin": "https://play.example", "X-Forwarded-Proto": "https"}
    asked = {"edition": "classic", "name": "Ann"}
    assert server.ask("POST", "/api/tables", asked, headers=headers).status == 201
    assert server.ask("POST", "/api/tables", asked, headers=headers | {"Host": "evil.example"}).code == "wrong-host"
