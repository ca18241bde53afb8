"""Asking the exact search about positions of one game; what it finds out is kept for the next question."""

from collections.abc import Callable, Sequence
from copy import copy
from typing import NamedTuple

import numpy as np

from keypeg.core.errors import RuleError, SearchInterrupted
from keypeg.solver.exact.branch_and_bound import ask, search
from keypeg.solver.exact.mark_tables import build_mark_tables
from keypeg.solver.exact.search_state import (
    BASE,
    BOUND,
    DONE,
    EXACT,
    GUESS,
    INFINITE_COST,
    MAX_LEVELS,
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
"""How many guesses are looked at, all together, between two looks at the clock: some milliseconds."""


class SearchResult(NamedTuple):
    """What a position costs."""

    bound: int
    """The cost, or a lower bound of it."""
    exact: bool
    """Whether it is the cost."""
    guess: int
    """A guess with which it is reached; -1 if it is only bounded."""


class Progress(NamedTuple):
    """How far a search has come."""

    nodes: int
    """How many positions it has entered."""
    positions: int
    """How many positions it knows something about."""
    lower: int
    """What the position asked about costs at least."""
    upper: int
    """What it costs at most; the budget, as long as no strategy within it was found."""


Watch = Callable[[Progress], bool]
"""Told from time to time how far a search has come; says whether it shall go on."""


class ExactSearch:
    """A search for what positions of a game cost, and how that is reached.

    Codes are given by their numbers in the game. All positions must lie among the codes it was made for.
    """

    def __init__(
        self,
        game: GuessingGame,
        costs: Costs = GUESSES,
        codes: Numbers | None = None,
        placed: Sequence[int] | None = (),
        table: TranspositionTable | None = None,
    ) -> None:
        """Make room for a search among these codes, or all.

        `placed` are the guesses that led to them, so that exchanges which leave those guesses as they are change
        nothing. None says that the codes are no such set, and nothing is alike.
        """
        self.game = game
        self.costs = costs
        self.codes = all_codes(game) if codes is None else np.asarray(codes, np.int32)
        self.placed = placed
        self.table = new_table() if table is None else table
        self._ground = build_mark_tables(game, self.codes, costs)
        self._make_room()

    def _make_room(self) -> None:
        self._levels, self._scratch, self._registers = new_search_state(self._ground)
        self._local = np.full(len(self.game.codes), -1, np.int32)
        self._local[self._ground.numbers] = np.arange(len(self.codes), dtype=np.int32)

    def with_costs(self, costs: Costs) -> "ExactSearch":
        """A search among the same codes for other costs: it stands on the same ground, and knows nothing yet."""
        other = copy(self)
        other.costs = costs
        other.table = new_table()
        other._ground = self._ground._replace(steady=costs.is_constant, rises=costs.increments_from(1))
        other._make_room()
        return other

    @property
    def nodes(self) -> int:
        """How many positions have been entered in all."""
        return int(self._registers.nodes[0])

    def cost(
        self,
        codes: Numbers,
        budget: int = INFINITE_COST,
        placed: Sequence[int] | None = (),
        only: int = -1,
        watch: Watch | None = None,
    ) -> SearchResult:
        """What these codes cost, if less than the budget; otherwise a lower bound.

        `placed` are the guesses that led from the codes this search was made for to these. With `only`, what they cost
        if that guess comes first. Raises `SearchInterrupted` when the watch says so.
        """
        local = np.sort(self._local[codes])
        if len(local) == 0 or local[0] < 0:
            raise ValueError("these are not codes that this search was made for")
        if len(placed or ()) >= MAX_LEVELS - 1:
            raise RuleError("too-many-guesses", most=MAX_GUESSES)
        if len(local) == 1 and only in (-1, self._ground.guess_of[local[0]]):
            return self._single(int(local[0]), len(placed or ()))
        path = self._path(placed)
        ask(self._ground, self._levels, self._registers, local, budget, only, len(placed or ()))
        steps = max(1, GUESSES_PER_CALL // len(self.game.guesses)) if watch else 10**12
        while True:
            state = search(self._ground, self.table, self._levels, self._scratch, self._registers, path, steps)
            if state == DONE:
                at = self._registers.at
                return SearchResult(int(at[BOUND]), bool(at[EXACT]), int(at[GUESS]))
            if state == TABLE_FULL:
                self.table = grow_table(self.table)
            elif state == TOO_DEEP:
                raise RuleError("too-many-guesses", most=MAX_GUESSES)
            elif watch and not watch(self.progress):
                raise SearchInterrupted

    def answer(self, budget: int, only: int, watch: Watch | None) -> SearchResult:
        """What all the codes this search was made for cost, if less than the budget."""
        return self.cost(self.codes, budget, only=only, watch=watch)

    @property
    def progress(self) -> Progress:
        """How far the present question has come."""
        levels, base = self._levels, int(self._registers.at[BASE])
        bounds = [levels.refused[base], levels.best[base]]
        bounds += list(levels.bounds[base, levels.upcoming[base] : levels.listed[base]])
        if levels.busy[base]:
            bounds.append(levels.total[base])
        return Progress(self.nodes, int(self.table.filled[0]), int(min(bounds)), int(levels.best[base]))

    def _path(self, placed: Sequence[int] | None) -> Numbers:
        if placed is None or self.placed is None:
            return np.zeros(SYMMETRY_MAX_GUESSES, np.int32)  # as many as say that nothing is alike any more
        return np.array([*self.placed, *placed], np.int32)

    def _single(self, code: int, depth: int) -> SearchResult:
        cost = int(self._ground.rises[depth] * self._ground.weights[code])
        return SearchResult(cost, True, int(self._ground.guess_of[code]))

    def strategy(self, first: int | None = None, watch: Watch | None = None) -> Strategy:
        """A strategy that reaches the least cost of all the codes this search was made for.

        `first` is the first guess, if it is not left to the search. Everything that is in the table already is not
        searched again.
        """
        return self.branch(self.codes, (), first, watch).strategy(self.game)

    def branch(
        self, codes: Numbers, placed: tuple[int, ...], first: int | None = None, watch: Watch | None = None
    ) -> Branch:
        """The part of such a strategy that begins with these codes, after these guesses."""
        branch = Branch.empty(len(self.game.marks))
        waiting = [(codes, placed, NOWHERE, NOWHERE)] if len(codes) > 1 else []
        while waiting:
            codes, placed, parent, mark = waiting.pop()
            guess = first if first is not None and parent == NOWHERE else self._best(codes, placed, watch)
            node = branch.add(guess, parent, mark)
            marks = self._ground.marks[guess, self._local[codes]]
            for found in np.unique(marks):
                cell = codes[marks == found]
                if found != self.game.solved_mark and len(cell) > 1:
                    waiting.append((cell, (*placed, guess), node, int(found)))
        return branch

    def _best(self, codes: Numbers, placed: tuple[int, ...], watch: Watch | None) -> int:
        answer = self.cost(codes, INFINITE_COST, placed, watch=watch)
        if not answer.exact or answer.guess < 0:
            raise RuleError("no-strategy-within")
        return answer.guess
