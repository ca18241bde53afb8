"""The one-step rules: published totals, plain definitions, and ties that no rounding decides."""

import re
from dataclasses import replace
from itertools import combinations_with_replacement, pairwise
from math import prod
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keypeg.core.codes import Code, CodeSpace
from keypeg.core.errors import RuleError
from keypeg.core.marks import BLACK_WHITE, COLOURS, PARTS, SUM, Marking
from keypeg.editions import edition
from keypeg.solver.game.guessing_game import GuessingGame, Marks, game_for, game_of
from keypeg.solver.game.mark_sums import peg_mark_sums
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import RULES, TIES, Rule, Ties, cell_score_table, entropy_table
from keypeg.solver.strategy.tree import NOWHERE, Strategy, tally_of
from support.plain_solver import guess_number, marked, numbers, one_step_choice, replay, small_game, spaces

pytestmark = pytest.mark.no_cover  # it runs through much, again and again: that is covered elsewhere, and faster

few = settings(derandomize=True, deadline=None, max_examples=40)

GOLDEN = (Path(__file__).parent / "golden" / "one-step.txt").read_text(encoding="utf-8")
LINE = re.compile(r"(\d)x(\d) (\d+) ([a-z-]+): (\d+) = ([\d ]+)")


@pytest.mark.parametrize("line", [line for line in GOLDEN.splitlines() if line and not line.startswith("#")])
def test_a_rule_comes_to_what_the_golden_file_says(line: str) -> None:
    parts = LINE.fullmatch(line)
    assert parts is not None
    holes, colours, opening, rule = int(parts[1]), int(parts[2]), parts[3], parts[4]
    asked = small_game(holes, colours)
    found = tally_of(one_step_strategy(asked, RULES[rule], opening=guess_number(asked, opening)))
    shown = f"{holes}x{colours} {opening} {rule}: {found.total} = {' '.join(map(str, found.histogram))}"
    assert shown == line
    assert found.codes == sum(found.histogram) == colours**holes
    assert found.worst == len(found.histogram)
    assert found.total == sum(at * codes for at, codes in enumerate(found.histogram, 1))


@pytest.mark.parametrize(
    ("rule", "opening"),
    [(Rule.MINIMAX, "1122"), (Rule.EXPECTED_SIZE, "1123"), (Rule.ENTROPY, "1234"), (Rule.PARTS, "1123")],
)
def test_the_opening_that_each_rule_chooses_itself(rule: Rule, opening: str) -> None:
    asked = small_game(4, 6)
    strategy = one_step_strategy(asked, rule)
    assert asked.guess(int(strategy.guess[0])) == tuple(map(int, opening))


# Played out


def check_by_playing(strategy: Strategy, marking: Marking) -> None:
    played = replay(strategy, marking)
    assert [played[code] for code in range(len(strategy.game.codes))] == strategy.guesses_needed().tolist()


@few
@given(
    spaces(most_holes=3, most_colours=4, least=1),
    st.sampled_from((BLACK_WHITE, COLOURS, SUM)),
    st.sampled_from(Rule),
    st.sampled_from(Ties),
)
def test_every_code_is_found_with_as_many_guesses_as_the_strategy_says(
    space: CodeSpace, marking: Marking, rule: Rule, ties: Ties
) -> None:
    check_by_playing(one_step_strategy(game_of(space, space, marking), rule, ties), marking)


@pytest.mark.parametrize(
    ("asked", "marking", "rule"),
    [
        (small_game(4, 6), BLACK_WHITE, Rule.MINIMAX),
        (small_game(4, 6, SUM), SUM, Rule.ENTROPY),
        (small_game(4, 8, COLOURS), COLOURS, Rule.EXPECTED_SIZE),
        (small_game(4, 6, BLACK_WHITE, repeats=False, free_guesses=True), BLACK_WHITE, Rule.PARTS),
        (small_game(4, 4, BLACK_WHITE, blanks=4), BLACK_WHITE, Rule.MINIMAX),
        (small_game(6, 3), BLACK_WHITE, Rule.ENTROPY),
        (game_for(edition("mastermind-44", seats=2)), PARTS, Rule.ENTROPY),
        (game_for(edition("mastermind-44", seats=2, parts=2)), PARTS, Rule.MINIMAX),
        (game_for(edition("mastermind-44", seats=3)), PARTS, Rule.PARTS),
    ],
    ids=lambda one: one.key if isinstance(one, GuessingGame) else "",
)
def test_so_it_is_in_every_kind_of_game(asked: GuessingGame, marking: Marking, rule: Rule) -> None:
    check_by_playing(one_step_strategy(asked, rule), marking)


