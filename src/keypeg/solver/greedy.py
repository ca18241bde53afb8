"""Strategies that look one step ahead: at every position the guess that a rule judges best.

The whole tree is grown in one kernel. Positions stand in a list, each a stretch of one array of codes; a guess sorts
its stretch by marks, and every cell in which something is left to find is put at the end of the list.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from keypeg.core.errors import RuleError
from keypeg.solver.arrays import Bytes, Longs, Numbers, Shorts
from keypeg.solver.cells import CHUNK, all_codes, count_chunk, mark_one
from keypeg.solver.lanes import LANES, inner_kernel, tight_kernel
from keypeg.solver.puzzle import Puzzle
from keypeg.solver.rules import Rule, Ties, worth_table
from keypeg.solver.strategy import NOWHERE, Strategy
from keypeg.solver.symmetry import find_first_of_kind, room_for

ALIKE_FROM = 48
"""From how many codes on it pays to find out which guesses are alike."""

DEEPEST = 64
"""The most guesses that one code can need."""

WORK = 200_000_000
"""How many codes times guesses are worked through between two looks at the watch: some hundredths of a second."""

LARGEST = 100_000_000_000
"""The most codes times guesses: what takes some minutes."""

_WORST = 2**62
_UNFINISHED = -2

START, END, GUESS, PARENT, MARK = range(5)
"""What is noted of a node: its stretch of codes, its guess, whose cell it is and for which mark."""


class Field(NamedTuple):
    """A puzzle as plain arrays."""

    answers: Bytes
    of_code: Shorts
    number: Bytes
    wanted: Bytes
    group: int
    solved: int
    guess_of: Numbers
    same: Numbers
    weights: Longs
    even: bool
    guesses: Bytes
    orders: Bytes
    kinds: Bytes


class Judge(NamedTuple):
    """How guesses are judged."""

    rule: int
    worth: Longs
    ties: int
    opening: int
    """The first guess, or -1."""
    placed: Longs
    """The guesses that led to the first position."""


class Room(NamedTuple):
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


def one_step_strategy(
    puzzle: Puzzle,
    rule: Rule,
    ties: Ties = Ties.CONSISTENT,
    opening: int | None = None,
    codes: Numbers | None = None,
    placed: Sequence[int] = (),
    watch: Callable[[int], bool] | None = None,
) -> Strategy:
    """The strategy that takes, at every position, the guess that the rule judges best.

    Without `opening` the first guess is chosen by the rule as well. It begins with all codes, or with those that are
    left after the guesses placed already. Raises `RuleError` if some codes cannot be told apart by any guess. The watch
    is told from time to time how many positions were found; if it says no, `GivenUp` is raised.
    """
    order = all_codes(puzzle) if codes is None else np.array(codes, np.int32)
    judge = Judge(
        rule=int(rule),
        worth=worth_table(rule, int(puzzle.weights[order].sum())),
        ties=int(ties),
        opening=NOWHERE if opening is None else opening,
        placed=np.array(placed, np.int64),
    )
    nodes = np.full((len(order) + 1, 5), NOWHERE, np.int32)
    state = np.zeros(2, np.int64)
    field, room = _field_of(puzzle), _room_for(puzzle, len(order), len(placed))
    _check_size(puzzle, len(order))
    while (grown := grow(field, judge, room, order, nodes, state, WORK)) == _UNFINISHED:
        if watch is not None and not watch(int(state[1])):
            raise GivenUp
    if grown < 0:
        raise RuleError("cannot-be-told-apart")
    nodes = nodes[:grown]
    child = np.full((grown, len(puzzle.marks)), NOWHERE, np.int32)
    child[nodes[1:, PARENT], nodes[1:, MARK]] = np.arange(1, grown, dtype=np.int32)
    return Strategy(puzzle, np.ascontiguousarray(nodes[:, GUESS]), child)


class GivenUp(Exception):  # noqa: N818 - it is no error, it is no answer
    """A strategy was not grown to its end, because the watch said so."""


def _check_size(puzzle: Puzzle, codes: int) -> None:
    if codes * len(puzzle.guesses) > LARGEST:
        raise RuleError("puzzle-too-large", codes=codes, most=LARGEST // len(puzzle.guesses))


def _field_of(puzzle: Puzzle) -> Field:
    traits, symmetry = puzzle.traits, puzzle.symmetry
    return Field(
        answers=traits.answers,
        of_code=traits.of_code,
        number=traits.number,
        wanted=traits.sums,
        group=traits.group,
        solved=puzzle.solved,
        guess_of=puzzle.guess_of,
        same=puzzle.answers,
        weights=puzzle.weights,
        even=puzzle.even,
        guesses=puzzle.guesses,
        orders=symmetry.orders,
        kinds=symmetry.kinds,
    )


def _room_for(puzzle: Puzzle, codes: int, placed: int) -> Room:
    answers, kinds = puzzle.traits.answers, len(puzzle.traits.sums)
    return Room(
        member=np.zeros(answers.shape[1], np.uint8),
        first=np.zeros(answers.shape[1], np.uint8),
        listed=np.zeros(len(puzzle.guesses), np.int32),
        some=np.zeros(answers.shape, np.uint8),
        path=np.zeros(placed + DEEPEST, np.int32),
        exchanges=room_for(puzzle.symmetry.orders, puzzle.symmetry.kinds),
        sums=np.zeros((CHUNK, LANES), np.uint8),
        counts=np.zeros((kinds, LANES), np.uint8),
        totals=np.zeros((kinds, LANES), np.int64),
        judged=np.zeros(LANES, np.int64),
        got=np.zeros(codes, np.uint8),
        codes=np.zeros(codes, np.int32),
        places=np.zeros(kinds + 1, np.int64),
    )


@tight_kernel
def grow(field: Field, judge: Judge, room: Room, order: Numbers, nodes: Numbers, state: Longs, work: int) -> int:
    """Fill `nodes`; sort the codes in `order` so that each node's are a stretch of it.

    `state` is how many nodes are done and how many are found; work goes on from there, and stops after so many codes
    times guesses. Returns how many nodes there are; -1 if some codes cannot be told apart; -2 if it is not finished.
    """
    at, found = state[0], state[1]
    if found == 0 and not _one_answer(field, order):
        nodes[0, START], nodes[0, END] = 0, order.shape[0]
        found = 1
    while at < found:
        if work <= 0:
            state[0], state[1] = at, found
            return _UNFINISHED
        work -= (nodes[at, END] - nodes[at, START]) * field.guesses.shape[0]
        codes = order[nodes[at, START] : nodes[at, END]]
        guess = judge.opening if at == 0 else -1
        if guess < 0 and judge.ties != 1 and field.solved >= 0 and codes.shape[0] <= field.wanted.shape[0]:
            guess = _splits_all(field, room, codes, judge.ties == 2)
        if guess < 0:
            guess = _judge_all(field, judge, room, codes, nodes, at)
        nodes[at, GUESS] = guess
        largest = _sort_by_marks(field, room, codes, guess)
        if largest == codes.shape[0] and (at > 0 or judge.opening < 0):
            return -1
        found = _add_cells(field, room, order, nodes, at, found)
        at += 1
    return found


@inner_kernel
def _one_answer(field: Field, codes: Numbers) -> bool:
    """Whether all codes have the same answer."""
    for code in codes:  # noqa: SIM110 - kernels have no generators
        if field.same[code] != field.same[codes[0]]:
            return False
    return True


@inner_kernel
def _splits_all(field: Field, room: Room, codes: Numbers, last: bool) -> int:
    """The first code (or the last) that, guessed, tells all others apart: no rule can judge a guess better. Or -1."""
    many, seen = codes.shape[0], room.places
    for turn in range(many):
        guess = field.guess_of[codes[many - 1 - turn if last else turn]]
        for mark in range(seen.shape[0]):
            seen[mark] = 0
        split = guess >= 0
        for at in range(many):
            mark = mark_one(field.answers, field.of_code, field.number, codes[at], guess)
            split = split and seen[mark] == 0
            seen[mark] = 1
            if not split:
                break
        if split:
            return np.int64(guess)
    return np.int64(-1)


# Judging guesses


@inner_kernel
def _judge_all(field: Field, judge: Judge, room: Room, codes: Numbers, nodes: Numbers, node: int) -> int:
    """The guess that the rule judges best, among all or, while codes are many, among those that are not alike."""
    many = field.guesses.shape[0]
    views, view = many, field.answers
    if codes.shape[0] >= ALIKE_FROM and judge.ties != 2:  # of those that are alike only the first is listed
        views = _list_views(field, judge, room, nodes, node)
        if views < many:
            view = room.some
    _set_members(field, room, codes, 1)
    best, best_member, best_guess = _WORST, 0, -1
    # Where all codes are told apart nothing is better; and no member does it, or it had been found before.
    # (By weight, the largest cell can be as light as the heaviest code without that.)
    sure = judge.ties != 2 and (field.even or judge.rule != 0)
    perfect = _judge_perfect(field, judge, codes) if sure else -_WORST
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
def _set_members(field: Field, room: Room, codes: Numbers, value: int) -> None:
    """Note, or forget, which guesses can be the code."""
    for code in codes:
        if field.guess_of[code] >= 0:
            room.member[field.guess_of[code]] = value


@inner_kernel
def _list_views(field: Field, judge: Judge, room: Room, nodes: Numbers, node: int) -> int:
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
    views = find_first_of_kind(field.guesses, field.orders, field.kinds, placed, room.exchanges, room.first)
    if 2 * views >= many:
        return many
    views = 0
    for guess in range(many):
        if room.first[guess]:
            room.listed[views] = guess
            views += 1
    for trait in range(field.answers.shape[0]):
        for at in range(views):
            room.some[trait, at] = field.answers[trait, room.listed[at]]
    return views


@inner_kernel
def _judge_perfect(field: Field, judge: Judge, codes: Numbers) -> int:
    """How the rule judges a guess that tells all codes apart."""
    judged = 0
    for code in codes:
        weight = 1 if field.even else field.weights[code]
        judged = max(judged, weight) if judge.rule == 0 else judged + judge.worth[weight]
    return judged


@inner_kernel
def _judge_lane(field: Field, judge: Judge, room: Room, view: Bytes, lane: int, views: int, codes: Numbers) -> None:
    """Judge one vector of guesses by the weights of their cells."""
    counts, totals, many = room.counts, room.totals, codes.shape[0]
    kinds = totals.shape[0]
    if not field.even:
        for kind in range(kinds):
            for at in range(LANES):
                totals[kind, at] = 0
        for at in range(min(LANES, views - lane)):
            for code in codes:
                mark = mark_one(view, field.of_code, field.number, code, lane + at)
                totals[mark, at] += field.weights[code]
        _judge_sizes(judge, totals, room.judged)
        return
    if many <= CHUNK:
        count_chunk(view, lane, field.of_code, codes, field.wanted, field.group, room.sums, counts)
        _judge_sizes(judge, counts, room.judged)
        return
    for start in range(0, many, CHUNK):
        part = codes[start : min(start + CHUNK, many)]
        count_chunk(view, lane, field.of_code, part, field.wanted, field.group, room.sums, counts)
        for kind in range(kinds):
            for at in range(LANES):
                totals[kind, at] = (totals[kind, at] if start else 0) + counts[kind, at]
    _judge_sizes(judge, totals, room.judged)


@inner_kernel
def _judge_sizes(judge: Judge, sizes: Longs, judged: Longs) -> None:
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


# Parting a position


@inner_kernel
def _sort_by_marks(field: Field, room: Room, codes: Numbers, guess: int) -> int:
    """Sort codes by the marks they earn a guess, and keep their order within each cell.

    Afterwards cell k is `codes[places[k]:places[k + 1]]`. Returns the size of the largest.
    """
    places, got, many = room.places, room.got, codes.shape[0]
    kinds = places.shape[0] - 1
    for kind in range(kinds + 1):
        places[kind] = 0
    for at in range(many):
        got[at] = mark_one(field.answers, field.of_code, field.number, codes[at], guess)
        places[got[at]] += 1
        room.codes[at] = codes[at]
    largest, before = 0, 0
    for kind in range(kinds + 1):
        size = places[kind]
        largest = max(largest, size)
        places[kind] = before
        before += size
    for at in range(many):
        codes[places[got[at]]] = room.codes[at]
        places[got[at]] += 1
    for kind in range(kinds, 0, -1):
        places[kind] = places[kind - 1]
    places[0] = 0
    return largest


@inner_kernel
def _add_cells(field: Field, room: Room, order: Numbers, nodes: Numbers, at: int, found: int) -> int:
    """Put the cells in which something is left to find at the end of the list. Returns its new length."""
    start = nodes[at, START]
    for mark in range(room.places.shape[0] - 1):
        first, last = start + room.places[mark], start + room.places[mark + 1]
        if first < last and mark != field.solved and not _one_answer(field, order[first:last]):
            nodes[found, START], nodes[found, END] = first, last
            nodes[found, PARENT], nodes[found, MARK] = at, mark
            found += 1
    return found
