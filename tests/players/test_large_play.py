"""Strong and perfect in large games, with compiled code."""

from random import Random

import pytest

from keypeg import Edition, SetCode, View, apply, begin, edition, observe, waiting
from keypeg.analysis.plain_hints import find_hints
from keypeg.contests.driver import play_match
from keypeg.core.marks import BLACK_WHITE
from keypeg.core.view import GivenMark, Row
from keypeg.players import Player, perfect, strong
from keypeg.players.large_play import perfect_large_guess, strong_large_guess
from keypeg.solver.large.effort import STRONG
from keypeg.solver.large.large_guess import choose_large_guess
from keypeg.solver.plain.position import PlainPosition
from support.thoroughness import first_of

OPTIONS = (
    {"holes": 6, "colours": 9},
    {"holes": 8, "colours": 20, "blanks": True},
    {"holes": 8, "colours": 12, "marking": "sum"},
    {"holes": 7, "colours": 20, "repeats": False, "guess-repeats": False},
    {"holes": 8, "colours": 20},
    {"holes": 7, "colours": 12, "repeats": False},
    {"holes": 8, "colours": 20, "marking": "colours"},
    {"holes": 8, "colours": 20, "marking": "sum", "blanks": True},
)


def house(**options: object) -> Edition:
    return edition("house", rounds=2, **options)


def breakers_view(rules: Edition) -> View:
    """What seat 2 sees before the first row, when the codes are set."""
    table, _ = begin(rules)
    for seat in sorted(waiting(table)):
        table, _ = apply(table, seat, SetCode((1, 2, 3, 4, 5, 6, 1, 2)[: rules.secret_space(seat).holes]))
    return observe(table, 2)


@pytest.mark.parametrize("player", [strong.PLAYER, perfect.PLAYER], ids=lambda player: player.name)
@pytest.mark.parametrize("options", first_of(OPTIONS, quick=4), ids=str)
def test_every_code_is_found_in_large_games_of_every_kind(options: dict[str, object], player: Player) -> None:
    played = play_match(house(rows=20, **options), [player, player], "2", thinking_time=0.1)
    boards = [board for finished in played.state.finished for board in finished.boards]
    assert len(boards) == 2
    assert all(board.broken for board in boards)


def test_with_one_row_left_a_code_that_fits_is_guessed() -> None:
    """Any other guess could not break the code."""
    played = play_match(house(holes=6, colours=9, rows=3), [perfect.PLAYER] * 2, "3", thinking_time=0.1)
    for finished in played.state.finished:
        for board in finished.boards:
            *before, last = [(row.guess, row.marks[0].mark) for row in board.rows]
            assert all(BLACK_WHITE.mark(last[0], guess) == mark for guess, mark in before)


def test_openings_differ_from_game_to_game() -> None:
    view = breakers_view(house(holes=6, colours=9))
    openings = {strong_large_guess(view, Random(seed)) for seed in range(5)}
    assert len(openings) > 1
    assert None not in openings


@pytest.mark.parametrize(
    "rules",
    [
        edition("classic"),
        edition("challenge-2001"),
        house(holes=5, colours=6),
        house(holes=8, colours=12, marking="colours"),
        house(holes=6, colours=9, makers="each"),
    ],
    ids=str,
)
def test_other_games_are_left_to_others(rules: Edition) -> None:
    """Small games, games with a book, duels that can be searched, and those in which only colours count."""
    assert perfect_large_guess(breakers_view(rules), 1.0, Random(1)) is None


def test_a_hint_in_a_game_too_large_to_list_is_the_guess_of_strong(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = house(holes=8, colours=12)
    secret, rows = (3, 9, 4, 4, 12, 1, 7, 2), list[Row]()
    for guess in ((1, 1, 2, 2, 3, 3, 4, 5), (1, 4, 3, 2, 6, 6, 7, 8), (9, 9, 3, 2, 10, 1, 7, 4)):
        rows.append(Row(2, guess, (GivenMark(1, BLACK_WHITE.mark(secret, guess)),), len(rows) + 1))
    clues = [(row.guess, row.marks[0].mark) for row in rows]
    expected = choose_large_guess(PlainPosition.start(rules, 2).after(*clues), STRONG)
    assert expected is not None
    monkeypatch.setenv("KEYPEG_SOLVER", "compiled")
    hints = find_hints(rules, 2, rows)
    assert hints.good is not None
    assert hints.good.guess == expected.guess
    monkeypatch.setenv("KEYPEG_SOLVER", "plain")
    assert find_hints(rules, 2, rows).good is not None
