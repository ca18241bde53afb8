"""The wide search of the command `strategy`: shared out to processes, shown as it goes, stopped and gone on with."""

from collections.abc import Mapping
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from keypeg.core.errors import ReadError
from keypeg.solver.levelling import levelled
from keypeg.solver.puzzle import Puzzle
from keypeg.solver.strategy import Strategy
from keypeg.solver.widening import Widening, check_wide
from keypeg.terminal.keep import data_folder
from keypeg.terminal.waiting import Watcher, begin_work


def search_widely(
    puzzle: Puzzle, opening: int | None, jobs: int, keep: Path | None, lang: str, environ: Mapping[str, str]
) -> tuple[Strategy, bool]:
    """The best strategy that a wide search finds, and whether it came to its end.

    What was found out is kept in a file, and the same search goes on from there.
    """
    check_wide(puzzle)
    name = f"{puzzle.key}-wide-{'any' if opening is None else opening}.journal"
    file = keep or data_folder(environ) / "searches" / name
    context = get_context("spawn")
    stop = context.Event()
    with (
        Watcher(lang).watching() as watch,
        ProcessPoolExecutor(jobs, context, begin_work, (stop,)) as executor,
    ):
        try:
            widening = Widening(puzzle, opening, executor, jobs, file)
            ended = widening.widen(watch=watch.widening)
        except BrokenExecutor:
            raise ReadError("worker-lost") from None
        finally:
            stop.set()
    if ended:
        file.unlink(missing_ok=True)
    return levelled(widening.strategy), ended
