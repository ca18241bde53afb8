"""`ExactSearch` answers questions about positions of one game, and keeps what it finds out for the next question."""

from collections.abc import Callable, Sequence
from copy import copy
from typing import NamedTuple

import numpy as np

from keypeg.core.errors import RuleError, SearchInterrupted
from keypeg.solver.exact.branch_and_bound import begin_search, run_search
from keypeg.solver.exact.mark_tables import build_mark_tables
from keypeg.solver.exact.search_state import (
    BASE_LEVEL,
    DONE,
    ENTERED_POSITIONS,
    INFINITE_COST,
    MAX_LEVELS,
    NO_GUESS,
    RESULT_BOUND,
    RESULT_GUESS,
    RESULT_IS_EXACT,
    SYMMETRY_MAX_GUESSES,
    TABLE_FULL,
    TOO_DEEP,
    new_search_state,
)
from keypeg.solver.exact.transpositions import TranspositionTable, grow_table, new_table
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import all_codes
from keypeg.solver.kernels.array_types import Numbers
from keypeg.solver.strategy.costs import GUESSES, MAX_GUESSES, Costs
from keypeg.solver.strategy.tree import NOWHERE, Branch, Strategy

GUESSES_PER_CALL = 3_000_000
"""How many guesses are bounded between two calls of the watch: some milliseconds of work."""


_UNLIMITED_WORK = 10**12
"""More work than any search does."""


class SearchResult(NamedTuple):
    """The cost of a position, or a lower bound."""

    bound: int
    """The cost, or a lower bound."""
    exact: bool
    """Whether the bound is the exact cost."""
    guess: int
    """A guess that reaches the cost; -1 if it is only bounded."""


class Progress(NamedTuple):
    """The progress of a search."""

    nodes: int
    """The number of positions entered."""
    positions: int
    """The number of positions in the transposition table."""
    lower: int
    """A lower bound of the cost of the position asked about."""
    upper: int
    """An upper bound of that cost; the budget, as long as no strategy within it is found."""


Watch = Callable[[Progress], bool]
"""A function that is called with the progress of a search from time to time; the search stops if it returns False."""


