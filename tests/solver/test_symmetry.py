"""Guesses that an exchange of holes and colours maps to each other are equally good: only one of them is canonical."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from keypeg.core.codes import Code, CodeSpace
from keypeg.core.marks import BLACK_WHITE, COLOURS, SUM, Marking
from keypeg.editions import edition
from keypeg.solver.game.guessing_game import GuessingGame, game_for, game_of
from keypeg.solver.game.partition import all_codes, cell_sizes, marks_of_guess
from keypeg.solver.game.symmetry import find_canonical_guesses, find_symmetry, new_exchange_scratch
from keypeg.solver.kernels.array_types import Longs, Numbers
from support.plain_solver import all_exchanges, code_spaces, exchange_code, indices, small_game
from support.thoroughness import examples, some_of

few = examples(60)


def canonical(game: GuessingGame, placed: Sequence[int]) -> list[int]:
    """The guesses that no exchange maps to an earlier one."""
    symmetry = game.symmetry
    first = np.full(len(game.guesses), 9, np.uint8)
    scratch = new_exchange_scratch(symmetry.hole_orders, symmetry.peg_kinds)
    count = find_canonical_guesses(
        game.guesses, symmetry.hole_orders, symmetry.peg_kinds, indices(placed), scratch, first
    )
    guesses: list[int] = np.flatnonzero(first == 1).tolist()
    assert count == len(guesses)
    assert len(guesses) + np.count_nonzero(first == 0) == len(game.guesses)
    return guesses


def positions(game: GuessingGame, placed: Sequence[int]) -> list[Numbers]:
    """Every set of candidates that the placed guesses can leave."""
    left = [all_codes(game)]
    for guess in placed:
        marked = [(codes, marks_of_guess(game, guess, codes)) for codes in left]
        left = [codes[marks == mark] for codes, marks in marked for mark in np.unique(marks)]
    return left


def all_cell_sizes(game: GuessingGame, placed: Sequence[int]) -> dict[int, bytes]:
    """For each guess its cell sizes at every position."""
    sizes: list[Longs] = [cell_sizes(game, codes) for codes in positions(game, placed)]
    return {
        guess: b"".join(of_position[guess].tobytes() for of_position in sizes) for guess in range(len(game.guesses))
    }


def count_orbits(game: GuessingGame, placed: Sequence[int]) -> int:
    """The number of classes of equivalent guesses, by trying every exchange of holes and pegs."""
    codes = {game.code(number) for number in range(len(game.codes))}
    guesses = [game.guess(number) for number in range(len(game.guesses))]
    allowed, fixed = set(guesses), [guesses[number] for number in placed]
    pegs = max(max(code) for code in [*codes, *guesses]) + 1
    earliest = {guess: guess for guess in guesses}
    for order, names in all_exchanges(len(guesses[0]), pegs):

        def image(code: Code, order: Code = order, names: Code = names) -> Code:
            return exchange_code(code, order, names)

        if any(image(guess) != guess for guess in fixed):
            continue
        if {image(code) for code in codes} == codes and {image(guess) for guess in guesses} == allowed:
            for guess in guesses:
                earliest[guess] = min(earliest[guess], image(guess))
    return sum(1 for guess, first in earliest.items() if guess == first)


def check_that_only_equivalent_guesses_are_dropped(game: GuessingGame, placed: Sequence[int]) -> None:
    sizes, remaining = all_cell_sizes(game, placed), canonical(game, placed)
    for guess in set(sizes).difference(remaining):
        assert any(sizes[earlier] == sizes[guess] for earlier in remaining if earlier < guess), game.guess(guess)


def placed_guesses(game: GuessingGame, most: int = 3) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, len(game.guesses) - 1), max_size=most)


@few
@given(code_spaces(most_holes=3, most_colours=4, least=1), st.sampled_from((BLACK_WHITE, COLOURS, SUM)), st.data())
def test_a_dropped_guess_has_the_same_cells_as_an_earlier_one(
    space: CodeSpace, marking: Marking, data: st.DataObject
) -> None:
    game = game_of(space, space, marking)
    check_that_only_equivalent_guesses_are_dropped(game, data.draw(placed_guesses(game)))


@few
@given(st.integers(2, 3), st.integers(3, 5), st.integers(0, 1), st.data())
@example(3, 4, 0, None)
def test_a_dropped_guess_has_the_same_cells_as_an_earlier_one_if_guesses_are_freer_than_codes(
    holes: int, colours: int, blanks: int, data: st.DataObject | None
) -> None:
    secrets = CodeSpace(holes, colours, repeats=False)
    game = game_of(secrets, CodeSpace(holes, colours, most_blanks=blanks * holes), BLACK_WHITE)
    check_that_only_equivalent_guesses_are_dropped(game, data.draw(placed_guesses(game)) if data else [])


@pytest.mark.parametrize("placed", [[], [0], [26], [5, 40]], ids=str)
def test_colours_that_occur_in_no_code_are_not_exchanged_for_others(placed: list[int]) -> None:
    check_that_only_equivalent_guesses_are_dropped(game_of(CodeSpace(3, 3), CodeSpace(3, 4), BLACK_WHITE), placed)


@pytest.mark.parametrize(("seats", "parts", "own"), [(2, 1, (0, 3, 0, 0, 0)), (2, 2, (2, 0, 2, 0, 0))])
@pytest.mark.parametrize("placed", [[], [(1, 1, 2, 3, 4)], [(5, 5, 5, 5, 5), (1, 2, 3, 4, 5)]], ids=str)
def test_canonical_guesses_have_all_cell_sizes_if_parts_are_dealt(
    seats: int, parts: int, own: Code, placed: list[Code]
) -> None:
    game = game_for(edition("mastermind-44", seats=seats, parts=parts), 1, own)
    numbers = [game.guess_number(guess) for guess in placed]
    sizes, remaining = all_cell_sizes(game, numbers), set(canonical(game, numbers))
    assert placed or len(remaining) < len(game.guesses)
    assert {sizes[guess] for guess in remaining} == set(sizes.values())


SPACES = [
    (CodeSpace(3, 4), CodeSpace(3, 4)),
    (CodeSpace(2, 5), CodeSpace(2, 5)),
    (CodeSpace(4, 3), CodeSpace(4, 3)),
    (CodeSpace(1, 5), CodeSpace(1, 5)),
    (CodeSpace(3, 4, repeats=False), CodeSpace(3, 4, repeats=False)),
    (CodeSpace(3, 5, repeats=False), CodeSpace(3, 5)),
    (CodeSpace(3, 3, most_blanks=3), CodeSpace(3, 3, most_blanks=3)),
    (CodeSpace(3, 3, most_blanks=1), CodeSpace(3, 3, most_blanks=1)),
    (CodeSpace(3, 4, most_blanks=2), CodeSpace(3, 4, most_blanks=3)),
    (CodeSpace(3, 4, repeats=False, most_blanks=2), CodeSpace(3, 4, repeats=False, most_blanks=2)),
    (CodeSpace(2, 4, least_blanks=1, most_blanks=1), CodeSpace(2, 4, least_blanks=1, most_blanks=1)),
    (CodeSpace(2, 3), CodeSpace(2, 5)),
]
"""Codes and guesses without blanks, with the blank as one more colour, and with a limited number of blanks."""


@pytest.mark.parametrize(("secrets", "guesses"), some_of(SPACES, quick=6), ids=str)
def test_each_class_of_equivalent_guesses_has_one_canonical_guess(secrets: CodeSpace, guesses: CodeSpace) -> None:
    game = game_of(secrets, guesses, BLACK_WHITE)
    last = len(game.guesses) - 1
    for placed in ([], [0], [last // 2], [last // 3, last], [1, last // 2, last - 1]):
        assert len(canonical(game, placed)) == count_orbits(game, placed), placed


def test_four_holes_and_six_colours_have_five_different_openings() -> None:
    game = small_game(4, 6)
    assert [game.guess(guess) for guess in canonical(game, [])] == [
        (1, 1, 1, 1),
        (1, 1, 1, 2),
        (1, 1, 2, 2),
        (1, 1, 2, 3),
        (1, 2, 3, 4),
    ]


def test_four_holes_and_eight_colours_have_131_different_second_guesses_after_1123() -> None:
    game = small_game(4, 8)
    assert len(canonical(game, [game.guess_number((1, 1, 2, 3))])) == 131


def test_with_many_holes_only_colours_are_exchanged() -> None:
    symmetry = find_symmetry(CodeSpace(8, 2), CodeSpace(8, 2))
    assert symmetry.hole_orders.tolist() == [list(range(8))]
    assert len(canonical(small_game(8, 2), [])) == 2**7


def test_a_blank_is_exchanged_for_a_colour_only_if_it_may_be_placed_as_freely() -> None:
    def is_like_a_colour(space: CodeSpace) -> bool:
        kinds = find_symmetry(space, space).peg_kinds
        return bool(kinds[0] == kinds[1])

    assert is_like_a_colour(CodeSpace(3, 4, most_blanks=3))
    for limited in ({"most_blanks": 2}, {"most_blanks": 3, "least_blanks": 1}, {"most_blanks": 3, "repeats": False}):
        assert not is_like_a_colour(CodeSpace(3, 4, **limited))  # type: ignore[arg-type]


def test_no_holes_are_exchanged_if_only_one_may_be_blank() -> None:
    space = CodeSpace(3, 4, most_blanks=1, blank_holes=(2,))
    assert len(find_symmetry(space, space).hole_orders) == 1
    for pair in product(range(4), repeat=2):
        check_that_only_equivalent_guesses_are_dropped(game_of(space, space, BLACK_WHITE), pair)
