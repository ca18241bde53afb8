"""Strategies that look one step ahead: at every position the guess that a rule judges best.

The whole tree is grown in one kernel. Positions stand in a list, each a stretch of one array of codes; a guess sorts
its stretch by marks, and every cell in which something is left to find is put at the end of the list.
"""

from collections.abc import Callable, Sequence

import numpy as np

from keypeg.core.errors import RuleError, SearchInterrupted
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import CHUNK_CODES, all_codes, mark_guess
from keypeg.solver.game.symmetry import new_exchange_scratch
from keypeg.solver.kernels.array_types import Longs, Numbers
from keypeg.solver.kernels.simd import LANES, inner_kernel, tight_kernel
from keypeg.solver.one_step.rank_kernel import (
    END,
    GUESS,
    MARK,
    PARENT,
    START,
    RankRule,
    RankScratch,
    RankTables,
    judge_all,
)
from keypeg.solver.one_step.rules import Rule, Ties, cell_score_table
from keypeg.solver.strategy.tree import NOWHERE, Strategy

MAX_DEPTH = 64
"""The most guesses that one code can need."""

PAIRS_PER_CALL = 200_000_000
"""How many codes times guesses are worked through between two looks at the watch: some hundredths of a second."""

MAX_PAIRS = 100_000_000_000
"""The most codes times guesses: what takes some minutes."""

_UNFINISHED = -2


def one_step_strategy(
    game: GuessingGame,
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
    is told from time to time how many positions were found; if it says no, `SearchInterrupted` is raised.
    """
    order = all_codes(game) if codes is None else np.array(codes, np.int32)
    judge = RankRule(
        rule=int(rule),
        worth=cell_score_table(rule, int(game.weights[order].sum())),
        ties=int(ties),
        opening=NOWHERE if opening is None else opening,
        placed=np.array(placed, np.int64),
    )
    nodes = np.full((len(order) + 1, 5), NOWHERE, np.int32)
    state = np.zeros(2, np.int64)
    field, room = _field_of(game), _room_for(game, len(order), len(placed))
    _check_size(game, len(order))
    while (grown := grow(field, judge, room, order, nodes, state, PAIRS_PER_CALL)) == _UNFINISHED:
        if watch is not None and not watch(int(state[1])):
            raise SearchInterrupted
    if grown < 0:
        raise RuleError("cannot-be-told-apart")
    nodes = nodes[:grown]
    child = np.full((grown, len(game.marks)), NOWHERE, np.int32)
    child[nodes[1:, PARENT], nodes[1:, MARK]] = np.arange(1, grown, dtype=np.int32)
    return Strategy(game, np.ascontiguousarray(nodes[:, GUESS]), child)


def _check_size(game: GuessingGame, codes: int) -> None:
    if codes * len(game.guesses) > MAX_PAIRS:
        raise RuleError("puzzle-too-large", codes=codes, most=MAX_PAIRS // len(game.guesses))


def _field_of(game: GuessingGame) -> RankTables:
    traits, symmetry = game.mark_sums, game.symmetry
    return RankTables(
        trait_values=traits.trait_values,
        code_traits=traits.code_traits,
        mark_of_sum=traits.mark_of_sum,
        wanted=traits.sums,
        group_size=traits.group_size,
        solved=game.solved_mark,
        guess_of=game.guess_of,
        same=game.answers,
        weights=game.weights,
        even=game.is_uniform,
        guesses=game.guesses,
        orders=symmetry.hole_orders,
        kinds=symmetry.peg_kinds,
    )


def _room_for(game: GuessingGame, codes: int, placed: int) -> RankScratch:
    answers, kinds = game.mark_sums.trait_values, len(game.mark_sums.sums)
    return RankScratch(
        member=np.zeros(answers.shape[1], np.uint8),
        first=np.zeros(answers.shape[1], np.uint8),
        listed=np.zeros(len(game.guesses), np.int32),
        some=np.zeros(answers.shape, np.uint8),
        path=np.zeros(placed + MAX_DEPTH, np.int32),
        exchanges=new_exchange_scratch(game.symmetry.hole_orders, game.symmetry.peg_kinds),
        sums=np.zeros((CHUNK_CODES, LANES), np.uint8),
        counts=np.zeros((kinds, LANES), np.uint8),
        totals=np.zeros((kinds, LANES), np.int64),
        judged=np.zeros(LANES, np.int64),
        got=np.zeros(codes, np.uint8),
        codes=np.zeros(codes, np.int32),
        places=np.zeros(kinds + 1, np.int64),
    )


@tight_kernel
def grow(
    field: RankTables, judge: RankRule, room: RankScratch, order: Numbers, nodes: Numbers, state: Longs, work: int
) -> int:
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
            guess = judge_all(field, judge, room, codes, nodes, at)
        nodes[at, GUESS] = guess
        largest = _sort_by_marks(field, room, codes, guess)
        if largest == codes.shape[0] and (at > 0 or judge.opening < 0):
            return -1
        found = _add_cells(field, room, order, nodes, at, found)
        at += 1
    return found


@inner_kernel
def _one_answer(field: RankTables, codes: Numbers) -> bool:
    """Whether all codes have the same answer."""
    for code in codes:  # noqa: SIM110 - kernels have no generators
        if field.same[code] != field.same[codes[0]]:
            return False
    return True


@inner_kernel
def _splits_all(field: RankTables, room: RankScratch, codes: Numbers, last: bool) -> int:
    """The first code (or the last) that, guessed, tells all others apart: no rule can judge a guess better. Or -1."""
    many, seen = codes.shape[0], room.places
    for turn in range(many):
        guess = field.guess_of[codes[many - 1 - turn if last else turn]]
        for mark in range(seen.shape[0]):
            seen[mark] = 0
        split = guess >= 0
        for at in range(many):
            mark = mark_guess(field.trait_values, field.code_traits, field.mark_of_sum, codes[at], guess)
            split = split and seen[mark] == 0
            seen[mark] = 1
            if not split:
                break
        if split:
            return np.int64(guess)
    return np.int64(-1)


# Parting a position


@inner_kernel
def _sort_by_marks(field: RankTables, room: RankScratch, codes: Numbers, guess: int) -> int:
    """Sort codes by the marks they earn a guess, and keep their order within each cell.

    Afterwards cell k is `codes[places[k]:places[k + 1]]`. Returns the size of the largest.
    """
    places, got, many = room.places, room.got, codes.shape[0]
    kinds = places.shape[0] - 1
    for kind in range(kinds + 1):
        places[kind] = 0
    for at in range(many):
        got[at] = mark_guess(field.trait_values, field.code_traits, field.mark_of_sum, codes[at], guess)
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
def _add_cells(field: RankTables, room: RankScratch, order: Numbers, nodes: Numbers, at: int, found: int) -> int:
    """Put the cells in which something is left to find at the end of the list. Returns its new length."""
    start = nodes[at, START]
    for mark in range(room.places.shape[0] - 1):
        first, last = start + room.places[mark], start + room.places[mark + 1]
        if first < last and mark != field.solved and not _one_answer(field, order[first:last]):
            nodes[found, START], nodes[found, END] = first, last
            nodes[found, PARENT], nodes[found, MARK] = at, mark
            found += 1
    return found
