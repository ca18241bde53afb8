"""Ranking all guesses of a position by a one-step rule, 64 at a time."""

from typing import NamedTuple

import numpy as np

from keypeg.solver.game.partition import CHUNK_CODES, count_chunk_cells, mark_guess
from keypeg.solver.game.symmetry import find_canonical_guesses
from keypeg.solver.kernels.array_types import Bytes, Longs, Numbers, Shorts
from keypeg.solver.kernels.simd import LANES, inner_kernel
from keypeg.solver.one_step.rules import Rule, Ties

SYMMETRY_MIN_CODES = 48
"""From this many codes on, finding the canonical guesses takes less time than it saves."""

WORST_SCORE = 2**62
"""A score worse than that of any guess."""

NO_GUESS = -1

MINIMAX = int(Rule.MINIMAX)
FIRST = int(Ties.FIRST)
CONSISTENT_LAST = int(Ties.CONSISTENT_LAST)

START = 0
"""Node column: where the node's codes start in the array of codes."""
END = 1
"""Node column: where the node's codes end in the array of codes."""
GUESS = 2
"""Node column: the guess."""
PARENT = 3
"""Node column: the node of which this one is a cell."""
MARK = 4
"""Node column: the mark of that cell."""
NODE_COLUMNS = 5


class RankTables(NamedTuple):
    """A game as plain arrays: see `keypeg.solver.game.guessing_game.GuessingGame` and what it consists of."""

    trait_values: Bytes
    code_traits: Shorts
    mark_of_sum: Bytes
    wanted_sums: Bytes
    group_size: int
    solved_mark: int
    guess_of: Numbers
    answers: Numbers
    weights: Longs
    is_uniform: bool
    guesses: Bytes
    hole_orders: Bytes
    peg_kinds: Bytes


class RankRule(NamedTuple):
    """How guesses are ranked, and where the strategy starts."""

    rule: int
    """A `keypeg.solver.one_step.rules.Rule`."""
    cell_scores: Longs
    """The score of a cell of each size or weight; not used by minimax."""
    ties: int
    """A `keypeg.solver.one_step.rules.Ties`."""
    opening: int
    """The first guess, or `NO_GUESS`."""
    placed: Longs
    """The guesses that led to the first position."""


class RankScratch(NamedTuple):
    """Scratch arrays of the kernels."""

    is_candidate: Bytes
    """For each guess, whether it is a code of the position."""
    canonical: Bytes
    """For each guess, whether it is canonical."""
    ranked: Numbers
    """The canonical guesses,"""
    ranked_values: Bytes
    """and their trait values, side by side."""
    path: Numbers
    """The guesses that led to the position."""
    exchanges: Longs
    sums: Bytes
    counts: Bytes
    """Cell sizes of a vector of guesses for one chunk of codes,"""
    totals: Longs
    """and for all codes."""
    scores: Longs
    """The scores of a vector of guesses."""
    marks: Bytes
    """The mark of the guess for each code of the position."""
    codes: Numbers
    starts: Longs
    """Where each cell of the guess starts."""


@inner_kernel
def best_guess(
    tables: RankTables, rule: RankRule, scratch: RankScratch, codes: Numbers, nodes: Numbers, node: int
) -> int:
    """The guess that the rule ranks first, among all guesses or, with many codes, among the canonical ones."""
    guesses = tables.guesses.shape[0]
    ranked, values = guesses, tables.trait_values
    # Of equivalent guesses only the first is canonical, so the last cannot be found among the canonical ones.
    if codes.shape[0] >= SYMMETRY_MIN_CODES and rule.ties != CONSISTENT_LAST:
        ranked = _select_canonical(tables, rule, scratch, nodes, node)
        if ranked < guesses:
            values = scratch.ranked_values
    _flag_candidates(tables, scratch, codes, 1)
    best_score, best_is_candidate, best = WORST_SCORE, 0, NO_GUESS
    # No guess is better than one that distinguishes all codes; and no candidate does, or it would have been found
    # before. (By weight, the largest cell can weigh as little as the heaviest code without that.)
    stops_early = rule.ties != CONSISTENT_LAST and (tables.is_uniform or rule.rule != MINIMAX)
    perfect = _perfect_score(tables, rule, codes) if stops_early else -WORST_SCORE
    for first_guess in range(0, ranked, LANES):
        if best_score == perfect:
            break
        _score_vector(tables, rule, scratch, values, first_guess, ranked, codes)
        for lane in range(min(LANES, ranked - first_guess)):
            score = scratch.scores[lane]
            if score > best_score:
                continue
            guess = scratch.ranked[first_guess + lane] if ranked < guesses else first_guess + lane
            is_candidate = scratch.is_candidate[guess]
            if (
                score < best_score
                or (rule.ties != FIRST and is_candidate > best_is_candidate)
                or (rule.ties == CONSISTENT_LAST and is_candidate == best_is_candidate)
            ):
                best_score, best_is_candidate, best = score, is_candidate, guess
    _flag_candidates(tables, scratch, codes, 0)
    return np.int64(best)


