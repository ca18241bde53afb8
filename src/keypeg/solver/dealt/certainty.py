"""The fewest rows to certainty, for games in which no mark shows that the code is found and a certain seat calls.

An exact search of its own: branch and bound over sets of codes. A row settles the cells that leave one answer; the
codes of all other cells take at least one row more, which bounds the cost of a row. If a set has more answers than
there are marks, its cost is bounded by a tree: rows make a tree with as many branches as there are marks, and the
cheapest tree with the answers as leaves is Huffman's. The cost is the number of rows, counted for each code by its
weight; the call itself is not counted.
"""

import heapq
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import all_codes, mark_table
from keypeg.solver.game.symmetry import canonical_guesses
from keypeg.solver.kernels.array_types import Bytes, Longs, Numbers
from keypeg.solver.kernels.hashing import mix_hashes, zobrist_keys
from keypeg.solver.kernels.simd import kernel
from keypeg.solver.strategy.costs import FORBIDDEN
from keypeg.solver.strategy.tree import NOWHERE, Branch


@dataclass(frozen=True)
class KnownCost:
    """The cost of a set of codes, as far as it is known."""

    cost: int
    """The cost, or a lower bound of it."""
    exact: bool
    row: int = NOWHERE
    """The row to place, by its place among the search's rows."""


