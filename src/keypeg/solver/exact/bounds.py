"""Lower bounds of the cost of a set of codes, given only its size and how many cells a guess can have."""

import numpy as np

from keypeg.solver.kernels.array_types import Longs


def rank_costs(count: int, cells: int, open_marks: int, increments: Longs) -> Longs:
    """A lower bound of the cost of the heaviest of `count` codes, of the second heaviest, and so on.

    No guess has more than `cells` cells, and at most `open_marks` of them stay open, with marks that do not say that
    the code is found. So one code can be found with the next guess; if that guess is a code, it has `cells - 1` other
    cells, in each of which one code can be found with the guess after; and from then on every guess that is not a code
    itself can have as many open cells as possible. The result is a perfect tree.
    """
    costs = np.empty(count, np.int64)
    start, layer, depth, cost = 0, 1, 0, int(increments[0])
    while start < count:
        costs[start : start + layer] = cost
        start += layer
        layer *= max(cells - 1 if depth == 0 else min(cells, open_marks), 1)
        depth += 1
        cost += int(increments[min(depth, len(increments) - 1)])
    return costs


def least_cost(weights: Longs, cells: int, open_marks: int, increments: Longs) -> int:
    """A lower bound of the cost of codes with these weights: see `rank_costs`."""
    heaviest_first = -np.sort(-weights)
    return int((heaviest_first * rank_costs(len(weights), cells, open_marks, increments)).sum())


def least_guesses(count: int, cells: int, open_marks: int) -> int:
    """A lower bound of the guesses that the worst of so many codes needs: see `rank_costs`."""
    return int(rank_costs(count, cells, open_marks, np.ones(1, np.int64))[-1])
