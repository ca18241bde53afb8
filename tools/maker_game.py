"""The game between maker and breaker, solved by linear programming: how often to choose each shape of code.

The shape of a code is how often its colours occur: 211 is a pair and two single colours. Symmetries of holes and
colours turn codes of one shape into each other, so a maker loses nothing by choosing all codes of a shape equally
often: the maker's choice is how often to choose each shape. A breaker chooses a whole strategy, of which only the
average number of guesses for each shape counts.

There are too many strategies to list. So a linear program (HiGHS) finds the best choice of shapes against the
strategies known so far, and the exact search finds the best reply to that choice, which is added to the strategies
until it is no better than those known. The cost of the best reply is a lower bound of the value of the game; a mixture
of the strategies, found by the same program, gives an upper bound. Both are computed in whole numbers; the linear
program only makes proposals.
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

ROUNDED_WEIGHT = 20_000
"""The weight of a code of the likeliest shape, when the program's choice is rounded to whole weights."""

CLOSE_BOUNDS = Fraction(1, 1000)
"""With bounds closer than this the exact value is tried."""

MAX_TOTAL_WEIGHT = 2**50
"""The most that all codes together may weigh, so that costs do not overflow."""

NEGLIGIBLE = 1e-7
"""A smaller number of the program counts as zero."""

Weights = tuple[int, ...]
"""The weight of each code of a shape, in the order of the shapes."""


class ChoiceValue(NamedTuple):
    """A choice of shapes and its value."""

    weights: Weights
    guesses: Fraction
    """The average number of guesses of the best reply."""


class Mixture(NamedTuple):
    """The linear program's solution for the strategies known so far."""

    chances: list[float]
    """How often the maker should choose each shape."""
    shares: list[float]
    """How often the breaker should play each of the strategies."""


@dataclass
class MakerGame:
    """The game between maker and breaker for one guessing game, with the strategies known so far."""

    guessing_game: GuessingGame
    replies: list[tuple[int, ...]] = field(default_factory=list)
    """For each strategy, the total guesses for the codes of each shape."""

    @cached_property
    def shapes(self) -> list[str]:
        """The shapes that codes can have."""
        return sorted({*self._shape_of_code})

    @cached_property
    def sizes(self) -> Longs:
        """The weight of the codes of each shape."""
        return np.bincount(self._places, weights=self.guessing_game.weights).astype(np.int64)

    @cached_property
    def _shape_of_code(self) -> list[str]:
        return [shape_of(self.guessing_game.code(number)) for number in range(len(self.guessing_game.codes))]

    @cached_property
    def _places(self) -> Longs:
        return np.array([self.shapes.index(shape) for shape in self._shape_of_code])

    @property
    def without_rarest(self) -> Weights:
        """The choice that leaves out the rarest shape and weighs all others equally: a quick first question."""
        return tuple(int(index != np.argmin(self.sizes)) for index in range(len(self.sizes)))

    def add_strategy(self, strategy: Strategy) -> None:
        """Add a strategy to those known."""
        needed = strategy.guesses_needed() * self.guessing_game.weights
        self.replies.append(tuple(np.bincount(self._places, weights=needed).astype(np.int64).tolist()))

    def best_reply(self, weights: Weights, watch: Watch | None = None) -> ChoiceValue:
        """The value of a choice. A reply that is better than all known strategies is added to them.

        The replies to a choice that leaves out a shape do not cover that shape, and are not added.
        """
        codes = np.flatnonzero(np.array(weights)[self._places]).astype(np.int32)
        weights_of_codes = np.maximum(np.array(weights)[self._places], 1) * self.guessing_game.weights
        weighted_game = self.guessing_game.with_weights(weights_of_codes)
        search = ExactSearch(weighted_game, codes=codes)
        known_cost = min(sum(w * guesses for w, guesses in zip(weights, reply, strict=True)) for reply in self.replies)
        answer = search.cost(codes, known_cost, watch=watch)
        if answer.exact and all(weights):
            self.add_strategy(search.strategy(answer.guess))
        cost = answer.bound if answer.exact else known_cost
        return ChoiceValue(weights, Fraction(cost, int(np.array(weights) @ self.sizes)))

    def upper_bound(self, mixture: Mixture) -> Fraction:
        """An upper bound of the value: the breaker's guesses with this mixture of the known strategies."""
        exact_shares = self._exact_shares(mixture)
        shares = exact_shares or [Fraction(max(share, 0.0)) for share in mixture.shares]
        means = []
        for of_shape, size in zip(zip(*self.replies, strict=True), self.sizes, strict=True):
            total = sum((share * guesses for share, guesses in zip(shares, of_shape, strict=True)), Fraction())
            means.append(total / int(size) / sum(shares))
        return max(means)

    def _exact_shares(self, mixture: Mixture) -> list[Fraction] | None:
        """The mixture with which all chosen shapes need exactly the same number of guesses, if there is one."""
        shapes = [index for index, chance in enumerate(mixture.chances) if chance > NEGLIGIBLE]
        played = [index for index, share in enumerate(mixture.shares) if share > NEGLIGIBLE]
        # The unknowns: the shares of the strategies that are played, and the value.
        rows = [
            [*(Fraction(self.replies[index][shape]) for index in played), Fraction(-int(self.sizes[shape])), Fraction()]
            for shape in shapes
        ]
        solution = _solve_equations([*rows, [*(Fraction(1) for _ in played), Fraction(), Fraction(1)]])
        if solution is None or min(solution) < 0:
            return None
        shares = dict(zip(played, solution[:-1], strict=True))
        return [shares.get(index, Fraction()) for index in range(len(self.replies))]

    def solve_program(self) -> Mixture:
        """The best choice of shapes against the known strategies, and the best mixture of those."""
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
        solution = program.getSolution()
        return Mixture(
            list(solution.col_value)[: len(chances)],
            [abs(price) for price in list(solution.row_dual)[: len(self.replies)]],
        )

    def chances_of(self, weights: Weights) -> list[float]:
        """How often each shape is chosen with these weights."""
        weights_by_shape = np.array(weights) * self.sizes
        chances: list[float] = (weights_by_shape / weights_by_shape.sum()).tolist()
        return chances

    def round_weights(self, chances: list[float]) -> Weights:
        """A choice as whole weights, none of them zero, so that a reply to it covers every code."""
        weights_of_codes = np.array(chances) / self.sizes
        weights = np.maximum(np.rint(ROUNDED_WEIGHT * weights_of_codes / weights_of_codes.max()), 1).astype(np.int64)
        return _reduce(weights.tolist())

    def exact_weights(self, mixture: Mixture) -> Weights | None:
        """The choice against which the played strategies are exactly equally good, if there is one."""
        shapes = [shape for shape, chance in enumerate(mixture.chances) if chance > NEGLIGIBLE]
        played = [reply for reply, share in zip(self.replies, mixture.shares, strict=True) if share > NEGLIGIBLE]
        # The unknowns: the weights of the chosen shapes, and the value for a total weight of one.
        rows = [[*(Fraction(reply[shape]) for shape in shapes), Fraction(-1), Fraction()] for reply in played]
        rows.append([*(Fraction(int(self.sizes[shape])) for shape in shapes), Fraction(), Fraction(1)])
        solution = _solve_equations(rows)
        if solution is None or min(solution[:-1]) < 0:
            return None
        whole = lcm(*(weight.denominator for weight in solution[:-1]))
        weights = [0] * len(self.shapes)
        for shape, weight in zip(shapes, solution[:-1], strict=True):
            weights[shape] = int(weight * whole)
        whole = sum(weight * int(size) for weight, size in zip(weights, self.sizes, strict=True))
        return _reduce(weights) if whole <= MAX_TOTAL_WEIGHT else None


