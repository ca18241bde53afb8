"""The score sheet of 2004, exactly as in its rulebook, and that of every other edition."""

import json
from pathlib import Path

import pytest

from keypeg.core.observe import observe
from keypeg.i18n.score_sheet_text import draw_sheet
from keypeg.i18n.text_width import visible_width
from keypeg.records.replay import replay_file
from support.command import RECORDS, Keypeg, accepted
from support.thoroughness import some_of

FIRST_ROUND = [
    *("Keypeg: 1", "Edition: hasbro-2004~seats_3", "Seat 1: Julie", "Seat 2: Thierry", "Seat 3: Alexandre", ""),
    *("1 code WPGR", "2 guess OOOW", "3 guess OOWP", "2 guess WOPO", "3 guess WPOO", "2 guess WOPS", "3 guess WPGR"),
]
"""The round on the rulebook's own sheet: Thierry guesses for 1, 3 and 3 points, Alexandre for 2 and 4, then right."""


def cells(text: str) -> list[list[str]]:
    """The words in every cell of the sheet in this text, line by line."""
    rows = [line for line in text.splitlines() if line.startswith("│")]
    return [[" ".join(cell.split()) for cell in row.strip("│").split("│")] for row in rows]


def replay_text(keypeg: Keypeg, *lines: str, lang: str = "fr") -> str:
    """The text of a replayed record."""
    return accepted(keypeg("replay", "-", "--lang", lang, stdin="\n".join(lines) + "\n"))


def test_the_sheet_of_the_rulebook_is_reproduced(keypeg: Keypeg) -> None:
    assert cells(replay_text(keypeg, *FIRST_ROUND)) == [
        ["NOM", "Julie", "Thierry", "Alexandre"],
        ["MANCHE 1", "10", "1 3 3 7", "2 4 10 16"],
        ["MANCHE 2", "", "", ""],
        ["MANCHE 3", "", "", ""],
        ["MANCHE 4", "", "", ""],
        ["MANCHE 5", "", "", ""],
        ["TOTAL", "", "", ""],
    ]


def test_all_lines_of_the_sheet_have_the_same_width(keypeg: Keypeg) -> None:
    text = replay_text(keypeg, *FIRST_ROUND)
    assert text[text.index("┌") : text.index("┘") + 1].splitlines() == [
        "┌──────────┬───────┬────────────┬─────────────┐",
        "│ NOM      │ Julie │ Thierry    │ Alexandre   │",
        "├──────────┼───────┼────────────┼─────────────┤",
        "│ MANCHE 1 │    10 │ 1 3 3    7 │ 2 4 10   16 │",
        "├──────────┼───────┼────────────┼─────────────┤",
        "│ MANCHE 2 │       │            │             │",
        "├──────────┼───────┼────────────┼─────────────┤",
        "│ MANCHE 3 │       │            │             │",
        "├──────────┼───────┼────────────┼─────────────┤",
        "│ MANCHE 4 │       │            │             │",
        "├──────────┼───────┼────────────┼─────────────┤",
        "│ MANCHE 5 │       │            │             │",
        "├──────────┼───────┼────────────┼─────────────┤",
        "│ TOTAL    │       │            │             │",
        "└──────────┴───────┴────────────┴─────────────┘",
    ]


LONG_NAMES = ("Wolfeschlegelsteinhausenbergerdorffwelche", "👨‍👩‍👧‍👦 Família", "محمد بن عبد الله")


@pytest.mark.parametrize("width", [None, 120, 80, 60])
def test_a_sheet_is_as_wide_as_the_terminal_at_most_and_its_lines_are_even(width: int | None) -> None:
    replay = replay_file(RECORDS / "hasbro-2004-score-sheet.keypeg")
    lines = draw_sheet(observe(replay.state, None), LONG_NAMES, "en", width).splitlines()
    assert len({visible_width(line) for line in lines}) == 1
    assert visible_width(lines[0]) <= (width or 200)
    assert ("Wolfeschlegelsteinhausenbergerdorffwelche" in lines[1]) is (width in (None, 120))
    assert [cell.split() for cell in lines[5].split("│")[2:5]] == [["1", "4", "10", "15"], ["10"], ["2", "2", "5", "9"]]


def test_numbers_too_wide_for_the_terminal_are_told_in_words() -> None:
    view = observe(replay_file(RECORDS / "hasbro-2004-score-sheet.keypeg").state, None)
    assert draw_sheet(view, ("Ann", "Ben", "Cleo"), "en", 40).startswith("ROUND 1 – Ann: 10; Ben: 1, 3, 3, total 7; ")


