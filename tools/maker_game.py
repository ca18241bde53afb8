"""The game between maker and breaker, solved by linear programming: how often which shape of code should be made.

The shape of a code is how often its colours occur: 211 is a pair and two single ones. Exchanges of holes and colours
turn codes of one shape into each other, so a maker loses nothing by making all codes of a shape equally often: what he
decides is how often to make which shape. A breaker decides on a whole strategy, and all that counts of it is how many
guesses it needs on average for each shape.

Such strategies are too many to list. So a linear program (HiGHS) finds the best choice of shapes against the strategies
known so far, and the exact search finds the best reply to that choice; it joins the strategies, until it is no better
than those known. What the best reply costs is what the maker is sure of. A mixture of the strategies, which the same
program finds, is what the breaker is sure of: the two bound the value of the game. Both are worked out in whole
numbers; the linear program only proposes.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import NamedTuple

import highspy
import numpy as np

from keypeg.players.hard_codes import shape_of
from keypeg.solver.exact.search import ExactSearch, Watch
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.kernels.array_types import Longs
from keypeg.solver.strategy.tree import Strategy

FINE = 20_000
"""How finely the program's choice is rounded: the weight of a code in the likeliest shape."""

CLOSE = Fraction(1, 1000)
"""From which difference of the bounds on it is tried to name the value exactly."""

HEAVIEST = 2**50
"""The most that all codes together may weigh, so that costs stay within what the search can add up."""

SMALL = 1e-7
"""What counts as nothing among the program's numbers."""

Weights = tuple[int, ...]
"""How much each code of a shape weighs beside those of others, in the order of the shapes."""


class Value(NamedTuple):
    """What a choice of shapes is worth."""

    weights: Weights
    guesses: Fraction
    """What the best reply needs on average."""


class Mixture(NamedTuple):
    """What the linear program says of the strategies known so far."""

    chances: list[float]
    """How often each shape should be made."""
    shares: list[float]
    """How often the breaker should play each of the strategies."""


@dataclass
class Game:
    """The game of one game, with the strategies known so far."""

    guessing_game: GuessingGame
    replies: list[tuple[int, ...]] = field(default_factory=list)
    """For each strategy the guesses it needs for all codes of each shape together."""

    @cached_property
    def shapes(self) -> list[str]:
        """The shapes that codes can have."""
        return sorted({*self._shape_of_code})

    @cached_property
    def sizes(self) -> Longs:
        """How many codes there are of each shape, each as often as it weighs in the game."""
        return np.bincount(self._places, weights=self.guessing_game.weights).astype(np.int64)

    @cached_property
    def _shape_of_code(self) -> list[str]:
        return [shape_of(self.guessing_game.code(number)) for number in range(len(self.guessing_game.codes))]

    @cached_property
    def _places(self) -> Longs:
        return np.array([self.shapes.index(shape) for shape in self._shape_of_code])

    @property
    def without_rarest(self) -> Weights:
        """The choice that leaves out the shape with the fewest codes; all others weigh the same: it is soon asked."""
        return tuple(int(at != np.argmin(self.sizes)) for at in range(len(self.sizes)))

    def know(self, strategy: Strategy) -> None:
        """Add a strategy to those known."""
        needed = strategy.guesses_needed() * self.guessing_game.weights
        self.replies.append(tuple(np.bincount(self._places, weights=needed).astype(np.int64).tolist()))

    def best_reply(self, weights: Weights, watch: Watch | None = None) -> Value:
        """What this choice is worth. A reply that is better than all strategies known becomes one of them.

        A choice that leaves out a shape has replies that say nothing of it, and none of them is kept.
        """
        codes = np.flatnonzero(np.array(weights)[self._places]).astype(np.int32)
        weights_of_codes = np.maximum(np.array(weights)[self._places], 1) * self.guessing_game.weights
        weighed = self.guessing_game.with_weights(weights_of_codes)
        search = ExactSearch(weighed, codes=codes)
        known = min(sum(w * guesses for w, guesses in zip(weights, reply, strict=True)) for reply in self.replies)
        answer = search.cost(codes, known, watch=watch)
        if answer.exact and all(weights):
            self.know(search.strategy(answer.guess))
        cost = answer.bound if answer.exact else known
        return Value(weights, Fraction(cost, int(np.array(weights) @ self.sizes)))

    def most(self, mixture: Mixture) -> Fraction:
        """What the breaker is sure to need at most, playing the strategies known as the program says."""
        found = self._settled_shares(mixture)
        shares = found or [Fraction(max(share, 0.0)) for share in mixture.shares]
        means = []
        for of_shape, size in zip(zip(*self.replies, strict=True), self.sizes, strict=True):
            total = sum((share * guesses for share, guesses in zip(shares, of_shape, strict=True)), Fraction())
            means.append(total / int(size) / sum(shares))
        return max(means)

    def _settled_shares(self, mixture: Mixture) -> list[Fraction] | None:
        """The mixture in which all shapes that are made need equally many guesses, exactly; if there is one."""
        made = [at for at, chance in enumerate(mixture.chances) if chance > SMALL]
        played = [at for at, share in enumerate(mixture.shares) if share > SMALL]
        # The shares of the strategies that are played, and what they come to.
        rows = [
            [*(Fraction(self.replies[at][shape]) for at in played), Fraction(-int(self.sizes[shape])), Fraction()]
            for shape in made
        ]
        found = _solution([*rows, [*(Fraction(1) for _ in played), Fraction(), Fraction(1)]])
        if found is None or min(found) < 0:
            return None
        shares = dict(zip(played, found[:-1], strict=True))
        return [shares.get(at, Fraction()) for at in range(len(self.replies))]

    def mixture(self) -> Mixture:
        """The best choice of shapes against the strategies known, and the best mixture of those."""
        program = highspy.Highs()
        program.setOptionValue("output_flag", False)
        program.setOptionValue("threads", 1)
        chances = [program.addVariable(lb=0.0, ub=1.0) for _ in self.shapes]
        value = program.addVariable(lb=0.0)
        for reply in self.replies:
            means = [total / int(size) for total, size in zip(reply, self.sizes, strict=True)]
            program.addConstr(sum(mean * chance for mean, chance in zip(means, chances, strict=True)) - value >= 0)
        program.addConstr(sum(chances[1:], start=chances[0]) == 1)
        program.maximize(value)
        found = program.getSolution()
        return Mixture(
            list(found.col_value)[: len(chances)], [abs(price) for price in list(found.row_dual)[: len(self.replies)]]
        )

    def chances_of(self, weights: Weights) -> list[float]:
        """How often each shape is made with these weights."""
        each = np.array(weights) * self.sizes
        found: list[float] = (each / each.sum()).tolist()
        return found

    def rounded(self, chances: list[float]) -> Weights:
        """This choice as whole weights, none of them nothing: then a reply to it says how it finds every code."""
        each = np.array(chances) / self.sizes
        weights = np.maximum(np.rint(FINE * each / each.max()), 1).astype(np.int64)
        return _reduced(weights.tolist())

    def settled(self, mixture: Mixture) -> Weights | None:
        """The choice against which the strategies that are played are all equally good, exactly; if there is one."""
        made = [at for at, chance in enumerate(mixture.chances) if chance > SMALL]
        played = [reply for reply, share in zip(self.replies, mixture.shares, strict=True) if share > SMALL]
        # The weights of the shapes that are made, and the value for a total weight of one.
        rows = [[*(Fraction(reply[at]) for at in made), Fraction(-1), Fraction()] for reply in played]
        rows.append([*(Fraction(int(self.sizes[at])) for at in made), Fraction(), Fraction(1)])
        found = _solution(rows)
        if found is None or min(found[:-1]) < 0:
            return None
        whole = lcm(*(weight.denominator for weight in found[:-1]))
        weights = [0] * len(self.shapes)
        for at, weight in zip(made, found[:-1], strict=True):
            weights[at] = int(weight * whole)
        whole = sum(weight * int(size) for weight, size in zip(weights, self.sizes, strict=True))
        return _reduced(weights) if whole <= HEAVIEST else None


