"""Intervals compared with published values, with known formulas, and with many random contests."""

from math import sqrt
from random import Random
from statistics import mean, stdev

import pytest

from keypeg.contests.statistics import (
    Z95,
    Interval,
    RatioSums,
    lead_interval,
    ratio_interval,
    sum_pairs,
    wilson_interval,
    z_for,
)


def test_z_values_are_those_of_the_normal_distribution() -> None:
    assert pytest.approx(1.959964, abs=1e-6) == Z95
    assert z_for(0.99) == pytest.approx(2.575829, abs=1e-6)


@pytest.mark.parametrize(
    ("won", "trials", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0000, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilsons_interval_agrees_with_published_values(won: int, trials: int, low: float, high: float) -> None:
    """Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17 (1998), table I."""
    interval = wilson_interval(won, trials)
    assert interval is not None
    assert interval == pytest.approx((won / trials, low, high), abs=5e-5)


def test_wilsons_interval_is_symmetric_in_winning_and_losing() -> None:
    for trials in range(1, 30):
        for won in range(trials + 1):
            interval, mirrored = wilson_interval(won, trials), wilson_interval(trials - won, trials)
            assert interval is not None
            assert mirrored is not None
            assert interval.low is not None
            assert mirrored.high is not None
            assert interval.low == pytest.approx(1 - mirrored.high)
            assert 0 <= interval.low <= interval.value


def test_there_is_no_estimate_without_trials() -> None:
    assert wilson_interval(0, 0) is None
    assert ratio_interval(RatioSums()) is None
    assert lead_interval(RatioSums()) is None


def holds(estimate: Interval | None, truth: float) -> bool:
    """Whether the interval holds the truth."""
    assert estimate is not None
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low <= truth <= estimate.high


@pytest.mark.parametrize("shares", [(1, 0.5, 0), (1, 0.5, 0.5, 0.5, 0), (0.5, 1 / 3, 0)], ids=str)
def test_with_shared_wins_wilsons_interval_holds_the_truth_more_often_than_stated(shares: tuple[float, ...]) -> None:
    rng = Random(1)
    holds_truth = [holds(wilson_interval(sum(rng.choices(shares, k=40)), 40), mean(shares)) for _ in range(2000)]
    assert mean(holds_truth) > 0.96


def test_a_ratio_with_equal_rounds_is_a_mean_with_its_normal_interval() -> None:
    values = [2, 4, 4, 4, 5, 5, 7, 9]
    interval = ratio_interval(sum_pairs((value, 1) for value in values))
    half = 1.959964 * stdev(values) / sqrt(len(values))
    assert interval == pytest.approx((5, 5 - half, 5 + half), abs=1e-5)
    assert half == pytest.approx(1.4816, abs=1e-4)
    assert ratio_interval(sum_pairs((value, 4) for value in values)) == pytest.approx(
        (5 / 4, (5 - half) / 4, (5 + half) / 4)
    )


def test_a_ratio_with_unequal_rounds_is_the_ratio_of_the_sums() -> None:
    interval = ratio_interval(sum_pairs([(3, 3), (2, 5), (3, 4)]))
    # off the ratio 8/12 by 1, -4/3 and 1/3: their squares make 26/9
    half = 1.959964 * sqrt(26 / 9 / 2 / 3) / 4
    assert interval == pytest.approx((2 / 3, 2 / 3 - half, 2 / 3 + half), abs=1e-6)


def test_a_single_match_has_a_ratio_but_no_interval() -> None:
    assert ratio_interval(sum_pairs([(3, 2)])) == (1.5, None, None)


def test_the_interval_of_a_ratio_holds_the_truth_as_often_as_stated() -> None:
    """A match to three points: its rounds depend on each other, because winning ends it."""
    rng = Random(2)

    def played() -> tuple[int, int]:
        won = lost = 0
        while max(won, lost) < 3:
            won, lost = (won + 1, lost) if rng.random() < 0.6 else (won, lost + 1)
        return won, won + lost

    truth = ratio_interval(sum_pairs(played() for _ in range(100_000)))
    assert truth is not None
    share = mean(holds(ratio_interval(sum_pairs(played() for _ in range(60))), truth.value) for _ in range(1500))
    assert 0.93 < share < 0.97


@pytest.mark.parametrize(("won", "lost"), [(0, 1), (1, 0), (5, 5), (8, 0), (30, 20), (61, 39)])
def test_a_lead_without_draws_is_agresti_and_coulls_interval(won: int, lost: int) -> None:
    interval = lead_interval(sum_pairs([(1, 1)] * won + [(-1, 1)] * lost))
    assert interval is not None
    trials = won + lost + Z95**2
    share = (won + Z95**2 / 2) / trials
    half = Z95 * sqrt(share * (1 - share) / trials)
    assert interval.value == pytest.approx((won - lost) / (won + lost))
    assert interval.low == pytest.approx(max(2 * (share - half) - 1, -1))
    assert interval.high == pytest.approx(min(2 * (share + half) - 1, 1))


def test_two_matches_won_are_not_yet_a_lead_but_eight_are() -> None:
    for matches, clear in ((1, False), (2, False), (8, True)):
        interval = lead_interval(sum_pairs([(1, 1)] * matches))
        assert interval is not None
        assert interval.is_positive is clear


def test_equal_players_are_seldom_found_different() -> None:
    rng = Random(3)
    false_leads = 0
    for _ in range(2000):
        interval = lead_interval(sum_pairs((rng.choice((1, 0, -1)), 1) for _ in range(30)))
        assert interval is not None
        false_leads += interval.is_positive
    assert false_leads / 2000 < 0.035  # one side of the 5 % outside the interval, and a little more


def test_sums_can_be_added() -> None:
    early, late = [(1, 2), (3, 4)], [(5, 6)]
    assert sum_pairs(early) + sum_pairs(late) == sum_pairs(early + late)
    assert sum_pairs(early) + RatioSums() == sum_pairs(early)
