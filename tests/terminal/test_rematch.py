"""After a match at a terminal the players are asked whether to play again."""

from pathlib import Path

import pytest

from support.command import Keypeg, accepted, games
from support.pseudo_terminal import END, INTERRUPT, Pseudo, playing
from support.thoroughness import first_of
from terminal.test_line_mode import done, record, typed

MATCH = ("parker-1974", "--players", "p,p", "--names", "Ann,Ben")


def finish(game: Pseudo) -> None:
    """Play a match that ends with the first guesses."""
    game.answers("Hand over to Ann", "")
    game.answers("Ann, set your code", "RBY")
    game.answers("Hand over to Ben", "")
    game.answers("Ben, set your code", "GOW")
    game.answers("Hand over to Ann", "")
    game.answers("Ann, row 1 of 8", "GOW")
    game.answers("Hand over to Ben", "")
    game.answers("Ben, row 1 of 8", "RRR")
    game.wait_for("Ann wins the match")


@pytest.mark.parametrize("answer", first_of(["", "YES", "oui", "y"], quick=2))
def test_a_rematch_is_the_same_game_with_the_same_players(tmp_path: Path, answer: str) -> None:
    with playing(tmp_path, *MATCH, "--record", "match.keypeg", "--seed", "apple") as game:
        finish(game)
        game.answers("Play again? [Y/n] ", answer)
        finish(game)
        game.answers("Play again? [Y/n] ", "n")
        assert game.ends() == 0
    assert done(tmp_path / "match.keypeg") == done(tmp_path / "match-2.keypeg")
    headers = [(tmp_path / name).read_text().split("\n\n")[0] for name in ("match.keypeg", "match-2.keypeg")]
    assert all("Seat 1: Ann" in header and "Seat 2: Ben" in header for header in headers)
    assert "Seed: apple\n" in headers[0]
    assert "Seed: apple 2\n" in headers[1]


@pytest.mark.parametrize("answer", first_of(["n\n", "/quit\n", INTERRUPT, END, "No\n", "non\n"], quick=3))
def test_no_rematch_ends_cleanly(tmp_path: Path, answer: str) -> None:
    with playing(tmp_path, *MATCH) as game:
        finish(game)
        game.wait_for("Play again? [Y/n] ")
        game.presses(answer)
        assert game.ends() == 0
        assert "Traceback" not in game.shown
    assert len(games(tmp_path)) == 1


def test_another_answer_is_asked_for_again_in_french_too(tmp_path: Path) -> None:
    file = record(tmp_path, "parker-1974", "1 code RBY", "2 code GOW", "1 guess GOW")
    with playing(tmp_path, "--resume", file, "--lang", "fr") as game:
        game.answers("Passez le clavier à Ben", "")
        game.answers("Ben, ligne 1 sur 8", "RRR")
        game.answers("Rejouer\u00a0? [O/n] ", "peut-être")
        game.answers("Rejouer\u00a0? [O/n] ", "n")
        assert game.ends() == 0


def test_a_resumed_match_can_be_played_again(tmp_path: Path) -> None:
    file = record(tmp_path, "parker-1974", "1 code RBY", "2 code GOW", "1 guess GOW")
    with playing(tmp_path, "--resume", file) as game:
        game.answers("Hand over to Ben", "")
        game.answers("Ben, row 1 of 8", "RRR")
        game.answers("Play again? [Y/n] ", "perhaps")
        game.answers("Play again? [Y/n] ", "y")
        game.answers("Hand over to Ann", "")
        game.wait_for("Ann, set your code")
    assert len(games(tmp_path)) == 1


def test_nobody_is_asked_where_the_input_is_no_terminal(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "parker-1974", "1 code RBY", "2 code GOW", "1 guess GOW")
    assert "Play again" not in accepted(keypeg("play", "--resume", file, stdin=typed("", "RRR", "y")))


def test_nobody_is_asked_after_a_match_between_bots(tmp_path: Path) -> None:
    with playing(tmp_path, "parker-1974", "--players", "casual,casual") as game:
        assert game.ends() == 0
        assert "Play again" not in game.shown
