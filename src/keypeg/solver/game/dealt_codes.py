"""Codes whose parts are dealt to several seats: every possible deal, and its weight."""

from collections.abc import Sequence
from itertools import combinations, permutations, product
from math import gcd, prod

import numpy as np

from keypeg.core.codes import BLANK, Code, parts_of
from keypeg.solver.kernels.array_types import Longs


def example_parts(holes: int, parts: int) -> Code:
    """An example of the parts that a seat can hold: colours 1, 2 … in the first holes."""
    return tuple(hole if hole <= parts else BLANK for hole in range(1, holes + 1))


def enumerate_deals(
    holes: int, colours: int, others: int, parts: int, counters: int, own: Code
) -> tuple[list[tuple[Code, ...]], Longs]:
    """Every deal of parts to the other seats, and the number of ways to draw its counters, divided by their gcd.

    The counters of the seat's own parts are not drawn again; with 0 counters there are always enough of each colour.
    """
    taken = {hole for hole, _ in parts_of(own)}
    free = [hole for hole in range(1, holes + 1) if hole not in taken]
    deals, ways = [], []
    for hands in _assign_holes(free, others, parts):
        for pegs in product(range(1, colours + 1), repeat=others * parts):
            way = prod(counters - own.count(peg) - pegs[:drawn].count(peg) for drawn, peg in enumerate(pegs))
            if way > 0 or not counters:
                deals.append(_make_deal(holes, hands, pegs))
                ways.append(way if counters else 1)
    return deals, np.array(ways, np.int64) // gcd(*ways)


def _assign_holes(free: Sequence[int], others: int, parts: int) -> list[tuple[tuple[int, ...], ...]]:
    """Every way to assign `parts` of the free holes to each of the other seats."""
    if parts == 1:
        return [tuple((hole,) for hole in holes) for holes in permutations(free, others)]
    if others == 0:
        return [()]
    return [
        (hand, *rest)
        for hand in combinations(free, parts)
        for rest in _assign_holes([hole for hole in free if hole not in hand], others - 1, parts)
    ]


def _make_deal(holes: int, hands: Sequence[Sequence[int]], pegs: Sequence[int]) -> tuple[Code, ...]:
    """The parts of each seat, as codes: the pegs, in order, in the holes of the seats."""
    remaining = iter(pegs)
    deal = []
    for hand in hands:
        part = [BLANK] * holes
        for hole in hand:
            part[hole - 1] = next(remaining)
        deal.append(tuple(part))
    return tuple(deal)
