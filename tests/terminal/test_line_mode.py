"""Whole games in line mode: between bots, and with people in every kind of seat."""

import json
import re
from pathlib import Path

import pytest

from keypeg.core.marks import KeyPegs
from keypeg.records.notation import write_mark
from keypeg.terminal.commands import read_typed_mark
from support.command import Keypeg, accepted, games, run
from support.thoroughness import some_of

FAMILIES = [
    "hasbro-2000",
    "hasbro-2000~rounds_4~by-hand_yes",
    "hasbro-2000-advanced",
    "hasbro-2000-advanced~by-hand_yes",
    "classic",
    "classic~rows_8",
    "classic~rows_12",
    "classic~scoring_breaker-rows",
    "classic~scoring_maker-misses",
    "classic~by-hand_yes",
    "challenge-2001",
    "challenge-2001~holes_4~rounds_1",
    "challenge-2001~handicap_1~rounds_1",
    "challenge-2001~handicap_2~rounds_3",
    "challenge-2001~race_yes~rounds_3",
    "challenge-2001~race_yes~rounds_1~by-hand_yes",
    "challenge-2001~handicap_1~race_yes~rounds_1",
    "challenge-2001~rounds_1~by-hand_yes",
    "traffic-jam-2000~option_1",
    "traffic-jam-2000~option_2",
    "traffic-jam-2000~option_3",
    "traffic-jam-2000~option_3~by-hand_yes",
    "hasbro-2004",
    "hasbro-2004~experts_yes~rounds_3",
    "hasbro-2004~seats_3",
    "hasbro-2004~seats_4~experts_yes",
    "hasbro-2004~seats_5",
    "hasbro-2004~seats_3~by-hand_yes",
    "parker-1974",
    "parker-1974~different_yes",
    "parker-1974~rounds_3~by-hand_yes",
    "mastermind-44",
    "mastermind-44~seats_3",
    "mastermind-44~seats_2",
    "mastermind-44~seats_2~parts_2",
    "mastermind-44~seats_3~rounds_3~by-hand_yes",
    "house",
    "house~holes_1~colours_2~rows_1",
    "house~holes_5~colours_8~blanks_yes~repeats_no",
    "house~repeats_no~guess-repeats_no",
    "house~marking_colours",
    "house~marking_sum~blanks_yes",
    "house~marking_parts~seats_3",
    "house~makers_each",
    "house~makers_each~turns_together~void_replay",
    "house~makers_each~turns_race~ends_majority~rounds_3",
    "house~seats_3~rows_12~scoring_family",
    "house~seats_4~scoring_maker",
    "house~by-hand_yes~penalty_3",
]
"""Every edition, with every option that makes it a different game."""


def seats(edition: str) -> int:
    """How many seats this table has."""
    chosen = re.search(r"~seats_(\d)", edition)
    return int(chosen[1]) if chosen else 4 if edition.startswith("mastermind-44") else 2


def kinds(edition: str, people: int = 0) -> list[str]:
    """The kinds of all seats: people first, then bots."""
    return ["--players", ",".join(["person"] * people + ["computer"] * (seats(edition) - people))]


def typed(*lines: str) -> str:
    """The input, line by line."""
    return "".join(f"{line}\n" for line in lines)


def record(home: Path, edition: str, *lines: str, names: str = "Ann,Ben,Cleo,Dora,Eve") -> Path:
    """The record of an unfinished game between people, to resume."""
    heads = [f"Seat {seat}: {name}" for seat, name in zip(range(1, seats(edition) + 1), names.split(","), strict=False)]
    file = home / "game.keypeg"
    file.write_text("\n".join(["Keypeg: 1", f"Edition: {edition}", *heads, "", *lines]) + "\n", encoding="utf-8")
    return file


def done(file: Path) -> list[str]:
    """The actions in a record, without their times."""
    body = file.read_text(encoding="utf-8").split("\n\n", 1)[1]
    return [re.sub(r" @[0-9.]+$", "", line) for line in body.splitlines() if line]


