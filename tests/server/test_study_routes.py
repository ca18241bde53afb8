"""The study routes give the same results as the command line."""

import json
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from urllib.parse import quote

import pytest

from keypeg.core.codes import join_parts
from keypeg.draws.daily_code import daily_code, daily_parts
from keypeg.editions import RULEBOOKS
from keypeg.records.edition_links import read_edition
from keypeg.records.notation import write_code
from support.command import Keypeg, Ran, run_here
from support.running_server import COMPILATION_SECONDS, Player, Reply, Server, Start
from support.thoroughness import first_of

ROUND = ("1 code RRBB", "2 guess RRYY", "2 guess RRBB")


@pytest.fixture
def keypeg(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Keypeg:
    """The command, run in this process."""

    def run(*arguments: str, stdin: str = "") -> Ran:
        return run_here(monkeypatch, capsys, arguments, stdin)

    return run


SECONDS = 10
"""The longest time limit that a request may have: enough for exact values on any machine."""


def study(server: Server, path: str, body: object) -> Reply:
    """Send a study request; wait for the solver to be compiled if necessary."""
    return server.ask("POST", f"/api/study/{path}", body, patience=COMPILATION_SECONDS)


def test_advice_equals_that_of_the_command_line(server: Server, keypeg: Keypeg) -> None:
    board = {"edition": "classic", "rows": ["RRBB:1b1w", "RBYG:1b1w"], "seconds": SECONDS}
    result = study(server, "advice", board).json
    rows = ("--row", "RRBB:1b1w", "--row", "RBYG:1b1w")
    expected = json.loads(keypeg("solve", "classic", *rows, "--time", str(SECONDS), "--json").out)
    assert expected["best"]["exact"]
    same = ("rows", "codes_left", "weight_left", "best", "candidates")
    assert [result[name] for name in same] == [expected[name] for name in same]


def test_a_given_guess_is_compared_with_the_best(server: Server) -> None:
    result = study(server, "advice", {"edition": "classic", "rows": ["RRBB:1b1w"], "guess": "RRRR"}).json
    assert result["compared"]["guess"] == "RRRR"
    assert result["compared"]["expected"] > result["best"]["expected"]
    assert sum(cell["codes_left"] for cell in result["partition"]) == result["codes_left"]


def test_the_map_of_candidates_counts_each_code_once_in_each_hole(server: Server) -> None:
    result = study(server, "advice", {"edition": "classic", "rows": ["RRBB:1b1w"]}).json
    assert [sum(hole) for hole in result["colour_counts"]["holes"]] == [result["codes_left"]] * 4


def test_contradictory_rows_are_explained_by_the_smallest_change(server: Server) -> None:
    result = study(server, "advice", {"edition": "classic", "rows": ["RRBB:1b1w", "RRBB:2b1w"]}).json
    assert result["codes_left"] == 0
    assert result["changes"][0] == {"rows": [2], "codes_left": 208, "marks": [{"notation": "1b1w", "codes_left": 208}]}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"edition": "chess"}, 400, "unknown-edition"),
        ({"edition": "classic", "rows": ["RRBB"]}, 400, "unreadable-row"),
        ({"edition": "classic", "rows": ["RRBB:9b9w"]}, 400, "wrong-row"),
        ({"edition": "classic", "rows": ["RRB:1b1w"]}, 400, "wrong-row"),
        ({"edition": "classic", "guess": "RRBX"}, 400, "unknown-colour"),
        ({"edition": "classic", "seat": 3}, 400, "no-such-number"),
        ({"edition": "classic", "own": "R..."}, 409, "parts-not-dealt"),
        ({"edition": "mastermind-44"}, 409, "own-parts-needed"),
        ({"edition": "classic", "seconds": 1000}, 422, "unreadable"),
        ({}, 422, "unreadable"),
    ],
)
def test_an_impossible_board_is_refused(server: Server, body: object, status: int, code: str) -> None:
    answer = study(server, "advice", body)
    assert (answer.status, answer.code) == (status, code)


def test_a_record_is_reviewed_as_on_the_command_line_with_sentences(server: Server, keypeg: Keypeg) -> None:
    table = server.play().play(*ROUND, "2 code RRBB", "1 guess RRBB")
    record = table.ask("GET", "/record").body.decode()
    result = study(server, "review", {"record": record}).json
    expected = json.loads(keypeg("analyse", "-", "--json", stdin=record).out)
    assert expected.pop("format") == "keypeg-analyse-2"
    sentences = [reviewed_round.pop("sentences") for reviewed_round in result["rounds"]]
    finished = [reviewed_round.pop("finished") for reviewed_round in result["rounds"]]
    assert {name: result[name] for name in expected} == expected
    (first, _) = sentences
    assert "Its mark leaves" in first["boards"][0]["rows"][0]
    assert {row["grade"] for row in result["rounds"][0]["boards"][0]["rows"]} <= {
        "best",
        "good",
        "inaccuracy",
        "mistake",
    }
    assert " expected " in first["boards"][0]["sum"][0]
    assert result["round_numbers"] == [1, 2]
    assert finished == table.snapshot()["view"]["finished"]


