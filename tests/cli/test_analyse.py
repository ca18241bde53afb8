"""`keypeg analyse`: reviews a record in a table, in sentences, as JSON and as a picture."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from keypeg.i18n.catalogue import whole_number
from keypeg.records.replay import replay_text
from keypeg.solver.warmup import warm_up
from keypeg.study.match_review import analyse_match
from keypeg.terminal.review_output import describe_review
from support.command import RECORDS, Keypeg, accepted, refusal
from support.thoroughness import in_turn

HEAD = "Keypeg: 1\nEdition: classic\nSeat 1: Ann\nSeat 2: Ben\n\n"
ROUND = "1 code RRBY\n2 guess RRBB\n2 guess RRRY\n2 guess RRBY\n"
RUNNING = "2 code KKWW\n1 guess KKKK\n"
BY_HAND = HEAD.replace("classic", "classic~by-hand_yes")
SVG = "{http://www.w3.org/2000/svg}"

ROW = {
    "row", "seat", "guess", "given", "mark", "codes_before", "codes_after",
    "codes_before_error", "codes_after_error", "consistent", "allowed_as_code",
    "contradicts", "partition_summary", "best", "expected_before", "expected_played", "expected_after", "cost",
    "cost_exact", "luck", "luck_exact", "grade", "worst_before", "worst_played", "worst_cost",
}  # fmt: skip
BOARD = {
    "board", "breakers", "currency", "codes_at_start", "codes_left", "codes_left_error", "broken",
    "marks", "guesses", "expected",
    "to_come", "cost", "luck", "figures", "exact", "rows", "wrong", "conflict", "hints",
}  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def _solver_is_ready() -> None:
    warm_up()


def review_values(keypeg: Keypeg, text: str, *arguments: str) -> dict[str, Any]:
    output = json.loads(accepted(keypeg("analyse", "-", "--json", *arguments, stdin=text)))
    assert isinstance(output, dict)
    return output


def test_a_review_has_a_table_a_sentence_for_each_row_and_a_sum(keypeg: Keypeg) -> None:
    assert accepted(keypeg("analyse", "-", "--round", "1", stdin=HEAD + ROUND)) == (
        "Round 1\n"
        "Ann’s code: R R B Y\n"
        "\n"
        "Board: Ben\n"
        "Ben: skill 90, luck 82\n"
        "row  guess  mark  grade       codes left  best  value  cost   luck  worst\n"
        "  1  RRBB   3b0w  Good        1,296 → 20  RRBY   4.34  0.06  +0.60      0\n"
        "  2  RRRY   3b0w  Inaccuracy      20 → 2  RYRG   2.80  0.25  +0.55     +1\n"
        "  3  RRBY   4b0w  Best             2 → 1  RRBY   1.50  0.00  +0.50      0\n"
        "\n"
        "Row 1, R R B B: costs 0.06 guesses; R R B Y was best. Its mark leaves 20 codes out of 1,296: lucky by 0.60.\n"
        "Row 2, R R R Y: costs 0.25 guesses; R Y R G was best. "
        "In the worst case it takes 4 more guesses instead of 3. "
        "It could not have been the code: row 1 would have scored “2 black”, not “3 black”. "
        "Its mark leaves 2 codes out of 20: lucky by 0.55.\n"
        "Row 3, R R B Y: the best guess. It was the code: lucky by 0.50.\n"
        "3 guesses = 4.34 expected + 0.31 cost − 1.65 luck\n"
        "\n"
        "value: guesses still expected with best play; cost: how many more this one needs\n"
        "luck: how many fewer thanks to the mark; worst: how many more in the worst case\n"
        "grade: by the cost alone; skill: 100 if no guess cost anything\n"
        "luck of a round: 50 if it was even\n"
    )


def test_in_french_it_is_french_throughout(keypeg: Keypeg) -> None:
    text = accepted(keypeg("analyse", "-", "--lang", "fr", stdin=HEAD + ROUND + RUNNING))
    assert "Ben\u00a0: adresse 90, chance 82" in text
    assert "Imprécision" in text
    assert "Ligne 1, R R B B" in text
    assert "3 essais = 4,34 attendus + 0,31 de coût − 1,65 de chance" in text
    assert "Il reste" in text
    assert re.search(r"\b(row|guess|left|the|luck|worth|code was|black|white|Board|Round)\b", text) is None
    words = "\n".join(line for line in text.splitlines() if "→" not in line)
    assert re.search(r"(?<![\u00a0])[;!?»](?=\s|$)", words) is None
    assert re.search(r"[^\u00a0]:(\s|$)", text) is None


def test_a_running_round_ends_with_hints_and_names_no_code(keypeg: Keypeg) -> None:
    text = accepted(keypeg("analyse", "-", "--round", "2", stdin=HEAD + ROUND + RUNNING))
    assert "Round 2 · not over yet" in text
    assert "KKWW" not in text.replace(" ", "")
    assert re.search(r"1 guess and [0-9.]+ still to come = 4.34 expected", text)
    assert re.search(r"\n[0-9]+ codes left\n(.*\n)*Guess . . . .\n", text)


def test_the_review_covers_all_rounds_and_replayed_ones(keypeg: Keypeg) -> None:
    text = (
        BY_HAND
        + "1 code RRBY\n2 guess RRBB\n1 mark 0b0w\n2 resign\n2 claim 1\n1 code RRBY\n2 guess RRBY\n1 mark 4b0w\n"
    )
    output = accepted(keypeg("analyse", "-", stdin=text))
    assert "Ann marked row 1 with no key pegs; it should have been 3 black." in output
    assert "Values use the correct marks" in output
    assert "Round 1 · attempt 2" in output
    review = review_values(keypeg, text)
    assert [
        (reviewed_round["round"], reviewed_round["attempt"], reviewed_round["over"])
        for reviewed_round in review["rounds"]
    ] == [(1, 1, True), (1, 2, True)]
    assert review["rounds"][0]["boards"][0]["marks"] == "right"
    assert [reviewed_round["attempt"] for reviewed_round in review_values(keypeg, text, "--round", "1")["rounds"]] == [
        1,
        2,
    ]


def test_marks_that_cannot_be_true_together_are_explained(keypeg: Keypeg) -> None:
    text = BY_HAND + "1 code RRBY\n2 guess RRBB\n1 mark 3b0w\n2 guess KKKK\n1 mark 2b0w\n2 guess YYYY\n"
    output = accepted(keypeg("analyse", "-", stdin=text))
    assert "No code fits this mark and the ones before it." in output
    assert "Rows 1 and 2 cannot both be right." in output
    assert "With another mark in row 2, 20 codes would fit: no key pegs (16); 1 black (4)" in output
    assert "Row 3, Y Y Y Y: not analysed." in output
    board = review_values(keypeg, text)["rounds"][0]["boards"][0]
    assert board["conflict"]["rows"] == [1, 2]
    assert board["hints"]["wrong"]["rows"] == [1, 2]
    assert board["rows"][2]["codes_before"] == 0


def test_a_row_that_cannot_be_true_by_itself_is_named(keypeg: Keypeg) -> None:
    # With three holes and two colours, no code fits this mark for three equal pegs.
    house = BY_HAND.replace("classic~by-hand_yes", "house~holes_3~colours_2~by-hand_yes")
    output = accepted(keypeg("analyse", "-", stdin=house + "1 code RRR\n2 guess RRR\n1 mark 0b1w\n"))
    assert "Row 1 cannot be right." in output


def test_a_match_without_rows_is_reported_as_empty(keypeg: Keypeg) -> None:
    output = accepted(keypeg("analyse", "-", stdin=HEAD))
    assert output.startswith("Round 1 · not over yet\n\nBoard: Ben\n(no rows yet)\n")
    assert "0 guesses and 4.34 still to come" in output


def test_several_breakers_are_named(once: Keypeg) -> None:
    output = accepted(once("analyse", RECORDS / "hasbro-2004-score-sheet.keypeg", "--round", "1"))
    assert "row  who   guess" in output
    assert "  2  Cleo  OOWP" in output
    assert "Cost – Ben: 1.34, Cleo: 1.19" in output


def test_without_time_large_games_are_marked_as_estimated_or_not_analysed(keypeg: Keypeg) -> None:
    output = accepted(keypeg("analyse", RECORDS / "challenge-2001.keypeg", "--round", "1", "--time", "0"))
    assert "~ estimate, ? not found in the time allowed" in output
    assert "not analysed" not in output
    assert re.search(r"= ~[0-9.]+ expected \+ ~[0-9.]+ cost", output)
    output = accepted(keypeg("analyse", RECORDS / "hasbro-2000.keypeg", "--round", "1", "--time", "0"))
    assert "costs about" in output


def test_a_guess_that_repeats_colours_where_codes_do_not_is_pointed_out(once: Keypeg) -> None:
    output = accepted(once("analyse", RECORDS / "hasbro-2004-score-sheet.keypeg", "--round", "1"))
    assert "No valid code looks like that." in output


NARROW = ["classic-8-rows", "house-small", "house-colours-different", "parker-1974-different", "traffic-jam-option-1"]


@pytest.mark.parametrize(("name", "lang"), in_turn(NARROW, ["fr", "en"]))
def test_every_table_fits_eighty_columns(keypeg: Keypeg, name: str, lang: str) -> None:
    output = accepted(keypeg("analyse", RECORDS / f"{name}.keypeg", "--time", "1", "--lang", lang))
    assert "{" not in output
    heads = ("row", "rg", "worth:", "luck:", "valeur", "chance")
    lines = [line for line in output.splitlines() if "→" in line or line.startswith(heads)]
    assert len(lines) > 3
    assert max(map(len, lines)) <= 80


# JSON


def test_json_contains_everything_by_name(keypeg: Keypeg) -> None:
    review = review_values(keypeg, HEAD + ROUND + RUNNING)
    assert set(review) == {"format", "edition", "players", "rounds", "needs_seat", "more_exact_soon", "fault"}
    assert review["players"] == ["Ann", "Ben"]
    assert [set(reviewed_round) for reviewed_round in review["rounds"]] == [
        {"round", "attempt", "over", "codes", "boards", "seat_values", "hints"}
    ] * 2
    for reviewed_round in review["rounds"]:
        for board in reviewed_round["boards"]:
            assert set(board) == BOARD
            assert board["currency"] == "guesses"
            for row in board["rows"]:
                assert set(row) == ROW
            used = board["guesses"] + board["to_come"]["value"]
            assert used == pytest.approx(board["expected"]["value"] + board["cost"] - board["luck"], abs=1e-9)
    first, second = review["rounds"]
    assert first["codes"] == ["RRBY", None]
    assert second["codes"] == [None, None]
    assert first["boards"][0]["hints"] is None
    assert set(second["boards"][0]["hints"]) == {"codes_left", "wrong", "certain", "good"}
    assert first["boards"][0]["rows"][1]["contradicts"] == [
        {"row": 1, "given": {"blacks": 3, "whites": 0}, "earned": {"blacks": 2, "whites": 0}}
    ]
    assert first["boards"][0]["rows"][1]["best"]["guess"] == "RYRG"


def test_the_same_record_and_time_give_the_same_answer(keypeg: Keypeg) -> None:
    record = RECORDS / "hasbro-2000.keypeg"
    once, again = (accepted(keypeg("analyse", record, "--time", "0.2", "--json")) for _ in range(2))
    assert once == again


# The picture


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_picture_has_a_point_for_every_row_and_a_description(keypeg: Keypeg, home: Path, lang: str) -> None:
    accepted(keypeg("analyse", "-", "--svg", "game.svg", "--lang", lang, stdin=HEAD + ROUND + RUNNING))
    text = (home / "game.svg").read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    points = [circle for circle in root.iter(f"{SVG}circle") if "point" in str(circle.get("class")).split()]
    assert len(points) == 4
    assert "<script" not in text
    assert "prefers-color-scheme" in text
    title, described = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert described is not None
    assert title.text
    assert f"{whole_number(lang, 1296)}, 20, 2, 1. 3 " in str(described.text)
    assert len({point.get("cy") for point in points}) == 4


def test_the_picture_in_the_documents_is_what_the_command_draws(keypeg: Keypeg, home: Path) -> None:
    documents = Path(__file__).parents[2] / "docs"
    accepted(keypeg("analyse", documents / "example.keypeg", "--svg", "example.svg"))
    drawn = (home / "example.svg").read_text(encoding="utf-8")
    assert drawn == (documents / "example.svg").read_text(encoding="utf-8")


def test_names_cannot_spoil_the_picture(keypeg: Keypeg, home: Path) -> None:
    head = HEAD.replace("Ben", 'B<b>&"x"')
    accepted(keypeg("analyse", "-", "--svg", "game.svg", stdin=head + ROUND))
    root = ElementTree.fromstring((home / "game.svg").read_text(encoding="utf-8"))
    assert any('B<b>&"x"' in str(element.text) for element in root.iter(f"{SVG}text"))


def test_every_recorded_board_can_be_drawn(keypeg: Keypeg, home: Path) -> None:
    for name in ("house-duel-together", "house-small", "parker-1974-time-out", "classic-breaker-rows"):
        accepted(keypeg("analyse", RECORDS / f"{name}.keypeg", "--time", "0.1", "--svg", "game.svg"))
        ElementTree.fromstring((home / "game.svg").read_text(encoding="utf-8"))


def test_long_rounds_and_rows_without_marks_are_drawn_too(keypeg: Keypeg, home: Path) -> None:
    head = BY_HAND.replace("classic~", "house~rows_20~")
    text = head + "1 code RRBY\n" + "2 guess VVVV\n1 mark 0b0w\n" * 13 + "2 guess RRBB\n"
    accepted(keypeg("analyse", "-", "--time", "0.1", "--svg", "game.svg", stdin=text))
    root = ElementTree.fromstring((home / "game.svg").read_text(encoding="utf-8"))
    points = [circle for circle in root.iter(f"{SVG}circle") if "point" in str(circle.get("class")).split()]
    assert len(points) == 14


# Errors


def test_an_incomplete_record_is_analysed_as_far_as_it_goes(keypeg: Keypeg) -> None:
    ran = keypeg("analyse", "-", stdin=HEAD + ROUND + "3 guess RRRR\n")
    assert "3 guesses = 4.34 expected" in ran.out
    assert refusal(ran).startswith("-:10: ")
    result = keypeg("analyse", "-", "--json", stdin=HEAD + ROUND + "3 guess RRRR\n")
    assert json.loads(result.out)["fault"]["line"] == 10


def test_rounds_that_were_not_played_are_refused(keypeg: Keypeg) -> None:
    assert refusal(keypeg("analyse", "-", "--round", "3", stdin=HEAD + ROUND)) == "'3' is not a number from 1 to 2."


def test_a_picture_that_cannot_be_written_is_refused(keypeg: Keypeg, home: Path) -> None:
    assert refusal(keypeg("analyse", "-", "--svg", str(home), stdin=HEAD + ROUND)).endswith("is a folder, not a file.")


def test_in_a_game_with_too_many_codes_to_list_the_figures_are_estimates(keypeg: Keypeg) -> None:
    guesses = "2 guess JGOINMWJ\n2 guess EBDJWBTJ\n2 guess KOOKOIEN\n"
    text = HEAD.replace("classic", "house~holes_8~colours_20") + f"1 code KOOKOIEN\n{guesses}"
    output = accepted(keypeg("analyse", "-", stdin=text))
    assert re.search(r" → ~[0-9,]+ ", output)
    assert re.search(r"Its mark leaves about [0-9,]+ codes \(± [0-9,]+\) out of ~?[0-9,]+", output)
    assert re.search(r"= ~[0-9.]+ expected \+ ~[0-9.]+ cost", output)


@pytest.mark.parametrize(
    ("width", "columns"),
    [
        (80, "row guess mark grade codes left best value cost luck worst"),
        (70, "row guess mark grade codes left best value cost luck"),
        (60, "row guess mark grade codes left value cost luck"),
        (50, "row guess mark grade codes left cost"),
        (40, "row guess mark codes left cost"),
        (1, "row guess mark codes left cost"),
    ],
)
def test_on_a_narrow_screen_the_table_has_fewer_columns(width: int, columns: str) -> None:
    replay = replay_text(HEAD + ROUND, "-")
    lines = describe_review(analyse_match(replay, 1, 0.0), "en", width)
    head = lines.index("Board: Ben") + 2
    assert " ".join(lines[head].split()) == columns
    assert all(len(line) <= max(width, 36) for line in lines[head : head + 4])
