"""Duels: the cost of each row by what the opponent is likely to need, and gambling when behind."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from keypeg.core.actions import Guess, SetCode
from keypeg.core.apply import apply
from keypeg.core.codes import Code
from keypeg.core.consistency import clues_on, fitting
from keypeg.core.observe import observe
from keypeg.core.state import State, new_match
from keypeg.core.view import View
from keypeg.players.breaker_position import BreakerPosition, codes_left, duel_book_of, position_on_board
from keypeg.players.duel_play import (
    Opponent,
    costs_of_losing,
    duel_costs,
    finishing_chances,
    losing_chances,
    opponent_of,
)
from keypeg.records.edition_links import read_edition
from keypeg.solver.game.guessing_game import game_for
from keypeg.solver.game.partition import marks_of_guess
from support.plain_solver import cost_of_guess
from support.player_levels import player
from support.random_play import MIXED, STUBBORN, edition_from, play

TABLES = [
    "parker-1974~rounds_2",
    "parker-1974~different_yes~rounds_2",
    "parker-1974~by-hand_yes~rounds_2",
    "challenge-2001~holes_4~rounds_1",
    "challenge-2001~holes_4~race_yes~rounds_1",
    "house~makers_each~turns_together~holes_3~marking_sum~blanks_yes",
    "house~makers_each~turns_race~holes_3~marking_colours",
]
"""Tables at which each player makes a code for the other."""


def views(table: str) -> Iterator[View]:
    """What both sides see at some points of random matches."""
    rules = read_edition(table)
    for seed, temper in enumerate((STUBBORN, MIXED, STUBBORN)):
        played = play(rules, Random(f"{table} {seed}"), temper._replace(patience=30))
        for state in played.states[2:30:3]:
            if state.outcome is None and all(state.round.codes):
                yield from (observe(state, seat) for seat in (1, 2))


@pytest.mark.parametrize("table", TABLES)
def test_the_chances_of_all_rows_and_of_never_add_up_to_one(table: str) -> None:
    seen = 0
    for view in views(table):
        chances = finishing_chances(opponent_of(view), view.edition.guesses.rows)
        assert len(chances) == view.edition.guesses.rows + 2
        assert (chances >= 0).all()
        assert chances.sum() == pytest.approx(1)
        seen += 1
    assert seen > 10


@pytest.mark.parametrize("table", TABLES)
def test_the_opponent_can_only_finish_with_a_later_row(table: str) -> None:
    for view in views(table):
        other = opponent_of(view)
        chances = finishing_chances(other, view.edition.guesses.rows)
        marked = len(other.position.rows) if other.position is not None else other.placed
        assert chances[: other.placed if other.broken else marked + 1].sum() == 0


@pytest.mark.parametrize("table", TABLES)
def test_a_later_row_is_more_likely_to_lose(table: str) -> None:
    for view in views(table):
        losing = losing_chances(opponent_of(view), view.edition.guesses.rows)
        assert losing[0] == 0
        assert (np.diff(losing) >= -1e-12).all()
        assert losing.max() <= 1 + 1e-12


@pytest.mark.parametrize("table", TABLES)
def test_costs_are_those_chances_as_whole_numbers_that_never_fall(table: str) -> None:
    checked = 0
    for view in views(table):
        board = view.own_board
        assert board is not None
        position = position_on_board(view, board)
        if position is None or view.own_board is None:
            continue
        placed, last = len(position.rows), view.edition.guesses.rows
        losing = losing_chances(opponent_of(view), last)
        costs = costs_of_losing(view, position)
        assert costs == duel_costs(opponent_of(view), placed, last)
        assert all(rise >= 1 for rise in costs.increments), "of two that lose as often the shorter one is better"
        for guess in range(1, last + 2 - placed):
            assert cost_of_guess(costs, guess) == round(1_000_000 * losing[placed + guess]) + guess
        checked += 1
    assert checked


@pytest.mark.parametrize("table", TABLES)
def test_between_equals_the_chances_are_even(table: str) -> None:
    """A player that needs as many guesses as the opponent is expected to need loses half of the time, ties shared."""
    rules = read_edition(table)
    for view in views(table):
        other = opponent_of(view)
        chances = finishing_chances(other, rules.guesses.rows)
        equal = other._replace(tie=0.5)  # in a race one of them has been quicker so far
        assert (chances * losing_chances(equal, rules.guesses.rows)).sum() == pytest.approx(0.5)


def test_before_the_first_guess_both_sides_have_the_same_chances() -> None:
    rules = edition_from("parker-1974", rounds=2)
    state = new_match(rules)
    for seat in (1, 2):
        state = apply(state, seat, SetCode((4, 6, 4))).state
    first, other = (finishing_chances(opponent_of(observe(state, seat)), rules.guesses.rows) for seat in (1, 2))
    assert first.tolist() == other.tolist()
    assert 3 < (first * np.arange(len(first))).sum() < 5, "three of six colours take about four guesses"


def test_a_finished_opponent_has_finished_with_that_row() -> None:
    other = Opponent(None, placed=4, broken=True, secret=None)
    assert finishing_chances(other, 8).tolist() == [0, 0, 0, 0, 1, 0, 0, 0, 0, 0]
    assert losing_chances(other, 8).tolist() == [0, 0, 0, 0, 0.5, 1, 1, 1, 1, 1]


def test_in_a_race_a_slower_player_hardly_counts_on_a_tie() -> None:
    rules = read_edition("challenge-2001~holes_4~race_yes~rounds_1")
    state = new_match(rules)
    for seat in (1, 2):
        state = apply(state, seat, SetCode((1, 2, 3, 4))).state
    shares = []
    for guess in [(5, 5, 6, 6), (7, 7, 8, 8), (5, 6, 7, 8)]:
        for seat in (1, 2):
            shares.append(tuple(opponent_of(observe(state, seat)).tie for seat in (1, 2)))
            state = apply(state, seat, Guess(guess)).state
    # Nobody has been first; then the first has, once; is ahead; then twice.
    assert shares[:3] == [(0.5, 0.5), (0.5, 0.75), (0.25, 0.75)]
    assert shares[4] == (0.5 / 3, 2.5 / 3)
    slow = losing_chances(opponent_of(observe(state, 2)), rules.guesses.rows)
    quick = losing_chances(opponent_of(observe(state, 1)), rules.guesses.rows)
    assert slow[4] > quick[4]


def test_a_tie_is_half_a_round_where_both_codes_are_alike() -> None:
    for view in views("challenge-2001~holes_4~rounds_1"):
        assert opponent_of(view).tie == 0.5


def test_a_replay_is_worth_more_to_the_player_with_fewer_holes() -> None:
    """Both have finished, or neither has: the round is void, and in the replay that player has the advantage again."""
    rules = read_edition("challenge-2001~handicap_1~rounds_1")
    state = new_match(rules)
    for seat, code in ((1, (1, 2, 3, 4, 5)), (2, (1, 2, 3, 4))):
        state = apply(state, seat, SetCode(code)).state
    of_long, of_short = (opponent_of(observe(state, seat)).tie for seat in (1, 2))
    assert of_long + of_short == pytest.approx(1)
    assert of_long < 0.35 < 0.65 < of_short


def test_an_opponent_without_a_position_is_not_expected_to_finish() -> None:
    other = Opponent(None, placed=4, broken=False, secret=None)
    assert finishing_chances(other, 8).tolist() == [0] * 9 + [1]


# Gambling when behind


def behind(seed: int) -> State | None:
    """A table at which seat 1 has broken the code and seat 2 has the last move; None if it went otherwise."""
    rng = Random(seed)
    rules = edition_from("parker-1974", rounds=2)
    state = new_match(rules)
    codes = rng.sample(list(rules.secrets.space), 2)
    for seat in (1, 2):
        state = apply(state, seat, SetCode(codes[seat - 1])).state
    rows = rng.randint(1, 2)
    for number in range(rows + 1):
        for seat in (1, 2):
            if seat == 2 and number == rows:
                return state if not state.finished else None
            last = seat == 1 and number == rows
            guess = codes[1] if last else rng.choice(list(rules.secrets.space))
            state = apply(state, seat, Guess(guess)).state
            if state.finished:
                return None
    return None


def fitting_codes(view: View) -> list[Code]:
    board = view.own_board
    assert board is not None
    return list(fitting(view.edition.secret_space(board.number), view.edition.marking, clues_on(board)))


def test_the_last_guess_is_one_that_can_be_the_code() -> None:
    last_guesses, careless = 0, 0
    for seed in range(60):
        state = behind(seed)
        if state is None:
            continue
        view = observe(state, 2)
        left = fitting_codes(view)
        action = player("perfect").choose(view, 0.2, Random(0))
        assert isinstance(action, Guess)
        assert action.code in left
        other = player("fewest").choose(view, 0.2, Random(0))
        assert isinstance(other, Guess)
        careless += other.code not in left
        last_guesses += 1
    assert last_guesses > 40
    assert careless > 3, "a player that looks only at its own board would have missed the chance"


def test_so_is_the_guess_when_the_opponent_finishes_with_this_row() -> None:
    """Both guess together; the opponent has one code left, so only a hit now saves the round."""
    rules = edition_from("challenge-2001", holes=4, rounds=1)
    codes = {1: (1, 1, 1, 2), 2: (4, 3, 5, 6)}
    state = new_match(rules)
    for seat in (1, 2):
        state = apply(state, seat, SetCode(codes[seat])).state
    # Seat 2's rows leave only one code: its next row is right.
    for opponent_guess, own_guess in {
        (1, 1, 1, 1): (1, 2, 7, 8),
        (2, 1, 1, 1): (5, 5, 5, 8),
        (1, 1, 2, 1): (7, 7, 3, 8),
        (1, 2, 1, 1): (8, 8, 8, 8),
    }.items():
        state = apply(state, 2, Guess(opponent_guess)).state
        state = apply(state, 1, Guess(own_guess)).state
    view = observe(state, 1)
    left = fitting_codes(view)
    assert len(left) > 20
    assert finishing_chances(opponent_of(view), rules.guesses.rows)[5] == 1
    action = player("perfect").choose(view, 0.2, Random(0))
    assert isinstance(action, Guess)
    assert action.code in left


@pytest.mark.parametrize("name", ["parker-1974", "challenge-2001~holes_4"])
def test_the_finish_of_an_opponent_by_the_duel_book_is_foreseen(name: str) -> None:
    game = game_for(read_edition(name))
    book = duel_book_of(game)
    assert book is not None
    strategy = book.strategy
    secret = int(np.argmax(strategy.guesses_needed()))
    node, rows = 0, []
    for _ in range(3):
        guess = game.guess(int(strategy.guess[node]))
        mark = int(marks_of_guess(game, int(strategy.guess[node]), np.array([secret], np.int32))[0])
        rows.append((guess, game.marks[mark]))
        node = strategy.next(node, mark)
    position = BreakerPosition(game, tuple(rows), codes_left(game, tuple(rows)))
    chances = finishing_chances(Opponent(position, 3, False, game.code(secret)), 10)
    assert chances[strategy.guesses_needed()[secret]] > 1 / 3
