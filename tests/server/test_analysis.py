"""The analysis of finished rounds, and of the current round where the table allows it."""

from pathlib import Path

import pytest

from support.running_server import COMPILATION_SECONDS, Player, Reply, Server, Start
from support.server_process import PATIENCE

ROUND = ("1 code RRBB", "2 guess RRYY", "2 guess RRBB")


def request_analysis(table: Player, query: str, **more: str) -> Reply:
    """Request an analysis; wait for the solver to be compiled if necessary."""
    return table.ask("GET", f"/analysis?{query}", patience=COMPILATION_SECONDS, **more)


def test_a_finished_round_is_analysed_row_by_row(server: Server) -> None:
    table = server.play().play(*ROUND)
    answer = request_analysis(table, "round=1")
    assert answer.status == 200, answer.body
    (played,) = answer.json["rounds"]
    assert [row["guess"] for row in played["boards"][0]["rows"]] == ["RRYY", "RRBB"]
    assert all(row["cost"] is not None for row in played["boards"][0]["rows"])


def test_a_client_may_ask_for_less_time_of_the_solver_but_not_for_more(server: Server) -> None:
    table = server.play().play(*ROUND)
    assert request_analysis(table, "round=1&seconds=0.05").status == 200
    assert request_analysis(table, "round=1&seconds=1.5").status == 422


@pytest.mark.parametrize("number", [2, 7])
def test_the_current_round_is_not_analysed_unless_the_table_allows_it(server: Server, number: int) -> None:
    table = server.play().play(*ROUND)
    answer = table.ask("GET", f"/analysis?round={number}")
    assert (answer.status, answer.code) == ((403, "hints-not-allowed") if number == 2 else (404, "no-such-round"))


def test_a_replayed_round_is_not_analysed_by_its_first_attempt(server: Server) -> None:
    table = server.play("challenge-2001~holes_4~rounds_1").play(
        "1 code RRBB", "2 code RRBB", "1 guess RRBB", "2 guess RRBB"
    )
    assert table.snapshot()["view"]["attempt"] == 2
    assert table.ask("GET", "/analysis?round=1").code == "hints-not-allowed"


def test_where_hints_are_allowed_the_current_round_is_analysed_from_the_seats_view(server: Server) -> None:
    table = server.play(hints=True).play(*ROUND[:2])
    (played,) = request_analysis(table, "round=1&seat=2").json["rounds"]
    assert played["codes"] == [None, None]
    assert played["boards"][0]["hints"]["codes_left"] > 0


def test_only_viewers_of_a_table_get_its_analysis(server: Server) -> None:
    table = server.play(hints=True).play(*ROUND)
    other = server.open()
    assert table.ask("GET", "/analysis?round=1", token="").code == "no-token"
    assert table.ask("GET", "/analysis?round=1", token=other.token).code == "wrong-token"
    assert request_analysis(table, f"round=1&watch={table.link_key('watch')}", token="").status == 200


def test_there_is_no_analysis_before_the_match_begins(server: Server) -> None:
    assert server.open().ask("GET", "/analysis?round=1").code == "not-begun"


def test_a_server_is_ready_and_can_be_stopped_while_the_solver_compiles(tmp_path: Path, start: Start) -> None:
    """On a new machine compiling takes more than a minute, and only requests for the solver wait for it."""
    server = start(tmp_path, environment={"NUMBA_CACHE_DIR": str(tmp_path / "kernels")})
    with server.open(seats=[1], bots={"2": "strong"}, begin=True).socket(1) as waiting:
        waiting.receive()
        waiting.submit("code RRBB", "key")
        assert waiting.receive()["seat"] == 1
        while not (tmp_path / "kernels").exists():
            assert server.ask("GET", "/readyz").status == 200
        table = server.open(seats=[1], bots={"2": "beginner"}, begin=True)
        with table.socket(1) as socket:
            socket.receive()
            socket.submit("code RRBB", "key")
            while socket.receive()["seat"] != 2:
                pass
        assert waiting.connection.ping().wait(PATIENCE)
    assert server.stop() == 0
    server.wait_for_all_processes()
