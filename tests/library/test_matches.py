"""Matches that programs play, read, save and analyse; bots that they pass in."""

from pathlib import Path
from random import Random

import pytest

from keypeg import Action, Guess, ReadError, View, bot, bots, edition, play, read, simulate
from keypeg.editions import RULEBOOKS
from keypeg.players import Player, casual

EXAMPLE = Path(__file__).parents[2] / "docs" / "example.keypeg"

BOT_FILE = '''
"""A bot in a file."""

from keypeg.players import Player, casual

NUMBER = 7


def choose(view, thinking_time, rng):
    """Play like the casual bot."""
    return casual.PLAYER.choose(view, thinking_time, rng)


NAMED = Player("cautious", choose)
'''


@pytest.fixture
def bot_file(tmp_path: Path) -> Path:
    """A file with a bot in it."""
    path = tmp_path / "my_bot.py"
    path.write_text(BOT_FILE, encoding="utf-8")
    return path


def same_as_casual(view: View, thinking_time: float, rng: Random) -> Action | None:
    """Play like the casual bot."""
    return casual.PLAYER.choose(view, thinking_time, rng)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_match_of_every_edition_is_played_saved_and_read_again(name: str, tmp_path: Path) -> None:
    rules = edition(name)
    match = play(rules, ["casual"] * rules.seats, seed=1)
    match.save(tmp_path / "match.keypeg")
    again = read(tmp_path / "match.keypeg")
    assert str(again) == str(match)
    assert again.state == match.state
    assert match.state.outcome is not None
    assert repr(match).count("\n") == 0


def test_the_same_seed_plays_the_same_match() -> None:
    rules = edition("classic")
    first, again, other = (play(rules, ["casual", "beginner"], seed=seed) for seed in (3, 3, 4))
    assert first.actions == again.actions != other.actions


def test_a_function_can_play() -> None:
    match = play(edition("classic"), [same_as_casual, "casual"], seed=1)
    assert match.players == ("same_as_casual", "casual")
    assert match.actions == play(edition("classic"), ["casual", "casual"], seed=1).actions


def test_two_bots_of_a_name_are_told_apart_in_the_record() -> None:
    assert play(edition("classic", practice=True), ["casual", "casual"], seed=1).players == ("casual", "casual 2")


def test_a_match_is_analysed_round_by_round() -> None:
    match = read(EXAMPLE)
    (analysis,) = match.analyse(seconds=0.2)
    assert analysis.number == 1
    assert len(analysis.boards[0].rows) == len(match.rounds[0].boards[0].rows)


def test_a_record_with_a_wrong_line_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "wrong.keypeg"
    path.write_text("Keypeg: 1\nEdition: classic\n\n1 code RRBY\n2 guess RRBZ\n", encoding="utf-8")
    with pytest.raises(ReadError, match="5"):
        read(path)


def test_a_match_that_cannot_be_saved_says_why(tmp_path: Path) -> None:
    with pytest.raises(ReadError):
        play(edition("classic", practice=True), ["casual", "casual"]).save(tmp_path / "missing" / "match.keypeg")


def test_a_bot_can_be_in_a_file(bot_file: Path) -> None:
    assert bot(f"{bot_file}:choose").name == "my_bot"
    assert bot(f"{bot_file}:NAMED").name == "cautious"
    match = play(edition("classic"), [f"{bot_file}:choose", "casual"], seed=1)
    assert match.actions == play(edition("classic"), ["casual", "casual"], seed=1).actions


@pytest.mark.parametrize(("place", "reason"), [
    ("my_bot.py:missing", "no function 'missing'"),
    ("my_bot.py:NUMBER", "no function 'NUMBER'"),
    ("absent.py:choose", "absent.py"),
])  # fmt: skip
def test_a_bot_that_cannot_be_loaded_is_named_with_the_reason(bot_file: Path, place: str, reason: str) -> None:
    with pytest.raises(ReadError, match=reason):
        bot(str(bot_file.parent / place))


def test_a_file_that_fails_is_reported(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("raise SystemExit(3)\n", encoding="utf-8")
    with pytest.raises(ReadError, match="SystemExit"):
        bot(f"{tmp_path / 'broken.py'}:choose")


def test_every_bot_that_is_listed_can_be_found() -> None:
    assert [bot(name).name for name in bots()] == list(bots())
    assert bot(Player("mine", same_as_casual)).name == "mine"


def test_a_simulation_counts_every_round() -> None:
    result = simulate(edition("house", rows=4), breaker="beginner", rounds=60, seed=2)
    assert result.rounds == sum(result.guesses.values()) + result.unbroken == 60
    assert result.unbroken > 0
    assert max(result.guesses) <= 4
    assert result.average is not None
    assert min(result.guesses) <= result.average.value <= 4
    assert str(result.unbroken) in result.histogram().splitlines()[-1]
    assert "60 rounds" in repr(result)


def test_a_breaker_that_never_finds_the_code_has_no_average() -> None:
    def hopeless(view: View, thinking_time: float, rng: Random) -> Action | None:
        return Guess((1, 1, 1, 1)) if view.allowed(Guess) else None

    result = simulate(edition("house", colours=6, rows=2), breaker=hopeless, rounds=5, seed=1)
    assert (result.average, result.unbroken, dict(result.guesses)) == (None, 5, {})
