"""`keypeg replay`: a match from its record, for its owner or one seat, up to the first wrong line."""

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from support.command import RECORDS, Keypeg, accepted, refusal, run
from support.thoroughness import some_of

GOLDEN = sorted(RECORDS.glob("*.keypeg"))
HEAD = "Keypeg: 1\nEdition: classic\nSeat 1: Ann\nSeat 2: Ben\n\n"
ROUND = "1 code RRBB\n2 guess RRBY\n2 guess RRBB\n"
MATCH = HEAD + ROUND + "2 code KKWW\n1 guess KKKK\n1 guess KKWW\n"
SCORE_SHEET = RECORDS / "hasbro-2004-score-sheet.keypeg"


def record_name(file: Path) -> str:
    """The name of a recorded match, for the id of a test."""
    return file.stem


def replay_values(keypeg: Keypeg, text: str, *arguments: str) -> dict[str, Any]:
    """A replayed record as JSON."""
    output = json.loads(accepted(keypeg("replay", "-", "--json", *arguments, stdin=text)))
    assert isinstance(output, dict)
    return output


@pytest.mark.parametrize("file", GOLDEN, ids=record_name)
def test_every_recorded_match_is_replayed_with_scores_outcome_and_sheet(keypeg: Keypeg, file: Path) -> None:
    output = json.loads(accepted(keypeg("replay", file, "--json")))
    assert set(output) >= {"edition", "players", "scores", "outcome", "rounds", "sheet", "events", "fault"}
    assert output["fault"] is None
    assert output["scores"] == output["sheet"]["totals"]
    lines = [line for played in output["rounds"] for line in played["lines"]]
    seats = range(1, len(output["players"]) + 1)
    assert output["scores"] == [sum(line["points"] for line in lines if line["seat"] == seat) for seat in seats]
    text = accepted(keypeg("replay", file))
    if "practice_yes" in output["edition"]:
        assert "TOTAL" not in text
        return
    assert "TOTAL" in text
    scores = zip(output["players"], output["scores"], strict=True)
    assert "Score – " + ", ".join(f"{name}: {points}" for name, points in scores) in text


@pytest.mark.no_cover
@pytest.mark.parametrize("file", some_of(GOLDEN, quick=10), ids=record_name)
def test_every_recorded_match_is_replayed_for_every_seat_and_a_spectator(keypeg: Keypeg, file: Path) -> None:
    everything = json.loads(accepted(keypeg("replay", file, "--json")))
    for viewer in (*range(1, len(everything["players"]) + 1), "spectator"):
        output = json.loads(accepted(keypeg("replay", file, "--json", "--as", viewer)))
        assert output["view"]["seat"] == (viewer if viewer != "spectator" else None)
        assert [output[name] for name in ("scores", "outcome", "sheet")] == [
            everything[name] for name in ("scores", "outcome", "sheet")
        ]
        accepted(keypeg("replay", file, "--as", viewer))


def test_a_replay_is_in_order_and_explains_the_points(keypeg: Keypeg) -> None:
    assert accepted(keypeg("replay", "-", stdin=MATCH)) == (
        "Round 1 begins: Ann sets the code.\n"
        "Ann has set the code: R R B B\n"
        "Ben guesses R R B Y.\n"
        "Row 1: 3 black.\n"
        "Ben guesses R R B B.\n"
        "Row 2: 4 black.\n"
        "Ben cracks the code in row 2.\n"
        "Ann’s code: R R B B\n"
        "Ann: 2 points for 2 rows\n"
        "Round 2 begins: Ben sets the code.\n"
        "Ben has set the code: K K W W\n"
        "Ann guesses K K K K.\n"
        "Row 1: 2 black.\n"
        "Ann guesses K K W W.\n"
        "Row 2: 4 black.\n"
        "Ann cracks the code in row 2.\n"
        "Ben’s code: K K W W\n"
        "Ben: 2 points for 2 rows\n"
        "\n"
        "┌─────────┬─────┬─────┐\n"
        "│ NAME    │ Ann │ Ben │\n"
        "├─────────┼─────┼─────┤\n"
        "│ ROUND 1 │   2 │     │\n"
        "├─────────┼─────┼─────┤\n"
        "│ ROUND 2 │     │   2 │\n"
        "├─────────┼─────┼─────┤\n"
        "│ TOTAL   │   2 │   2 │\n"
        "└─────────┴─────┴─────┘\n"
        "Score – Ann: 2, Ben: 2\n"
        "The match is a draw between Ann and Ben.\n"
    )