@dataclass
class CertaintySearch:
    """A search for the fewest rows to certainty, on average or at worst, among some codes.

    The search knows a code by its place among these codes, and a row by its place among `rows`.
    """

    game: GuessingGame
    among: Numbers | None = None
    """The codes to search among, if not all,"""
    placed: tuple[int, ...] = ()
    """and the guesses that led to them."""
    nodes: int = 0
    """How many positions were entered."""
    _known: dict[bytes, KnownCost] = field(default_factory=dict)
    _sufficient: dict[tuple[bytes, int], bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        codes = all_codes(self.game) if self.among is None else self.among
        marks = mark_table(self.game, codes)[:, : len(self.game.guesses)]
        self.rows = _distinct_guesses(marks, codes, len(self.game.marks))
        """The guesses that tell some codes apart, one for each partition."""
        self._marks: Bytes = np.ascontiguousarray(marks[:, self.rows].T)
        self._weights, self._answers = self.game.weights[codes], self.game.answers[codes]
        self.codes: Numbers = np.arange(len(codes), dtype=np.int32)
        """All codes of the search."""

    def cost(self, codes: Numbers, budget: int = FORBIDDEN) -> KnownCost:
        """The cost of these codes, if less than the budget; otherwise a lower bound."""
        if self._is_settled(codes):
            return KnownCost(0, True)
        key = codes.tobytes()
        known_cost = self._known.get(key)
        if known_cost is not None and (known_cost.exact or known_cost.cost >= budget):
            return known_cost
        self.nodes += 1
        self._known[key] = result = self._search(codes, budget)
        return result

    def _search(self, codes: Numbers, budget: int) -> KnownCost:
        weight, everything = int(self._weights[codes].sum()), len(codes) == len(self.codes)
        unsettled = np.empty(len(self.rows), np.int64)
        row = sum_unsettled_weights(self._marks, codes, self._answers, self._weights, len(self.game.marks), unsettled)
        if row != NOWHERE:
            return KnownCost(weight, True, row)
        best, refused = KnownCost(budget, False), FORBIDDEN
        for row in self.first_rows() if everything else np.argsort(unsettled, kind="stable"):
            bound = weight + int(unsettled[row])
            if bound >= best.cost and not everything:  # the rows that follow are no better
                return best if best.exact else KnownCost(min(refused, bound), False)
            total = self._row_cost(codes, int(row), best.cost) if bound < best.cost else bound
            if total < best.cost:
                best = KnownCost(total, True, int(row))
            refused = min(refused, total)
        return best if best.exact else KnownCost(refused, False)

    def _row_cost(self, codes: Numbers, row: int, best: int) -> int:
        """The cost of these codes if this row comes next; or a lower bound that is no less than the best."""
        cells = [(self.lower_bound(cell), cell) for cell in self.cells(codes, row)]
        total = int(self._weights[codes].sum()) + sum(bound for bound, _ in cells)
        for bound, cell in cells:  # the largest first: it is the likeliest to cost more than its bound
            if total >= best:
                return total
            total += max(self.cost(cell, bound + best - total).cost - bound, 0)
        return total

    def lower_bound(self, codes: Numbers) -> int:
        """A lower bound of the cost of these codes."""
        known_cost = self._known.get(codes.tobytes())
        if known_cost is not None:
            return known_cost.cost
        if len(codes) <= len(self.game.marks):
            return 0 if self._is_settled(codes) else int(self._weights[codes].sum())
        _, places = np.unique(self._answers[codes], return_inverse=True)
        return huffman_cost(np.bincount(places, self._weights[codes]).astype(np.int64).tolist(), len(self.game.marks))

    def suffices(self, codes: Numbers, rows: int) -> bool:
        """Whether so many rows suffice for certainty, whatever the code is."""
        answers = len(np.unique(self._answers[codes]))
        if answers == 1 or answers > len(self.game.marks) ** rows:
            return answers == 1
        key = codes.tobytes(), rows
        if key not in self._sufficient:
            self.nodes += 1
            self._sufficient[key] = self._search_within(codes, rows)
        return self._sufficient[key]

    def _search_within(self, codes: Numbers, limit: int) -> bool:
        most = self._most_answers(codes)
        tried = most <= len(self.game.marks) ** (limit - 1)
        if len(codes) == len(self.codes):
            tried &= self._canonical_rows()
        rows = np.flatnonzero(tried)
        return any(
            all(self.suffices(cell, limit - 1) for cell in self.cells(codes, int(row)))
            for row in rows[np.argsort(most[rows], kind="stable")]
        )

    def cells(self, codes: Numbers, row: int) -> list[Numbers]:
        """The cells of a row, the largest first."""
        marks = self._marks[row, codes]
        order = np.argsort(marks, kind="stable")
        starts = np.flatnonzero(np.diff(marks[order])) + 1
        return sorted(np.split(codes[order], starts), key=len, reverse=True)

    def _is_settled(self, codes: Numbers) -> bool:
        """Whether these codes have one answer."""
        answers = self._answers[codes]
        return bool((answers == answers[0]).all())

    def first_rows(self) -> Numbers:
        """The rows for all codes, one of each symmetric kind, the one with the smallest cells first."""
        rows = np.flatnonzero(self._canonical_rows())
        squares = [(np.bincount(self._marks[row], self._weights) ** 2).sum() for row in rows]
        return rows[np.argsort(squares, kind="stable")].astype(np.int32)

    def _canonical_rows(self) -> npt.NDArray[np.bool_]:
        """Which rows are the first of their symmetric kind. (Of each partition only the first guess is a row.)"""
        return canonical_guesses(self.game.guesses, self.game.symmetry, self.placed)[self.rows]

    def _most_answers(self, codes: Numbers) -> Longs:
        """The number of answers in each row's cell with the most answers."""
        marks = self._marks[:, codes]
        rows = np.arange(len(self.rows))[:, np.newaxis]
        answers: Longs = np.zeros((len(self.rows), len(self.game.marks)), np.int64)
        for places in _group_answers(self._answers[codes]):
            reached: npt.NDArray[np.bool_] = np.zeros(answers.shape, bool)
            reached[rows, marks[:, places]] = True
            answers += reached
        most: Longs = answers.max(axis=1)
        return most

    def branch(self) -> Branch:
        """The best strategy from all codes, once their cost is known."""
        branch = Branch.empty(len(self.game.marks))
        waiting = [(self.codes, NOWHERE, NOWHERE)]
        while waiting:
            codes, parent, mark = waiting.pop()
            if self._is_settled(codes):
                continue
            row = self.cost(codes).row
            node = branch.add(int(self.rows[row]), parent, mark)
            waiting += [(cell, node, int(self._marks[row, cell[0]])) for cell in self.cells(codes, row)]
        return branch


@kernel
def sum_unsettled_weights(
    marks: Bytes, codes: Numbers, answers: Numbers, weights: Longs, kinds: int, unsettled: Longs
) -> int:
    """Set, for each row, the weight of the codes in cells with several answers; `FORBIDDEN` for a useless row.

    Returns the first row that settles everything, and leaves the rows after it; or `NOWHERE`.
    """
    first = np.empty(kinds, np.int32)
    cell_weight = np.empty(kinds, np.int64)
    mixed = np.empty(kinds, np.uint8)
    seen = np.full(kinds, -1, np.int32)
    for row in range(marks.shape[0]):
        cells, total = 0, np.int64(0)
        for code in codes:
            mark = marks[row, code]
            if seen[mark] != row:
                seen[mark], first[mark], cell_weight[mark], mixed[mark] = row, answers[code], weights[code], 0
                cells += 1
            elif mixed[mark]:
                total += weights[code]
            elif first[mark] == answers[code]:
                cell_weight[mark] += weights[code]
            else:
                mixed[mark] = 1
                total += cell_weight[mark] + weights[code]
        unsettled[row] = total if cells > 1 else FORBIDDEN
        if total == 0 and cells > 1:
            return row
    return NOWHERE


def _distinct_guesses(marks: Bytes, codes: Numbers, kinds: int) -> Numbers:
    """The guesses (columns) that tell some codes (rows) apart, the first for each partition."""
    guesses, keys = np.arange(marks.shape[1]), zobrist_keys(len(codes))[:, 0]
    hashes = np.zeros((marks.shape[1], kinds), np.uint64)
    for index in range(len(codes)):
        hashes[guesses, marks[index]] += keys[index]
    _, first = np.unique(mix_hashes(hashes).sum(axis=1), return_index=True)
    first = first[np.count_nonzero(hashes[first], axis=1) > 1]
    return np.sort(first).astype(np.int32)


def huffman_cost(weights: list[int], branching: int) -> int:
    """The least sum of weight times depth over the leaves of a tree with so many branches, by Huffman's algorithm."""
    if len(weights) <= 1:
        return 0
    heap = sorted(weights)
    while (len(heap) - 1) % (branching - 1):
        heap.insert(0, 0)
    total = 0
    while len(heap) > 1:
        joined = sum(heapq.heappop(heap) for _ in range(branching))
        heapq.heappush(heap, joined)
        total += joined
    return total


def _group_answers(answers: Numbers) -> list[npt.NDArray[np.intp]]:
    """The places of each answer."""
    order = np.argsort(answers, kind="stable")
    starts = np.flatnonzero(np.diff(answers[order], prepend=-1))
    return [group for group in np.split(order, starts[1:]) if len(group)]
