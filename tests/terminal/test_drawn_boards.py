"""Boards and marks on a terminal: a sign for each key peg, boards side by side, and the points of each row."""

import io
import os
import re
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keypeg.core.marks import KeyPegs, Number
from keypeg.core.observe import observe
from keypeg.i18n.match_text import MatchText
from keypeg.i18n.text_width import COLOUR_CODE, cut, pad, visible_width
from keypeg.records.edition_links import read_edition
from keypeg.records.replay import replay_file
from keypeg.terminal.drawn_boards import Looks, MarkStyle, draw_boards, draw_mark, explain_marks
from keypeg.terminal.screen import Screen
from support.command import RECORDS, Keypeg, accepted, run
from support.pseudo_terminal import playing
from support.thoroughness import first_of, some_of
from terminal.test_line_mode import record, typed
from terminal.test_progress import Terminal

PEGS = Looks(MarkStyle.PEGS)
LETTERS = Looks(MarkStyle.LETTERS)

CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")
"""A control character; a line feed is none here."""

FILES = sorted(RECORDS.glob("*.keypeg"))


def text_for(link: str, lang: str = "en", names: tuple[str, ...] = ("Ann", "Ben", "Cleo", "Dora", "Eve")) -> MatchText:
    edition = read_edition(link)
    return MatchText(edition, names[: edition.seats], lang)


def left_on_screen(shown: str) -> str:
    """What stands on the screen in the end, without colours and without what was overwritten."""
    return re.sub(r"[^\n]*\r(?!\n)", "", COLOUR_CODE.sub("", shown)).replace("\r\n", "\n")


# marks


@given(st.integers(0, 8), st.integers(0, 8), st.sampled_from(["classic", "hasbro-2000"]), st.sampled_from(["en", "fr"]))
def test_a_mark_has_as_many_signs_as_key_pegs(blacks: int, whites: int, link: str, lang: str) -> None:
    text, mark = text_for(link, lang), KeyPegs(blacks, whites)
    pegs = draw_mark(mark, text, PEGS)
    assert (pegs.count("●"), pegs.count("○")) == (blacks, whites)
    for looks in (PEGS, LETTERS, Looks(MarkStyle.PEGS, has_colours=True)):
        shown = COLOUR_CODE.sub("", draw_mark(mark, text, looks))
        assert len(shown) == max(1, blacks + whites), "a mark without key pegs is a dash"
        assert len(set(shown)) == max(1, bool(blacks) + bool(whites)), "the two kinds differ without colours"


@pytest.mark.parametrize(
    ("link", "lang", "shown"),
    [("classic", "en", "bbw"), ("classic", "fr", "nnb"), ("hasbro-2000", "en", "rrw"), ("hasbro-2000", "fr", "rrb")],
)
def test_the_letters_are_those_that_are_typed(link: str, lang: str, shown: str) -> None:
    assert draw_mark(KeyPegs(2, 1), text_for(link, lang), LETTERS) == shown


@given(st.integers(0, 99))
def test_a_number_card_shows_its_number(number: int) -> None:
    for looks in (PEGS, LETTERS, Looks()):
        assert draw_mark(Number(number), text_for("traffic-jam-2000"), looks) == str(number)


def test_the_signs_are_explained_where_there_are_any() -> None:
    classic, jam = text_for("classic"), text_for("traffic-jam-2000~option_1")
    assert explain_marks(classic.edition, classic, Looks()) == []
    assert "● right colour, right hole · ○ right colour" in explain_marks(classic.edition, classic, PEGS)[0]
    assert "how many colours are right" in explain_marks(jam.edition, jam, PEGS)[0]


