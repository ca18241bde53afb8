"""One exact search shared among many workers, over any `concurrent.futures.Executor`.

Each task asks for the cost of one position if a given guess comes first. A worker reuses its search, with its table,
from task to task. The caller stores the answers, and lowers the budget of later tasks to the best cost so far. So the
order in which answers arrive changes the work, but not the result.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from threading import Lock

import numpy as np

from keypeg.core.errors import SearchInterrupted
from keypeg.solver.exact.bounds import least_cost, rank_costs
from keypeg.solver.exact.search import ExactSearch, Progress, SearchResult, Watch
from keypeg.solver.exact.search_state import INFINITE_COST
from keypeg.solver.exact.transpositions import MAX_FILL, TranspositionTable, find_slot, grow_table, store_entry
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import all_codes, cell_sizes, marks_of_guess
from keypeg.solver.game.symmetry import canonical_guesses
from keypeg.solver.kernels.array_types import Longs, Numbers
from keypeg.solver.kernels.hashing import zobrist_keys
from keypeg.solver.proof.executors import run_tasks, watch_stop_event
from keypeg.solver.strategy.costs import Costs
from keypeg.solver.strategy.tree import Branch, Strategy

MIN_SHARED_CODES = 150
"""From how many codes on each guess of a position is a task of its own; smaller positions are one task."""

# In the workers

_idle: dict[tuple[str, Costs], list[ExactSearch]] = {}
_lock = Lock()


@contextmanager
def _search_for(game: GuessingGame, costs: Costs) -> Iterator[ExactSearch]:
    """Borrow a search that no other thread of this process is using; it is kept for the next task."""
    key = game.key, costs
    with _lock:
        idle = _idle.setdefault(key, [])
        search = idle.pop() if idle else None
    search = search or ExactSearch(game, costs)
    try:
        yield search
    finally:
        with _lock:
            _idle[key].append(search)


def solve_position(
    game: GuessingGame, costs: Costs, codes: Numbers, budget: int, placed: tuple[int, ...], only: int
) -> tuple[SearchResult, int]:
    """The cost of a position, and how many positions were entered to find it. Workers run this."""
    with _search_for(game, costs) as search:
        before = search.nodes
        answer = search.cost(codes, budget, placed, only, watch_stop_event())
        return answer, search.nodes - before


def build_branch(game: GuessingGame, costs: Costs, codes: Numbers, placed: tuple[int, ...], first: int) -> Branch:
    """A branch of an optimal strategy, whose first guess is known. Workers run this."""
    with _search_for(game, costs) as search:
        return search.branch(codes, placed, first)


# In the caller


PositionQuestion = tuple[Numbers, tuple[int, ...], int]
"""The codes of a position, the guesses that led to it, and the guess that comes first there, or -1."""


class BestResult:
    """The best of several results below a budget, and the least bound of the others."""

    def __init__(self, budget: int) -> None:
        self.cost = budget
        self._guess = -1
        self._least_refused = INFINITE_COST

    def add(self, result: SearchResult) -> None:
        """Take one more result into account."""
        if result.exact and result.bound < self.cost:
            self.cost, self._guess = result.bound, result.guess
        else:
            self._least_refused = min(self._least_refused, result.bound)

    @property
    def lower(self) -> int:
        """A lower bound of all results."""
        return min(self.cost, self._least_refused)

    @property
    def result(self) -> SearchResult:
        """The best result; a lower bound if none was below the budget."""
        if self._guess < 0:
            return SearchResult(self._least_refused, False, -1)
        return SearchResult(self.cost, True, self._guess)


class ParallelProof:
    """Hands the tasks of one search to workers, and stores the answers in a table of its own."""

    def __init__(
        self, game: GuessingGame, costs: Costs, executor: Executor, workers: int, table: TranspositionTable
    ) -> None:
        self.game = game
        self.costs = costs
        self.executor = executor
        self.table = table
        self.nodes = 0
        """How many positions all workers have entered."""
        self._at_once = workers + 1  # one more than workers, so that none waits for its next task
        self._keys = zobrist_keys(len(game.codes))
        self._lower = 0
        self._upper = INFINITE_COST

    def solve(self, budget: int, only: int, watch: Watch | None) -> SearchResult:
        """The cost of the whole game, if less than the budget. Raises `SearchInterrupted` when the watch stops it."""
        codes = all_codes(self.game)
        best = BestResult(budget)
        for bound, guess in self._promising_guesses(codes, (), budget) if only < 0 else [(0, only)]:
            self._lower, self._upper = min(bound, best.lower), best.cost
            total = self._opening_cost(codes, guess, best.cost, watch) if bound < best.cost else bound
            best.add(SearchResult(total, total < best.cost, guess))
        return best.result

    def _opening_cost(self, codes: Numbers, guess: int, best: int, watch: Watch | None) -> int:
        """The cost of the game with this opening, if less than the best; otherwise a lower bound."""
        increments = self.costs.increments_from(1)
        cells = self._open_cells(codes, guess)
        most_cells = int(np.count_nonzero(cell_sizes(self.game, codes), axis=1).max())
        marks = self.game.open_marks
        bounds = [least_cost(self.game.weights[cell], most_cells, marks, increments[1:]) for cell in cells]
        total = int(increments[0] * self.game.weights[codes].sum()) + sum(bounds)
        for cell, bound in zip(cells, bounds, strict=True):
            if total >= best:
                break
            result = self._position_cost(cell, (guess,), bound + best - total, watch)
            total += max(result.bound - bound, 0)
        return total

    def _open_cells(self, codes: Numbers, guess: int) -> list[Numbers]:
        """The cells of a guess that leave something to find, the smallest first."""
        marks = marks_of_guess(self.game, guess, codes)
        cells = [codes[marks == mark] for mark in np.unique(marks) if mark != self.game.solved_mark]
        return sorted(cells, key=len)

    def _position_cost(self, codes: Numbers, placed: tuple[int, ...], budget: int, watch: Watch | None) -> SearchResult:
        """The cost of a position, if less than the budget."""
        recalled = self._recall(codes, placed, -1)
        if recalled is not None and (recalled.exact or recalled.bound >= budget):
            return recalled
        if len(codes) < MIN_SHARED_CODES:
            return self._ask_all([(codes, placed, -1)], budget, watch)
        guesses = self._promising_guesses(codes, placed, budget)
        result = self._ask_all([(codes, placed, guess) for _, guess in guesses], budget, watch)
        if not result.exact and result.bound > budget:
            # The budget is all that bounds the guesses that were left out.
            result = SearchResult(budget, False, -1)
        self._remember(codes, placed, -1, result)
        return result

    def _promising_guesses(self, codes: Numbers, placed: tuple[int, ...], budget: int) -> list[tuple[int, int]]:
        """The guesses that may cost less than the budget, with lower bounds, the best first; one of each kind."""
        game = self.game
        first = canonical_guesses(game.guesses, game.symmetry, placed)
        sizes = cell_sizes(game, codes)
        most_cells = int(np.count_nonzero(sizes, axis=1).max())
        bounds = self._lower_bounds(codes, sizes, most_cells, self.costs.increments_from(len(placed) + 1))
        useful = np.count_nonzero(sizes, axis=1) > 1
        guesses = np.flatnonzero(first & useful & (bounds < budget))
        order = np.argsort(bounds[guesses], kind="stable")
        return [(int(bounds[guess]), int(guess)) for guess in guesses[order]]

    def _lower_bounds(self, codes: Numbers, sizes: Longs, most_cells: int, increments: Longs) -> Longs:
        """A lower bound for each guess, from the sizes of its cells: as if every code had the least weight."""
        lightest = int(self.game.weights[codes].min())
        sums = np.concatenate(
            ([0], np.cumsum(lightest * rank_costs(int(sizes.max()), most_cells, self.game.open_marks, increments[1:])))
        )
        open_cells = sizes.copy()
        open_cells[:, self.game.solved_mark] = 0
        bounds: Longs = increments[0] * self.game.weights[codes].sum() + sums[open_cells].sum(axis=1)
        return bounds

    def _ask_all(self, questions: Sequence[PositionQuestion], budget: int, watch: Watch | None) -> SearchResult:
        """The best result of several questions about one position."""
        best = BestResult(budget)

        def receive(question: PositionQuestion, answer: tuple[SearchResult, int]) -> None:
            result, nodes = answer
            self.nodes += nodes
            self._remember(*question, result)
            best.add(result)

        tasks = self._submit_unanswered(questions, best)
        if not run_tasks(tasks, self._at_once, receive, lambda: watch is None or watch(self.progress)):
            raise SearchInterrupted
        return best.result

    def _submit_unanswered(
        self, questions: Sequence[PositionQuestion], best: BestResult
    ) -> Iterator[tuple[PositionQuestion, Future[tuple[SearchResult, int]]]]:
        """Submit one question after the other to the workers, unless the table answers it."""
        for question in questions:
            recalled = self._recall(*question)
            if recalled is not None and (recalled.exact or recalled.bound >= best.cost):
                best.add(recalled)
                continue
            codes, placed, only = question
            task = self.game, self.costs, codes, best.cost, placed, only
            yield question, self.executor.submit(solve_position, *task)

    def strategy(self, first: int) -> Strategy:
        """The strategy of least cost, once that is known. The workers build its branches."""
        codes = all_codes(self.game)
        branch = Branch.empty(len(self.game.marks))
        branch.add(first)
        marks = marks_of_guess(self.game, first, codes)
        branches = {}
        for mark in np.unique(marks):
            cell = codes[marks == mark]
            if mark != self.game.solved_mark and len(cell) > 1:
                result = self._position_cost(cell, (first,), INFINITE_COST, None)
                task = self.game, self.costs, cell, (first,), result.guess
                branches[int(mark)] = self.executor.submit(build_branch, *task)
        for mark, future in branches.items():
            branch.graft(future.result(), 0, mark)
        return branch.strategy(self.game)

    @property
    def progress(self) -> Progress:
        """How far the search has come."""
        return Progress(self.nodes, int(self.table.filled[0]), self._lower, self._upper)

    # The table of answers

    def _key(self, codes: Numbers, placed: tuple[int, ...], only: int) -> tuple[np.uint64, np.uint64]:
        first, second = np.bitwise_xor.reduce(self._keys[codes], axis=0)
        salt = (only + 1) * 64 + (0 if self.costs.is_constant else len(placed))
        return np.uint64(first), np.uint64(second ^ np.uint64((salt * 0x9E3779B97F4A7C15) % 2**64))

    def _recall(self, codes: Numbers, placed: tuple[int, ...], only: int) -> SearchResult | None:
        slot = find_slot(self.table, *self._key(codes, placed, only))
        if slot < 0:
            return None
        return SearchResult(int(self.table.bound[slot]), bool(self.table.exact[slot]), int(self.table.guess[slot]))

    def _remember(self, codes: Numbers, placed: tuple[int, ...], only: int, result: SearchResult) -> None:
        if self.table.filled[0] + 1 > MAX_FILL * len(self.table.first):
            self.table = grow_table(self.table)
        store_entry(self.table, *self._key(codes, placed, only), result.bound, int(result.exact), result.guess)
