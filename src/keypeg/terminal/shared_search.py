"""Long searches of the command `strategy` shared out: to processes of one's own, or to a cluster."""

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

from keypeg.core.errors import ReadError
from keypeg.solver.beam.parallel_beam import ParallelBeam, check_wide
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.proof.dask_executor import cluster_at
from keypeg.solver.proof.trim_worst_case import levelled
from keypeg.solver.strategy.tree import Strategy
from keypeg.terminal.progress import ProgressWatch, begin_work


@contextmanager
def sharing(jobs: int, cluster: str | None) -> Iterator[tuple[Executor, int]]:
    """Who does the work, and how many they are. Processes of one's own are told to stop when it is over."""
    if cluster is not None:
        with cluster_at(cluster) as found:
            yield found
        return
    context = get_context("spawn")
    stop = context.Event()
    with ProcessPoolExecutor(jobs, context, begin_work, (stop,)) as executor:
        try:
            yield executor, jobs
        finally:
            stop.set()


def search_widely(
    game: GuessingGame, opening: int | None, executor: Executor, workers: int, file: Path, watch: ProgressWatch
) -> tuple[Strategy, bool]:
    """The best strategy that a wide search finds, and whether it came to its end.

    What was found out is kept in the file, and the same search goes on from there.
    """
    check_wide(game)
    try:
        widening = ParallelBeam(game, opening, executor, workers, file)
        ended = widening.widen(watch=watch.widening)
    except BrokenExecutor:
        raise ReadError("worker-lost") from None
    if ended:
        file.unlink(missing_ok=True)
    return levelled(widening.strategy), ended
