"""Strategies that look one step ahead: at every position the guess that a rule judges best.

The whole tree is grown in one kernel. Positions stand in a list, each a stretch of one array of codes; a guess sorts
its stretch by marks, and every cell in which something is left to find is put at the end of the list.
"""

from collections.abc import Sequence

import numpy as np

from keypeg.core.errors import RuleError
from keypeg.solver.arrays import Bytes, Longs, Numbers, Shorts
from keypeg.solver.cells import CHUNK, all_codes, count_chunk, mark_one
from keypeg.solver.lanes import LANES, kernel
from keypeg.solver.puzzle import Puzzle
from keypeg.solver.rules import Rule, Ties, worth_table
from keypeg.solver.strategy import NOWHERE, Strategy
from keypeg.solver.symmetry import find_first_of_kind

ALIKE_FROM = 48
"""From how many codes on it pays to find out which guesses are alike."""

_WORST = np.int64(2**62)


def one_step_strategy(
    puzzle: Puzzle,
    rule: Rule,
    ties: Ties = Ties.CONSISTENT,
    opening: int | None = None,
    codes: Numbers | None = None,
    placed: Sequence[int] = (),
) -> Strategy:
    """The strategy that takes, at every position, the guess that the rule judges best.

    Without `opening` the first guess is chosen by the rule as well. It begins with all codes, or with those that are left
    after the guesses placed already. Raises `RuleError` if some codes cannot be told apart by any guess.
    """
    order = all_codes(puzzle) if codes is None else np.array(codes, np.int32)
    traits, symmetry = puzzle.traits, puzzle.symmetry
    nodes = np.full((len(order) + 1, 5), NOWHERE, np.int32)
    grown = grow(
        traits.answers,
        traits.of_code,
        traits.number,
        traits.sums,
        traits.group,
        len(puzzle.marks),
        puzzle.solved,
        puzzle.guess_of,
        puzzle.answers,
        puzzle.weights,
        puzzle.even,
        puzzle.guesses,
        symmetry.orders,
        symmetry.kinds,
        int(rule),
        worth_table(rule, int(puzzle.weights[order].sum())),
        int(ties),
        NOWHERE if opening is None else opening,
        np.array(placed, np.int32),
        order,
        nodes,
    )
    if grown < 0:
        raise RuleError("cannot-be-told-apart")
    return _as_tree(puzzle, nodes[:grown])


def _as_tree(puzzle: Puzzle, nodes: Numbers) -> Strategy:
    child = np.full((len(nodes), len(puzzle.marks)), NOWHERE, np.int32)
    inner = np.arange(1, len(nodes), dtype=np.int32)
    child[nodes[1:, 3], nodes[1:, 4]] = inner
    return Strategy(puzzle, np.ascontiguousarray(nodes[:, 2]), child)


