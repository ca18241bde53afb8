"""Several people at one terminal: secrets are typed unseen, and no player sees what another was shown."""

import os
import re
import subprocess
from pathlib import Path
from typing import TextIO

import pytest

from cli.test_replay import leaks
from keypeg.records.edition_links import read_edition
from keypeg.terminal.screen import CLEAR, Screen
from keypeg.terminal.setup import GameRequest, play
from support.command import PATIENCE, Keyboard, Keypeg, accepted, command, environment, games
from support.pseudo_terminal import END, INTERRUPT, Pseudo, playing, visible_to_next
from support.thoroughness import first_of, in_turn
from terminal.test_progress import Terminal

CLEARED = re.compile(r"\033\[2J.*?\033\[3J|\033\[3J.*?\033\[2J", re.DOTALL)
"""The sequence that erases the screen and its history."""

TWO = ("--players", "person,person", "--names", "Ann,Ben")

KEYS = (INTERRUPT, END)
"""The keys that interrupt a question: Ctrl-C and Ctrl-D."""


def test_a_secret_is_not_shown_while_it_is_typed_nor_after(tmp_path: Path) -> None:
    with playing(tmp_path, "classic", *TWO) as game:
        game.answers("Hand over to Ann", "")
        game.wait_for("set your code")
        assert not game.echoes
        game.types("KWYG")
        game.answers("Hand over to Ben", "")
        assert game.echoes
        game.answers("Your guess", "RRBB")
        game.answers("Your guess", "/quit")
        assert game.ends() == 0
        assert not leaks(game.shown, "KWYG")
        assert leaks(game.shown, "RRBB")


@pytest.mark.parametrize(("kinds", "is_cleared"), [(("person", "person"), True), (("casual", "person"), False)])
def test_the_screen_is_cleared_only_for_another_player(home: Path, kinds: tuple[str, str], is_cleared: bool) -> None:
    shown = Terminal()
    screen = Screen(Keyboard("/quit\n" if is_cleared else "RRBB\n/quit\n"), shown, {"TERM": "xterm"})
    request = GameRequest(read_edition("classic"), kinds, pace="instant", seed="1")
    assert play(request, screen, "en", {"XDG_DATA_HOME": str(home)}) == 0
    assert "Hand over to" in shown.getvalue() or not is_cleared
    welcome, cleared, _ = shown.getvalue().partition(CLEAR)
    assert bool(cleared) is is_cleared
    assert "/help for help" in welcome, "it can be read before the first player takes over"


def test_a_secret_is_shown_to_all_when_it_is_broken(tmp_path: Path) -> None:
    with playing(tmp_path, "classic", *TWO) as game:
        game.answers("Hand over to Ann", "")
        game.answers("set your code", "KWYG")
        game.answers("Hand over to Ben", "")
        assert not leaks(game.shown, "KWYG")
        game.answers("Your guess", "KWYG")
        game.wait_for("Ann’s code")
        game.answers("set your code", "/quit")
        assert game.ends() == 0
        assert leaks(game.shown, "KWYG")


def test_a_secret_that_is_refused_is_not_shown_either(tmp_path: Path) -> None:
    with playing(tmp_path, "hasbro-2004", *TWO) as game:
        game.answers("Hand over to Ann", "")
        game.answers("set your code", "SWYGO")
        game.answers("set your code", "SWYY")
        game.answers("set your code", "SWYG")
        game.wait_for("Hand over to Ben")
        for code in ("SWYGO", "SWYY", "SWYG"):
            assert not leaks(game.shown, code)


def test_the_screen_is_cleared_with_what_can_be_scrolled_back_to_before_and_after_a_hand_over(tmp_path: Path) -> None:
    with playing(tmp_path, "challenge-2001", *TWO) as game:
        game.answers("Hand over to Ann", "")
        game.answers("set your code", "KWYGO")
        assert CLEARED.search(game.answers("Hand over to Ben", ""))
        assert CLEARED.search(game.answers("set your code", "OVRBK"))
        assert CLEARED.search(game.answers("Hand over to Ann", ""))
        assert CLEARED.search(game.answers("Your guess", "RRRRB"))
        assert CLEARED.search(game.answers("Hand over to Ben", ""))
        assert CLEARED.search(game.wait_for("Your guess"))


def test_what_is_erased_cannot_be_scrolled_back_to_in_any_terminal(tmp_path: Path) -> None:
    with playing(tmp_path, "challenge-2001", *TWO) as game:
        game.answers("Hand over to Ann", "")
        game.answers("set your code", "KWYGO")
        game.answers("Hand over to Ben", "")
        game.answers("set your code", "OVRBK")
        game.answers("Hand over to Ann", "")
        game.answers("Your guess", "RRRRB")
        game.wait_for("Hand over to Ben")
        text = visible_to_next(game.shown)
        assert "Hand over to Ben" in text
        assert not leaks(text, "RRRRB")
        assert not leaks(text, "KWYGO")


