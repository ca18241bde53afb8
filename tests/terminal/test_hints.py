"""Hints in line mode: one step at a time, from the player's own view, and not recorded."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.test_replay import leaks
from keypeg.core.errors import KeypegError
from keypeg.core.observe import observe
from keypeg.editions import edition
from keypeg.i18n.match_text import MatchText
from keypeg.records.replay import replay_bytes
from keypeg.solver.game.guessing_game import game_for
from keypeg.solver.warmup import warm_up
from keypeg.study.hint_session import HintSession
from keypeg.study.partial_guess import read_partial_guess
from support.command import Keypeg, accepted, environment, games
from support.pseudo_terminal import playing, visible_to_next
from terminal.test_line_mode import done, record, seats, typed

NAMES = ("Ann", "Ben", "Cleo", "Dora")


def record_of(played: str, lines: list[str]) -> bytes:
    """The record of a game with these actions."""
    return ("\n".join(["Keypeg: 1", f"Edition: {played}", "", *lines]) + "\n").encode()


def hints_for(played: str, lines: list[str], seat: int, *questions: str, lang: str = "en") -> list[str]:
    """The hints for this seat after these actions, for these arguments of `/hint`."""
    replay = replay_bytes(record_of(played, lines), "game")
    assert replay.fault is None
    view = observe(replay.state, seat)
    session = HintSession(MatchText(view.edition, NAMES[: seats(played)], lang))
    return ["\n".join(session.give_hint(view, question)) for question in questions]


# step by step


def test_each_hint_in_the_same_position_reveals_more_than_the_one_before() -> None:
    lines = ["1 code KWYG", "2 guess RRBB", "2 guess KWYY", "2 guess KWYW"]
    output = hints_for("classic", lines, 2, *[""] * 8)
    assert output[0] == "2 codes left"
    assert output[1] == "Definitely not in the code: R, B"
    assert output[2] == "Definitely in the code: Y, W, K"
    assert output[3] == "Certain: hole 1 is K, hole 2 is W, hole 3 is Y"
    assert output[4] == "A good guess here uses 4 colours and could be the code."
    assert output[5].startswith("Guess K W Y ")
    assert "more guesses on average" in output[6]
    assert output[7] == "That was the last hint."


def test_the_first_hints_are_never_a_whole_guess() -> None:
    """Not even on an empty board, and not where a single code is left."""
    output = hints_for("classic", ["1 code KWYG"], 2, "", "", "")
    assert output[1] == "A good guess here uses 3 colours and could be the code."
    assert output[2] == "Guess R R B Y"
    rows = ["1 code KWYG", "2 guess RRBB", "2 guess KWYY", "2 guess KWYW", "2 guess KWYK"]
    output = hints_for("classic", rows, 2, "", "")
    assert output == ["1 code left", "Only one code fits. The marks are enough to find it."]


def test_hints_start_again_after_the_next_row(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "classic", "1 code KWYG")
    typing = typed("", "/hint", "/hint", "/hint", "RRBB", "/hint", "/quit")
    text = accepted(keypeg("play", "--resume", file, stdin=typing))
    assert re.findall(r"[\d,]+ codes left|Guess . . . .", text) == [
        "1,296 codes left",
        "Guess R R B Y",
        "256 codes left",
    ]


def test_hints_are_not_recorded(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "classic", "1 code KWYG")
    accepted(keypeg("play", "--resume", file, stdin=typed("", "/hint", "/hint RB", "hint", "RRBB", "/hint", "/quit")))
    assert done(file) == ["1 code KWYG", "2 guess RRBB"]


def test_hints_in_french(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "classic", "1 code KWYG", "2 guess RRBB")
    typing = typed("", "/indice", "/indice", "/indice R", "/aide", "/quitter")
    text = accepted(keypeg("play", "--resume", file, "--lang", "fr", stdin=typing))
    assert "Il reste 256 codes" in text
    assert "À coup sûr hors du code : R, B".replace(" :", "\u00a0:") in text
    assert "R _ _ _   La ligne 1 l’exclut.".replace(" :", "\u00a0:") in text
    assert "/indice R_B" in text


def test_if_no_code_fits_the_hint_names_the_contradicting_marks() -> None:
    lines = ["1 code KWYG", "2 guess RRBB", "1 mark 0b0w", "2 guess RRRR", "1 mark 1b0w"]
    output = hints_for("classic~by-hand_yes", lines, 2, "", "")
    assert "1 and 2" in output[0]
    assert output[1] == "That was the last hint."


# partial guesses


@pytest.mark.parametrize(
    ("partial", "output"),
    [
        ("K", "K _ _ _   It fits"),
        ("k_y", "K _ Y _   It fits"),
        ("?? y ?", "_ _ Y _   It fits"),
        ("*-.-", "_ _ _ _   It fits 12 codes still left."),
        ("KWYG", "K W Y G   This could be the code."),
        ("R", "R _ _ _   Row 1 rules this out."),
        ("KKKK", "K K K K   Row 2 rules this out."),
    ],
)
def test_a_hint_on_a_partial_guess_says_whether_it_still_fits(partial: str, output: str) -> None:
    [sentence] = hints_for("classic", ["1 code KWYG", "2 guess RRBB", "2 guess KWYY"], 2, partial)
    assert sentence.startswith(output)


def test_a_full_stop_is_a_blank_where_there_are_blanks_and_an_open_hole_where_there_are_none() -> None:
    for played, peg in (("classic", None), ("hasbro-2000-advanced", 0)):
        chosen = edition(played)
        assert read_partial_guess("R.", chosen.guess_space(2), chosen.palette) == (1, peg, None, None)


@pytest.mark.parametrize("partial", ["RRBBR", "Z", "é", "R/B", "²", "\ud800", "R" * 100_000])
def test_an_invalid_partial_guess_is_refused(partial: str) -> None:
    with pytest.raises(KeypegError):
        hints_for("classic", ["1 code KWYG"], 2, partial)


def test_a_refused_partial_guess_does_not_interrupt_the_game(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "classic", "1 code KWYG")
    text = accepted(keypeg("play", "--resume", file, stdin=typed("", "/hint RRBBR", "/hint Z", "RRBB", "/quit")))
    assert "A code has 4 holes here, not 5." in text
    assert "'Z' is not a colour" in text
    assert done(file)[-1] == "2 guess RRBB"


# who gets hints, and where


@pytest.mark.parametrize(
    ("played", "lines", "seat"),
    [
        ("classic", [], 1),
        ("classic", [], 2),
        ("classic", ["1 code KWYG"], 1),
        ("classic~by-hand_yes", ["1 code KWYG", "2 guess RRBB"], 1),
        ("parker-1974", ["1 code WYG", "2 code RRB"], 2),
    ],
)
def test_only_the_player_who_guesses_next_gets_hints(played: str, lines: list[str], seat: int) -> None:
    assert hints_for(played, lines, seat, "", "R") == ["Hints are for the player whose turn it is to guess."] * 2


def test_a_large_game_has_hints_like_any_other() -> None:
    lines = ["1 code RRBBYYGG", "2 guess RBYGOVKW", "2 guess RRRBBBYY"]
    output = hints_for("house~holes_8~colours_12", lines, 2, "", "", "", "", "RRR")
    number = r"\d{1,3}(,\d{3})*"
    assert re.fullmatch(rf"{number} codes left", output[0])
    code = re.fullmatch(r"Guess ((?:\w ?){8})", output[2])
    assert code is not None
    assert "about" in output[3]
    assert output[4].startswith("R R R _ _ _ _ _")


def test_where_the_best_guess_takes_too_much_work_a_good_one_is_named() -> None:
    lines = ["1 code RRBBYY", "2 guess RBYGOV"]
    output = hints_for("house~holes_6~colours_8", lines, 2, "", "", "", "")
    assert re.fullmatch(r"Guess ((?:\w ?){6})", output[2])


def test_hints_are_about_the_code_that_the_player_is_breaking() -> None:
    """In a duel with a handicap one player breaks five holes, the other four."""
    lines = ["1 code KWYGO", "2 code RRBB"]
    handicap = "challenge-2001~handicap_1"
    assert hints_for(handicap, lines, 1, "") == ["4,096 codes left"]
    assert hints_for(handicap, lines, 2, "") == ["32,768 codes left"]


def test_where_only_colours_count_a_partial_guess_has_no_places() -> None:
    lines = ["1 code RBYP", "2 guess RRRR"]
    output = hints_for("traffic-jam-2000~option_1", lines, 2, "___R", "RR")
    assert "It fits" in output[0]
    assert "Row 1 rules this out" in output[1]


def test_where_parts_are_dealt_hints_list_the_whole_codes_left() -> None:
    deal = "table deal K.... .W... ..Y.. ...G."
    output = hints_for("mastermind-44", [deal], 1, "", "", "", "K", "R", "KWYG.", ".")
    assert output[0] == "864 codes left"
    assert output[1] == "Definitely in the code: K"
    assert output[2] == "Certain: hole 1 is K"
    assert output[3] == "K _ _ _ _   It fits 864 codes still left."
    assert output[4] == "R _ _ _ _   What you can see rules this out."
    assert output[5] == "K W Y G .   This could be the code."
    assert "rules this out" in output[6]


def test_where_parts_are_dealt_a_row_that_often_wins_is_named_and_explained() -> None:
    rows = ["1 guess RBBYG", "2 guess WWRRK", "3 guess GGYBB", "4 guess RKBGW"]
    output = hints_for("mastermind-44", ["table deal K.... .W... ..Y.. ...G.", *rows], 1, *[""] * 12)
    output = output[: output.index("That was the last hint.")]
    assert output[0] == "24 codes left"
    assert re.match(r"A good guess here uses [2-5] colours", output[-3])
    assert re.fullmatch(r"Guess( [RBYGWK]){5}", output[-2])
    assert re.fullmatch(
        r"  it wins about [0-9.]+ % of the time\n"
        r"  its marks leave [0-9.]+ codes on average, at most [0-9]+\n"
        r"  it (could be right in every hole but your own|cannot be the code)\n"
        r"  it tells each of the others about [0-9]+ % of what it tells you",
        output[-1],
    )


def test_with_two_seats_a_row_helps_no_other_player() -> None:
    output = hints_for("mastermind-44~seats_2", ["table deal K.... .W..."], 1, *[""] * 6, lang="fr")
    assert output[4].startswith("Proposez ")
    assert output[5].endswith("il n’apprend rien aux autres")


def test_a_player_who_may_only_call_gets_advice_on_calling() -> None:
    """It is the second seat's turn; the first may call at any time."""
    lines = ["table deal K.... .W...", "1 guess BWRGY"]
    output = hints_for("mastermind-44~seats_2", lines, 1, *[""] * 12)
    output = output[: output.index("That was the last hint.")]
    assert output[-2] == "Do not call yet"
    why = r"  the most likely code, .*, is right ([0-9.]+) % of the time; waiting wins about ([0-9.]+) % of the time"
    chances = re.fullmatch(why, output[-1])
    assert chances is not None
    assert float(chances[1]) < float(chances[2])


