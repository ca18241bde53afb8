"""One search shared out to many workers, over any `concurrent.futures.Executor`.

What is shared out are questions about one position: what does it cost if this guess comes first? Each worker keeps its
search, with its table, from question to question. Who asks keeps the answers, and lowers the budget of later questions
with what earlier ones have found; so the result does not depend on who answers first, only the work does.
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

SPLIT_FROM = 150
"""From how many codes on a position is shared out guess by guess; smaller ones are one question."""

# In the workers

_idle: dict[tuple[str, Costs], list[ExactSearch]] = {}
_lock = Lock()


@contextmanager
def _search_for(game: GuessingGame, costs: Costs) -> Iterator[ExactSearch]:
    """A search that nobody else in this process is using; it is kept for the next question."""
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


def answer_question(
    game: GuessingGame, costs: Costs, codes: Numbers, budget: int, placed: tuple[int, ...], only: int
) -> tuple[SearchResult, int]:
    """What a position costs, and how many positions were entered to find out. This is what workers run."""
    with _search_for(game, costs) as search:
        before = search.nodes
        answer = search.cost(codes, budget, placed, only, watch_stop_event())
        return answer, search.nodes - before


def answer_branch(game: GuessingGame, costs: Costs, codes: Numbers, placed: tuple[int, ...], first: int) -> Branch:
    """A part of an optimal strategy, whose first guess is known. This is what workers run."""
    with _search_for(game, costs) as search:
        return search.branch(codes, placed, first)


# Who asks


PositionQuestion = tuple[Numbers, tuple[int, ...], int]
"""The codes of a position, the guesses that led to it, and the guess that comes first there, or -1."""


class Best:
    """The best of several answers, and the least bound of the others."""

    def __init__(self, budget: int) -> None:
        self.cost = budget
        self._guess = -1
        self._refused = INFINITE_COST

    def hear(self, answer: SearchResult) -> None:
        """Take one more answer into account."""
        if answer.exact and answer.bound < self.cost:
            self.cost, self._guess = answer.bound, answer.guess
        else:
            self._refused = min(self._refused, answer.bound)

    @property
    def least(self) -> int:
        """A lower bound of everything that was heard."""
        return min(self.cost, self._refused)

    @property
    def answer(self) -> SearchResult:
        """What they come to."""
        if self._guess < 0:
            return SearchResult(self._refused, False, -1)
        return SearchResult(self.cost, True, self._guess)


class ParallelProof:
    """Asks the questions of one search, and keeps the answers in a table of its own."""

    def __init__(
        self, game: GuessingGame, costs: Costs, executor: Executor, workers: int, table: TranspositionTable
    ) -> None:
        self.game = game
        self.costs = costs
        self.executor = executor
        self.table = table
        self.nodes = 0
        """How many positions all workers together have entered."""
        self._at_once = workers + 1  # one more, so that no worker waits for the next question
        self._random = zobrist_keys(len(game.codes))
        self._lower = 0
        self._upper = INFINITE_COST

    def solve(self, budget: int, only: int, watch: Watch | None) -> SearchResult:
        """What the whole game costs, if less than the budget. Raises `SearchInterrupted` when the watch says so."""
        codes = all_codes(self.game)
        best = Best(budget)
        for bound, guess in self._candidates(codes, (), budget) if only < 0 else [(0, only)]:
            self._lower, self._upper = min(bound, best.least), best.cost
            total = self._one_guess(codes, guess, best.cost, watch) if bound < best.cost else bound
            best.hear(SearchResult(total, total < best.cost, guess))
        return best.answer

    def _one_guess(self, codes: Numbers, guess: int, best: int, watch: Watch | None) -> int:
        """What the game costs with this first guess, if less than the best; otherwise a lower bound."""
        rises = self.costs.increments_from(1)
        cells = self._cells(codes, guess)
        fan = int(np.count_nonzero(cell_sizes(self.game, codes), axis=1).max())
        marks = self.game.open_marks
        bounds = [least_cost(self.game.weights[cell], fan, marks, rises[1:]) for cell in cells]
        total = int(rises[0] * self.game.weights[codes].sum()) + sum(bounds)
        for cell, bound in zip(cells, bounds, strict=True):
            if total >= best:
                break
            answer = self._position(cell, (guess,), bound + best - total, watch)
            total += max(answer.bound - bound, 0)
        return total

    def _cells(self, codes: Numbers, guess: int) -> list[Numbers]:
        marks = marks_of_guess(self.game, guess, codes)
        cells = [codes[marks == mark] for mark in np.unique(marks) if mark != self.game.solved_mark]
        return sorted(cells, key=len)

    def _position(self, codes: Numbers, placed: tuple[int, ...], budget: int, watch: Watch | None) -> SearchResult:
        """What a position costs, if less than the budget."""
        known = self._recall(codes, placed, -1)
        if known is not None and (known.exact or known.bound >= budget):
            return known
        if len(codes) < SPLIT_FROM:
            return self._ask_all([(codes, placed, -1)], budget, watch)
        guesses = self._candidates(codes, placed, budget)
        answer = self._ask_all([(codes, placed, guess) for _, guess in guesses], budget, watch)
        if not answer.exact and answer.bound > budget:
            # Guesses that were never asked about are bounded by the budget, no better.
            answer = SearchResult(budget, False, -1)
        self._remember(codes, placed, -1, answer)
        return answer

    def _candidates(self, codes: Numbers, placed: tuple[int, ...], budget: int) -> list[tuple[int, int]]:
        """The guesses worth asking about, with lower bounds, the best first; of those that are alike, one."""
        game = self.game
        first = canonical_guesses(game.guesses, game.symmetry, placed)
        sizes = cell_sizes(game, codes)
        fan = int(np.count_nonzero(sizes, axis=1).max())
        bounds = self._bounds(codes, sizes, fan, self.costs.increments_from(len(placed) + 1))
        useful = np.count_nonzero(sizes, axis=1) > 1
        found = np.flatnonzero(first & useful & (bounds < budget))
        order = np.argsort(bounds[found], kind="stable")
        return [(int(bounds[guess]), int(guess)) for guess in found[order]]

    def _bounds(self, codes: Numbers, sizes: Longs, fan: int, rises: Longs) -> Longs:
        """A lower bound for each guess, from the sizes of its cells: as if every code were as light as the lightest."""
        lightest = int(self.game.weights[codes].min())
        sums = np.concatenate(
            ([0], np.cumsum(lightest * rank_costs(int(sizes.max()), fan, self.game.open_marks, rises[1:])))
        )
        open_cells = sizes.copy()
        open_cells[:, self.game.solved_mark] = 0
        bounds: Longs = rises[0] * self.game.weights[codes].sum() + sums[open_cells].sum(axis=1)
        return bounds

    def _ask_all(self, questions: Sequence[PositionQuestion], budget: int, watch: Watch | None) -> SearchResult:
        """The best answer to several questions about one position."""
        best = Best(budget)

        def receive(question: PositionQuestion, answered: tuple[SearchResult, int]) -> None:
            answer, nodes = answered
            self.nodes += nodes
            self._remember(*question, answer)
            best.hear(answer)

        tasks = self._submit_unanswered(questions, best)
        if not run_tasks(tasks, self._at_once, receive, lambda: watch is None or watch(self.progress)):
            raise SearchInterrupted
        return best.answer

    def _submit_unanswered(
        self, questions: Sequence[PositionQuestion], best: Best
    ) -> Iterator[tuple[PositionQuestion, Future[tuple[SearchResult, int]]]]:
        """Submit one question after the other to the workers, as far as the table does not answer it."""
        for question in questions:
            known = self._recall(*question)
            if known is not None and (known.exact or known.bound >= best.cost):
                best.hear(known)
                continue
            codes, placed, only = question
            task = self.game, self.costs, codes, best.cost, placed, only
            yield question, self.executor.submit(answer_question, *task)

    def strategy(self, first: int) -> Strategy:
        """The strategy of least cost, once that is known: its parts are put together by the workers."""
        codes = all_codes(self.game)
        branch = Branch.empty(len(self.game.marks))
        branch.add(first)
        marks = marks_of_guess(self.game, first, codes)
        parts = {}
        for mark in np.unique(marks):
            cell = codes[marks == mark]
            if mark != self.game.solved_mark and len(cell) > 1:
                answer = self._position(cell, (first,), INFINITE_COST, None)
                task = self.game, self.costs, cell, (first,), answer.guess
                parts[int(mark)] = self.executor.submit(answer_branch, *task)
        for mark, part in parts.items():
            branch.graft(part.result(), 0, mark)
        return branch.strategy(self.game)

    @property
    def progress(self) -> Progress:
        """How far it has come."""
        return Progress(self.nodes, int(self.table.filled[0]), self._lower, self._upper)

    # What was answered before

    def _key(self, codes: Numbers, placed: tuple[int, ...], only: int) -> tuple[np.uint64, np.uint64]:
        first, second = np.bitwise_xor.reduce(self._random[codes], axis=0)
        salt = (only + 1) * 64 + (0 if self.costs.is_constant else len(placed))
        return np.uint64(first), np.uint64(second ^ np.uint64((salt * 0x9E3779B97F4A7C15) % 2**64))

    def _recall(self, codes: Numbers, placed: tuple[int, ...], only: int) -> SearchResult | None:
        at = find_slot(self.table, *self._key(codes, placed, only))
        if at < 0:
            return None
        return SearchResult(int(self.table.bound[at]), bool(self.table.exact[at]), int(self.table.guess[at]))

    def _remember(self, codes: Numbers, placed: tuple[int, ...], only: int, answer: SearchResult) -> None:
        if self.table.filled[0] + 1 > MAX_FILL * len(self.table.first):
            self.table = grow_table(self.table)
        store_entry(self.table, *self._key(codes, placed, only), answer.bound, int(answer.exact), answer.guess)
