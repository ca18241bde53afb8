"""A beam search of a whole game with many workers, in passes: each has fewer second guesses and a wider beam.

A task is a beam search of the position after two guesses. Tasks do not depend on each other, so any
`concurrent.futures.Executor` can run them in any order, with the same result. Answers are written to a journal as they
come; a search that was stopped continues from it.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from pathlib import Path
from typing import NamedTuple

from keypeg.core.errors import ReadError, RuleError
from keypeg.solver.beam.beam import BeamSearch, BeamWidth, CostedBranch, ExpectedCosts, expected_costs
from keypeg.solver.beam.journal import Journal, JournalKey
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import all_codes, cells_by_mark
from keypeg.solver.kernels.array_types import Numbers
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule
from keypeg.solver.proof.executors import run_tasks, watch_stop_event
from keypeg.solver.proof.trim_worst_case import trim_worst_case
from keypeg.solver.strategy.tree import Branch, Strategy

TASKS_PER_WORKER = 4
"""How many tasks are submitted at a time, for each worker."""


class BeamPass(NamedTuple):
    """How many second guesses are tried in each cell of the opening, and how wide the search after them is."""

    guesses: int
    width: BeamWidth


PASSES = (
    BeamPass(60, BeamWidth(6, 3, 100)),
    BeamPass(20, BeamWidth(30, 8, 160)),
    BeamPass(6, BeamWidth(100, 12, 250)),
    BeamPass(2, BeamWidth(200, 20, 400)),
)
"""Every pass takes about as much work as the one before: a third of the guesses, several times as wide."""


class BeamProgress(NamedTuple):
    """How far a beam search has come."""

    pass_number: int
    """The number of the pass, from 1."""
    answered: int
    """How many of its tasks are answered,"""
    tasks: int
    """of how many."""
    cost: int
    """The cost of the best strategy so far."""


Watch = Callable[[BeamProgress], bool]
"""Hears from time to time how far a search has come; returns whether to continue."""


def search_position(
    game: GuessingGame, expected: ExpectedCosts, codes: Numbers, placed: tuple[int, ...], width: BeamWidth
) -> CostedBranch:
    """The best branch found for these codes after these guesses. Workers run this."""
    return BeamSearch(game, expected, width, watch_stop_event()).find_branch(codes, placed)


class ParallelBeam:
    """Hands the tasks of a beam search to workers, pass after pass, and stores the answers."""

    def __init__(
        self, game: GuessingGame, opening: int | None, executor: Executor, workers: int, file: Path | None = None
    ) -> None:
        check_beam_game(game)
        basis = one_step_strategy(game, Rule.ENTROPY, opening=opening)
        self.game = game
        self.opening = int(basis.guess[0])
        self._expected = expected_costs(basis)
        self._executor = executor
        self._at_once = TASKS_PER_WORKER * workers
        self._cells = cells_by_mark(game, all_codes(game), self.opening)
        self._best = {mark: _branch_after(basis, mark, cell) for mark, cell in self._cells.items()}
        """The best branch for each cell of the opening; at first, that of the one-step strategy."""
        self._answers: dict[JournalKey, CostedBranch] = {}
        self._journal = Journal(file, game, self.opening) if file else None
        if self._journal:
            self._answers.update(self._journal.read())

    @property
    def cost(self) -> int:
        """The cost of the best strategy so far."""
        return len(self.game.codes) + sum(branch.cost for branch in self._best.values())

    @property
    def strategy(self) -> Strategy:
        """The best strategy so far."""
        whole = Branch.empty(len(self.game.marks))
        whole.add(self.opening)
        for mark, costed in self._best.items():
            whole.graft(costed.branch, 0, mark)
        return whole.strategy(self.game)

    def run(self, passes: tuple[BeamPass, ...] = PASSES, watch: Watch | None = None) -> bool:
        """Run the passes, as far as the journal does not have the answers. Returns False if the watch stops it."""
        guesses = {mark: self._second_guesses(mark, passes[0]) for mark, cell in self._cells.items() if len(cell) > 2}
        for number, beam_pass in enumerate(passes, 1):
            guesses = {mark: guesses_after_mark[: beam_pass.guesses] for mark, guesses_after_mark in guesses.items()}
            keys = [
                key
                for mark in sorted(guesses, key=lambda mark: -len(self._cells[mark]))
                for guess in guesses[mark]
                for key in self._list_keys(mark, guess, beam_pass.width)
            ]
            if not self._ask_all(number, keys, watch):
                return False
            for mark, guesses_after_mark in guesses.items():
                costs = {guess: self._add_up(mark, guess, beam_pass.width) for guess in guesses_after_mark}
                guesses_after_mark.sort(key=lambda guess: costs[guess])
        return True

    def _second_guesses(self, mark: int, beam_pass: BeamPass) -> list[int]:
        search = BeamSearch(self.game, self._expected, beam_pass.width)
        return search.promising_guesses(self._cells[mark], (self.opening,), beam_pass.guesses)

    def _list_keys(self, mark: int, guess: int, width: BeamWidth) -> Iterator[JournalKey]:
        """The keys of all cells of a second guess, the largest first."""
        cells = cells_by_mark(self.game, self._cells[mark], guess)
        for second in sorted(cells, key=lambda second: -len(cells[second])):
            yield JournalKey(mark, guess, second, width)

    def _add_up(self, mark: int, guess: int, width: BeamWidth) -> int:
        """The cost of a second guess, now that its cells are answered; if it is the best so far, its branch is kept."""
        keys = list(self._list_keys(mark, guess, width))
        cost = len(self._cells[mark]) + sum(self._answers[key].cost for key in keys)
        if cost < self._best[mark].cost:
            branch = Branch.empty(len(self.game.marks))
            branch.add(guess)
            for key in keys:
                branch.graft(self._answers[key].branch, 0, key.second)
            self._best[mark] = CostedBranch(cost, branch)
        return cost

    def _ask_all(self, number: int, keys: list[JournalKey], watch: Watch | None) -> bool:
        """Have the workers answer what is not answered yet. Returns False if the watch stops it."""
        unanswered = [key for key in keys if key not in self._answers]
        left = len(unanswered)

        def receive(key: JournalKey, answer: CostedBranch) -> None:
            nonlocal left
            left -= 1
            self._answers[key] = answer
            if self._journal:
                self._journal.write(key, answer)

        def proceed() -> bool:
            progress = BeamProgress(number, len(keys) - left, len(keys), self.cost)
            return watch is None or watch(progress)

        tasks = ((key, self._submit(key)) for key in unanswered)
        return run_tasks(tasks, self._at_once, receive, proceed)

    def _submit(self, key: JournalKey) -> Future[CostedBranch]:
        codes = cells_by_mark(self.game, self._cells[key.mark], key.guess)[key.second]
        placed = self.opening, key.guess
        return self._executor.submit(search_position, self.game, self._expected, codes, placed, key.width)


def beam_strategy(
    game: GuessingGame, opening: int | None, executor: Executor, workers: int, journal: Path, watch: Watch | None
) -> tuple[Strategy, bool]:
    """The best strategy that a beam search of a whole game finds, and whether the search came to its end.

    The journal stores the answers; after an interruption the same search continues from it. Raises `ReadError` if a
    worker is lost.
    """
    check_beam_game(game)
    try:
        beam = ParallelBeam(game, opening, executor, workers, journal)
        ended = beam.run(watch=watch)
    except BrokenExecutor:
        raise ReadError("worker-lost") from None
    if ended:
        journal.unlink(missing_ok=True)
    return trim_worst_case(beam.strategy), ended


def check_beam_game(game: GuessingGame) -> None:
    """Raise `RuleError` if the beam search does not handle this game."""
    if game.solved_mark < 0:
        raise RuleError("no-exact-search")
    if not game.is_uniform:
        raise RuleError("no-beam-search")


def _branch_after(strategy: Strategy, mark: int, cell: Numbers) -> CostedBranch:
    """The branch of a strategy after the opening has earned this mark, which leaves this cell."""
    node = strategy.next(0, mark)
    return CostedBranch(int(strategy.guesses_needed(cell, node).sum()), strategy.branch(node))
