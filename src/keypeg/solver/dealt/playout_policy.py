"""A seat in a playout: how sure it is of a code, and which row it places.

Everything is arrays that are made once for all playouts.
"""

from typing import Any, NamedTuple

import numpy as np

from keypeg.solver.dealt.hands import Floats, colours_of, mark_hand
from keypeg.solver.kernels.array_types import Bytes, Longs, Numbers, Words
from keypeg.solver.kernels.simd import tight_kernel

TRIES = 6
"""Among how many rows everybody chooses in a playout."""

MOST_LISTED = 96
"""With more deals than this nobody is nearly sure of a code."""

MOST_TRIED = 5_000
"""Nor with so many hands tried in vain."""


class PlayoutGame(NamedTuple):
    """What does not change."""

    holes: Bytes
    colours: Bytes
    filled: Longs
    spelled: Longs
    numbers: Bytes
    width: int
    palette: int
    counters: int
    logs: Floats
    """n · log n."""


class PlayoutState(NamedTuple):
    """Where a playout stands."""

    hands: Numbers
    """The candidates of each seat, a row,"""
    many: Longs
    """and how many there are."""
    left: Longs
    """Rows that each seat may still place."""
    out: Bytes
    wrong: Longs
    turn: Longs
    """Whose turn it is; and how many wrong answers there are."""
    truth: Numbers
    """The hands that were dealt."""
    habits: Floats
    """How likely a code must be to each seat before it calls; and to another seat, which is the last number."""
    random: Words


class PlayoutScratch(NamedTuple):
    """Room to work in."""

    codes: Longs
    weights: Floats
    used: Longs
    at: Longs
    taken: Longs
    whole: Longs
    weight: Floats
    answer: Longs
    counts: Longs
    row: Bytes
    best: Bytes
    wanting: Longs
    shares: Floats
    steps: Longs
    """How many hands have been looked at, and how many may be."""


@tight_kernel
def random_number(random: Words) -> Any:
    """The next random number of a stream, by the method called splitmix."""
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    value = random[0]
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


@tight_kernel
def random_below(random: Words, limit: int) -> int:
    """A random number from 0 up to a limit, which is small."""
    return np.int64((random_number(random) >> np.uint64(33)) % np.uint64(limit))


@tight_kernel
def surest(game: PlayoutGame, table: PlayoutState, room: PlayoutScratch, seat: int) -> float:
    """How likely the likeliest whole code is to a seat, 0 if too many are left; that code goes to `room.answer`."""
    seats = table.many.shape[0]
    room.used[:] = 0
    own = table.truth[seat]
    for part in range(game.colours.shape[1]):
        room.used[game.colours[own, part]] += 1
    room.at[:] = 0
    room.taken[0], room.whole[0], room.weight[0] = game.filled[own], game.spelled[own], 1.0
    listed, found, total, level, steps = 0, 0, 0.0, 0, 0
    while level >= 0:
        steps += 1
        if steps > MOST_TRIED:
            break
        who = level + (level >= seat)
        at = room.at[level]
        if at > 0 and game.filled[table.hands[who, at - 1]] & room.taken[level] == 0:
            for part in range(game.colours.shape[1]):
                room.used[game.colours[table.hands[who, at - 1], part]] -= 1
        if at == table.many[who]:
            room.at[level] = 0
            level -= 1
            continue
        hand = table.hands[who, at]
        room.at[level] += 1
        if game.filled[hand] & room.taken[level] != 0:
            continue
        weight = room.weight[level] * draw(game, room, hand)
        if weight <= 0.0:
            continue
        whole = room.whole[level] + game.spelled[hand]
        if level + 2 < seats:
            level += 1
            room.taken[level], room.whole[level], room.weight[level] = (
                room.taken[level - 1] | game.filled[hand],
                whole,
                weight,
            )
            continue
        if ruled_out(table, whole):
            continue
        if listed == MOST_LISTED:
            break
        listed += 1
        total += weight
        found = add_code(room, found, whole, weight)
    room.steps[0] += steps
    share = best_found(table, room, found) / total if total > 0.0 else 0.0
    return share if level < 0 else 0.0


