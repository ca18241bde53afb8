"""The grade of a guess depends on its cost alone; skill and luck of a round are figures from 0 to 100."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keypeg.analysis.board_analysis import analyse_board
from keypeg.analysis.cost_and_luck import Appraisal, Currency, RowValue
from keypeg.analysis.grades import (
    EVEN_LUCK,
    GRADE_LIMITS,
    HIGHEST,
    LOWEST,
    Grade,
    grade_cost,
    grade_guess,
    rate_seat,
)
from keypeg.editions import edition
from keypeg.solver.strategy.book_files import load_book
from support.analysed_boards import board_by_strategy, rows_for
from support.thoroughness import examples

GRADES = list(Grade)
"""From the best to the worst."""

currencies = st.sampled_from(Currency)
amounts = st.floats(0, 1000, allow_subnormal=False)
lucks = st.floats(-1000, 1000, allow_subnormal=False)
rows = st.lists(st.tuples(amounts, lucks), min_size=1, max_size=12)


def row_value(currency: Currency, cost: float, luck: float | None = 0.0) -> RowValue:
    """A row with this cost and luck."""
    before = 2000.0
    played = before + currency.sign * cost
    after = None if luck is None else Appraisal(played - 1 - currency.sign * luck, True)
    return RowValue(currency, Appraisal(before, True), Appraisal(played, True), after, (1, 1))


def rate(currency: Currency, rows: list[tuple[float, float]], start: float = 4.0) -> tuple[int, int]:
    """Skill and luck of these costs and lucks."""
    figures = rate_seat(2, [row_value(currency, cost, luck) for cost, luck in rows], Appraisal(start, True))
    assert figures is not None
    assert figures.seat == 2
    return figures.skill, figures.luck


# Grades


@given(currencies)
def test_a_guess_that_costs_nothing_is_best(currency: Currency) -> None:
    assert grade_guess(row_value(currency, 0.0)) is Grade.BEST


@examples(30)
@given(currencies, amounts, amounts)
def test_a_dearer_guess_never_has_a_better_grade(currency: Currency, one: float, other: float) -> None:
    cheap, dear = sorted((one, other))
    assert GRADES.index(grade_cost(currency, cheap)) <= GRADES.index(grade_cost(currency, dear))


@pytest.mark.parametrize("currency", Currency)
def test_each_grade_begins_at_its_limit(currency: Currency) -> None:
    assert all(low < high for low, high in pairwise(GRADE_LIMITS[currency]))
    assert [grade_cost(currency, limit) for limit in GRADE_LIMITS[currency]] == GRADES[1:]
    assert [grade_cost(currency, limit * 0.999) for limit in GRADE_LIMITS[currency]] == GRADES[:-1]


@examples(30)
@given(currencies, amounts, lucks, lucks)
def test_luck_changes_no_grade(currency: Currency, cost: float, one: float, other: float) -> None:
    assert grade_guess(row_value(currency, cost, one)) is grade_guess(row_value(currency, cost, other))


def test_guesses_by_the_book_are_best_and_repeated_ones_mistakes() -> None:
    played, strategy = edition("parker-1974"), load_book("black-white-3x6").strategy
    board = board_by_strategy(played, (1, 2, 3), strategy)
    assert [grade_guess(value) for value in board.values] == [Grade.BEST] * len(board.rows)
    figures = rate_seat(2, board.values, board.start)
    assert figures is not None
    assert figures.skill == HIGHEST

    repeated = analyse_board(played, 2, (2,), rows_for(played, (1, 2, 3), [(4, 4, 5), (4, 4, 5), (1, 2, 3)]))
    assert repeated.rows[1].value is not None
    assert grade_guess(repeated.rows[1].value) is Grade.MISTAKE


# The figures of a round


@examples(60)
@given(currencies, rows, st.floats(0, 1000))
def test_figures_are_from_0_to_100(currency: Currency, rows: list[tuple[float, float]], start: float) -> None:
    assert all(LOWEST <= figure <= HIGHEST for figure in rate(currency, rows, start))


@examples(30)
@given(currencies, rows)
def test_skill_is_100_only_if_every_guess_is_best(currency: Currency, rows: list[tuple[float, float]]) -> None:
    skill, _ = rate(currency, rows)
    grades = {grade_cost(currency, cost) for cost, _ in rows}
    assert (skill == HIGHEST) == (grades == {Grade.BEST})
    assert rate(currency, [(0.0, luck) for _, luck in rows])[0] == HIGHEST


@examples(30)
@given(currencies, rows, amounts)
def test_a_costlier_round_never_shows_more_skill(
    currency: Currency, rows: list[tuple[float, float]], more: float
) -> None:
    (cost, luck), *others = rows
    assert rate(currency, [(cost + more, luck), *others])[0] <= rate(currency, rows)[0]


@examples(30)
@given(currencies, st.lists(amounts, min_size=1, max_size=12))
def test_luck_is_50_if_every_mark_was_as_expected(currency: Currency, costs: list[float]) -> None:
    assert rate(currency, [(cost, 0.0) for cost in costs])[1] == EVEN_LUCK


@examples(30)
@given(currencies, st.floats(-100, 100), st.floats(-100, 100))
def test_better_marks_are_never_worse_luck(currency: Currency, one: float, other: float) -> None:
    worse, better = sorted((one, other))
    assert rate(currency, [(0.0, worse)])[1] <= rate(currency, [(0.0, better)])[1]
    assert rate(currency, [(0.0, better)])[1] + rate(currency, [(0.0, -better)])[1] == pytest.approx(100, abs=1)


def test_a_row_without_a_mark_is_neither_good_nor_bad_luck() -> None:
    figures = rate_seat(1, [row_value(Currency.GUESSES, 0.25, None)], Appraisal(4.0, True))
    assert figures is not None
    assert (figures.skill, figures.luck) == (75, EVEN_LUCK)


def test_a_round_without_known_values_has_no_figures() -> None:
    assert rate_seat(1, [], Appraisal(4.0, True)) is None
    assert rate_seat(1, [row_value(Currency.CHANCE, 0.5)], None) is None
