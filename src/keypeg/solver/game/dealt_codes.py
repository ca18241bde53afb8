"""Parts of a code in several hands: every way in which they can have been dealt, and how likely it is."""

from collections.abc import Sequence
from itertools import combinations, permutations, product
from math import gcd, prod

import numpy as np

from keypeg.core.codes import BLANK, Code, parts_of
from keypeg.solver.kernels.array_types import Longs


def example_parts(holes: int, parts: int) -> Code:
    """Parts that a seat can hold: colours 1, 2 … in the first holes."""
    return tuple(hole if hole <= parts else BLANK for hole in range(1, holes + 1))


def enumerate_deals(
    holes: int, colours: int, others: int, parts: int, counters: int, own: Code
) -> tuple[list[tuple[Code, ...]], Longs]:
    """Every way in which the other seats can hold their parts, and in how many ways the counters can fall so.

    The counters of one's own parts are gone; with 0 counters there are always enough of each colour.
    """
    taken = {hole for hole, _ in parts_of(own)}
    free = [hole for hole in range(1, holes + 1) if hole not in taken]
    deals, ways = [], []
    for hands in _hands(free, others, parts):
        for pegs in product(range(1, colours + 1), repeat=others * parts):
            way = prod(counters - own.count(peg) - pegs[:drawn].count(peg) for drawn, peg in enumerate(pegs))
            if way > 0 or not counters:
                deals.append(_dealt(holes, hands, pegs))
                ways.append(way if counters else 1)
    return deals, np.array(ways, np.int64) // gcd(*ways)


def _hands(free: Sequence[int], others: int, parts: int) -> list[tuple[tuple[int, ...], ...]]:
    """Every way to give each of the others so many of the free holes."""
    if parts == 1:
        return [tuple((hole,) for hole in holes) for holes in permutations(free, others)]
    if others == 0:
        return [()]
    return [
        (hand, *rest)
        for hand in combinations(free, parts)
        for rest in _hands([hole for hole in free if hole not in hand], others - 1, parts)
    ]


def _dealt(holes: int, hands: Sequence[Sequence[int]], pegs: Sequence[int]) -> tuple[Code, ...]:
    coming = iter(pegs)
    deal = []
    for hand in hands:
        part = [BLANK] * holes
        for hole in hand:
            part[hole - 1] = next(coming)
        deal.append(tuple(part))
    return tuple(deal)
