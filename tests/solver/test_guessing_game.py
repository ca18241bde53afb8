"""A guessing game has exactly the codes and guesses that the rules allow, with the right weights."""

import pickle
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from math import comb, factorial, perm

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from keypeg.core.codes import BLANK, Code, CodeSpace, join_parts
from keypeg.core.edition import Edition
from keypeg.core.errors import RuleError
from keypeg.core.marks import BLACK_WHITE, COLOURS, SUM, KeyPegs, Marking, Number
from keypeg.editions import edition
from keypeg.solver.game.guessing_game import MAX_CODES, GuessingGame, game_for, game_of, list_codes, make_game
from keypeg.solver.game.mark_sums import peg_mark_sums
from support.plain_solver import code_spaces, small_game
from support.thoroughness import examples

few = examples(120)

DEALS_44 = [
    (2, 1, (3, 0, 0, 0, 0)),
    (2, 2, (3, 3, 0, 0, 0)),
    (2, 2, (0, 5, 0, 2, 0)),
    (3, 1, (0, 0, 6, 0, 0)),
    (4, 1, (0, 1, 0, 0, 0)),
]
"""Seats, parts per seat, and the parts of one seat."""


def as_tuples(rows: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> list[Code]:
    return [tuple(row) for row in rows.tolist()]


@few
@given(code_spaces())
@example(CodeSpace(4, 6, repeats=False))
@example(CodeSpace(5, 3, most_blanks=5))
@example(CodeSpace(4, 4, repeats=False, least_blanks=1, most_blanks=3, blank_holes=(2, 4)))
@example(CodeSpace(2, 1, repeats=False, most_blanks=1))
@example(CodeSpace(3, 20))
def test_a_game_lists_the_codes_of_a_space_in_the_order_of_the_space(space: CodeSpace) -> None:
    assert as_tuples(list_codes(space)) == list(space)


@few
@given(code_spaces(), st.sampled_from((BLACK_WHITE, SUM)))
def test_every_code_has_weight_one_if_order_counts(space: CodeSpace, marking: Marking) -> None:
    if space.size == 0:
        return
    game = game_of(space, space, marking)
    assert as_tuples(game.codes) == as_tuples(game.guesses) == list(space)
    assert game.weights.tolist() == [1] * space.size
    assert game.is_uniform
    assert game.answers.tolist() == game.guess_of.tolist() == list(range(space.size))


@few
@given(code_spaces())
def test_a_code_stands_for_all_its_arrangements_if_only_colours_count(space: CodeSpace) -> None:
    if space.size == 0:
        return
    game = game_of(space, space, COLOURS)
    arrangements = Counter(tuple(sorted(code)) for code in space)
    assert dict(zip(as_tuples(game.codes), game.weights.tolist(), strict=True)) == arrangements
    assert len(game.codes) == space.colour_sets
    assert game.weights.sum() == space.size


def test_games_have_the_known_numbers_of_codes() -> None:
    assert len(small_game(4, 6).codes) == 6**4
    assert len(small_game(5, 8).codes) == 8**5
    assert len(small_game(4, 10, repeats=False).codes) == perm(10, 4)
    assert len(small_game(4, 6, COLOURS).codes) == comb(9, 4)
    assert len(small_game(4, 8, repeats=False, free_guesses=True).guesses) == 8**4


def test_the_order_of_pegs_identifies_a_guess_only_if_order_counts() -> None:
    for game in (small_game(3, 4), small_game(3, 4, SUM)):
        for number in range(len(game.guesses)):
            assert game.guess_number(game.guess(number)) == number
    unordered = small_game(3, 4, COLOURS)
    for code in CodeSpace(3, 4):
        assert unordered.guess(unordered.guess_number(code)) == tuple(sorted(code))


def test_a_guess_that_is_not_allowed_has_no_number() -> None:
    for game, guess in (
        (small_game(3, 4), (1, 2, 5)),
        (small_game(3, 4, repeats=False), (1, 1, 2)),
        (small_game(3, 4), (1, 2)),
    ):
        with pytest.raises(RuleError) as caught:
            game.guess_number(guess)
        assert caught.value.code == "no-such-guess"


def test_a_number_is_not_accepted_as_key_pegs() -> None:
    for game, possible, unknown in (
        (small_game(3, 4), (KeyPegs(1, 1),), (Number(1),)),
        (small_game(3, 4, COLOURS), (Number(2),), (KeyPegs(2, 0),)),
        (small_game(3, 4), (KeyPegs(0, 0),), (KeyPegs(2, 1),)),
        (small_game(3, 4), (KeyPegs(0, 0),), (KeyPegs(0, 0), KeyPegs(0, 0))),
    ):
        assert game.marks[game.mark_number(possible)] == possible
        with pytest.raises(RuleError) as caught:
            game.mark_number(unknown)
        assert caught.value.code == "impossible-mark"


@pytest.mark.parametrize(
    ("marking", "mark"),
    [(BLACK_WHITE, KeyPegs(3, 0)), (COLOURS, Number(3)), (SUM, Number(6))],
    ids=["black-white", "colours", "sum"],
)
def test_one_mark_means_that_the_code_is_found(marking: Marking, mark: KeyPegs | Number) -> None:
    game = small_game(3, 4, marking)
    assert game.marks[game.solved_mark] == (mark,)


# Dealt parts


def count_deals(table: Edition, own: Code) -> dict[tuple[Code, ...], int]:
    """The number of ways in which each deal to the other seats can happen, hole by hole and counter by counter.

    The other seats in turn take random holes out of those left; then each hole gets a random counter out of those
    left, where all counters are different objects.
    """
    secrets, others = table.secrets, table.seats - 1
    bag = [(peg, copy) for peg in range(1, secrets.space.colours + 1) for copy in range(secrets.counters)]
    for peg in own:
        if peg != BLANK:
            bag.remove(next(counter for counter in bag if counter[0] == peg))
    free = [hole for hole, peg in enumerate(own) if peg == BLANK]
    ways: Counter[tuple[Code, ...]] = Counter()
    drawn = others * secrets.parts
    # To keep the list short, counters of one colour are drawn together, with as many ways as there are counters.
    for holes in permutations(free, drawn):
        for pegs in product(range(1, secrets.space.colours + 1), repeat=drawn):
            left = Counter(peg for peg, _ in bag)
            way = 1
            for peg in pegs:
                way *= left[peg]
                left[peg] -= 1
            if way:
                hands = [[BLANK] * secrets.space.holes for _ in range(others)]
                for index, (hole, peg) in enumerate(zip(holes, pegs, strict=True)):
                    hands[index // secrets.parts][hole] = peg
                ways[tuple(tuple(hand) for hand in hands)] += way
    return ways


def hands_of(game: GuessingGame, number: int, holes: int) -> tuple[Code, ...]:
    """The parts of each other seat in a code of the game."""
    code = game.code(number)
    return tuple(code[start : start + holes] for start in range(0, len(code), holes))


@pytest.mark.parametrize(("seats", "parts", "own"), DEALS_44)
def test_the_weight_of_a_deal_is_the_number_of_ways_to_draw_its_counters(seats: int, parts: int, own: Code) -> None:
    table = edition("mastermind-44", seats=seats, parts=parts)
    game = game_for(table, 1, own)
    ways = count_deals(table, own)
    weights = {hands_of(game, number, 5): int(weight) for number, weight in enumerate(game.weights)}
    assert len(weights) == len(game.codes)
    assert weights.keys() == ways.keys()
    ratios = {Fraction(weights[deal], way) for deal, way in ways.items()}
    assert len(ratios) == 1, "weights are proportional to ways"


@pytest.mark.parametrize(("seats", "parts", "own"), DEALS_44)
def test_the_answer_of_a_deal_is_the_whole_code(seats: int, parts: int, own: Code) -> None:
    game = game_for(edition("mastermind-44", seats=seats, parts=parts), 1, own)
    wholes = [join_parts((own, *hands_of(game, number, 5))) for number in range(len(game.codes))]
    answers = game.answers.tolist()
    assert len(set(answers)) == len(set(wholes)) == len(set(zip(answers, wholes, strict=True)))


@pytest.mark.parametrize(("seats", "parts"), [(2, 1), (3, 1), (4, 1), (2, 2)])
def test_a_game_has_every_deal_that_holes_and_colours_allow(seats: int, parts: int) -> None:
    game = game_for(edition("mastermind-44", seats=seats, parts=parts))
    free, others = 5 - parts, seats - 1
    hands = factorial(free) // (factorial(parts) ** others * factorial(free - others * parts))
    # Four counters of a colour are enough for every deal: no deal has five.
    assert len(game.codes) == hands * 6 ** (others * parts)
    assert len(game.guesses) == 7**parts * 6 ** (5 - parts)
    assert game.solved_mark == -1
    assert (game.guess_of == -1).all()


def test_a_part_is_likelier_to_have_another_colour_than_ones_own() -> None:
    game = game_for(edition("mastermind-44", seats=2), 1, (1, 0, 0, 0, 0))
    weights = {hands_of(game, number, 5)[0]: int(weight) for number, weight in enumerate(game.weights)}
    assert weights[0, 1, 0, 0, 0] == 3
    assert weights[0, 2, 0, 0, 0] == 4


def test_a_seat_may_bluff_only_in_its_own_hole() -> None:
    game = game_for(edition("mastermind-44"), 2, (0, 0, 5, 0, 0))
    assert game.guess_number((1, 1, 0, 1, 1)) >= 0
    with pytest.raises(RuleError):
        game.guess_number((0, 1, 1, 1, 1))


# Editions, processes, limits


def test_a_handicap_shortens_the_code_of_one_seat() -> None:
    table = edition("challenge-2001", handicap=2)
    assert {game_for(table, seat).codes.shape[1] for seat in (1, 2)} == {4, 5}


@pytest.mark.parametrize(
    "game",
    [
        small_game(3, 4),
        small_game(3, 5, repeats=False, free_guesses=True),
        small_game(3, 4, COLOURS),
        small_game(3, 4, SUM, blanks=2),
        game_for(edition("mastermind-44", seats=2, parts=2)),
    ],
    ids=lambda game: game.key,
)
def test_a_game_can_be_sent_to_another_process(game: GuessingGame) -> None:
    text = pickle.dumps(game)
    assert len(text) < 2_000, "only the recipe is sent"
    make_game.cache_clear()
    arrived = pickle.loads(text)
    assert arrived.key == game.key
    for name in ("codes", "guesses", "weights", "answers", "guess_of"):
        assert np.array_equal(getattr(arrived, name), getattr(game, name))
    assert (arrived.marks, arrived.solved_mark, arrived.ordered) == (game.marks, game.solved_mark, game.ordered)


@pytest.mark.parametrize("space", [CodeSpace(8, 20), CodeSpace(6, 13), CodeSpace(8, 10, repeats=False, most_blanks=8)])
def test_a_space_with_too_many_codes_is_refused(space: CodeSpace) -> None:
    assert space.size > MAX_CODES
    for make in (lambda: list_codes(space), lambda: game_of(space, space, BLACK_WHITE)):
        with pytest.raises(RuleError) as caught:
            make()
        assert caught.value.code == "game-too-large"
        assert f"{space.size:,}" in str(caught.value)


@pytest.mark.parametrize(
    ("secrets", "guesses"),
    [
        (CodeSpace(3, 4), CodeSpace(3, 4, repeats=False)),
        (CodeSpace(3, 4, most_blanks=1), CodeSpace(3, 4)),
        (CodeSpace(2, 3), CodeSpace(2, 6, repeats=False)),
        (CodeSpace(2, 3, most_blanks=2), CodeSpace(2, 4)),
        (CodeSpace(3, 4, repeats=False), CodeSpace(3, 3)),
    ],
    ids=str,
)
def test_codes_that_cannot_be_guessed_are_refused(secrets: CodeSpace, guesses: CodeSpace) -> None:
    with pytest.raises(RuleError) as caught:
        game_of(secrets, guesses, BLACK_WHITE)
    assert caught.value.code == "guess-cannot-reach"


def test_different_games_have_different_keys() -> None:
    games = [
        game_of(secrets, guesses, marking)
        for marking in (BLACK_WHITE, COLOURS, SUM)
        for secrets, guesses in (
            (CodeSpace(3, 4), CodeSpace(3, 4)),
            (CodeSpace(3, 4, repeats=False), CodeSpace(3, 4, repeats=False)),
            (CodeSpace(3, 4, repeats=False), CodeSpace(3, 4)),
            (CodeSpace(3, 4, most_blanks=1), CodeSpace(3, 4, most_blanks=1)),
            (CodeSpace(3, 4, most_blanks=3), CodeSpace(3, 4, most_blanks=3)),
            (CodeSpace(3, 4, least_blanks=1, most_blanks=3), CodeSpace(3, 4, most_blanks=3)),
            (CodeSpace(3, 4, most_blanks=1, blank_holes=(1,)), CodeSpace(3, 4, most_blanks=1, blank_holes=(1,))),
            (CodeSpace(3, 4, most_blanks=1, blank_holes=(2,)), CodeSpace(3, 4, most_blanks=1, blank_holes=(2,))),
            (CodeSpace(3, 5), CodeSpace(3, 5)),
        )
    ]
    assert len({game.key for game in games}) == len(games)


def test_fewer_counters_make_a_different_game() -> None:
    table = edition("mastermind-44", seats=2, parts=2)
    scarce = replace(table, secrets=replace(table.secrets, counters=2))
    game, other = game_for(table), game_for(scarce)
    assert game.weights.tolist() != other.weights.tolist()
    assert game.key != other.key


def test_codes_and_guesses_of_different_lengths_are_refused() -> None:
    with pytest.raises(RuleError) as caught:
        game_of(CodeSpace(3, 4), CodeSpace(4, 4), BLACK_WHITE)
    assert caught.value.code == "codes-differ"


def test_a_marking_that_the_solver_does_not_know_is_refused() -> None:
    """Taking it for another marking would find wrong candidates without a word."""
    with pytest.raises(ValueError, match="does not know the marking 'shades'"):
        peg_mark_sums(replace(BLACK_WHITE, name="shades"), np.ones((1, 2), np.uint8), np.ones((1, 2), np.uint8))
