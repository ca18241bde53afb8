"""A wide search of a whole game, shared out and kept: round after round fewer second guesses, each looked at wider.

The questions are "what do the codes that are left after these two guesses cost at most?" They do not depend on each
other, so any `concurrent.futures.Executor` can answer them in any order, and the result is the same. Answers are
written down as they come; a search that was stopped finds them there and goes on.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from pathlib import Path
from typing import NamedTuple

from keypeg.core.errors import ReadError, RuleError
from keypeg.solver.beam.beam import BeamSearch, CostedBranch, Expected, Width, expected_costs
from keypeg.solver.beam.journal import Journal, JournalKey
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import all_codes, cells_by_mark
from keypeg.solver.kernels.array_types import Numbers
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule
from keypeg.solver.proof.executors import run_tasks, watch_stop_event
from keypeg.solver.proof.trim_worst_case import trim_worst_case
from keypeg.solver.strategy.tree import Branch, Strategy

AHEAD = 4
"""How many questions wait for each worker."""


class BeamPass(NamedTuple):
    """How many second guesses of each cell are looked at, and how wide what follows."""

    guesses: int
    width: Width


ROUNDS = (
    BeamPass(60, Width(6, 3, 100)),
    BeamPass(20, Width(30, 8, 160)),
    BeamPass(6, Width(100, 12, 250)),
    BeamPass(2, Width(200, 20, 400)),
)
"""Every round costs about as much as the one before: a third of the guesses, several times as wide."""


class BeamProgress(NamedTuple):
    """How far a widening has come."""

    round: int
    answered: int
    """Of this round's questions,"""
    asked: int
    """which are so many."""
    cost: int
    """What the best strategy so far costs."""


Watch = Callable[[BeamProgress], bool]
"""Told from time to time how far it has come; says whether it shall go on."""


def answer_widely(
    game: GuessingGame, expected: Expected, codes: Numbers, placed: tuple[int, ...], width: Width
) -> CostedBranch:
    """What these codes cost after these guesses. This is what workers run."""
    return BeamSearch(game, expected, width, watch_stop_event()).best(codes, placed)


class ParallelBeam:
    """Asks the questions of a wide search, round after round, and keeps the answers."""

    def __init__(
        self, game: GuessingGame, opening: int | None, executor: Executor, workers: int, file: Path | None = None
    ) -> None:
        check_wide(game)
        basis = one_step_strategy(game, Rule.ENTROPY, opening=opening)
        self.game = game
        self.first = int(basis.guess[0])
        self._expected = expected_costs(basis)
        self._executor = executor
        self._at_once = AHEAD * workers
        self._cells = cells_by_mark(game, all_codes(game), self.first)
        self._best = {mark: _part_of(basis, mark, cell) for mark, cell in self._cells.items()}
        """The best that is known of each cell of the first guess: to begin with, what the one-step strategy does."""
        self._answers: dict[JournalKey, CostedBranch] = {}
        self._journal = Journal(file, game, self.first) if file else None
        if self._journal:
            self._answers.update(self._journal.read())

    @property
    def cost(self) -> int:
        """What the best strategy so far costs."""
        return len(self.game.codes) + sum(grown.cost for grown in self._best.values())

    @property
    def strategy(self) -> Strategy:
        """The best strategy so far."""
        whole = Branch.empty(len(self.game.marks))
        whole.add(self.first)
        for mark, grown in self._best.items():
            whole.graft(grown.branch, 0, mark)
        return whole.strategy(self.game)

    def widen(self, rounds: tuple[BeamPass, ...] = ROUNDS, watch: Watch | None = None) -> bool:
        """Ask what was not answered yet. Returns whether it came to its end; the watch can stop it before."""
        guesses = {mark: self._at_first(mark, rounds[0]) for mark, cell in self._cells.items() if len(cell) > 2}
        for number, one in enumerate(rounds, 1):
            guesses = {mark: listed[: one.guesses] for mark, listed in guesses.items()}
            questions = [
                question
                for mark in sorted(guesses, key=lambda mark: -len(self._cells[mark]))
                for guess in guesses[mark]
                for question in self._questions(mark, guess, one.width)
            ]
            if not self._ask_all(number, questions, watch):
                return False
            for mark, listed in guesses.items():
                costs = {guess: self._conclude(mark, guess, one.width) for guess in listed}
                listed.sort(key=lambda guess: costs[guess])
        return True

    def _at_first(self, mark: int, one: BeamPass) -> list[int]:
        wide = BeamSearch(self.game, self._expected, one.width)
        return wide.worth_trying(self._cells[mark], (self.first,), one.guesses)

    def _questions(self, mark: int, guess: int, width: Width) -> Iterator[JournalKey]:
        """What has to be known of every cell of a second guess, the largest first."""
        cells = cells_by_mark(self.game, self._cells[mark], guess)
        for second in sorted(cells, key=lambda second: -len(cells[second])):
            yield JournalKey(mark, guess, second, width)

    def _conclude(self, mark: int, guess: int, width: Width) -> int:
        """What a second guess costs, now that its cells are known; and whether that is the best so far."""
        questions = list(self._questions(mark, guess, width))
        cost = len(self._cells[mark]) + sum(self._answers[question].cost for question in questions)
        if cost < self._best[mark].cost:
            branch = Branch.empty(len(self.game.marks))
            branch.add(guess)
            for question in questions:
                branch.graft(self._answers[question].branch, 0, question.second)
            self._best[mark] = CostedBranch(cost, branch)
        return cost

    def _ask_all(self, number: int, questions: list[JournalKey], watch: Watch | None) -> bool:
        unanswered = [question for question in questions if question not in self._answers]
        left = len(unanswered)

        def receive(question: JournalKey, answer: CostedBranch) -> None:
            nonlocal left
            left -= 1
            self._answers[question] = answer
            if self._journal:
                self._journal.write(question, answer)

        def proceed() -> bool:
            progress = BeamProgress(number, len(questions) - left, len(questions), self.cost)
            return watch is None or watch(progress)

        tasks = ((question, self._submit(question)) for question in unanswered)
        return run_tasks(tasks, self._at_once, receive, proceed)

    def _submit(self, question: JournalKey) -> Future[CostedBranch]:
        codes = cells_by_mark(self.game, self._cells[question.mark], question.guess)[question.second]
        placed = self.first, question.guess
        return self._executor.submit(answer_widely, self.game, self._expected, codes, placed, question.width)


def search_widely(
    game: GuessingGame, opening: int | None, executor: Executor, workers: int, journal: Path, watch: Watch | None
) -> tuple[Strategy, bool]:
    """The best strategy that a beam search of a whole game finds, and whether the search came to its end.

    The journal stores the answers; after an interruption the same search continues from it. Raises `ReadError` if a
    worker is lost.
    """
    check_wide(game)
    try:
        beam = ParallelBeam(game, opening, executor, workers, journal)
        ended = beam.widen(watch=watch)
    except BrokenExecutor:
        raise ReadError("worker-lost") from None
    if ended:
        journal.unlink(missing_ok=True)
    return trim_worst_case(beam.strategy), ended


def check_wide(game: GuessingGame) -> None:
    """Raise `RuleError` if there is no wide search of this game."""
    if game.solved_mark < 0:
        raise RuleError("no-exact-search")
    if not game.is_uniform:
        raise RuleError("no-wide-search")


def _part_of(basis: Strategy, mark: int, cell: Numbers) -> CostedBranch:
    node = basis.next(0, mark)
    return CostedBranch(int(basis.guesses_needed(cell, node).sum()), basis.branch(node))