def test_after_the_last_row_hints_name_the_likeliest_code_and_its_chance() -> None:
    rows = [f"{seat} guess GGGGG" for _ in range(4) for seat in (1, 2)]
    output = hints_for("mastermind-44~seats_2", ["table deal K.... .W...", *rows], 1, *[""] * 12)
    output = output[: output.index("That was the last hint.")]
    assert output[-3] == "This is the moment to call."
    assert re.fullmatch(r"Call now: the most likely code is K [RBYWK.] [RBYWK.] [RBYWK.] [RBYWK.]", output[-2])
    assert output[-1] == "  it is right 5.3 % of the time, and there is nothing to wait for"


def test_while_a_row_waits_for_marks_hints_give_only_what_is_certain() -> None:
    lines = ["table deal K.... .W...", "1 guess BWRGY"]
    output = hints_for("mastermind-44~seats_2~by-hand_yes", lines, 1, *[""] * 6)
    assert output[0] == "24 codes left"
    waiting = output.index("A row is still waiting for its marks. Ask again when it has them.")
    assert all(line.startswith(("Definitely", "Certain")) for line in output[1:waiting])
    assert output[waiting + 1] == "That was the last hint."


def test_where_parts_are_dealt_impossible_marks_are_the_only_hint() -> None:
    lines = ["table deal K.... .W...", "1 guess BWRGY", "2 mark 0b0w", "2 guess BBBBB", "1 mark 0b0w"]
    lines += ["1 guess KKKKK", "2 mark 0b0w"]
    output = hints_for("mastermind-44~seats_2~by-hand_yes", lines, 2, "", "")
    assert output[0] != "No code fits these marks, so at least one is wrong."
    output = hints_for("mastermind-44~seats_2~by-hand_yes", lines, 1, "", "")
    assert output == ["No code fits these marks, so at least one is wrong.", "That was the last hint."]


