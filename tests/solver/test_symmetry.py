"""Guesses that an exchange of holes and colours turns into each other are equally good: only one of them is kept."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from keypeg.core.codes import Code, CodeSpace
from keypeg.core.marks import BLACK_WHITE, COLOURS, SUM, Marking
from keypeg.editions import edition
from keypeg.solver.game.guessing_game import GuessingGame, game_for, game_of
from keypeg.solver.game.partition import all_codes, cell_sizes, marks_of_guess
from keypeg.solver.game.symmetry import find_canonical_guesses, find_symmetry, new_exchange_scratch
from keypeg.solver.kernels.array_types import Longs, Numbers
from support.plain_solver import every_exchange, exchanged, numbers, small_game, spaces

few = settings(derandomize=True, deadline=None, max_examples=60)


def kept(asked: GuessingGame, placed: Sequence[int]) -> list[int]:
    """The guesses that no exchange turns into an earlier one."""
    symmetry = asked.symmetry
    first = np.full(len(asked.guesses), 9, np.uint8)
    room = new_exchange_scratch(symmetry.hole_orders, symmetry.peg_kinds)
    many = find_canonical_guesses(asked.guesses, symmetry.hole_orders, symmetry.peg_kinds, numbers(placed), room, first)
    found: list[int] = np.flatnonzero(first == 1).tolist()
    assert many == len(found)
    assert len(found) + np.count_nonzero(first == 0) == len(asked.guesses)
    return found


def positions(asked: GuessingGame, placed: Sequence[int]) -> list[Numbers]:
    """Every set of codes that the placed guesses can leave."""
    left = [all_codes(asked)]
    for guess in placed:
        parted = [(codes, marks_of_guess(asked, guess, codes)) for codes in left]
        left = [codes[marks == mark] for codes, marks in parted for mark in np.unique(marks)]
    return left


def worth(asked: GuessingGame, placed: Sequence[int]) -> dict[int, bytes]:
    """For each guess what it would tell, at every position and with every mark."""
    sizes: list[Longs] = [cell_sizes(asked, codes) for codes in positions(asked, placed)]
    return {guess: b"".join(one[guess].tobytes() for one in sizes) for guess in range(len(asked.guesses))}


def orbits(asked: GuessingGame, placed: Sequence[int]) -> int:
    """How many kinds of guess there are: by trying every exchange that leaves codes, guesses and placed ones alone."""
    codes = {asked.code(number) for number in range(len(asked.codes))}
    guesses = [asked.guess(number) for number in range(len(asked.guesses))]
    allowed, fixed = set(guesses), [guesses[number] for number in placed]
    pegs = max(max(code) for code in [*codes, *guesses]) + 1
    earliest = {guess: guess for guess in guesses}
    for order, names in every_exchange(len(guesses[0]), pegs):

        def image(code: Code, order: Code = order, names: Code = names) -> Code:
            return exchanged(code, order, names)

        if any(image(guess) != guess for guess in fixed):
            continue
        if {image(code) for code in codes} == codes and {image(guess) for guess in guesses} == allowed:
            for guess in guesses:
                earliest[guess] = min(earliest[guess], image(guess))
    return sum(1 for guess, first in earliest.items() if guess == first)


def check_that_only_twins_are_dropped(asked: GuessingGame, placed: Sequence[int]) -> None:
    told, stay = worth(asked, placed), kept(asked, placed)
    for guess in set(told).difference(stay):
        assert any(told[earlier] == told[guess] for earlier in stay if earlier < guess), asked.guess(guess)


def placed_guesses(asked: GuessingGame, most: int = 3) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, len(asked.guesses) - 1), max_size=most)


@few
@given(spaces(most_holes=3, most_colours=4, least=1), st.sampled_from((BLACK_WHITE, COLOURS, SUM)), st.data())
def test_a_guess_that_is_dropped_tells_what_an_earlier_one_tells(
    space: CodeSpace, marking: Marking, data: st.DataObject
) -> None:
    asked = game_of(space, space, marking)
    check_that_only_twins_are_dropped(asked, data.draw(placed_guesses(asked)))


@few
@given(st.integers(2, 3), st.integers(3, 5), st.integers(0, 1), st.data())
@example(3, 4, 0, None)
def test_so_it_is_where_guesses_may_be_what_codes_may_not(
    holes: int, colours: int, blanks: int, data: st.DataObject | None
) -> None:
    secrets = CodeSpace(holes, colours, repeats=False)
    asked = game_of(secrets, CodeSpace(holes, colours, most_blanks=blanks * holes), BLACK_WHITE)
    check_that_only_twins_are_dropped(asked, data.draw(placed_guesses(asked)) if data else [])


@pytest.mark.parametrize("placed", [[], [0], [26], [5, 40]], ids=str)
def test_colours_that_are_in_no_code_are_not_exchanged_for_others(placed: list[int]) -> None:
    check_that_only_twins_are_dropped(game_of(CodeSpace(3, 3), CodeSpace(3, 4), BLACK_WHITE), placed)


@pytest.mark.parametrize(("seats", "parts", "own"), [(2, 1, (0, 3, 0, 0, 0)), (2, 2, (2, 0, 2, 0, 0))])
@pytest.mark.parametrize("placed", [[], [(1, 1, 2, 3, 4)], [(5, 5, 5, 5, 5), (1, 2, 3, 4, 5)]], ids=str)
def test_so_it_is_where_parts_are_dealt(seats: int, parts: int, own: Code, placed: list[Code]) -> None:
    asked = game_for(edition("mastermind-44", seats=seats, parts=parts), 1, own)
    told, stay = worth(asked, found := [asked.guess_number(guess) for guess in placed]), set(kept(asked, found))
    assert placed or len(stay) < len(asked.guesses)
    assert {told[guess] for guess in stay} == set(told.values())


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
"""Codes and guesses with colours alone, with the blank as one more colour, with a limit to blanks."""


@pytest.mark.parametrize(("secrets", "guesses"), SPACES, ids=str)
def test_as_many_guesses_are_kept_as_there_are_kinds(secrets: CodeSpace, guesses: CodeSpace) -> None:
    asked = game_of(secrets, guesses, BLACK_WHITE)
    last = len(asked.guesses) - 1
    for placed in ([], [0], [last // 2], [last // 3, last], [1, last // 2, last - 1]):
        assert len(kept(asked, placed)) == orbits(asked, placed), placed


def test_there_are_five_first_guesses_at_four_holes_of_six_colours() -> None:
    asked = small_game(4, 6)
    assert [asked.guess(guess) for guess in kept(asked, [])] == [
        (1, 1, 1, 1),
        (1, 1, 1, 2),
        (1, 1, 2, 2),
        (1, 1, 2, 3),
        (1, 2, 3, 4),
    ]


def test_after_1123_131_second_guesses_are_left_at_four_holes_of_eight_colours() -> None:
    asked = small_game(4, 8)
    assert len(kept(asked, [asked.guess_number((1, 1, 2, 3))])) == 131


def test_with_many_holes_only_colours_are_exchanged() -> None:
    symmetry = find_symmetry(CodeSpace(8, 2), CodeSpace(8, 2))
    assert symmetry.hole_orders.tolist() == [list(range(8))]
    assert len(kept(small_game(8, 2), [])) == 2**7


def test_a_blank_is_exchanged_for_a_colour_only_where_it_may_stand_as_freely() -> None:
    def alike(space: CodeSpace) -> bool:
        kinds = find_symmetry(space, space).peg_kinds
        return bool(kinds[0] == kinds[1])

    assert alike(CodeSpace(3, 4, most_blanks=3))
    for limited in ({"most_blanks": 2}, {"most_blanks": 3, "least_blanks": 1}, {"most_blanks": 3, "repeats": False}):
        assert not alike(CodeSpace(3, 4, **limited))  # type: ignore[arg-type]


def test_where_one_hole_alone_may_be_blank_no_holes_are_exchanged() -> None:
    space = CodeSpace(3, 4, most_blanks=1, blank_holes=(2,))
    assert len(find_symmetry(space, space).hole_orders) == 1
    for pair in product(range(4), repeat=2):
        check_that_only_twins_are_dropped(game_of(space, space, BLACK_WHITE), pair)