@inner_kernel
def _flag_candidates(tables: RankTables, scratch: RankScratch, codes: Numbers, flag: int) -> None:
    """Set the flag of every guess that is one of these codes."""
    for code in codes:
        if tables.guess_of[code] >= 0:
            scratch.is_candidate[tables.guess_of[code]] = flag


@inner_kernel
def _select_canonical(tables: RankTables, rule: RankRule, scratch: RankScratch, nodes: Numbers, node: int) -> int:
    """List the canonical guesses, with their trait values side by side.

    Returns how many they are; or the number of all guesses where that would not save half the work.
    """
    guesses, steps = tables.guesses.shape[0], 0
    for index in range(rule.placed.shape[0]):
        scratch.path[steps] = rule.placed[index]
        steps += 1
    while node > 0:
        node = nodes[node, PARENT]
        scratch.path[steps] = nodes[node, GUESS]
        steps += 1
    placed = scratch.path[:steps]
    canonical = find_canonical_guesses(
        tables.guesses, tables.hole_orders, tables.peg_kinds, placed, scratch.exchanges, scratch.canonical
    )
    if 2 * canonical >= guesses:
        return guesses
    ranked = 0
    for guess in range(guesses):
        if scratch.canonical[guess]:
            scratch.ranked[ranked] = guess
            ranked += 1
    for trait in range(tables.trait_values.shape[0]):
        for index in range(ranked):
            scratch.ranked_values[trait, index] = tables.trait_values[trait, scratch.ranked[index]]
    return ranked


@inner_kernel
def _perfect_score(tables: RankTables, rule: RankRule, codes: Numbers) -> int:
    """The score of a guess that distinguishes all codes."""
    score = 0
    for code in codes:
        weight = 1 if tables.is_uniform else tables.weights[code]
        score = max(score, weight) if rule.rule == MINIMAX else score + rule.cell_scores[weight]
    return score


@inner_kernel
def _score_vector(
    tables: RankTables,
    rule: RankRule,
    scratch: RankScratch,
    values: Bytes,
    first_guess: int,
    ranked: int,
    codes: Numbers,
) -> None:
    """Score one vector of guesses by the sizes, or weights, of their cells."""
    counts, totals, count = scratch.counts, scratch.totals, codes.shape[0]
    marks = totals.shape[0]
    if not tables.is_uniform:
        for mark in range(marks):
            for lane in range(LANES):
                totals[mark, lane] = 0
        for lane in range(min(LANES, ranked - first_guess)):
            for code in codes:
                mark = mark_guess(values, tables.code_traits, tables.mark_of_sum, code, first_guess + lane)
                totals[mark, lane] += tables.weights[code]
        _score_sizes(rule, totals, scratch.scores)
        return
    wanted_sums, group_size = tables.wanted_sums, tables.group_size
    if count <= CHUNK_CODES:
        count_chunk_cells(values, first_guess, tables.code_traits, codes, wanted_sums, group_size, scratch.sums, counts)
        _score_sizes(rule, counts, scratch.scores)
        return
    for start in range(0, count, CHUNK_CODES):
        chunk = codes[start : min(start + CHUNK_CODES, count)]
        count_chunk_cells(values, first_guess, tables.code_traits, chunk, wanted_sums, group_size, scratch.sums, counts)
        for mark in range(marks):
            for lane in range(LANES):
                totals[mark, lane] = (totals[mark, lane] if start else 0) + counts[mark, lane]
    _score_sizes(rule, totals, scratch.scores)


@inner_kernel
def _score_sizes(rule: RankRule, sizes: Longs, scores: Longs) -> None:
    """Score one vector of guesses, given `sizes[mark, lane]` of their cells. Minimax overwrites the first row."""
    if rule.rule == MINIMAX:
        for mark in range(1, sizes.shape[0]):
            for lane in range(LANES):
                sizes[0, lane] = max(sizes[0, lane], sizes[mark, lane])
        for lane in range(LANES):
            scores[lane] = sizes[0, lane]
        return
    for lane in range(LANES):
        scores[lane] = rule.cell_scores[sizes[0, lane]]
    for mark in range(1, sizes.shape[0]):
        for lane in range(LANES):
            scores[lane] += rule.cell_scores[sizes[mark, lane]]
