"""The command `solve`: advice on a position, or on a whole game at a real board."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from keypeg.editions import edition
from keypeg.solver.game.guessing_game import game_for
from keypeg.solver.warmup import warm_up
from keypeg.terminal import progress
from support.command import Keypeg, accepted, answered_no, refusal, run
from support.pseudo_terminal import END, INTERRUPT, Pseudo
from support.thoroughness import first_of

KEYS = {
    *("format", "edition", "seat", "own", "rows", "codes_left", "codes_left_error", "weight_left"),
    *("best", "alternatives", "candidates", "changes"),
}
"""The keys of advice as JSON values."""

OPTION = {"guess", "expected", "worst", "exact", "lower_bound_only", "cells", "largest_cell", "can_be_code"}
"""The keys of a guess as JSON values."""


@pytest.fixture(autouse=True)
def no_compile_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Suppress the notice that kernels are being compiled; they are then compiled when they are used."""
    monkeypatch.setattr(progress, "prepare", lambda *_: None)


def rows(*texts: str) -> list[str]:
    return [word for text in texts for word in ("--row", text)]


def advice_values(keypeg: Keypeg, *arguments: str) -> dict[str, Any]:
    """Advice as JSON values, with unlimited time."""
    output: dict[str, Any] = json.loads(keypeg("solve", *arguments, "--time", "60", "--json").out)
    return output


# One position


def test_advice_on_a_position_in_words(keypeg: Keypeg) -> None:
    lines = accepted(keypeg("solve", "classic", *rows("RRBB:1b0w"), "--time", "60")).splitlines()
    assert lines[:3] == [
        "256 codes left",
        "Guess R Y Y G",
        "  3.51 more guesses on average, 5 in the worst case: the best possible",
    ]
    assert lines[3] == "  it could be the code; 14 different marks are possible; the most common leaves 51"
    assert lines[4] == "Also good:"
    assert all(line.startswith("  ") for line in lines[5:])
    assert len(lines) > 8


def test_advice_on_a_position_as_json(keypeg: Keypeg) -> None:
    advice = advice_values(keypeg, "classic", *rows("RRBB:1b0w"))
    assert set(advice) == KEYS
    assert (advice["edition"], advice["seat"], advice["own"], advice["changes"]) == ("classic", 2, None, [])
    assert (advice["codes_left"], advice["weight_left"], len(advice["candidates"])) == (256, 256, 256)
    assert advice["rows"] == [{"guess": "RRBB", "marks": [{"blacks": 1, "whites": 0}]}]
    assert all(set(option) == OPTION for option in (advice["best"], *advice["alternatives"]))
    assert advice["best"] == {
        "guess": "RYYG",
        "expected": 898 / 256,
        "worst": 5,
        "exact": True,
        "lower_bound_only": False,
        "cells": 14,
        "largest_cell": 51,
        "can_be_code": True,
    }
    assert all(option["expected"] >= 898 / 256 for option in advice["alternatives"])


def test_advice_before_the_first_row_comes_from_the_book(keypeg: Keypeg) -> None:
    best = advice_values(keypeg, "classic")["best"]
    assert (best["guess"], best["expected"], best["exact"]) == ("RRBY", 5625 / 1296, True)


def test_advice_takes_all_rows_into_account(keypeg: Keypeg) -> None:
    advice = advice_values(keypeg, "classic", *rows("RRBB:1b0w", "ryyg:2b1w", "RYGK:1 2"))
    assert [row["guess"] for row in advice["rows"]] == ["RRBB", "RYYG", "RYGK"]
    assert advice["codes_left"] == len(advice["candidates"])
    for code in advice["candidates"]:
        for guess, mark in (("RRBB", (1, 0)), ("RYYG", (2, 1)), ("RYGK", (1, 2))):
            marked = json.loads(accepted(keypeg("mark", "classic", code, guess, "--json")))["mark"]
            assert (marked["blacks"], marked["whites"]) == mark


def test_few_codes_are_listed(keypeg: Keypeg) -> None:
    out = accepted(keypeg("solve", "classic", *rows("RRBB:1b0w", "RYYG:2b1w", "RYGK:1b2w")))
    advice = advice_values(keypeg, "classic", *rows("RRBB:1b0w", "RYYG:2b1w", "RYGK:1b2w"))
    assert f"They are: {', '.join(advice['candidates'])}\n" in out


