"""A contest shared out to processes. Each plays some matches at a time; the results are put together in order.

Ctrl-C is for the one who asked: he tells the workers, and each gives back what it has played. So whoever stops
a contest of players who think for long does not have to wait for them.
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

from keypeg.bots.contest import Contest, ContestResult, MatchResult, ReportProgress, play_numbered_match
from keypeg.core.errors import ReadError

POLL_SECONDS = 0.2
"""How long to wait for results before asking whether to go on."""

PORTIONS_PER_WORKER = 16
"""In about how many portions each worker gets its share, so that none is left over with much to do."""

MAX_PORTION_MATCHES = 25
"""How many matches a worker plays before it tells of them, at most."""


STOP_SECONDS = 5.0
"""How many seconds a worker that was told to stop has to end."""

PORTIONS_AHEAD = 4
"""How many portions for each worker are given out at a time."""

_Future = Future[list[MatchResult]]
PendingPortions = deque[tuple[range, _Future]]
"""What was given out, in order."""


class WorkerLostError(ReadError):
    """A worker was ended from outside."""

    def __init__(self, so_far: ContestResult) -> None:
        super().__init__("worker-lost")
        self.so_far = so_far
        """What was played until then."""


# In the workers


class _WorkerState:
    """Whether this worker plays, and whether it was told to stop."""

    playing = False
    to_stop = False


def _start_worker(ear: "Connection[None, None]") -> None:
    """What a worker begins with: it plays on when somebody presses Ctrl-C, until it is told to stop."""

    def interrupted(number: int, frame: FrameType | None) -> None:
        if _WorkerState.to_stop and _WorkerState.playing:
            raise KeyboardInterrupt

    def listen() -> None:
        ear.poll(None)
        _WorkerState.to_stop = True
        interrupt_main()
        # Whoever asked goes last. If he is gone already, nobody will say when it is time to go; and whoever was
        # interrupted where he held a lock may never get to hear it.
        parent = parent_process()
        assert parent is not None
        parent.join(STOP_SECONDS)
        os._exit(1)

    signal.signal(signal.SIGINT, interrupted)
    Thread(target=listen, daemon=True).start()


def _play_portion(contest: Contest, numbers: range) -> list[MatchResult]:
    """Play these matches, or as many of them as there is time for."""
    played: list[MatchResult] = []
    try:
        _WorkerState.playing = True
        for number in numbers:
            if _WorkerState.to_stop:
                break
            played.append(play_numbered_match(contest, number))
    except KeyboardInterrupt:
        pass
    finally:
        _WorkerState.playing = False
    return played


# Who asks


def play_in_parallel(contest: Contest, jobs: int, watch: ReportProgress | None = None) -> ContestResult:
    """Play a contest with so many processes. Stopped by the watch, it is what was played until then, in order.

    Raises `ReadError` if a player fails, and `WorkerLostError` if a worker was killed.
    """
    size = max(1, min(MAX_PORTION_MATCHES, contest.matches // (jobs * PORTIONS_PER_WORKER)))
    portions = [range(at, min(at + size, contest.matches)) for at in range(0, contest.matches, size)]
    context = get_context("spawn")
    # Workers listen at a pipe whose end they see when it is closed: by who asks, or by his death.
    ear, mouth = context.Pipe(duplex=False)
    played: list[MatchResult] = []
    with ProcessPoolExecutor(min(jobs, len(portions)), context, _start_worker, (ear,)) as executor:
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
            mouth.close()
            played += _collect_partial_results(waiting)
        except BrokenExecutor:
            raise WorkerLostError(ContestResult(contest, tuple(played))) from None
        finally:
            mouth.close()
            executor.shutdown(cancel_futures=True)
            ear.close()
    return ContestResult(contest, tuple(played))


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """While this lasts Ctrl-C has to wait. A process that begins now never hears it, not even as it begins."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _wait_for_results(waiting: PendingPortions, played: int, contest: Contest, watch: ReportProgress | None) -> bool:
    """Wait for more results. Whether the watch wants any."""
    wait([waiting[0][1]], POLL_SECONDS)
    played += sum(len(portion) for portion, future in waiting if future.done())
    return watch is None or watch(played, contest.matches)


def _collect_partial_results(waiting: PendingPortions) -> list[MatchResult]:
    """What workers who are told to stop give back, up to the first match that is missing."""
    left: list[MatchResult] = []
    whole = True
    for portion, future in waiting:
        if future.cancel() or not whole:
            break
        some = future.result()
        left += some
        whole = len(some) == len(portion)
    return left
