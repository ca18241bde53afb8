"""The one-step rules: published totals, plain definitions, and ties that rounding never decides."""

import re
from dataclasses import replace
from itertools import combinations_with_replacement, pairwise
from math import prod
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from keypeg.core.codes import Code, CodeSpace
from keypeg.core.errors import RuleError
from keypeg.core.marks import BLACK_WHITE, COLOURS, PARTS, SUM, Marking
from keypeg.editions import edition
from keypeg.solver.game.guessing_game import GuessingGame, game_for, game_of
from keypeg.solver.game.mark_sums import peg_mark_sums
from keypeg.solver.game.rows import Marks
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import RULES, TIES, Rule, Ties, cell_score_table, entropy_table
from keypeg.solver.strategy.tree import NOWHERE, Strategy, tally_of
from support.plain_solver import (
    code_spaces,
    indices,
    one_step_guess,
    read_guess,
    replay_strategy,
    rulebook_table,
    small_game,
)
from support.thoroughness import examples, first_of

pytestmark = pytest.mark.no_cover  # these tests repeat much code that faster tests cover

few = examples(40)

GOLDEN = (Path(__file__).parent / "golden" / "one-step.txt").read_text(encoding="utf-8")
LINE = re.compile(r"(\d)x(\d) (\d+) ([a-z-]+): (\d+) = ([\d ]+)")


