"""Monitoring: on the port of the tables with a limit, or on one of its own and nowhere else."""

from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from keypeg.server.settings import Limits
from support.played_table import free_port
from support.running_server import Start

PATHS = ("/healthz", "/readyz", "/metrics")


def status_of(port: int, path: str) -> int:
    try:
        with urlopen(f"http://127.0.0.1:{port}{path}") as answer:
            return int(answer.status)
    except HTTPError as refused:
        with refused:
            return refused.code


def test_monitoring_has_a_port_of_its_own_if_asked(start: Start, tmp_path: Path) -> None:
    port = free_port()
    server = start(tmp_path, monitoring_port=port)
    host = server.play()
    assert [status_of(port, path) for path in PATHS] == [200, 200, 200]
    for path in (f"/api/tables/{host.table}", "/api/tables", "/", "/openapi.json"):
        assert status_of(port, path) == 404
    for path in PATHS:
        refused = server.ask("GET", path)
        assert (refused.status, refused.code) == (404, "no-such-page")
    with urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        assert b"keypeg_tables_total 1.0" in answer.read()
    assert server.stop() == 0
    with pytest.raises(OSError, match="refused"):
        status_of(port, "/healthz")


def test_monitoring_beside_the_tables_has_a_limit_and_takes_nothing_from_play(start: Start, tmp_path: Path) -> None:
    server = start(tmp_path, limits=Limits(monitoring=0.001, monitoring_burst=5))
    answers = [server.ask("GET", path) for path in PATHS * 3]
    assert {answer.status for answer in answers} == {200, 429}
    assert answers[-1].code == "too-fast"
    assert int(answers[-1].headers["retry-after"]) > 1
    assert server.play().submit(1, "code RRBB", "k").status == 200