def test_a_file_and_standard_input_give_the_same_replay(keypeg: Keypeg, home: Path) -> None:
    (home / "match.keypeg").write_text(MATCH)
    assert keypeg("replay", "match.keypeg") == keypeg("replay", "-", stdin=MATCH)


def test_line_ends_and_byte_order_marks_of_other_systems_are_read(keypeg: Keypeg) -> None:
    plain = replay_values(keypeg, MATCH)
    assert replay_values(keypeg, "\ufeff" + MATCH.replace("\n", "\r\n")) == plain
    assert replay_values(keypeg, MATCH.replace("\n", "\r")) == plain
    assert replay_values(keypeg, MATCH.rstrip("\n")) == plain


# wrong records


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("viewer", [[], ["--as", "1"], ["--as", "2"], ["--as", "spectator"]], ids=str)
def test_a_record_with_a_wrong_line_is_replayed_up_to_it(keypeg: Keypeg, viewer: list[str], lang: str) -> None:
    whole = keypeg("replay", "-", "--lang", lang, *viewer, stdin=HEAD + ROUND)
    broken = keypeg("replay", "-", "--lang", lang, *viewer, stdin=HEAD + ROUND + "1 guess RRBB\n2 code KKWW\n")
    assert accepted(whole) == broken.out
    assert refusal(broken).startswith("-:9: ")


def test_json_names_the_wrong_line_of_a_record_and_the_reason(keypeg: Keypeg) -> None:
    ran = keypeg("replay", "-", "--json", stdin=HEAD + ROUND + "1 guess RRBB\n")
    reason = refusal(ran)
    output = json.loads(ran.out)
    assert output["fault"]["file"] == "-"
    assert output["fault"]["line"] == 9
    assert output["fault"]["code"] == "codes-first"
    assert f"-:9: {output['fault']['reason']}" == reason
    assert output["actions"] == 3
    assert output["scores"] == [2, 0]
    assert len(output["rounds"]) == 1


def test_line_numbers_are_those_of_an_editor(keypeg: Keypeg) -> None:
    text = "Keypeg: 1\r\nEdition: classic\r\n\r\n; a comment\r\n\r\n1 code RRBB\r\n\r\n2 fly\r\n"
    assert refusal(keypeg("replay", "-", stdin=text)).startswith("-:8: ")


def test_a_separate_process_prints_the_valid_part_of_a_record(tmp_path: Path) -> None:
    ran = run(tmp_path, "replay", "-", "--json", stdin=HEAD + ROUND + "nonsense\n")
    assert refusal(ran).startswith("-:9: ")
    assert json.loads(ran.out)["scores"] == [2, 0]


@pytest.mark.parametrize("cut", range(len(HEAD), len(MATCH)))
def test_a_record_cut_off_anywhere_is_replayed_or_refused_without_crashing(keypeg: Keypeg, cut: int) -> None:
    ran = keypeg("replay", "-", "--as", "spectator", stdin=MATCH[:cut])
    assert "Score – " in ran.out
    if ran.status:
        refusal(ran)


# what a seat may know


class Secret(NamedTuple):
    """A match in the middle of a round, and the codes that must stay hidden."""

    edition: str
    lines: str
    hidden: dict[str, tuple[str, ...]]
    """For each viewer, the codes that they must not see."""