def test_one_code_left_is_named(keypeg: Keypeg) -> None:
    assert accepted(keypeg("solve", "classic", *rows("RRBB:4b0w"))) == "One code left: R R B B\n"
    advice = advice_values(keypeg, "classic", *rows("RRBB:4b0w"))
    assert (advice["candidates"], advice["alternatives"], advice["best"]["expected"]) == (["RRBB"], [], 1.0)


@pytest.mark.parametrize("seconds", ["0", "0.0", "0.000001"])
def test_without_time_there_is_still_advice(keypeg: Keypeg, seconds: str) -> None:
    out = accepted(keypeg("solve", "classic", *rows("RRBK:1b0w", "YYGG:1b0w"), "--time", seconds))
    assert "Guess " in out
    assert " more guesses on average" in out


def test_marks_are_numbers_in_the_traffic_jam(keypeg: Keypeg) -> None:
    advice = advice_values(keypeg, "traffic-jam-2000", *rows("RRBB:2"))
    assert advice["best"]["exact"]
    assert advice["rows"][0]["marks"] == [{"number": 2}]


def test_options_of_the_edition_apply(keypeg: Keypeg) -> None:
    advice = advice_values(keypeg, "parker-1974", "--option", "different=yes", *rows("RBY:0b3w"))
    assert sorted(advice["candidates"]) == ["BYR", "YRB"]
    assert advice["best"]["expected"] == 1.5


# Contradicting rows


def test_contradicting_rows_are_reported_with_possible_corrections(keypeg: Keypeg) -> None:
    ran = keypeg("solve", "classic", *rows("RRBB:1b0w", "RRBB:2b0w"))
    assert answered_no(ran).splitlines() == [
        "No code fits all these rows.",
        "With another mark in row 2, 256 codes would fit: 1 black (256)",
        "With another mark in row 1, 114 codes would fit: 2 black (114)",
    ]


def test_contradicting_rows_as_json_values_have_every_field(keypeg: Keypeg) -> None:
    assert advice_values(keypeg, "classic~rows_8", *rows("RRBB:1b0w", "RRBB:2b0w")) == {
        "format": "keypeg-solve-1",
        "edition": "classic~rows_8",
        "seat": 2,
        "own": None,
        "rows": [
            {"guess": "RRBB", "marks": [{"blacks": 1, "whites": 0}]},
            {"guess": "RRBB", "marks": [{"blacks": 2, "whites": 0}]},
        ],
        "codes_left": 0,
        "codes_left_error": 0.0,
        "weight_left": 0,
        "best": None,
        "alternatives": [],
        "candidates": [],
        "changes": [
            {"rows": [2], "codes_left": 256, "marks": [{"notation": "1b0w", "codes_left": 256}]},
            {"rows": [1], "codes_left": 114, "marks": [{"notation": "2b0w", "codes_left": 114}]},
        ],
    }


def test_rows_that_are_wrong_together_are_named_together(keypeg: Keypeg) -> None:
    out = answered_no(keypeg("solve", "classic", *rows("RRRR:4b0w", "RRRR:4b0w", "BBBB:4b0w", "BBBB:4b0w")))
    assert "other marks in rows 1 and 2" in out
    assert "other marks in rows 3 and 4" in out


@pytest.mark.parametrize(("lang", "words"), [("en", "1 code would fit"), ("fr", "il resterait 1 code")])
def test_one_code_is_singular(keypeg: Keypeg, lang: str, words: str) -> None:
    black = "b" if lang == "en" else "n"
    out = answered_no(keypeg("solve", "classic", "--lang", lang, *rows(f"RRRR:4{black}", f"BBBB:1{black}")))
    assert words in out


# Parts


def test_where_parts_are_dealt_the_players_own_part_is_given(keypeg: Keypeg) -> None:
    advice = advice_values(keypeg, "mastermind-44~seats_2", "--own", "R....", *rows("RBYGW:1b"))
    assert advice["codes_left"] == 4
    assert set(advice["candidates"]) == {"RB...", "R.Y..", "R..G.", "R...W"}
    assert not advice["best"]["exact"]
    out = accepted(keypeg("solve", "mastermind-44~seats_2", "--own", "R....", *rows("RBYGW:1b")))
    assert out.startswith("4 codes left\n")
    assert "about " in out


