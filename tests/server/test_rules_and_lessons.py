"""Routes of the learning pages: rules in sections, examples, lessons and the daily games."""

from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

import pytest

from keypeg.core.codes import Code
from keypeg.core.marks import KeyPegs, Mark
from keypeg.editions import PUBLISHED, RULEBOOKS, find_rulebook
from keypeg.i18n.rules.rules import rules_of
from keypeg.records.edition_links import read_edition
from keypeg.records.notation import read_code, write_mark
from keypeg.solver.advice.advisor import find_candidates
from keypeg.solver.game.guessing_game import game_for
from keypeg.study.lessons import Lesson
from support.random_play import random_code
from support.rules_blocks import block_texts
from support.running_server import COMPILATION_SECONDS, Server
from support.thoroughness import first_of


def lesson(server: Server, edition: str, *guesses: str, **more: str) -> Any:
    query = {"edition": edition, "seed": "7", "guesses": list(guesses), **more}
    answer = server.ask("POST", "/api/study/lesson", query, patience=COMPILATION_SECONDS)
    assert answer.status == 200, answer.body
    return answer.json


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("edition", RULEBOOKS)
def test_the_rules_in_sections_contain_every_line_of_the_rules_text(server: Server, edition: str, lang: str) -> None:
    result = server.ask("GET", f"/api/study/rules-page?edition={edition}&lang={lang}").json
    rules = read_edition(edition)
    whole = rules_of(rules, find_rulebook(rules.id), lang, for_typing=False)
    checked = [result["title"], result["line"]]
    for section in result["sections"]:
        checked += [section["heading"], *(part for block in section["blocks"] for part in block_texts(block))]
    words = [word for word in whole.split() if not set(word) <= set("=-*") and not word.rstrip(".").isdigit()]
    assert [word for part in checked for word in part.split() if not word.rstrip(".").isdigit()] == words


@pytest.mark.parametrize("edition", PUBLISHED)
def test_the_example_of_every_edition_uses_its_marking(server: Server, edition: str) -> None:
    example = server.ask("GET", f"/api/study/rules-page?edition={edition}").json["example"]
    rules = read_edition(edition)
    if example["code"] is None:
        assert len(example["marks"]) == rules.seats - 1
        assert len(example["steps"]) == 1 + len(example["marks"]) + 1
        assert example["mark_text"] is None
        return
    code, guess = (read_code(example[name], rules.palette) for name in ("code", "guess"))
    assert [mark for mark in example["marks"][0].values() if mark is not None][1:] == list(
        rules.marking.mark(code, guess)
    )
    assert len(example["steps"]) == len(example["guess"])
    assert example["mark_text"]


def test_a_lesson_marks_rows_and_counts_candidates_as_the_solver_does(server: Server) -> None:
    result = lesson(server, "classic", "RRBB", "YGWK")
    game = game_for(read_edition("classic"), 2)
    palette = read_edition("classic").palette
    rows: list[Any] = []
    for row, left in zip(result["rows"], result["codes_left_by_row"][1:], strict=True):
        mark = row["marks"][0]
        marks = next(
            candidate for candidate in game.marks if write_mark(candidate[0]) == f"{mark['blacks']}b{mark['whites']}w"
        )
        rows.append((game.normalize(read_code(row["guess"], palette)), marks))
        assert left == len(find_candidates(game, rows))
    assert result["codes_left_by_row"][0] == 1296
    assert str(result["codes_left_by_row"][2]) in result["codes_left_text"]


DIFFERENT = ("classic", "parker-1974", "traffic-jam-2000", "mastermind-44")
"""Editions that differ in who makes the code, in what a mark says, and in whether parts are dealt."""


@pytest.mark.parametrize("edition", first_of(dict.fromkeys([*DIFFERENT, *PUBLISHED]), quick=len(DIFFERENT)))
def test_a_lesson_shows_its_code_only_when_it_is_found(server: Server, edition: str) -> None:
    rules, guesses = read_edition(edition), list[str]()
    for _ in range(25):
        result = lesson(server, edition, *guesses)
        if result["found"]:
            assert result["code"] == guesses[-1]
            return
        if rules.dealt and result["codes_left_by_row"][-1] == 1:
            checked = lesson(server, edition, *guesses, check=request_advice(server, edition, result)["candidates"][0])
            assert checked["found"]
            assert checked["checked"]["fits"]
            return
        assert result["code"] is None
        guesses.append(request_advice(server, edition, result)["best"]["guess"])
    raise AssertionError("the code is never found")


@pytest.mark.parametrize("edition", DIFFERENT)
def test_the_first_row_of_a_lesson_always_has_a_mark_to_read_and_is_never_the_code(edition: str) -> None:
    """The code is drawn after the first guess, and the learner's own part stays."""
    rules = read_edition(edition)
    for seed in range(25):
        start = Lesson(rules, str(seed))
        own = start.own
        for guess in (start.whole, *random_guesses(start, seed)):
            lesson = Lesson(rules, str(seed))
            lesson.choose_code(guess)
            [row] = lesson.after([guess]).rows
            assert any(pegs_in(given.mark) for given in row.marks)
            assert (lesson.own, lesson.whole == guess) == (own, False)


