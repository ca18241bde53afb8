"""A wide search, for games that are too large to be solved: only guesses worth trying are tried, until few codes are
left; from there on the search is exact.

Which guesses are worth trying is told by the sizes of their cells, and by what cells of each size have cost in a
strategy that is at hand. What is found is a strategy, so what it costs is certain; that none is better is not.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from keypeg.solver.exact.search import ExactSearch, Watch
from keypeg.solver.exact.search_state import SYMMETRY_MAX_GUESSES
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import cell_sizes, marks_of_guess
from keypeg.solver.game.symmetry import canonical_guesses
from keypeg.solver.kernels.array_types import Numbers
from keypeg.solver.strategy.costs import GUESSES
from keypeg.solver.strategy.tree import NOWHERE, Branch, Strategy

GROUND = 2000
"""Up to how many codes all marks are laid out for one search, which answers for every position that follows."""

HOPE = 0.97
"""A cell is hoped to cost so much of what is expected: a guess that even so costs too much is given up half-way."""

Expected = npt.NDArray[np.float64]
"""What n codes are expected to cost, for every n."""


class Width(NamedTuple):
    """How wide a search is."""

    tried: int
    """How many guesses are tried at its first position,"""
    later: int
    """and at those after, as long as they are too large for the exact search."""
    exact: int
    """Up to how many codes the search is exact."""


class CostedBranch(NamedTuple):
    """A part of a strategy, and what it costs."""

    cost: int
    branch: Branch


def expected_costs(strategy: Strategy) -> Expected:
    """What n codes cost on average, at the positions of a strategy; between and beyond them, what lies near."""
    seen: dict[int, list[float]] = {1: [1.0], 2: [1.5]}
    for node, _, codes in strategy.walk():
        seen.setdefault(_about(len(codes)), []).append(strategy.guesses_needed(codes, node).mean())
    sizes = sorted(seen)
    each = [float(np.mean(seen[size])) for size in sizes]
    many = np.arange(len(strategy.game.codes) + 1)
    costs: Expected = many * np.interp(np.log(np.maximum(many, 1)), np.log(sizes), each)
    return costs


def _about(size: int) -> int:
    """Sizes that lie close together are taken for one."""
    return size if size < 24 else int(24 * 2 ** (np.floor(8 * np.log2(size / 24)) / 8))


class BeamSearch:
    """A wide search among the codes that are left after some guesses."""

    def __init__(self, game: GuessingGame, expected: Expected, width: Width, watch: Watch | None = None) -> None:
        self.game = game
        self.expected = expected
        self.width = width
        self._watch = watch
        self._search: ExactSearch | None = None
        self._placed: tuple[int, ...] = ()
        """The guesses after which all marks were laid out."""

    def best(self, codes: Numbers, placed: tuple[int, ...]) -> CostedBranch:
        """The best that is found for the codes that are left after these guesses, and how it is reached."""
        return self._best(codes, placed, self.width.tried)

    def _best(self, codes: Numbers, placed: tuple[int, ...], tried: int) -> CostedBranch:
        if len(codes) <= 2:
            return self._few(codes)
        if self._search is None and len(codes) <= GROUND:
            return self._on_own_ground(codes, placed, tried)
        if self._search is not None and len(codes) <= self.width.exact:
            return self._exactly(self._search, codes, placed)
        best: CostedBranch | None = None
        for guess in self.worth_trying(codes, placed, tried):
            best = self._after(codes, placed, guess, best) or best
        assert best is not None
        return best

    def _few(self, codes: Numbers) -> CostedBranch:
        """One code, or two: they are guessed one after the other."""
        branch = Branch.empty(len(self.game.marks))
        if len(codes) == 2:
            branch.add(int(self.game.guess_of[codes[0]]))
        return CostedBranch(2 * len(codes) - 1, branch)

    def _on_own_ground(self, codes: Numbers, placed: tuple[int, ...], tried: int) -> CostedBranch:
        self._search, self._placed = ExactSearch(self.game, GUESSES, codes, placed), placed
        try:
            return self._best(codes, placed, tried)
        finally:
            self._search = None

    def _exactly(self, search: ExactSearch, codes: Numbers, placed: tuple[int, ...]) -> CostedBranch:
        since = placed[len(self._placed) :]
        cost = search.cost(codes, placed=since, watch=self._watch).bound
        return CostedBranch(cost, search.branch(codes, since, watch=self._watch))

    def _after(
        self, codes: Numbers, placed: tuple[int, ...], guess: int, best: CostedBranch | None
    ) -> CostedBranch | None:
        """What these codes cost if this guess comes next; None if it is given up, since the best costs less."""
        marks = marks_of_guess(self.game, guess, codes)
        cells = [(int(mark), codes[marks == mark]) for mark in np.unique(marks) if mark != self.game.solved_mark]
        cells.sort(key=lambda one: -len(one[1]))
        hoped = HOPE * sum(self.expected[len(cell)] for _, cell in cells)
        cost = len(codes)
        branch = Branch.empty(len(self.game.marks))
        branch.add(guess)
        for mark, cell in cells:
            if best is not None and cost + hoped >= best.cost:
                return None
            part = self._best(cell, (*placed, guess), self.width.later)
            hoped -= HOPE * self.expected[len(cell)]
            cost += part.cost
            branch.graft(part.branch, 0, mark)
        return CostedBranch(cost, branch) if best is None or cost < best.cost else None

    def worth_trying(self, codes: Numbers, placed: Sequence[int], many: int) -> list[int]:
        """The guesses that are expected to cost least, the best first; of those that are alike, one."""
        sizes = cell_sizes(self.game, codes)
        useful = np.count_nonzero(sizes, axis=1) > 1
        sizes[:, self.game.solved_mark] = 0
        hopes = np.where(useful, self.expected[sizes].sum(axis=1), np.inf)
        if len(placed) < SYMMETRY_MAX_GUESSES:
            hopes[~canonical_guesses(self.game.guesses, self.game.symmetry, placed)] = np.inf
        near = np.argpartition(hopes, min(4 * many, len(hopes) - 1))[: 4 * many]
        order = near[np.lexsort((near, hopes[near]))]
        return list(self._different(codes, [int(guess) for guess in order if np.isfinite(hopes[guess])], many))

    def _different(self, codes: Numbers, guesses: Sequence[int], many: int) -> Iterator[int]:
        """So many of these guesses, of those that part the codes into the same cells only the first."""
        seen = set()
        for guess in guesses:
            marks = marks_of_guess(self.game, guess, codes)
            kinds, first, cell = np.unique(marks, return_index=True, return_inverse=True)
            by_first = np.argsort(np.argsort(first))[cell].astype(np.uint8)  # cells in the order of their first codes
            found = int(first[kinds == self.game.solved_mark][0]) if self.game.solved_mark in kinds else NOWHERE
            parts = found, by_first.tobytes()
            if parts not in seen:
                seen.add(parts)
                yield guess
            if len(seen) == many:
                return