def test_marks_of_several_seats_are_separated_by_commas(keypeg: Keypeg) -> None:
    advice = advice_values(keypeg, "mastermind-44~seats_3", "--own", "..R..", *rows("BYRGW:1b,0", "KKRKK:0,1b"))
    assert advice["rows"][0]["marks"] == [{"blacks": 1, "whites": 0}, {"blacks": 0, "whites": 0}]
    assert advice["codes_left"] == len(advice["candidates"])
    assert {"BKR..", "B.RK.", "KYR..", "..RGK"} <= set(advice["candidates"])


def test_a_player_who_is_certain_is_advised_to_call(keypeg: Keypeg) -> None:
    position = ["mastermind-44~seats_2", "--own", "R....", *rows("RBYGW:1b", "RBYKK:1b", "RBKKK:1b")]
    assert accepted(keypeg("solve", *position)) == "Call: the code is R B . . .\n"
    advice = advice_values(keypeg, *position)
    assert (advice["candidates"], advice["best"]["guess"], advice["best"]["expected"]) == (["RB..."], "RB...", 1.0)


@pytest.mark.parametrize("own", ["R", "RB...", ".....", "RRRRR", "R..."])
def test_an_impossible_part_is_refused(keypeg: Keypeg, own: str) -> None:
    line = refusal(keypeg("solve", "mastermind-44", "--own", own, *rows("RBYGW:1b,0,0")))
    assert line == "Name the part of the code that you hold."


@pytest.mark.parametrize(
    ("edition", "lang", "own"),
    [("mastermind-44", "en", "R...."), ("mastermind-44~seats_2~parts_2", "fr", "RB...")],
)
def test_where_parts_are_dealt_a_missing_part_is_asked_for_with_an_example(
    keypeg: Keypeg, edition: str, lang: str, own: str
) -> None:
    line = refusal(keypeg("solve", edition, "--lang", lang))
    assert line.endswith(f"keypeg solve {edition} --own {own}")
    assert keypeg("solve", edition, "--own", own, "--lang", lang, stdin="/quit\n").status == 0


# Refused


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("RRBB", "is not a row. Write it like RRBB:1b2w"),
        ("", "is not a row"),
        ("RRBB 1b0w", "is not a row"),
        (":1b0w", "Type a code"),
        ("RRB:1b0w", "4 holes"),
        ("RRBX:1b0w", "'X' is not a colour"),
        ("RR.B:1b0w", "Hole 3"),
        ("RRBB:", "is not a mark"),
        ("RRBB:x", "is not a mark"),
        ("RRBB:1b0w:2", "is not a mark"),
        ("RRBB:5b0w", "No guess can get"),
        ("RRBB:3b1w", "No guess can get"),
        ("RRBB:1b,0w,1b", "is not a mark"),
        ("RRBB:3", "is not a mark"),
    ],
)
@pytest.mark.parametrize("before", [[], ["YYGG:1b0w"]], ids=["first", "second"])
def test_a_row_that_cannot_be_read_is_refused(keypeg: Keypeg, row: str, words: str, before: list[str]) -> None:
    ran = keypeg("solve", "classic", *rows(*before, row))
    assert words in refusal(ran)
    assert ran.out == ""


def test_a_row_needs_a_mark_from_every_seat(keypeg: Keypeg) -> None:
    assert "No guess can get" in refusal(keypeg("solve", "mastermind-44", "--own", "R....", *rows("RBYGW:1b,0")))


@pytest.mark.parametrize("seconds", ["soon", "-1", "1e3", "", "nan", "inf", "999999", "1.", "²"])
def test_a_time_that_is_not_a_number_is_refused(keypeg: Keypeg, seconds: str) -> None:
    assert "is not a number" in refusal(keypeg("solve", "classic", f"--time={seconds}", *rows("RRBB:1b0w")))


def test_in_a_game_with_too_many_codes_to_list_the_numbers_are_estimates(keypeg: Keypeg) -> None:
    large = ("solve", "house~holes_8~colours_20", *rows("JGOINMWJ:1b2w", "EBDJWBTJ:0b1w"))
    text = accepted(keypeg(*large))
    assert re.match(r"About [0-9,]+ codes left \(± [0-9,]+\)\nGuess ", text)
    assert re.search(r"\n  about [0-9.]+ more guesses on average\n", text)
    document = json.loads(accepted(keypeg(*large, "--json")))
    assert document["codes_left_error"] > 0
    assert document["candidates"] == []
    assert not document["best"]["exact"]
    assert document["best"]["worst"] is None