@kernel
def grow(
    answers: Bytes,
    of_code: Shorts,
    number: Bytes,
    wanted: Bytes,
    group: int,
    marks: int,
    solved: int,
    guess_of: Numbers,
    same: Numbers,
    weights: Longs,
    even: bool,
    guesses: Bytes,
    orders: Bytes,
    kinds: Bytes,
    rule: int,
    worth: Longs,
    ties: int,
    opening: int,
    placed: Numbers,
    order: Numbers,
    nodes: Numbers,
) -> int:
    """Fill `nodes` with start, end, guess, parent and mark of each position; sort `order` so that each is a stretch.

    Returns how many there are; -1 if some codes cannot be told apart.
    """
    many = guesses.shape[0]
    member = np.zeros(answers.shape[1], np.uint8)
    first = np.ones(answers.shape[1], np.uint8)
    listed = np.empty(many, np.int32)
    some = np.empty((0, 0), np.uint8)
    path = np.empty(placed.shape[0] + 64, np.int32)
    path[: placed.shape[0]] = placed
    room = np.zeros((orders.shape[0] + 5, kinds.shape[0] + 1), np.int64)
    sums = np.empty((CHUNK, LANES), np.uint8)
    counts = np.empty((wanted.shape[0], LANES), np.uint8)
    totals = np.empty((marks, LANES), np.int64)
    judged = np.empty(LANES, np.int64)
    got = np.empty(order.shape[0], np.uint8)
    scratch = np.empty(order.shape[0], np.int32)
    places = np.empty(marks + 1, np.int64)
    found = 0
    if _one_answer(same, order) == 0:
        nodes[0, 0], nodes[0, 1] = 0, order.shape[0]
        found = 1
    at = 0
    while at < found:
        start, end = nodes[at, 0], nodes[at, 1]
        codes = order[start:end]
        guess = opening if at == 0 else -1
        if guess < 0 and ties != 1 and solved >= 0 and codes.shape[0] <= marks:
            guess = _splits_all(answers, of_code, number, guess_of, weights, codes, places, ties == 2)
        if guess < 0:
            view, views = answers, many
            if codes.shape[0] >= ALIKE_FROM:
                steps, node = placed.shape[0], at
                while node > 0:
                    node = nodes[node, 3]
                    path[steps] = nodes[node, 2]
                    steps += 1
                alike = find_first_of_kind(guesses, orders, kinds, path[:steps], room, first)
                if 2 * alike < many:
                    views = 0
                    for candidate in range(many):
                        if first[candidate]:
                            listed[views] = candidate
                            views += 1
                    some = _columns(answers, listed[:views])
                    view = some
            for code in codes:
                if guess_of[code] >= 0:
                    member[guess_of[code]] = 1
            best, best_member = _WORST, 0
            # Codes that are all told apart: nothing is better, and no member does it, or it had been found above.
            perfect = _judge_perfect(codes, weights, even, rule, worth) if ties != 2 else -_WORST
            for lane in range(0, views, LANES):
                if best == perfect:
                    break
                if even:
                    _judge_lanes(view, lane, of_code, codes, wanted, group, sums, counts, totals, rule, worth, judged)
                else:
                    _judge_weighed(view, lane, views, of_code, number, codes, weights, totals, rule, worth, judged)
                for step in range(min(LANES, views - lane)):
                    if judged[step] > best:
                        continue
                    candidate = lane + step if views == many else listed[lane + step]
                    inside = member[candidate]
                    better = judged[step] < best or (ties != 1 and inside > best_member)
                    if better or (ties == 2 and inside == best_member):
                        best, best_member, guess = judged[step], inside, candidate
            for code in codes:
                if guess_of[code] >= 0:
                    member[guess_of[code]] = 0
        nodes[at, 2] = guess
        # Sort the codes by their marks, keeping their order within each cell.
        places[:] = 0
        for step in range(codes.shape[0]):
            got[step] = mark_one(answers, of_code, number, codes[step], guess)
            places[got[step] + 1] += 1
            scratch[step] = codes[step]
        if places[:].max() == codes.shape[0] and (at > 0 or opening < 0):
            return -1
        for mark in range(marks):
            places[mark + 1] += places[mark]
        for mark in range(marks):
            cell = places[mark + 1] - places[mark]
            if cell and mark != solved:
                nodes[found, 0], nodes[found, 1] = start + places[mark], start + places[mark + 1]
                nodes[found, 3], nodes[found, 4] = at, mark
                found += 1
        for step in range(codes.shape[0]):
            order[start + places[got[step]]] = scratch[step]
            places[got[step]] += 1
        # Only positions with something left to find are kept.
        kept = found
        while kept > 0 and nodes[kept - 1, 3] == at and nodes[kept - 1, 2] == -1 and kept - 1 > at:
            kept -= 1
        for node in range(kept, found):
            if _one_answer(same, order[nodes[node, 0] : nodes[node, 1]]) == 0:
                nodes[kept, 0], nodes[kept, 1] = nodes[node, 0], nodes[node, 1]
                nodes[kept, 3], nodes[kept, 4] = at, nodes[node, 4]
                kept += 1
        found = kept
        at += 1
    return found


