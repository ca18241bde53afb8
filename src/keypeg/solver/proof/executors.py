"""Workers for long searches: processes on this machine, or a Dask cluster.

`open_workers` starts or finds them, `run_tasks` keeps them busy. Worker processes ignore Ctrl-C: the process that
started them handles it, and sets an event that they check from time to time.
"""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from typing import NamedTuple, TypeVar

from keypeg.parent_watch import end_with_parent
from keypeg.solver.exact.search import Watch
from keypeg.solver.proof.dask_executor import connect_cluster

QUESTION = TypeVar("QUESTION")
ANSWER = TypeVar("ANSWER")

POLL_SECONDS = 0.5
"""The longest wait for an answer before the caller is asked whether to continue."""


class Workers(NamedTuple):
    """An executor, and how many tasks it runs at a time."""

    executor: Executor
    at_once: int


@contextmanager
def open_workers(jobs: int, cluster: str | None) -> Iterator[Workers]:
    """Start so many worker processes, or connect to the cluster at this address; stop the processes at the end.

    Raises `ReadError` if the cluster cannot be reached.
    """
    if cluster is not None:
        with connect_cluster(cluster) as (executor, at_once):
            yield Workers(executor, at_once)
        return
    context = get_context("spawn")
    stop = context.Event()
    with ProcessPoolExecutor(jobs, context, start_worker, (stop,)) as executor:
        try:
            yield Workers(executor, jobs)
        finally:
            stop.set()


def run_tasks(
    tasks: Iterator[tuple[QUESTION, Future[ANSWER]]],
    at_once: int,
    receive: Callable[[QUESTION, ANSWER], None],
    proceed: Callable[[], bool],
) -> bool:
    """Run tasks on workers, so many at a time, and hand each answer to `receive` as soon as it is there.

    `tasks` submits a task when its next item is taken. `proceed` is asked at least every `POLL_SECONDS`; if it says no,
    waiting tasks are cancelled. Returns whether all tasks were answered.
    """
    waiting: dict[Future[ANSWER], QUESTION] = {}
    while True:
        while len(waiting) < at_once and (task := next(tasks, None)) is not None:
            question, future = task
            waiting[future] = question
        if not waiting:
            return True
        done, _ = wait(waiting, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
        for future in done:
            receive(waiting.pop(future), future.result())
        if not proceed():
            for future in waiting:
                future.cancel()
            return False


# In the workers

_stop_events: list[Event] = []


def start_worker(stop: Event) -> None:
    """Prepare a worker process: it ignores Ctrl-C, and stops its searches when the event is set or its parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    _stop_events.append(stop)


def watch_stop_event() -> Watch | None:
    """A watch that stops a search when this worker's event is set; None in a process without such an event."""
    return (lambda progress: not _stop_events[-1].is_set()) if _stop_events else None
