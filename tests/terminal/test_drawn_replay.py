"""`keypeg replay` in a terminal: boards as in a game, drawn when their round ends."""

import re
from pathlib import Path

import pytest

from cli.test_replay import MATCH, SECRETS, Secret, leaks
from keypeg.core.marks import KeyPegs
from keypeg.records.replay import Replay, replay_file, replay_text
from keypeg.terminal.drawn_boards import Looks, MarkStyle
from keypeg.terminal.replay_output import describe_replay, read_viewer
from support.command import RECORDS, Keypeg, accepted
from support.pseudo_terminal import Pseudo
from terminal.test_drawn_boards import CONTROL, FILES, left_on_screen
from terminal.test_line_mode import record

DRAWN = Looks(MarkStyle.PEGS, is_drawn=True)
FAMILY = RECORDS / "hasbro-2004-family-3.keypeg"


def drawn(replay: Replay, viewer: str | None = None, looks: Looks = DRAWN, lang: str = "en") -> str:
    return "\n".join(describe_replay(replay, read_viewer(viewer), lang, looks))


def shown(home: Path, *arguments: str | Path, **env: str) -> str:
    """A whole replay at a terminal, without colours."""
    with Pseudo(home, "replay", *arguments, env={"COLUMNS": "80", **env}) as terminal:
        assert terminal.ends() == 0
        return left_on_screen(terminal.shown)


def test_in_a_terminal_a_replay_draws_the_boards_of_each_round(tmp_path: Path) -> None:
    (tmp_path / "match.keypeg").write_text(MATCH)
    assert shown(tmp_path, "match.keypeg", NO_COLOR="1") == (
        "Key pegs: ● right colour, right hole · ○ right colour, wrong hole\n"
        "\n"
        "Round 1 begins: Ann sets the code.\n"
        "Ann has set the code: R R B B\n"
        "\n"
        "Ben\n"
        "  1  R R B Y   ●●●\n"
        "  2  R R B B   ●●●●\n"
        "\n"
        "Ben cracks the code in row 2.\n"
        "Ann’s code: R R B B\n"
        "Ann: 2 points for 2 rows\n"
        "\n"
        "Round 2 begins: Ben sets the code.\n"
        "Ben has set the code: K K W W\n"
        "\n"
        "Ann\n"
        "  1  K K K K   ●●\n"
        "  2  K K W W   ●●●●\n"
        "\n"
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


def test_a_text_only_terminal_gets_letters_and_no_control_characters(tmp_path: Path) -> None:
    file = record(tmp_path, "classic", "1 code RRBB", "2 guess RBYY")
    text = shown(tmp_path, file, TERM="dumb")
    assert CONTROL.search(text) is None
    assert "Row 1: 1 black, 1 white.\n" in text
    assert re.search(r"^   1  R B Y Y   bw$", text, re.MULTILINE), text
    assert "●" not in text


def test_the_boards_of_a_duel_stand_side_by_side_where_they_fit(tmp_path: Path) -> None:
    replay = replay_file(record(tmp_path, "parker-1974", "1 code RBY", "2 code GOW", "1 guess GOW", "2 guess RRR"))
    assert "  1  G O W   ●●●      1  R R R   ●" in drawn(replay)
    assert "  1  G O W   ●●●\n\nBen\n  1  R R R   ●" in drawn(replay, looks=DRAWN._replace(width=30))


def test_family_points_stand_after_each_row(keypeg: Keypeg) -> None:
    assert "  4  S W Y P   ●●○   Cleo  +5\n" in drawn(replay_file(FAMILY))
    sentences = accepted(keypeg("replay", FAMILY))
    assert "Row 4: 2 red, 1 white.\nCleo: 5 points for row 4\n" in sentences


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_row_of_every_recorded_match_is_drawn_once(file: Path) -> None:
    replay = replay_file(file)
    rows = [row for played in replay.state.finished for board in played.boards for row in board.rows]
    marks = [given.mark for row in rows for given in row.marks if isinstance(given.mark, KeyPegs)]
    # Where players may call, a row also stands in its place among the calls; elsewhere only on its board.
    times = 2 if replay.state.edition.dealt else 1
    signs = drawn(replay).replace("Key pegs: ● right colour, right hole · ○", "")
    assert signs.count("●") == times * sum(mark.blacks for mark in marks)
    assert signs.count("○") == times * sum(mark.whites for mark in marks)


def test_a_round_in_which_a_wrong_mark_came_to_light_is_told_once() -> None:
    text = drawn(replay_file(RECORDS / "house-wrong-mark-choice.keypeg"))
    told = "Ann marked row 1 with 1 black; it should have been 1 black, 1 white.\n"
    assert text.count(told) == 1
    assert "Ann: 2 points for 2 rows\nBen lets the round stand.\n\nRound 2 begins" in text


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: f"{secret.edition} {secret.lines}")
def test_a_drawn_replay_shows_no_viewer_a_hidden_code(secret: Secret, lang: str) -> None:
    replay = replay_text(f"Keypeg: 1\nEdition: {secret.edition}\n\n" + secret.lines.replace("|", "\n") + "\n")
    for viewer, codes in secret.hidden.items():
        for looks in (DRAWN, Looks(MarkStyle.LETTERS)):
            text = drawn(replay, viewer, looks, lang)
            assert [code for code in codes if leaks(text, code)] == []


def test_a_hidden_guess_is_still_named_in_a_running_round() -> None:
    replay = replay_text("Keypeg: 1\nEdition: challenge-2001\n\n1 code KWYGO\n2 code OVRBK\n1 guess RRRRB\n")
    assert "?   ?   ?   ?   ?" in drawn(replay)
    assert leaks(drawn(replay, "1"), "RRRRB")
    assert not leaks(drawn(replay, "2"), "RRRRB")
