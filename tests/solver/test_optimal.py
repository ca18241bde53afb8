"""Optimal strategies: as good as the best of all, found by trying everything, and as good as the published ones."""

from collections.abc import Sequence
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import example, given, settings
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
from keypeg.solver.proof.optimal import Optimum, cost_of, least_worst, optimal_strategy
from keypeg.solver.strategy.costs import FORBIDDEN, GUESSES, Costs, costs_by_guess, costs_within
from keypeg.solver.strategy.tree import tally_of
from support.plain_solver import (
    by_guess,
    costs_that_never_fall,
    guess_number,
    marked,
    numbers,
    optimum,
    refusal,
    replayed_cost,
    small_game,
)

pytestmark = pytest.mark.no_cover  # it runs through much, again and again: that is covered elsewhere, and faster

Game = tuple[GuessingGame, Marking]
"""A game and how it is marked."""

few = settings(derandomize=True, deadline=None, max_examples=30)
fewest = settings(derandomize=True, deadline=None, max_examples=8)
fewer = settings(derandomize=True, deadline=None, max_examples=15)

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
"""Games so small that everything can be tried."""

WIDER = [
    (small_game(3, 4), BLACK_WHITE),
    (small_game(4, 3), BLACK_WHITE),
    (small_game(3, 5, repeats=False, free_guesses=True), BLACK_WHITE),
    (small_game(3, 4, SUM), SUM),
    (small_game(4, 5, COLOURS), COLOURS),
    (small_game(5, 3), BLACK_WHITE),
    (small_game(7, 2), BLACK_WHITE),
]
"""Games of which a few codes are taken; the last two have more marks than fit into 16 and 32 bits."""

COSTS = [
    GUESSES,
    costs_within(3),
    costs_within(4),
    costs_by_guess((1, 4, 9, 16, 25)),
    costs_by_guess((0, 0, 1, 1, 5)),
    Costs((1, 1, 0)),
]
"""Costs of several kinds."""


def named(one: object) -> str:
    return one.key if isinstance(one, GuessingGame) else str(one.increments) if isinstance(one, Costs) else ""


def check(found: Optimum, marking: Marking, costs: Costs, least: int) -> None:
    """It is the least cost, proven, and the strategy reaches it when it is played out."""
    assert found.proven
    assert found.cost == found.lower == least
    assert cost_of(found.strategy, costs) == least
    assert replayed_cost(found.strategy, marking, costs) == least


# Against everything there is


@pytest.mark.parametrize("costs", COSTS, ids=named)
@pytest.mark.parametrize(("asked", "marking"), SMALL, ids=named)
def test_no_strategy_is_better_than_the_best_of_all(asked: GuessingGame, marking: Marking, costs: Costs) -> None:
    least = optimum(asked, marked(asked, marking), costs, range(len(asked.codes)))
    if least < FORBIDDEN:
        check(optimal_strategy(asked, costs), marking, costs, least)
    else:
        assert refusal(lambda: optimal_strategy(asked, costs)) == "no-strategy-within"


@few
@given(st.sampled_from(SMALL), costs_that_never_fall())
@example(SMALL[1], Costs((0, 1, 0, 3)))
@example(SMALL[15], Costs((1, 0, 0, 2)))
def test_so_it_is_whatever_each_guess_costs(game: Game, costs: Costs) -> None:
    asked, marking = game
    least = optimum(asked, marked(asked, marking), costs, range(len(asked.codes)))
    check(optimal_strategy(asked, costs), marking, costs, least)


@st.composite
def some_codes(draw: st.DrawFn, games: Sequence[Game], most: int = 7) -> tuple[GuessingGame, Marking, Numbers]:
    """A few codes of a game, which need not be what any guesses leave."""
    asked, marking = draw(st.sampled_from(games))
    chosen = draw(st.sets(st.integers(0, len(asked.codes) - 1), min_size=1, max_size=most))
    return asked, marking, numbers(sorted(chosen))