def test_totals_are_filled_in_when_the_match_is_over(keypeg: Keypeg) -> None:
    text = accepted(keypeg("replay", RECORDS / "hasbro-2004-score-sheet.keypeg"))
    assert cells(text) == [
        ["NAME", "Ann", "Ben", "Cleo"],
        ["ROUND 1", "10", "1 3 3 7", "2 4 10 16"],
        ["ROUND 2", "1 4 10 15", "10", "2 2 5 9"],
        ["ROUND 3", "2 2 2 10 16", "3 1 4 8", "14"],
        ["ROUND 4", "", "", ""],
        ["ROUND 5", "", "", ""],
        ["TOTAL", "41", "25", "39"],
    ]


def test_the_points_of_a_guess_stand_on_the_sheet_as_soon_as_it_is_marked(keypeg: Keypeg) -> None:
    assert cells(replay_text(keypeg, *FIRST_ROUND[:-5]))[1] == ["MANCHE 1", "", "1 1", ""]
    assert cells(replay_text(keypeg, *FIRST_ROUND[:-1]))[1] == ["MANCHE 1", "", "1 3 3 7", "2 4 6"]


def test_a_round_in_play_comes_after_those_that_are_over(keypeg: Keypeg) -> None:
    sheet = cells(replay_text(keypeg, *FIRST_ROUND, "2 code WPGR", "3 guess OOOW"))
    assert sheet[1:4] == [
        ["MANCHE 1", "10", "1 3 3 7", "2 4 10 16"],
        ["MANCHE 2", "", "", "1 1"],
        ["MANCHE 3", "", "", ""],
    ]
    assert len(sheet) == 7


def test_by_hand_a_guess_earns_points_when_its_mark_is_given(keypeg: Keypeg) -> None:
    lines = [FIRST_ROUND[0], f"{FIRST_ROUND[1]}~by-hand_yes", *FIRST_ROUND[2:8]]
    assert cells(replay_text(keypeg, *lines))[1] == ["MANCHE 1", "", "", ""]
    assert cells(replay_text(keypeg, *lines, "1 mark 1b1w"))[1] == ["MANCHE 1", "", "3 3", ""]


