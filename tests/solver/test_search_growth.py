"""The figures on the page about clusters: how the search grows."""

import pytest
from tools.page_tables import read_between
from tools.search_growth import (
    BEGIN,
    END,
    PAGE,
    Measurement,
    extrapolated_table,
    fit_power,
    measured_table,
    write_duration,
)

from keypeg.solver.proof.optimal import optimal_strategy
from support.plain_solver import small_game


@pytest.mark.parametrize(("factor", "power"), [(2.0, 3.0), (0.001, 2.5), (7.0, 1.0)])
def test_a_power_law_is_fitted(factor: float, power: float) -> None:
    law = fit_power([(codes, factor * codes**power) for codes in (64, 216, 1296, 4096)])
    assert law.factor == pytest.approx(factor)
    assert law.power == pytest.approx(power)
    assert law.work(1000) == pytest.approx(factor * 1000**power)


def test_the_page_shows_the_nodes_of_the_search() -> None:
    lines = [line.split(" | ") for line in read_between(PAGE, BEGIN, END).splitlines() if " × " in line]
    nodes = {line[0].removeprefix("| "): line[2] for line in lines if len(line) == 4}
    for holes, colours in [(3, 4), (3, 6), (3, 8), (4, 5), (4, 6)]:
        assert nodes[f"{holes} × {colours}"] == str(optimal_strategy(small_game(holes, colours)).nodes)


def test_even_growth_is_extrapolated_without_a_range() -> None:
    sizes = [Measurement(4, colours, 1, float(colours**4) ** 2 / 1e6) for colours in (5, 6, 7, 8)]
    text = extrapolated_table(sizes)
    assert "to the power of 2.0; from one size to the next, 2.0 to 2.0" in text
    assert f"| 5 × 8 | 32768 | {write_duration(32768**2 / 1e6)} to {write_duration(32768**2 / 1e6)} |" in text
    assert "| 4 × 8 | 4096 | 1 | 16.78 |" in measured_table(sizes)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.1, "a second or two"), (90, "90 seconds"), (7000, "117 minutes"), (10**5, "28 hours"), (10**9, "32 years")],
)
def test_long_times_are_given_in_large_units(seconds: float, text: str) -> None:
    assert write_duration(seconds) == text