@tight_kernel
def draw(game: PlayoutGame, room: PlayoutScratch, hand: int) -> float:
    """Take a hand's counters. Returns in how many ways that can be."""
    ways = 1.0
    for part in range(game.colours.shape[1]):
        colour = game.colours[hand, part]
        if game.counters > 0:
            ways *= max(game.counters - room.used[colour], 0)
        room.used[colour] += 1
    return ways


@tight_kernel
def ruled_out(table: PlayoutState, whole: int) -> bool:
    """Whether this code was answered wrongly."""
    found = False
    for one in range(table.turn[1]):
        found |= table.wrong[one] == whole
    return found


@tight_kernel
def add_code(room: PlayoutScratch, found: int, whole: int, weight: float) -> int:
    """Add weight to a code. Returns how many codes there are now."""
    for at in range(found):
        if room.codes[at] == whole:
            room.weights[at] += weight
            return found
    room.codes[found], room.weights[found] = whole, weight
    return found + 1


@tight_kernel
def best_found(table: PlayoutState, room: PlayoutScratch, found: int) -> float:
    """The weight of the heaviest code; the code, any of several, goes to `room.answer`."""
    best, ties, room.answer[0] = 0.0, 0, -1
    for at in range(found):
        weight = room.weights[at]
        if weight > best * (1 + 1e-9):
            best, ties = weight, 0
        if weight >= best * (1 - 1e-9):
            ties += 1
            if ties == 1 or random_below(table.random, ties) == 0:
                room.answer[0] = room.codes[at]
    return best


@tight_kernel
def choose_row(game: PlayoutGame, table: PlayoutState, room: PlayoutScratch, seat: int) -> None:
    """Choose among a few rows that could be the code the one that tells most; it goes to `room.best`."""
    most = -1.0
    for _ in range(TRIES):
        draw_row(game, table, room, seat)
        told = told_by(game, table, room, seat)
        if told > most:
            most = told
            copy_row(room.row, room.best)


@tight_kernel
def draw_row(game: PlayoutGame, table: PlayoutState, room: PlayoutScratch, seat: int) -> None:
    """A row with hands that the others can hold, as far as they are soon found, and any colours elsewhere."""
    seats = table.many.shape[0]
    for hole in range(game.width):
        room.row[hole] = 1 + random_below(table.random, game.palette)
    taken = game.filled[table.truth[seat]]
    for step in range(1, seats):
        other = (seat + step) % seats
        for _ in range(min(8, table.many[other])):
            hand = table.hands[other, random_below(table.random, table.many[other])]
            if game.filled[hand] & taken == 0:
                taken |= game.filled[hand]
                for part in range(game.holes.shape[1]):
                    room.row[game.holes[hand, part]] = game.colours[hand, part]
                break


@tight_kernel
def told_by(game: PlayoutGame, table: PlayoutState, room: PlayoutScratch, seat: int) -> float:
    """What a row tells a seat, in bits: what each other's mark tells about its hand, added up."""
    seats = table.many.shape[0]
    own = game.filled[table.truth[seat]]
    present = colours_of(room.row)
    told = 0.0
    for other in range(seats):
        if other == seat:
            continue
        room.counts[:] = 0
        room.steps[0] += table.many[other]
        many = 0
        for at in range(table.many[other]):
            hand = table.hands[other, at]
            if game.filled[hand] & own == 0:
                room.counts[mark_hand(room.row, present, game.holes, game.colours, game.numbers, hand)] += 1
                many += 1
        if many > 0:
            rest = game.logs[many]
            for mark in range(room.counts.shape[0]):
                rest -= game.logs[room.counts[mark]]
            told += rest / many
    return told


@tight_kernel
def copy_row(row: Bytes, into: Bytes) -> None:
    """Copy a row."""
    for hole in range(row.shape[0]):
        into[hole] = row[hole]