SECRETS = [
    Secret("classic", "1 code KWYG|2 guess RRBB", {"2": ("KWYG",), "spectator": ("KWYG",)}),
    Secret("classic", "1 code KWYG", {"2": ("KWYG",), "spectator": ("KWYG",)}),
    Secret(
        "classic",
        "1 code RRBB|2 guess RRBB|2 code KWYG|1 guess RRRR",
        {"1": ("KWYG",), "spectator": ("KWYG",)},
    ),
    Secret(
        "classic~by-hand_yes",
        "1 code KWYG|2 guess RRBB|1 mark 0b0w|2 claim 1|2 guess RRRR",
        {"2": ("KWYG",), "spectator": ("KWYG",)},
    ),
    Secret("hasbro-2000-advanced", "1 code K.OG|2 guess RRBB", {"2": ("K.OG",), "spectator": ("K.OG",)}),
    Secret("traffic-jam-2000", "1 code PVYG|2 guess RRBB", {"2": ("PVYG",), "spectator": ("PVYG",)}),
    Secret(
        "challenge-2001",
        "1 code KWYGO|2 code OVRBK|1 guess RRRRB",
        {"1": ("OVRBK",), "2": ("KWYGO", "RRRRB"), "spectator": ("KWYGO", "OVRBK", "RRRRB")},
    ),
    Secret(
        "challenge-2001",
        "1 code KWYGO|2 code OVRBK|1 guess RRRRB|2 guess BBBBR|2 guess YYYYW",
        {"1": ("OVRBK", "YYYYW"), "2": ("KWYGO",), "spectator": ("KWYGO", "OVRBK", "YYYYW")},
    ),
    Secret(
        "challenge-2001~handicap_1",
        "1 code KWYGO|2 code OVRB",
        {"1": ("OVRB",), "2": ("KWYGO",), "spectator": ("KWYGO", "OVRB")},
    ),
    Secret(
        "challenge-2001~race_yes",
        "1 code KWYGO|2 code OVRBK|1 guess RRRRB",
        {"1": ("OVRBK",), "2": ("KWYGO",), "spectator": ("KWYGO", "OVRBK")},
    ),
    Secret(
        "parker-1974", "1 code WYG|2 code OGB|1 guess RRR", {"1": ("OGB",), "2": ("WYG",), "spectator": ("OGB", "WYG")}
    ),
    Secret("parker-1974", "1 code WYG", {"2": ("WYG",), "spectator": ("WYG",)}),
    Secret(
        "hasbro-2004~seats_3",
        "1 code SWYG|2 guess RRBB|3 guess RRRR",
        {"2": ("SWYG",), "3": ("SWYG",), "spectator": ("SWYG",)},
    ),
    Secret(
        "mastermind-44",
        "table deal K.... .W... ..Y.. ...G.|1 guess RRBBB",
        {
            "1": (".W...", "..Y..", "...G.", "KWYG.", ".WYG."),
            "2": ("K....", "..Y..", "...G."),
            "3": ("K....", ".W...", "...G."),
            "4": ("K....", ".W...", "..Y.."),
            "spectator": ("K....", ".W...", "..Y..", "...G.", "KWYG."),
        },
    ),
    Secret(
        "mastermind-44~seats_2~parts_2",
        "table deal K.Y.. .W.G.|1 guess RRBBB|2 call",
        {"1": (".W.G.",), "2": ("K.Y..",), "spectator": ("K.Y..", ".W.G.", "KWYG.")},
    ),
    Secret("house~holes_5~colours_20", "1 code APJUI|2 guess RRRRR", {"2": ("APJUI",), "spectator": ("APJUI",)}),
]


def leaks(text: str, code: str) -> bool:
    """Whether this code is in the text, whatever separates its letters."""
    letters = re.sub(r"\033\[[0-9;]*m", "", text)
    if "." in code:  # parts may be shown hole by hole
        parts = [(hole, letter) for hole, letter in enumerate(code, 1) if letter != "."]
        if all(re.search(rf"(hole|trou) {hole} (is|est) {letter}", letters) for hole, letter in parts):
            return True
    return re.search(r"[\s,;\"'|\[\]]*".join(map(re.escape, code)), letters) is not None