@fewest
@given(some_codes(WIDER, 6), st.sampled_from(COSTS) | costs_that_never_fall())
def test_any_set_of_codes_costs_what_the_best_of_all_costs(
    position: tuple[GuessingGame, Marking, Numbers], costs: Costs
) -> None:
    asked, marking, codes = position
    search = ExactSearch(asked, costs, codes, placed=None)
    answer = search.cost(codes)
    assert answer.exact
    assert answer.bound == optimum(asked, marked(asked, marking), costs, codes.tolist())
    if answer.bound < FORBIDDEN:
        assert replayed_cost(search.strategy(), marking, costs, codes.tolist()) == answer.bound


@few
@given(some_codes(WIDER), st.sampled_from(COSTS) | costs_that_never_fall(), st.data())
def test_with_a_budget_the_cost_is_told_if_it_is_less_and_bounded_if_not(
    position: tuple[GuessingGame, Marking, Numbers], costs: Costs, data: st.DataObject
) -> None:
    asked, marking, codes = position
    least = optimum(asked, marked(asked, marking), costs, codes.tolist())
    search = ExactSearch(asked, costs, codes, placed=None)
    for _ in range(3):
        budget = max(0, least + data.draw(st.integers(-6, 6)))
        answer = search.cost(codes, budget)
        assert answer.bound <= least
        assert answer.bound >= min(least, budget)
        assert answer.bound == least or not answer.exact
        assert answer.exact or budget <= least


@few
@given(some_codes(WIDER), st.sampled_from(COSTS) | costs_that_never_fall(), st.integers(0, 2), st.data())
def test_so_it_is_in_the_middle_of_a_game_and_with_the_next_guess_given(
    position: tuple[GuessingGame, Marking, Numbers], costs: Costs, placed: int, data: st.DataObject
) -> None:
    asked, marking, codes = position
    table = marked(asked, marking)
    rows = data.draw(st.lists(st.integers(0, len(table) - 1), min_size=placed, max_size=placed))
    only = data.draw(st.integers(0, len(table) - 1))
    search = ExactSearch(asked, costs, placed=None)
    least = optimum(asked, table, costs, codes.tolist(), placed)
    # What has been paid for the guesses placed already is no part of the answer.
    paid = by_guess(costs, placed) * int(asked.weights[codes].sum())
    assert search.cost(codes, placed=rows).bound == least - paid
    if len(codes) > 1 and len({table[only][code] for code in codes}) > 1:
        forced = optimum(asked, table, costs, codes.tolist(), placed, only)
        assert search.cost(codes, placed=rows, only=only).bound == forced - paid >= least - paid


def test_one_search_answers_many_questions() -> None:
    asked, costs = small_game(3, 4), GUESSES
    table, chance = marked(asked, BLACK_WHITE), Random(7)
    search = ExactSearch(asked, costs, placed=None)
    for _ in range(60):
        codes = sorted(chance.sample(range(64), chance.randint(1, 8)))
        assert search.cost(numbers(codes)).bound == optimum(asked, table, costs, codes)


# Published


@pytest.mark.parametrize(
    ("asked", "total", "worst"),
    [
        (small_game(3, 5), 451, 5),
        (small_game(4, 5), 2463, None),
        (small_game(4, 6), 5625, 6),
        (small_game(4, 7), 11228, None),
        (small_game(4, 8, repeats=False), 7817, None),
        (small_game(4, 8, repeats=False, free_guesses=True), 7797, None),
    ],
    ids=named,
)
def test_the_best_total_is_the_published_one(asked: GuessingGame, total: int, worst: int | None) -> None:
    found = optimal_strategy(asked)
    check(found, BLACK_WHITE, GUESSES, total)
    assert tally_of(found.strategy).total == total
    assert worst in (None, tally_of(found.strategy).worst)


def test_with_no_code_beyond_the_fifth_guess_the_best_total_is_one_more() -> None:
    found = optimal_strategy(small_game(4, 6), costs_within(5))
    check(found, BLACK_WHITE, costs_within(5), 5626)
    assert tally_of(found.strategy).worst == 5


