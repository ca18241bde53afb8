"""One-step strategies: at every position the guess that a rule ranks first.

The whole tree is grown in one kernel. Its nodes are positions, each a slice of one array of codes; a guess sorts its
slice by marks, and every cell with several answers left is appended to the list of nodes.
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
    CONSISTENT_LAST,
    END,
    FIRST,
    GUESS,
    MARK,
    NO_GUESS,
    NODE_COLUMNS,
    PARENT,
    START,
    RankRule,
    RankScratch,
    RankTables,
    best_guess,
)
from keypeg.solver.one_step.rules import Rule, Ties, cell_score_table
from keypeg.solver.strategy.tree import NOWHERE, Strategy

MAX_DEPTH = 64
"""The most guesses that one code can need."""

PAIRS_PER_CALL = 200_000_000
"""Pairs of a code and a guess that are evaluated between two calls of the watch: some hundredths of a second."""

MAX_PAIRS = 100_000_000_000
"""The most pairs of a code and a guess at the first position: some minutes of work."""

DONE = 0
"""State slot: how many nodes have a guess."""
FOUND = 1
"""State slot: how many nodes have been found."""
STATE_SLOTS = 2

INDISTINGUISHABLE = -1
"""Result of `grow`: no guess distinguishes the codes of some node."""
UNFINISHED = -2
"""Result of `grow`: it used up its work before the tree was complete."""


def one_step_strategy(
    game: GuessingGame,
    rule: Rule,
    ties: Ties = Ties.CONSISTENT,
    opening: int | None = None,
    codes: Numbers | None = None,
    placed: Sequence[int] = (),
    watch: Callable[[int], bool] | None = None,
) -> Strategy:
    """The strategy that makes, at every position, the guess that the rule ranks first.

    Without `opening` the rule chooses the first guess too. The strategy starts with all codes, or with `codes`, the
    candidates after the guesses `placed`. From time to time `watch` is called with the number of positions found.
    Raises `RuleError` if no guess distinguishes some codes, and `SearchInterrupted` if the watch returns False.
    """
    order = all_codes(game) if codes is None else np.array(codes, np.int32)
    rank_rule = RankRule(
        rule=int(rule),
        cell_scores=cell_score_table(rule, int(game.weights[order].sum())),
        ties=int(ties),
        opening=NO_GUESS if opening is None else opening,
        placed=np.array(placed, np.int64),
    )
    nodes = np.full((len(order) + 1, NODE_COLUMNS), NOWHERE, np.int32)
    state = np.zeros(STATE_SLOTS, np.int64)
    tables, scratch = _new_tables(game), _new_scratch(game, len(order), len(placed))
    _check_size(game, len(order))
    while (count := grow(tables, rank_rule, scratch, order, nodes, state, PAIRS_PER_CALL)) == UNFINISHED:
        if watch is not None and not watch(int(state[FOUND])):
            raise SearchInterrupted
    if count == INDISTINGUISHABLE:
        raise RuleError("codes-indistinguishable")
    nodes = nodes[:count]
    child = np.full((count, len(game.marks)), NOWHERE, np.int32)
    child[nodes[1:, PARENT], nodes[1:, MARK]] = np.arange(1, count, dtype=np.int32)
    return Strategy(game, np.ascontiguousarray(nodes[:, GUESS]), child)


def _check_size(game: GuessingGame, codes: int) -> None:
    if codes * len(game.guesses) > MAX_PAIRS:
        raise RuleError("game-too-large", codes=codes, most=MAX_PAIRS // len(game.guesses))


def _new_tables(game: GuessingGame) -> RankTables:
    mark_sums, symmetry = game.mark_sums, game.symmetry
    return RankTables(
        trait_values=mark_sums.trait_values,
        code_traits=mark_sums.code_traits,
        mark_of_sum=mark_sums.mark_of_sum,
        wanted_sums=mark_sums.sums,
        group_size=mark_sums.group_size,
        solved_mark=game.solved_mark,
        guess_of=game.guess_of,
        answers=game.answers,
        weights=game.weights,
        is_uniform=game.is_uniform,
        guesses=game.guesses,
        hole_orders=symmetry.hole_orders,
        peg_kinds=symmetry.peg_kinds,
    )


def _new_scratch(game: GuessingGame, codes: int, placed: int) -> RankScratch:
    values, marks = game.mark_sums.trait_values, len(game.mark_sums.sums)
    return RankScratch(
        is_candidate=np.zeros(values.shape[1], np.uint8),
        canonical=np.zeros(values.shape[1], np.uint8),
        ranked=np.zeros(len(game.guesses), np.int32),
        ranked_values=np.zeros(values.shape, np.uint8),
        path=np.zeros(placed + MAX_DEPTH, np.int32),
        exchanges=new_exchange_scratch(game.symmetry.hole_orders, game.symmetry.peg_kinds),
        sums=np.zeros((CHUNK_CODES, LANES), np.uint8),
        counts=np.zeros((marks, LANES), np.uint8),
        totals=np.zeros((marks, LANES), np.int64),
        scores=np.zeros(LANES, np.int64),
        marks=np.zeros(codes, np.uint8),
        codes=np.zeros(codes, np.int32),
        starts=np.zeros(marks + 1, np.int64),
    )


@tight_kernel
def grow(
    tables: RankTables, rule: RankRule, scratch: RankScratch, order: Numbers, nodes: Numbers, state: Longs, work: int
) -> int:
    """Fill `nodes`, and sort the codes in `order` so that each node's codes are a slice of it.

    Continues from `state`, and stops after so much work, in pairs of a code and a guess. Returns the number of nodes,
    `INDISTINGUISHABLE` or `UNFINISHED`.
    """
    node, node_count = state[DONE], state[FOUND]
    if node_count == 0 and not _has_one_answer(tables, order):
        nodes[0, START], nodes[0, END] = 0, order.shape[0]
        node_count = 1
    while node < node_count:
        if work <= 0:
            state[DONE], state[FOUND] = node, node_count
            return UNFINISHED
        work -= (nodes[node, END] - nodes[node, START]) * tables.guesses.shape[0]
        codes = order[nodes[node, START] : nodes[node, END]]
        guess = rule.opening if node == 0 else NO_GUESS
        if (
            guess == NO_GUESS
            and rule.ties != FIRST
            and tables.solved_mark >= 0
            and codes.shape[0] <= tables.wanted_sums.shape[0]
        ):
            guess = _find_perfect_candidate(tables, scratch, codes, rule.ties == CONSISTENT_LAST)
        if guess == NO_GUESS:
            guess = best_guess(tables, rule, scratch, codes, nodes, node)
        nodes[node, GUESS] = guess
        largest = _sort_by_marks(tables, scratch, codes, guess)
        if largest == codes.shape[0] and (node > 0 or rule.opening == NO_GUESS):
            return INDISTINGUISHABLE
        node_count = _append_cells(tables, scratch, order, nodes, node, node_count)
        node += 1
    return node_count


@inner_kernel
def _has_one_answer(tables: RankTables, codes: Numbers) -> bool:
    """Whether all codes have the same answer."""
    for code in codes:  # noqa: SIM110 - kernels have no generators
        if tables.answers[code] != tables.answers[codes[0]]:
            return False
    return True


@inner_kernel
def _find_perfect_candidate(tables: RankTables, scratch: RankScratch, codes: Numbers, last: bool) -> int:
    """The first (or last) code that, as a guess, distinguishes all codes, which no guess can beat; or `NO_GUESS`."""
    count, seen = codes.shape[0], scratch.starts
    for turn in range(count):
        guess = tables.guess_of[codes[count - 1 - turn if last else turn]]
        for mark in range(seen.shape[0]):
            seen[mark] = 0
        is_perfect = guess >= 0
        for index in range(count):
            mark = mark_guess(tables.trait_values, tables.code_traits, tables.mark_of_sum, codes[index], guess)
            is_perfect = is_perfect and seen[mark] == 0
            seen[mark] = 1
            if not is_perfect:
                break
        if is_perfect:
            return np.int64(guess)
    return np.int64(NO_GUESS)


# Splitting a position


@inner_kernel
def _sort_by_marks(tables: RankTables, scratch: RankScratch, codes: Numbers, guess: int) -> int:
    """Sort codes by the marks of a guess, keeping their order within each cell.

    Afterwards the cell of a mark is `codes[starts[mark]:starts[mark + 1]]`. Returns the size of the largest cell.
    """
    starts, marks, count = scratch.starts, scratch.marks, codes.shape[0]
    last = starts.shape[0] - 1
    for mark in range(last + 1):
        starts[mark] = 0
    for index in range(count):
        marks[index] = mark_guess(tables.trait_values, tables.code_traits, tables.mark_of_sum, codes[index], guess)
        starts[marks[index]] += 1
        scratch.codes[index] = codes[index]
    largest, before = 0, 0
    for mark in range(last + 1):
        size = starts[mark]
        largest = max(largest, size)
        starts[mark] = before
        before += size
    for index in range(count):
        codes[starts[marks[index]]] = scratch.codes[index]
        starts[marks[index]] += 1
    for mark in range(last, 0, -1):
        starts[mark] = starts[mark - 1]
    starts[0] = 0
    return largest


@inner_kernel
def _append_cells(
    tables: RankTables, scratch: RankScratch, order: Numbers, nodes: Numbers, node: int, node_count: int
) -> int:
    """Append the node's cells with several answers left to the list of nodes. Returns its new length."""
    start = nodes[node, START]
    for mark in range(scratch.starts.shape[0] - 1):
        first, last = start + scratch.starts[mark], start + scratch.starts[mark + 1]
        if first < last and mark != tables.solved_mark and not _has_one_answer(tables, order[first:last]):
            nodes[node_count, START], nodes[node_count, END] = first, last
            nodes[node_count, PARENT], nodes[node_count, MARK] = node, mark
            node_count += 1
    return node_count