@kernel
def _one_answer(same: Numbers, codes: Numbers) -> int:
    """Whether all codes have the same answer."""
    for code in codes:
        if same[code] != same[codes[0]]:
            return 0
    return 1


@kernel
def _splits_all(
    answers: Bytes,
    of_code: Shorts,
    number: Bytes,
    guess_of: Numbers,
    weights: Longs,
    codes: Numbers,
    seen: Longs,
    last: bool,
) -> int:
    """The first code (or the last) that, guessed, tells all others apart: no rule can judge a guess better. Or -1."""
    many = codes.shape[0]
    for turn in range(many):
        guess = guess_of[codes[many - 1 - turn if last else turn]]
        if guess < 0:
            continue
        seen[:] = 0
        split = True
        for code in codes:
            mark = mark_one(answers, of_code, number, code, guess)
            if seen[mark]:
                split = False
                break
            seen[mark] = 1
        if split:
            return guess
    return -1


@kernel
def _judge_perfect(codes: Numbers, weights: Longs, even: bool, rule: int, worth: Longs) -> int:
    """How the rule judges a guess that tells all codes apart, each being as heavy as the heaviest of them at most."""
    judged = 0
    for code in codes:
        weight = 1 if even else weights[code]
        judged = max(judged, weight) if rule == 0 else judged + worth[weight]
    return judged


@kernel
def _columns(answers: Bytes, listed: Numbers) -> Bytes:
    """The answers of some guesses only, padded to whole vectors."""
    vectors = (listed.shape[0] + LANES - 1) // LANES
    some = np.zeros((answers.shape[0], (vectors | 1) * LANES), np.uint8)
    for trait in range(answers.shape[0]):
        for at in range(listed.shape[0]):
            some[trait, at] = answers[trait, listed[at]]
    return some


@kernel
def _judge_lanes(
    view: Bytes,
    lane: int,
    of_code: Shorts,
    codes: Numbers,
    wanted: Bytes,
    group: int,
    sums: Bytes,
    counts: Bytes,
    totals: Longs,
    rule: int,
    worth: Longs,
    judged: Longs,
) -> None:
    """Judge one vector of guesses by the sizes of their cells."""
    marks = totals.shape[0]
    many = codes.shape[0]
    if many <= CHUNK:
        count_chunk(view, lane, of_code, codes, wanted, group, sums, counts)
        if rule == 0:
            for mark in range(1, marks):
                for at in range(LANES):
                    counts[0, at] = max(counts[0, at], counts[mark, at])
            for at in range(LANES):
                judged[at] = counts[0, at]
        else:
            judged[:] = 0
            for mark in range(marks):
                for at in range(LANES):
                    judged[at] += worth[counts[mark, at]]
        return
    totals[:] = 0
    for start in range(0, many, CHUNK):
        count_chunk(view, lane, of_code, codes[start : min(start + CHUNK, many)], wanted, group, sums, counts)
        for mark in range(marks):
            for at in range(LANES):
                totals[mark, at] += counts[mark, at]
    _judge_totals(totals, rule, worth, judged)


@kernel
def _judge_weighed(
    view: Bytes,
    lane: int,
    views: int,
    of_code: Shorts,
    number: Bytes,
    codes: Numbers,
    weights: Longs,
    totals: Longs,
    rule: int,
    worth: Longs,
    judged: Longs,
) -> None:
    """Judge one vector of guesses by the weights of their cells."""
    totals[:] = 0
    for at in range(min(LANES, views - lane)):
        for code in codes:
            totals[mark_one(view, of_code, number, code, lane + at), at] += weights[code]
    _judge_totals(totals, rule, worth, judged)


@kernel
def _judge_totals(totals: Longs, rule: int, worth: Longs, judged: Longs) -> None:
    judged[:] = 0
    for mark in range(totals.shape[0]):
        for at in range(LANES):
            if rule == 0:
                judged[at] = max(judged[at], totals[mark, at])
            else:
                judged[at] += worth[totals[mark, at]]
