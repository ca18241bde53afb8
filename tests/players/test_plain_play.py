"""The players that use the solver, without compiled code: in every edition, and in games of any size."""

import pickle
import subprocess
import sys

import pytest

from keypeg.contests.driver import play_match
from keypeg.core.edition import Edition
from keypeg.editions import RULEBOOKS, edition
from keypeg.players.plain_play import PLAIN_PLAYERS
from keypeg.players.registry import find_player
from support.thoroughness import first_of, in_turn

LARGE = (
    {"holes": 8, "colours": 20},
    {"holes": 8, "colours": 20, "blanks": True},
    {"holes": 8, "colours": 20, "repeats": False, "guess-repeats": False},
    {"holes": 8, "colours": 12, "marking": "sum"},
    {"holes": 8, "colours": 20, "marking": "colours"},
)
"""Games with more codes than the compiled solver can list."""


def as_edition(options: dict[str, object]) -> Edition:
    return edition("house", rounds=2, rows=3, **options)


@pytest.mark.parametrize(("name", "level"), in_turn(RULEBOOKS, ["strong", "perfect", "devil"]))
def test_a_plain_player_plays_every_edition_by_the_rules(name: str, level: str) -> None:
    rules = edition(name)
    if rules.dealt and level == "devil":
        level = "perfect"  # a devil never plays where parts are dealt
    opponent = find_player("casual")
    played = play_match(rules, [PLAIN_PLAYERS[level], *[opponent] * (rules.seats - 1)], "1", thinking_time=0.1)
    assert played.state.outcome is not None


@pytest.mark.parametrize("options", first_of(LARGE, quick=2), ids=str)
def test_a_large_game_is_played_like_any_other(options: dict[str, object]) -> None:
    rules = as_edition(options)
    for level in ("strong", "devil"):
        played = play_match(rules, [PLAIN_PLAYERS[level], find_player("casual")], "2", thinking_time=0.1)
        assert played.state.outcome is not None


def test_a_plain_player_needs_about_as_few_guesses_as_the_best() -> None:
    """The book of the classic game finds every code in 4.34 guesses on average; here it is followed up to 60 times."""
    played = play_match(edition("classic", rounds=10), [PLAIN_PLAYERS["perfect"]] * 2, "3")
    rows = [len(board.rows) for finished in played.state.finished for board in finished.boards]
    assert sum(rows) / len(rows) < 4.9
    assert max(rows) <= 6


def test_the_same_choice_is_made_again() -> None:
    first, again = (
        play_match(as_edition({"holes": 6, "colours": 12}), [PLAIN_PLAYERS["strong"]] * 2, "5").log for _ in range(2)
    )
    assert first == again


def test_kernels_that_are_not_ready_are_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player that was found before the kernels are ready uses them afterwards."""
    monkeypatch.setenv("KEYPEG_SOLVER", "plain")
    find_player.cache_clear()
    try:
        found = pickle.loads(pickle.dumps(find_player("strong")))
        assert found.name == "strong"
        plain = play_match(edition("classic", rounds=2), [found, found], "4")
        monkeypatch.setenv("KEYPEG_SOLVER", "compiled")
        compiled = play_match(edition("classic", rounds=2), [found, found], "4")
        assert plain.state.outcome is not None
        assert compiled.state.outcome is not None
    finally:
        find_player.cache_clear()


def test_a_plain_player_loads_only_the_standard_library() -> None:
    program = (
        "import sys; from keypeg.players.registry import find_player; from keypeg.contests.driver import play_match\n"
        "from keypeg.editions import edition\n"
        "play_match(edition('parker-1974'), [find_player('perfect'), find_player('strong')], '1', 0.1)\n"
        "print(sorted({'numpy', 'numba', 'llvmlite'} & set(sys.modules)))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env={"KEYPEG_SOLVER": "plain"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (ran.stdout.strip(), ran.stderr) == ("[]", "")