@pytest.mark.parametrize("colours", range(2, 13))
def test_two_holes_cost_what_chen_and_lin_proved(colours: int) -> None:
    n = colours
    rest = -80 * n + 69 if n % 2 else -74 * n + 48
    formula, remainder = divmod(8 * n**3 + 51 * n**2 + rest, 24)
    assert remainder == 0
    # The formula holds from three colours on; two colours cost one more than it says.
    check(optimal_strategy(small_game(2, n)), BLACK_WHITE, GUESSES, formula if n > 2 else 8)


@pytest.mark.parametrize("colours", range(2, 5))
def test_chen_and_lins_formula_is_what_trying_everything_comes_to(colours: int) -> None:
    asked = small_game(2, colours)
    assert optimum(asked, marked(asked, BLACK_WHITE), GUESSES, range(colours**2)) == {2: 8, 3: 21, 4: 45}[colours]


# What must hold


def exchange(chance: Random, asked: GuessingGame, codes: Numbers) -> Numbers:
    """The same codes with their holes and colours exchanged."""
    holes, colours = asked.codes.shape[1], int(asked.codes.max())
    order = chance.sample(range(holes), holes)
    names = np.array([0, *chance.sample(range(1, colours + 1), colours)], np.uint8)
    moved = names[asked.codes[codes][:, order]]
    place = {code.tobytes(): number for number, code in enumerate(asked.codes)}
    return numbers(sorted(place[np.ascontiguousarray(code).tobytes()] for code in moved))


@fewer
@given(
    st.integers(0, 10**6), st.sampled_from([small_game(4, 5), small_game(3, 6, repeats=False), small_game(3, 5, SUM)])
)
def test_positions_that_are_alike_cost_the_same(seed: int, asked: GuessingGame) -> None:
    chance = Random(seed)
    codes = numbers(sorted(chance.sample(range(len(asked.codes)), chance.randint(2, 24))))
    other = exchange(chance, asked, codes)
    costs = chance.choice(COSTS)
    assert (
        ExactSearch(asked, costs, codes, None).cost(codes).bound
        == ExactSearch(asked, costs, other, None).cost(other).bound
    )


@pytest.mark.parametrize("opening", ["1111", "1112", "1122", "1123", "1234"])
def test_openings_that_are_alike_cost_the_same(opening: str) -> None:
    asked = small_game(4, 5)
    expected = optimal_strategy(asked, opening=guess_number(asked, opening)).cost
    for names in ("54321", "31524"):
        moved = "".join(names[int(peg) - 1] for peg in reversed(opening))
        found = optimal_strategy(asked, opening=guess_number(asked, moved))
        check(found, BLACK_WHITE, GUESSES, expected)
        assert asked.guess(int(found.strategy.guess[0])) == tuple(map(int, moved))


@pytest.mark.parametrize(("asked", "marking"), SMALL, ids=named)
def test_an_opening_is_never_better_than_the_best_of_all(asked: GuessingGame, marking: Marking) -> None:
    table = marked(asked, marking)
    least = optimal_strategy(asked).cost
    costs = []
    for opening in range(len(asked.guesses)):
        if len(set(table[opening])) > 1:
            expected = optimum(asked, table, GUESSES, range(len(asked.codes)), first=opening)
            found = optimal_strategy(asked, opening=opening)
            check(found, marking, GUESSES, expected)
            assert found.strategy.guess[0] == opening
            costs.append(found.cost)
    assert min(costs) == least


@pytest.mark.parametrize("opening", ["1111", "1112", "1122", "1123", "1234"])
def test_only_one_opening_of_four_holes_and_six_colours_is_the_best(opening: str) -> None:
    asked = small_game(4, 6)
    found = optimal_strategy(asked, opening=guess_number(asked, opening))
    check(found, BLACK_WHITE, GUESSES, found.cost)
    assert (found.cost == 5625) is (opening == "1123")
    assert found.cost >= 5625


