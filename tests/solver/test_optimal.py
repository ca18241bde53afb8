"""Optimal strategies: as good as the best found by brute force, and as good as the published ones."""

from collections.abc import Sequence
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from keypeg.core.codes import CodeSpace
from keypeg.core.errors import RuleError, SearchInterrupted
from keypeg.core.marks import BLACK_WHITE, COLOURS, SUM, KeyPegs, Marking, Number
from keypeg.editions import edition
from keypeg.solver.advice.advisor import find_candidates
from keypeg.solver.exact.bounds import least_cost, rank_costs
from keypeg.solver.exact.search import ExactSearch, Progress
from keypeg.solver.game.guessing_game import GuessingGame, game_for, game_of
from keypeg.solver.game.partition import all_codes, cell_sizes, marks_of_guess
from keypeg.solver.kernels.array_types import Numbers
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule, Ties
from keypeg.solver.proof.optimal import Optimum, least_worst_case, optimal_strategy, strategy_cost
from keypeg.solver.strategy.costs import FORBIDDEN, GUESSES, Costs, costs_by_guess, costs_within
from keypeg.solver.strategy.tree import tally_of
from support.plain_solver import (
    any_costs,
    brute_force_cost,
    cost_of_guess,
    indices,
    read_guess,
    refusal_code,
    replayed_cost,
    rulebook_table,
    small_game,
)
from support.thoroughness import examples, first_of, some_of, times

pytestmark = pytest.mark.no_cover  # these tests repeat much code that faster tests cover

Game = tuple[GuessingGame, Marking]
"""A game and its marking."""

few = examples(30)
fewest = examples(8)
fewer = examples(15)

SMALL = [
    (small_game(2, 3), BLACK_WHITE),
    (small_game(2, 4), BLACK_WHITE),
    (small_game(3, 2), BLACK_WHITE),
    (small_game(1, 6), BLACK_WHITE),
    (small_game(2, 4, repeats=False), BLACK_WHITE),
    (small_game(3, 4, repeats=False), BLACK_WHITE),
    (small_game(2, 4, repeats=False, free_guesses=True), BLACK_WHITE),
    (small_game(3, 3, repeats=False, free_guesses=True), BLACK_WHITE),
    (small_game(2, 3, blanks=1), BLACK_WHITE),
    (small_game(2, 3, blanks=2), BLACK_WHITE),
    (small_game(2, 4, SUM), SUM),
    (small_game(3, 2, SUM), SUM),
    (small_game(3, 4, SUM, repeats=False), SUM),
    (small_game(2, 4, COLOURS), COLOURS),
    (small_game(3, 3, COLOURS), COLOURS),
    (small_game(3, 4, COLOURS), COLOURS),
    (small_game(4, 3, COLOURS), COLOURS),
    (small_game(3, 6, COLOURS, repeats=False), COLOURS),
    (small_game(2, 5, COLOURS, repeats=False, free_guesses=True), COLOURS),
    (small_game(2, 3, COLOURS, blanks=1), COLOURS),
]
"""Games small enough for brute force."""

WIDER = [
    (small_game(3, 4), BLACK_WHITE),
    (small_game(4, 3), BLACK_WHITE),
    (small_game(3, 5, repeats=False, free_guesses=True), BLACK_WHITE),
    (small_game(3, 4, SUM), SUM),
    (small_game(4, 5, COLOURS), COLOURS),
    (small_game(5, 3), BLACK_WHITE),
    (small_game(7, 2), BLACK_WHITE),
]
"""Games from which a few codes are taken; the last two have more marks than fit into 16 and 32 bits."""

COSTS = [
    GUESSES,
    costs_within(3),
    costs_within(4),
    costs_by_guess((1, 4, 9, 16, 25)),
    costs_by_guess((0, 0, 1, 1, 5)),
    Costs((1, 1, 0)),
]
"""Costs of several kinds."""


def parameter_id(value: object) -> str:
    if isinstance(value, Costs):
        return str(value.increments)
    return value.key if isinstance(value, GuessingGame) else ""


def check_optimum(optimum: Optimum, marking: Marking, costs: Costs, least: int) -> None:
    """Check that an optimum has the least cost, is proven, and that playing its strategy confirms the cost."""
    assert optimum.proven
    assert optimum.cost == optimum.lower == least
    assert strategy_cost(optimum.strategy, costs) == least
    assert replayed_cost(optimum.strategy, marking, costs) == least