def random_guesses(lesson: Lesson, seed: int) -> list[Code]:
    """Guesses of different colours that the learner may make, one of a single colour among them."""
    space = lesson.edition.guess_space(lesson.seat, lesson.own or None)
    drawn = [random_code(space, Random(seed)), *(tuple([peg] * space.holes) for peg in space.pegs)]
    return [guess for guess in drawn if guess is not None and guess in space]


def pegs_in(mark: Mark) -> int:
    """How many key pegs a mark has, or its number."""
    return mark.blacks + mark.whites if isinstance(mark, KeyPegs) else mark.number


def request_advice(server: Server, edition: str, result: Any) -> Any:
    rows = [f"{row['guess']}:{','.join(mark_text(mark) for mark in row['marks'])}" for row in result["rows"]]
    query = {"edition": edition, "rows": rows, "own": result["own"], "seconds": 0.05}
    answer = server.ask("POST", "/api/study/advice", query, patience=COMPILATION_SECONDS)
    assert answer.status == 200, (query, answer.body)
    return answer.json


def mark_text(mark: dict[str, int]) -> str:
    return str(mark["number"]) if "number" in mark else f"{mark['blacks']}b{mark['whites']}w"


def test_where_parts_are_dealt_no_cell_is_larger_than_the_candidates(server: Server) -> None:
    result = lesson(server, "mastermind-44", "RBYGW")
    advice = request_advice(server, "mastermind-44", result)
    assert advice["codes_left"] == result["codes_left_by_row"][1]
    assert 0 < max(cell["codes_left"] for cell in advice["partition"]) <= advice["codes_left"]


def test_a_lesson_names_the_rows_that_rule_out_a_guess(server: Server) -> None:
    first = lesson(server, "classic", "RRBB", check="RRBB")
    assert first["checked"] == {
        "fits": False,
        "rows": [1],
        "sentence": "[R] [R] [B] [B] cannot be the code.",
        "reasons": first["checked"]["reasons"],
    }
    assert first["checked"]["reasons"][0].startswith("Row 1, [R] [R] [B] [B], has ")
    advice = server.ask(
        "POST", "/api/study/advice", {"edition": "classic", "rows": [f"RRBB:{mark_text(first['rows'][0]['marks'][0])}"]}
    ).json
    assert lesson(server, "classic", "RRBB", check=advice["candidates"][0])["checked"]["fits"]


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ({"edition": "chess", "seed": "1"}, 400, "unknown-edition"),
        ({"edition": "classic", "seed": "1", "guesses": ["RRB"]}, 409, "wrong-length"),
        ({"edition": "classic", "seed": "1", "check": "RRBX"}, 400, "unknown-colour"),
        ({"edition": "classic", "seed": ""}, 422, "unreadable"),
        ({"edition": "classic"}, 422, "unreadable"),
    ],
)
def test_an_impossible_lesson_is_refused(server: Server, query: object, status: int, code: str) -> None:
    answer = server.ask("POST", "/api/study/lesson", query, patience=COMPILATION_SECONDS)
    assert (answer.status, answer.code) == (status, code)


def test_a_puzzle_describes_its_possible_answers(server: Server) -> None:
    result = server.ask("GET", "/api/study/puzzle?edition=hasbro-2000-advanced", patience=COMPILATION_SECONDS).json
    assert result["space"]["most_blanks"] == 4
    assert result["space"]["holes"] == 4


def test_the_cells_of_a_best_guess_contain_every_candidate_once(server: Server) -> None:
    query = "/api/study/puzzle?edition=classic&kind=best-guess&seed=3&answer=RRRR&solution=true"
    result = server.ask("GET", query, patience=COMPILATION_SECONDS).json
    for explained in (result["verdict"], result["solution"]):
        assert sorted(code for cell in explained["partition"] for code in cell["candidates"]) == sorted(
            result["solution"]["candidates"]
        )
    assert len(result["solution"]["partition"]) > len(result["verdict"]["partition"])


def test_each_day_has_a_code_for_every_edition_and_one_puzzle(server: Server) -> None:
    before = datetime.now(UTC).date().isoformat()
    result = server.ask("GET", "/api/daily").json
    assert result["day"] in {before, datetime.now(UTC).date().isoformat()}
    day = date.fromisoformat(result["day"])
    assert date.fromisoformat(result["first_day"]) == day - timedelta(days=30)
    assert datetime.fromtimestamp(result["next_day_at"] / 1000, UTC) == datetime(
        *(day + timedelta(days=1)).timetuple()[:3], tzinfo=UTC
    )
    assert result["editions"] == [edition for edition in RULEBOOKS if edition != "house"]
    assert result["puzzle"] in result["editions"]
