"""A better worst case for a strategy at no cost, or at little: branches that find codes too late are replaced.

The exact search finds a branch within the limit whose total is no greater, or greater by no more than the caller
allows.
"""

from collections.abc import Mapping

from keypeg.core.errors import RuleError
from keypeg.solver.exact.search import ExactSearch
from keypeg.solver.kernels.array_types import Numbers
from keypeg.solver.strategy.costs import costs_within
from keypeg.solver.strategy.tree import NOWHERE, Branch, Strategy

MAX_SEARCHED_CODES = 200
"""Up to how many codes the branch of a position is replaced."""


def trim_worst_case(strategy: Strategy) -> Strategy:
    """A strategy of the same cost with the best worst case that replacing branches leads to."""
    worst = int(strategy.guesses_needed().max())
    while worst > 1 and (better := limit_worst_case(strategy, worst - 1)) is not None:
        strategy, worst = better, int(better.guesses_needed().max())
    return strategy


def limit_worst_case(strategy: Strategy, worst: int, extra_cost: int = 0) -> Strategy | None:
    """A strategy that finds every code within so many guesses; None if none is found.

    Its cost is the same, or greater by at most the extra cost for each branch that is replaced.
    """
    late = {
        node: (depth, codes)
        for node, depth, codes in strategy.walk()
        if depth - 1 + int(strategy.guesses_needed(codes, node).max()) > worst
    }
    replaced: dict[int, Branch] = {}
    # The smallest positions first: a position need not be changed if all late ones below it have been.
    for node, (depth, codes) in sorted(late.items(), key=lambda item: len(item[1][1])):
        if len(codes) > MAX_SEARCHED_CODES or not _is_still_late(strategy, node, late, replaced):
            continue
        branch = _find_branch(strategy, node, codes, worst - depth + 1, extra_cost)
        if branch is not None:
            replaced[node] = branch
    changed = _replace_branches(strategy, replaced)
    return changed if int(changed.guesses_needed().max()) <= worst else None


def _is_still_late(strategy: Strategy, node: int, late: Mapping[int, object], replaced: Mapping[int, Branch]) -> bool:
    """Whether a late node has no late children, or one that is neither replaced nor in time by now."""
    following = [int(child) for child in strategy.child[node] if int(child) in late]
    return not following or any(
        child not in replaced and _is_still_late(strategy, child, late, replaced) for child in following
    )


def _find_branch(strategy: Strategy, node: int, codes: Numbers, limit: int, extra_cost: int) -> Branch | None:
    """Another branch from a node, within so many guesses, whose cost is greater by at most the extra cost."""
    most = int((strategy.guesses_needed(codes, node) * strategy.game.weights[codes]).sum()) + extra_cost
    search = ExactSearch(strategy.game, costs_within(limit), codes, placed=None)
    try:
        answer = search.cost(codes, most + 1, placed=None)
        # The cost of two codes is exact even if it exceeds the budget.
        return search.branch(codes, (), answer.guess) if answer.exact and answer.bound <= most else None
    except RuleError:  # there is no such branch
        return None


def _replace_branches(strategy: Strategy, replaced: Mapping[int, Branch]) -> Strategy:
    """The same strategy with other branches at some nodes."""
    whole = Branch.empty(strategy.child.shape[1])
    waiting = [(0, NOWHERE, NOWHERE)]
    while waiting:
        node, parent, mark = waiting.pop()
        if node in replaced and parent != NOWHERE:
            whole.graft(replaced[node], parent, mark)
            continue
        new_node = whole.add(int(strategy.guess[node]), parent, mark)
        waiting += [
            (int(child), new_node, next_mark)
            for next_mark, child in enumerate(strategy.child[node])
            if child != NOWHERE
        ]
    return whole.strategy(strategy.game)