# Against brute force


@pytest.mark.parametrize("costs", first_of(COSTS, quick=2), ids=parameter_id)
@pytest.mark.parametrize(("game", "marking"), SMALL, ids=parameter_id)
def test_the_optimum_is_what_brute_force_finds(game: GuessingGame, marking: Marking, costs: Costs) -> None:
    least = brute_force_cost(game, rulebook_table(game, marking), costs, range(len(game.codes)))
    if least < FORBIDDEN:
        check_optimum(optimal_strategy(game, costs), marking, costs, least)
    else:
        assert refusal_code(lambda: optimal_strategy(game, costs)) == "no-strategy-within"


@few
@given(st.sampled_from(SMALL), any_costs())
@example(SMALL[1], Costs((0, 1, 0, 3)))
@example(SMALL[15], Costs((1, 0, 0, 2)))
def test_the_optimum_is_what_brute_force_finds_for_any_costs(marked_game: Game, costs: Costs) -> None:
    game, marking = marked_game
    least = brute_force_cost(game, rulebook_table(game, marking), costs, range(len(game.codes)))
    check_optimum(optimal_strategy(game, costs), marking, costs, least)


@st.composite
def some_codes(draw: st.DrawFn, games: Sequence[Game], most: int = 7) -> tuple[GuessingGame, Marking, Numbers]:
    """A few codes of a game, which need not be the candidates after any guesses."""
    game, marking = draw(st.sampled_from(games))
    chosen = draw(st.sets(st.integers(0, len(game.codes) - 1), min_size=1, max_size=most))
    return game, marking, indices(sorted(chosen))


@fewest
@given(some_codes(WIDER, times(5, 6)), st.sampled_from(COSTS) | any_costs())
def test_any_set_of_codes_costs_what_brute_force_finds(
    position: tuple[GuessingGame, Marking, Numbers], costs: Costs
) -> None:
    game, marking, codes = position
    search = ExactSearch(game, costs, codes, placed=None)
    answer = search.cost(codes)
    assert answer.exact
    assert answer.bound == brute_force_cost(game, rulebook_table(game, marking), costs, codes.tolist())
    if answer.bound < FORBIDDEN:
        assert replayed_cost(search.strategy(), marking, costs, codes.tolist()) == answer.bound


@few
@given(some_codes(WIDER), st.sampled_from(COSTS) | any_costs(), st.data())
def test_a_cost_is_exact_below_the_budget_and_bounded_otherwise(
    position: tuple[GuessingGame, Marking, Numbers], costs: Costs, data: st.DataObject
) -> None:
    game, marking, codes = position
    least = brute_force_cost(game, rulebook_table(game, marking), costs, codes.tolist())
    search = ExactSearch(game, costs, codes, placed=None)
    for _ in range(3):
        budget = max(0, least + data.draw(st.integers(-6, 6)))
        answer = search.cost(codes, budget)
        assert answer.bound <= least
        assert answer.bound >= min(least, budget)
        assert answer.bound == least or not answer.exact
        assert answer.exact or budget <= least


@few
@given(some_codes(WIDER), st.sampled_from(COSTS) | any_costs(), st.integers(0, 2), st.data())
def test_costs_are_right_in_the_middle_of_a_game_and_with_a_given_next_guess(
    position: tuple[GuessingGame, Marking, Numbers], costs: Costs, placed: int, data: st.DataObject
) -> None:
    game, marking, codes = position
    table = rulebook_table(game, marking)
    rows = data.draw(st.lists(st.integers(0, len(table) - 1), min_size=placed, max_size=placed))
    only = data.draw(st.integers(0, len(table) - 1))
    search = ExactSearch(game, costs, placed=None)
    least = brute_force_cost(game, table, costs, codes.tolist(), placed)
    # The answer does not include the cost of the guesses placed already.
    paid = cost_of_guess(costs, placed) * int(game.weights[codes].sum())
    assert search.cost(codes, placed=rows).bound == least - paid
    if len(codes) > 1 and len({table[only][code] for code in codes}) > 1:
        forced = brute_force_cost(game, table, costs, codes.tolist(), placed, only)
        assert search.cost(codes, placed=rows, only=only).bound == forced - paid >= least - paid