# bots only


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("edition", some_of(FAMILIES, quick=12))
def test_bots_play_every_edition_and_option_to_the_end(keypeg: Keypeg, edition: str, lang: str) -> None:
    file = "game.keypeg"
    text = accepted(keypeg("play", edition, *kinds(edition), "--seed", "3", "--record", file, "--lang", lang))
    lines = text.replace("\u00a0", " ").splitlines()
    [line_number] = [at for at, line in enumerate(lines) if line.endswith(f": {file}")]
    output = json.loads(accepted(keypeg("replay", file, "--json")))
    assert output["outcome"] is not None
    assert output["fault"] is None
    winners = [output["players"][seat - 1] for seat in output["outcome"]["winners"]]
    assert all(name in lines[line_number - 1] for name in winners)


@pytest.mark.parametrize("edition", ["classic", "challenge-2001~race_yes", "mastermind-44", "hasbro-2004~seats_5"])
def test_the_same_seed_gives_the_same_game_and_another_gives_another(keypeg: Keypeg, edition: str) -> None:
    records = []
    for number, seed in enumerate(("apple", "apple", "pear")):
        file = Path(f"game-{number}.keypeg")
        accepted(keypeg("play", edition, *kinds(edition), "--seed", seed, "--record", file))
        records.append(done(file))
    assert records[0] == records[1] != records[2]


def test_without_a_seed_no_two_games_are_alike(keypeg: Keypeg) -> None:
    for name in ("one", "two"):
        accepted(keypeg("play", "classic", *kinds("classic"), "--record", name))
    assert done(Path("one")) != done(Path("two"))


def test_a_separate_process_plays_the_same_game(tmp_path: Path, keypeg: Keypeg) -> None:
    accepted(keypeg("play", "classic", *kinds("classic"), "--seed", "3", "--record", "here"))
    accepted(run(tmp_path, "play", "classic", *kinds("classic"), "--seed", "3", "--record", "there"))
    assert done(tmp_path / "here") == done(tmp_path / "there")


# people


def test_practice_is_one_round_without_a_score(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "classic~practice_yes", "1 code RRBY")
    played = accepted(keypeg("play", "--resume", file, stdin=typed("", "RRBG", "RRBY")))
    assert "Practice" in played
    assert "Ben wins the practice round." in played
    assert "Score" not in played
    assert "TOTAL" not in played
    by_flag = accepted(keypeg("play", "classic", "--practice", *kinds("classic")))
    assert "wins the practice round." in by_flag


def test_the_breaker_decides_about_a_wrong_mark_at_the_reveal(keypeg: Keypeg, home: Path) -> None:
    rows = ("1 code RRBY", "2 guess RGGG", "1 mark 0b1w", "2 guess RRBY", "1 mark 4b0w")
    for answer, sentence in (("/accept", "Ben lets the round stand."), ("/challenge 1", "The round is replayed.")):
        file = record(home, "classic~by-hand_yes", *rows)
        played = accepted(keypeg("play", "--resume", file, stdin=typed("", "what", answer, "", "/quit")))
        before, _, _ = played.partition("Ben, type /challenge 1 to replay the round, or /accept to let it stand:")
        assert before.endswith("Ann marked row 1 with 1 white; it should have been 1 black.\n")
        assert "No code fits these marks" not in played, "which mark is wrong is known by then"
        assert sentence in played


def test_a_person_makes_and_then_breaks(keypeg: Keypeg, home: Path) -> None:
    ran = keypeg(
        *("play", "classic", "--players", "person,computer", "--names", "Ann,Bot", "--seed", "2"),
        stdin=typed("kwyg", *["RRRR"] * 10),
    )
    text = accepted(ran)
    assert "Ann’s code: K W Y G" in text
    assert "Round 2 begins: Bot sets the code." in text
    assert text.count("Ann guesses R R R R.") == 10
    assert "The code was not cracked: Bot wins the round." in text
    assert "Bot: 1 point because the code was not cracked" in text
    [file] = games(home)
    assert f"Match record: {file}" in text
    assert done(file)[0] == "1 code KWYG"


