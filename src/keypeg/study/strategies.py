"""Strategies for a whole game: a request is checked, the search it names is run, and the result can be saved as a book.

Start with `prepare_search`. The caller shows progress and stops the search with a `StrategyWatch`.
"""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from time import monotonic
from typing import Protocol

import numpy as np

from keypeg.core.edition import Edition
from keypeg.core.errors import ReadError, SearchInterrupted
from keypeg.records.edition_links import write_edition
from keypeg.records.file_errors import file_error
from keypeg.records.notation import read_code
from keypeg.solver.beam.parallel_beam import BeamProgress, beam_strategy
from keypeg.solver.exact.bounds import least_cost
from keypeg.solver.exact.mark_tables import check_searchable
from keypeg.solver.exact.search import Progress
from keypeg.solver.game.guessing_game import GuessingGame, game_for
from keypeg.solver.game.partition import all_codes, cell_sizes
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import RULES, TIES
from keypeg.solver.proof.equilibrium import find_equilibrium
from keypeg.solver.proof.executors import open_workers
from keypeg.solver.proof.optimal import Optimum, optimal_strategy
from keypeg.solver.strategy.book_files import Book, Claims, book_for, write_book
from keypeg.solver.strategy.costs import GUESSES, costs_within
from keypeg.solver.strategy.tree import Strategy, Tally, tally_of

OPTIMAL, WIDE, DUEL = "optimal", "wide", "duel"
"""The rules besides the one-step rules: the exact search, the beam search, and the strategy that no other beats."""


class Proof(StrEnum):
    """What is known about the quality of a strategy."""

    OPTIMAL = "optimal"
    """No strategy costs less."""
    DUEL = "duel"
    """No fixed strategy beats it."""
    BEATEN = "beaten"
    """Some fixed strategy beats it."""
    WIDE = "wide"
    """A beam search found it."""
    ONE_STEP = "one-step"
    """A one-step rule made it."""
    STOPPED = "stopped"
    """The search was stopped; it is the best so far."""


PROOF_IN_BOOK = {
    Proof.OPTIMAL: "branch and bound to the end",
    Proof.DUEL: "no strategy that takes no notice of the other wins more",
}
"""The proofs that a book claims, in its own words; any other is `none`."""

DEFAULT_TIES = "consistent"


@dataclass(frozen=True)
class StrategyRequest:
    """Which strategy to compute, and with which workers."""

    edition: Edition
    rule: str
    """`optimal`, `wide`, `duel`, or the name of a one-step rule."""
    seat: int | None = None
    """The breaker's seat, where the seats' games differ; the last one, if none is named."""
    ties: str = DEFAULT_TIES
    opening: str | None = None
    worst: int | None = None
    """The most guesses that any code may take."""
    jobs: int = 1
    """How many worker processes to use."""
    cluster: str | None = None
    """The address of a Dask cluster to use in their place."""
    checkpoint: Path | None = None
    """The file that stores the progress of a long search, if not the usual one."""


@dataclass(frozen=True)
class FoundStrategy:
    """A strategy, its figures, and what is proven about it."""

    strategy: Strategy
    tally: Tally
    lower: int
    """The least total that any strategy can have, as far as it is known."""
    proof: Proof
    seconds: float


class StrategyWatch(Protocol):
    """Hears from time to time how far a search has come; each method returns whether to continue."""

    @property
    def stopped(self) -> bool:
        """Whether the search is to stop."""

    def search(self, progress: Progress) -> bool:
        """The progress of an exact search."""

    def beam(self, progress: BeamProgress) -> bool:
        """The progress of a beam search."""

    def grow(self, positions: int) -> bool:
        """How many positions of a one-step strategy have been grown."""