def test_one_search_answers_many_questions() -> None:
    game, costs = small_game(3, 4), GUESSES
    table, chance = rulebook_table(game, BLACK_WHITE), Random(7)
    search = ExactSearch(game, costs, placed=None)
    for _ in range(60):
        codes = sorted(chance.sample(range(64), chance.randint(1, 8)))
        assert search.cost(indices(codes)).bound == brute_force_cost(game, table, costs, codes)


# Published totals


@pytest.mark.parametrize(
    ("game", "total", "worst"),
    [
        (small_game(3, 5), 451, 5),
        (small_game(4, 5), 2463, None),
        (small_game(4, 6), 5625, 6),
        pytest.param(small_game(4, 7), 11228, None, marks=pytest.mark.thorough),
        pytest.param(small_game(4, 8, repeats=False), 7817, None, marks=pytest.mark.thorough),
        pytest.param(small_game(4, 8, repeats=False, free_guesses=True), 7797, None, marks=pytest.mark.thorough),
    ],
    ids=parameter_id,
)
def test_the_optimal_total_is_the_published_one(game: GuessingGame, total: int, worst: int | None) -> None:
    optimum = optimal_strategy(game)
    check_optimum(optimum, BLACK_WHITE, GUESSES, total)
    assert tally_of(optimum.strategy).total == total
    assert worst in (None, tally_of(optimum.strategy).worst)


def test_a_limit_of_five_guesses_raises_the_optimal_total_by_one() -> None:
    optimum = optimal_strategy(small_game(4, 6), costs_within(5))
    check_optimum(optimum, BLACK_WHITE, costs_within(5), 5626)
    assert tally_of(optimum.strategy).worst == 5


@pytest.mark.parametrize("colours", range(2, 13))
def test_two_holes_cost_what_chen_and_lin_proved(colours: int) -> None:
    n = colours
    rest = -80 * n + 69 if n % 2 else -74 * n + 48
    formula, remainder = divmod(8 * n**3 + 51 * n**2 + rest, 24)
    assert remainder == 0
    # The formula holds from three colours on; two colours cost one more.
    check_optimum(optimal_strategy(small_game(2, n)), BLACK_WHITE, GUESSES, formula if n > 2 else 8)


@pytest.mark.parametrize("colours", range(2, 5))
def test_brute_force_confirms_the_formula_of_chen_and_lin(colours: int) -> None:
    game = small_game(2, colours)
    assert (
        brute_force_cost(game, rulebook_table(game, BLACK_WHITE), GUESSES, range(colours**2))
        == {2: 8, 3: 21, 4: 45}[colours]
    )


# Properties


def exchange(chance: Random, game: GuessingGame, codes: Numbers) -> Numbers:
    """The same codes with their holes and colours exchanged."""
    holes, colours = game.codes.shape[1], int(game.codes.max())
    order = chance.sample(range(holes), holes)
    names = np.array([0, *chance.sample(range(1, colours + 1), colours)], np.uint8)
    moved = names[game.codes[codes][:, order]]
    place = {code.tobytes(): number for number, code in enumerate(game.codes)}
    return indices(sorted(place[np.ascontiguousarray(code).tobytes()] for code in moved))


@fewer
@given(
    st.integers(0, 10**6), st.sampled_from([small_game(4, 5), small_game(3, 6, repeats=False), small_game(3, 5, SUM)])
)
def test_equivalent_positions_cost_the_same(seed: int, game: GuessingGame) -> None:
    chance = Random(seed)
    codes = indices(sorted(chance.sample(range(len(game.codes)), chance.randint(2, 24))))
    other = exchange(chance, game, codes)
    costs = chance.choice(COSTS)
    assert (
        ExactSearch(game, costs, codes, None).cost(codes).bound
        == ExactSearch(game, costs, other, None).cost(other).bound
    )


@pytest.mark.parametrize("opening", ["1111", "1112", "1122", "1123", "1234"])
def test_equivalent_openings_cost_the_same(opening: str) -> None:
    game = small_game(4, 5)
    expected = optimal_strategy(game, opening=read_guess(game, opening)).cost
    for names in ("54321", "31524"):
        moved = "".join(names[int(peg) - 1] for peg in reversed(opening))
        optimum = optimal_strategy(game, opening=read_guess(game, moved))
        check_optimum(optimum, BLACK_WHITE, GUESSES, expected)
        assert game.guess(int(optimum.strategy.guess[0])) == tuple(map(int, moved))


