"""How many guesses suffice for every code: the stored worst cases of every book, and the searches behind them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tools.page_tables import STRATEGIES, read_between
from tools.worst_cases import BEGIN, END, bound_worst_case, find_worst_case, read_worst_cases, worst_cases_table

from keypeg.core.marks import BLACK_WHITE, COLOURS, SUM
from keypeg.solver.exact.search import ExactSearch
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import all_codes
from keypeg.solver.kernels.array_types import Numbers
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule
from keypeg.solver.proof.depth_limit import DepthLimitSearch, check_openings, measure_cells, open_cells
from keypeg.solver.proof.depth_limit_kernel import hopeless_guesses
from keypeg.solver.proof.optimal import least_worst_case, optimal_strategy
from keypeg.solver.strategy.book_files import game_book_names, load_book
from keypeg.solver.strategy.costs import costs_beyond, costs_within
from keypeg.solver.strategy.tree import tally_of
from support.inline_executor import InlineExecutor
from support.plain_solver import refusal_code, small_game
from support.thoroughness import examples, some_of

DEALT = [name for name in game_book_names() if load_book(name).strategy.game.solved_mark < 0]
SOLVED = [name for name in game_book_names() if load_book(name).claims.proven and name not in DEALT]
QUICK = [name for name in SOLVED if load_book(name).claims.codes < 2000]


@pytest.mark.parametrize("name", some_of(QUICK, quick=3))
def test_the_stored_worst_cases_are_found_again(name: str) -> None:
    book, stored = load_book(name), read_worst_cases()[name]
    assert find_worst_case(book, 1000, InlineExecutor()) == stored
    assert stored["at_least"] == stored["at_most"]
    assert stored["total"] == stored["lower"]


@pytest.mark.parametrize("name", some_of(QUICK, quick=3))
def test_one_guess_less_does_not_suffice(name: str) -> None:
    game, least = load_book(name).strategy.game, read_worst_cases()[name]["at_least"]
    assert refusal_code(lambda: optimal_strategy(game, costs_within(least - 1))) == "no-strategy-within"


@pytest.mark.parametrize("name", game_book_names())
def test_the_least_worst_case_is_known_of_every_book(name: str) -> None:
    assert read_worst_cases()[name]["at_least"] == read_worst_cases()[name]["at_most"]


def test_option_3_of_the_traffic_jam_is_not_found_within_6() -> None:
    game = load_book("sum-4x6-blanks-0-4").strategy.game
    assert not any(enough for _, enough in check_openings(game, 6, InlineExecutor()))


def test_4_holes_of_8_colours_are_found_within_6_at_the_price_of_two_guesses() -> None:
    assert read_worst_cases()["black-white-4x8"] == {"at_least": 6, "at_most": 6, "total": 20473, "lower": 20473}
    assert load_book("black-white-4x8").claims.total == 20471


@pytest.mark.parametrize("name", game_book_names())
def test_a_limit_never_lowers_the_total(name: str) -> None:
    claims, stored = load_book(name).claims, read_worst_cases()[name]
    assert stored["at_least"] <= stored["at_most"] <= claims.worst
    if stored["total"] is not None:
        assert stored["lower"] is not None
        assert claims.lower_bound <= stored["lower"] <= stored["total"]


@pytest.mark.parametrize("name", [name for name in DEALT if load_book(name).claims.codes < 10_000])
def test_the_worst_case_of_games_without_a_solved_mark_counts_the_call(name: str) -> None:
    book = load_book(name)
    worst_case = find_worst_case(book, 1000, InlineExecutor())
    assert worst_case == read_worst_cases()[name]
    assert worst_case["at_least"] == worst_case["at_most"] <= book.claims.worst


SMALL = [
    small_game(2, 3),
    small_game(2, 6),
    small_game(3, 4),
    small_game(3, 6),
    small_game(4, 3),
    small_game(3, 5, SUM),
    small_game(4, 5, COLOURS),
    small_game(3, 6, BLACK_WHITE, repeats=False),
    small_game(2, 1),
]


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.key)
def test_the_sufficient_number_of_guesses_is_that_of_the_exact_search(game: GuessingGame) -> None:
    least = tally_of(least_worst_case(game).strategy).worst
    search, everything = DepthLimitSearch(game), all_codes(game)
    assert [search.suffices(everything, guesses) for guesses in range(least + 2)] == [False] * least + [True] * 2
    assert bound_worst_case(game, least + 2, InlineExecutor(), 1000) == (least, least)


@examples(100)
@given(st.sampled_from(SMALL), st.data())
def test_a_subset_of_codes_is_found_within_a_limit_exactly_if_the_exact_search_finds_it(
    game: GuessingGame, data: st.DataObject
) -> None:
    subset = data.draw(st.sets(st.integers(0, len(game.codes) - 1), min_size=1, max_size=40))
    codes: Numbers = np.array(sorted(subset), np.int32)
    for guesses in range(1, 5):
        exact = ExactSearch(game, costs_beyond(guesses), codes, placed=None)
        assert DepthLimitSearch(game).suffices(codes, guesses, (0, 0, 0)) == (
            exact.cost(codes, 1, placed=None).bound == 0
        )


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.key)
def test_no_later_position_has_more_codes_than_the_limits_allow(game: GuessingGame) -> None:
    strategy = one_step_strategy(game, Rule.PARTS)
    worst = int(strategy.guesses_needed().max())
    for _, depth, codes in strategy.walk():
        assert len(codes) <= measure_cells(game, all_codes(game), worst)[1][worst - depth + 1]


@pytest.mark.parametrize(("game", "opening"), [(small_game(4, 6), (1, 1, 2, 2)), (small_game(4, 6), (1, 1, 2, 3))])
def test_the_largest_cell_of_a_hopeless_guess_cannot_be_found_with_three_guesses(
    game: GuessingGame, opening: tuple[int, ...]
) -> None:
    codes = open_cells(game, all_codes(game), game.guess_number(opening))[0]
    sample: Numbers = np.arange(0, len(game.guesses), 23, dtype=np.int32)
    refused = hopeless_guesses(game, codes, sample, measure_cells(game, codes, 2)[1][2])
    assert set(refused.tolist()) == {0, 1}
    for guess in sample[refused == 1]:
        crowd = open_cells(game, codes, int(guess))[0]
        exact = ExactSearch(game, costs_beyond(3), crowd, placed=None)
        assert exact.cost(crowd, 1, placed=None).bound > 0


def test_a_search_without_time_gives_a_lower_and_an_upper_bound() -> None:
    book = load_book("black-white-4x8")
    worst_case = find_worst_case(book, 0, InlineExecutor())
    assert worst_case["at_least"] <= 6
    assert worst_case["at_most"] in (6, 7)
    assert worst_case["total"] is None or worst_case["total"] > 20471


def test_the_page_shows_the_worst_cases() -> None:
    assert read_between(STRATEGIES, BEGIN, END) == worst_cases_table()
