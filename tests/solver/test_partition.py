"""Marks and cells agree with the rules, for every code and every guess."""

from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from keypeg.core.codes import CodeSpace
from keypeg.core.marks import BLACK_WHITE, COLOURS, PARTS, SUM, Marking
from keypeg.editions import edition
from keypeg.solver.game.guessing_game import GuessingGame, game_for, game_of
from keypeg.solver.game.partition import all_codes, cell_sizes, mark_table, marks_of_guess
from keypeg.solver.kernels.array_types import Numbers
from support.plain_solver import code_spaces, indices, rulebook_marks, rulebook_table, small_game
from support.thoroughness import examples

WHOLE = (BLACK_WHITE, COLOURS, SUM)
"""The markings of whole codes."""

few = examples(60)

LARGER = [
    (small_game(4, 6), BLACK_WHITE),
    (small_game(4, 6, COLOURS), COLOURS),
    (small_game(4, 6, SUM), SUM),
    (small_game(5, 8), BLACK_WHITE),
    (small_game(5, 8, COLOURS), COLOURS),
    (small_game(5, 6, SUM), SUM),
    (small_game(8, 3), BLACK_WHITE),
    (small_game(8, 3, SUM), SUM),
    (small_game(8, 6, COLOURS), COLOURS),
    (small_game(8, 2, BLACK_WHITE, blanks=8), BLACK_WHITE),
    (small_game(3, 20), BLACK_WHITE),
    (small_game(2, 20, SUM), SUM),
    (small_game(4, 6, BLACK_WHITE, blanks=4), BLACK_WHITE),
    (small_game(4, 6, BLACK_WHITE, blanks=2), BLACK_WHITE),
    (small_game(4, 6, SUM, repeats=False, blanks=4), SUM),
    (small_game(4, 10, BLACK_WHITE, repeats=False), BLACK_WHITE),
    (small_game(4, 8, BLACK_WHITE, repeats=False, free_guesses=True), BLACK_WHITE),
    (game_for(edition("mastermind-44", seats=2)), PARTS),
    (game_for(edition("mastermind-44", seats=3)), PARTS),
    (game_for(edition("mastermind-44", seats=4)), PARTS),
    (game_for(edition("mastermind-44", seats=2, parts=2), 1, (0, 3, 0, 3, 0)), PARTS),
]
"""Games too large to check every pair of a code and a guess, with their markings."""


def parameter_id(value: object) -> str:
    return value.key if isinstance(value, GuessingGame) else ""


def draw(chance: Random, limit: int, count: int) -> list[int]:
    return [chance.randrange(limit) for _ in range(count)]


def count_cells(game: GuessingGame, marking: Marking, guess: int, codes: Numbers) -> list[int]:
    """The cell sizes of one guess, by the rules."""
    pegs = game.guess(guess)
    cells = Counter(rulebook_marks(marking, game.code(int(code)), pegs) for code in codes)
    return [cells[marks] for marks in game.marks]


@few
@given(code_spaces(most_holes=3, most_colours=3, least=1), st.sampled_from(WHOLE))
def test_every_mark_of_a_small_game_follows_the_rules(space: CodeSpace, marking: Marking) -> None:
    game = game_of(space, space, marking)
    assert mark_table(game)[:, : len(game.guesses)].T.tolist() == [list(row) for row in rulebook_table(game, marking)]


@few
@given(code_spaces(most_holes=3, most_colours=3, least=1), st.sampled_from(WHOLE), st.data())
def test_cell_sizes_are_right_for_any_codes(space: CodeSpace, marking: Marking, data: st.DataObject) -> None:
    game = game_of(space, space, marking)
    codes = indices(data.draw(st.sets(st.integers(0, len(game.codes) - 1)).map(sorted)))
    sizes = cell_sizes(game, codes)
    for guess in range(len(game.guesses)):
        assert sizes[guess].tolist() == count_cells(game, marking, guess, codes)


@pytest.mark.parametrize(("game", "marking"), LARGER, ids=parameter_id)
def test_marks_of_larger_games_follow_the_rules(game: GuessingGame, marking: Marking) -> None:
    chance = Random(game.key)
    codes, guesses = draw(chance, len(game.codes), 600), draw(chance, len(game.guesses), 600)
    # Some guesses are the code itself, so that the highest mark occurs too.
    for number, code in enumerate(codes[:200]):
        guesses[number] = max(int(game.guess_of[code]), 0) if number % 3 == 0 else guesses[number]
    expected = [
        game.mark_number(rulebook_marks(marking, game.code(code), game.guess(guess)))
        for code, guess in zip(codes, guesses, strict=True)
    ]
    assert marks_of_guess(game, indices(guesses), indices(codes)).tolist() == expected
    for code, guess, mark in list(zip(codes, guesses, expected, strict=True))[::60]:
        assert marks_of_guess(game, guess, indices([code])).tolist() == [mark]
        assert mark_table(game, indices([code]))[0, guess] == mark


@pytest.mark.parametrize(("game", "marking"), LARGER, ids=parameter_id)
def test_cell_sizes_are_right_for_many_codes(game: GuessingGame, marking: Marking) -> None:
    chance = Random(game.key)
    codes = indices(sorted(chance.sample(range(len(game.codes)), min(len(game.codes), 700))))
    sizes = cell_sizes(game, codes)
    assert sizes.shape == (len(game.guesses), len(game.marks))
    assert (sizes.sum(axis=1) == len(codes)).all()
    for guess in [0, len(game.guesses) - 1, *draw(chance, len(game.guesses), 4)]:
        assert sizes[guess].tolist() == count_cells(game, marking, guess, codes)


@pytest.mark.parametrize("count", [0, 1, 2, 254, 255, 256, 257, 509, 510, 511, 1295])
def test_a_cell_can_hold_more_codes_than_a_byte_can_count(count: int) -> None:
    game = small_game(4, 6)
    codes = indices(range(count))
    sizes = cell_sizes(game, codes)
    assert (sizes.sum(axis=1) == count).all()
    for guess in (0, 7, 700, 1295):
        assert sizes[guess].tolist() == count_cells(game, BLACK_WHITE, guess, codes)


def test_all_codes_are_counted_by_default() -> None:
    game = small_game(4, 6)
    sizes = cell_sizes(game)
    assert np.array_equal(sizes, cell_sizes(game, all_codes(game)))
    # Knuth's table: 1122 leaves 256 codes at most, 1111 leaves 625.
    assert sizes[game.guess_number((1, 1, 2, 2))].max() == 256
    assert sizes[game.guess_number((1, 1, 1, 1))].max() == 625
    assert sizes[game.guess_number((1, 1, 2, 3))].max() == 276
    assert sizes[game.guess_number((1, 2, 3, 4))].max() == 312


def test_codes_may_be_given_in_any_order() -> None:
    game = small_game(3, 4)
    codes = Random(3).sample(range(64), 40)
    assert np.array_equal(cell_sizes(game, indices(codes)), cell_sizes(game, indices(sorted(codes))))