@pytest.mark.parametrize(("game", "marking"), some_of(SMALL, quick=7), ids=parameter_id)
def test_the_best_opening_costs_as_much_as_the_optimum(game: GuessingGame, marking: Marking) -> None:
    table = rulebook_table(game, marking)
    least = optimal_strategy(game).cost
    costs = []
    for opening in range(len(game.guesses)):
        if len(set(table[opening])) > 1:
            expected = brute_force_cost(game, table, GUESSES, range(len(game.codes)), first=opening)
            optimum = optimal_strategy(game, opening=opening)
            check_optimum(optimum, marking, GUESSES, expected)
            assert optimum.strategy.guess[0] == opening
            costs.append(optimum.cost)
    assert min(costs) == least


@pytest.mark.parametrize("opening", ["1111", "1112", "1122", "1123", "1234"])
def test_four_holes_and_six_colours_have_one_optimal_opening(opening: str) -> None:
    game = small_game(4, 6)
    optimum = optimal_strategy(game, opening=read_guess(game, opening))
    check_optimum(optimum, BLACK_WHITE, GUESSES, optimum.cost)
    assert (optimum.cost == 5625) is (opening == "1123")
    assert optimum.cost >= 5625


def test_an_opening_that_excludes_nothing_costs_every_code_one_guess() -> None:
    game = game_of(CodeSpace(2, 2), CodeSpace(2, 3), BLACK_WHITE)
    least = optimal_strategy(game).cost
    check_optimum(optimal_strategy(game, opening=read_guess(game, "33")), BLACK_WHITE, GUESSES, least + 4)


@pytest.mark.parametrize(
    ("game", "marking"),
    first_of([(small_game(3, 3), BLACK_WHITE), (small_game(3, 4, COLOURS), COLOURS)], quick=1),
    ids=parameter_id,
)
def test_a_wider_limit_never_costs_more(game: GuessingGame, marking: Marking) -> None:
    costs: list[int] = []
    for limit in range(1, 9):
        if (
            brute_force_cost(game, rulebook_table(game, marking), costs_within(limit), range(len(game.codes)))
            >= FORBIDDEN
        ):
            assert refusal_code(partial(optimal_strategy, game, costs_within(limit))) == "no-strategy-within"
            assert not costs, "a strategy within a limit is also within a wider one"
            continue
        optimum = optimal_strategy(game, costs_within(limit))
        assert tally_of(optimum.strategy).worst <= limit
        check_optimum(optimum, marking, GUESSES, optimum.cost)
        costs.append(optimum.cost)
    assert len(costs) > 2
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] == optimal_strategy(game).cost


@pytest.mark.parametrize("ties", list(Ties))
@pytest.mark.parametrize("rule", list(Rule))
def test_no_one_step_rule_is_better_than_the_optimum(rule: Rule, ties: Ties) -> None:
    for game, _ in [*SMALL, *WIDER[:5]]:
        assert strategy_cost(one_step_strategy(game, rule, ties)) >= optimal_strategy(game).cost


def test_an_additional_colour_for_guesses_never_raises_the_cost() -> None:
    for secrets in (CodeSpace(2, 3), CodeSpace(2, 4), CodeSpace(3, 3), CodeSpace(2, 4, repeats=False)):
        guesses = CodeSpace(secrets.holes, secrets.colours + 1)
        game = game_of(secrets, guesses, BLACK_WHITE)
        least = brute_force_cost(game, rulebook_table(game, BLACK_WHITE), GUESSES, range(len(game.codes)))
        check_optimum(optimal_strategy(game), BLACK_WHITE, GUESSES, least)
        assert least <= optimal_strategy(game_of(secrets, secrets, BLACK_WHITE)).cost


def test_a_single_code_costs_one_guess() -> None:
    check_optimum(optimal_strategy(small_game(3, 1)), BLACK_WHITE, GUESSES, 1)
    check_optimum(optimal_strategy(small_game(3, 1), Costs((7, 1))), BLACK_WHITE, Costs((7, 1)), 7)


def test_games_in_which_players_call_have_no_exact_search() -> None:
    game = game_for(edition("mastermind-44", seats=2))
    assert refusal_code(lambda: optimal_strategy(game)) == "no-exact-search"


# Bounds


def max_cells(game: GuessingGame, codes: Numbers) -> int:
    """The most cells that a guess has for these codes."""
    return int(np.count_nonzero(cell_sizes(game, codes), axis=1).max())


