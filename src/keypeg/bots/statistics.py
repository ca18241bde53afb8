"""What can be said of the players after so many matches: estimates with the intervals that they lie in, most likely.

Everything here is computed from sums, so that what was played yesterday and what is played today can be put together.
An interval is meant to hold the truth in 95 of 100 contests, unless another `z` is asked for.
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
    """A value, and between what it lies."""

    value: float
    low: float | None
    """None where too little was played to say."""
    high: float | None

    @property
    def is_positive(self) -> bool:
        """Whether it is more than nought, clear of chance."""
        return self.low is not None and self.low > 0


@dataclass(frozen=True)
class RatioSums:
    """The sums of two numbers a match, say points and rounds, and of their products."""

    count: int = 0
    """How many matches."""
    x: float = 0.0
    y: float = 0.0
    xx: float = 0.0
    xy: float = 0.0
    yy: float = 0.0

    def __add__(self, other: "RatioSums") -> "RatioSums":
        return RatioSums(*(one + more for one, more in zip(astuple(self), astuple(other), strict=True)))


def sum_pairs(pairs: Iterable[tuple[float, float]]) -> RatioSums:
    """The sums of these numbers, a pair a match."""
    count, x, y, xx, xy, yy = 0, 0.0, 0.0, 0.0, 0.0, 0.0
    for one, other in pairs:
        count, x, y = count + 1, x + one, y + other
        xx, xy, yy = xx + one * one, xy + one * other, yy + other * other
    return RatioSums(count, x, y, xx, xy, yy)


def wilson_interval(won: float, trials: int, z: float = Z95) -> Interval | None:
    """The share won of so many trials, with Wilson's interval; None without trials.

    It is made for trials that are won or not. Here a draw is shared, so a trial can bring a half or a third. Of all
    numbers from 0 to 1 with a given mean, those that are 0 or 1 vary the most: shares vary less than the interval
    allows for, and it is too wide rather than too narrow.
    """
    if not trials:
        return None
    share = won / trials
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * sqrt(max(share * (1 - share), 0.0) / trials + z * z / (4 * trials * trials))
    # Rounding must not put the share itself outside.
    return Interval(share, min(max(centre - half, 0.0), share), max(min(centre + half, 1.0), share))


def ratio_interval(sums: RatioSums, z: float = Z95) -> Interval | None:
    """So much x for each y, points a round say, with the normal interval over matches; None without any y.

    Matches differ in their number of rounds, and the rounds of a match may hang together: so what varies is how far
    each match lies off the common ratio. Where all matches have equally many rounds this is the interval of a mean.
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
    """The mean of x, which is by how much more of each match one has won than another; None without matches.

    The interval is the normal one after z² matches more, half of them won and half lost, as Agresti and Coull do
    for shares: else whoever has won the first two matches would be ahead beyond any doubt.
    """
    if not sums.count:
        return None
    count, more = sums.count + z * z, z * z
    centre = sums.x / count
    half = z * sqrt(((sums.xx + more) / count - centre * centre) / count)
    return Interval(sums.x / sums.count, max(centre - half, -1.0), min(centre + half, 1.0))
