"""Duels between fixed strategies: the first to finish wins, and a tie counts half.

A fixed strategy ignores the opponent's board. Against another one only its histogram counts: how many codes it finds by
guess 1, 2, 3 … The cost of a number of guesses is then twice how often the opponent is earlier, plus how often both
finish together: whole numbers, so that nothing is rounded. The exact search finds the best reply. A strategy that no
reply beats is an equilibrium: it wins at least half of all rounds against any fixed strategy.
"""

from collections.abc import Sequence
from typing import NamedTuple

from keypeg.solver.exact.search import Watch
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.proof.optimal import Optimum, optimal_strategy
from keypeg.solver.strategy.costs import GUESSES, Costs, costs_by_guess
from keypeg.solver.strategy.tree import Strategy, tally_of

MAX_REPLIES = 20
"""After how many replies, each better than the last, the search for an equilibrium ends."""

Histogram = Sequence[int]
"""The weight of the codes that are found by guess 1, 2, 3 …"""


class DuelStrategy(NamedTuple):
    """A fixed strategy for a duel."""

    strategy: Strategy
    gain: int
    """How many points more than half the best reply found scores, of `rounds` points."""
    rounds: int
    """Twice the number of pairs of codes: the points that can be scored."""
    proven: bool
    """Whether no reply scores more than half."""
    replies: int
    """How many replies led to it."""


def duel_points(own: Histogram, other: Histogram) -> int:
    """The points of a strategy: 2 for each pair of codes where it finishes first, 1 where both finish together."""
    return sum(codes * (2 * sum(other[index + 1 :]) + sum(other[index : index + 1])) for index, codes in enumerate(own))


def costs_against(other: Histogram) -> Costs:
    """The cost of each number of guesses against an opponent with this histogram."""
    lost, earlier = [], 0
    for codes in other:
        lost.append(2 * earlier + codes)
        earlier += codes
    return Costs((*costs_by_guess([*lost, 2 * earlier]).increments, 0))


def best_reply(game: GuessingGame, other: Histogram, watch: Watch | None = None) -> Optimum:
    """The fixed strategy that scores most against an opponent with this histogram."""
    return optimal_strategy(game, costs_against(other), watch=watch)


def find_equilibrium(game: GuessingGame, watch: Watch | None = None) -> DuelStrategy:
    """A fixed strategy that no other beats, if replies to replies lead to one; otherwise the last of them.

    The first is the strategy of fewest guesses; each is followed by the best reply, as long as that scores over half.
    """
    strategy = optimal_strategy(game, GUESSES, watch=watch).strategy
    for replies in range(MAX_REPLIES + 1):
        own = tally_of(strategy)
        reply = best_reply(game, own.histogram, watch)
        gain = duel_points(tally_of(reply.strategy).histogram, own.histogram) - own.codes**2
        if gain <= 0 or not reply.proven or replies == MAX_REPLIES:
            break
        strategy = reply.strategy
    return DuelStrategy(strategy, gain, 2 * own.codes**2, reply.proven and gain == 0, replies)