def test_a_person_breaks_the_code_of_a_bot(keypeg: Keypeg, home: Path) -> None:
    ran = keypeg("play", "hasbro-2004", "--players", "computer,person", "--seed", "2", stdin=typed("WPGR", "/quit"))
    accepted(ran)
    [file] = games(home)
    secret = done(file)[0].removeprefix("1 code ")
    accepted(keypeg("play", "--resume", stdin=typed(secret, "/quit")))
    text = accepted(keypeg("replay", file))
    assert "Player 2 cracks the code in row 2." in text


def test_two_people_fight_a_duel(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "challenge-2001~rounds_1")
    turns = typed("", "KWYGO", "", "OVRBK", "", "RRRRR", "", "RRRRR", "", "OVRBK", "", "RRRRR")
    text = accepted(keypeg("play", "--resume", file, stdin=turns))
    assert "Ann cracks the code in row 2." in text
    assert "Ann wins the match, with more than half of the rounds." in text
    assert done(file)[-2:] == ["1 guess OVRBK", "2 guess RRRRR"]


def test_two_people_race(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "challenge-2001~race_yes~rounds_1")
    turns = typed("", "KWYGO", "", "OVRBK", "", "RRRRR", "", "KWYGO")
    text = accepted(keypeg("play", "--resume", file, stdin=turns))
    assert "Ben wins the match" in text


def test_two_people_play_the_handicap_with_codes_of_their_own_length(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "challenge-2001~handicap_2~rounds_1")
    turns = typed("", "KWYGO", "KWYG", "", "OVRB", "OVRBK", "", "OVRBK", "", "RRRRR", "RRRR")
    text = accepted(keypeg("play", "--resume", file, stdin=turns))
    assert "4 holes here, not 5" in text
    assert "5 holes here, not 4" in text
    assert "Ann cracks the code in row 1." in text


def test_two_people_move_in_turn_in_the_two_sided_game(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "parker-1974")
    turns = typed("", "RBY", "", "GOW", "", "GOW", "", "RBY")
    text = accepted(keypeg("play", "--resume", file, stdin=turns))
    assert "Both codes were cracked in the same turn." in text
    assert "The match is a draw between Ann and Ben." in text


def test_a_family_plays_on_one_board(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "hasbro-2004~seats_3")
    turns = [
        *("", "WPGR", "", "OOOW", "", "WPGR"),
        *("", "SPOW", "", "SPOW"),
        *("", "GSWR", "", "WWWW", "", "GSWR"),
    ]
    text = accepted(keypeg("play", "--resume", file, stdin=typed(*turns)))
    assert "Cleo: 10 points for cracking the code in row 2" in text
    assert "Ann: 6 points as maker (code cracked in row 2)" in text
    assert "Cleo wins the match with the highest total." in text or "wins the match" in text


FOUR_PARTS = "table deal R.... .B... ..Y.. ...G."
SPENT = [f"{seat} guess KKKKK" for _ in range(4) for seat in range(1, 5)]
"""Rows that give no information, until all are used up."""


def test_four_people_hold_parts_and_one_calls(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "mastermind-44", FOUR_PARTS)
    turns = typed("", "KKKKK", "", "/call", "RBYGK", "RBYG.")
    text = accepted(keypeg("play", "--resume", file, stdin=turns))
    assert "Ben calls “Master Mind”!" in text
    assert "Ben answers R B Y G .. Right!" in text
    assert "Ben wins the match" in text
    assert done(file)[-2:] == ["2 call", "2 answer RBYG."]


def test_a_player_who_answers_wrong_is_out_and_play_continues(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "mastermind-44", FOUR_PARTS)
    turns = typed("", "call", "KKKK.", "", "KKKKK", "", "KKKKK", "", "KKKKK", "", "/board", "/quit")
    text = accepted(keypeg("play", "--resume", file, stdin=turns))
    assert "Ann answers K K K K .. Wrong: Ann is out of the round." in text
    assert "Out of the round: Ann" in text
    assert done(file)[-3:] == ["2 guess KKKKK", "3 guess KKKKK", "4 guess KKKKK"]