def test_a_strategy_of_five_holes_and_eight_colours_finds_every_code() -> None:
    asked = small_game(5, 8)
    check_by_playing(one_step_strategy(asked, Rule.ENTROPY, opening=guess_number(asked, "11223")), BLACK_WHITE)


# By the plain definition


def check_every_choice(asked: GuessingGame, marking: Marking, rule: Rule, ties: Ties) -> None:
    strategy = one_step_strategy(asked, rule, ties)
    table = marked(asked, marking)
    for node, _, codes in strategy.walk():
        chosen = one_step_choice(asked, table, rule, ties, codes.tolist())
        assert asked.guess(int(strategy.guess[node])) == asked.guess(chosen), f"with {len(codes)} codes left"


@pytest.mark.parametrize("ties", TIES.values(), ids=TIES)
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
@pytest.mark.parametrize(
    ("asked", "marking"),
    [
        (small_game(3, 3), BLACK_WHITE),
        (small_game(2, 6), BLACK_WHITE),
        (small_game(2, 5, SUM, blanks=1), SUM),
        (small_game(3, 4), BLACK_WHITE),
        (small_game(4, 3), BLACK_WHITE),
        (small_game(3, 5, repeats=False), BLACK_WHITE),
        (small_game(3, 4, repeats=False, free_guesses=True), BLACK_WHITE),
        (small_game(3, 4, SUM), SUM),
        (small_game(3, 3, SUM, blanks=2), SUM),
        (small_game(3, 4, COLOURS), COLOURS),
        (small_game(4, 6, COLOURS), COLOURS),
        (small_game(4, 6, COLOURS, repeats=False), COLOURS),
    ],
    ids=lambda one: one.key if isinstance(one, GuessingGame) else "",
)
def test_at_every_position_the_guess_is_the_one_of_the_rule(
    asked: GuessingGame, marking: Marking, rule: Rule, ties: Ties
) -> None:
    if ties is not Ties.CONSISTENT_LAST or len(asked.codes) < 48:
        check_every_choice(asked, marking, rule, ties)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_the_last_in_order_is_the_last_of_all_also_where_guesses_are_alike(rule: Rule) -> None:
    check_every_choice(small_game(3, 4), BLACK_WHITE, rule, Ties.CONSISTENT_LAST)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_so_it_is_where_parts_are_dealt(rule: Rule) -> None:
    check_every_choice(game_for(edition("mastermind-44", seats=2), 1, (2, 0, 0, 0, 0)), PARTS, rule, Ties.CONSISTENT)


def test_a_position_in_the_middle_of_a_game_is_gone_on_with_by_the_same_rule() -> None:
    asked = small_game(4, 4)
    whole = one_step_strategy(asked, Rule.ENTROPY, opening=guess_number(asked, "1123"))
    for node, depth, codes in whole.walk():
        if depth == 2:
            branch = one_step_strategy(asked, Rule.ENTROPY, codes=codes, placed=[int(whole.guess[0])])
            assert branch.guess[0] == whole.guess[node]
            assert len(replay(branch, BLACK_WHITE, codes.tolist())) == len(codes)


# Nothing, one, and too much


def test_where_one_code_is_possible_nothing_is_to_decide() -> None:
    asked = small_game(3, 1)
    strategy = one_step_strategy(asked, Rule.MINIMAX)
    assert len(strategy) == 0
    assert list(strategy.walk()) == []
    assert tally_of(strategy).histogram == (1,)


def test_a_first_guess_that_tells_nothing_costs_one_guess() -> None:
    secrets, guesses = CodeSpace(2, 2), CodeSpace(2, 3)
    asked = game_of(secrets, guesses, BLACK_WHITE)
    for rule in Rule:
        strategy = one_step_strategy(asked, rule, opening=guess_number(asked, "33"))
        assert tally_of(strategy).total == tally_of(one_step_strategy(asked, rule)).total + 4
        check_by_playing(strategy, BLACK_WHITE)


@pytest.mark.parametrize("ties", TIES.values(), ids=TIES)
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_so_it_does_where_few_codes_are_left(rule: Rule, ties: Ties) -> None:
    asked = small_game(2, 4)
    pair = [guess_number(asked, "22"), guess_number(asked, "33")]
    strategy = one_step_strategy(asked, rule, ties, guess_number(asked, "23"), numbers(pair))
    assert len(strategy) == 2
    assert sorted(replay(strategy, BLACK_WHITE, pair).values()) == ([3, 3] if ties is Ties.FIRST else [2, 3])


