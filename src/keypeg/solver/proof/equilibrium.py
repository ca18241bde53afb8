"""Fixed strategies against each other: who finishes first wins, and a tie counts half.

A fixed strategy takes no notice of the other's board. Against another only its histogram counts: how many codes it
finds by guess 1, 2, 3 … What a number of guesses costs is then how often the other is earlier, twice, and how often he
needs as many, once: whole numbers, so that nothing is rounded. The exact search finds the best reply. A strategy that
no reply beats is an equilibrium: who plays it wins half of all rounds at least, whatever the other plays.
"""

from collections.abc import Sequence
from typing import NamedTuple

from keypeg.solver.exact.search import Watch
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.proof.optimal import Optimum, optimal_strategy
from keypeg.solver.strategy.costs import GUESSES, Costs, costs_by_guess
from keypeg.solver.strategy.tree import Strategy, tally_of

REPLIES = 20
"""After how many replies, each better than the one before, it is given up."""

Histogram = Sequence[int]
"""How many codes, by weight, are found by guess 1, 2, 3 …"""


class DuelStrategy(NamedTuple):
    """A fixed strategy for a duel."""

    strategy: Strategy
    gain: int
    """By how much the best reply that was found does better than half, in rounds of `rounds`."""
    rounds: int
    """How many pairs of codes there are, each counted twice."""
    proven: bool
    """Whether it is proven that no reply does better than half."""
    replies: int
    """How many replies led to it."""


def won(own: Histogram, other: Histogram) -> int:
    """How much is won: 2 for each pair of codes where one is earlier, 1 for each where both finish together."""
    return sum(many * (2 * sum(other[at + 1 :]) + sum(other[at : at + 1])) for at, many in enumerate(own))


def costs_against(other: Histogram) -> Costs:
    """What each number of guesses costs against one who finishes so."""
    lost, earlier = [], 0
    for many in other:
        lost.append(2 * earlier + many)
        earlier += many
    return Costs((*costs_by_guess([*lost, 2 * earlier]).increments, 0))


def best_reply(game: GuessingGame, other: Histogram, watch: Watch | None = None) -> Optimum:
    """The fixed strategy that wins most against one who finishes so."""
    return optimal_strategy(game, costs_against(other), watch=watch)


def unbeaten(game: GuessingGame, watch: Watch | None = None) -> DuelStrategy:
    """A fixed strategy that no other beats, if replies to replies lead to one; otherwise the last of them.

    It begins with the strategy of fewest guesses, and goes on with the best reply as long as that wins more than half.
    """
    strategy = optimal_strategy(game, GUESSES, watch=watch).strategy
    for replies in range(REPLIES + 1):
        own = tally_of(strategy)
        reply = best_reply(game, own.histogram, watch)
        gain = won(tally_of(reply.strategy).histogram, own.histogram) - own.codes**2
        if gain <= 0 or not reply.proven or replies == REPLIES:
            break
        strategy = reply.strategy
    return DuelStrategy(strategy, gain, 2 * own.codes**2, reply.proven and gain == 0, replies)