def test_an_opening_that_tells_nothing_costs_every_code_one_guess() -> None:
    asked = game_of(CodeSpace(2, 2), CodeSpace(2, 3), BLACK_WHITE)
    least = optimal_strategy(asked).cost
    check(optimal_strategy(asked, opening=guess_number(asked, "33")), BLACK_WHITE, GUESSES, least + 4)


@pytest.mark.parametrize(
    ("asked", "marking"), [(small_game(3, 3), BLACK_WHITE), (small_game(3, 4, COLOURS), COLOURS)], ids=named
)
def test_a_wider_limit_never_costs_more(asked: GuessingGame, marking: Marking) -> None:
    costs: list[int] = []
    for limit in range(1, 9):
        if optimum(asked, marked(asked, marking), costs_within(limit), range(len(asked.codes))) >= FORBIDDEN:
            assert refusal(partial(optimal_strategy, asked, costs_within(limit))) == "no-strategy-within"
            assert not costs, "what can be done within a limit can be done within a wider one"
            continue
        found = optimal_strategy(asked, costs_within(limit))
        assert tally_of(found.strategy).worst <= limit
        check(found, marking, GUESSES, found.cost)
        costs.append(found.cost)
    assert len(costs) > 2
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] == optimal_strategy(asked).cost


@pytest.mark.parametrize("ties", list(Ties))
@pytest.mark.parametrize("rule", list(Rule))
def test_no_rule_that_looks_one_step_ahead_is_better(rule: Rule, ties: Ties) -> None:
    for asked, _ in [*SMALL, *WIDER[:5]]:
        assert cost_of(one_step_strategy(asked, rule, ties)) >= optimal_strategy(asked).cost


def test_guesses_of_colours_that_are_in_no_code_can_help_and_never_harm() -> None:
    for secrets in (CodeSpace(2, 3), CodeSpace(2, 4), CodeSpace(3, 3), CodeSpace(2, 4, repeats=False)):
        guesses = CodeSpace(secrets.holes, secrets.colours + 1)
        asked = game_of(secrets, guesses, BLACK_WHITE)
        least = optimum(asked, marked(asked, BLACK_WHITE), GUESSES, range(len(asked.codes)))
        check(optimal_strategy(asked), BLACK_WHITE, GUESSES, least)
        assert least <= optimal_strategy(game_of(secrets, secrets, BLACK_WHITE)).cost


def test_one_code_costs_one_guess() -> None:
    check(optimal_strategy(small_game(3, 1)), BLACK_WHITE, GUESSES, 1)
    check(optimal_strategy(small_game(3, 1), Costs((7, 1))), BLACK_WHITE, Costs((7, 1)), 7)


def test_where_who_is_certain_calls_there_is_no_exact_search() -> None:
    asked = game_for(edition("mastermind-44", seats=2))
    assert refusal(lambda: optimal_strategy(asked)) == "no-exact-search"


# Bounds


def fan(asked: GuessingGame, codes: Numbers) -> int:
    """The most cells into which a guess parts these codes."""
    return int(np.count_nonzero(cell_sizes(asked, codes), axis=1).max())


@few
@given(some_codes([*SMALL, *WIDER]), st.sampled_from(COSTS) | costs_that_never_fall())
def test_a_lower_bound_is_never_above_the_cost(position: tuple[GuessingGame, Marking, Numbers], costs: Costs) -> None:
    asked, marking, codes = position
    least = optimum(asked, marked(asked, marking), costs, codes.tolist())
    rises, marks = costs.increments_from(1), asked.open_marks
    assert least_cost(asked.weights[codes], fan(asked, codes), marks, rises) <= least
    assert least_cost(asked.weights[codes], len(asked.marks), marks, rises) <= least_cost(
        asked.weights[codes], fan(asked, codes), marks, rises
    )


