"""Strategies: trees that say what to guess at every position that can arise, and the totals they reach."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from keypeg.core.codes import Code
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import all_codes, marks_of_guess
from keypeg.solver.game.rows import Marks
from keypeg.solver.kernels.array_types import Longs, Numbers

NOWHERE = -1
"""No node: the cell is empty, or only one answer is left in it."""


@dataclass(frozen=True, eq=False)
class Strategy:
    """A tree of guesses. Node 0 is the position before the first guess; a node has more than one answer left.

    With one answer left there is no decision: it is guessed, or called in games without a mark for a found code.
    """

    game: GuessingGame
    guess: Numbers
    """For each node its guess."""
    child: Numbers
    """For each node and mark the next node, or `NOWHERE`."""

    def __len__(self) -> int:
        return len(self.guess)

    def walk(self) -> Iterator[tuple[int, int, Numbers]]:
        """Every node with its depth, 1 for the first guess, and its candidates; parents first."""
        waiting = [(0, 1, all_codes(self.game))] if len(self) else []
        while waiting:
            node, depth, codes = waiting.pop()
            yield node, depth, codes
            marks = marks_of_guess(self.game, int(self.guess[node]), codes)
            cells = np.flatnonzero(self.child[node] >= 0)
            waiting += [(int(self.child[node, mark]), depth + 1, codes[marks == mark]) for mark in cells]

    def guesses_needed(self, codes: Numbers | None = None, node: int = 0) -> Longs:
        """For each code, or each of these, the number of guesses (with the call) that find it, starting at a node."""
        codes = all_codes(self.game) if codes is None else codes
        needed = np.ones(len(codes), np.int64)
        active = np.arange(len(codes))
        nodes = np.full(len(codes), node if len(self) else NOWHERE, np.int32)
        depth = 1
        active, nodes = active[nodes >= 0], nodes[nodes >= 0]
        while len(active):
            marks = marks_of_guess(self.game, self.guess[nodes], codes[active])
            needed[active] = np.where(marks == self.game.solved_mark, depth, depth + 1)
            nodes = self.child[nodes, marks]
            active, nodes = active[nodes >= 0], nodes[nodes >= 0]
            depth += 1
        return needed

    def next(self, node: int, mark: int) -> int:
        """The node after a mark, or `NOWHERE`."""
        return int(self.child[node, mark])

    def branch(self, node: int) -> "Branch":
        """The part of the strategy that starts at a node; empty for `NOWHERE`."""
        branch = Branch.empty(self.child.shape[1])
        waiting = [(node, NOWHERE, NOWHERE)] if node != NOWHERE else []
        while waiting:
            node, parent, mark = waiting.pop()
            added = branch.add(int(self.guess[node]), parent, mark)
            waiting += [
                (int(self.child[node, mark]), added, int(mark)) for mark in np.flatnonzero(self.child[node] >= 0)
            ]
        return branch

    def find(self, rows: list[tuple[Code, Marks]]) -> int | None:
        """The node after these rows; None if the strategy would have guessed something else."""
        node = 0
        for guess, marks in rows:
            if node == NOWHERE or self.game.guess(int(self.guess[node])) != self.game.normalize(guess):
                return None
            node = self.next(node, self.game.mark_number(marks))
        return node


@dataclass(frozen=True)
class Tally:
    """The guesses that a strategy needs over all codes, each counted by its weight."""

    codes: int
    """The number of codes."""
    total: int
    """The sum of guesses needed."""
    worst: int
    """The most guesses that any code needs."""
    histogram: tuple[int, ...]
    """The number of codes found with guess 1, 2, 3 …"""

    @property
    def average(self) -> float:
        """The mean number of guesses needed."""
        return self.total / self.codes


def tally(needed: Longs, weights: Longs) -> Tally:
    """The tally of codes that need so many guesses each."""
    counts = np.bincount(needed, weights=weights).astype(np.int64)
    return Tally(
        codes=int(weights.sum()),
        total=int((needed * weights).sum()),
        worst=int(needed.max()),
        histogram=tuple(int(count) for count in counts[1:]),
    )


def tally_of(strategy: Strategy) -> Tally:
    """The tally of a strategy."""
    return tally(strategy.guesses_needed(), strategy.game.weights)


@dataclass
class Branch:
    """A strategy under construction: nodes are added one by one, or a branch at a time."""

    marks: int
    """The number of marks."""
    guesses: list[int]
    children: list[list[int]]

    @classmethod
    def empty(cls, marks: int) -> "Branch":
        """A branch without nodes."""
        return cls(marks, [], [])

    def add(self, guess: int, parent: int = NOWHERE, mark: int = NOWHERE) -> int:
        """Add the node that follows its parent after a mark. Returns its index."""
        node = len(self.guesses)
        self.guesses.append(guess)
        self.children.append([NOWHERE] * self.marks)
        if parent != NOWHERE:
            self.children[parent][mark] = node
        return node

    def nodes(self) -> Iterator[tuple[int, int, int]]:
        """Every node's guess, its parent, and the mark that leads from there to it: the arguments of `add`."""
        parents = {
            child: (node, mark)
            for node, row in enumerate(self.children)
            for mark, child in enumerate(row)
            if child != NOWHERE
        }
        for node, guess in enumerate(self.guesses):
            yield (guess, *parents.get(node, (NOWHERE, NOWHERE)))

    def graft(self, branch: "Branch", parent: int, mark: int) -> None:
        """Add a whole branch, whose first node follows the parent after a mark."""
        start = len(self.guesses)
        self.guesses += branch.guesses
        self.children += [[node + start if node >= 0 else NOWHERE for node in row] for row in branch.children]
        if branch.guesses:
            self.children[parent][mark] = start

    def strategy(self, game: GuessingGame) -> Strategy:
        """The finished strategy."""
        child = np.array(self.children, np.int32).reshape(len(self.guesses), self.marks)
        return Strategy(game, np.array(self.guesses, np.int32), child)
