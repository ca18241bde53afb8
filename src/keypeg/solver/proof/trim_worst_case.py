"""A better worst case, where it costs nothing: codes that are found too late are sought in another way, which costs
the others no more than it saves.
"""

from collections.abc import Mapping

from keypeg.core.errors import RuleError
from keypeg.solver.exact.search import ExactSearch
from keypeg.solver.kernels.array_types import Numbers
from keypeg.solver.strategy.costs import costs_within
from keypeg.solver.strategy.tree import NOWHERE, Branch, Strategy

LARGEST = 200
"""Up to how many codes a position is searched for another way."""


def levelled(strategy: Strategy) -> Strategy:
    """A strategy that costs the same, and whose worst case is as good as it can be made so."""
    worst = int(strategy.guesses_needed().max())
    while worst > 1 and (better := found_within(strategy, worst - 1)) is not None:
        strategy, worst = better, int(better.guesses_needed().max())
    return strategy


def found_within(strategy: Strategy, worst: int, more: int = 0) -> Strategy | None:
    """A strategy that finds every code within so many guesses; None if none is found.

    It costs the same, or at each place where it had to be mended at most so much more.
    """
    late = {
        node: (depth, codes)
        for node, depth, codes in strategy.walk()
        if depth - 1 + int(strategy.guesses_needed(codes, node).max()) > worst
    }
    instead: dict[int, Branch] = {}
    # The smallest positions first: what is mended in one of them need not be mended above.
    for node, (depth, codes) in sorted(late.items(), key=lambda one: len(one[1][1])):
        if len(codes) > LARGEST or not _still_late(strategy, node, late, instead):
            continue
        branch = _otherwise(strategy, node, codes, worst - depth + 1, more)
        if branch is not None:
            instead[node] = branch
    mended = _with(strategy, instead)
    return mended if int(mended.guesses_needed().max()) <= worst else None


def _still_late(strategy: Strategy, node: int, late: Mapping[int, object], instead: Mapping[int, Branch]) -> bool:
    """Whether something that follows this node is late and is not mended; or the node is late by itself."""
    following = [int(child) for child in strategy.child[node] if int(child) in late]
    return not following or any(
        child not in instead and _still_late(strategy, child, late, instead) for child in following
    )


def _otherwise(strategy: Strategy, node: int, codes: Numbers, limit: int, more: int) -> Branch | None:
    """Another way to go on from a node, within so many guesses and for the same cost, or at most so much more."""
    most = int((strategy.guesses_needed(codes, node) * strategy.game.weights[codes]).sum()) + more
    search = ExactSearch(strategy.game, costs_within(limit), codes, placed=None)
    try:
        answer = search.cost(codes, most + 1, placed=None)
        # Of two codes it is said exactly what they cost, even if that is too much.
        return search.branch(codes, (), answer.guess) if answer.exact and answer.bound <= most else None
    except RuleError:  # there is no such way
        return None


def _with(strategy: Strategy, instead: Mapping[int, Branch]) -> Strategy:
    """The same strategy with other branches at some nodes."""
    whole = Branch.empty(strategy.child.shape[1])
    waiting = [(0, NOWHERE, NOWHERE)]
    while waiting:
        node, parent, mark = waiting.pop()
        if node in instead and parent != NOWHERE:
            whole.graft(instead[node], parent, mark)
            continue
        here = whole.add(int(strategy.guess[node]), parent, mark)
        waiting += [(int(child), here, at) for at, child in enumerate(strategy.child[node]) if child != NOWHERE]
    return whole.strategy(strategy.game)
