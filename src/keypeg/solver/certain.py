"""How few rows it takes to be certain, where no mark says that the code is found and who is certain calls.

An exact search of its own, for such puzzles are small: branch and bound over sets of codes. What a set costs at least
follows from how many cells a row can part it into: however rows are chosen, they make a tree of such branching, and the
cheapest one whose leaves are the answers left is Huffman's. Costs are rows, each counted as often as its codes weigh;
the call itself is not counted here.
"""

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from keypeg.solver.arrays import Bytes, Longs, Numbers, Words
from keypeg.solver.cells import all_codes, mark_table
from keypeg.solver.ground import random_numbers
from keypeg.solver.puzzle import Puzzle
from keypeg.solver.strategy import Branch, Strategy
from keypeg.solver.symmetry import first_of_kind

ALIKE_FROM, ALIKE_UNTIL = 40, 2
"""From how many codes on, and until how many rows were placed, rows that are alike are sorted out."""

Watch = Callable[[int], bool]
"""Told how many positions were entered; says whether to go on."""


class GivenUp(Exception):  # noqa: N818 - it is no error, it is no answer
    """The watch has said no."""


@dataclass(frozen=True)
class Known:
    """What is known of a set of codes."""

    cost: int
    """What it costs, or a lower bound."""
    exact: bool
    guess: int = -1


