"""`keypeg analyse` where fewest guesses are not what counts: the chance to win, and points."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from cli.process import RECORDS, Keypeg, accepted, refusal
from keypeg.solver.warm import warm_up

DUEL = "Keypeg: 1\nEdition: parker-1974\nSeat 1: Ann\nSeat 2: Ben\n\n1 code RBY\n2 code GWO\n"
ROWS = "1 guess GGR\n2 guess RRB\n1 guess WGY\n2 guess RGB\n1 guess GWO\n"
ROUND = DUEL + ROWS + "2 guess RRR\n"
FAMILY = RECORDS / "hasbro-2004-score-sheet.keypeg"
ROW = {
    "row", "kind", "guess", "best", "codes_before", "codes_after", "waiting", "before", "played", "itself", "after",
    "loss", "luck",
}  # fmt: skip
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module", autouse=True)
def _solver_is_ready() -> None:
    warm_up()


def analysed(keypeg: Keypeg, text: str) -> list[dict[str, Any]]:
    found = json.loads(accepted(keypeg("analyse", "-", "--json", "--round", "1", stdin=text)))
    return list(found["rounds"][0]["stakes"])


def test_a_duel_is_told_by_the_chance_to_win_beside_guesses(keypeg: Keypeg) -> None:
    told = accepted(keypeg("analyse", "-", "--round", "1", stdin=ROUND))
    assert told.count("Chance to win, estimated:\nrow  guess  best  to win") == 2
    assert re.search(
        r"Ann won: 100\.0 % = [0-9.]+ % at the start − [0-9.]+ % given up [+−] [0-9.]+ % (bad )?luck\n", told
    )
    assert re.search(r"Ben lost: 0\.0 % = [0-9.]+ % at the start", told)
    assert re.search(r"Row 3, R R R \(Ben\): gives up about [0-9.]+ % against R . .\.\n", told)
    assert "luck: by the mark, and what others did" in told


def test_a_running_duel_tells_the_chance_as_it_stands(keypeg: Keypeg) -> None:
    told = accepted(keypeg("analyse", "-", stdin=DUEL + ROWS))
    assert re.search(r"Ann now: [0-9.]+ % = ", told)
    assert re.search(r"Ben now: [0-9.]+ % = ", told)


def test_who_gives_up_is_told_what_that_cost_him(keypeg: Keypeg) -> None:
    told = accepted(keypeg("analyse", "-", "--round", "1", stdin=DUEL + ROWS[:36] + "1 resign\n"))
    assert re.search(r"Ann lost: 0\.0 % = .* − [0-9.]+ % by leaving\n", told)
    assert re.search(r"Ben won: 100\.0 % = .* luck\n", told)


def test_the_family_game_is_told_in_points(keypeg: Keypeg) -> None:
    told = accepted(keypeg("analyse", FAMILY, "--round", "1"))
    assert "Points, estimated:\nrow  who   guess  best  earned  to come" in told
    assert re.search(r"Ben: 7 points = [0-9.]+ at the start − [0-9.]+ given up", told)
    assert re.search(r"Cleo: 16 points = [0-9.]+ at the start − [0-9.]+ given up", told)
    assert "by the mark and what the others did" in told


def test_with_no_time_it_says_from_where_it_counts(keypeg: Keypeg) -> None:
    told = accepted(keypeg("analyse", FAMILY, "--round", "1", "--time", "0"))
    points = told[told.index("Points, estimated") :]
    assert re.search(r"\n  1  Ben   \w{4}   \? ", points)
    assert "Counted from row" in points


@pytest.mark.parametrize("record", ["-", FAMILY], ids=["duel", "family"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_tables_fit_eighty_columns_in_both_languages(keypeg: Keypeg, record: str | Path, lang: str) -> None:
    told = accepted(keypeg("analyse", record, "--round", "1", "--lang", lang, stdin=ROUND))
    sentences = ("Row", "Rangée", "Ann", "Ben", "Cleo", "Given", "Cédé")
    lines = [line for line in told.splitlines() if not line.startswith(sentences) and "=" not in line]
    assert max(map(len, lines)) <= 80
    if lang == "fr":
        assert re.search(r"\b(row|guess|left|the|luck|won|lost|win|points? at|chance to)\b", told) is None
        assert "au début" in told


def test_json_has_every_row_and_the_sum(keypeg: Keypeg) -> None:
    for text in (ROUND, DUEL + ROWS, FAMILY.read_text(encoding="utf-8")):
        stakes = analysed(keypeg, text)
        assert stakes
        for one in stakes:
            assert set(one) == {
                "seat", "board", "currency", "start", "loss", "luck", "forfeit", "earned", "to_come", "result", "rows",
            }  # fmt: skip
            total = one["start"]["value"] - one["loss"] + one["luck"] - one["forfeit"]
            assert one["result"] == pytest.approx(total, abs=1e-9)
            for row in one["rows"]:
                assert set(row) == ROW
                assert row["before"]["exact"] is False
    assert analysed(keypeg, "Keypeg: 1\nEdition: classic\n\n1 code RRBB\n2 guess RRBB\n") == []


def test_the_picture_has_a_line_for_every_seat(keypeg: Keypeg, home: Path) -> None:
    for record, text, seats in (("-", ROUND, 2), (FAMILY, "", 2), ("-", DUEL, 0)):
        accepted(keypeg("analyse", record, "--round", "1", "--svg", "game.svg", stdin=text))
        root = ElementTree.fromstring((home / "game.svg").read_text(encoding="utf-8"))
        lines = [one for one in root.iter(f"{SVG}polyline") if "stake" in str(one.get("class")).split()]
        assert len(lines) == seats
        assert len({one.get("stroke-dasharray") for one in lines}) == seats, "they differ by more than colour"
        described = root.find(f"{SVG}desc")
        assert described is not None
        assert ("at the start" in str(described.text)) is bool(seats)


# Where parts are dealt

DEALT = (
    "Keypeg: 1\nEdition: mastermind-44~seats_2\nSeat 1: Ann\nSeat 2: Ben\n\n"
    "table deal R.... .B...\n1 guess RBBBB\n2 guess RRRRR\n1 call\n1 answer RB...\n"
)


def test_rows_and_calls_are_told_where_parts_are_dealt(keypeg: Keypeg, home: Path) -> None:
    told = accepted(keypeg("analyse", "-", "--round", "1", "--svg", "game.svg", stdin=DEALT))
    assert "Part of the code (Ann): hole 1 is R" in told
    assert re.search(r"\n +1  RBBBB  \w{5} +24 → 4 ", told)
    assert re.search(r"\ncall  RB\.\.\. ", told)
    assert re.search(r"The call with R B \. \. \. \(Ann\): right with [0-9.]+ %; waiting won with [0-9.]+ %\.", told)
    assert re.search(r"Ann won: 100\.0 % = ", told)
    assert max(len(line) for line in told.splitlines() if "=" not in line) <= 80
    root = ElementTree.fromstring((home / "game.svg").read_text(encoding="utf-8"))
    assert len(list(root.iter(f"{SVG}polyline"))) == 2
    french = accepted(keypeg("analyse", "-", "--round", "1", "--lang", "fr", stdin=DEALT))
    assert "L’annonce R B . . . (Ann)" in french
    ann, ben = analysed(keypeg, DEALT)
    assert [row["kind"] for row in ann["rows"]] == ["row", "call"]
    assert ann["result"] == 1
    assert ben["result"] == 0
    assert set(ann["rows"][1]) == ROW


def test_a_running_round_where_parts_are_dealt_shows_nothing(keypeg: Keypeg) -> None:
    ran = keypeg("analyse", "-", stdin=DEALT[: DEALT.index("1 call")])
    assert "only rounds that are over" in refusal(ran)
    longer = DEALT.replace("seats_2", "seats_2~rounds_3") + "table deal ..Y.. ...G.\n2 guess RRRRR\n"
    found = json.loads(accepted(keypeg("analyse", "-", "--json", stdin=longer)))
    assert [one["round"] for one in found["rounds"]] == [1]
