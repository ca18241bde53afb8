"""Plays a contest in several processes, each of which plays portions of matches; the results are joined in order.

On Ctrl-C the parent process tells the workers to stop, and each returns what it has played. So stopping a contest of
slow players does not mean waiting for them.
"""

import os
import signal
from _thread import interrupt_main
from collections import deque
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from threading import Thread
from types import FrameType

from keypeg.contests.contest import Contest, ContestResult, MatchResult, ReportProgress, play_numbered_match
from keypeg.core.errors import ReadError

POLL_SECONDS = 0.2
"""How long to wait for results before reporting progress."""

PORTIONS_PER_WORKER = 16
"""Each worker gets its share in about so many portions, so that none is left with much to do at the end."""

MAX_PORTION_MATCHES = 25
"""The most matches that a worker plays before it returns them."""


STOP_SECONDS = 5.0
"""How long a worker that was told to stop may take."""

PORTIONS_AHEAD = 4
"""How many portions for each worker are submitted ahead."""

_Future = Future[list[MatchResult]]
PendingPortions = deque[tuple[range, _Future]]
"""The submitted portions, in order."""


class WorkerLostError(ReadError):
    """A worker process was killed."""

    def __init__(self, so_far: ContestResult) -> None:
        super().__init__("worker-lost")
        self.so_far = so_far
        """The matches played until then."""


# In the workers


class _WorkerState:
    """Whether this worker is playing, and whether it was told to stop."""

    is_playing = False
    must_stop = False


def _start_worker(stop_reader: "Connection[None, None]") -> None:
    """Prepare a worker: it ignores Ctrl-C until the parent tells it to stop."""

    def interrupted(number: int, frame: FrameType | None) -> None:
        if _WorkerState.must_stop and _WorkerState.is_playing:
            raise KeyboardInterrupt

    def listen() -> None:
        stop_reader.poll(None)
        _WorkerState.must_stop = True
        interrupt_main()
        # The parent ends last. If it is gone already, nobody tells this worker to exit; and a thread that was
        # interrupted while it held a lock may never notice.
        parent = parent_process()
        assert parent is not None
        parent.join(STOP_SECONDS)
        os._exit(1)

    signal.signal(signal.SIGINT, interrupted)
    Thread(target=listen, daemon=True).start()


def _play_portion(contest: Contest, numbers: range) -> list[MatchResult]:
    """Play these matches, or as many as possible before being told to stop."""
    played: list[MatchResult] = []
    try:
        _WorkerState.is_playing = True
        for number in numbers:
            if _WorkerState.must_stop:
                break
            played.append(play_numbered_match(contest, number))
    except KeyboardInterrupt:
        pass
    finally:
        _WorkerState.is_playing = False
    return played


# In the parent


def play_in_parallel(contest: Contest, jobs: int, watch: ReportProgress | None = None) -> ContestResult:
    """Play a contest with so many processes. If `watch` stops it, the result holds the first matches.

    Raises `ReadError` if a player fails, and `WorkerLostError` if a worker was killed.
    """
    size = max(1, min(MAX_PORTION_MATCHES, contest.matches // (jobs * PORTIONS_PER_WORKER)))
    portions = [range(start, min(start + size, contest.matches)) for start in range(0, contest.matches, size)]
    context = get_context("spawn")
    # The pipe closes when the parent closes it or dies; the workers wait for that.
    stop_reader, stop_writer = context.Pipe(duplex=False)
    played: list[MatchResult] = []
    with ProcessPoolExecutor(min(jobs, len(portions)), context, _start_worker, (stop_reader,)) as executor:
        waiting: PendingPortions = deque()
        coming = iter(portions)
        try:
            while True:
                while len(waiting) < PORTIONS_AHEAD * jobs and (portion := next(coming, None)) is not None:
                    with _sigint_blocked():
                        waiting.append((portion, executor.submit(_play_portion, contest, portion)))
                if not waiting or not _wait_for_results(waiting, len(played), contest, watch):
                    break
                while waiting and waiting[0][1].done():
                    played += waiting.popleft()[1].result()
            stop_writer.close()
            played += _collect_partial_results(waiting)
        except BrokenExecutor:
            raise WorkerLostError(ContestResult(contest, tuple(played))) from None
        finally:
            stop_writer.close()
            executor.shutdown(cancel_futures=True)
            stop_reader.close()
    return ContestResult(contest, tuple(played))


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Block Ctrl-C for a while. A process started meanwhile never receives it, not even while it starts."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _wait_for_results(waiting: PendingPortions, played: int, contest: Contest, watch: ReportProgress | None) -> bool:
    """Wait for more results; return whether to continue."""
    wait([waiting[0][1]], POLL_SECONDS)
    played += sum(len(portion) for portion, future in waiting if future.done())
    return watch is None or watch(played, contest.matches)


def _collect_partial_results(waiting: PendingPortions) -> list[MatchResult]:
    """What the stopped workers return, up to the first match that is missing."""
    results: list[MatchResult] = []
    is_whole = True
    for portion, future in waiting:
        if future.cancel() or not is_whole:
            break
        portion_results = future.result()
        results += portion_results
        is_whole = len(portion_results) == len(portion)
    return results
