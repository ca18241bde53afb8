"""A strategy: what to guess at every position that can arise, as a tree, and what it comes to."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from keypeg.core.codes import Code
from keypeg.solver.game.guessing_game import GuessingGame, Marks
from keypeg.solver.game.partition import all_codes, marks_of_guess
from keypeg.solver.kernels.array_types import Longs, Numbers

NOWHERE = -1
"""There is no node: the cell is empty, or the code is known."""


@dataclass(frozen=True, eq=False)
class Strategy:
    """A tree of guesses. Node 0 is the position before any; a node is a position with more than one answer left.

    With one answer left there is nothing to decide: it is guessed, or called where no mark says that a code is found.
    """

    game: GuessingGame
    guess: Numbers
    """For each node the number of the guess."""
    child: Numbers
    """For each node and mark the node that follows, or `NOWHERE`."""

    def __len__(self) -> int:
        return len(self.guess)

    def walk(self) -> Iterator[tuple[int, int, Numbers]]:
        """Every node with its depth, 1 for the first guess, and the codes that are left there; parents first."""
        waiting = [(0, 1, all_codes(self.game))] if len(self) else []
        while waiting:
            node, depth, codes = waiting.pop()
            yield node, depth, codes
            marks = marks_of_guess(self.game, int(self.guess[node]), codes)
            cells = np.flatnonzero(self.child[node] >= 0)
            waiting += [(int(self.child[node, mark]), depth + 1, codes[marks == mark]) for mark in cells]

    def guesses_needed(self, codes: Numbers | None = None, node: int = 0) -> Longs:
        """For each code, or each of these, the number of the guess (or call) that finds it, counted from a node on."""
        left = all_codes(self.game) if codes is None else codes
        needed = np.ones(len(left), np.int64)
        at = np.arange(len(left))
        nodes = np.full(len(left), node if len(self) else NOWHERE, np.int32)
        depth = 1
        at, nodes = at[nodes >= 0], nodes[nodes >= 0]
        while len(at):
            marks = marks_of_guess(self.game, self.guess[nodes], left[at])
            needed[at] = np.where(marks == self.game.solved_mark, depth, depth + 1)
            nodes = self.child[nodes, marks]
            at, nodes = at[nodes >= 0], nodes[nodes >= 0]
            depth += 1
        return needed

    def next(self, node: int, mark: int) -> int:
        """The node that follows a mark, or `NOWHERE`."""
        return int(self.child[node, mark])

    def branch(self, node: int) -> "Branch":
        """The part of it that begins at a node, by itself; an empty one where there is no node."""
        branch = Branch.empty(self.child.shape[1])
        waiting = [(node, NOWHERE, NOWHERE)] if node != NOWHERE else []
        while waiting:
            node, parent, mark = waiting.pop()
            here = branch.add(int(self.guess[node]), parent, mark)
            waiting += [
                (int(self.child[node, mark]), here, int(mark)) for mark in np.flatnonzero(self.child[node] >= 0)
            ]
        return branch

    def find(self, rows: list[tuple[Code, Marks]]) -> int | None:
        """The node after these rows; None if they are not what this strategy would have guessed."""
        node = 0
        for guess, marks in rows:
            if node == NOWHERE or self.game.guess(int(self.guess[node])) != self.game.normalize(guess):
                return None
            node = self.next(node, self.game.mark_number(marks))
        return node


@dataclass(frozen=True)
class Tally:
    """What a strategy comes to, over all codes, each as often as it weighs."""

    codes: int
    """How many codes, counted by weight."""
    total: int
    """The sum of all guesses needed."""
    worst: int
    """The most guesses that any code needs."""
    histogram: tuple[int, ...]
    """How many codes are found by guess 1, 2, 3 …"""

    @property
    def average(self) -> float:
        """The guesses needed on average."""
        return self.total / self.codes


def tally(needed: Longs, weights: Longs) -> Tally:
    """What it comes to if each code needs so many guesses."""
    counts = np.bincount(needed, weights=weights).astype(np.int64)
    return Tally(
        codes=int(weights.sum()),
        total=int((needed * weights).sum()),
        worst=int(needed.max()),
        histogram=tuple(int(count) for count in counts[1:]),
    )


def tally_of(strategy: Strategy) -> Tally:
    """What a strategy comes to."""
    return tally(strategy.guesses_needed(), strategy.game.weights)


@dataclass
class Branch:
    """A strategy in the making: nodes are added, then joined to their parents."""

    marks: int
    """How many marks there are."""
    guesses: list[int]
    children: list[list[int]]

    @classmethod
    def empty(cls, marks: int) -> "Branch":
        """Nothing yet."""
        return cls(marks, [], [])

    def add(self, guess: int, parent: int = NOWHERE, mark: int = NOWHERE) -> int:
        """Add a node that follows its parent after a mark. Returns its number."""
        node = len(self.guesses)
        self.guesses.append(guess)
        self.children.append([NOWHERE] * self.marks)
        if parent != NOWHERE:
            self.children[parent][mark] = node
        return node

    def nodes(self) -> Iterator[tuple[int, int, int]]:
        """Every node's guess, the node before it and the mark that leads from there to here; as `add` takes them."""
        above = {
            child: (node, mark)
            for node, row in enumerate(self.children)
            for mark, child in enumerate(row)
            if child != NOWHERE
        }
        for node, guess in enumerate(self.guesses):
            yield (guess, *above.get(node, (NOWHERE, NOWHERE)))

    def graft(self, branch: "Branch", parent: int, mark: int) -> None:
        """Add a whole branch where its first node follows the parent after a mark."""
        start = len(self.guesses)
        self.guesses += branch.guesses
        self.children += [[node + start if node >= 0 else NOWHERE for node in row] for row in branch.children]
        if branch.guesses:
            self.children[parent][mark] = start

    def strategy(self, game: GuessingGame) -> Strategy:
        """The strategy that it has become."""
        child = np.array(self.children, np.int32).reshape(len(self.guesses), self.marks)
        return Strategy(game, np.array(self.guesses, np.int32), child)