def test_the_perfect_tree_has_one_code_then_three_then_nine() -> None:
    """Four marks, of which one says that the code is found."""
    assert rank_costs(14, 4, 3, GUESSES.increments_from(1)).tolist() == [1] + 3 * [2] + 9 * [3] + [4]
    assert rank_costs(4, 1, 3, GUESSES.increments_from(1)).tolist() == [1, 2, 3, 4]
    assert rank_costs(5, 3, 2, costs_by_guess((1, 4, 9)).increments_from(1)).tolist() == [1, 4, 4, 9, 9]
    assert least_cost(np.array([1, 5, 2]), 2, 1, GUESSES.increments_from(1)) == 5 * 1 + 2 * 2 + 1 * 3


def test_a_guess_that_is_no_code_can_leave_as_many_cells_open_as_there_are() -> None:
    """With two cells at most but more marks: one code by the next guess, two by the one after, then four, eight."""
    assert rank_costs(9, 2, 4, GUESSES.increments_from(1)).tolist() == [1, 2, 3, 3, 4, 4, 4, 4, 5]


@pytest.mark.parametrize("colours", range(6, 16))
def test_one_unknown_colour_is_found_by_halves(colours: int) -> None:
    """Three pegs of colour 1 and one other: a guess tells whether it is one of up to four; few guesses are codes."""
    asked = small_game(4, colours, COLOURS)
    opening = guess_number(asked, "1111")
    left = find_candidates(asked, [((1, 1, 1, 1), (Number(3),))])
    search = ExactSearch(asked, codes=left, placed=(opening,))
    answer = search.cost(left)
    needed = search.strategy(answer.guess).guesses_needed(left)
    assert answer.bound == 4 * _one_of(len(left)) == int((needed * asked.weights[left]).sum())


@cache
def _one_of(many: int) -> int:
    """What it takes to find one of so many, where a guess is one of them or tells up to four from the others."""
    if many == 1:
        return 1
    apart = (_one_of(some) + _one_of(many - some) for some in range(1, min(4, many - 1) + 1))
    return many + min(_one_of(many - 1), *apart)


def test_a_proof_is_never_better_than_its_strategy() -> None:
    """Four of ten colours, all different, and only the colours count: few guesses are codes, most marks are rare."""
    for free_guesses, least in ((True, 26256), (False, 26280)):
        found = optimal_strategy(small_game(4, 10, COLOURS, repeats=False, free_guesses=free_guesses))
        assert found.cost == least == replayed_cost(found.strategy, COLOURS, GUESSES)


def test_more_rows_than_anybody_has_do_no_harm() -> None:
    asked = small_game(3, 4)
    row = (1, 1, 2), (KeyPegs(1, 0),)
    left = find_candidates(asked, [row])
    many = ExactSearch(asked, codes=left, placed=[asked.guess_number(row[0])] * 200)
    assert many.cost(left).bound == ExactSearch(asked, codes=left, placed=[asked.guess_number(row[0])]).cost(left).bound


@pytest.mark.parametrize("colours", [20, 24, 26, 30, 39])
def test_one_hole_takes_as_many_guesses_as_there_are_colours(colours: int) -> None:
    found = optimal_strategy(small_game(1, colours))
    assert found.cost == colours * (colours + 1) // 2


def test_more_guesses_than_any_edition_has_rows_are_not_searched() -> None:
    with pytest.raises(RuleError) as caught:
        optimal_strategy(small_game(1, 60))
    assert caught.value.code == "too-many-guesses"


def test_codes_that_are_not_there_are_refused() -> None:
    asked = small_game(3, 4)
    search = ExactSearch(asked, codes=all_codes(asked)[:5], placed=None)
    for codes in ([], [7], [1, 7]):
        with pytest.raises(ValueError, match="not codes"):
            search.cost(np.array(codes, np.int32))


def test_a_code_that_is_known_but_not_guessed_costs_one_guess_more() -> None:
    asked = small_game(3, 4)
    search = ExactSearch(asked)
    assert search.cost(np.array([5], np.int32)).bound == 1
    assert search.cost(np.array([5], np.int32), only=int(asked.guess_of[6])).bound == 2


