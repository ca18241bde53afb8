"""Optimal strategies, and the proof that there is none better."""

from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from keypeg.core.errors import ReadError, RuleError, SearchInterrupted
from keypeg.solver.exact.bounds import least_guesses
from keypeg.solver.exact.mark_tables import check_searchable
from keypeg.solver.exact.search import ExactSearch, Progress, Watch
from keypeg.solver.exact.search_state import INFINITE_COST
from keypeg.solver.exact.transpositions import new_table
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule
from keypeg.solver.proof.checkpoint import load_table, save_table
from keypeg.solver.proof.parallel import ParallelProof
from keypeg.solver.strategy.costs import FORBIDDEN, GUESSES, Costs, costs_within
from keypeg.solver.strategy.tree import Strategy

SAVE_EVERY = 60.0
"""How many seconds pass between two times that the table is kept."""


@dataclass(frozen=True)
class Optimum:
    """The best strategy found, and how good any other can be at best."""

    strategy: Strategy
    """The best strategy found."""
    cost: int
    """What it costs."""
    lower: int
    """What every strategy costs at least. Equal to the cost: it is proven that there is none better."""
    nodes: int
    """How many positions the search entered."""

    @property
    def proven(self) -> bool:
        """Whether it is proven that there is none better."""
        return self.lower == self.cost


def cost_of(strategy: Strategy, costs: Costs = GUESSES) -> int:
    """What a strategy costs."""
    return costs.total_cost(strategy.guesses_needed(), strategy.game.weights)


def optimal_strategy(
    game: GuessingGame,
    costs: Costs = GUESSES,
    opening: int | None = None,
    watch: Watch | None = None,
    executor: Executor | None = None,
    workers: int = 1,
    checkpoint: Path | None = None,
) -> Optimum:
    """The strategy of least cost, with the proof; or, when the watch stops the search, the best one so far.

    With an executor the work is shared out to so many workers. With a checkpoint, a file, what was found out is kept
    there, and a search that was stopped goes on from it. Raises `RuleError` if no strategy avoids what is forbidden.
    """
    check_searchable(game, len(game.codes))
    if game.recipe is None and (executor is not None or checkpoint is not None):
        raise ValueError("a game with weights of its own is searched alone, and not kept")
    seed = _seed(game, costs, opening)
    seed_cost = cost_of(seed, costs)
    budget = seed_cost + 1 if seed_cost < FORBIDDEN else INFINITE_COST
    table = load_table(checkpoint, game, costs) if checkpoint else new_table()
    asked: ExactSearch | ParallelProof
    if executor is None or len(game.codes) == 1:
        asked = ExactSearch(game, costs, table=table)
    else:
        asked = ParallelProof(game, costs, executor, workers, table)
    try:
        answer = asked.solve(budget, -1 if opening is None else opening, _keeping(asked, checkpoint, watch))
        if not answer.exact or answer.bound >= FORBIDDEN:
            raise RuleError("no-strategy-within")
        strategy = asked.strategy(answer.guess)
    except SearchInterrupted:
        _keep(asked, checkpoint)
        return Optimum(seed, seed_cost, min(asked.progress.lower, seed_cost), asked.progress.nodes)
    except BrokenExecutor:
        _keep(asked, checkpoint)
        raise ReadError("worker-lost") from None
    if cost_of(strategy, costs) != answer.bound:
        # A table that was kept says what is not so, or the search has a fault: either way nothing is proven.
        raise ReadError("proof-does-not-hold", claimed=answer.bound, found=cost_of(strategy, costs))
    if checkpoint:
        checkpoint.unlink(missing_ok=True)
    return Optimum(strategy, answer.bound, answer.bound, asked.nodes)


def least_worst(game: GuessingGame, watch: Watch | None = None) -> Optimum:
    """The strategy with the least worst case; of all such, the one with the least total.

    One limit after the other is searched, until there is a strategy within it; from that on which a perfect tree needs.
    """
    limit = least_guesses(len(game.codes), len(game.marks), game.open_marks)
    while True:
        try:
            return optimal_strategy(game, costs_within(limit), watch=watch)
        except RuleError as error:
            if error.code != "no-strategy-within":
                raise
        limit += 1


def _seed(game: GuessingGame, costs: Costs, opening: int | None) -> Strategy:
    """The best of some one-step strategies: it costs next to nothing, and the search need look at nothing worse.

    The number of parts makes the best means; where many guesses cost more than few, other rules may do better.
    """
    rules = (Rule.PARTS,) if costs.is_constant else (Rule.PARTS, Rule.ENTROPY, Rule.MINIMAX)
    found = [one_step_strategy(game, rule, opening=opening) for rule in rules]
    return min(found, key=lambda strategy: cost_of(strategy, costs))


def _keep(asked: ExactSearch | ParallelProof, checkpoint: Path | None) -> None:
    if checkpoint is not None:
        save_table(checkpoint, asked.table, asked.game, asked.costs)


def _keeping(asked: ExactSearch | ParallelProof, checkpoint: Path | None, watch: Watch | None) -> Watch | None:
    """A watch that keeps the table from time to time as well."""
    if checkpoint is None:
        return watch
    saved = monotonic()

    def keep(progress: Progress) -> bool:
        nonlocal saved
        if monotonic() - saved >= SAVE_EVERY:
            _keep(asked, checkpoint)
            saved = monotonic()
        return watch is None or watch(progress)

    return keep
