"""Looking back at a round through the server; and at one that is being played, where all have agreed on it."""

from pathlib import Path

import pytest

from support.running_server import COMPILATION_SECONDS, Player, Reply, Server, Start
from support.server_process import PATIENCE

ROUND = ("1 code RRBB", "2 guess RRYY", "2 guess RRBB")


def analysed(table: Player, asked: str, **more: str) -> Reply:
    """What is answered to who looks back: at once, or when the solver is compiled."""
    return table.ask("GET", f"/analysis?{asked}", patience=COMPILATION_SECONDS, **more)


def test_a_round_that_is_over_is_judged_row_by_row(server: Server) -> None:
    table = server.play().play(*ROUND)
    answer = analysed(table, "round=1")
    assert answer.status == 200, answer.body
    (played,) = answer.json["rounds"]
    assert [row["guess"] for row in played["boards"][0]["rows"]] == ["RRYY", "RRBB"]
    assert all(row["loss"] is not None for row in played["boards"][0]["rows"])


@pytest.mark.parametrize("number", [2, 7])
def test_a_round_that_is_not_over_is_not_judged_unless_all_have_agreed(server: Server, number: int) -> None:
    table = server.play().play(*ROUND)
    answer = table.ask("GET", f"/analysis?round={number}")
    assert (answer.status, answer.code) == ((403, "help-not-agreed") if number == 2 else (404, "no-such-round"))


def test_a_round_that_is_played_again_tells_nothing_of_itself_by_the_one_before(server: Server) -> None:
    table = server.play("challenge-2001~holes_4~rounds_1").play(
        "1 code RRBB", "2 code RRBB", "1 guess RRBB", "2 guess RRBB"
    )
    assert table.snapshot()["view"]["attempt"] == 2
    assert table.ask("GET", "/analysis?round=1").code == "help-not-agreed"


def test_where_all_have_agreed_the_running_round_is_judged_by_what_a_seat_knows_and_hinted_at(server: Server) -> None:
    table = server.play(help=True).play(*ROUND[:2])
    (played,) = analysed(table, "round=1&seat=2").json["rounds"]
    assert played["codes"] == [None, None]
    assert played["boards"][0]["hints"]["codes_left"] > 0


def test_only_who_may_see_a_table_may_look_back(server: Server) -> None:
    table = server.play(help=True).play(*ROUND)
    other = server.open()
    assert table.ask("GET", "/analysis?round=1", token="").code == "no-token"
    assert table.ask("GET", "/analysis?round=1", token=other.token).code == "wrong-token"
    assert analysed(table, f"round=1&watch={table.key('watch')}", token="").status == 200


def test_before_the_match_begins_there_is_nothing_to_judge(server: Server) -> None:
    assert server.open().ask("GET", "/analysis?round=1").code == "not-begun"


def test_while_the_solver_is_compiled_the_server_is_ready_and_can_be_stopped(tmp_path: Path, start: Start) -> None:
    """A machine on which nothing was compiled yet: that takes more than a minute, and only the solver waits for it."""
    server = start(tmp_path, environment={"NUMBA_CACHE_DIR": str(tmp_path / "kernels")})
    with server.open(seats=[1], computers={"2": "strong"}, begin=True).socket(1) as waiting:
        waiting.receive()
        waiting.submit("code RRBB", "key")
        assert waiting.receive()["seat"] == 1
        while not (tmp_path / "kernels").exists():
            assert server.ask("GET", "/readyz").status == 200
        table = server.open(seats=[1], computers={"2": "novice"}, begin=True)
        with table.socket(1) as socket:
            socket.receive()
            socket.submit("code RRBB", "key")
            while socket.receive()["seat"] != 2:
                pass
        assert waiting.connection.ping().wait(PATIENCE)
    assert server.stop() == 0
    server.wait_for_all_processes()