class ExactSearch:
    """A search for the costs of positions of a game, and for strategies that reach them.

    Codes are indices in the game. All positions must be subsets of the codes that the search was created with.
    """

    def __init__(
        self,
        game: GuessingGame,
        costs: Costs = GUESSES,
        codes: Numbers | None = None,
        placed: Sequence[int] | None = (),
        table: TranspositionTable | None = None,
    ) -> None:
        """Prepare a search among these codes, or all.

        `placed` are the guesses that led to these codes: exchanges that leave those guesses unchanged are symmetries of
        the codes. None means that the codes are an arbitrary set without symmetry.
        """
        self.game = game
        self.costs = costs
        self.codes = all_codes(game) if codes is None else np.asarray(codes, np.int32)
        self.placed = placed
        self.table = new_table() if table is None else table
        self._tables = build_mark_tables(game, self.codes, costs)
        self._allocate()

    def _allocate(self) -> None:
        self._stack, self._scratch, self._registers = new_search_state(self._tables)
        self._search_index = np.full(len(self.game.codes), -1, np.int32)
        self._search_index[self._tables.codes] = np.arange(len(self.codes), dtype=np.int32)

    def with_costs(self, costs: Costs) -> "ExactSearch":
        """A search among the same codes for other costs; it shares the mark tables and starts with an empty table."""
        other = copy(self)
        other.costs = costs
        other.table = new_table()
        other._tables = self._tables._replace(has_constant_costs=costs.is_constant, increments=costs.increments_from(1))
        other._allocate()
        return other

    @property
    def nodes(self) -> int:
        """The number of positions entered so far."""
        return int(self._registers.counters[ENTERED_POSITIONS])

    def cost(
        self,
        codes: Numbers,
        budget: int = INFINITE_COST,
        placed: Sequence[int] | None = (),
        only: int = NO_GUESS,
        watch: Watch | None = None,
    ) -> SearchResult:
        """The cost of these codes, if less than the budget; otherwise a lower bound.

        `placed` are the guesses that led from the search's codes to these; None means that the codes are an arbitrary
        set. With `only`, the cost if that guess comes first. Raises `SearchInterrupted` if the watch returns False.
        """
        indices = np.sort(self._search_index[codes])
        if len(indices) == 0 or indices[0] < 0:
            raise ValueError("these are not codes of this search")
        if len(placed or ()) >= MAX_LEVELS - 1:
            raise RuleError("too-many-guesses", most=MAX_GUESSES)
        if len(indices) == 1 and only in (NO_GUESS, self._tables.guess_of[indices[0]]):
            return self._single_code_cost(int(indices[0]), len(placed or ()))
        path = self._path(placed)
        begin_search(self._tables, self._stack, self._registers, indices, budget, only, len(placed or ()))
        work = max(1, GUESSES_PER_CALL // len(self.game.guesses)) if watch else _UNLIMITED_WORK
        while True:
            status = run_search(self._tables, self.table, self._stack, self._scratch, self._registers, path, work)
            if status == DONE:
                slots = self._registers.slots
                return SearchResult(int(slots[RESULT_BOUND]), bool(slots[RESULT_IS_EXACT]), int(slots[RESULT_GUESS]))
            if status == TABLE_FULL:
                self.table = grow_table(self.table)
            elif status == TOO_DEEP:
                raise RuleError("too-many-guesses", most=MAX_GUESSES)
            elif watch and not watch(self.progress):
                raise SearchInterrupted

    def solve(self, budget: int, only: int, watch: Watch | None) -> SearchResult:
        """The cost of all the search's codes, if less than the budget; otherwise a lower bound."""
        return self.cost(self.codes, budget, only=only, watch=watch)

    @property
    def progress(self) -> Progress:
        """The progress of the current question."""
        stack, base = self._stack, int(self._registers.slots[BASE_LEVEL])
        bounds = [stack.rejected_bound[base], stack.best_cost[base]]
        bounds += list(stack.listed_bounds[base, stack.next_listed[base] : stack.listed_count[base]])
        if stack.is_trying[base]:
            bounds.append(stack.trial_bound[base])
        return Progress(self.nodes, int(self.table.filled[0]), int(min(bounds)), int(stack.best_cost[base]))

    def _path(self, placed: Sequence[int] | None) -> Numbers:
        if placed is None or self.placed is None:
            return np.zeros(SYMMETRY_MAX_GUESSES, np.int32)  # after so many guesses the symmetry is ignored
        return np.array([*self.placed, *placed], np.int32)

    def _single_code_cost(self, code: int, depth: int) -> SearchResult:
        cost = int(self._tables.increments[depth] * self._tables.weights[code])
        return SearchResult(cost, True, int(self._tables.guess_of[code]))

    def strategy(self, first: int | None = None, watch: Watch | None = None) -> Strategy:
        """A strategy that reaches the least cost of all the search's codes.

        `first` is the first guess, if the search does not choose it. Positions that are in the table are not searched
        again.
        """
        return self.branch(self.codes, (), first, watch).strategy(self.game)

    def branch(
        self, codes: Numbers, placed: tuple[int, ...], first: int | None = None, watch: Watch | None = None
    ) -> Branch:
        """The branch of such a strategy that starts with these codes, after these guesses."""
        branch = Branch.empty(len(self.game.marks))
        waiting = [(codes, placed, NOWHERE, NOWHERE)] if len(codes) > 1 else []
        while waiting:
            codes, placed, parent, mark = waiting.pop()
            guess = first if first is not None and parent == NOWHERE else self._best_guess(codes, placed, watch)
            node = branch.add(guess, parent, mark)
            marks = self._tables.marks_by_guess[guess, self._search_index[codes]]
            for next_mark in np.unique(marks):
                cell = codes[marks == next_mark]
                if next_mark != self.game.solved_mark and len(cell) > 1:
                    waiting.append((cell, (*placed, guess), node, int(next_mark)))
        return branch

    def _best_guess(self, codes: Numbers, placed: tuple[int, ...], watch: Watch | None) -> int:
        answer = self.cost(codes, INFINITE_COST, placed, watch=watch)
        if not answer.exact or answer.guess < 0:
            raise RuleError("no-strategy-within")
        return answer.guess
