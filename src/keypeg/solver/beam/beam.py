"""Beam search, for games too large to solve: only promising guesses are tried; small positions are searched exactly.

A guess is promising if its cells are expected to cost little; the expected cost of a cell of each size is taken from a
one-step strategy. The result is a strategy, so its cost is certain; whether there is a better one is not.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from keypeg.solver.exact.search import ExactSearch, Watch
from keypeg.solver.exact.search_state import SYMMETRY_MAX_GUESSES
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import cell_sizes, marks_of_guess
from keypeg.solver.game.symmetry import canonical_guesses
from keypeg.solver.kernels.array_types import Floats, Numbers
from keypeg.solver.strategy.costs import GUESSES
from keypeg.solver.strategy.tree import NOWHERE, Branch, Strategy

MAX_TABLED_CODES = 2000
"""Up to how many codes an exact search is made, with all marks, which serves every later position."""

OPTIMISM = 0.97
"""A cell is hoped to cost this part of its expected cost; a guess that costs too much even so is dropped half-way."""

SMALL_SIZE = 24
"""Up to this size each size of a cell counts by itself; larger ones are grouped,"""

GROUPS_PER_OCTAVE = 8
"""in so many groups for each doubling."""

ExpectedCosts = Floats
"""The expected cost of n codes, for every n."""


class BeamWidth(NamedTuple):
    """How wide a beam search is."""

    first_guesses: int
    """How many guesses are tried at its first position,"""
    later_guesses: int
    """and at later ones, as long as they are too large for the exact search."""
    exact_codes: int
    """Up to how many codes the search is exact."""


class CostedBranch(NamedTuple):
    """A branch of a strategy, and its cost."""

    cost: int
    branch: Branch


def expected_costs(strategy: Strategy) -> ExpectedCosts:
    """The average cost of n codes at the positions of a strategy, for every n; interpolated where there are none."""
    averages: dict[int, list[float]] = {1: [1.0], 2: [1.5]}
    for node, _, codes in strategy.walk():
        averages.setdefault(_size_group(len(codes)), []).append(strategy.guesses_needed(codes, node).mean())
    sizes = sorted(averages)
    each = [float(np.mean(averages[size])) for size in sizes]
    counts = np.arange(len(strategy.game.codes) + 1)
    costs: ExpectedCosts = counts * np.interp(np.log(np.maximum(counts, 1)), np.log(sizes), each)
    return costs


def _size_group(size: int) -> int:
    """The least size of the group that a size belongs to."""
    if size < SMALL_SIZE:
        return size
    group = np.floor(GROUPS_PER_OCTAVE * np.log2(size / SMALL_SIZE))
    return int(SMALL_SIZE * 2 ** (group / GROUPS_PER_OCTAVE))


class BeamSearch:
    """A beam search among the codes that are left after some guesses."""

    def __init__(
        self, game: GuessingGame, expected: ExpectedCosts, width: BeamWidth, watch: Watch | None = None
    ) -> None:
        self.game = game
        self.expected = expected
        self.width = width
        self._watch = watch
        self._search: ExactSearch | None = None
        self._placed: tuple[int, ...] = ()
        """The guesses that led to the codes of the exact search."""

    def find_branch(self, codes: Numbers, placed: tuple[int, ...]) -> CostedBranch:
        """The best branch found for the codes that are left after these guesses."""
        return self._find_branch(codes, placed, self.width.first_guesses)

    def _find_branch(self, codes: Numbers, placed: tuple[int, ...], guesses: int) -> CostedBranch:
        if len(codes) <= 2:
            return self._guess_in_order(codes)
        if self._search is None and len(codes) <= MAX_TABLED_CODES:
            return self._find_with_search(codes, placed, guesses)
        if self._search is not None and len(codes) <= self.width.exact_codes:
            return self._find_exactly(self._search, codes, placed)
        best: CostedBranch | None = None
        for guess in self.promising_guesses(codes, placed, guesses):
            best = self._try_guess(codes, placed, guess, best) or best
        assert best is not None
        return best

    def _guess_in_order(self, codes: Numbers) -> CostedBranch:
        """The branch for one code or two: they are guessed one after the other."""
        branch = Branch.empty(len(self.game.marks))
        if len(codes) == 2:
            branch.add(int(self.game.guess_of[codes[0]]))
        return CostedBranch(2 * len(codes) - 1, branch)

    def _find_with_search(self, codes: Numbers, placed: tuple[int, ...], guesses: int) -> CostedBranch:
        """Make an exact search for these codes, and use it for all positions that follow."""
        self._search, self._placed = ExactSearch(self.game, GUESSES, codes, placed), placed
        try:
            return self._find_branch(codes, placed, guesses)
        finally:
            self._search = None

    def _find_exactly(self, search: ExactSearch, codes: Numbers, placed: tuple[int, ...]) -> CostedBranch:
        since = placed[len(self._placed) :]
        cost = search.cost(codes, placed=since, watch=self._watch).bound
        return CostedBranch(cost, search.branch(codes, since, watch=self._watch))

    def _try_guess(
        self, codes: Numbers, placed: tuple[int, ...], guess: int, best: CostedBranch | None
    ) -> CostedBranch | None:
        """The branch that begins with this guess; None if it does not cost less than the best."""
        marks = marks_of_guess(self.game, guess, codes)
        cells = [(int(mark), codes[marks == mark]) for mark in np.unique(marks) if mark != self.game.solved_mark]
        cells.sort(key=lambda item: -len(item[1]))
        hoped = OPTIMISM * sum(self.expected[len(cell)] for _, cell in cells)
        cost = len(codes)
        branch = Branch.empty(len(self.game.marks))
        branch.add(guess)
        for mark, cell in cells:
            if best is not None and cost + hoped >= best.cost:
                return None
            part = self._find_branch(cell, (*placed, guess), self.width.later_guesses)
            hoped -= OPTIMISM * self.expected[len(cell)]
            cost += part.cost
            branch.graft(part.branch, 0, mark)
        return CostedBranch(cost, branch) if best is None or cost < best.cost else None

    def promising_guesses(self, codes: Numbers, placed: Sequence[int], limit: int) -> list[int]:
        """The guesses of least expected cost, the best first, one of each symmetric kind."""
        sizes = cell_sizes(self.game, codes)
        useful = np.count_nonzero(sizes, axis=1) > 1
        sizes[:, self.game.solved_mark] = 0
        costs = np.where(useful, self.expected[sizes].sum(axis=1), np.inf)
        if len(placed) < SYMMETRY_MAX_GUESSES:
            costs[~canonical_guesses(self.game.guesses, self.game.symmetry, placed)] = np.inf
        # Some guesses more, since those with the same partition are left out.
        nearest = np.argpartition(costs, min(4 * limit, len(costs) - 1))[: 4 * limit]
        order = nearest[np.lexsort((nearest, costs[nearest]))]
        return list(self._distinct_guesses(codes, [int(guess) for guess in order if np.isfinite(costs[guess])], limit))

    def _distinct_guesses(self, codes: Numbers, guesses: Sequence[int], limit: int) -> Iterator[int]:
        """The first so many of these guesses with different partitions."""
        partitions = set()
        for guess in guesses:
            marks = marks_of_guess(self.game, guess, codes)
            kinds, first, cell = np.unique(marks, return_index=True, return_inverse=True)
            by_first = np.argsort(np.argsort(first))[cell].astype(np.uint8)  # cells in the order of their first codes
            solved_code = int(first[kinds == self.game.solved_mark][0]) if self.game.solved_mark in kinds else NOWHERE
            partition = solved_code, by_first.tobytes()
            if partition not in partitions:
                partitions.add(partition)
                yield guess
            if len(partitions) == limit:
                return
