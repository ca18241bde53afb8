"""Requests: tokens and cookies, origins, headers, sizes, rates and monitoring."""

import re
import sqlite3
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from keypeg import __version__
from keypeg.server.settings import Limits
from support.running_server import Player, Server, Socket, Start

BROWSER = {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"}


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with low limits, behind a proxy, which pages of one other site may use."""
    narrow = Limits(
        body=2_000,
        frame=500,
        requests=1e-6,
        request_burst=8,
        frames=1e-6,
        frame_burst=5,
        tables=2,
        sockets=2,
        public_tables=1,
        joins=1,
    )
    server = Server(
        tmp_path_factory.mktemp("strict"), limits=narrow, proxies="127.0.0.1", origins=("https://friend.example",)
    )
    yield server
    assert server.stop() == 0


def forwarded_for(address: str, **more: str) -> dict[str, str]:
    """Return the headers by which a proxy names its client."""
    return {"X-Forwarded-For": address} | more


def denial_of(server: Server, path: str, **more: Any) -> tuple[int, str]:
    """Open a socket that is denied; return the status and the code of the problem document."""
    with pytest.raises(InvalidStatus) as caught:
        Socket(server, path, **more)
    response = caught.value.response
    assert response.headers["content-type"] == "application/problem+json"
    assert "content-security-policy" in response.headers
    match = re.search(rb'"code":"([a-z-]+)"', response.body or b"")
    assert match is not None
    assert response.status_code != 429 or "retry-after" in response.headers or match[1] == b"too-many-sockets"
    return response.status_code, match[1].decode()


# Tokens


def cookie_of(server: Server, **headers: str) -> tuple[Player, str, Any]:
    answer = server.ask("POST", "/api/tables", {"edition": "classic", "name": "Ann", "seats": [1]}, headers=headers)
    player = Player(server, answer.json)
    (name, morsel), *more = SimpleCookie(answer.headers["set-cookie"]).items()
    assert not more
    return player, name, morsel


def test_the_token_cookie_is_hidden_from_scripts_and_other_sites(server: Server) -> None:
    player, _, morsel = cookie_of(server)
    assert morsel.value == player.token
    assert morsel["httponly"]
    assert morsel["samesite"] == "strict"
    assert morsel["path"] == f"/api/tables/{player.table}"
    assert not morsel["domain"]
    assert not morsel["secure"]


def test_behind_https_the_cookie_is_secure(strict: Server) -> None:
    _, _, morsel = cookie_of(strict, **forwarded_for("192.0.2.1", **{"X-Forwarded-Proto": "https"}))
    assert morsel["secure"]


def test_a_cookie_works_like_a_bearer_token(server: Server) -> None:
    player, name, morsel = cookie_of(server)
    cookie = f"strange:one=1; =; other; {name}={morsel.value}"
    for headers in ({"Cookie": cookie}, {"Authorization": f"bearer  {player.token} "}):
        assert player.ask("GET", "?seat=1", token="", headers=headers).status == 200
        with player.socket(1, token="", headers=headers) as socket:
            assert socket.receive()["seat"] == 1
    other = server.open(seats=[1])
    assert other.ask("GET", "?seat=1", token="", headers={"Cookie": cookie}).code == "no-token"


# Origins


ELSEWHERE = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://["},
    {"Origin": "http://127.0.0.1:1"},
    {"Sec-Fetch-Site": "cross-site"},
]


@pytest.mark.parametrize("headers", ELSEWHERE)
def test_pages_of_other_sites_neither_change_anything_nor_open_sockets(server: Server, headers: dict[str, str]) -> None:
    host = server.open(seats=[1])
    before = host.snapshot()
    for method, path, body in (
        ("POST", "/join", {"name": "Eve", "link_key": host.link_key()}),
        ("POST", "/begin", None),
        ("PUT", "/turn-limit", {"turn_limit": 9}),
        ("DELETE", "/seats/1", None),
        ("POST", "/actions", {"seat": 1, "action": "resign", "key": "1"}),
    ):
        answer = host.ask(method, path, body, headers=headers)
        assert (answer.status, answer.code) == (403, "wrong-origin")
    assert host.snapshot() == before
    assert denial_of(server, f"/api/tables/{host.table}/socket?seat=1", token=host.token, headers=headers) == (
        403,
        "wrong-origin",
    )


def test_the_servers_own_pages_are_allowed(server: Server) -> None:
    headers = {"Origin": f"http://{server.host}", **BROWSER}
    host = server.open(seats=[1])
    assert host.ask("PUT", "/turn-limit", {"turn_limit": 9}, headers=headers).status == 200
    with host.socket(1, headers=headers) as socket:
        assert socket.receive()["type"] == "snapshot"


def test_pages_of_configured_origins_are_allowed(strict: Server) -> None:
    headers = forwarded_for("192.0.2.2", Origin="https://friend.example", **{"Sec-Fetch-Site": "cross-site"})
    body = {"edition": "classic", "name": "Ann"}
    assert strict.ask("POST", "/api/tables", body, headers=headers).status == 201


def test_pages_of_configured_origins_read_responses_and_refusals(strict: Server) -> None:
    friend = forwarded_for("192.0.2.60", Origin="https://friend.example", **{"Sec-Fetch-Site": "cross-site"})
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,content-type"}
    preflight = strict.ask("OPTIONS", "/api/tables", headers=friend | asked)
    assert preflight.status == 204
    assert "POST" in preflight.headers["access-control-allow-methods"]
    assert {"authorization", "content-type"} <= set(preflight.headers["access-control-allow-headers"].split(", "))
    refused = strict.ask("GET", "/api/tables/nosuchtable", headers=friend)
    assert (refused.status, refused.code) == (404, "no-such-table")
    for answer in (preflight, refused, strict.ask("GET", "/api/editions", headers=friend)):
        assert answer.headers["access-control-allow-origin"] == "https://friend.example"
        assert answer.headers["access-control-allow-credentials"] == "true"
        assert answer.headers["vary"] == "origin"


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "http://friend.example",
        "https://friend.example:8443",
        "https://a.friend.example",
        "null",
    ],
)
def test_pages_of_other_origins_read_nothing(strict: Server, origin: str) -> None:
    headers = forwarded_for(f"192.0.2.{61 + len(origin)}", Origin=origin)
    preflight = strict.ask("OPTIONS", "/api/tables", headers=headers | {"Access-Control-Request-Method": "POST"})
    assert preflight.status == 405
    for answer in (preflight, strict.ask("GET", "/api/editions", headers=headers)):
        assert "access-control-allow-origin" not in answer.headers
        assert answer.headers["vary"] == "origin"


# The lobby


def test_public_tables_and_joins_of_one_address_are_limited_and_a_removed_player_stays_away(strict: Server) -> None:
    ann, eve = forwarded_for("192.0.2.80"), forwarded_for("192.0.2.81")
    body = {"edition": "classic", "name": "Ann", "public": True, "seats": [1]}
    host = Player(strict, strict.ask("POST", "/api/tables", body, headers=ann).json)
    another = strict.ask("POST", "/api/tables", body, headers=ann)
    assert (another.status, another.code) == (429, "too-many-public-tables")
    path, joining = f"/api/tables/{host.table}/join", {"name": "Eve", "seats": [2]}
    guest = Player(strict, strict.ask("POST", path, joining, headers=eve).json)
    assert strict.ask("POST", path, {}, headers=eve).code == "too-fast"
    assert host.ask("DELETE", "/seats/2", headers=ann).status == 200
    assert guest.ask("PUT", "/seats/2", {}, headers=eve).code == "removed-by-host"
    assert strict.ask("POST", path, joining, headers=eve).code == "removed-by-host"


# Headers


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/healthz", 200),
        ("HEAD", "/healthz", 200),
        ("GET", "/api/editions", 200),
        ("GET", "/openapi.json", 200),
        ("GET", "/schema/frames.json", 200),
        ("GET", "/metrics", 200),
        ("GET", "/nowhere", 404),
        ("GET", "/api/tables/nosuchtable", 404),
        ("PATCH", "/api/tables", 405),
        ("POST", "/api/tables", 422),
        ("OPTIONS", "/api/tables", 405),
    ],
)
def test_every_response_has_the_security_headers(server: Server, method: str, path: str, status: int) -> None:
    answer = server.ask(method, path)
    assert answer.status == status
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["server"] is None
    assert answer.headers["access-control-allow-origin"] is None
    assert (answer.headers["cache-control"] == "no-store") == path.startswith("/api/")
    assert (answer.body == b"") == (method == "HEAD")
    if status >= 400:
        assert answer.code in ("no-such-page", "no-such-table", "wrong-method", "unreadable")
    elsewhere = re.findall(rb"https?://[^\s\"']+", answer.body)
    assert [address for address in elsewhere if b"json-schema.org" not in address] == []


def test_a_wrong_method_is_answered_with_the_allowed_ones(server: Server) -> None:
    answer = server.ask("PATCH", "/healthz")
    assert (answer.status, answer.code, answer.headers["allow"]) == (405, "wrong-method", "GET")


def test_sockets_exist_only_at_tables(server: Server) -> None:
    host = server.open(seats=[1])
    socket = f"/api/tables/{host.table}/socket"
    assert denial_of(server, "/nowhere") == (404, "no-such-page")
    assert denial_of(server, "/api/tables/NO/socket") == (404, "no-such-page")
    assert denial_of(server, "/api/tables/nosuchtable/socket") == (404, "no-such-table")
    assert denial_of(server, socket) == (401, "no-token")
    assert denial_of(server, f"{socket}?watch=guessed") == (403, "wrong-link-key")
    assert denial_of(server, f"{socket}?seat=1") == (401, "no-token")
    assert denial_of(server, f"{socket}?seat=1", token="invented") == (401, "wrong-token")
    assert denial_of(server, f"{socket}?seat=2", token=host.token) == (403, "not-your-seat")
    assert denial_of(server, f"{socket}?seat=9", token=host.token) == (404, "no-such-seat")
    for seat in ("x", "-1", "1" * 9, "%C2%B2"):
        assert denial_of(server, f"{socket}?seat={seat}", token=host.token) == (400, "unreadable")
        assert denial_of(server, f"{socket}?seat=1&after={seat}", token=host.token) == (400, "unreadable")


# Sizes and rates


def test_a_request_that_is_too_large_is_refused(strict: Server) -> None:
    head = f"POST /api/tables HTTP/1.1\r\nHost: {strict.host}\r\nX-Forwarded-For: 192.0.2.3\r\nConnection: close\r\n"
    kind = "Content-Type: application/json\r\n"
    body = b'{"edition": "classic", "name": "' + b"x" * 3_000 + b'"}'
    whole = f"{head}{kind}Content-Length: {len(body)}\r\n\r\n".encode() + body
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:1_500], body[1_500:], b""))
    for answer in (
        strict.send_raw(whole),
        strict.send_raw(f"{head}{kind}Transfer-Encoding: chunked\r\n\r\n".encode() + chunks),
    ):
        assert answer.startswith(b"HTTP/1.1 413 ")
        assert b'"code":"too-large"' in answer


def test_the_request_rate_is_limited_for_each_address(strict: Server) -> None:
    codes = [strict.ask("GET", "/api/editions", headers=forwarded_for("192.0.2.4")).status for _ in range(10)]
    assert codes == [200] * 8 + [429] * 2
    answer = strict.ask("GET", "/api/editions", headers=forwarded_for("192.0.2.4"))
    assert answer.code == "too-fast"
    assert int(answer.headers["retry-after"]) == int(answer.json["values"]["seconds"]) >= 1
    assert denial_of(strict, "/api/tables/x/socket", headers=forwarded_for("192.0.2.4")) == (429, "too-fast")
    assert strict.ask("GET", "/healthz", headers=forwarded_for("192.0.2.4")).status == 200
    assert strict.ask("GET", "/api/editions", headers=forwarded_for("192.0.2.5")).status == 200


def test_the_number_of_tables_is_limited_for_each_address(strict: Server) -> None:
    body = {"edition": "classic", "name": "Ann"}
    answers = [strict.ask("POST", "/api/tables", body, headers=forwarded_for("192.0.2.6")) for _ in range(3)]
    assert [answer.status for answer in answers] == [201, 201, 429]
    assert answers[2].code == "too-many-tables"
    assert 1000 < int(answers[2].headers["retry-after"]) <= 3600 / 2
    assert answers[1].headers["retry-after"] is None
    assert strict.ask("POST", "/api/tables", body, headers=forwarded_for("192.0.2.7")).status == 201


def opened_from(server: Server, address: str) -> Player:
    body = {"edition": "classic", "name": "Ann", "seats": [1, 2], "begin": True}
    return Player(server, server.ask("POST", "/api/tables", body, headers=forwarded_for(address)).json)


def test_the_number_of_sockets_is_limited_for_each_address(strict: Server) -> None:
    host, headers = opened_from(strict, "192.0.2.8"), forwarded_for("192.0.2.8")
    path = f"/api/tables/{host.table}/socket"
    with host.socket(1, headers=headers):
        with host.socket(2, headers=headers) as second:
            assert denial_of(strict, path, token=host.token, headers=headers) == (429, "too-many-sockets")
            with host.socket(1, headers=forwarded_for("192.0.2.9")) as other:
                assert other.receive()["type"] == "snapshot"
            second.receive()
        with host.socket(1, headers=headers) as third:  # after one was closed
            assert third.receive()["type"] == "snapshot"


def test_the_frame_rate_of_a_socket_is_limited(strict: Server) -> None:
    host, headers = opened_from(strict, "192.0.2.10"), forwarded_for("192.0.2.10")
    with host.socket(1, headers=headers) as socket:
        socket.receive()
        for _ in range(5):
            socket.send({"type": "ping"})
            assert socket.receive() == {"type": "pong"}
        socket.send({"type": "ping"})
        assert socket.receive_refusal() == "too-fast"
        socket.submit("code RRBB", "key")
        assert socket.receive_refusal() == "too-fast"


def test_a_frame_that_is_too_large_ends_the_socket(strict: Server) -> None:
    host, headers = opened_from(strict, "192.0.2.11"), forwarded_for("192.0.2.11")
    with host.socket(1, headers=headers) as socket:
        socket.receive()
        socket.send(" " * 501)
        with pytest.raises(ConnectionClosed) as caught:
            socket.receive()
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 1009


def test_only_configured_proxies_may_name_the_client(tmp_path: Path, start: Start) -> None:
    server = start(tmp_path, limits=Limits(requests=1e-6, request_burst=2))
    codes = [server.ask("GET", "/api/editions", headers=forwarded_for(f"192.0.2.{n}")).status for n in range(3)]
    assert codes == [200, 200, 429]


# Monitoring


def test_the_server_reports_that_it_is_alive_and_ready(server: Server) -> None:
    for path in ("/healthz", "/readyz"):
        assert server.ask("GET", path).json == {"status": "ok", "keypeg": __version__}


def test_metrics_are_published_for_prometheus(server: Server) -> None:
    def metric(name: str) -> float:
        text = server.ask("GET", "/metrics").body.decode()
        match = re.search(rf"^{re.escape(name)} ([0-9.e+]+)$", text, re.MULTILINE)
        return float(match[1]) if match else 0.0

    names: tuple[str, ...] = ("keypeg_tables_total", "keypeg_entries_total", 'keypeg_refused_total{code="unreadable"}')
    names += ("keypeg_thinking_seconds_count", "keypeg_loop_lag_seconds_count", 'keypeg_requests_total{status="201"}')
    before = [metric(name) for name in names]
    host = server.open(seats=[1], bots={"2": "beginner"}, begin=True)
    with host.socket(1) as socket:
        assert metric("keypeg_sockets") >= 1
        socket.receive()
        socket.send("nonsense")
        socket.receive()
        socket.submit("code RRBB", "2")
        socket.receive()
        socket.receive()
    after = [metric(name) for name in names]
    assert [new > old for old, new in zip(before, after, strict=True)] == [True] * len(names)


def test_the_log_contains_no_secret_name_or_address(tmp_path: Path, start: Start) -> None:
    server = start(tmp_path)
    host = server.open(name="Annabella", seats=[1], bots={"2": "beginner"})
    with host.invite("Benedict").socket() as looking:
        assert host.ask("POST", "/begin").status == 200
        looking.receive()
        with host.socket(1) as socket:
            socket.receive()
            socket.send("secretsecret")
            socket.submit("code KWKW", "idempotent")
            while not any(event["event"] == "round-ended" for event in socket.receive().get("events", [])):
                pass
    host.ask("POST", "/actions", {"seat": "Annabella", "action": 1, "key": host.token})
    server.ask("POST", "/api/tables", raw=b"\xff{" + host.token.encode())
    assert denial_of(server, f"/api/tables/{host.table}/socket", token="invented") == (401, "wrong-token")
    server.send_raw(f"GET / HTTP/9.9\r\nAnnabella: {host.token}\r\n\r\n".encode())
    assert server.stop() == 0
    logged = server.log.read_text()
    assert "without completing handshake" not in logged
    for secret in (
        host.token,
        host.link_key(),
        "Annabella",
        "Benedict",
        "KWKW",
        "127.0.0.1",
        "idempotent",
        "secretsecret",
    ):
        assert secret not in logged


def test_an_internal_error_is_a_problem_document_and_only_its_place_is_logged(tmp_path: Path, start: Start) -> None:
    server = start(tmp_path)
    host = server.play(name="Annabella")
    assert server.stop() == 0
    with sqlite3.connect(tmp_path / "tables.sqlite") as database:
        # Another program has made the table anew, without its types.
        database.executescript("create table copy as select * from tokens; drop table tokens")
        database.execute("alter table copy rename to tokens")
        database.execute("update tokens set expires = 'Annabella'")
    database.close()
    server = start(tmp_path, measured=True)
    answer = host.at(server).ask("GET", "?seat=1")
    assert (answer.status, answer.code) == (500, "failed")
    assert "content-security-policy" in answer.headers
    assert denial_of(server, f"/api/tables/{host.table}/socket?seat=1", token=host.token) == (500, "failed")
    assert server.ask("GET", "/healthz").status == 200
    assert server.stop() == 0
    logged = server.log.read_text()
    assert '"error": "TypeError"' in logged
    assert "seat_tokens.py:" in logged
    assert "Annabella" not in logged


def test_refusals_are_explained_in_the_requested_language(server: Server) -> None:
    for headers, sentence in (
        ({}, "This table does not exist."),
        ({"Accept-Language": "de, fr-CH;q=0.8, en;q=0.5"}, "Cette table n’existe pas."),
        ({"Accept-Language": "en-GB,fr"}, "This table does not exist."),
        ({"Accept-Language": ";;q=,,*"}, "This table does not exist."),
    ):
        assert server.ask("GET", "/api/tables/none", headers=headers).json["detail"] == sentence
    host = server.play()
    with Socket(server, f"/api/tables/{host.table}/socket?seat=2&lang=fr", token=host.token) as socket:
        assert socket.receive()["type"] == "snapshot"
        socket.submit("guess RRBB", "early")
        assert socket.receive()["problem"]["detail"] == "Les codes doivent d’abord être composés."