@pytest.mark.parametrize(
    ("lang", "score", "spoken"),
    [
        (
            "en",
            "Score – Julie: 0, Thierry: 7, Alexandre: 6",
            "ROUND 1 – Thierry: 1, 3, 3, total 7; Alexandre: 2, 4, total 6",
        ),
        (
            "fr",
            "Score – Julie : 0, Thierry : 7, Alexandre : 6",
            "MANCHE 1 – Thierry : 1, 3, 3, total 7 ; Alexandre : 2, 4, total 6",
        ),
    ],
)
def test_the_score_of_a_running_match_has_the_points_of_the_round_in_play(
    keypeg: Keypeg, monkeypatch: pytest.MonkeyPatch, lang: str, score: str, spoken: str
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    text = replay_text(keypeg, *FIRST_ROUND[:-1], lang=lang).replace("\u00a0", " ").replace("\u202f", " ")
    assert text.count(score) == 2, "once above the board, once below the sheet"
    assert spoken in text


@pytest.mark.parametrize("viewer", [[], ["--as", "2"], ["--as", "spectator"]], ids=str)
def test_the_sheet_as_json_has_the_round_in_play_for_every_viewer(keypeg: Keypeg, viewer: list[str]) -> None:
    ran = keypeg("replay", "-", "--json", *viewer, stdin="\n".join(FIRST_ROUND[:-1]) + "\n")
    replayed = json.loads(accepted(ran))
    assert replayed["sheet"]["rounds"] == []
    assert replayed["sheet"]["running"] == {
        "round": 1,
        "attempt": 1,
        "replayed": False,
        "cells": [
            {"guesses": [], "sum": None, "maker": True},
            {"guesses": [1, 3, 3], "sum": 7, "maker": False},
            {"guesses": [2, 4], "sum": 6, "maker": False},
        ],
    }
    assert replayed["scores"] == replayed["sheet"]["totals"] == [0, 7, 6]


def test_where_only_the_maker_scores_a_round_in_play_is_not_on_the_sheet(keypeg: Keypeg) -> None:
    lines = ["Keypeg: 1", "Edition: classic", "", "1 code RRBB", "2 guess RRBY"]
    replayed = json.loads(accepted(keypeg("replay", "-", "--json", stdin="\n".join(lines) + "\n")))
    assert replayed["sheet"] == {"rounds": [], "running": None, "totals": [0, 0]}


def test_a_guess_that_earns_nothing_is_written_as_zero(keypeg: Keypeg) -> None:
    lines = [*FIRST_ROUND[:7], "2 guess OOOO", "3 guess WPGR"]
    assert cells(replay_text(keypeg, *lines))[1] == ["MANCHE 1", "6", "0 0", "10 10"]


def test_a_player_without_a_turn_has_an_empty_box(keypeg: Keypeg) -> None:
    lines = [*FIRST_ROUND[:7], "2 guess WPGR"]
    assert cells(replay_text(keypeg, *lines))[1] == ["MANCHE 1", "5", "10 10", ""]


def test_an_unbroken_code_gives_the_maker_the_most(keypeg: Keypeg) -> None:
    lines = [*FIRST_ROUND[:7], *(f"{seat} guess OOOO" for _ in range(6) for seat in (2, 3))]
    assert cells(replay_text(keypeg, *lines))[1] == ["MANCHE 1", "40", "0 0 0 0 0 0 0", "0 0 0 0 0 0 0"]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_sheet_has_a_column_for_each_player_and_five_lines(keypeg: Keypeg, seats: int) -> None:
    sheet = cells(accepted(keypeg("replay", RECORDS / f"hasbro-2004-family-{seats}.keypeg")))
    assert [row[0] for row in sheet] == ["NAME", *(f"ROUND {number}" for number in range(1, 6)), "TOTAL"]
    assert {len(row) for row in sheet} == {seats + 1}
    played = sheet[1 : seats + 1]
    for number, row in enumerate(played, 1):
        assert len(row[number].split()) == 1, "the maker's score stands alone"
    for column in range(1, seats + 1):
        assert sum(int(row[column].split()[-1]) for row in played if row[column]) == int(sheet[-1][column])
    assert all(row[1:] == [""] * seats for row in sheet[seats + 1 : -1])


@pytest.mark.parametrize("file", some_of(sorted(RECORDS.glob("*.keypeg")), quick=15), ids=lambda file: str(file.stem))
def test_every_sheet_adds_up(keypeg: Keypeg, file: Path) -> None:
    output = json.loads(accepted(keypeg("replay", file, "--json")))
    if "practice_yes" in output["edition"]:
        return
    text = accepted(keypeg("replay", file))
    sheet = cells(text)
    penalties = {
        line["points"] for played in output["rounds"] for line in played["lines"] if line["reason"] == "wrong-mark"
    }
    over = output["outcome"] is not None
    assert sheet[-1][1:] == ([str(total) for total in output["scores"]] if over else [""] * len(output["scores"]))
    for line in output["sheet"]["rounds"]:
        for cell in line["cells"]:
            if cell["guesses"]:
                assert cell["sum"] - sum(cell["guesses"]) in {0, *penalties}
    widths = {len(line) for line in text.splitlines() if line[:1] in tuple("┌├│└")}
    assert len(widths) == 1


def test_a_penalty_has_a_line_of_its_own_beside_the_replayed_round(keypeg: Keypeg) -> None:
    lines = ["Keypeg: 1", "Edition: classic~by-hand_yes", "Seat 1: Ann", "Seat 2: Ben", ""]
    lines += ["1 code KWYG", "2 guess RRBB", "1 mark 1b0w", "2 claim 1"]
    lines += ["1 code KWYG", "2 guess KWYG", "1 mark 4b0w"]
    assert cells(replay_text(keypeg, *lines, lang="en")) == [
        ["NAME", "Ann", "Ben"],
        ["ROUND 1*", "", "3"],
        ["ROUND 1", "1", ""],
        ["TOTAL", "", ""],
    ]


def test_a_game_played_in_line_mode_ends_with_the_same_sheet(keypeg: Keypeg, home: Path) -> None:
    played = accepted(
        keypeg(
            "play", "hasbro-2004~seats_4", "--players", ",".join(["computer"] * 4), "--seed", "9", "--record", "game"
        )
    )
    assert cells(played) == cells(accepted(keypeg("replay", home / "game")))


def test_wide_and_combining_letters_in_a_name_keep_the_sheet_aligned(keypeg: Keypeg) -> None:
    """An accent may be a character of its own that takes no space, so the sheet must not count it."""
    lines = [line.replace("Julie", "Zoe\u0301") for line in FIRST_ROUND]
    plain = [line.replace("Julie", "Zoé") for line in FIRST_ROUND]
    edge = replay_text(keypeg, *plain).replace("Zoé", "Zoe\u0301")
    assert replay_text(keypeg, *lines).splitlines()[-15] == edge.splitlines()[-15]
