"""`keypeg analyse` where the number of guesses does not decide: the chance to win, and points."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from keypeg.solver.warmup import warm_up
from support.command import RECORDS, Keypeg, accepted, refusal
from support.thoroughness import in_turn

DUEL = "Keypeg: 1\nEdition: parker-1974\nSeat 1: Ann\nSeat 2: Ben\n\n1 code RBY\n2 code GWO\n"
ROWS = "1 guess GGR\n2 guess RRB\n1 guess WGY\n2 guess RGB\n1 guess GWO\n"
ROUND = DUEL + ROWS + "2 guess RRR\n"
FAMILY = RECORDS / "hasbro-2004-score-sheet.keypeg"
ROW = {
    "row", "kind", "guess", "best", "codes_before", "codes_after", "waiting", "before", "played", "immediate", "after",
    "cost", "luck", "grade",
}  # fmt: skip
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module", autouse=True)
def _solver_is_ready() -> None:
    warm_up()


def review_values(once: Keypeg, text: str) -> list[dict[str, Any]]:
    output = json.loads(accepted(once("analyse", "-", "--json", "--round", "1", stdin=text)))
    return list(output["rounds"][0]["seat_values"])


def test_a_duel_is_reviewed_by_the_chance_to_win_beside_guesses(once: Keypeg) -> None:
    output = accepted(once("analyse", "-", "--round", "1", stdin=ROUND))
    assert output.count("Chance to win (estimate):\nrow  guess  grade  ") == 2
    assert re.search(
        r"Ann won: 100\.0 % = [0-9.]+ % at the start − [0-9.]+ % cost [+−] [0-9.]+ % (bad )?luck\n", output
    )
    assert re.search(r"Ben lost: 0\.0 % = [0-9.]+ % at the start", output)
    assert re.search(r"Row 3, R R R \(Ben\): costs about [0-9.]+ %; R . . was better\.\n", output)
    assert "luck: from the mark and the others’ play" in output


def test_a_running_duel_shows_the_current_chance_to_win(keypeg: Keypeg) -> None:
    output = accepted(keypeg("analyse", "-", stdin=DUEL + ROWS))
    assert re.search(r"Ann now: [0-9.]+ % = ", output)
    assert re.search(r"Ben now: [0-9.]+ % = ", output)


def test_the_review_shows_what_resigning_cost(keypeg: Keypeg) -> None:
    output = accepted(keypeg("analyse", "-", "--round", "1", stdin=DUEL + ROWS[:36] + "1 resign\n"))
    assert re.search(r"Ann lost: 0\.0 % = .* − [0-9.]+ % for leaving\n", output)
    assert re.search(r"Ben won: 100\.0 % = .* luck\n", output)


def test_the_family_game_is_reviewed_in_points(once: Keypeg) -> None:
    output = accepted(once("analyse", FAMILY, "--round", "1"))
    assert "Points (estimate):\nrow  who   guess  grade       best  earned  to come" in output
    assert "Board: Ben and Cleo\nBen: skill 57, luck 27\nCleo: skill 86, luck 39\n" in output
    assert output.count("grade") == 2, "guesses are graded once: by their points"
    assert re.search(r"Ben: 7 points = [0-9.]+ at the start − [0-9.]+ cost", output)
    assert re.search(r"Cleo: 16 points = [0-9.]+ at the start − [0-9.]+ cost", output)
    assert "from the mark and the others’ play" in output


def test_without_time_the_review_names_the_first_row_it_counts(keypeg: Keypeg) -> None:
    output = accepted(keypeg("analyse", FAMILY, "--round", "1", "--time", "0"))
    points = output[output.index("Points (estimate)") :]
    assert re.search(r"\n  1  Ben   \w{4}   \?  +\? ", points)
    assert "Counted from row" in points


@pytest.mark.parametrize(("record", "lang"), in_turn(["-", FAMILY], ["fr", "en"]), ids=str)
def test_tables_fit_eighty_columns_in_both_languages(once: Keypeg, record: str | Path, lang: str) -> None:
    words = [] if lang == "en" else ["--lang", lang]
    output = accepted(once("analyse", record, "--round", "1", *words, stdin=ROUND if record == "-" else ""))
    sentences = ("Row", "Ligne", "Ann", "Ben", "Cleo", "Cost", "Coût")
    lines = [line for line in output.splitlines() if not line.startswith(sentences) and "=" not in line]
    assert max(map(len, lines)) <= 80
    if lang == "fr":
        assert re.search(r"\b(row|guess|left|the|luck|won|lost|win|points? at|chance to)\b", output) is None
        assert "au début" in output


def test_json_contains_every_row_and_the_sum(once: Keypeg) -> None:
    for text in (ROUND, DUEL + ROWS, FAMILY.read_text(encoding="utf-8")):
        seat_values = review_values(once, text)
        assert seat_values
        for values in seat_values:
            assert set(values) == {
                "seat", "board", "currency", "start", "cost", "luck", "forfeit", "earned", "to_come", "result",
                "figures", "decisions",
            }  # fmt: skip
            total = values["start"]["value"] - values["cost"] + values["luck"] - values["forfeit"]
            assert values["result"] == pytest.approx(total, abs=1e-9)
            for row in values["decisions"]:
                assert set(row) == ROW
                assert row["before"]["exact"] is False
    assert review_values(once, "Keypeg: 1\nEdition: classic\n\n1 code RRBB\n2 guess RRBB\n") == []


def test_the_picture_has_a_line_for_every_seat(keypeg: Keypeg, home: Path) -> None:
    for record, text, seats in (("-", ROUND, 2), (FAMILY, "", 2), ("-", DUEL, 0)):
        accepted(keypeg("analyse", record, "--round", "1", "--svg", "game.svg", stdin=text))
        root = ElementTree.fromstring((home / "game.svg").read_text(encoding="utf-8"))
        lines = [line for line in root.iter(f"{SVG}polyline") if "value" in str(line.get("class")).split()]
        assert len(lines) == seats
        assert len({line.get("stroke-dasharray") for line in lines}) == seats, "they differ by more than colour"
        described = root.find(f"{SVG}desc")
        assert described is not None
        assert ("at the start" in str(described.text)) is bool(seats)


# Where parts are dealt

DEALT = (
    "Keypeg: 1\nEdition: mastermind-44~seats_2\nSeat 1: Ann\nSeat 2: Ben\n\n"
    "table deal R.... .B...\n1 guess RBBBB\n2 guess RRRRR\n1 call\n1 answer RB...\n"
)


def test_rows_and_calls_are_reviewed_where_parts_are_dealt(keypeg: Keypeg, home: Path) -> None:
    output = accepted(keypeg("analyse", "-", "--round", "1", "--svg", "game.svg", stdin=DEALT))
    assert "Ann’s part of the code: hole 1 is R" in output
    assert re.search(r"\n +1  RBBBB  (Best|Good|Inaccuracy|Mistake) +\w{5} +24 → 4 ", output)
    assert re.search(r"\ncall  RB\.\.\. ", output)
    assert re.search(
        r"The call R B \. \. \. \(Ann\): right [0-9.]+ % of the time; waiting would win [0-9.]+ %\.", output
    )
    assert re.search(r"Ann won: 100\.0 % = ", output)
    assert max(len(line) for line in output.splitlines() if "=" not in line) <= 80
    root = ElementTree.fromstring((home / "game.svg").read_text(encoding="utf-8"))
    assert len(list(root.iter(f"{SVG}polyline"))) == 2
    french = accepted(keypeg("analyse", "-", "--round", "1", "--lang", "fr", stdin=DEALT))
    assert "L’annonce R B . . . (Ann)" in french
    ann, ben = review_values(keypeg, DEALT)
    assert [row["kind"] for row in ann["decisions"]] == ["row", "call"]
    assert ann["result"] == 1
    assert ben["result"] == 0
    assert set(ann["decisions"][1]) == ROW


RUNNING = DEALT[: DEALT.index("1 call")]
LONGER = DEALT.replace("seats_2", "seats_2~rounds_3") + "table deal ..Y.. ...G.\n2 guess RRRRR\n"


def test_a_running_round_where_parts_are_dealt_is_reviewed_from_one_seats_view(keypeg: Keypeg, home: Path) -> None:
    output = accepted(keypeg("analyse", "-", "--seat", "1", "--svg", "game.svg", stdin=RUNNING))
    assert output.startswith("Round 1 · not over yet\nAnn’s part of the code: hole 1 is R\n\nBoard: Ann\nAnn: skill ")
    assert "Ben" not in output
    assert re.search(r"\n +1  RBBBB  (Best|Good|Inaccuracy|Mistake) +\w{5} +24 → 4 ", output)
    assert re.search(r"\nAnn now: [0-9.]+ % = [0-9.]+ % at the start − [0-9.]+ % cost", output)
    assert re.search(r"\n4 codes left\n(.*\n)*Guess( [RBYGWK]){5}\n  it wins about [0-9.]+ % of the time\n", output)
    assert max(len(line) for line in output.splitlines() if "=" not in line) <= 80
    root = ElementTree.fromstring((home / "game.svg").read_text(encoding="utf-8"))
    assert len(list(root.iter(f"{SVG}polyline"))) == 1
    french = accepted(keypeg("analyse", "-", "--seat", "1", "--lang", "fr", stdin=RUNNING))
    assert re.search(r"Ann pour l’instant.*au début", french)
    assert re.search(r"\b(row|guess|left|the|luck|now|call|you|codes on)\b", french) is None


def test_json_contains_a_running_round_where_parts_are_dealt(keypeg: Keypeg) -> None:
    output = json.loads(accepted(keypeg("analyse", "-", "--json", "--seat", "1", stdin=RUNNING)))
    [played] = output["rounds"]
    assert (output["needs_seat"], played["over"], played["codes"]) == (None, False, ["R....", None])
    [ann] = played["seat_values"]
    assert ann["seat"] == 1
    assert set(ann["decisions"][0]) == ROW
    hints = played["hints"]
    assert set(hints) == {"codes_left", "certain", "good", "wins", "reasons", "call"}
    assert hints["codes_left"] == 4
    assert ann["to_come"]["value"] == hints["wins"]
    assert set(hints["reasons"]) == {"mean_left", "max_left", "can_be_code", "bits_to_seat", "bits_to_others"}
    assert set(hints["call"]) == {"now", "code", "right", "waiting"}
    ben = json.loads(accepted(keypeg("analyse", "-", "--json", "--seat", "2", stdin=RUNNING)))["rounds"][0]
    assert ben["hints"]["good"] is None, "it is not Ben's turn"
    assert ben["hints"]["call"]["right"] == pytest.approx(0.25)


def test_without_a_seat_a_running_round_where_parts_are_dealt_is_left_out(keypeg: Keypeg) -> None:
    assert "--seat 1 to 2" in refusal(keypeg("analyse", "-", stdin=RUNNING))
    assert "--seat" in refusal(keypeg("analyse", "-", "--round", "2", stdin=LONGER))
    output = accepted(keypeg("analyse", "-", stdin=LONGER))
    assert output.startswith("Round 1\n")
    assert output.endswith("\n\nRound 2 is not over yet. Add --seat to see it from one seat.\n")
    review = json.loads(accepted(keypeg("analyse", "-", "--json", stdin=LONGER)))
    assert [reviewed_round["round"] for reviewed_round in review["rounds"]] == [1]
    assert review["needs_seat"] == 2
    assert "--seat" not in accepted(keypeg("analyse", "-", "--round", "1", stdin=LONGER))
    assert "--seat" not in accepted(keypeg("analyse", "-", stdin=LONGER.replace("2 guess RRRRR\n", "")))


def test_with_a_seat_finished_rounds_are_reviewed_as_usual(keypeg: Keypeg) -> None:
    output = accepted(keypeg("analyse", "-", "--seat", "2", stdin=LONGER))
    assert output.startswith(accepted(keypeg("analyse", "-", "--round", "1", stdin=LONGER)).split("\n\nto win")[0])
    assert re.search(r"Round 2 · not over yet\nBen’s part of the code: hole 4 is G\n\nBoard: Ben\n", output)
    assert "hole 3 is Y" not in output


def test_a_seat_without_rows_gets_hints(keypeg: Keypeg) -> None:
    output = accepted(keypeg("analyse", "-", "--seat", "1", "--round", "2", stdin=LONGER))
    assert "Board: Ann\n(no rows yet)\n\n24 codes left\n" in output
    before = accepted(keypeg("analyse", "-", "--seat", "1", stdin=DEALT[: DEALT.index("table")]))
    assert before == "Round 1 · not over yet\n\nBoard: Ann\n(no rows yet)\n", "nothing is dealt yet"


def test_a_running_duel_is_reviewed_with_the_seats_own_code(keypeg: Keypeg, once: Keypeg) -> None:
    output = accepted(keypeg("analyse", "-", "--seat", "2", stdin=DUEL + ROWS))
    assert "Ben’s code: G W O\n" in output
    assert "Ann’s code" not in output
    review = json.loads(accepted(keypeg("analyse", "-", "--json", "--seat", "2", stdin=DUEL + ROWS)))
    assert review["rounds"][0]["codes"] == [None, "GWO"]
    whole = review_values(once, ROUND)[1]["decisions"]
    seen = review["rounds"][0]["seat_values"][1]["decisions"]
    assert [row["cost"] for row in seen] == [row["cost"] for row in whole[: len(seen)]], "as when the round is over"