RECORDS = Path(__file__).parent.parent / "golden" / "playthroughs"


@pytest.mark.parametrize(
    ("record", "seat", "row", "guess", "currency"),
    first_of(
        [
            ("hasbro-2004-family-3", 2, 3, "BRYW", "points"),
            ("mastermind-44", 1, 2, "GWRGG", "chance"),
            ("challenge-2001", 1, 4, "BKBKG", "chance"),
        ],
        quick=2,
    ),
)
def test_another_guess_is_valued_in_the_unit_of_the_edition(
    server: Server, record: str, seat: int, row: int, guess: str, currency: str
) -> None:
    lines = (RECORDS / f"{record}.keypeg").read_text(encoding="utf-8").splitlines()
    text = "\n".join(line for line in lines if not line.startswith(";"))
    body = {"record": text, "round": 1, "seat": seat, "row": row, "seconds": 0.2}
    result = study(server, "alternative", body | {"guess": guess}).json["comparison"]
    assert result["currency"] == currency
    assert result["alternative"]["guess"] == guess
    assert result["best"]["value"] >= max(result["alternative"]["value"], result["played"]["value"])
    same = study(server, "alternative", body | {"guess": result["played"]["guess"]}).json["comparison"]
    assert same["alternative"] == same["played"] == result["played"]
    (reviewed_round,) = study(server, "review", {"record": text, "round": 1, "seconds": 0.2}).json["rounds"][:1]
    rows = [
        reviewed_row
        for seat_values in reviewed_round["seat_values"]
        if seat_values["seat"] == seat
        for reviewed_row in seat_values["decisions"]
    ]
    placed = next(reviewed_row for reviewed_row in rows if (reviewed_row["kind"], reviewed_row["row"]) == ("row", row))
    assert (placed["guess"], placed["played"]["value"]) == tuple(result["played"].values())


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"round": 9}, "no-such-number"),
        ({"row": 9}, "no-such-number"),
        ({"seat": 1}, "no-such-number"),
        ({"guess": "RR"}, "wrong-length"),
        ({"guess": "RRXX"}, "unknown-colour"),
    ],
)
def test_a_row_that_does_not_exist_has_no_alternatives(server: Server, wrong: dict[str, object], code: str) -> None:
    record = server.play().play(*ROUND, "2 code RRBB", "1 guess RRBB").ask("GET", "/record").body.decode()
    body: dict[str, object] = {"record": record, "round": 1, "seat": 2, "row": 1, "guess": "RRBB"}
    assert study(server, "alternative", body).json == {"comparison": None}
    assert study(server, "alternative", body | wrong).code == code


def test_an_unreadable_record_is_refused(server: Server) -> None:
    assert study(server, "review", {"record": "nonsense"}).status == 400


def test_sentences_are_in_the_requested_language(server: Server) -> None:
    answer = server.ask(
        "GET",
        "/api/study/puzzle?edition=classic&day=2026-11-16",
        headers={"Accept-Language": "fr"},
        patience=COMPILATION_SECONDS,
    )
    assert answer.json["title"].startswith("Classique")
    rules = server.ask("GET", "/api/study/rules?edition=classic&lang=fr")
    assert rules.body.decode().startswith("Classique")


def test_the_daily_puzzle_equals_that_of_the_command_line_and_hides_its_answer(server: Server, keypeg: Keypeg) -> None:
    days = "/api/study/puzzle?edition=classic&day=2026-11-16"
    answer = server.ask("GET", f"{days}&hints=2", patience=COMPILATION_SECONDS)
    expected = json.loads(keypeg("puzzle", "classic", "--daily", "2026-11-16", "--json", "--solution").out)
    assert answer.json["rows"] == expected["rows"]
    solution = expected["solution"]["answer"]
    assert len(answer.json["hints"]) == 2
    assert solution.encode() not in answer.body
    right = server.ask(
        "GET",
        f"/api/study/puzzle?edition=classic&day=2026-11-16&answer={solution}",
        patience=COMPILATION_SECONDS,
    ).json
    assert right["verdict"]["right"]


