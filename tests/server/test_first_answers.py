"""A server on a new machine: its kernel cache is empty, and every answer comes before anything is compiled."""

from pathlib import Path
from time import monotonic, sleep

import pytest

from support.running_server import COMPILATION_SECONDS, Server, Start

NEW_MACHINE = {"KEYPEG_SOLVER": ""}
"""The solver answers with what is compiled, and compiles the rest."""

ROUND = "Keypeg: 1\nEdition: classic\n\n1 code RRBY\n2 guess RRBB\n2 guess RYBR\n2 guess RRBY\n"
ADVICE = {"edition": "classic", "rows": ["RRBB:1b1w", "RYGW:1b1w", "YRKB:0b1w"]}


def start_on_new_machine(start: Start, folder: Path) -> Server:
    return start(folder, environment=NEW_MACHINE | {"XDG_CACHE_HOME": str(folder / "cache")})


def test_advice_and_reviews_come_before_anything_is_compiled(start: Start, tmp_path: Path) -> None:
    server = start_on_new_machine(start, tmp_path)
    advice = server.ask("POST", "/api/study/advice", {"edition": "classic", "rows": ["RRBB:1b1w"]}).json
    assert (advice["codes_left"], advice["codes_left_error"], advice["more_exact_soon"]) == (208, 0.0, True)
    review = server.ask("POST", "/api/study/review", {"record": ROUND}).json
    assert review["more_exact_soon"]
    assert all(row["cost"] is not None for row in review["rounds"][0]["boards"][0]["rows"])
    large = {"edition": "house~holes_8~colours_20", "rows": ["JGOINMWJ:1b2w", "EBDJWBTJ:0b1w"]}
    estimated = server.ask("POST", "/api/study/advice", large).json
    assert estimated["codes_left_error"] > 0
    assert not estimated["more_exact_soon"]
    table = server.play(hints=True).play("1 code RRBY", "2 guess RRBB", "2 guess RRBY")
    assert table.ask("GET", "/analysis?round=1").json["more_exact_soon"]
    readiness = server.ask("GET", "/api/study/readiness?edition=classic").json
    assert not readiness["ready"]
    assert readiness["seconds_left"] > 0


@pytest.mark.thorough  # it compiles for half a minute and more
def test_answers_become_exact_by_themselves(start: Start, tmp_path: Path) -> None:
    server = start_on_new_machine(start, tmp_path)
    assert server.ask("POST", "/api/study/advice", ADVICE).json["more_exact_soon"]
    deadline = monotonic() + COMPILATION_SECONDS
    while not server.ask("GET", "/api/study/readiness?edition=classic").json["ready"]:
        assert monotonic() < deadline
        sleep(0.5)
    advice = server.ask("POST", "/api/study/advice", ADVICE, patience=COMPILATION_SECONDS).json
    assert not advice["more_exact_soon"]
    assert advice["best"]["exact"]