def _reduce(weights: list[int]) -> Weights:
    common = gcd(*weights)
    return tuple(weight // common for weight in weights)


def _solve_equations(rows: list[list[Fraction]]) -> list[Fraction] | None:
    """The solution of linear equations, each of which ends with its right side; None if there is not exactly one."""
    unknown = len(rows[0]) - 1
    rows = [list(row) for row in rows]
    for column in range(unknown):
        pivot = next((index for index in range(column, len(rows)) if rows[index][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [number / scale for number in rows[column]]
        for index, row in enumerate(rows):
            if index != column and (factor := row[column]):
                rows[index] = [number - factor * top for number, top in zip(row, rows[column], strict=True)]
    return None if any(row[-1] for row in rows[unknown:]) else [row[-1] for row in rows[:unknown]]


class Solution(NamedTuple):
    """How far a game is solved."""

    best: ChoiceValue
    """The best choice found and its value."""
    most: Fraction
    """An upper bound of the value of every choice."""
    rounds: int
    """How many replies were searched."""


def solve(game: MakerGame, even: Strategy, rounds: int, watch: Watch | None = None) -> Iterator[Solution]:
    """Solve a game round by round, until its value is known or so many rounds are over.

    `even` is the best reply to choosing all codes equally often, where it starts. Each round searches the best reply to
    the choice half way between the best one found and the program's proposal, because the proposals jump about while
    few strategies are known. Once the bounds are close, the proposal itself is made exact and searched.
    """
    game.add_strategy(even)
    equal = tuple(1 for _ in game.shapes)
    best = ChoiceValue(equal, Fraction(sum(game.replies[0]), int(game.sizes.sum())))
    searched = {equal}
    for number in range(rounds + 1):
        mixture = game.solve_program()
        most = game.upper_bound(mixture)
        yield Solution(best, most, number)
        if best.guesses == most or number == rounds:
            return
        weights = None
        if number == 0:
            weights = game.without_rarest
        elif most - best.guesses < CLOSE_BOUNDS:
            weights = game.exact_weights(mixture)
        if weights is None or weights in searched:
            weights = game.round_weights(midpoint(game.chances_of(best.weights), mixture.chances))
        if weights in searched:  # the weights are not fine enough for another choice
            return
        searched.add(weights)
        best = max(best, game.best_reply(weights, watch), key=lambda value: value.guesses)


def midpoint(first: list[float], second: list[float]) -> list[float]:
    """The choice half way between two choices."""
    return [(left + right) / 2 for left, right in zip(first, second, strict=True)]