def with_guesses(asked: GuessingGame, marking: Marking, allowed: list[Code]) -> GuessingGame:
    """The same game, but with these guesses only."""
    guesses = np.array(allowed, np.uint8)
    return replace(asked, guesses=guesses, mark_sums=peg_mark_sums(marking, asked.codes, guesses)[0])


@pytest.mark.parametrize("ties", TIES.values(), ids=TIES)
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_codes_that_cannot_be_told_apart_are_refused(rule: Rule, ties: Ties) -> None:
    deaf = with_guesses(small_game(2, 4), BLACK_WHITE, [(1, 1), (1, 2), (2, 2)])
    with pytest.raises(RuleError) as caught:
        one_step_strategy(deaf, rule, ties)
    assert caught.value.code == "cannot-be-told-apart"
    assert str(caught.value)
    enough = with_guesses(small_game(2, 4), BLACK_WHITE, [(1, 1), (1, 2), (2, 2), (1, 3), (3, 2)])
    check_by_playing(one_step_strategy(enough, rule, ties), BLACK_WHITE)


# Entropy in whole numbers


def parted(total: int, most: int) -> list[tuple[int, ...]]:
    """Every way to part so many codes into at most so many cells."""
    return [cells for cells in combinations_with_replacement(range(total + 1), most) if sum(cells) == total]


@pytest.mark.parametrize("total", [8, 12, 16])
def test_cells_tie_by_entropy_exactly_if_they_do_so_in_whole_numbers(total: int) -> None:
    table = entropy_table(total)
    ways = parted(total, 5)
    in_order = sorted(ways, key=lambda cells: prod(size**size for size in cells))
    for earlier, later in pairwise(in_order):
        same = prod(size**size for size in earlier) == prod(size**size for size in later)
        one, other = (int(table[list(cells)].sum()) for cells in (earlier, later))
        assert (one == other) if same else (one < other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((4, 1, 1, 1, 1), (2, 2, 2, 2)),
        ((8, 1, 1, 1, 1, 1, 1, 1, 1), (4, 4, 4, 2, 2)),
        ((6, 1, 1, 1, 1, 1, 1), (3, 3, 2, 2, 2)),
        ((12, 1, 1, 1, 1, 1, 1, 1), (6, 6, 4, 2, 1)),
    ],
)
def test_cells_that_tell_equally_much_tie_to_the_last_bit(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    table = entropy_table(100)
    assert (prod(n**n for n in one) == prod(n**n for n in other)) is bool(
        table[list(one)].sum() == table[list(other)].sum()
    )


@few
@given(st.integers(1, 300), st.integers(1, 300))
def test_information_is_multiplicative(one: int, other: int) -> None:
    table = entropy_table(300 * 300)
    assert table[one * other] == one * table[other] + other * table[one]


def test_information_is_n_times_the_logarithm_of_n() -> None:
    sizes = np.arange(1, 5000)
    assert np.allclose(entropy_table(4999)[1:] / 2**40, sizes * np.log2(sizes), rtol=1e-11, atol=1e-9)
    assert entropy_table(1).tolist() == [0, 0]


def test_what_a_cell_adds_by_each_rule() -> None:
    assert cell_score_table(Rule.EXPECTED_SIZE, 4).tolist() == [0, 1, 4, 9, 16]
    assert cell_score_table(Rule.PARTS, 3).tolist() == [0, -1, -1, -1]
    assert cell_score_table(Rule.ENTROPY, 4).tolist() == [0, 0, 2 * 2**40, int(entropy_table(4)[3]), 8 * 2**40]


def test_after_rows_the_strategy_says_where_it_stands() -> None:
    asked = small_game(4, 6)
    strategy = one_step_strategy(asked, Rule.MINIMAX, opening=guess_number(asked, "1122"))
    secret = (3, 6, 3, 2)
    node = 0
    rows: list[tuple[Code, Marks]] = []
    while node != NOWHERE:
        assert strategy.find(rows) == node
        guess = asked.guess(int(strategy.guess[node]))
        marks = (BLACK_WHITE.mark(secret, guess),)
        rows.append((guess, marks))
        node = strategy.next(node, asked.mark_number(marks))
    assert strategy.find(rows) == NOWHERE
    assert strategy.find([((1, 2, 3, 4), asked.marks[0])]) is None