def test_weights_of_ones_own_make_nothing_alike() -> None:
    asked = small_game(2, 4)
    weights = np.ones(len(asked.codes), np.int64)
    weights[7] = 100
    weighed = asked.with_weights(weights)
    found = optimal_strategy(weighed)
    assert found.cost == int((found.strategy.guesses_needed() * weights).sum())
    assert found.cost == optimum(weighed, marked(asked, BLACK_WHITE), GUESSES, range(len(asked.codes)))
    with pytest.raises(ValueError, match="alone"):
        optimal_strategy(weighed, checkpoint=Path("nowhere"))


@pytest.mark.parametrize(
    ("asked", "total"), [(small_game(4, 7), 11228), (small_game(4, 8, repeats=False), 7817)], ids=named
)
def test_a_search_that_is_watched_never_promises_too_much(asked: GuessingGame, total: int) -> None:
    seen: list[Progress] = []

    def watch(progress: Progress) -> bool:
        seen.append(progress)
        return True

    assert optimal_strategy(asked, watch=watch).cost == total
    assert seen
    assert all(progress.lower <= total <= progress.upper for progress in seen)
    for earlier, later in pairwise(seen):
        assert earlier.nodes <= later.nodes
        assert earlier.positions <= later.positions
        assert earlier.upper >= later.upper


def test_a_search_that_was_stopped_can_be_asked_again() -> None:
    asked = small_game(4, 7)
    search = ExactSearch(asked)
    with pytest.raises(SearchInterrupted):
        search.cost(search.codes, watch=lambda progress: False)
    assert search.progress.lower <= 11228
    assert search.cost(search.codes).bound == 11228
    assert replayed_cost(search.strategy(), BLACK_WHITE, GUESSES) == 11228


def test_positions_after_a_guess_add_up_to_what_the_opening_costs() -> None:
    asked = small_game(4, 5)
    search, opening = ExactSearch(asked), guess_number(asked, "1123")
    codes = all_codes(asked)
    marks = marks_of_guess(asked, opening, codes)
    cells = [codes[marks == mark] for mark in np.unique(marks) if mark != asked.solved_mark]
    total = len(codes) + sum(search.cost(cell, placed=(opening,)).bound for cell in cells)
    assert total == search.cost(codes, only=opening).bound == 2463


# Costs


def test_costs_never_fall() -> None:
    for rises in ((), (1, -1), (-1,)):
        with pytest.raises(ValueError, match="must not fall"):
            Costs(rises)
    with pytest.raises(ValueError, match="must not fall"):
        costs_by_guess((3, 2))


@few
@given(st.lists(st.integers(0, 50), min_size=1, max_size=8).map(sorted))
def test_costs_by_number_are_those_that_were_given(costs: list[int]) -> None:
    found = costs_by_guess(costs)
    assert np.cumsum(found.increments_from(1))[: len(costs)].tolist() == costs
    assert [by_guess(found, guess) for guess in range(1, len(costs) + 1)] == costs
    assert found.is_constant is (len(set(found.increments)) == 1)
    for first in (1, 2, 5):
        rises = found.increments_from(first).tolist()
        assert rises == found.increments_from(1).tolist()[first - 1 :] + rises[len(rises) - first + 1 :]


@pytest.mark.parametrize(
    ("asked", "worst", "total"),
    [(small_game(4, 6), 5, 5626), (small_game(3, 5), 5, 451), (small_game(2, 6), 5, 132), (small_game(1, 5), 5, 15)],
    ids=named,
)
def test_the_least_worst_case_comes_before_the_least_total(asked: GuessingGame, worst: int, total: int) -> None:
    found = least_worst(asked)
    assert tally_of(found.strategy).worst == worst
    assert found.cost == total
    with pytest.raises(RuleError):
        optimal_strategy(asked, costs_within(worst - 1))