@few
@given(some_codes([*SMALL, *WIDER]), st.sampled_from(COSTS) | any_costs())
def test_a_lower_bound_is_never_above_the_cost(position: tuple[GuessingGame, Marking, Numbers], costs: Costs) -> None:
    game, marking, codes = position
    least = brute_force_cost(game, rulebook_table(game, marking), costs, codes.tolist())
    increments, marks = costs.increments_from(1), game.open_marks
    assert least_cost(game.weights[codes], max_cells(game, codes), marks, increments) <= least
    assert least_cost(game.weights[codes], len(game.marks), marks, increments) <= least_cost(
        game.weights[codes], max_cells(game, codes), marks, increments
    )


def test_the_perfect_tree_has_one_code_then_three_then_nine() -> None:
    """With four marks, one of which means that the code is found."""
    assert rank_costs(14, 4, 3, GUESSES.increments_from(1)).tolist() == [1] + 3 * [2] + 9 * [3] + [4]
    assert rank_costs(4, 1, 3, GUESSES.increments_from(1)).tolist() == [1, 2, 3, 4]
    assert rank_costs(5, 3, 2, costs_by_guess((1, 4, 9)).increments_from(1)).tolist() == [1, 4, 4, 9, 9]
    assert least_cost(np.array([1, 5, 2]), 2, 1, GUESSES.increments_from(1)) == 5 * 1 + 2 * 2 + 1 * 3


def test_a_guess_that_is_not_a_code_can_leave_all_its_cells_open() -> None:
    """With at most two cells but more marks: one code with the next guess, one with the one after, then two, four."""
    assert rank_costs(9, 2, 4, GUESSES.increments_from(1)).tolist() == [1, 2, 3, 3, 4, 4, 4, 4, 5]


@pytest.mark.parametrize("colours", first_of(range(6, 16), quick=5))
def test_one_unknown_colour_is_found_by_halving(colours: int) -> None:
    """With three pegs of colour 1 and one other, a guess tests up to four colours at once; few guesses are codes."""
    game = small_game(4, colours, COLOURS)
    opening = read_guess(game, "1111")
    left = find_candidates(game, [((1, 1, 1, 1), (Number(3),))])
    search = ExactSearch(game, codes=left, placed=(opening,))
    answer = search.cost(left)
    needed = search.strategy(answer.guess).guesses_needed(left)
    assert answer.bound == 4 * cost_of_one_among(len(left)) == int((needed * game.weights[left]).sum())


@cache
def cost_of_one_among(count: int) -> int:
    """The cost of finding one of so many, where a guess is one of them or separates up to four from the others."""
    if count == 1:
        return 1
    splits = (
        cost_of_one_among(tested) + cost_of_one_among(count - tested) for tested in range(1, min(4, count - 1) + 1)
    )
    return count + min(cost_of_one_among(count - 1), *splits)


def test_a_proof_is_never_better_than_its_strategy() -> None:
    """With four different of ten colours, where only colours count, few guesses are codes and most marks are rare."""
    for free_guesses, least in ((True, 26256), (False, 26280)):
        optimum = optimal_strategy(small_game(4, 10, COLOURS, repeats=False, free_guesses=free_guesses))
        assert optimum.cost == least == replayed_cost(optimum.strategy, COLOURS, GUESSES)


def test_many_placed_guesses_do_no_harm() -> None:
    game = small_game(3, 4)
    row = (1, 1, 2), (KeyPegs(1, 0),)
    left = find_candidates(game, [row])
    long = ExactSearch(game, codes=left, placed=[game.guess_number(row[0])] * 200)
    assert long.cost(left).bound == ExactSearch(game, codes=left, placed=[game.guess_number(row[0])]).cost(left).bound


@pytest.mark.parametrize("colours", [20, 24, 26, 30, 39])
def test_one_hole_takes_as_many_guesses_as_there_are_colours(colours: int) -> None:
    optimum = optimal_strategy(small_game(1, colours))
    assert optimum.cost == colours * (colours + 1) // 2


def test_more_guesses_than_any_edition_has_rows_are_not_searched() -> None:
    with pytest.raises(RuleError) as caught:
        optimal_strategy(small_game(1, 60))
    assert caught.value.code == "too-many-guesses"


def test_codes_outside_the_search_are_refused() -> None:
    game = small_game(3, 4)
    search = ExactSearch(game, codes=all_codes(game)[:5], placed=None)
    for codes in ([], [7], [1, 7]):
        with pytest.raises(ValueError, match="not codes"):
            search.cost(np.array(codes, np.int32))