def test_marks_and_advice_in_french(keypeg: Keypeg) -> None:
    out = accepted(keypeg("solve", "classic", "--lang", "fr", "--time", "60", *rows("RRBB:1n0b")))
    assert out.startswith("Il reste 256 codes\nProposez R J J V\n")
    assert "on ne peut pas faire mieux" in out
    assert "Autres" in out
    out = answered_no(keypeg("solve", "classic", "--lang", "fr", *rows("RRBB:1n", "RRBB:2n")))
    assert out.startswith("Aucun code ne correspond à toutes ces lignes.\n")
    assert "Avec une autre indication à la ligne 2, il resterait 256 codes" in out
    assert accepted(keypeg("solve", "classic", "--lang", "fr", *rows("JJVV:0n", "RRBB:2n0b"))).startswith("Il reste")
    assert "(utilisez R B J V C N)" in refusal(keypeg("solve", "classic", "--lang", "fr", *rows("YYGG:0n")))
    assert "Écrivez par exemple RRBB:1n2b" in refusal(keypeg("solve", "classic", "--lang", "fr", *rows("RRBB")))


# The companion


def companion_replies(keypeg: Keypeg, *typed: str, arguments: tuple[str, ...] = ("classic",)) -> list[str]:
    """The companion's output, split at its questions, when these lines are typed."""
    out = accepted(keypeg("solve", *arguments, "--time", "0.001", stdin="".join(f"{line}\n" for line in typed)))
    return re.split(r"Its mark: |and its mark: ", out)


def test_the_companion_proposes_guesses_until_the_code_is_found(keypeg: Keypeg) -> None:
    first, second, third = companion_replies(keypeg, "0b0w", "4b0w")
    assert first.startswith("Place the proposed guess on your board and type its mark.")
    assert "\n1,296 codes left\nGuess R R B Y\n" in first
    assert first.endswith("Row 1, R R B Y. ")
    assert second.startswith("\n81 codes left\n")
    assert third == "Cracked in 2 rows.\n"


def test_a_code_found_with_the_first_guess_takes_one_row(keypeg: Keypeg) -> None:
    assert companion_replies(keypeg, "4b")[-1] == "Cracked in 1 row.\n"


def test_a_guess_other_than_the_proposed_one_may_be_placed(keypeg: Keypeg) -> None:
    replies = companion_replies(keypeg, "rrbb 1b0w", "/rows")
    assert replies[1].startswith("\n256 codes left\n")
    assert replies[2].startswith("1. R R B B  1 black\n")


@pytest.mark.parametrize("typed", ["1b0w", "1b", "1 0", "1b 0w", "  1B0W "])
def test_marks_may_be_typed_in_any_usual_form(keypeg: Keypeg, typed: str) -> None:
    assert companion_replies(keypeg, f"RRBB {typed}")[1].startswith("\n256 codes left\n")


def test_a_row_can_be_corrected(keypeg: Keypeg) -> None:
    replies = companion_replies(keypeg, "RRBB 1b0w", "/row 1 2b0w", "/row 1 YYGG 0", "/ROW 1 RRBB 1b")
    assert replies[2].startswith("1. R R B B  2 black\n\n114 codes left\n")
    assert replies[3].startswith("1. Y Y G G  no key pegs\n\n256 codes left\n")
    assert replies[4].startswith("1. R R B B  1 black\n\n256 codes left\n")


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("/row", "is not a whole number"),
        ("/row one 1b", "is not a whole number"),
        ("/row 0 1b", "is not a number from 1 to 1"),
        ("/row 2 1b", "is not a number from 1 to 1"),
        ("/row 1", "is not a mark"),
        ("/row 1 5b", "No guess can get"),
        ("/row 1 RRBX 1b", "is not a mark"),
        ("/row 1 RRBB", "is not a mark"),
        ("5b0w", "No guess can get"),
        ("hello", "is not a mark"),
        ("", "type its mark"),
        ("help", "type its mark"),
        ("flour", "is not a mark"),
        ("RRBB", "is not a mark"),
        ("RRB 1b0w", "is not a mark"),
        ("/fly", "'/fly' is not a command"),
    ],
)
def test_input_that_is_not_understood_is_reported_and_asked_for_again(keypeg: Keypeg, typed: str, words: str) -> None:
    replies = companion_replies(keypeg, "RRBB 1b0w", typed, "/rows")
    assert words in replies[2]
    assert replies[3].startswith("1. R R B B  1 black\n"), "nothing has changed"


