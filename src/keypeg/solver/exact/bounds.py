"""What a set of codes costs at least, if nothing is known of it but its size and how many cells there can be."""

import numpy as np

from keypeg.solver.kernels.array_types import Longs


def rank_costs(many: int, cells: int, open_marks: int, rises: Longs) -> Longs:
    """What the heaviest code of a set has to pay at least, the second, and so on.

    No guess has more than `cells` cells, and no more than `open_marks` of them can be left open, by marks that do not
    say the code is found. So one code can be found by the next guess; a code that is guessed has `cells - 1` others,
    each of which leaves one to be found by the guess after; and from then on every guess, if it is no code itself, can
    have as many open cells as there can be: a perfect tree.
    """
    costs = np.empty(many, np.int64)
    start, layer, depth, cost = 0, 1, 0, int(rises[0])
    while start < many:
        costs[start : start + layer] = cost
        start += layer
        layer *= max(cells - 1 if depth == 0 else min(cells, open_marks), 1)
        depth += 1
        cost += int(rises[min(depth, len(rises) - 1)])
    return costs


def least_cost(weights: Longs, cells: int, open_marks: int, rises: Longs) -> int:
    """What codes of these weights cost at least: see `rank_costs`."""
    heaviest_first = -np.sort(-weights)
    return int((heaviest_first * rank_costs(len(weights), cells, open_marks, rises)).sum())


def least_guesses(many: int, cells: int, open_marks: int) -> int:
    """How many guesses the worst of so many codes needs at least: see `rank_costs`."""
    return int(rank_costs(many, cells, open_marks, np.ones(1, np.int64))[-1])