@dataclass(frozen=True)
class StrategySearch:
    """A checked request, ready to run."""

    request: StrategyRequest
    game: GuessingGame
    opening: int | None

    def run(self, watch: StrategyWatch, folder: Path) -> FoundStrategy:
        """Compute the strategy. Progress is stored in this folder, unless the request names a file.

        Raises `SearchInterrupted` if the watch stops a search that has nothing to show before its end.
        """
        began = monotonic()
        if self.request.rule == OPTIMAL:
            optimum = self._prove(watch, folder)
            strategy, lower = optimum.strategy, optimum.lower
            proof = Proof.OPTIMAL if optimum.proven else Proof.STOPPED
        elif self.request.rule == WIDE:
            strategy, ended = self._run_beam(watch, folder)
            lower, proof = total_lower_bound(self.game), Proof.WIDE if ended else Proof.STOPPED
        elif self.request.rule == DUEL:
            duel = find_equilibrium(self.game, watch.search)
            if watch.stopped:
                raise SearchInterrupted
            strategy, lower = duel.strategy, total_lower_bound(self.game)
            proof = Proof.DUEL if duel.proven else Proof.BEATEN
        else:
            rule, ties = RULES[self.request.rule], TIES[self.request.ties]
            strategy = one_step_strategy(self.game, rule, ties, self.opening, watch=watch.grow)
            lower, proof = total_lower_bound(self.game), Proof.ONE_STEP
        return FoundStrategy(strategy, tally_of(strategy), lower, proof, monotonic() - began)

    def _prove(self, watch: StrategyWatch, folder: Path) -> Optimum:
        request, opening = self.request, self.opening
        costs = GUESSES if request.worst is None else costs_within(request.worst)
        name = f"{self.game.key}-{request.worst or 'any'}-{'all' if opening is None else opening}.search"
        checkpoint = request.checkpoint or folder / name
        if request.cluster is None and request.jobs == 1:
            return optimal_strategy(self.game, costs, opening, watch.search, checkpoint=checkpoint)
        with open_workers(request.jobs, request.cluster) as (executor, workers):
            return optimal_strategy(self.game, costs, opening, watch.search, executor, workers, checkpoint)

    def _run_beam(self, watch: StrategyWatch, folder: Path) -> tuple[Strategy, bool]:
        name = f"{self.game.key}-wide-{'any' if self.opening is None else self.opening}.journal"
        journal = self.request.checkpoint or folder / name
        with open_workers(self.request.jobs, self.request.cluster) as (executor, workers):
            return beam_strategy(self.game, self.opening, executor, workers, journal, watch.beam)


def prepare_search(request: StrategyRequest) -> StrategySearch:
    """Check a request. Raises `ReadError` or `RuleError` if its parts do not go together or the game is too large."""
    game = game_for(request.edition, request.seat)
    opening = None if request.opening is None else _read_opening(request, game)
    if request.rule != OPTIMAL and request.worst is not None:
        raise ReadError("rule-takes-no-limit")
    if request.rule == DUEL and request.opening is not None:
        raise ReadError("duel-takes-no-opening")
    if request.rule not in (OPTIMAL, WIDE) and (request.cluster is not None or request.checkpoint is not None):
        raise ReadError("rule-is-not-shared")
    if request.rule in (OPTIMAL, DUEL):
        check_searchable(game, len(game.codes))
    return StrategySearch(request, game, opening)


def _read_opening(request: StrategyRequest, game: GuessingGame) -> int:
    code = read_code(str(request.opening), request.edition.palette)
    request.edition.guess_space(request.edition.seats if request.seat is None else request.seat).check(code)
    return game.guess_number(code)


def total_lower_bound(game: GuessingGame) -> int:
    """The least total that any strategy of a game can have: a book's proven bound, or that of a perfect tree."""
    book = book_for(game)
    most_marks = int(np.count_nonzero(cell_sizes(game), axis=1).max())
    tree = least_cost(game.weights_by_answer(all_codes(game)), most_marks, game.open_marks, GUESSES.increments_from(1))
    return tree if book is None else max(tree, book.claims.lower_bound)


def save_book(result: FoundStrategy, request: StrategyRequest, file: Path) -> None:
    """Write a strategy to a file as a book. Raises `ReadError` if that fails."""
    tally = result.tally
    # The best with a limit, or with a given first guess, need not be the best of all.
    is_free = request.worst is None and request.opening is None
    claims = Claims(
        rule=request.rule,
        codes=tally.codes,
        total=tally.total,
        worst=tally.worst,
        histogram=tally.histogram,
        lower_bound=result.lower if is_free else min(result.lower, total_lower_bound(result.strategy.game)),
        proof=PROOF_IN_BOOK.get(result.proof, "none"),
        seconds=round(result.seconds, 2),
        command=_command(request),
    )
    try:
        file.write_bytes(write_book(Book(claims, result.strategy)))
    except OSError as error:
        raise file_error(file, error, "file-unwritable") from error


def _command(request: StrategyRequest) -> str:
    """The command that computes this strategy."""
    words = ["keypeg strategy", write_edition(request.edition), "--rule", request.rule]
    words += ["--opening", request.opening] if request.opening else []
    words += ["--worst", str(request.worst)] if request.worst is not None else []
    words += ["--seat", str(request.seat)] if request.seat is not None else []
    words += ["--ties", request.ties] if request.ties != DEFAULT_TIES else []
    return " ".join(words)