LINES = [line for line in GOLDEN.splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize("line", first_of(LINES, quick=6))
def test_a_rule_reaches_the_total_in_the_golden_file(line: str) -> None:
    parts = LINE.fullmatch(line)
    assert parts is not None
    holes, colours, opening, rule = int(parts[1]), int(parts[2]), parts[3], parts[4]
    game = small_game(holes, colours)
    tally = tally_of(one_step_strategy(game, RULES[rule], opening=read_guess(game, opening)))
    shown = f"{holes}x{colours} {opening} {rule}: {tally.total} = {' '.join(map(str, tally.histogram))}"
    assert shown == line
    assert tally.codes == sum(tally.histogram) == colours**holes
    assert tally.worst == len(tally.histogram)
    assert tally.total == sum(guess * codes for guess, codes in enumerate(tally.histogram, 1))


@pytest.mark.parametrize(
    ("rule", "opening"),
    [(Rule.MINIMAX, "1122"), (Rule.EXPECTED_SIZE, "1123"), (Rule.ENTROPY, "1234"), (Rule.PARTS, "1123")],
)
def test_each_rule_chooses_its_known_opening(rule: Rule, opening: str) -> None:
    game = small_game(4, 6)
    strategy = one_step_strategy(game, rule)
    assert game.guess(int(strategy.guess[0])) == tuple(map(int, opening))


# By playing


def check_by_playing(strategy: Strategy, marking: Marking) -> None:
    played = replay_strategy(strategy, marking)
    assert [played[code] for code in range(len(strategy.game.codes))] == strategy.guesses_needed().tolist()


@few
@given(
    code_spaces(most_holes=3, most_colours=4, least=1),
    st.sampled_from((BLACK_WHITE, COLOURS, SUM)),
    st.sampled_from(Rule),
    st.sampled_from(Ties),
)
def test_every_code_needs_as_many_guesses_as_the_strategy_claims(
    space: CodeSpace, marking: Marking, rule: Rule, ties: Ties
) -> None:
    check_by_playing(one_step_strategy(game_of(space, space, marking), rule, ties), marking)


@pytest.mark.parametrize(
    ("game", "marking", "rule"),
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
    ids=lambda value: value.key if isinstance(value, GuessingGame) else "",
)
def test_every_code_is_found_in_every_kind_of_game(game: GuessingGame, marking: Marking, rule: Rule) -> None:
    check_by_playing(one_step_strategy(game, rule), marking)


@pytest.mark.parametrize("colours", first_of([6, 8], quick=1))
def test_a_strategy_for_five_holes_finds_every_code(colours: int) -> None:
    game = small_game(5, colours)
    check_by_playing(one_step_strategy(game, Rule.ENTROPY, opening=read_guess(game, "11223")), BLACK_WHITE)


# By the plain definition


def check_every_choice(game: GuessingGame, marking: Marking, rule: Rule, ties: Ties) -> None:
    strategy = one_step_strategy(game, rule, ties)
    table = rulebook_table(game, marking)
    for node, _, codes in strategy.walk():
        chosen = one_step_guess(game, table, rule, ties, codes.tolist())
        assert game.guess(int(strategy.guess[node])) == game.guess(chosen), f"with {len(codes)} codes left"


@pytest.mark.parametrize("ties", TIES.values(), ids=TIES)
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
@pytest.mark.parametrize(
    ("game", "marking"),
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
    ids=lambda value: value.key if isinstance(value, GuessingGame) else "",
)
def test_the_rule_is_followed_at_every_position(game: GuessingGame, marking: Marking, rule: Rule, ties: Ties) -> None:
    if ties is not Ties.CONSISTENT_LAST or len(game.codes) < 48:
        check_every_choice(game, marking, rule, ties)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_the_last_of_several_equivalent_guesses_can_be_chosen(rule: Rule) -> None:
    check_every_choice(small_game(3, 4), BLACK_WHITE, rule, Ties.CONSISTENT_LAST)


@pytest.mark.parametrize("rule", first_of(RULES.values(), quick=1), ids=RULES)
def test_the_rule_is_followed_at_every_position_if_parts_are_dealt(rule: Rule) -> None:
    check_every_choice(game_for(edition("mastermind-44", seats=2), 1, (2, 0, 0, 0, 0)), PARTS, rule, Ties.CONSISTENT)


def test_a_strategy_can_start_in_the_middle_of_a_game() -> None:
    game = small_game(4, 4)
    whole = one_step_strategy(game, Rule.ENTROPY, opening=read_guess(game, "1123"))
    for node, depth, codes in whole.walk():
        if depth == 2:
            branch = one_step_strategy(game, Rule.ENTROPY, codes=codes, placed=[int(whole.guess[0])])
            assert branch.guess[0] == whole.guess[node]
            assert len(replay_strategy(branch, BLACK_WHITE, codes.tolist())) == len(codes)


# Extreme cases


def test_a_single_code_needs_no_decision() -> None:
    game = small_game(3, 1)
    strategy = one_step_strategy(game, Rule.MINIMAX)
    assert len(strategy) == 0
    assert list(strategy.walk()) == []
    assert tally_of(strategy).histogram == (1,)


def test_an_opening_that_excludes_nothing_costs_one_guess() -> None:
    secrets, guesses = CodeSpace(2, 2), CodeSpace(2, 3)
    game = game_of(secrets, guesses, BLACK_WHITE)
    for rule in Rule:
        strategy = one_step_strategy(game, rule, opening=read_guess(game, "33"))
        assert tally_of(strategy).total == tally_of(one_step_strategy(game, rule)).total + 4
        check_by_playing(strategy, BLACK_WHITE)


@pytest.mark.parametrize("ties", TIES.values(), ids=TIES)
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_an_opening_that_excludes_nothing_costs_one_guess_with_two_codes_left(rule: Rule, ties: Ties) -> None:
    game = small_game(2, 4)
    pair = [read_guess(game, "22"), read_guess(game, "33")]
    strategy = one_step_strategy(game, rule, ties, read_guess(game, "23"), indices(pair))
    assert len(strategy) == 2
    assert sorted(replay_strategy(strategy, BLACK_WHITE, pair).values()) == ([3, 3] if ties is Ties.FIRST else [2, 3])


def with_guesses(game: GuessingGame, marking: Marking, allowed: list[Code]) -> GuessingGame:
    """The same game with only these guesses."""
    guesses = np.array(allowed, np.uint8)
    return replace(game, guesses=guesses, mark_sums=peg_mark_sums(marking, game.codes, guesses)[0])


@pytest.mark.parametrize("ties", TIES.values(), ids=TIES)
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_codes_that_no_guess_distinguishes_are_refused(rule: Rule, ties: Ties) -> None:
    too_few = with_guesses(small_game(2, 4), BLACK_WHITE, [(1, 1), (1, 2), (2, 2)])
    with pytest.raises(RuleError) as caught:
        one_step_strategy(too_few, rule, ties)
    assert caught.value.code == "codes-indistinguishable"
    assert str(caught.value)
    enough = with_guesses(small_game(2, 4), BLACK_WHITE, [(1, 1), (1, 2), (2, 2), (1, 3), (3, 2)])
    check_by_playing(one_step_strategy(enough, rule, ties), BLACK_WHITE)


# Entropy as integers


def partitions(total: int, most: int) -> list[tuple[int, ...]]:
    """Every way to split so many codes into at most so many cells."""
    return [cells for cells in combinations_with_replacement(range(total + 1), most) if sum(cells) == total]


@pytest.mark.parametrize("total", [8, 12, 16])
def test_partitions_tie_exactly_if_their_entropies_are_equal(total: int) -> None:
    table = entropy_table(total)
    in_order = sorted(partitions(total, 5), key=lambda cells: prod(size**size for size in cells))
    for earlier, later in pairwise(in_order):
        same = prod(size**size for size in earlier) == prod(size**size for size in later)
        first, other = (int(table[list(cells)].sum()) for cells in (earlier, later))
        assert (first == other) if same else (first < other)


@pytest.mark.parametrize(
    ("first", "other"),
    [
        ((4, 1, 1, 1, 1), (2, 2, 2, 2)),
        ((8, 1, 1, 1, 1, 1, 1, 1, 1), (4, 4, 4, 2, 2)),
        ((6, 1, 1, 1, 1, 1, 1), (3, 3, 2, 2, 2)),
        ((12, 1, 1, 1, 1, 1, 1, 1), (6, 6, 4, 2, 1)),
    ],
)
def test_partitions_with_equal_information_tie_to_the_last_bit(first: tuple[int, ...], other: tuple[int, ...]) -> None:
    table = entropy_table(100)
    assert (prod(n**n for n in first) == prod(n**n for n in other)) is bool(
        table[list(first)].sum() == table[list(other)].sum()
    )


@few
@given(st.integers(1, 300), st.integers(1, 300))
def test_the_logarithm_of_a_product_is_the_sum_of_the_logarithms(first: int, other: int) -> None:
    table = entropy_table(300 * 300)
    assert table[first * other] == first * table[other] + other * table[first]


def test_the_entropy_table_is_n_times_the_logarithm_of_n() -> None:
    sizes = np.arange(1, 5000)
    assert np.allclose(entropy_table(4999)[1:] / 2**40, sizes * np.log2(sizes), rtol=1e-11, atol=1e-9)
    assert entropy_table(1).tolist() == [0, 0]


def test_each_rule_scores_cells_by_their_size() -> None:
    assert cell_score_table(Rule.EXPECTED_SIZE, 4).tolist() == [0, 1, 4, 9, 16]
    assert cell_score_table(Rule.PARTS, 3).tolist() == [0, -1, -1, -1]
    assert cell_score_table(Rule.ENTROPY, 4).tolist() == [0, 0, 2 * 2**40, int(entropy_table(4)[3]), 8 * 2**40]


def test_a_strategy_finds_the_node_after_some_rows() -> None:
    game = small_game(4, 6)
    strategy = one_step_strategy(game, Rule.MINIMAX, opening=read_guess(game, "1122"))
    secret = (3, 6, 3, 2)
    node = 0
    rows: list[tuple[Code, Marks]] = []
    while node != NOWHERE:
        assert strategy.find(rows) == node
        guess = game.guess(int(strategy.guess[node]))
        marks = (BLACK_WHITE.mark(secret, guess),)
        rows.append((guess, marks))
        node = strategy.next(node, game.mark_number(marks))
    assert strategy.find(rows) == NOWHERE
    assert strategy.find([((1, 2, 3, 4), game.marks[0])]) is None