def test_nothing_shown_can_be_scrolled_back_to_after_quitting(tmp_path: Path) -> None:
    with playing(tmp_path, "challenge-2001", *TWO) as game:
        game.answers("Hand over to Ann", "")
        game.answers("set your code", "KWYGO")
        game.answers("Hand over to Ben", "")
        game.answers("set your code", "OVRBK")
        game.answers("Hand over to Ann", "")
        game.answers("Your guess", "/quit")
        assert game.ends() == 0
        text = visible_to_next(game.shown)
        assert "--resume" in text
        assert not leaks(text, "KWYGO")


def test_a_hidden_guess_is_not_shown_to_the_other_player_until_both_are_placed(tmp_path: Path) -> None:
    with playing(tmp_path, "challenge-2001", *TWO) as game:
        game.answers("Hand over to Ann", "")
        game.answers("set your code", "KWYGO")
        game.answers("Hand over to Ben", "")
        game.answers("set your code", "OVRBK")
        game.answers("Hand over to Ann", "")
        game.answers("Your guess", "RRRRB")
        game.answers("Hand over to Ben", "")
        ben = game.answers("Your guess", "YYYYG")
        assert " ?  " in ben, "her row is on her board, and hidden"
        assert not leaks(ben, "RRRRB")
        assert not leaks(ben, "KWYGO")
        game.answers("Hand over to Ann", "")
        ann = game.wait_for("Your guess")
        assert leaks(ann, "RRRRB")
        assert leaks(ann, "YYYYG")
        assert not leaks(ann, "OVRBK")


def test_in_a_pipe_no_seat_is_shown_the_secret_of_another(keypeg: Keypeg) -> None:
    """Without a terminal nothing is erased, but each player is still shown only their own lines."""
    typed = ["", "KWYGO", "", "OVRBK", "", "RRRRB", "", "YYYYG", "", "/board", "/quit"]
    text = accepted(keypeg("play", "challenge-2001", *TWO, stdin="\n".join(typed) + "\n"))
    parts = re.split(r"Hand over to (\w+), then press Enter\. ", text)
    shown = {"Ann": "", "Ben": ""}
    for name, part in zip(parts[1::2], parts[2::2], strict=True):
        shown[name] += part
    assert not leaks(shown["Ann"], "OVRBK")
    assert not leaks(shown["Ben"], "KWYGO")
    assert not leaks(parts[0], "KWYGO")


def test_parts_of_the_code_are_shown_only_to_their_holders(home: Path, keypeg: Keypeg) -> None:
    (home / "game.keypeg").write_text(
        "Keypeg: 1\nEdition: mastermind-44~seats_3\nSeat 1: Ann\nSeat 2: Ben\nSeat 3: Cleo\n\n"
        "table deal K.... .W... ..Y..\n"
    )
    typed = ["", "BBBBB", "", "BBBBB", "", "/quit"]
    text = accepted(keypeg("play", "--resume", "game.keypeg", stdin="\n".join(typed) + "\n"))
    parts = re.split(r"Hand over to (\w+), then press Enter\. ", text)
    holders = {"Ann": "K....", "Ben": ".W...", "Cleo": "..Y.."}
    assert parts[1::2] == ["Ann", "Ben", "Cleo"]
    for name, part in zip(parts[1::2], parts[2::2], strict=True):
        assert [other for other, shown_text in holders.items() if leaks(part, shown_text)] == [name]


def test_one_person_against_bots_never_hands_over(tmp_path: Path) -> None:
    with playing(tmp_path, "hasbro-2004~seats_3", "--players", "computer,person,computer", "--seed", "5") as game:
        game.answers("Your guess", "RRBB")
        game.answers("Your guess", "/quit")
        assert game.ends() == 0
        assert "Hand over" not in game.shown


def test_a_resumed_game_shows_nothing_before_the_hand_over(tmp_path: Path) -> None:
    file = tmp_path / "game.keypeg"
    file.write_text("Keypeg: 1\nEdition: classic\nSeat 1: Ann\nSeat 2: Ben\n\n1 code KWYG\n2 guess RRBB\n")
    with playing(tmp_path, "--resume", file) as game:
        before = game.wait_for("Hand over to Ben")
        assert "Board" not in before
        game.types("")
        ben = game.wait_for("Your guess")
        assert leaks(ben, "RRBB")
        assert not leaks(game.shown, "KWYG")


