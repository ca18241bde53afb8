"""How many guesses are enough for every code: what is known of every book's puzzle, and that it is so."""

import pytest
from tools.page_tables import STRATEGIES, shown
from tools.worst import BEGIN, END, cases, find, known
from tools.worst_bounds import at_least

from keypeg.core.marks import BLACK_WHITE, COLOURS, SUM
from keypeg.solver.books import load_book, puzzle_books
from keypeg.solver.bounds import least_guesses
from keypeg.solver.costs import within
from keypeg.solver.optimal import least_worst, optimal_strategy
from keypeg.solver.puzzle import Puzzle
from keypeg.solver.strategy import tally_of
from solver.plain import puzzle, refusal

DEALT = [name for name in puzzle_books() if load_book(name).strategy.puzzle.solved < 0]
SOLVED = [name for name in puzzle_books() if load_book(name).claims.proven and name not in DEALT]
QUICK = [name for name in SOLVED if load_book(name).claims.codes < 2000]


@pytest.mark.parametrize("name", QUICK)
def test_what_is_said_of_worst_cases_is_found_again(name: str) -> None:
    book, said = load_book(name), known()[name]
    assert find(book.strategy.puzzle, book.claims, 1000) == said
    assert said["at_least"] == said["at_most"]
    assert said["total"] == said["lower"]


@pytest.mark.parametrize("name", QUICK)
def test_one_guess_less_is_not_enough(name: str) -> None:
    asked, least = load_book(name).strategy.puzzle, known()[name]["at_least"]
    assert refusal(lambda: optimal_strategy(asked, within(least - 1))) == "no-strategy-within"


def test_4_holes_of_8_colours_are_found_within_6_at_the_price_of_two_guesses() -> None:
    assert known()["black-white-4x8"] == {"at_least": 6, "at_most": 6, "total": 20473, "lower": 20473}
    assert load_book("black-white-4x8").claims.total == 20471


@pytest.mark.parametrize("name", puzzle_books())
def test_a_limit_makes_nothing_better(name: str) -> None:
    claims, said = load_book(name).claims, known()[name]
    assert said["at_least"] <= said["at_most"] <= claims.worst
    if claims.codes < 10_000:
        assert at_least(load_book(name).strategy.puzzle) <= said["at_least"]
    if said["total"] is not None:
        assert said["lower"] is not None
        assert claims.lower_bound <= said["lower"] <= said["total"]


@pytest.mark.parametrize("name", [name for name in DEALT if load_book(name).claims.codes < 10_000])
def test_where_nobody_says_that_a_code_is_found_it_is_known_how_many_rows_and_the_call_are_enough(name: str) -> None:
    book = load_book(name)
    found = find(book.strategy.puzzle, book.claims, 1000)
    assert found == known()[name]
    assert found["at_least"] == found["at_most"] <= book.claims.worst


@pytest.mark.parametrize(
    "asked",
    [
        puzzle(2, 3),
        puzzle(2, 6),
        puzzle(3, 4),
        puzzle(3, 6),
        puzzle(4, 3),
        puzzle(3, 5, SUM),
        puzzle(4, 5, COLOURS),
        puzzle(3, 6, BLACK_WHITE, repeats=False),
        puzzle(2, 1),
    ],
    ids=lambda asked: asked.key,
)
def test_what_is_never_enough_by_counting_is_not_enough(asked: Puzzle) -> None:
    least = tally_of(least_worst(asked).strategy).worst
    assert least_guesses(len(asked.codes), len(asked.marks), asked.open_marks) <= at_least(asked) <= least


def test_a_search_that_has_no_time_says_what_is_known_both_ways() -> None:
    book = load_book("black-white-4x8")
    found = find(book.strategy.puzzle, book.claims, 0)
    assert found["at_least"] == 6
    assert found["at_most"] in (6, 7)
    assert found["total"] is None or found["total"] > 20471


def test_the_page_shows_the_worst_cases() -> None:
    assert shown(STRATEGIES, BEGIN, END) == cases()