@pytest.mark.parametrize("day", ["2026-02-30", "2026-13-01"])
def test_an_invalid_day_is_refused(server: Server, day: str) -> None:
    assert server.ask("GET", f"/api/study/puzzle?edition=classic&day={day}").code == "unreadable-date"


def test_hints_are_given_where_the_table_allows_them_and_only_to_breakers(server: Server) -> None:
    table = server.play(hints=True).play(*ROUND[:2])
    hints = table.ask("GET", f"/hints?seat=2&partial={quote('R_R_')}", patience=COMPILATION_SECONDS).json
    assert len(hints["hints"]) >= 3
    assert hints["hints"][0]["kind"] == "codes-left"
    assert "codes" in hints["hints"][0]["lines"][0]
    assert hints["partial_verdict"].startswith(("It fits", "Row"))
    for nothing in table.ask("GET", "/hints?seat=1", patience=COMPILATION_SECONDS).json.values():
        assert not nothing
    assert server.play().play(*ROUND[:2]).ask("GET", "/hints?seat=2").code == "hints-not-allowed"


def test_without_a_search_the_response_has_the_candidates_and_what_is_certain(server: Server) -> None:
    table = server.play(hints=True).play("1 code RRBB", "2 guess YYYY")
    hints = table.ask("GET", "/hints?seat=2&partial=Y___&hints=false", patience=COMPILATION_SECONDS).json
    assert [hint["lines"] for hint in hints["hints"]] == [["625 codes left"], ["Definitely not in the code: [Y]"]]
    assert "Row 1" in hints["partial_verdict"]
    certainties = hints["certainties"]
    assert (certainties["codes_left"], certainties["codes_at_start"], certainties["ordered"]) == (5**4, 6**4, True)
    assert certainties["columns"] == [{"in": [], "out": ["Y"]}] * 4


def test_a_game_of_billions_of_codes_gets_hints_but_no_list_of_what_is_certain(server: Server) -> None:
    table = server.play("house~holes_8~colours_20", hints=True).play("1 code SIPJYJNA", "2 guess RRRRBBBB")
    answer = table.ask("GET", "/hints?seat=2&partial=R_______").json
    assert [hint["kind"] for hint in answer["hints"]] == ["codes-left", "approach", "guess", "reasons"]
    assert answer["hints"][0]["lines"] == [f"{18**8:,} codes left"]
    assert answer["partial_verdict"] == "Row 1 rules this out."
    assert answer["certainties"] is None


def test_a_hinted_guess_can_be_placed(server: Server) -> None:
    table = server.play(hints=True).play("1 code RRBB", "2 guess YYYY")
    hints = table.ask("GET", "/hints?seat=2", patience=COMPILATION_SECONDS).json["hints"]
    [guess] = [hint["guess"] for hint in hints if hint["guess"] is not None]
    assert hints[-2]["lines"][0] == "Guess " + " ".join(f"[{letter}]" for letter in guess)
    table.play(f"2 guess {guess}")
    assert table.snapshot()["view"]["boards"][0]["rows"][-1]["guess"] == guess


def test_a_server_whose_solver_is_compiled_is_ready(server: Server) -> None:
    assert server.ask("GET", "/api/study/readiness", patience=COMPILATION_SECONDS).json["ready"] in (True, False)
    server.ask("POST", "/api/study/advice", {"edition": "classic", "rows": ["RRBB:1b1w"]}, patience=COMPILATION_SECONDS)
    assert server.ask("GET", "/api/study/readiness").json == {"ready": True, "seconds_left": 0}


def test_where_order_does_not_matter_the_notebook_has_one_column(server: Server) -> None:
    edition = "house~marking_colours"
    letters = "".join(colour.letter for colour in read_edition(edition).palette)
    table = server.play(edition, hints=True).play(f"1 code {letters[:4]}", f"2 guess {letters[1:5]}")
    certainties = table.ask("GET", "/hints?seat=2&hints=false", patience=COMPILATION_SECONDS).json["certainties"]
    assert not certainties["ordered"]
    assert len(certainties["columns"]) == 1


def test_a_seats_own_part_is_certain_in_its_notebook(server: Server) -> None:
    table = server.play("mastermind-44", seats=4, hints=True)
    seat = 0
    while not seat:  # the table deals
        (seat,) = table.snapshot()["view"]["waiting"]
    own_part = table.snapshot(seat)["view"]["code"]
    certainties = table.ask("GET", f"/hints?seat={seat}&hints=false", patience=COMPILATION_SECONDS).json["certainties"]
    for letter, column in zip(own_part, certainties["columns"], strict=True):
        assert (letter in column["in"]) == (letter != ".")