def test_with_the_rows_used_up_people_call_or_pass(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "mastermind-44", FOUR_PARTS, *SPENT)
    turns = typed("", "RRRRR", "/pass", "", "pass", "", "/passe", "", "/call", "RBYG.")
    text = accepted(keypeg("play", "--resume", file, stdin=turns))
    assert "Dora answers R B Y G .. Right!" in text


def test_all_people_may_pass_and_nobody_wins(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "mastermind-44", FOUR_PARTS, *SPENT)
    text = accepted(keypeg("play", "--resume", file, stdin=typed("", "/pass", "", "/pass", "", "/pass", "", "/pass")))
    assert "Nobody cracked the code." in text
    assert "Nobody wins the match." in text


def test_a_player_may_leave_the_hole_of_their_own_part_vacant(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "mastermind-44", FOUR_PARTS)
    text = accepted(keypeg("play", "--resume", file, stdin=typed("", "K.KKK", ".KKKK", "", "/quit")))
    assert "Hole 2 must not be left blank." in text
    assert done(file)[-1] == "1 guess .KKKK"


def test_a_person_may_call_before_a_bot_guesses(keypeg: Keypeg) -> None:
    ran = keypeg(
        *("play", "mastermind-44~seats_2", "--players", "person,computer", "--seed", "1", "--record", "game"),
        stdin=typed("RRRRR", "/call", "KK...", "/quit"),
    )
    assert "Press Enter to continue, or type /call" in accepted(ran)
    assert "1 call" in done(Path("game"))
    assert "1 answer KK..." in done(Path("game"))


def test_a_person_who_looks_at_the_board_is_asked_again_whether_to_call(keypeg: Keypeg) -> None:
    ran = keypeg(
        *("play", "mastermind-44~seats_2", "--players", "person,computer", "--seed", "1", "--record", "game"),
        stdin=typed("RRRRR", "/board", "/call", "KK...", "/quit"),
    )
    accepted(ran)
    assert done(Path("game"))[2] == "1 call"


def test_a_person_who_mistypes_a_call_is_asked_again(keypeg: Keypeg) -> None:
    ran = keypeg(
        *("play", "mastermind-44~seats_2", "--players", "person,computer", "--seed", "1", "--record", "game"),
        stdin=typed("RRRRR", "/cal", "/call", "KK...", "/quit"),
    )
    accepted(ran)
    assert done(Path("game"))[2] == "1 call"


# marking by hand, and claims


def test_a_person_marks_by_hand_in_any_usual_form(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "classic~by-hand_yes")
    rows = [("RRBB", "0b0w"), ("KRRR", "1 0"), ("WKRR", "0,2"), ("KWRR", "2/0"), ("KWGY", "2B2W"), ("KWYR", "3.0")]
    turns = ["", "KWYG"]
    for guess, mark in rows:
        turns += ["", guess, "", mark]
    text = accepted(keypeg("play", "--resume", file, stdin=typed(*turns, "", "/quit")))
    assert "Ben’s row 1: R R B B\n  Your code: K W Y G\nAnn, your mark for row 1" in text
    assert [line for line in done(file) if "mark" in line] == [
        *("1 mark 0b0w", "1 mark 1b0w", "1 mark 0b2w", "1 mark 2b0w", "1 mark 2b2w", "1 mark 3b0w"),
    ]


@pytest.mark.parametrize("mark", ["", "x", "5", "5b0w", "3b1w", "1v", "-1 0", "1 2 3", "0b99w", "²b0w"])
def test_an_impossible_mark_is_refused_and_asked_for_again(keypeg: Keypeg, home: Path, mark: str) -> None:
    file = record(home, "classic~by-hand_yes", "1 code KWYG", "2 guess RRBB")
    text = accepted(keypeg("play", "--resume", file, stdin=typed("", mark, "0b0w", "", "/quit")))
    assert text.count("Ann, your mark for row 1") == 2
    assert done(file)[-1] == "1 mark 0b0w"


