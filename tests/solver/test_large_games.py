"""The averages of large games: what is left after luck is taken out has the same mean, and far less chance."""

import json
from pathlib import Path

import numpy as np
import pytest
from tools import large_games
from tools.large_games import PUBLISHED, RESULTS, Results, read_results, results_table, write_results
from tools.luck_corrected_games import LargeGamePlayer
from tools.page_tables import STRATEGIES, read_between

from keypeg.solver.large.effort import STRONG
from solver.large.positions import start
from support.thoroughness import times

SMALL_EFFORT = STRONG._replace(endgame_codes=40, sample=300, pool=60)
"""So little that games of two thousand codes are as long as large ones are otherwise."""


def test_luck_is_zero_on_average_and_takes_most_of_the_chance_away() -> None:
    """Over codes spread evenly through a game; over all of them in a thorough run."""
    position = start(4, 7)
    player = LargeGamePlayer(position, SMALL_EFFORT)
    games = [player.play(code, seed=1) for code in list(position.secrets)[:: times(9, 1)]]
    total = player.total_to_the_end(position)
    luck, corrected = np.array([game.luck for game in games]), np.array([game.corrected for game in games])
    sizes = len(games) ** 0.5
    assert abs(luck.mean()) < 4 * luck.std() / sizes
    assert corrected.mean() == pytest.approx(total / position.secrets.size, abs=4 * corrected.std() / sizes)
    assert corrected.std() < 0.5 * np.array([game.guesses for game in games]).std()


def test_results_are_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two instalments are the same as one twice as long."""
    monkeypatch.setitem(PUBLISHED, "3x6", None)
    whole, parts = Results("3x6"), Results("3x6")
    large_games.play_games(whole, 6)
    file = tmp_path / "results.json"
    for _ in range(2):
        large_games.play_games(parts, 3)
        write_results({"3x6": parts}, file)
        parts = read_results(file)["3x6"]
    assert (parts.games, parts.total, parts.squares) == pytest.approx((whole.games, whole.total, whole.squares))


def test_a_size_can_be_played_completely(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large_games, "PLAYED_COMPLETELY", ("3x6",))
    results = Results("3x6")
    while not large_games.is_finished(results):
        large_games.play_on(results)
    assert (results.games, results.error) == (6**3, 0.0)
    assert results.total == 854  # the least total, which is proven: see docs/strategies.md


def test_the_page_shows_the_results() -> None:
    assert read_between(STRATEGIES, large_games.BEGIN, large_games.END) == results_table(read_results())
    assert [each["size"] for each in json.loads(RESULTS.read_text(encoding="utf-8"))] == [
        size for size in PUBLISHED if size in read_results()
    ]


NOT_CLEAR_YET = ("6x12",)
"""Sizes whose average is lower than the best published one, but not by more than chance explains."""


def test_published_averages_are_beaten_clear_of_chance() -> None:
    """For the sizes whose games are all played."""
    for size, results in read_results().items():
        published = PUBLISHED[size]
        if published is not None and large_games.is_finished(results):
            assert results.mean < published, size
            assert size in NOT_CLEAR_YET or results.mean + results.error < published, size