def open_daily_table(server: Server, edition: str) -> Player:
    answer = server.ask("POST", "/api/daily", {"edition": edition, "name": "Ann"})
    assert answer.status == 201, answer.body
    return Player(server, answer.json)


@pytest.mark.parametrize("edition", [book for book in RULEBOOKS if book != "house"])
def test_a_table_for_the_daily_code_does_not_reveal_it(server: Server, edition: str) -> None:
    table, rules = open_daily_table(server, edition), read_edition(edition)
    day = datetime.now(UTC).date()
    seen = table.snapshot(rules.seats)
    assert seen["table"]["day"] in {day.isoformat(), datetime.now(UTC).date().isoformat()}
    parts = daily_parts(rules, day) if rules.dealt else (daily_code(rules, day),)
    secrets = [write_code(join_parts(parts) if rules.dealt else part, rules.palette) for part in parts]
    for address in (f"?seat={rules.seats}", "", "/events?after=1", f"/events?after=1&seat={rules.seats}"):
        result = table.ask("GET", address).body.decode()
        assert not any(secret in result for secret in secrets)


def test_the_daily_is_one_round_and_over_when_its_code_is_found(server: Server) -> None:
    table, rules = open_daily_table(server, "classic"), read_edition("classic")
    code = write_code(daily_code(rules, datetime.fromisoformat(table.snapshot()["table"]["day"]).date()), rules.palette)
    assert table.submit(2, f"guess {code}", "found").status == 200
    seen = table.snapshot()
    assert seen["reveals"][0]["code"] == code
    assert seen["table"]["over"]
    assert seen["view"]["outcome"] == {"reason": "practice", "winners": [2]}
    assert seen["view"]["scores"] == [0, 0]


def test_the_distribution_of_a_day_counts_who_found_its_code_and_who_did_not(start: Start, tmp_path: Path) -> None:
    server, rules = start(tmp_path), read_edition("classic")
    table = open_daily_table(server, "classic")
    day = table.snapshot()["table"]["day"]
    code = write_code(daily_code(rules, date.fromisoformat(day)), rules.palette)
    table.submit(2, f"guess {code}", "found")
    open_daily_table(server, "classic").submit(2, "resign", "left")
    late = server.ask("POST", "/api/daily", {"edition": "classic", "name": "Ann", "day": earlier(day, 1)})
    Player(server, late.json).submit(2, "resign", "left")
    assert Player(server, late.json).snapshot()["table"]["late"]
    assert not table.snapshot()["table"]["late"]
    expected = {"day": day, "edition": "classic", "by_guesses": [{"guesses": 1, "players": 1}], "not_found": 1}
    for edition in ("classic", "classic~practice_yes", "classic~rows_10"):
        assert server.ask("GET", f"/api/daily/{day}/distribution?edition={edition}").json == expected
    assert server.ask("GET", f"/api/daily/{earlier(day, 1)}/distribution?edition=classic").json == {
        **expected,
        "day": earlier(day, 1),
        "by_guesses": [],
        "not_found": 0,
    }


def earlier(day: str, days: int) -> str:
    return (date.fromisoformat(day) - timedelta(days=days)).isoformat()


@pytest.mark.parametrize(
    ("day", "status", "code"),
    [("2026-02-30", 400, "unreadable-date"), ("today", 422, "unreadable"), ("2999-01-01", 409, "no-daily-code")],
)
def test_a_day_without_a_code_is_refused(server: Server, day: str, status: int, code: str) -> None:
    answer = server.ask("POST", "/api/daily", {"edition": "classic", "name": "Ann", "day": day})
    assert (answer.status, answer.code) == (status, code)
    if code != "no-daily-code":
        answer = server.ask("GET", f"/api/daily/{day}/distribution?edition=classic")
        assert (answer.status, answer.code) == (status, code)


def test_the_daily_codes_of_a_server_with_a_key_need_the_key(start: Start, tmp_path: Path) -> None:
    server, rules = start(tmp_path, daily_key="mine"), read_edition("classic")
    table = open_daily_table(server, "classic")
    day = datetime.fromisoformat(table.snapshot()["table"]["day"]).date()
    own = write_code(daily_code(rules, day, b"mine"), rules.palette)
    assert table.submit(2, f"guess {own}", "found").status == 200
    assert table.snapshot()["reveals"][0]["code"] == own


def test_the_analysis_of_a_running_match_contains_no_record(server: Server) -> None:
    table = server.play(hints=True).play(*ROUND[:2])
    assert table.ask("GET", "/analysis?round=1&seat=2", patience=COMPILATION_SECONDS).json["record"] is None
