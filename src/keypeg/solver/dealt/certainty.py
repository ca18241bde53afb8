"""How few rows it takes to be certain, where no mark says that the code is found and who is certain calls.

An exact search of its own: branch and bound over sets of codes. A row settles what its marks leave one answer of; all
else takes at least one row more, and that bounds what a row is worth. Where there are more answers than marks, what a
set costs at least follows from how many cells a row can part it into: however rows are chosen, they make a tree of such
branching, and the cheapest one whose leaves are the answers left is Huffman's. Costs are rows, each counted as often as
its codes weigh; the call itself is not counted here.
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
class Known:
    """What is known of a set of codes."""

    cost: int
    """What it costs, or a lower bound."""
    exact: bool
    row: int = NOWHERE
    """The row to place, by its place among the search's rows."""


@dataclass
class CertaintySearch:
    """A search for the fewest rows to certainty, on average or at worst, among some codes.

    A code is its place among these codes, and a row its place among `rows`, from here on.
    """

    game: GuessingGame
    among: Numbers | None = None
    """The codes it is about, if not all,"""
    placed: tuple[int, ...] = ()
    """and the guesses that led to them."""
    nodes: int = 0
    """How many positions were entered."""
    _known: dict[bytes, Known] = field(default_factory=dict)
    _enough: dict[tuple[bytes, int], bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        codes = all_codes(self.game) if self.among is None else self.among
        marks = mark_table(self.game, codes)[:, : len(self.game.guesses)]
        self.rows = _telling_apart(marks, codes, len(self.game.marks))
        """The guesses that tell something; of those that part the codes alike one."""
        self._marks: Bytes = np.ascontiguousarray(marks[:, self.rows].T)
        self._weights, self._answers = self.game.weights[codes], self.game.answers[codes]
        self.codes: Numbers = np.arange(len(codes), dtype=np.int32)
        """All of them."""

    def cost(self, codes: Numbers, budget: int = FORBIDDEN) -> Known:
        """What these codes cost if less than the budget; otherwise a lower bound."""
        if self._settled(codes):
            return Known(0, True)
        key = codes.tobytes()
        known = self._known.get(key)
        if known is not None and (known.exact or known.cost >= budget):
            return known
        self.nodes += 1
        self._known[key] = found = self._search(codes, budget)
        return found

    def _search(self, codes: Numbers, budget: int) -> Known:
        weight, everything = int(self._weights[codes].sum()), len(codes) == len(self.codes)
        unsettled = np.empty(len(self.rows), np.int64)
        row = leave_unsettled(self._marks, codes, self._answers, self._weights, len(self.game.marks), unsettled)
        if row != NOWHERE:
            return Known(weight, True, row)
        best, refused = Known(budget, False), FORBIDDEN
        for row in self.most_telling() if everything else np.argsort(unsettled, kind="stable"):
            bound = weight + int(unsettled[row])
            if bound >= best.cost and not everything:  # nor are those that follow any better
                return best if best.exact else Known(min(refused, bound), False)
            total = self._after(codes, int(row), best.cost) if bound < best.cost else bound
            if total < best.cost:
                best = Known(total, True, int(row))
            refused = min(refused, total)
        return best if best.exact else Known(refused, False)

    def _after(self, codes: Numbers, row: int, best: int) -> int:
        """What these codes cost if this row comes next; or a lower bound that is no less than the best."""
        cells = [(self.least(cell), cell) for cell in self.cells(codes, row)]
        total = int(self._weights[codes].sum()) + sum(bound for bound, _ in cells)
        for bound, cell in cells:  # the largest first: it is the likeliest to cost more than its bound
            if total >= best:
                return total
            total += max(self.cost(cell, bound + best - total).cost - bound, 0)
        return total

    def least(self, codes: Numbers) -> int:
        """What these codes cost at least."""
        known = self._known.get(codes.tobytes())
        if known is not None:
            return known.cost
        if len(codes) <= len(self.game.marks):
            return 0 if self._settled(codes) else int(self._weights[codes].sum())
        _, places = np.unique(self._answers[codes], return_inverse=True)
        return huffman(np.bincount(places, self._weights[codes]).astype(np.int64).tolist(), len(self.game.marks))

    def enough(self, codes: Numbers, left: int) -> bool:
        """Whether so many rows are enough to be certain, whatever the code is."""
        answers = len(np.unique(self._answers[codes]))
        if answers == 1 or answers > len(self.game.marks) ** left:
            return answers == 1
        key = codes.tobytes(), left
        if key not in self._enough:
            self.nodes += 1
            self._enough[key] = self._find_enough(codes, left)
        return self._enough[key]

    def _find_enough(self, codes: Numbers, left: int) -> bool:
        most = self._most_answers(codes)
        tried = most <= len(self.game.marks) ** (left - 1)
        if len(codes) == len(self.codes):
            tried &= self._first_of_kind()
        rows = np.flatnonzero(tried)
        return any(
            all(self.enough(cell, left - 1) for cell in self.cells(codes, int(row)))
            for row in rows[np.argsort(most[rows], kind="stable")]
        )

    def cells(self, codes: Numbers, row: int) -> list[Numbers]:
        """The codes that each mark of a row would leave, the largest cell first."""
        marks = self._marks[row, codes]
        order = np.argsort(marks, kind="stable")
        starts = np.flatnonzero(np.diff(marks[order])) + 1
        return sorted(np.split(codes[order], starts), key=len, reverse=True)

    def _settled(self, codes: Numbers) -> bool:
        answers = self._answers[codes]
        return bool((answers == answers[0]).all())

    def most_telling(self) -> Numbers:
        """The rows for all codes, of those that are alike one, the one with the smallest cells first."""
        rows = np.flatnonzero(self._first_of_kind())
        squares = [(np.bincount(self._marks[row], self._weights) ** 2).sum() for row in rows]
        return rows[np.argsort(squares, kind="stable")].astype(np.int32)

    def _first_of_kind(self) -> npt.NDArray[np.bool_]:
        """Which rows no exchange turns into an earlier guess. What parts codes alike has the earliest for all."""
        return canonical_guesses(self.game.guesses, self.game.symmetry, self.placed)[self.rows]

    def _most_answers(self, codes: Numbers) -> Longs:
        """How many answers each row leaves at most."""
        marks = self._marks[:, codes]
        rows = np.arange(len(self.rows))[:, np.newaxis]
        answers: Longs = np.zeros((len(self.rows), len(self.game.marks)), np.int64)
        for of_one in _grouped(self._answers[codes]):
            here: npt.NDArray[np.bool_] = np.zeros(answers.shape, bool)
            here[rows, marks[:, of_one]] = True
            answers += here
        most: Longs = answers.max(axis=1)
        return most

    def branch(self) -> Branch:
        """The best way to go on that was found; all its positions are known then."""
        branch = Branch.empty(len(self.game.marks))
        waiting = [(self.codes, NOWHERE, NOWHERE)]
        while waiting:
            codes, parent, mark = waiting.pop()
            if self._settled(codes):
                continue
            row = self.cost(codes).row
            node = branch.add(int(self.rows[row]), parent, mark)
            waiting += [(cell, node, int(self._marks[row, cell[0]])) for cell in self.cells(codes, row)]
        return branch


@kernel
def leave_unsettled(
    marks: Bytes, codes: Numbers, answers: Numbers, weights: Longs, kinds: int, unsettled: Longs
) -> int:
    """Set, for each row, how much the codes weigh whose marks leave several answers.

    A row that tells nothing leaves more than any. Returns the first row that settles everything, and does not look
    further; or `NOWHERE`.
    """
    first = np.empty(kinds, np.int32)
    weighs = np.empty(kinds, np.int64)
    mixed = np.empty(kinds, np.uint8)
    seen = np.full(kinds, -1, np.int32)
    for row in range(marks.shape[0]):
        cells, total = 0, np.int64(0)
        for code in codes:
            mark = marks[row, code]
            if seen[mark] != row:
                seen[mark], first[mark], weighs[mark], mixed[mark] = row, answers[code], weights[code], 0
                cells += 1
            elif mixed[mark]:
                total += weights[code]
            elif first[mark] == answers[code]:
                weighs[mark] += weights[code]
            else:
                mixed[mark] = 1
                total += weighs[mark] + weights[code]
        unsettled[row] = total if cells > 1 else FORBIDDEN
        if total == 0 and cells > 1:
            return row
    return NOWHERE


def _telling_apart(marks: Bytes, codes: Numbers, kinds: int) -> Numbers:
    """The guesses (columns) that part the codes (rows), of those that part them alike the first."""
    guesses, random = np.arange(marks.shape[1]), zobrist_keys(len(codes))[:, 0]
    hashes = np.zeros((marks.shape[1], kinds), np.uint64)
    for at in range(len(codes)):
        hashes[guesses, marks[at]] += random[at]
    _, first = np.unique(mix_hashes(hashes).sum(axis=1), return_index=True)
    first = first[np.count_nonzero(hashes[first], axis=1) > 1]
    return np.sort(first).astype(np.int32)


def huffman(weights: list[int], branching: int) -> int:
    """The least sum of weights times depths of a tree with so many branches whose leaves weigh so much."""
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


def _grouped(answers: Numbers) -> list[npt.NDArray[np.intp]]:
    """The places of each answer."""
    order = np.argsort(answers, kind="stable")
    starts = np.flatnonzero(np.diff(answers[order], prepend=-1))
    return [group for group in np.split(order, starts[1:]) if len(group)]