def test_a_person_marks_with_one_number_in_the_traffic_jam(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "traffic-jam-2000~by-hand_yes", "1 code RBYP", "2 guess YVYR")
    text = accepted(keypeg("play", "--resume", file, stdin=typed("", "1b2w", "3", "", "/quit")))
    assert done(file)[-1] == "1 mark 3"
    assert "Row 1: 3." in text


def test_the_example_of_a_mark_is_one_that_can_be_typed(keypeg: Keypeg, home: Path) -> None:
    for edition, code in (("classic", "RRBB"), ("traffic-jam-2000", "RRBB")):
        file = record(home, f"{edition}~by-hand_yes", f"1 code {code}", "2 guess GGGG")
        text = accepted(keypeg("play", "--resume", file, stdin=typed("", "/quit")))
        example = re.search(r"Ann, your mark for row 1, such as (\w+) or 0: ", text)
        assert example is not None
        accepted(keypeg("play", "--resume", file, stdin=typed("", example[1], "", "/quit")))
        assert done(file)[-1] == f"1 mark {example[1]}"


def test_a_wrong_mark_is_claimed_and_the_round_is_played_again(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "hasbro-2000~by-hand_yes")
    turns = ["", "KWYG", "", "RRBB", "", "1b0w", "", "/challenge 1", "", "KWYG", "", "/quit"]
    text = accepted(keypeg("play", "--resume", file, stdin=typed(*turns)))
    assert "Ben challenges row 1. The mark is wrong." in text
    assert "Ann marked row 1 with 1 red; it should have been no key pegs." in text
    assert "Ben: 3 points for the wrong mark" in text
    assert "The round is replayed." in text
    assert "Round 1 begins again: Ann sets the code." in text
    assert done(file)[-1] == "1 code KWYG"


def test_a_wrong_claim_costs_nothing(keypeg: Keypeg, home: Path) -> None:
    marked = ["1 code KWYG", "2 guess RRBB", "1 mark 0b0w", "2 guess RRBB", "1 mark 0b0w"]
    file = record(home, "classic~by-hand_yes", *marked)
    text = accepted(
        keypeg("play", "--resume", file, stdin=typed("", "/claim 1", "/contester 9", "/challenge", "claim x", "/quit"))
    )
    assert "Ben challenges row 1. The mark is right." in text
    assert "no marked row 9" in text
    assert "'/challenge' is incomplete. Write it like this: /challenge 3" in text
    assert "Score – Ann: 0, Ben: 0" in text
    assert done(file)[-1] == "2 claim 1"


def test_a_player_is_warned_when_no_code_fits_the_marks(keypeg: Keypeg, home: Path) -> None:
    marked = ["1 code KWYG", "2 guess RRBB", "1 mark 0b2w", "2 guess RRBB", "1 mark 0b0w"]
    file = record(home, "classic~by-hand_yes", *marked)
    text = accepted(keypeg("play", "--resume", file, stdin=typed("", "/quit")))
    assert "No code fits these marks" in text


# what is typed


def test_an_illegal_move_is_refused_with_the_reason_and_asked_for_again(keypeg: Keypeg, home: Path) -> None:
    wrong = ["RRB", "RRBBY", "RRBX", "R.BB", "1234", "/fly", "\t", "🙂🙂🙂🙂", "/claim 1", "/call", "/pass"]
    file = record(home, "classic", "1 code KWYG")
    text = accepted(keypeg("play", "--resume", file, stdin=typed("", *wrong, "rr bb", "/quit")))
    assert text.count("Your guess") == len(wrong) + 2
    assert done(file) == ["1 code KWYG", "2 guess RRBB"]
    assert "{" not in text