def test_a_leak_would_be_found() -> None:
    for text in ("the code: R R B B", '"RRBB"', "[R, R, B, B]", '"R", "R", "B", "B"', "R\033[0m R\033[0mB B"):
        assert leaks(text, "RRBB")
    assert not leaks("R R B Y", "RRBB")


@pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: f"{secret.edition} {secret.lines}")
def test_an_unfinished_match_shows_no_viewer_a_hidden_code(keypeg: Keypeg, secret: Secret) -> None:
    text = f"Keypeg: 1\nEdition: {secret.edition}\n\n" + secret.lines.replace("|", "\n") + "\n"
    everything = accepted(keypeg("replay", "-", stdin=text))
    for viewer, codes in secret.hidden.items():
        for form in ([], ["--json"], ["--lang", "fr"]):
            output = accepted(keypeg("replay", "-", "--as", viewer, *form, stdin=text))
            assert [code for code in codes if leaks(output, code)] == []
    assert leaks(everything, next(iter(secret.hidden.values()))[0])


@pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: f"{secret.edition} {secret.lines}")
def test_a_failed_replay_shows_no_viewer_a_hidden_code(keypeg: Keypeg, secret: Secret) -> None:
    text = f"Keypeg: 1\nEdition: {secret.edition}\n\n" + secret.lines.replace("|", "\n") + "\n3 fly\n"
    for viewer, codes in secret.hidden.items():
        for form in ([], ["--json"]):
            ran = keypeg("replay", "-", "--as", viewer, *form, stdin=text)
            refusal(ran)
            assert [code for code in codes if leaks(ran.out + ran.err, code)] == []


@pytest.mark.parametrize("viewer", ["2", "spectator"])
@pytest.mark.parametrize(
    "line", ["1 codeKWYG", "1 code KWYG @soon", "1 code KWYGX", "1 code KWYGG", "1 code KWYG KWYG", "1 set KWYG"]
)
def test_an_unreadable_line_is_shown_only_to_the_records_owner(keypeg: Keypeg, line: str, viewer: str) -> None:
    ran = keypeg("replay", "-", "--as", viewer, stdin=f"{HEAD}{line}\n")
    refusal(ran)
    assert not leaks(ran.out + ran.err, "KWYG")


def test_a_seat_is_shown_its_own_secrets(keypeg: Keypeg) -> None:
    text = "Keypeg: 1\nEdition: challenge-2001\n\n1 code KWYGO\n2 code OVRBK\n1 guess RRRRB\n"
    own = accepted(keypeg("replay", "-", "--as", "1", stdin=text))
    assert leaks(own, "KWYGO")
    assert leaks(own, "RRRRB")
    view = replay_values(keypeg, text, "--as", "1")["view"]
    assert view["code"] == "KWYGO"
    assert view["hidden_guess"] == "RRRRB"
    other = replay_values(keypeg, text, "--as", "2")["view"]
    assert other["code"] == "OVRBK"
    assert other["hidden_guess"] is None


def test_comments_and_headers_of_a_record_are_not_shown(keypeg: Keypeg) -> None:
    text = HEAD.replace("Seat 1", "Note: KWYG\nSeat 1") + "1 code KWYG ; I chose KWYG\n; KWYG, see?\n2 guess RRBB\n"
    for form in ([], ["--json"]):
        assert not leaks(accepted(keypeg("replay", "-", "--as", "2", *form, stdin=text)), "KWYG")


def test_names_in_a_record_are_shown_without_control_characters(keypeg: Keypeg) -> None:
    text = MATCH.replace("Ann", "\033[2JAnn\033]0;title\a").replace("Ben", "B\u202een\x9b31m")
    output = accepted(keypeg("replay", "-", stdin=text))
    assert [sign for sign in output if not sign.isprintable() and sign not in "\n\u00a0"] == []


def test_a_pipe_gets_no_colours(tmp_path: Path) -> None:
    assert "\033" not in accepted(run(tmp_path, "replay", SCORE_SHEET))
