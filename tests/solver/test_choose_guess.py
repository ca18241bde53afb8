"""Choosing guesses by counted work: the most informative and the cheapest ones are those that plain trying finds."""

from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from keypeg.core.codes import CodeSpace
from keypeg.core.errors import RuleError
from keypeg.core.marks import BLACK_WHITE, COLOURS, SUM, Marking
from keypeg.solver.advice.choose_guess import MIN_CODES_FOR_SYMMETRY, choose_guess, most_informative, one_step_cost
from keypeg.solver.exact.search import ExactSearch
from keypeg.solver.game.guessing_game import GuessingGame, game_of
from keypeg.solver.game.partition import all_codes, cell_sizes, marks_of_guess, sum_mark_values
from keypeg.solver.kernels.array_types import Numbers
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule, Ties
from keypeg.solver.proof.optimal import optimal_strategy
from keypeg.solver.strategy.costs import GUESSES, Costs, costs_by_guess, costs_within
from solver.test_one_step_rules import with_guesses
from support.plain_solver import (
    any_costs,
    brute_force_cost,
    code_spaces,
    cost_of_guess,
    indices,
    one_step_guess,
    read_guess,
    rule_score,
    rulebook_table,
    small_game,
)
from support.thoroughness import examples, times

few = examples(40)

SMALL = [
    (small_game(2, 6), BLACK_WHITE),
    (small_game(3, 4), BLACK_WHITE),
    (small_game(4, 3), BLACK_WHITE),
    (small_game(3, 4, SUM), SUM),
    (small_game(3, 5, COLOURS), COLOURS),
    (small_game(2, 4, blanks=2), BLACK_WHITE),
    (small_game(3, 4, repeats=False, free_guesses=True), BLACK_WHITE),
]
"""Games small enough to try everything."""

SIGMOID = costs_by_guess([10, 40, 160, 420, 660, 780, 820, 830])
"""Costs as in a duel against an opponent who needs about four guesses."""

COSTS = {
    "guesses": GUESSES,
    "within three": costs_within(3),
    "within five": costs_within(5),
    "as in a duel": SIGMOID,
    "the first three for nothing": Costs((0, 0, 0, 1)),
    "the last row": Costs((1, 1000, 1)),
}


def game_id(value: object) -> str:
    return value.key if isinstance(value, GuessingGame) else ""


def some_codes(game: GuessingGame, rng: Random, count: int) -> Numbers:
    return indices(sorted(rng.sample(range(len(game.codes)), min(count, len(game.codes)))))


def missing_information(game: GuessingGame, marking: Marking, codes: Numbers, guess: int) -> int:
    """How far a guess falls short of complete information, by its cells."""
    row = rulebook_table(game, marking)[guess]
    cells: Counter[int] = Counter()
    for code in codes.tolist():
        cells[row[code]] += int(game.weights[code])
    return rule_score(Rule.ENTROPY, cells)


def random_position(game: GuessingGame, rng: Random, most: int) -> tuple[Numbers, tuple[int, ...]]:
    """A possible position: some random guesses, and the candidates after them."""
    codes, placed = all_codes(game), list[int]()
    secret = rng.randrange(len(codes))
    for _ in range(rng.randint(0, most)):
        placed.append(rng.randrange(len(game.guesses)))
        marks = marks_of_guess(game, placed[-1], all_codes(game))
        codes = codes[marks[codes] == marks[secret]]
    return codes, tuple(placed)


# The most informative guess


@pytest.mark.parametrize(("game", "marking"), SMALL, ids=game_id)
def test_the_most_informative_guess_is_that_found_by_a_plain_count(game: GuessingGame, marking: Marking) -> None:
    table = rulebook_table(game, marking)
    for seed in range(30):
        codes, placed = random_position(game, Random(seed), most=2)
        if len(codes) < 3:
            continue
        [chosen] = most_informative(game, codes, placed)
        plain = one_step_guess(game, table, Rule.ENTROPY, Ties.CONSISTENT, codes.tolist())
        assert missing_information(game, marking, codes, chosen) == missing_information(game, marking, codes, plain)
        assert (chosen in game.guess_of[codes]) == (plain in game.guess_of[codes])
        if len(codes) < MIN_CODES_FOR_SYMMETRY:
            assert chosen == plain