@pytest.mark.parametrize(
    ("terminal", "encoding", "environ", "style"),
    [
        (True, "utf-8", {"TERM": "xterm-256color"}, MarkStyle.PEGS),
        (True, "utf-8", {"TERM": "xterm", "NO_COLOR": "1"}, MarkStyle.PEGS),
        (True, "utf-8", {"TERM": "dumb"}, MarkStyle.LETTERS),
        (True, "latin-1", {"TERM": "xterm"}, MarkStyle.LETTERS),
        (False, "utf-8", {"TERM": "xterm"}, MarkStyle.WORDS),
    ],
)
def test_signs_depend_on_what_the_screen_can_show(
    terminal: bool, encoding: str, environ: dict[str, str], style: MarkStyle
) -> None:
    class Stream(io.TextIOWrapper):
        def isatty(self) -> bool:
            return terminal

    looks = Screen(io.StringIO(), Stream(io.BytesIO(), encoding=encoding), environ).looks
    assert looks.style is style
    assert looks.has_colours == (terminal and environ == {"TERM": environ["TERM"]} and environ["TERM"] != "dumb")
    assert looks.is_drawn == (terminal and environ["TERM"] != "dumb")


# boards


@pytest.mark.parametrize("file", some_of(FILES, quick=15), ids=lambda file: file.stem)
def test_boards_side_by_side_are_never_wider_than_the_terminal(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = replay_file(file)
    edition = game.state.edition
    screen = Screen(io.StringIO(), Terminal(), {"TERM": "xterm"})
    names = ("Ann", "Ben the second", "高橋 花子", "Zoë", "Erika Mustermann-Beispielhausen")
    text = MatchText(edition, names[: edition.seats], "fr", screen.paint)
    alone = 0
    for step in game.steps[:: max(1, len(game.steps) // 5)]:
        boards = observe(step.state, None).boards
        looks = Looks(MarkStyle.PEGS, True, True)
        stacked = draw_boards(edition, boards, text, looks._replace(width=1))
        alone = max(alone, *map(visible_width, stacked))
        for width in (40, 60, 80, 100, 120, 160, 200):
            lines = draw_boards(edition, boards, text, looks._replace(width=width))
            assert max(map(visible_width, lines)) <= max(width, alone)
            assert "".join(lines).count("●") == "".join(stacked).count("●"), "nothing is lost"


@pytest.mark.parametrize(
    ("link", "width", "titles"),
    [
        ("challenge-2001", 80, [2]),
        ("challenge-2001", 50, [1, 1]),
        ("parker-1974", 80, [2]),
        ("mastermind-44", 80, [2, 2]),
        ("mastermind-44", 120, [2, 2]),
        ("mastermind-44", 200, [4]),
        ("mastermind-44", 40, [1, 1, 1, 1]),
    ],
)
def test_boards_stand_in_a_grid_from_the_beginning(link: str, width: int, titles: list[int]) -> None:
    edition = read_edition(link)
    screen = Screen(io.StringIO(), Terminal(), {"TERM": "xterm"})
    text = MatchText(edition, ("Ann", "Ben", "Cleo", "Dora")[: edition.seats], "en", screen.paint)
    file = next(file for file in FILES if file.stem == link)
    game = replay_file(file)
    for state in (game.start, game.steps[len(game.steps) // 3].state):
        boards = observe(state, None).boards
        lines = draw_boards(edition, boards, text, Looks(MarkStyle.PEGS, True, True, width))
        assert [line.count("left)") for line in lines if "left)" in line] == titles


@given(st.text(), st.integers(1, 40))
def test_a_text_is_cut_and_padded_to_its_width(text: str, width: int) -> None:
    assert visible_width(cut(text, width)) <= width
    assert visible_width(pad(cut(text, width), width)) == width


def test_a_wide_character_takes_two_columns_and_an_accent_none() -> None:
    assert visible_width("高橋") == 4
    assert visible_width("Zoe\u0308") == 3
    assert visible_width("\033[31m●\033[0m") == 1
    assert cut("高橋花子", 5) == "高橋…"


# games


def test_on_a_terminal_rows_have_pegs_and_boards_stand_side_by_side(tmp_path: Path) -> None:
    with playing(tmp_path, "challenge-2001", "--players", "p,casual", "--seed", "1", COLUMNS="80") as game:
        game.answers("set your code", "RRBBY")
        game.answers("Your guess", "RRBBY")
        shown = left_on_screen(game.wait_for("row 2 of 12"))
    assert re.search(r"^Camille +G .* ●$", shown, re.MULTILINE), "the row of the bot"
    assert re.search(r"^Player 1 \(11 rows left\) +Camille \(11 rows left\)$", shown, re.MULTILINE)
    assert re.search(r"^  1   R .*●●○ +1   G .* ●$", shown, re.MULTILINE)
    assert "guesses" not in shown


def test_a_text_only_terminal_gets_letters_and_no_control_characters(tmp_path: Path) -> None:
    with playing(tmp_path, "classic", "--players", "casual,p", "--seed", "1", TERM="dumb") as game:
        game.answers("Your guess", "RRBB")
        game.answers("Your guess", "/board")
        game.wait_for("row 2 of 10")
        assert re.search(r" 1  R R B B   b\r", game.shown)
        assert CONTROL.search(game.shown.replace("\r\n", "\n")) is None


@pytest.mark.parametrize(
    "link", first_of(["mastermind-44~seats_2", "challenge-2001", "classic", "hasbro-2004~seats_3"], quick=2)
)
def test_without_a_terminal_there_are_no_control_characters(tmp_path: Path, link: str) -> None:
    players = "casual,casual,casual" if "seats_3" in link else "casual,casual"
    out = accepted(run(tmp_path, "play", link, "--players", players, "--seed", "1", env={"TERM": "xterm"}))
    assert CONTROL.search(out) is None
    assert "●" not in out


def test_family_points_stand_after_each_row(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "hasbro-2004~seats_3", "1 code WPGR", "2 guess RWOO", "3 guess WPOO")
    text = accepted(keypeg("play", "--resume", file, stdin=typed("", "OOGO", "/board", "", "/quit")))
    assert "2 white (Ben) +2" in text
    assert "2 red (Cleo) +4" in text
    assert "Ben: 2 points for row 3" in text


def test_family_points_stand_after_each_row_on_a_terminal(tmp_path: Path) -> None:
    file = record(tmp_path, "hasbro-2004~seats_3", "1 code WPGR", "2 guess RWOO", "3 guess WPOO", "2 guess SSSS")
    with playing(tmp_path, "--resume", file) as game:
        game.answers("Hand over to Cleo", "")
        shown = left_on_screen(game.wait_for("row 4 of 12"))
    for row in (r"○○    Ben   +2", r"●●    Cleo  +4", r"–     Ben   +0"):
        assert row in shown


def test_when_a_family_round_ends_the_points_of_the_rows_are_on_the_board_only(tmp_path: Path) -> None:
    file = record(tmp_path, "hasbro-2004~seats_3", "1 code WPGR", "2 guess RWOO", "3 guess WPOO", "2 guess SSSS")
    with playing(tmp_path, "--resume", file) as game:
        game.answers("Hand over to Cleo", "")
        game.answers("row 4 of 12", "WPGR")
        shown = left_on_screen(game.wait_for("Round 2 begins"))
    assert "●●●●  Cleo +10" in shown
    assert "Cleo: 10 points for cracking the code in row 4" in shown
    assert "for row 1" not in shown


def test_a_mark_that_the_viewer_has_just_given_is_not_repeated(tmp_path: Path) -> None:
    with playing(tmp_path, "parker-1974~by-hand_yes", "--players", "p,casual", "--seed", "1") as game:
        game.answers("set your code", "RRB")
        game.answers("row 1 of 8", "GGG")
        assert "Row 1: Camille gives ●." in game.wait_for("your mark for row 1")
        game.types("0")
        assert "Player 1 gives" not in game.wait_for("row 2 of 8")


def test_the_last_boards_are_drawn_when_a_round_ends(tmp_path: Path) -> None:
    file = record(tmp_path, "parker-1974", "1 code RBY", "2 code GOW", "1 guess GOW")
    with playing(tmp_path, "--resume", file) as game:
        game.answers("Hand over to Ben", "")
        game.answers("Your guess", "RRR")
        shown = left_on_screen(game.wait_for("cracks the code"))
    assert re.search(r"^  1   G   O   W    ●●● +1   R   R   R    ●$", shown, re.MULTILINE)


def test_the_width_is_asked_for_again_whenever_boards_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen(io.StringIO(), Terminal(), {})
    for width in (80, 132):
        monkeypatch.setattr(shutil, "get_terminal_size", lambda width=width: os.terminal_size((width, 24)))
        assert screen.looks.width == width