def test_another_guess_before_the_only_code_costs_one_more() -> None:
    game = small_game(3, 4)
    search = ExactSearch(game)
    assert search.cost(np.array([5], np.int32)).bound == 1
    assert search.cost(np.array([5], np.int32), only=int(game.guess_of[6])).bound == 2


def test_custom_weights_remove_the_symmetry() -> None:
    game = small_game(2, 4)
    weights = np.ones(len(game.codes), np.int64)
    weights[7] = 100
    weighted = game.with_weights(weights)
    optimum = optimal_strategy(weighted)
    assert optimum.cost == int((optimum.strategy.guesses_needed() * weights).sum())
    assert optimum.cost == brute_force_cost(
        weighted, rulebook_table(game, BLACK_WHITE), GUESSES, range(len(game.codes))
    )
    with pytest.raises(ValueError, match="neither workers nor a checkpoint"):
        optimal_strategy(weighted, checkpoint=Path("nowhere"))


@pytest.mark.parametrize(
    ("game", "total"),
    first_of([(small_game(3, 10), 5242), (small_game(4, 7), 11228), (small_game(4, 8, repeats=False), 7817)], quick=1),
    ids=parameter_id,
)
def test_the_bounds_in_the_progress_always_hold(game: GuessingGame, total: int) -> None:
    reports: list[Progress] = []

    def watch(progress: Progress) -> bool:
        reports.append(progress)
        return True

    assert optimal_strategy(game, watch=watch).cost == total
    assert reports
    assert all(progress.lower <= total <= progress.upper for progress in reports)
    for earlier, later in pairwise(reports):
        assert earlier.nodes <= later.nodes
        assert earlier.positions <= later.positions
        assert earlier.upper >= later.upper


def test_an_interrupted_search_can_be_asked_again() -> None:
    game = small_game(3, 10)
    search = ExactSearch(game)
    with pytest.raises(SearchInterrupted):
        search.cost(search.codes, watch=lambda progress: False)
    assert search.progress.lower <= 5242
    assert search.cost(search.codes).bound == 5242
    assert replayed_cost(search.strategy(), BLACK_WHITE, GUESSES) == 5242


def test_the_costs_of_its_cells_add_up_to_the_cost_of_an_opening() -> None:
    game = small_game(4, 5)
    search, opening = ExactSearch(game), read_guess(game, "1123")
    codes = all_codes(game)
    marks = marks_of_guess(game, opening, codes)
    cells = [codes[marks == mark] for mark in np.unique(marks) if mark != game.solved_mark]
    total = len(codes) + sum(search.cost(cell, placed=(opening,)).bound for cell in cells)
    assert total == search.cost(codes, only=opening).bound == 2463


# Costs


def test_costs_never_fall() -> None:
    for increments in ((), (1, -1), (-1,)):
        with pytest.raises(ValueError, match="must not fall"):
            Costs(increments)
    with pytest.raises(ValueError, match="must not fall"):
        costs_by_guess((3, 2))


@few
@given(st.lists(st.integers(0, 50), min_size=1, max_size=8).map(sorted))
def test_costs_by_guess_are_those_that_were_given(costs: list[int]) -> None:
    costs_found = costs_by_guess(costs)
    assert np.cumsum(costs_found.increments_from(1))[: len(costs)].tolist() == costs
    assert [cost_of_guess(costs_found, guess) for guess in range(1, len(costs) + 1)] == costs
    assert costs_found.is_constant is (len(set(costs_found.increments)) == 1)
    for first in (1, 2, 5):
        increments = costs_found.increments_from(first).tolist()
        assert (
            increments
            == costs_found.increments_from(1).tolist()[first - 1 :] + increments[len(increments) - first + 1 :]
        )


@pytest.mark.parametrize(
    ("game", "worst", "total"),
    [(small_game(4, 6), 5, 5626), (small_game(3, 5), 5, 451), (small_game(2, 6), 5, 132), (small_game(1, 5), 5, 15)],
    ids=parameter_id,
)
def test_the_least_worst_case_has_priority_over_the_least_total(game: GuessingGame, worst: int, total: int) -> None:
    optimum = least_worst_case(game)
    assert tally_of(optimum.strategy).worst == worst
    assert optimum.cost == total
    with pytest.raises(RuleError):
        optimal_strategy(game, costs_within(worst - 1))