@pytest.mark.parametrize(("game", "marking"), SMALL, ids=game_id)
def test_guesses_are_listed_by_their_information(game: GuessingGame, marking: Marking) -> None:
    for seed in range(10):
        codes = some_codes(game, Random(seed), MIN_CODES_FOR_SYMMETRY - 1)
        listed = most_informative(game, codes, limit=8)
        left = {int(game.guess_of[code]) for code in codes}
        order = sorted(
            range(len(game.guesses)),
            key=lambda guess: (missing_information(game, marking, codes, guess), guess not in left, guess),
        )
        assert listed == [guess for guess in order if len({*marked_by(game, marking, guess, codes)}) > 1][:8]


def marked_by(game: GuessingGame, marking: Marking, guess: int, codes: Numbers) -> list[int]:
    row = rulebook_table(game, marking)[guess]
    return [row[code] for code in codes.tolist()]


@pytest.mark.parametrize(
    ("holes", "colours", "guess"),
    [(4, 6, "1234"), (4, 8, "1234"), (3, 6, "123")],
)
def test_the_most_informative_openings_are_the_known_ones(holes: int, colours: int, guess: str) -> None:
    game = small_game(holes, colours)
    assert most_informative(game, all_codes(game)) == [read_guess(game, guess)]


def test_the_most_informative_guess_is_that_of_the_one_step_strategy() -> None:
    game = small_game(4, 6)
    strategy = one_step_strategy(game, Rule.ENTROPY)
    walked = 0
    for node, depth, codes in strategy.walk():
        if depth <= 2:
            placed = () if depth == 1 else (int(strategy.guess[0]),)
            guess = most_informative(game, codes, placed)[0]
            sizes = cell_sizes(game, codes, indices([guess, int(strategy.guess[node])]))
            assert sorted(sizes[0]) == sorted(sizes[1])
            walked += 1
    assert walked > 10


def test_one_or_two_codes_are_tried_one_after_the_other() -> None:
    game = small_game(3, 4)
    assert most_informative(game, indices([5])) == [5]
    assert most_informative(game, indices([5, 9])) == [5, 9]


def test_codes_that_no_guess_tells_apart_are_refused() -> None:
    deaf = with_guesses(small_game(2, 4), BLACK_WHITE, [(1, 1), (1, 2), (2, 2)])
    codes = [(3, 3), (3, 4), (4, 3)]
    with pytest.raises(RuleError) as caught:
        most_informative(deaf, indices(read_guess(small_game(2, 4), "".join(map(str, code))) for code in codes))
    assert caught.value.code == "codes-indistinguishable"


# The cheapest guess


@pytest.mark.parametrize("costs", COSTS.values(), ids=COSTS)
@pytest.mark.parametrize(("game", "marking"), SMALL, ids=game_id)
def test_no_guess_costs_less_than_the_chosen_one(game: GuessingGame, marking: Marking, costs: Costs) -> None:
    table = rulebook_table(game, marking)
    for seed in range(times(1, 2)):
        codes = some_codes(game, Random(seed), 8)
        choice = choose_guess(game, codes, costs, seconds=0.5)
        assert choice.exact
        assert choice.cost == brute_force_cost(game, table, costs, codes.tolist())
        assert choice.cost == brute_force_cost(game, table, costs, codes.tolist(), first=choice.guess)


@few
@given(st.sampled_from(SMALL), any_costs(), st.integers(0, 2**32))
def test_no_guess_costs_less_than_the_chosen_one_for_any_costs(
    of: tuple[GuessingGame, Marking], costs: Costs, seed: int
) -> None:
    game, marking = of
    codes = some_codes(game, Random(seed), 7)
    table = rulebook_table(game, marking)
    choice = choose_guess(game, codes, costs, seconds=0.5)
    assert choice.exact
    assert choice.cost == brute_force_cost(game, table, costs, codes.tolist(), first=choice.guess)
    assert choice.cost == brute_force_cost(game, table, costs, codes.tolist())