def test_quitting_clears_the_screen_and_shows_how_to_resume(tmp_path: Path) -> None:
    with playing(tmp_path, "challenge-2001", *TWO) as game:
        game.answers("Hand over to Ann", "")
        game.answers("set your code", "KWYGO")
        game.answers("Hand over to Ben", "")
        game.answers("set your code", "OVRBK")
        game.answers("Hand over to Ann", "")
        game.answers("Your guess", "/quit")
        assert game.ends() == 0
        assert CLEARED.search(game.new)
        [file] = games(tmp_path)
        assert f"keypeg play --resume {file}" in game.new


@pytest.mark.parametrize(
    ("question", "key"), in_turn(["Hand over to Ann", "set your code", "Hand over to Ben", "Your guess"], KEYS)
)
def test_a_game_can_be_interrupted_at_every_question_and_is_saved(tmp_path: Path, question: str, key: str) -> None:
    with playing(tmp_path, "classic", *TWO) as game:
        for prompt, answer in (("Hand over to Ann", ""), ("set your code", "KWYG"), ("Hand over to Ben", "")):
            if prompt == question:
                break
            game.answers(prompt, answer)
        game.wait_for(question)
        game.presses(key)
        assert game.ends() == 0
        assert "Traceback" not in game.shown
        [file] = games(tmp_path)
        assert f"keypeg play --resume {file}" in game.new
        assert game.echoes
    done = len(file.read_text().splitlines()) - len(file.read_text().split("\n\n")[0].splitlines()) - 1
    assert done == (1 if question in ("Hand over to Ben", "Your guess") else 0)


@pytest.mark.parametrize(
    "question", first_of(["set your code", "Hand over to Ben", "Hand over to Ann", "Your guess"], quick=2)
)
def test_quit_is_understood_at_every_question_of_a_game(tmp_path: Path, question: str) -> None:
    with playing(tmp_path, "classic", *TWO) as game:
        for prompt, answer in (("Hand over to Ann", ""), ("set your code", "KWYG"), ("Hand over to Ben", "")):
            if prompt == question:
                break
            game.answers(prompt, answer)
        game.answers(question, "/quit")
        assert game.wait_for_first("play --resume", "set your code", "Your guess") == "play --resume"


@pytest.mark.parametrize(
    ("question", "key"), in_turn(["Which edition?", "Type a number", "Seat 1", "Seat 2", "the name of player 2"], KEYS)
)
def test_the_questions_before_a_game_can_be_interrupted(tmp_path: Path, question: str, key: str) -> None:
    with Pseudo(tmp_path, "play") as game:
        for prompt in ("Which edition?", "Type a number", "Seat 1", "Seat 2"):
            if prompt == question:
                break
            game.answers(prompt, "")
        game.wait_for(question)
        game.presses(key)
        assert game.ends() == 0
        assert "Traceback" not in game.shown
        assert games(tmp_path) == []


@pytest.mark.parametrize("question", ["Which edition?", "Seat 1"])
def test_quit_is_understood_before_a_game(tmp_path: Path, question: str) -> None:
    with Pseudo(tmp_path, "play") as game:
        if question == "Seat 1":
            game.answers("Which edition?", "")
            game.answers("Type a number", "")
        game.answers(question, "/quit")
        assert game.wait_for_first("Goodbye", question) == "Goodbye"


def test_without_arguments_the_player_is_asked_what_to_play(tmp_path: Path) -> None:
    with Pseudo(tmp_path, "play") as game:
        game.answers("Which edition?", "nonsense")
        game.answers("Which edition?", "99")
        game.answers("Which edition? [1]", "1")
        game.answers("Type a number", "rows=9")
        game.answers("Type a number", "rows=8 scoring=maker-misses")
        game.answers("Type a number", "")
        game.answers("Seat 1", "x")
        game.answers("Seat 1", "")
        game.answers("Seat 2", "P")
        game.answers("the name of player 2? [Player 2]", "Casey")
        game.answers("the name of player 2? [Player 2]", "Ann")
        game.answers("Your guess", "/quit")
        assert game.ends() == 0
        assert "Keypeg: Classic" in game.shown
        assert "At the table: Casey, casual · Ann" in game.shown
        assert "8 rows left" in game.shown


def test_the_questions_can_be_answered_by_a_program(keypeg: Keypeg) -> None:
    typed = ["nonsense", "99", "1", "rows=9", "rows=8 scoring=maker-misses", "", "x", "", "P", "/quit"]
    text = accepted(keypeg("play", stdin="\n".join(typed) + "\n"))
    assert "Keypeg: Classic" in text
    assert "8 rows left" in text
    assert "Goodbye" in accepted(keypeg("play", stdin="hasbro-2004~seats_3\n"))


def test_an_edition_with_options_can_be_asked_for_on_one_line(tmp_path: Path) -> None:
    with Pseudo(tmp_path, "play") as game:
        game.answers("Which edition?", "hasbro-2004~seats_3")
        game.answers("Seat 1", "c")
        game.answers("Seat 2", "p")
        game.answers("the name of player 2", "")
        game.answers("Seat 3", "c")
        game.answers("Your guess", "/quit")
        assert game.ends() == 0


