"""How a seat plays in a playout: how sure it is of a code, and which row it places.

All state is in arrays that are made once for all playouts.
"""

from typing import Any, NamedTuple

import numpy as np

from keypeg.solver.dealt.deal_search import (
    LEVEL,
    STEPS,
    DealSearch,
    HandArrays,
    SeatCandidates,
    is_ruled_out,
    next_deal,
    start_search,
)
from keypeg.solver.dealt.hands import colours_of, mark_hand
from keypeg.solver.kernels.array_types import Bytes, Floats, Longs, Numbers, Words
from keypeg.solver.kernels.simd import tight_kernel

EQUAL_WITHIN = 1e-9
"""Weights of codes that differ by a smaller share count as equal."""

SAMPLED_ROWS = 6
"""Among how many random rows a seat chooses."""

MAX_COUNTED_DEALS = 96
"""A seat with more possible deals than this counts as unsure,"""

MAX_DEAL_STEPS = 5_000
"""and so does one whose deals take more steps than this to find."""

MAX_HAND_DRAWS = 8
"""How often a hand is drawn for a row before its seat is skipped."""


class PlayoutGame(NamedTuple):
    """The tables that do not change."""

    hands: HandArrays
    mark_numbers: Bytes
    """The number of the mark with so many blacks (row) and so many whites (column)."""
    width: int
    """How many holes a row has."""
    logs: Floats
    """n · log n."""


class PlayoutState(NamedTuple):
    """The state of a playout."""

    hands: Numbers
    """The candidate hands of each seat, one row for each,"""
    counts: Longs
    """and how many there are."""
    rows_left: Longs
    """How many rows each seat may still place."""
    out: Bytes
    """Whether each seat is out of the round."""
    wrong: Longs
    """The keys of the wrong answers."""
    turn: Longs
    """The seat whose turn it is; and the number of wrong answers."""
    truth: Numbers
    """The hands that were dealt."""
    thresholds: Floats
    """How likely a code must be to each seat before it calls; and to another seat, in the last entry."""
    random: Words
    """The state of the random numbers."""


class PlayoutScratch(NamedTuple):
    """Arrays to work in, and the results of kernels."""

    search: DealSearch
    equal: Floats
    """No likelihoods: all candidates of a seat are equally likely."""
    keys: Longs
    """The keys of the possible codes,"""
    weights: Floats
    """and their weights."""
    answer: Longs
    """The key of the likeliest code."""
    counts: Longs
    """How many hands there are for each mark."""
    row: Bytes
    """A row that is tried,"""
    best: Bytes
    """and the best one, which is placed."""
    callers: Longs
    """The seats that want to call."""
    chances: Floats
    """How likely the likeliest code is to each seat."""
    steps: Longs
    """How many hands have been examined, and how many may be."""


@tight_kernel
def random_number(random: Words) -> Any:
    """The next number of a splitmix64 stream."""
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    value = random[0]
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


@tight_kernel
def random_below(random: Words, limit: int) -> int:
    """A random number from 0 up to a small limit."""
    return np.int64((random_number(random) >> np.uint64(33)) % np.uint64(limit))


@tight_kernel
def find_likeliest_code(game: PlayoutGame, state: PlayoutState, scratch: PlayoutScratch, seat: int) -> float:
    """The chance of the likeliest code for a seat, 0 if too many are possible. Its key goes to `scratch.answer`."""
    search, candidates = scratch.search, SeatCandidates(state.hands, state.counts, scratch.equal)
    levels = search.upcoming.shape[0]
    deals, codes, total = 0, 0, 0.0
    start_search(game.hands, state.truth[seat], search)
    while next_deal(game.hands, candidates, seat, search, MAX_DEAL_STEPS):
        if is_ruled_out(state.wrong, state.turn[1], search.key[levels]):
            continue
        if deals == MAX_COUNTED_DEALS:
            break
        deals += 1
        total += search.weight[levels]
        codes = add_weight(scratch, codes, search.key[levels], search.weight[levels])
    scratch.steps[0] += search.cursor[STEPS]
    chance = heaviest_code(state, scratch, codes) / total if total > 0.0 else 0.0
    return chance if search.cursor[LEVEL] < 0 else 0.0