def _reduced(weights: list[int]) -> Weights:
    common = gcd(*weights)
    return tuple(weight // common for weight in weights)


def _solution(rows: list[list[Fraction]]) -> list[Fraction] | None:
    """What solves these equations, each of which ends with its right side; None if not just one thing does."""
    unknown = len(rows[0]) - 1
    rows = [list(row) for row in rows]
    for column in range(unknown):
        pivot = next((at for at in range(column, len(rows)) if rows[at][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [number / scale for number in rows[column]]
        for at, row in enumerate(rows):
            if at != column and (factor := row[column]):
                rows[at] = [number - factor * top for number, top in zip(row, rows[column], strict=True)]
    return None if any(row[-1] for row in rows[unknown:]) else [row[-1] for row in rows[:unknown]]


class Solved(NamedTuple):
    """How far a game was solved."""

    best: Value
    """The best choice found, and what it is worth."""
    most: Fraction
    """What no choice is worth more than."""
    rounds: int
    """How many replies were searched."""


def solve(game: Game, even: Strategy, rounds: int, watch: Watch | None = None) -> Iterator[Solved]:
    """Solve a game from the best reply to all codes alike on, round by round, until its value is known or so many.

    What is asked about lies half way between the best choice found and the one that the program proposes: what is
    proposed jumps about while few strategies are known. Once the bounds are close it is asked about what is proposed,
    exactly.
    """
    game.know(even)
    alike = tuple(1 for _ in game.shapes)
    best = Value(alike, Fraction(sum(game.replies[0]), int(game.sizes.sum())))
    asked = {alike}
    for number in range(rounds + 1):
        mixture = game.mixture()
        most = game.most(mixture)
        yield Solved(best, most, number)
        if best.guesses == most or number == rounds:
            return
        weights = game.without_rarest if number == 0 else game.settled(mixture) if most - best.guesses < CLOSE else None
        if weights is None or weights in asked:
            weights = game.rounded(between(game.chances_of(best.weights), mixture.chances))
        if weights in asked:  # as fine as weights are here, nothing is left to ask
            return
        asked.add(weights)
        best = max(best, game.best_reply(weights, watch), key=lambda value: value.guesses)


def between(one: list[float], other: list[float]) -> list[float]:
    """What lies half way between two choices."""
    return [(here + there) / 2 for here, there in zip(one, other, strict=True)]
