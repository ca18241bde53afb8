"""Estimates of how well players play, with confidence intervals.

Everything is computed from sums, so that results of several runs can be added. The intervals are of 95 %, unless
another `z` is given.
"""

from collections.abc import Iterable
from dataclasses import astuple, dataclass
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple


def z_for(confidence: float) -> float:
    """How many standard errors to either side hold this share of the normal distribution."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


Z95 = z_for(0.95)


class Interval(NamedTuple):
    """An estimate, and its confidence interval."""

    value: float
    low: float | None
    """None where too little was played."""
    high: float | None

    @property
    def is_positive(self) -> bool:
        """Whether the whole interval is above 0."""
        return self.low is not None and self.low > 0


@dataclass(frozen=True)
class RatioSums:
    """The sums of two numbers per match, such as points and rounds, and of their products."""

    count: int = 0
    """The number of matches."""
    x: float = 0.0
    y: float = 0.0
    xx: float = 0.0
    xy: float = 0.0
    yy: float = 0.0

    def __add__(self, other: "RatioSums") -> "RatioSums":
        return RatioSums(*(left + right for left, right in zip(astuple(self), astuple(other), strict=True)))


def sum_pairs(pairs: Iterable[tuple[float, float]]) -> RatioSums:
    """The sums of these numbers, a pair for each match."""
    count, x, y, xx, xy, yy = 0, 0.0, 0.0, 0.0, 0.0, 0.0
    for first, second in pairs:
        count, x, y = count + 1, x + first, y + second
        xx, xy, yy = xx + first * first, xy + first * second, yy + second * second
    return RatioSums(count, x, y, xx, xy, yy)


def wilson_interval(won: float, trials: int, z: float = Z95) -> Interval | None:
    """The share won of so many trials, with Wilson's interval; None without trials.

    Wilson's interval is for trials that are won or lost. Here a draw is shared, so a trial can count a half or a third.
    Of all numbers from 0 to 1 with a given mean, those that are 0 or 1 vary the most: shares vary less, so the interval
    is too wide rather than too narrow.
    """
    if not trials:
        return None
    share = won / trials
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * sqrt(max(share * (1 - share), 0.0) / trials + z * z / (4 * trials * trials))
    # Rounding must not leave the share itself outside.
    return Interval(share, min(max(centre - half, 0.0), share), max(min(centre + half, 1.0), share))


def ratio_interval(sums: RatioSums, z: float = Z95) -> Interval | None:
    """The ratio of x to y, such as points per round, with the normal interval over matches; None if y is 0.

    Matches differ in their number of rounds, and the rounds of a match may depend on each other, so the variance is
    that of each match's deviation from the common ratio. If all matches have equally many rounds, this is the interval
    of a mean.
    """
    if not sums.y:
        return None
    value = sums.x / sums.y
    if sums.count < 2:
        return Interval(value, None, None)
    squares = max(sums.xx - 2 * value * sums.xy + value * value * sums.yy, 0.0)
    half = z * sqrt(squares / (sums.count - 1) * sums.count) / sums.y
    return Interval(value, value - half, value + half)


def lead_interval(sums: RatioSums, z: float = Z95) -> Interval | None:
    """The mean of x, by how much more of each match one player has won than another; None without matches.

    The interval is the normal one with z² more matches, half of them won and half lost, as Agresti and Coull do for
    shares. Otherwise winning the first two matches would already count as a certain lead.
    """
    if not sums.count:
        return None
    count, added = sums.count + z * z, z * z
    centre = sums.x / count
    half = z * sqrt(((sums.xx + added) / count - centre * centre) / count)
    return Interval(sums.x / sums.count, max(centre - half, -1.0), min(centre + half, 1.0))