@pytest.mark.parametrize(("holes", "colours", "costs"), [(3, 6, GUESSES), (3, 6, costs_within(5)), (3, 6, SIGMOID)])
def test_a_whole_game_costs_what_the_best_strategy_costs(holes: int, colours: int, costs: Costs) -> None:
    game = small_game(holes, colours)
    choice = choose_guess(game, all_codes(game), costs, seconds=60)
    assert choice.exact
    assert choice.cost == optimal_strategy(game, costs).cost


@pytest.mark.parametrize("costs", [GUESSES, costs_within(5), SIGMOID], ids=["guesses", "within", "duel"])
def test_symmetry_does_not_change_the_cost_of_a_position(costs: Costs) -> None:
    game = small_game(3, 6)
    for seed in range(times(2, 5)):
        codes, placed = random_position(game, Random(seed), most=1)
        choice = choose_guess(game, codes, costs, placed, seconds=60)
        assert choice.exact
        assert choice.cost == ExactSearch(game, costs, codes, placed=None).cost(codes, placed=None).bound


@pytest.mark.parametrize(("game", "marking"), SMALL, ids=game_id)
def test_a_cost_that_is_not_exact_is_that_of_a_one_step_strategy(game: GuessingGame, marking: Marking) -> None:
    codes = all_codes(game)
    choice = choose_guess(game, codes, SIGMOID, seconds=0.0)
    strategy = one_step_strategy(game, Rule.ENTROPY, opening=choice.guess, codes=codes)
    needed = strategy.guesses_needed(codes).tolist()
    cost = sum(int(game.weights[code]) * cost_of_guess(SIGMOID, guesses) for code, guesses in enumerate(needed))
    assert choice.cost == cost == one_step_cost(game, codes, choice.guess, SIGMOID)


@pytest.mark.parametrize(("game", "marking"), SMALL, ids=game_id)
def test_more_work_never_finds_a_worse_guess(game: GuessingGame, marking: Marking) -> None:
    codes = all_codes(game)
    costs = [choose_guess(game, codes, GUESSES, seconds=seconds).cost for seconds in (0.0, 0.001, 0.01, 1.0)]
    assert costs == sorted(costs, reverse=True)


def test_the_same_question_always_gets_the_same_answer() -> None:
    game = small_game(4, 6)
    codes, placed = random_position(game, Random(3), most=1)
    answers = {choose_guess(game, codes, SIGMOID, placed, seconds) for seconds in (0.02,) * 3}
    assert len(answers) == 1


# Cells


@few
@given(
    code_spaces(most_holes=3, most_colours=4),
    st.sampled_from((BLACK_WHITE, COLOURS, SUM)),
    st.integers(0, 2**32),
)
def test_cells_of_some_guesses_are_the_rows_of_the_whole_table(space: CodeSpace, marking: Marking, seed: int) -> None:
    game, rng = game_of(space, space, marking), Random(seed)
    codes = some_codes(game, rng, rng.randint(1, len(game.codes)))
    guesses = indices(rng.choices(range(len(game.guesses)), k=rng.randint(1, 100)))
    assert (cell_sizes(game, codes, guesses) == cell_sizes(game, codes)[guesses]).all()


def test_cells_of_some_guesses_are_rows_of_the_whole_table_in_a_large_game() -> None:
    game, rng = small_game(4, 8), Random(0)
    codes = some_codes(game, rng, 1000)
    guesses = indices(rng.sample(range(len(game.guesses)), 333))
    assert (cell_sizes(game, codes, guesses) == cell_sizes(game, codes)[guesses]).all()
    assert cell_sizes(game, codes, indices([])).shape == (0, len(game.marks))


@pytest.mark.parametrize(("game", "marking"), SMALL, ids=game_id)
def test_weights_of_cells_are_added_up(game: GuessingGame, marking: Marking) -> None:
    table, rng = rulebook_table(game, marking), Random(1)
    for _ in range(10):
        codes = some_codes(game, rng, rng.randint(1, len(game.codes)))
        values = np.array([rng.randint(-5, 20) for _ in game.marks], np.int64)
        plain = [sum(int(values[row[code]]) for code in codes.tolist()) for row in table]
        assert sum_mark_values(game, codes, values).tolist() == plain