@tight_kernel
def add_weight(scratch: PlayoutScratch, codes: int, key: int, weight: float) -> int:
    """Add weight to the code with this key. Returns how many codes there are now."""
    for index in range(codes):
        if scratch.keys[index] == key:
            scratch.weights[index] += weight
            return codes
    scratch.keys[codes], scratch.weights[codes] = key, weight
    return codes + 1


@tight_kernel
def heaviest_code(state: PlayoutState, scratch: PlayoutScratch, codes: int) -> float:
    """The weight of the heaviest code; its key, that of any if several are equal, goes to `scratch.answer`."""
    best, ties, scratch.answer[0] = 0.0, 0, -1
    for index in range(codes):
        weight = scratch.weights[index]
        if weight > best * (1 + EQUAL_WITHIN):
            best, ties = weight, 0
        if weight >= best * (1 - EQUAL_WITHIN):
            ties += 1
            if ties == 1 or random_below(state.random, ties) == 0:
                scratch.answer[0] = scratch.keys[index]
    return best


@tight_kernel
def choose_row(game: PlayoutGame, state: PlayoutState, scratch: PlayoutScratch, seat: int) -> None:
    """Choose the most informative of a few rows that could be the code; it goes to `scratch.best`."""
    most = -1.0
    for _ in range(SAMPLED_ROWS):
        draw_row(game, state, scratch, seat)
        bits = row_information(game, state, scratch, seat)
        if bits > most:
            most = bits
            copy_row(scratch.row, scratch.best)


@tight_kernel
def draw_row(game: PlayoutGame, state: PlayoutState, scratch: PlayoutScratch, seat: int) -> None:
    """Draw a row with hands that the other seats can hold, as far as they are soon found, and random colours elsewhere.

    It goes to `scratch.row`.
    """
    seats = state.counts.shape[0]
    filled = game.hands.filled
    for hole in range(game.width):
        scratch.row[hole] = 1 + random_below(state.random, game.hands.palette)
    taken = filled[state.truth[seat]]
    for step in range(1, seats):
        other = (seat + step) % seats
        for _ in range(min(MAX_HAND_DRAWS, state.counts[other])):
            hand = state.hands[other, random_below(state.random, state.counts[other])]
            if filled[hand] & taken == 0:
                taken |= filled[hand]
                for part in range(game.hands.holes.shape[1]):
                    scratch.row[game.hands.holes[hand, part]] = game.hands.colours[hand, part]
                break


@tight_kernel
def row_information(game: PlayoutGame, state: PlayoutState, scratch: PlayoutScratch, seat: int) -> float:
    """What a row tells a seat, in bits: the information of each other seat's mark about its hand, added up."""
    seats = state.counts.shape[0]
    hands = game.hands
    own = hands.filled[state.truth[seat]]
    present = colours_of(scratch.row)
    bits = 0.0
    for other in range(seats):
        if other == seat:
            continue
        scratch.counts[:] = 0
        scratch.steps[0] += state.counts[other]
        possible = 0
        for index in range(state.counts[other]):
            hand = state.hands[other, index]
            if hands.filled[hand] & own == 0:
                mark = mark_hand(scratch.row, present, hands.holes, hands.colours, game.mark_numbers, hand)
                scratch.counts[mark] += 1
                possible += 1
        if possible > 0:
            rest = game.logs[possible]
            for mark in range(scratch.counts.shape[0]):
                rest -= game.logs[scratch.counts[mark]]
            bits += rest / possible
    return bits


@tight_kernel
def copy_row(row: Bytes, into: Bytes) -> None:
    """Copy a row."""
    for hole in range(row.shape[0]):
        into[hole] = row[hole]
