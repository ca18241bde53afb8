"""A depth-first search through all deals of hands to some seats, one level for each seat.

A deal gives each seat one of its candidate hands, no two hands in one hole, and no colour more often than there are
counters. The search is resumable: each call of `next_deal` continues to the next deal, so that callers can list deals
or stop after some of them. All state is in arrays, which are made once.
"""

from typing import NamedTuple

import numpy as np

from keypeg.solver.kernels.array_types import Bytes, Floats, Longs, Numbers
from keypeg.solver.kernels.simd import inner_kernel, kernel

LEVEL, STEPS = 0, 1
"""The places of the present level and of the number of steps in `DealSearch.cursor`."""

NO_SEAT = 1 << 30
"""A seat that does not exist: no seat is left out."""


class HandArrays(NamedTuple):
    """All hands of a game, by number."""

    holes: Bytes
    """The holes of each hand, one column for each part,"""
    colours: Bytes
    """and the colours in them."""
    filled: Longs
    """The holes of each hand as bits."""
    keys: Longs
    """Each hand as a number; the keys of a deal's hands add up to the key of its code."""
    palette: int
    """How many colours there are."""
    counters: int
    """How many counters there are of each colour; 0 if there are always enough."""


class SeatCandidates(NamedTuple):
    """The candidate hands of each seat, one row for each."""

    hands: Numbers
    counts: Longs
    """How many candidates each seat has."""
    likelihoods: Floats
    """The likelihood of each candidate; no rows if all are equal."""


class DealSearch(NamedTuple):
    """The state of a search."""

    used: Longs
    """How many counters of each colour have been drawn."""
    upcoming: Longs
    """For each level, the place of the next hand to try among the candidates."""
    taken: Longs
    """For each level, the holes filled before it, as bits."""
    key: Longs
    """For each level, the sum of the keys of the hands before it; the last entry is the key of the deal found."""
    weight: Floats
    """The same for the weights."""
    cursor: Longs
    """The present level, -1 at the end; and how many hands have been tried."""


@kernel
def new_search(levels: int, colours: int) -> DealSearch:
    """A search through deals to so many seats, not yet started."""
    return DealSearch(
        np.zeros(colours + 1, np.int64),
        np.zeros(levels, np.int64),
        np.zeros(levels, np.int64),
        np.zeros(levels + 1, np.int64),
        np.zeros(levels + 1, np.float64),
        np.zeros(2, np.int64),
    )


@inner_kernel
def start_search(hands: HandArrays, own: int, search: DealSearch) -> None:
    """Start a search of the deals to the other seats, when one seat holds this hand."""
    search.used[:] = 0
    for part in range(hands.colours.shape[1]):
        search.used[hands.colours[own, part]] += 1
    search.upcoming[:] = 0
    search.taken[0], search.key[0], search.weight[0] = hands.filled[own], hands.keys[own], 1.0
    search.cursor[LEVEL] = search.cursor[STEPS] = 0


@inner_kernel
def next_deal(hands: HandArrays, candidates: SeatCandidates, left_out: int, search: DealSearch, max_steps: int) -> bool:
    """Continue to the next deal; return False at the end, or when so many hands have been tried.

    The seat `left_out` is not dealt to. The deal's key and weight are the last entries of `search.key` and
    `search.weight`.
    """
    levels = search.upcoming.shape[0]
    level, steps = search.cursor[LEVEL], search.cursor[STEPS]
    is_found = False
    while level >= 0 and not is_found:
        steps += 1
        if steps > max_steps:
            break
        seat = level + (level >= left_out)
        index = search.upcoming[level]
        if index > 0:
            last = candidates.hands[seat, index - 1]
            if hands.filled[last] & search.taken[level] == 0:
                put_back(hands, search, last)
        if index == candidates.counts[seat]:
            search.upcoming[level] = 0
            level -= 1
            continue
        hand = candidates.hands[seat, index]
        search.upcoming[level] += 1
        if hands.filled[hand] & search.taken[level] != 0:
            continue
        likelihood = candidates.likelihoods[seat, index] if candidates.likelihoods.shape[0] > 0 else 1.0
        weight = draw_counters(hands, search, hand, likelihood)
        if weight <= 0.0:
            continue
        search.key[level + 1] = search.key[level] + hands.keys[hand]
        search.weight[level + 1] = search.weight[level] * weight
        is_found = level + 1 == levels
        if not is_found:
            search.taken[level + 1] = search.taken[level] | hands.filled[hand]
            level += 1
    search.cursor[LEVEL], search.cursor[STEPS] = level, steps
    return is_found


@inner_kernel
def draw_counters(hands: HandArrays, search: DealSearch, hand: int, likelihood: float) -> float:
    """Draw the counters of a hand; return its likelihood times the number of ways to draw them."""
    weight = likelihood
    for part in range(hands.colours.shape[1]):
        colour = hands.colours[hand, part]
        if hands.counters > 0:
            weight *= max(hands.counters - search.used[colour], 0)
        search.used[colour] += 1
    return weight


@inner_kernel
def put_back(hands: HandArrays, search: DealSearch, hand: int) -> None:
    """Put the counters of a hand back."""
    for part in range(hands.colours.shape[1]):
        search.used[hands.colours[hand, part]] -= 1


@inner_kernel
def is_ruled_out(wrong: Longs, count: int, key: int) -> bool:
    """Whether a code is among the first so many wrong ones."""
    is_wrong = False
    for index in range(count):
        is_wrong |= wrong[index] == key
    return is_wrong