def test_help_lists_every_command_that_is_useful_at_the_table(keypeg: Keypeg, home: Path) -> None:
    for edition, lines, commands in (
        ("classic", ("1 code KWYG",), {"/help", "/board", "/rules", "/resign", "/quit"}),
        ("classic~by-hand_yes", ("1 code KWYG",), {"/help", "/board", "/rules", "/challenge", "/resign", "/quit"}),
        ("mastermind-44", (FOUR_PARTS,), {"/help", "/board", "/rules", "/call", "/pass", "/resign", "/quit"}),
    ):
        text = accepted(keypeg("play", "--resume", record(home, edition, *lines), stdin=typed("", "/help", "/quit")))
        assert set(re.findall(r"^.*?(/[a-z]+) .*  ", text, re.MULTILINE)) - {"/quit"} >= commands - {"/quit", "/help"}


@pytest.mark.parametrize("word", ["/aide", "aide", "/help", "?", "/HELP"])
def test_commands_are_understood_in_both_languages_with_and_without_a_slash(
    keypeg: Keypeg, home: Path, word: str
) -> None:
    file = record(home, "classic", "1 code KWYG")
    text = accepted(keypeg("play", "--resume", file, "--lang", "fr", stdin=typed("", word, "/quitter")))
    assert "/plateau" in text
    assert "réafficher la table" in text


def test_a_word_that_is_also_a_code_is_read_as_the_code(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "house~colours_20", "1 code RRRR")
    accepted(keypeg("play", "--resume", file, stdin=typed("", "pass", "/quit")))
    assert done(file)[-1] == "2 guess PASS"


def test_resigning_gives_the_round_to_the_other_player(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "challenge-2001~rounds_1", "1 code KWYGO", "2 code OVRBK")
    text = accepted(keypeg("play", "--resume", file, stdin=typed("", "/resign")))
    assert "Ann resigns the round." in text
    assert "Ben wins the match" in text


def test_the_rules_can_be_read_during_a_game(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "classic~rows_8", "1 code KWYG")
    text = accepted(keypeg("play", "--resume", file, stdin=typed("", "/rules", "/quit")))
    assert accepted(keypeg("rules", "classic~rows_8")) in text


def test_the_game_speaks_french_throughout(keypeg: Keypeg) -> None:
    ran = keypeg(
        *("play", "classic", "--players", "person,person", "--lang", "fr"),
        stdin=typed("", "NCJV", "", "RRBB", "KWYG", "/vole", "/plateau", "/aide", "NCJV", "/quitter"),
    )
    text = accepted(ran)
    words = r"\b(guess|your|code:|Row|Hand over|press|Enter|black|white|Board|Score:|left|Round|kept|Player|is no)\b"
    assert re.search(words, text) is None
    assert "Joueur 1" in text
    assert "4 noires" in text
    assert "(utilisez R B J V C N)" in text  # K is not a colour in French


def test_french_letters_are_typed_and_shown_but_records_keep_their_notation(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "classic", "1 code KWYG")
    moves = typed("", "/indice JV", "J V C N", "", "/quitter")
    text = accepted(keypeg("play", "--resume", file, "--lang", "fr", stdin=moves))
    assert done(file)[-1] == "2 guess YGWK"
    assert "J V _ _" in text
    assert "J V C N" in text
    assert "/indice R_B" in accepted(keypeg("play", "--resume", file, "--lang", "fr", stdin=typed("", "/aide", "")))


def test_a_game_ends_with_the_winner_and_the_path_of_the_record(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "parker-1974", "1 code RBY", "2 code GOW", "1 guess GOW")
    lines = accepted(keypeg("play", "--resume", file, stdin=typed("", "RRR"))).splitlines()
    assert lines[-4] == "Ann wins the match with the highest total."
    assert lines[-3] == f"Match record: {file}"


