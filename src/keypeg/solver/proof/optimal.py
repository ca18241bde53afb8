"""Optimal strategies, with the proof that there is none better."""

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

SAVE_SECONDS = 60.0
"""The time between two checkpoints."""


@dataclass(frozen=True)
class Optimum:
    """The best strategy found, and a lower bound for every other."""

    strategy: Strategy
    cost: int
    lower: int
    """A lower bound of the cost of every strategy; equal to the cost if the strategy is proven to be optimal."""
    nodes: int
    """How many positions the search entered."""

    @property
    def proven(self) -> bool:
        """Whether the strategy is proven to be optimal."""
        return self.lower == self.cost


def strategy_cost(strategy: Strategy, costs: Costs = GUESSES) -> int:
    """The cost of a strategy for all codes together."""
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
    """Find the strategy of least cost, with the proof; or the best so far, if the watch stops the search.

    With an executor, so many workers share the search. `checkpoint` is a file that stores its progress; a search that
    was stopped continues from it. Raises `RuleError` if every strategy has a forbidden cost.
    """
    check_searchable(game, len(game.codes))
    if game.recipe is None and (executor is not None or checkpoint is not None):
        raise ValueError("a game with weights of its own takes neither workers nor a checkpoint")
    seed = _seed(game, costs, opening)
    seed_cost = strategy_cost(seed, costs)
    budget = seed_cost + 1 if seed_cost < FORBIDDEN else INFINITE_COST
    table = load_table(checkpoint, game, costs) if checkpoint else new_table()
    search: ExactSearch | ParallelProof
    if executor is None or len(game.codes) == 1:
        search = ExactSearch(game, costs, table=table)
    else:
        search = ParallelProof(game, costs, executor, workers, table)
    try:
        answer = search.solve(budget, -1 if opening is None else opening, _saving_watch(search, checkpoint, watch))
        if not answer.exact or answer.bound >= FORBIDDEN:
            raise RuleError("no-strategy-within")
        strategy = search.strategy(answer.guess)
    except SearchInterrupted:
        _save(search, checkpoint)
        return Optimum(seed, seed_cost, min(search.progress.lower, seed_cost), search.progress.nodes)
    except BrokenExecutor:
        _save(search, checkpoint)
        raise ReadError("worker-lost") from None
    if strategy_cost(strategy, costs) != answer.bound:
        # Either the stored table is wrong or the search has a fault; nothing is proven.
        raise ReadError("proof-does-not-hold", claimed=answer.bound, found=strategy_cost(strategy, costs))
    if checkpoint:
        checkpoint.unlink(missing_ok=True)
    return Optimum(strategy, answer.bound, answer.bound, search.nodes)


def least_worst_case(game: GuessingGame, watch: Watch | None = None) -> Optimum:
    """Find the strategy with the least worst case; of all such, the one with the least total.

    One limit after the other is searched, from the worst case of a perfect tree on, until there is a strategy.
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
    """The best of some one-step strategies: cheap to find, and an upper bound for the search.

    The number of parts gives the best averages; where late guesses cost more, other rules may do better.
    """
    rules = (Rule.PARTS,) if costs.is_constant else (Rule.PARTS, Rule.ENTROPY, Rule.MINIMAX)
    strategies = [one_step_strategy(game, rule, opening=opening) for rule in rules]
    return min(strategies, key=lambda strategy: strategy_cost(strategy, costs))


def _save(search: ExactSearch | ParallelProof, checkpoint: Path | None) -> None:
    if checkpoint is not None:
        save_table(checkpoint, search.table, search.game, search.costs)


def _saving_watch(search: ExactSearch | ParallelProof, checkpoint: Path | None, watch: Watch | None) -> Watch | None:
    """A watch that also saves the table from time to time."""
    if checkpoint is None:
        return watch
    saved_at = monotonic()

    def save_in_time(progress: Progress) -> bool:
        nonlocal saved_at
        if monotonic() - saved_at >= SAVE_SECONDS:
            _save(search, checkpoint)
            saved_at = monotonic()
        return watch is None or watch(progress)

    return save_in_time