@dataclass
class Certain:
    """A search for the fewest rows to certainty, on average or at worst."""

    puzzle: Puzzle
    watch: Watch | None = None
    nodes: int = 0
    """How many positions were entered."""
    _known: dict[bytes, Known] = field(default_factory=dict)
    _enough: dict[tuple[bytes, int], bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._marks: Bytes = mark_table(self.puzzle)[:, : len(self.puzzle.guesses)]
        self._random: Words = random_numbers(len(self.puzzle.codes))[:, 0].copy()
        self._all = np.arange(len(self.puzzle.guesses), dtype=np.int32)
        self._heaviest = int(self.puzzle.weights_by_answer(all_codes(self.puzzle)).max())

    def cost(self, codes: Numbers, budget: int, placed: tuple[int, ...] = (), rows: Numbers | None = None) -> Known:
        """What these codes cost, if less than the budget; otherwise a lower bound.

        `placed` are the rows that led to them; `rows` are the rows worth a look, if some are known not to be.
        """
        weights = self.puzzle.weights_by_answer(codes)
        if len(weights) == 1:
            return Known(0, True)
        key = codes.tobytes()
        known = self._known.get(key)
        if known is not None and (known.exact or known.cost >= budget):
            return known
        self.nodes += 1
        if self.watch is not None and not self.watch(self.nodes):
            raise GivenUp
        self._known[key] = found = self._search(codes, budget, placed, self._all if rows is None else rows)
        return found

    def _search(self, codes: Numbers, budget: int, placed: tuple[int, ...], rows: Numbers) -> Known:
        rows, bounds = self._candidates(codes, rows)
        tried = np.ones(len(rows), bool)
        if len(codes) > ALIKE_FROM and len(placed) < ALIKE_UNTIL:
            tried = first_of_kind(self.puzzle.guesses, self.puzzle.symmetry, placed)[rows]
        best, refused = Known(budget, False), budget
        for row, bound in zip(rows[tried], bounds[tried], strict=True):
            if bound >= best.cost:
                refused = min(refused, int(bound))
                break
            total = self._after(codes, int(row), best.cost, placed, rows)
            if total < best.cost:
                best = Known(total, True, int(row))
            else:
                refused = min(refused, total)
        return best if best.exact else Known(refused, False)

    def _after(self, codes: Numbers, guess: int, best: int, placed: tuple[int, ...], rows: Numbers) -> int:
        """What these codes cost if this row comes next; or a lower bound that is no less than the best."""
        marks = self._marks[codes, guess]
        cells = sorted((codes[marks == mark] for mark in np.unique(marks)), key=len)
        bounds = [self.least(cell) for cell in cells]
        total = int(self.puzzle.weights[codes].sum()) + sum(bounds)
        for cell, bound in zip(cells, bounds, strict=True):
            if total >= best:
                return total
            total += max(self.cost(cell, bound + best - total, (*placed, guess), rows).cost - bound, 0)
        return total

    def enough(self, codes: Numbers, many: int, placed: tuple[int, ...] = (), rows: Numbers | None = None) -> bool:
        """Whether so many rows are enough to be certain, whatever the code is."""
        answers = len(np.unique(self.puzzle.answers[codes]))
        if answers == 1 or answers > len(self.puzzle.marks) ** many:
            return answers == 1
        key = codes.tobytes(), many
        if key not in self._enough:
            self.nodes += 1
            if self.watch is not None and not self.watch(self.nodes):
                raise GivenUp
            self._enough[key] = self._find_enough(codes, many, placed, self._all if rows is None else rows)
        return self._enough[key]

    def _find_enough(self, codes: Numbers, many: int, placed: tuple[int, ...], rows: Numbers) -> bool:
        rows, answers, _ = self._parts(codes, rows)
        most = answers.max(axis=1)
        tried = most <= len(self.puzzle.marks) ** (many - 1)
        if len(codes) > ALIKE_FROM and len(placed) < ALIKE_UNTIL:
            tried &= first_of_kind(self.puzzle.guesses, self.puzzle.symmetry, placed)[rows]
        for row in rows[tried][np.argsort(most[tried], kind="stable")]:
            marks = self._marks[codes, row]
            cells = sorted((codes[marks == mark] for mark in np.unique(marks)), key=len, reverse=True)
            if all(self.enough(cell, many - 1, (*placed, int(row)), rows) for cell in cells):
                return True
        return False

    def least(self, codes: Numbers) -> int:
        """What these codes cost at least."""
        known = self._known.get(codes.tobytes())
        if known is not None:
            return known.cost
        return huffman(self.puzzle.weights_by_answer(codes).tolist(), len(self.puzzle.marks))

    def _candidates(self, codes: Numbers, listed: Numbers) -> tuple[Numbers, Longs]:
        """Rows that tell something, with lower bounds, the best first."""
        rows, answers, weighed = self._parts(codes, listed)
        bounds = int(self.puzzle.weights[codes].sum()) + self._least_of_cells(weighed, answers)
        telling = (weighed.astype(float) ** 2).sum(axis=1)
        order = np.lexsort((telling, bounds))
        return rows[order], bounds[order]

    def _parts(self, codes: Numbers, listed: Numbers) -> tuple[Numbers, Longs, Longs]:
        """Rows that tell something, and how many answers, and what weights, each of their marks leaves.

        Of those that part the codes alike there is one. They part any of these codes alike: so whoever looks at fewer
        codes need not see the others.
        """
        marks = self._marks[codes][:, listed]
        rows, kinds = np.arange(len(listed)), len(self.puzzle.marks)
        hashes = np.zeros((len(listed), kinds), np.uint64)
        answers: Longs = np.zeros((len(listed), kinds), np.int64)
        weighed: Longs = np.zeros((len(listed), kinds), np.int64)
        for of_one in _grouped(self.puzzle.answers[codes]):
            here: npt.NDArray[np.bool_] = np.zeros((len(listed), kinds), bool)
            for at in of_one:
                hashes[rows, marks[at]] += self._random[codes[at]]
                weighed[rows, marks[at]] += self.puzzle.weights[codes[at]]
                here[rows, marks[at]] = True
            answers += here
        _, first = np.unique(_scattered(hashes).sum(axis=1), return_index=True)
        first = first[(answers[first] > 0).sum(axis=1) > 1]
        return listed[first], answers[first], weighed[first]

    def _least_of_cells(self, weighed: Longs, answers: Longs) -> Longs:
        """A lower bound for all cells of each row: one further row where there are several answers.

        Where there are more than marks, a second one, for all but as many answers as there are marks, less one.
        """
        kinds = len(self.puzzle.marks)
        second = np.maximum(weighed - (kinds - 1) * self._heaviest, int(self.puzzle.weights.min()))
        bounds: Longs = (np.where(answers > 1, weighed, 0) + np.where(answers > kinds, second, 0)).sum(axis=1)
        return bounds

    def strategy(self) -> Strategy:
        """The strategy that was found to be the best; all its positions are known then."""
        branch = Branch.empty(len(self.puzzle.marks))
        waiting: list[tuple[Numbers, int, int, tuple[int, ...]]] = [(all_codes(self.puzzle), -1, -1, ())]
        while waiting:
            codes, parent, mark, placed = waiting.pop()
            guess = self.cost(codes, 2**60, placed).guess
            node = branch.add(guess, parent, mark)
            marks = self._marks[codes, guess]
            for found in np.unique(marks):
                cell = codes[marks == found]
                if len(np.unique(self.puzzle.answers[cell])) > 1:
                    waiting.append((cell, node, int(found), (*placed, guess)))
        return branch.strategy(self.puzzle)


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


def _scattered(hashes: Words) -> Words:
    mixed = hashes.copy()
    mixed ^= mixed >> np.uint64(33)
    mixed *= np.uint64(0xFF51AFD7ED558CCD)
    mixed ^= mixed >> np.uint64(33)
    return mixed