@pytest.mark.parametrize(
    ("typed_mark", "lang", "mark"),
    [
        ("1b2w", "en", "1b2w"),
        ("1r2w", "en", "1b2w"),
        ("2w", "en", "0b2w"),
        ("1b", "en", "1b0w"),
        ("1b, 2w", "en", "1b2w"),
        ("0", "en", "0b0w"),
        ("nothing", "en", "0b0w"),
        ("1 2", "en", "1b2w"),
        ("1n2b", "fr", "1b2w"),
        ("1r 2b", "fr", "1b2w"),
        ("2b", "fr", "0b2w"),
        ("1n", "fr", "1b0w"),
        ("1b2w", "fr", "1b2w"),
        ("rien", "fr", "0b0w"),
    ],
)
def test_a_mark_may_be_typed_in_any_usual_form(typed_mark: str, lang: str, mark: str) -> None:
    assert write_mark(read_typed_mark(typed_mark, KeyPegs(0, 0), lang)) == mark


def test_any_person_at_the_keyboard_may_call_at_any_time(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "mastermind-44~seats_3", "table deal R.... .B... ..Y..")
    accepted(keypeg("play", "--resume", file, stdin=typed("", "/call 3", "", "RBY..")))
    assert done(file)[-2:] == ["3 call", "3 answer RBY.."]


def test_a_call_can_be_taken_back_before_it_is_sent(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "mastermind-44~seats_3", "table deal R.... .B... ..Y..")
    text = accepted(keypeg("play", "--resume", file, stdin=typed("", "/call", "", "RKKKK", "/quit")))
    assert "or Enter to take the call back" in text
    assert "The call is taken back" in text
    assert "calls “Master Mind”" not in text
    assert done(file)[-1] == "1 guess RKKKK"


def test_an_answer_that_cannot_be_is_asked_for_again_before_anybody_is_told(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "mastermind-44~seats_3", "table deal R.... .B... ..Y..")
    text = accepted(keypeg("play", "--resume", file, stdin=typed("", "/call", "RBYGW", "/help", "/pass", "RBY..")))
    assert text.count("or Enter to take the call back") == 4
    assert done(file)[-2:] == ["1 call", "1 answer RBY.."]


def test_when_another_player_takes_a_call_back_the_screen_is_handed_over_again(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "mastermind-44~seats_3", "table deal R.... .B... ..Y..")
    text = accepted(keypeg("play", "--resume", file, stdin=typed("", "/call 3", "", "", "", "RKKKK", "/quit")))
    assert done(file)[-1] == "1 guess RKKKK"
    assert text.count("Hand over to") >= 3


def test_practice_ends_with_the_round_and_not_with_a_match(keypeg: Keypeg) -> None:
    text = accepted(keypeg("play", "parker-1974", "--practice", "--players", "c,c", "--seed", "1"))
    assert re.search("wins the practice round|Nobody wins the practice|draw", text)
    assert "wins the match" not in text
    assert "match is over" not in text
    assert "TOTAL" not in text


def test_nobody_can_call_for_a_bot(keypeg: Keypeg) -> None:
    players = ["--players", "person,computer", "--option", "seats=2", "--seed", "1", "--record", "game.keypeg"]
    text = accepted(keypeg("play", "mastermind-44", *players, stdin=typed("/call 2", "/call 9", "/quit")))
    assert text.count("Only a player at this keyboard can do that.") == 2


def test_the_score_sheet_is_in_words_on_a_text_only_terminal(keypeg: Keypeg, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    playthrough = Path(__file__).parent.parent / "golden" / "playthroughs" / "hasbro-2004-score-sheet.keypeg"
    text = accepted(keypeg("replay", playthrough))
    assert "ROUND 1 – Ann: 10; Ben: 1, 3, 3, total 7; Cleo: 2, 4, 10, total 16" in text
    assert "│" not in text


def test_naming_players_sets_the_number_of_seats(keypeg: Keypeg) -> None:
    text = accepted(keypeg("play", "hasbro-2004", "--players", "c,o,computer", "--seed", "1"))
    assert "Casey, casual · Camille, casual · Sasha, casual" in text
