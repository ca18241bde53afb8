"""Several breakers on one board: the points of rows at once and in the whole round, by counting and by playing on."""

from random import Random

import numpy as np
import pytest

from keypeg.core.actions import Resign
from keypeg.core.apply import apply
from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.observe import observe
from keypeg.core.scoring import RoundFacts, ScoredRow
from keypeg.players.breaker_position import BreakerPosition, codes_left
from keypeg.players.family_play import MAX_FORESEEN_CODES, PointsEstimator
from keypeg.players.row_points import BreakerTurns
from keypeg.solver.game.guessing_game import GuessingGame, game_for
from keypeg.solver.game.partition import all_codes
from keypeg.solver.game.rows import Row
from keypeg.solver.kernels.array_types import Numbers
from support.player_levels import table_with_code, with_rows
from support.random_play import edition_from

RULES = edition_from("hasbro-2004", seats=3)
SMALL = edition_from("house", seats=3, holes=3, colours=4, scoring="family", rounds=3, rows=12)


def table_of(rules: Edition) -> tuple[GuessingGame, PointsEstimator]:
    game = game_for(rules, 2)
    return game, PointsEstimator(game, rules.scoring)


def scored(rules: Edition, secret: Code, guess: Code) -> int:
    """The points of a first row, by the edition's own scoring."""
    mark = rules.marking.mark(secret, guess)
    broken = mark == rules.marking.solved(len(secret))
    facts = RoundFacts(rules.seats, 1, (ScoredRow(2, mark),), rules.guesses.rows, broken, (), None)
    return sum(line.points for line in rules.scoring(facts) if line.seat == 2)


def position(game: GuessingGame, rules: Edition, secret: Code, guesses: list[Code]) -> BreakerPosition:
    rows: tuple[Row, ...] = tuple((guess, (rules.marking.mark(secret, guess),)) for guess in guesses)
    return BreakerPosition(game, rows, codes_left(game, rows))


def some_position(rules: Edition, game: GuessingGame, seed: int, rows: int) -> BreakerPosition:
    rng = Random(seed)
    codes, guesses = list(rules.secrets.space), list(rules.guesses.space)
    return position(game, rules, rng.choice(codes), rng.sample(guesses, rows))


# At once


@pytest.mark.parametrize("rules", [RULES, SMALL], ids=lambda rules: rules.id)
def test_the_points_at_once_are_those_that_the_edition_scores(rules: Edition) -> None:
    game, family = table_of(rules)
    for seed in range(5):
        codes = some_position(rules, game, seed, 2).codes
        points = family.points_at_once(codes)
        for guess in Random(seed).sample(range(len(game.guesses)), 20):
            plain = sum(scored(rules, game.code(code), game.guess(guess)) for code in codes.tolist())
            assert points[guess] == plain


@pytest.mark.parametrize("rules", [RULES, SMALL], ids=lambda rules: rules.id)
def test_the_greedy_guess_has_the_most_points_at_once(rules: Edition) -> None:
    game, family = table_of(rules)
    for seed in range(12):
        codes = some_position(rules, game, seed, 3).codes
        points = family.points_at_once(codes)
        chosen = family.greedy_guess(codes)
        best = [guess for guess in range(len(points)) if points[guess] == points.max()]
        can_be = [guess for guess in best if guess in game.guess_of[codes]]
        assert chosen == (can_be or best)[0]


# In the whole round


def played_on(rules: Edition, family: PointsEstimator, codes: Numbers, first: int, turns: BreakerTurns) -> float:
    """The mean points of the guesser over all codes, if everyone plays greedily after this row."""
    game, total = family.game, 0
    for secret in codes.tolist():
        left, guess = codes.tolist(), first
        for row in range(turns.rows_left):
            if row % turns.breakers == 0:
                total += scored(rules, game.code(secret), game.guess(guess))
            mark = rules.marking.mark(game.code(secret), game.guess(guess))
            if mark == rules.marking.solved(game.guesses.shape[1]):
                break
            left = [code for code in left if rules.marking.mark(game.code(code), game.guess(guess)) == mark]
            guess = family.greedy_guess(np.array(left, np.int32))
    return total / len(codes)


@pytest.mark.parametrize("breakers", [1, 2, 3, 4])
def test_the_value_of_a_row_agrees_with_playing_on(breakers: int) -> None:
    game, family = table_of(SMALL)
    for seed in range(6):
        rng = Random(seed)
        position = some_position(SMALL, game, seed, seed % 3)
        for rows_left in (1, 2, 3, 6):
            guess = rng.randrange(len(game.guesses))
            turns = BreakerTurns(breakers, rows_left)
            value = family.value_of(position.codes, guess, turns)
            assert value == pytest.approx(played_on(SMALL, family, position.codes, guess, turns))


def test_so_does_it_in_the_family_game() -> None:
    game, family = table_of(RULES)
    for seed in range(4):
        position = some_position(RULES, game, seed, 3)
        guess = int(game.guess_of[position.codes[-1]])
        turns = BreakerTurns(2, 9)
        assert family.value_of(position.codes, guess, turns) == pytest.approx(
            played_on(RULES, family, position.codes, guess, turns)
        )


def test_the_last_row_counts_only_its_points_at_once() -> None:
    game, family = table_of(SMALL)
    codes = all_codes(game)
    for guess in range(len(game.guesses)):
        assert family.value_of(codes, guess, BreakerTurns(2, 1)) * len(codes) == pytest.approx(
            family.points_at_once(codes)[guess]
        )


@pytest.mark.parametrize("rules", [RULES, SMALL], ids=lambda rules: rules.id)
def test_the_best_of_the_shortlist_is_taken(rules: Edition) -> None:
    game, family = table_of(rules)
    for seed in range(5):
        position = some_position(rules, game, seed, 3)
        assert len(position.codes) <= MAX_FORESEEN_CODES
        turns = BreakerTurns(2, 6)
        best = family.find_best(position, turns, 0.1)
        considered = family.shortlist(position, 0.1)
        worths = {guess: family.value_of(position.codes, guess, turns) for guess in considered}
        assert best.points == pytest.approx(max(worths.values()))
        assert worths[best.guess] == pytest.approx(best.points)
        assert family.greedy_guess(position.codes) in considered
        points = family.points_at_once(position.codes)
        assert max(position.placed, key=lambda guess: points[guess]) in considered, "a row may be placed again"
        assert len(considered) == len(set(considered))


def test_with_many_codes_left_the_greedy_guess_is_taken() -> None:
    game, family = table_of(RULES)
    position = BreakerPosition(game, (), all_codes(game))
    best = family.find_best(position, BreakerTurns(2, 12), 1.0)
    assert best.guess == family.greedy_guess(position.codes)
    assert best.points * len(position.codes) == pytest.approx(family.points_at_once(position.codes)[best.guess])


# Turns


def test_turns_count_the_remaining_breakers_and_rows() -> None:
    state = table_with_code(edition_from("hasbro-2004", seats=4), (1, 2, 3, 4))
    assert BreakerTurns.of(observe(state, 2)) == BreakerTurns(3, 12)
    state = with_rows(state, 2, [(1, 1, 2, 2)])
    state = apply(state, 4, Resign()).state
    assert BreakerTurns.of(observe(state, 3)) == BreakerTurns(2, 11)