def test_an_unknown_command_does_not_refer_to_missing_help(keypeg: Keypeg) -> None:
    if "/help" in companion_replies(keypeg, "/fly")[1]:
        assert "is not a command" not in companion_replies(keypeg, "/help")[1]


def test_a_row_can_be_undone(keypeg: Keypeg) -> None:
    replies = companion_replies(keypeg, "RRBB 1b0w", "/undo", "/rows", "/undo")
    assert replies[2].startswith("\n1,296 codes left\n")
    assert replies[4].startswith("\n1,296 codes left\n"), "there is nothing to take back, and no harm is done"
    assert replies[3] != replies[2]


def test_the_codes_left_are_listed_unless_there_are_too_many(keypeg: Keypeg) -> None:
    replies = companion_replies(keypeg, "/codes", "RRBB 1b0w", "/codes")
    assert replies[1].startswith("1,296 codes, too many to list\n")
    listed = replies[3].splitlines()[0].removeprefix("They are: ").split(", ")
    assert len(listed) == 256
    assert "RYYG" in listed


@pytest.mark.parametrize("stop", ["/quit", "/quitter", "/QUIT", "quit"])
def test_the_companion_can_be_quit(keypeg: Keypeg, stop: str) -> None:
    replies = companion_replies(keypeg, "RRBB 1b0w", stop, "4b0w")
    assert len(replies) == 3
    assert replies[-1] == ""


def test_contradicting_rows_can_be_corrected(keypeg: Keypeg) -> None:
    replies = companion_replies(keypeg, "RRBB 1b0w", "RRBB 2b0w", "2b0w", "/codes", "/row 2 1b0w")
    assert replies[2].startswith("\nNo code fits all these rows.\nWith another mark in row 2, 256 codes would fit")
    assert replies[2].endswith("Row 3. A guess ")
    assert "is not a row. Write it like RRBB " in replies[3], "nothing is proposed, so a mark alone says nothing"
    assert replies[5].startswith("1. R R B B  1 black\n2. R R B B  1 black\n\n256 codes left\n")


def test_contradicting_rows_can_be_undone(keypeg: Keypeg) -> None:
    replies = companion_replies(keypeg, "RRBB 1b0w", "RRBB 2b0w", "/undo")
    assert replies[3].startswith("\n256 codes left\n")


def test_where_parts_are_dealt_the_companion_advises_when_to_call(keypeg: Keypeg) -> None:
    replies = companion_replies(
        keypeg,
        *("RBYGW 1b", "RBYKK 1b", "RBKKK 1b", "never read"),
        arguments=("mastermind-44~seats_2", "--own", "R...."),
    )
    assert replies[-1] == "\nCall: the code is R B . . .\n"
    assert len(replies) == 4


def test_the_companion_speaks_french(keypeg: Keypeg) -> None:
    out = accepted(keypeg("solve", "classic", "--lang", "fr", "--time", "0", stdin="0\n4n\n"))
    assert out.startswith("Placez l’essai proposé sur votre plateau et tapez son indication.")
    assert "Il reste 81 codes" in out
    assert out.endswith("Trouvé en 2 lignes.\n")


def test_a_separate_process_reads_a_pipe(tmp_path: Path) -> None:
    warm_up(game_for(edition("parker-1974")))  # compiled here so that the other process need not compile
    ran = run(tmp_path, "solve", "parker-1974", stdin="0\n3b0w\n")
    assert ran.status == 0
    assert ran.out.endswith("Cracked in 2 rows.\n")


@pytest.mark.parametrize("key", first_of([END, INTERRUPT], quick=1), ids=["Ctrl-D", "Ctrl-C"])
def test_the_companion_ends_on_ctrl_c_or_ctrl_d(tmp_path: Path, key: str) -> None:
    warm_up(game_for(edition("parker-1974")))
    with Pseudo(tmp_path, "solve", "parker-1974") as board:
        board.wait_for(". Its mark: ")
        board.presses(key)
        assert board.ends() == 0
        assert "Traceback" not in board.shown