def test_where_parts_are_dealt_hints_start_again_when_a_player_leaves() -> None:
    lines = ["table deal K.... .W... ..Y..", "1 guess BWRGY"]
    replays = [
        replay_bytes(record_of("mastermind-44~seats_3", played), "game") for played in (lines, [*lines, "3 resign"])
    ]
    session = HintSession(MatchText(replays[0].state.edition, NAMES[:3], "en"))
    output = [session.give_hint(observe(replay.state, 2), "")[0] for replay in (replays[0], replays[0], replays[1])]
    assert output[0] == output[2] != output[1]


def test_where_parts_are_dealt_hints_say_to_call_when_the_code_is_certain() -> None:
    lines = ["table deal K.... .W...", "1 guess BWRGY", "2 guess YBBBB", "1 guess BWKKK", "2 guess YBBBB"]
    output = hints_for("mastermind-44~seats_2", lines, 1, "", "", "", "")
    assert output == [
        "1 code left",
        "Only one code fits. The marks are enough to find it.",
        "Call: the code is K W . . .",
        "That was the last hint.",
    ]


def test_a_hint_is_never_seen_by_the_next_player_at_the_screen(tmp_path: Path) -> None:
    warm_up(game_for(edition("challenge-2001")))  # compiled here so that the other process need not compile
    with playing(tmp_path, "challenge-2001", "--players", "person,person", "--names", "Ann,Ben") as game:
        game.answers("Hand over to Ann", "")
        game.answers("set your code", "KWYGO")
        game.answers("Hand over to Ben", "")
        game.answers("set your code", "OVRBK")
        game.answers("Hand over to Ann", "")
        game.answers("Your guess", "/hint RRR")
        game.answers("It fits", "/hint")
        game.wait_for("codes left")
        game.answers("Your guess", "RRRRB")
        game.wait_for("Hand over to Ben")
        text = visible_to_next(game.shown)
        assert "codes left" not in text
        assert "It fits" not in text
        game.types("")
        game.answers("Your guess", "/hint")
        ben = game.wait_for("codes left")
        assert not leaks(ben, "KWYGO")


