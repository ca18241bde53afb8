"""A game holds exactly the codes and guesses that the rules allow, each as often as it weighs."""

import pickle
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from math import comb, factorial, perm

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from keypeg.core.codes import BLANK, Code, CodeSpace, join_parts
from keypeg.core.edition import Edition
from keypeg.core.errors import RuleError
from keypeg.core.marks import BLACK_WHITE, COLOURS, SUM, KeyPegs, Marking, Number
from keypeg.editions import edition
from keypeg.solver.game.guessing_game import MAX_CODES, GuessingGame, game_for, game_of, list_codes, make_game
from support.plain_solver import small_game, spaces

few = settings(derandomize=True, deadline=None, max_examples=120)

HELD_44 = [
    (2, 1, (3, 0, 0, 0, 0)),
    (2, 2, (3, 3, 0, 0, 0)),
    (2, 2, (0, 5, 0, 2, 0)),
    (3, 1, (0, 0, 6, 0, 0)),
    (4, 1, (0, 1, 0, 0, 0)),
]
"""Seats, parts a seat, and what one of them holds."""


def as_tuples(rows: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> list[Code]:
    return [tuple(row) for row in rows.tolist()]


@few
@given(spaces())
@example(CodeSpace(4, 6, repeats=False))
@example(CodeSpace(5, 3, most_blanks=5))
@example(CodeSpace(4, 4, repeats=False, least_blanks=1, most_blanks=3, blank_holes=(2, 4)))
@example(CodeSpace(2, 1, repeats=False, most_blanks=1))
@example(CodeSpace(3, 20))
def test_a_game_lists_the_codes_of_a_space_in_the_order_of_the_space(space: CodeSpace) -> None:
    assert as_tuples(list_codes(space)) == list(space)


@few
@given(spaces(), st.sampled_from((BLACK_WHITE, SUM)))
def test_where_order_counts_every_code_weighs_one(space: CodeSpace, marking: Marking) -> None:
    if space.size == 0:
        return
    asked = game_of(space, space, marking)
    assert as_tuples(asked.codes) == as_tuples(asked.guesses) == list(space)
    assert asked.weights.tolist() == [1] * space.size
    assert asked.is_uniform
    assert asked.answers.tolist() == asked.guess_of.tolist() == list(range(space.size))


@few
@given(spaces())
def test_where_only_colours_count_a_code_stands_for_all_its_arrangements(space: CodeSpace) -> None:
    if space.size == 0:
        return
    asked = game_of(space, space, COLOURS)
    arrangements = Counter(tuple(sorted(code)) for code in space)
    assert dict(zip(as_tuples(asked.codes), asked.weights.tolist(), strict=True)) == arrangements
    assert len(asked.codes) == space.colour_sets
    assert asked.weights.sum() == space.size


def test_the_numbers_of_codes_are_the_well_known_ones() -> None:
    assert len(small_game(4, 6).codes) == 6**4
    assert len(small_game(5, 8).codes) == 8**5
    assert len(small_game(4, 10, repeats=False).codes) == perm(10, 4)
    assert len(small_game(4, 6, COLOURS).codes) == comb(9, 4)
    assert len(small_game(4, 8, repeats=False, free_guesses=True).guesses) == 8**4


def test_a_guess_is_named_by_its_pegs_and_their_order_only_where_order_counts() -> None:
    for asked in (small_game(3, 4), small_game(3, 4, SUM)):
        for number in range(len(asked.guesses)):
            assert asked.guess_number(asked.guess(number)) == number
    unordered = small_game(3, 4, COLOURS)
    for code in CodeSpace(3, 4):
        assert unordered.guess(unordered.guess_number(code)) == tuple(sorted(code))


def test_a_guess_that_is_not_allowed_has_no_number() -> None:
    for asked, guess in (
        (small_game(3, 4), (1, 2, 5)),
        (small_game(3, 4, repeats=False), (1, 1, 2)),
        (small_game(3, 4), (1, 2)),
    ):
        with pytest.raises(RuleError) as caught:
            asked.guess_number(guess)
        assert caught.value.code == "no-such-guess"


def test_a_number_never_passes_for_key_pegs() -> None:
    for asked, known, strange in (
        (small_game(3, 4), (KeyPegs(1, 1),), (Number(1),)),
        (small_game(3, 4, COLOURS), (Number(2),), (KeyPegs(2, 0),)),
        (small_game(3, 4), (KeyPegs(0, 0),), (KeyPegs(2, 1),)),
        (small_game(3, 4), (KeyPegs(0, 0),), (KeyPegs(0, 0), KeyPegs(0, 0))),
    ):
        assert asked.marks[asked.mark_number(known)] == known
        with pytest.raises(RuleError) as caught:
            asked.mark_number(strange)
        assert caught.value.code == "impossible-mark"


@pytest.mark.parametrize(
    ("marking", "mark"),
    [(BLACK_WHITE, KeyPegs(3, 0)), (COLOURS, Number(3)), (SUM, Number(6))],
    ids=["black-white", "colours", "sum"],
)
def test_one_mark_says_that_the_code_is_found(marking: Marking, mark: KeyPegs | Number) -> None:
    asked = small_game(3, 4, marking)
    assert asked.marks[asked.solved_mark] == (mark,)


# Parts that are dealt


def dealt(table: Edition, own: Code) -> dict[tuple[Code, ...], int]:
    """In how many ways each deal to the others comes about, hole by hole and counter by counter.

    The others, one after the other, take holes at random out of those left; then each hole gets a counter at random
    out of all those left, every counter being a thing of its own.
    """
    secrets, others = table.secrets, table.seats - 1
    bag = [(peg, copy) for peg in range(1, secrets.space.colours + 1) for copy in range(secrets.counters)]
    for peg in own:
        if peg != BLANK:
            bag.remove(next(counter for counter in bag if counter[0] == peg))
    free = [hole for hole, peg in enumerate(own) if peg == BLANK]
    ways: Counter[tuple[Code, ...]] = Counter()
    drawn = others * secrets.parts
    # To keep the list short, counters of one colour are drawn as one, with as many ways as there are of them.
    for holes in permutations(free, drawn):
        for pegs in product(range(1, secrets.space.colours + 1), repeat=drawn):
            left = Counter(peg for peg, _ in bag)
            way = 1
            for peg in pegs:
                way *= left[peg]
                left[peg] -= 1
            if way:
                hands = [[BLANK] * secrets.space.holes for _ in range(others)]
                for at, (hole, peg) in enumerate(zip(holes, pegs, strict=True)):
                    hands[at // secrets.parts][hole] = peg
                ways[tuple(tuple(hand) for hand in hands)] += way
    return ways


def hands_of(asked: GuessingGame, number: int, holes: int) -> tuple[Code, ...]:
    code = asked.code(number)
    return tuple(code[at : at + holes] for at in range(0, len(code), holes))


@pytest.mark.parametrize(("seats", "parts", "own"), HELD_44)
def test_every_deal_weighs_as_many_ways_as_the_counters_can_fall_so(seats: int, parts: int, own: Code) -> None:
    table = edition("mastermind-44", seats=seats, parts=parts)
    asked = game_for(table, 1, own)
    ways = dealt(table, own)
    weights = {hands_of(asked, number, 5): int(weight) for number, weight in enumerate(asked.weights)}
    assert len(weights) == len(asked.codes)
    assert weights.keys() == ways.keys()
    ratios = {Fraction(weights[deal], way) for deal, way in ways.items()}
    assert len(ratios) == 1, "the weights are in proportion"


@pytest.mark.parametrize(("seats", "parts", "own"), HELD_44)
def test_the_answer_of_a_deal_is_the_whole_code(seats: int, parts: int, own: Code) -> None:
    asked = game_for(edition("mastermind-44", seats=seats, parts=parts), 1, own)
    wholes = [join_parts((own, *hands_of(asked, number, 5))) for number in range(len(asked.codes))]
    answers = asked.answers.tolist()
    assert len(set(answers)) == len(set(wholes)) == len(set(zip(answers, wholes, strict=True)))


@pytest.mark.parametrize(("seats", "parts"), [(2, 1), (3, 1), (4, 1), (2, 2)])
def test_there_are_as_many_deals_as_holes_and_colours_allow(seats: int, parts: int) -> None:
    asked = game_for(edition("mastermind-44", seats=seats, parts=parts))
    free, others = 5 - parts, seats - 1
    hands = factorial(free) // (factorial(parts) ** others * factorial(free - others * parts))
    # Four counters of a colour are enough for every deal: nobody can draw five.
    assert len(asked.codes) == hands * 6 ** (others * parts)
    assert len(asked.guesses) == 7**parts * 6 ** (5 - parts)
    assert asked.solved_mark == -1
    assert (asked.guess_of == -1).all()


def test_two_parts_of_one_colour_are_likelier_to_be_different_from_mine() -> None:
    asked = game_for(edition("mastermind-44", seats=2), 1, (1, 0, 0, 0, 0))
    weights = {hands_of(asked, number, 5)[0]: int(weight) for number, weight in enumerate(asked.weights)}
    assert weights[0, 1, 0, 0, 0] == 3
    assert weights[0, 2, 0, 0, 0] == 4


def test_one_may_bluff_in_ones_own_hole_only() -> None:
    asked = game_for(edition("mastermind-44"), 2, (0, 0, 5, 0, 0))
    assert asked.guess_number((1, 1, 0, 1, 1)) >= 0
    with pytest.raises(RuleError):
        asked.guess_number((0, 1, 1, 1, 1))


# Editions, processes, limits


def test_the_handicap_of_a_short_seat_makes_its_game_shorter() -> None:
    table = edition("challenge-2001", handicap=2)
    assert {game_for(table, seat).codes.shape[1] for seat in (1, 2)} == {4, 5}


@pytest.mark.parametrize(
    "asked",
    [
        small_game(3, 4),
        small_game(3, 5, repeats=False, free_guesses=True),
        small_game(3, 4, COLOURS),
        small_game(3, 4, SUM, blanks=2),
        game_for(edition("mastermind-44", seats=2, parts=2)),
    ],
    ids=lambda one: one.key,
)
def test_a_game_can_be_sent_to_another_process(asked: GuessingGame) -> None:
    text = pickle.dumps(asked)
    assert len(text) < 2_000, "what is sent is what it is made from"
    make_game.cache_clear()
    arrived = pickle.loads(text)
    assert arrived.key == asked.key
    for name in ("codes", "guesses", "weights", "answers", "guess_of"):
        assert np.array_equal(getattr(arrived, name), getattr(asked, name))
    assert (arrived.marks, arrived.solved_mark, arrived.ordered) == (asked.marks, asked.solved_mark, asked.ordered)


@pytest.mark.parametrize("space", [CodeSpace(8, 20), CodeSpace(6, 13), CodeSpace(8, 10, repeats=False, most_blanks=8)])
def test_a_space_with_too_many_codes_is_refused(space: CodeSpace) -> None:
    assert space.size > MAX_CODES
    for make in (lambda: list_codes(space), lambda: game_of(space, space, BLACK_WHITE)):
        with pytest.raises(RuleError) as caught:
            make()
        assert caught.value.code == "puzzle-too-large"
        assert str(space.size) in str(caught.value)


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
def test_guesses_that_cannot_reach_every_code_are_refused(secrets: CodeSpace, guesses: CodeSpace) -> None:
    with pytest.raises(RuleError) as caught:
        game_of(secrets, guesses, BLACK_WHITE)
    assert caught.value.code == "guess-cannot-reach"


def test_two_games_of_the_same_name_are_the_same() -> None:
    everything = [
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
    assert len({asked.key for asked in everything}) == len(everything)


def test_deals_from_fewer_counters_are_another_game() -> None:
    table = edition("mastermind-44", seats=2, parts=2)
    scarce = replace(table, secrets=replace(table.secrets, counters=2))
    asked, other = game_for(table), game_for(scarce)
    assert asked.weights.tolist() != other.weights.tolist()
    assert asked.key != other.key


def test_codes_and_guesses_of_different_lengths_are_refused() -> None:
    with pytest.raises(RuleError) as caught:
        game_of(CodeSpace(3, 4), CodeSpace(4, 4), BLACK_WHITE)
    assert caught.value.code == "codes-differ"
