"""Marks and cells are those of the rulebook, for every code and every guess."""

from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keypeg.core.codes import CodeSpace
from keypeg.core.marks import BLACK_WHITE, COLOURS, PARTS, SUM, Marking
from keypeg.editions import edition
from keypeg.solver.game.guessing_game import GuessingGame, game_for, game_of
from keypeg.solver.game.partition import all_codes, cell_sizes, mark_table, marks_of_guess
from keypeg.solver.kernels.array_types import Numbers
from support.plain_solver import core_marks, marked, numbers, small_game, spaces

WHOLE = (BLACK_WHITE, COLOURS, SUM)
"""The markings of whole codes."""

few = settings(derandomize=True, deadline=None, max_examples=60)

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
"""Games too large to look at every pair, with their markings."""


def named(one: object) -> str:
    return one.key if isinstance(one, GuessingGame) else ""


def some(chance: Random, of: int, many: int) -> list[int]:
    return [chance.randrange(of) for _ in range(many)]


def counted(asked: GuessingGame, marking: Marking, guess: int, codes: Numbers) -> list[int]:
    """The sizes of the cells of one guess, by the rulebook."""
    pegs = asked.guess(guess)
    cells = Counter(core_marks(marking, asked.code(int(code)), pegs) for code in codes)
    return [cells[marks] for marks in asked.marks]


@few
@given(spaces(most_holes=3, most_colours=3, least=1), st.sampled_from(WHOLE))
def test_every_mark_of_a_small_game_is_that_of_the_rulebook(space: CodeSpace, marking: Marking) -> None:
    asked = game_of(space, space, marking)
    assert mark_table(asked)[:, : len(asked.guesses)].T.tolist() == [list(row) for row in marked(asked, marking)]


@few
@given(spaces(most_holes=3, most_colours=3, least=1), st.sampled_from(WHOLE), st.data())
def test_cells_of_any_codes_are_counted_as_by_hand(space: CodeSpace, marking: Marking, data: st.DataObject) -> None:
    asked = game_of(space, space, marking)
    codes = numbers(data.draw(st.sets(st.integers(0, len(asked.codes) - 1)).map(sorted)))
    sizes = cell_sizes(asked, codes)
    for guess in range(len(asked.guesses)):
        assert sizes[guess].tolist() == counted(asked, marking, guess, codes)


@pytest.mark.parametrize(("asked", "marking"), LARGER, ids=named)
def test_marks_of_larger_games_are_those_of_the_rulebook(asked: GuessingGame, marking: Marking) -> None:
    chance = Random(asked.key)
    codes, guesses = some(chance, len(asked.codes), 600), some(chance, len(asked.guesses), 600)
    # Guesses that are one step away from the code, so that marks near the top are there too.
    for number, code in enumerate(codes[:200]):
        guesses[number] = max(int(asked.guess_of[code]), 0) if number % 3 == 0 else guesses[number]
    rulebook = [
        asked.mark_number(core_marks(marking, asked.code(code), asked.guess(guess)))
        for code, guess in zip(codes, guesses, strict=True)
    ]
    assert marks_of_guess(asked, numbers(guesses), numbers(codes)).tolist() == rulebook
    for code, guess, mark in list(zip(codes, guesses, rulebook, strict=True))[::60]:
        assert marks_of_guess(asked, guess, numbers([code])).tolist() == [mark]
        assert mark_table(asked, numbers([code]))[0, guess] == mark


@pytest.mark.parametrize(("asked", "marking"), LARGER, ids=named)
def test_cells_of_many_codes_are_counted_as_by_hand(asked: GuessingGame, marking: Marking) -> None:
    chance = Random(asked.key)
    codes = numbers(sorted(chance.sample(range(len(asked.codes)), min(len(asked.codes), 700))))
    sizes = cell_sizes(asked, codes)
    assert sizes.shape == (len(asked.guesses), len(asked.marks))
    assert (sizes.sum(axis=1) == len(codes)).all()
    for guess in [0, len(asked.guesses) - 1, *some(chance, len(asked.guesses), 4)]:
        assert sizes[guess].tolist() == counted(asked, marking, guess, codes)


@pytest.mark.parametrize("many", [0, 1, 2, 254, 255, 256, 257, 509, 510, 511, 1295])
def test_a_cell_can_hold_more_codes_than_a_byte_can_say(many: int) -> None:
    asked = small_game(4, 6)
    codes = numbers(range(many))
    sizes = cell_sizes(asked, codes)
    assert (sizes.sum(axis=1) == many).all()
    for guess in (0, 7, 700, 1295):
        assert sizes[guess].tolist() == counted(asked, BLACK_WHITE, guess, codes)


def test_the_cells_of_all_codes_are_those_of_the_game() -> None:
    asked = small_game(4, 6)
    sizes = cell_sizes(asked)
    assert np.array_equal(sizes, cell_sizes(asked, all_codes(asked)))
    # Knuth's table: 1122 leaves 256 codes at most, 1111 leaves 625.
    assert sizes[asked.guess_number((1, 1, 2, 2))].max() == 256
    assert sizes[asked.guess_number((1, 1, 1, 1))].max() == 625
    assert sizes[asked.guess_number((1, 1, 2, 3))].max() == 276
    assert sizes[asked.guess_number((1, 2, 3, 4))].max() == 312


def test_codes_may_be_given_in_any_order() -> None:
    asked = small_game(3, 4)
    codes = Random(3).sample(range(64), 40)
    assert np.array_equal(cell_sizes(asked, numbers(codes)), cell_sizes(asked, numbers(sorted(codes))))