def test_players_who_share_a_screen_each_start_with_the_first_hint(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "parker-1974", "1 code WYG", "2 code RRB")
    typing = typed("", "/hint", "/hint", "RRR", "", "/hint", "/quit")
    text = accepted(keypeg("play", "--resume", file, stdin=typing))
    assert re.findall(r"[\d,]+ codes left|A good guess", text) == ["216 codes left", "A good guess", "216 codes left"]


def test_where_any_player_may_call_there_are_no_hints_at_that_question(keypeg: Keypeg, home: Path) -> None:
    """That question is not addressed to one player alone."""
    players = ("--players", "person,person,casual", "--names", "Ann,Ben,Cleo", "--seed", "3")
    typing = typed("", "BBBBB", "", "BBBBB", "/hint", "/quit")
    text = accepted(keypeg("play", "mastermind-44~seats_3", *players, stdin=typing))
    assert "Hints are for the player whose turn it is to guess." in text
    assert "codes left" not in text


# what is loaded, and the review afterwards


def test_a_game_without_hints_does_not_load_the_solver(tmp_path: Path) -> None:
    """Nor does the line that suggests a review load it."""
    code = (
        "import sys; from keypeg.cli import main; "
        "main(['play', 'classic', '--players', 'person,casual', '--seed', '1']); "
        "sys.exit(bool({'numpy', 'numba'} & set(sys.modules)))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        input=typed("RRBB", "/help", "/quit").encode(),
        capture_output=True,
        env=environment(tmp_path),
        cwd=tmp_path,
        check=False,
    )
    assert ran.returncode == 0
    assert b"analyse" in ran.stdout


def test_after_a_round_the_command_to_review_it_is_shown_and_works(keypeg: Keypeg, home: Path) -> None:
    typing = typed("RRBB", "/quit")
    text = accepted(keypeg("play", "classic", "--players", "person,strong", "--seed", "1", stdin=typing))
    [file] = games(home)
    [command] = re.findall(r"analyse (.*)", text)
    assert command == f"{file} --round 1"
    assert accepted(keypeg("analyse", *command.split())).startswith("Round 1\n")


def test_after_the_match_the_command_to_review_all_of_it_is_shown(keypeg: Keypeg) -> None:
    text = accepted(keypeg("play", "classic", "--players", "casual,casual", "--record", "my game"))
    assert re.search(r"Review every guess with:\n  .*keypeg analyse 'my game'\n\Z", text)
    assert "--round" not in text


@pytest.mark.parametrize("played", ["mastermind-44~seats_2", "house~holes_8~colours_12~rows_1"])
def test_no_review_is_suggested_where_there_is_none(keypeg: Keypeg, played: str) -> None:
    assert "analyse" not in accepted(keypeg("play", played, "--players", "casual,casual", "--seed", "1"))