def test_colours_are_shown_at_a_terminal_and_the_letters_stay(tmp_path: Path) -> None:
    with playing(tmp_path, "classic", "--players", "computer,person", "--seed", "1") as game:
        shown = game.wait_for("Your guess")
        assert "\033[48;5;" in shown
        letters = re.sub(r"\033\[[0-9;]*m", "", shown)
        assert re.search(r"R\s+red,\s+B\s+blue,\s+Y\s+yellow", letters)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("env", [{}, {"NO_COLOR": "1"}], ids=str)
def test_long_lines_are_broken_between_words_and_codes_stay_whole(
    tmp_path: Path, lang: str, env: dict[str, str]
) -> None:
    file = tmp_path / "game.keypeg"
    names = "Seat 1: Anne-Sophie de la Tour\nSeat 2: Bartholomew Fitzgerald the Third\nKind 2: casual"
    file.write_text(f"Keypeg: 1\nEdition: classic~by-hand_yes\n{names}\n\n1 code KWYG\n2 guess RRBB\n")
    with playing(tmp_path, "--resume", file, "--lang", lang, **env) as game:
        shown = re.sub(r"\033\[[0-9;]*m", "", game.wait_for("1b2w" if lang == "en" else "1n2b"))
        lines = re.split(r"\r?\n", shown.replace("\u00a0", " "))
        output = [line for line in lines if str(tmp_path) not in line]
        assert max(map(len, output)) <= 80
        assert sum(bool(re.search(r"R +R +B +B", line)) for line in output) == 2, "on the board and in the question"


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_colours_can_be_turned_off(tmp_path: Path, env: dict[str, str]) -> None:
    with playing(tmp_path, "classic", "--players", "computer,person", "--seed", "1", **env) as game:
        game.answers("Your guess", "RRBB")
        game.answers("Your guess", "/quit")
        assert game.ends() == 0
        assert re.search(r"\033\[[0-9;]*m", game.shown) is None


def test_an_empty_no_color_variable_is_ignored(tmp_path: Path) -> None:
    with playing(tmp_path, "classic", "--players", "computer,person", NO_COLOR="") as game:
        assert "\033[48;5;" in game.wait_for("Your guess")


def test_a_secret_is_not_shown_while_it_is_typed_even_if_the_output_goes_elsewhere(tmp_path: Path) -> None:
    """As when a program reads the game out: `keypeg play … | reader`."""
    reading, writing = os.pipe()
    with (
        Pseudo(tmp_path, "play", "classic", "--players", "person,computer", out=writing) as game,
        os.fdopen(reading) as output,
    ):
        os.close(writing)
        read_until(output, "set your code")
        game.types("KWYG")
        read_until(output, "guesses")
        game.is_killed()
        game.ends()
        assert not leaks(game.shown, "KWYG")


def read_until(stream: TextIO, text: str) -> None:
    """Read until this text appears."""
    output = ""
    while text not in output:
        sign = stream.read(1)
        assert sign, output
        output += sign


def test_names_from_the_command_line_are_shown_without_control_characters(tmp_path: Path) -> None:
    names = "\033[2JAnn\033]0;title\a,B\nen"
    with playing(tmp_path, "classic", "--players", "person,person", "--names", names, NO_COLOR="1") as game:
        game.answers("press Enter", "")
        game.answers("set your code", "KWYG")
        game.answers("press Enter", "")
        game.answers("Your guess", "/quit")
        assert game.ends() == 0
        assert "\033]0;" not in game.shown
        assert "\033[2JAnn" not in game.shown
        assert "\r\nen" not in game.shown


def test_names_from_the_command_line_reach_a_pipe_without_control_characters(keypeg: Keypeg) -> None:
    names = "\033[2JAnn\033]0;title\a,B\nen"
    text = accepted(keypeg("play", "parker-1974", "--players", "computer,computer", "--names", names))
    assert [sign for sign in text if not sign.isprintable() and sign not in "\n\u00a0"] == []
    assert "\nen" not in text


def test_an_empty_name_is_ignored(keypeg: Keypeg) -> None:
    ran = keypeg("play", "parker-1974", "--players", "computer,computer", "--names", "Ann,")
    assert ran.status == 2 or "Camille" in ran.out


def test_a_game_without_a_terminal_to_hide_in_still_works(tmp_path: Path) -> None:
    """Detached from any terminal, like a service."""
    done = subprocess.run(
        command("play", "classic", *TWO),
        input=b"\nKWYG\n\n/quit\n",
        capture_output=True,
        env=environment(tmp_path),
        start_new_session=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    assert len(games(tmp_path)) == 1
