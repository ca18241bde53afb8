"""What a set of codes costs at least, if nothing is known of it but its size and how many cells there can be."""

import numpy as np

from keypeg.solver.arrays import Longs


def rank_costs(many: int, cells: int, rises: Longs) -> Longs:
    """What the heaviest code of a set has to pay at least, the second, and so on.

    One code can be found by the next guess, `cells - 1` more by the one after, then that many for each of those: a
    perfect tree. No guess has more than `cells` cells.
    """
    costs = np.empty(many, np.int64)
    start, layer, depth, cost = 0, 1, 0, int(rises[0])
    while start < many:
        costs[start : start + layer] = cost
        start += layer
        layer *= max(cells - 1, 1)
        depth += 1
        cost += int(rises[min(depth, len(rises) - 1)])
    return costs


def least_cost(weights: Longs, cells: int, rises: Longs) -> int:
    """What codes of these weights cost at least."""
    heaviest_first = -np.sort(-weights)
    return int((heaviest_first * rank_costs(len(weights), cells, rises)).sum())
