"""The host check: a domain that is made to point at the server (DNS rebinding) is refused."""

from pathlib import Path
from typing import Any

import pytest

from keypeg.server.host_check import HostCheck
from keypeg.server.settings import Settings
from keypeg.service.errors import TableError
from support.running_server import Server, Start

LOOPBACK_HOSTS = [
    "localhost",
    "LOCALHOST:8080",
    "localhost.:1",
    "127.0.0.1",
    "127.0.0.1:80",
    "127.8.9.1",
    "[::1]",
    "[::1]:9000",
]
"""Hosts that mean this machine."""

OTHER_ADDRESSES = ["192.168.1.5", "192.168.1.5:8080", "[fe80::1]:8080", "10.0.0.1", "[2001:db8::1]"]
"""Addresses that are not loopback."""

UNKNOWN_NAMES = [
    "play.example",
    "play.example:8080",
    "evil.example",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "den",
]
"""Names that anybody could register."""

INVALID_HOSTS = [
    "",
    ":8080",
    "[",
    "[]",
    "[::1",
    "::1",
    "a:b",
    "localhost:80:80",
    "play.example/",
    "127.1",
    "\xff",
    "[play]",
]


def is_accepted(named_host: str, **settings: Any) -> bool:
    """Whether a server with these settings accepts this host."""
    try:
        HostCheck(Settings("tables.sqlite", **settings)).check({"headers": [(b"host", named_host.encode("latin-1"))]})
    except TableError:
        return False
    return True


@pytest.mark.parametrize("listening", ["127.0.0.1", "localhost", "::1"])
def test_a_local_server_accepts_only_loopback_hosts(listening: str) -> None:
    assert all(is_accepted(host, host=listening) for host in LOOPBACK_HOSTS)
    assert not any(is_accepted(host, host=listening) for host in [*OTHER_ADDRESSES, *UNKNOWN_NAMES, *INVALID_HOSTS])


@pytest.mark.parametrize("listening", ["0.0.0.0", "::", "192.168.1.5"])
def test_a_public_server_accepts_any_address_but_no_name(listening: str) -> None:
    assert all(is_accepted(host, host=listening) for host in [*LOOPBACK_HOSTS, *OTHER_ADDRESSES])
    assert not any(is_accepted(host, host=listening) for host in [*UNKNOWN_NAMES, *INVALID_HOSTS])


@pytest.mark.parametrize(
    "named",
    [{"names": ("Play.Example",)}, {"origins": ("https://play.example",)}, {"host": "play.example"}],
    ids=lambda named: next(iter(named)),
)
def test_a_server_accepts_its_configured_names_at_any_port(named: dict[str, object]) -> None:
    assert all(
        is_accepted(host, **named) for host in ["play.example", "PLAY.example:8080", "play.example.", *LOOPBACK_HOSTS]
    )
    assert not any(
        is_accepted(host, **named) for host in ["evil.example", "a.play.example", "play.example.evil", *INVALID_HOSTS]
    )


def test_every_request_to_another_host_is_refused(server: Server) -> None:
    table = server.open(seats=[1])
    wrong = {"Host": f"evil.example:{server.port}"}
    for method, path in (("GET", "?seat=1"), ("GET", "/events?after=1&seat=1"), ("POST", "/begin")):
        answer = table.ask(method, path, headers=wrong)
        assert (answer.status, answer.code) == (421, "wrong-host")
    assert server.ask("GET", "/openapi.json", headers=wrong).code == "wrong-host"
    assert server.ask("GET", "/nowhere", headers=wrong).code == "wrong-host"
    response = server.send_raw(
        f"GET /api/tables/{table.table}/socket?seat=1 HTTP/1.1\r\nHost: evil.example\r\n"
        f"Authorization: Bearer {table.token}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    assert response.startswith(b"HTTP/1.1 421 ")
    assert b'"code":"wrong-host"' in response


def test_monitoring_paths_accept_any_host(server: Server) -> None:
    for path in ("/healthz", "/readyz", "/metrics"):
        assert server.ask("GET", path, headers={"Host": "keypeg.internal"}).status == 200


def test_a_proxy_passes_on_the_host_that_people_typed(tmp_path: Path, start: Start) -> None:
    server = start(tmp_path, names=("play.example",), proxies="127.0.0.1")
    headers = {"Host": "play.example", "Origin": "https://play.example", "X-Forwarded-Proto": "https"}
    requests = {"edition": "classic", "name": "Ann"}
    assert server.ask("POST", "/api/tables", requests, headers=headers).status == 201
    assert server.ask("POST", "/api/tables", requests, headers=headers | {"Host": "evil.example"}).code == "wrong-host"
