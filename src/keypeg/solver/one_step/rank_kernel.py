"""Judging guesses by a one-step rule, sixty-four at a time."""

from typing import NamedTuple

import numpy as np

from keypeg.solver.game.partition import CHUNK_CODES, count_chunk_cells, mark_guess
from keypeg.solver.game.symmetry import find_canonical_guesses
from keypeg.solver.kernels.array_types import Bytes, Longs, Numbers, Shorts
from keypeg.solver.kernels.simd import LANES, inner_kernel

ALIKE_FROM = 48
"""From how many codes on it pays to find out which guesses are alike."""

WORST = 2**62
"""Worse than any guess is judged."""

START, END, GUESS, PARENT, MARK = range(5)
"""What is noted of a node: its stretch of codes, its guess, whose cell it is and for which mark."""


class RankTables(NamedTuple):
    """A game as plain arrays."""

    trait_values: Bytes
    code_traits: Shorts
    mark_of_sum: Bytes
    wanted: Bytes
    group_size: int
    solved: int
    guess_of: Numbers
    same: Numbers
    weights: Longs
    even: bool
    guesses: Bytes
    orders: Bytes
    kinds: Bytes


class RankRule(NamedTuple):
    """How guesses are judged."""

    rule: int
    worth: Longs
    ties: int
    opening: int
    """The first guess, or -1."""
    placed: Longs
    """The guesses that led to the first position."""


class RankScratch(NamedTuple):
    """Room to work in."""

    member: Bytes
    first: Bytes
    listed: Numbers
    some: Bytes
    """The answers of those guesses only that are worth a look."""
    path: Numbers
    exchanges: Longs
    sums: Bytes
    counts: Bytes
    totals: Longs
    judged: Longs
    got: Bytes
    codes: Numbers
    places: Longs


@inner_kernel
def judge_all(field: RankTables, judge: RankRule, room: RankScratch, codes: Numbers, nodes: Numbers, node: int) -> int:
    """The guess that the rule judges best, among all or, while codes are many, among those that are not alike."""
    many = field.guesses.shape[0]
    views, view = many, field.trait_values
    if codes.shape[0] >= ALIKE_FROM and judge.ties != 2:  # of those that are alike only the first is listed
        views = _list_views(field, judge, room, nodes, node)
        if views < many:
            view = room.some
    _set_members(field, room, codes, 1)
    best, best_member, best_guess = WORST, 0, -1
    # Where all codes are told apart nothing is better; and no member does it, or it had been found before.
    # (By weight, the largest cell can be as light as the heaviest code without that.)
    sure = judge.ties != 2 and (field.even or judge.rule != 0)
    perfect = _judge_perfect(field, judge, codes) if sure else -WORST
    for lane in range(0, views, LANES):
        if best == perfect:
            break
        _judge_lane(field, judge, room, view, lane, views, codes)
        for step in range(min(LANES, views - lane)):
            judged = room.judged[step]
            if judged > best:
                continue
            guess = room.listed[lane + step] if views < many else lane + step
            member = room.member[guess]
            if (
                judged < best
                or (judge.ties != 1 and member > best_member)
                or (judge.ties == 2 and member == best_member)
            ):
                best, best_member, best_guess = judged, member, guess
    _set_members(field, room, codes, 0)
    return np.int64(best_guess)


@inner_kernel
def _set_members(field: RankTables, room: RankScratch, codes: Numbers, value: int) -> None:
    """Note, or forget, which guesses can be the code."""
    for code in codes:
        if field.guess_of[code] >= 0:
            room.member[field.guess_of[code]] = value


@inner_kernel
def _list_views(field: RankTables, judge: RankRule, room: RankScratch, nodes: Numbers, node: int) -> int:
    """List the guesses of which none is alike to an earlier one, with their answers side by side.

    Returns how many there are; all of them where that would not save half the work.
    """
    many, steps = field.guesses.shape[0], 0
    for at in range(judge.placed.shape[0]):
        room.path[steps] = judge.placed[at]
        steps += 1
    while node > 0:
        node = nodes[node, PARENT]
        room.path[steps] = nodes[node, GUESS]
        steps += 1
    placed = room.path[:steps]
    views = find_canonical_guesses(field.guesses, field.orders, field.kinds, placed, room.exchanges, room.first)
    if 2 * views >= many:
        return many
    views = 0
    for guess in range(many):
        if room.first[guess]:
            room.listed[views] = guess
            views += 1
    for trait in range(field.trait_values.shape[0]):
        for at in range(views):
            room.some[trait, at] = field.trait_values[trait, room.listed[at]]
    return views


@inner_kernel
def _judge_perfect(field: RankTables, judge: RankRule, codes: Numbers) -> int:
    """How the rule judges a guess that tells all codes apart."""
    judged = 0
    for code in codes:
        weight = 1 if field.even else field.weights[code]
        judged = max(judged, weight) if judge.rule == 0 else judged + judge.worth[weight]
    return judged


@inner_kernel
def _judge_lane(
    field: RankTables, judge: RankRule, room: RankScratch, view: Bytes, lane: int, views: int, codes: Numbers
) -> None:
    """Judge one vector of guesses by the weights of their cells."""
    counts, totals, many = room.counts, room.totals, codes.shape[0]
    kinds = totals.shape[0]
    if not field.even:
        for kind in range(kinds):
            for at in range(LANES):
                totals[kind, at] = 0
        for at in range(min(LANES, views - lane)):
            for code in codes:
                mark = mark_guess(view, field.code_traits, field.mark_of_sum, code, lane + at)
                totals[mark, at] += field.weights[code]
        _judge_sizes(judge, totals, room.judged)
        return
    if many <= CHUNK_CODES:
        count_chunk_cells(view, lane, field.code_traits, codes, field.wanted, field.group_size, room.sums, counts)
        _judge_sizes(judge, counts, room.judged)
        return
    for start in range(0, many, CHUNK_CODES):
        part = codes[start : min(start + CHUNK_CODES, many)]
        count_chunk_cells(view, lane, field.code_traits, part, field.wanted, field.group_size, room.sums, counts)
        for kind in range(kinds):
            for at in range(LANES):
                totals[kind, at] = (totals[kind, at] if start else 0) + counts[kind, at]
    _judge_sizes(judge, totals, room.judged)


@inner_kernel
def _judge_sizes(judge: RankRule, sizes: Longs, judged: Longs) -> None:
    """Judge one vector of guesses by the sizes of their cells."""
    if judge.rule == 0:
        for kind in range(1, sizes.shape[0]):
            for at in range(LANES):
                sizes[0, at] = max(sizes[0, at], sizes[kind, at])
        for at in range(LANES):
            judged[at] = sizes[0, at]
        return
    for at in range(LANES):
        judged[at] = judge.worth[sizes[0, at]]
    for kind in range(1, sizes.shape[0]):
        for at in range(LANES):
            judged[at] += judge.worth[sizes[kind, at]]
