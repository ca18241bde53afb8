"""What the pages for learning ask: rules in sections, an example to draw, lessons, and what there is on a day."""

from datetime import UTC, datetime
from typing import Any

import pytest

from keypeg.editions import PUBLISHED, RULEBOOKS, find_rulebook
from keypeg.i18n.rules.rules import rules_of
from keypeg.records.edition_links import read_edition
from keypeg.records.notation import read_code, write_mark
from keypeg.solver.advice.advisor import find_candidates
from keypeg.solver.game.guessing_game import game_for
from support.running_server import COMPILATION_SECONDS, Server


def lesson(server: Server, edition: str, *guesses: str, **more: str) -> Any:
    asked = {"edition": edition, "seed": "7", "guesses": list(guesses), **more}
    answer = server.ask("POST", "/api/desk/lesson", asked, patience=COMPILATION_SECONDS)
    assert answer.status == 200, answer.body
    return answer.json


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("edition", RULEBOOKS)
def test_the_rules_in_sections_say_all_that_the_rules_in_lines_say(server: Server, edition: str, lang: str) -> None:
    told = server.ask("GET", f"/api/desk/rulebook?edition={edition}&lang={lang}").json
    rules = read_edition(edition)
    whole = rules_of(rules, find_rulebook(rules.id), lang)
    said = [told["title"], told["line"]]
    for section in told["sections"]:
        said += [section["heading"], *(item for block in section["blocks"] for item in block["items"])]
    words = [word for word in whole.split() if not set(word) <= set("=-*") and not word.rstrip(".").isdigit()]
    assert [word for part in said for word in part.split() if not word.rstrip(".").isdigit()] == words


@pytest.mark.parametrize("edition", PUBLISHED)
def test_every_edition_has_an_example_that_its_own_marking_marks(server: Server, edition: str) -> None:
    example = server.ask("GET", f"/api/desk/rulebook?edition={edition}").json["example"]
    rules = read_edition(edition)
    if example["code"] is None:
        assert len(example["marks"]) == rules.seats - 1
        assert len(example["told"]) == 1 + len(example["marks"]) + 1
        return
    code, guess = (read_code(example[name], rules.palette) for name in ("code", "guess"))
    assert [mark for mark in example["marks"][0].values() if mark is not None][1:] == list(
        rules.marking.mark(code, guess)
    )
    assert len(example["told"]) == len(example["guess"]) + 1


def test_a_lesson_marks_rows_and_counts_what_they_leave_as_the_solver_does(server: Server) -> None:
    told = lesson(server, "classic", "RRBB", "YGWK")
    game = game_for(read_edition("classic"), 2)
    palette = read_edition("classic").palette
    rows: list[Any] = []
    for row, left in zip(told["rows"], told["left"][1:], strict=True):
        mark = row["marks"][0]
        marks = next(one for one in game.marks if write_mark(one[0]) == f"{mark['blacks']}b{mark['whites']}w")
        rows.append((game.normalize(read_code(row["guess"], palette)), marks))
        assert left == len(find_candidates(game, rows))
    assert told["left"][0] == 1296
    assert str(told["left"][2]) in told["told"][1]


@pytest.mark.parametrize("edition", PUBLISHED)
def test_a_lesson_tells_its_code_only_to_who_has_found_it(server: Server, edition: str) -> None:
    rules, guesses = read_edition(edition), list[str]()
    for _ in range(25):
        told = lesson(server, edition, *guesses)
        if told["found"]:
            assert told["code"] == guesses[-1]
            return
        if rules.dealt and told["left"][-1] == 1:
            said = lesson(server, edition, *guesses, tried=advised(server, edition, told)["codes"][0])
            assert said["found"]
            assert said["tried"]["fits"]
            return
        assert told["code"] is None
        guesses.append(advised(server, edition, told)["best"]["guess"])
    raise AssertionError("the code is never found")


def advised(server: Server, edition: str, told: Any) -> Any:
    rows = [f"{row['guess']}:{','.join(written(mark) for mark in row['marks'])}" for row in told["rows"]]
    asked = {"edition": edition, "rows": rows, "own": told["own"], "seconds": 0.05}
    answer = server.ask("POST", "/api/desk/advice", asked, patience=COMPILATION_SECONDS)
    assert answer.status == 200, (asked, answer.body)
    return answer.json


def written(mark: dict[str, int]) -> str:
    return str(mark["number"]) if "number" in mark else f"{mark['blacks']}b{mark['whites']}w"


def test_where_parts_are_dealt_no_cell_holds_more_codes_than_are_left(server: Server) -> None:
    told = lesson(server, "mastermind-44", "RBYGW")
    advice = advised(server, "mastermind-44", told)
    assert advice["codes_left"] == told["left"][1]
    assert 0 < max(cell["codes"] for cell in advice["parted"]) <= advice["codes_left"]


def test_a_lesson_says_which_rows_speak_against_a_guess(server: Server) -> None:
    first = lesson(server, "classic", "RRBB", tried="RRBB")
    assert first["tried"] == {"fits": False, "rows": [1], "told": first["tried"]["told"]}
    assert first["tried"]["told"][1].startswith("Row 1, R R B B: ")
    advice = server.ask(
        "POST", "/api/desk/advice", {"edition": "classic", "rows": [f"RRBB:{written(first['rows'][0]['marks'][0])}"]}
    ).json
    assert lesson(server, "classic", "RRBB", tried=advice["codes"][0])["tried"]["fits"]


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"edition": "chess", "seed": "1"}, 400, "unknown-edition"),
        ({"edition": "classic", "seed": "1", "guesses": ["RRB"]}, 409, "wrong-length"),
        ({"edition": "classic", "seed": "1", "tried": "RRBX"}, 400, "unknown-colour"),
        ({"edition": "classic", "seed": ""}, 422, "unreadable"),
        ({"edition": "classic"}, 422, "unreadable"),
    ],
)
def test_a_lesson_that_cannot_be_is_refused(server: Server, asked: object, status: int, code: str) -> None:
    answer = server.ask("POST", "/api/desk/lesson", asked, patience=COMPILATION_SECONDS)
    assert (answer.status, answer.code) == (status, code)


def test_a_puzzle_says_what_can_be_answered(server: Server) -> None:
    told = server.ask("GET", "/api/desk/problem?edition=hasbro-2000-advanced", patience=COMPILATION_SECONDS).json
    assert told["space"]["most_blanks"] == 4
    assert told["space"]["holes"] == 4


def test_the_cells_of_a_best_guess_hold_every_code_that_is_left_once(server: Server) -> None:
    asked = "/api/desk/problem?edition=classic&kind=best-guess&seed=3&answer=RRRR&solution=true"
    told = server.ask("GET", asked, patience=COMPILATION_SECONDS).json
    for judged in (told["verdict"], told["solution"]):
        assert sorted(code for cell in judged["cells"] for code in cell["codes"]) == sorted(told["solution"]["codes"])
    assert len(told["solution"]["cells"]) > len(told["verdict"]["cells"])


def test_each_day_has_a_code_for_every_edition_and_a_puzzle_of_one(server: Server) -> None:
    before = datetime.now(UTC).date().isoformat()
    told = server.ask("GET", "/api/daily").json
    assert told["day"] in {before, datetime.now(UTC).date().isoformat()}
    assert told["editions"] == [edition for edition in RULEBOOKS if edition != "house"]
    assert told["puzzle"] in told["editions"]
