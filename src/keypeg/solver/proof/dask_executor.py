"""The workers of a Dask cluster as an executor: one search on many machines.

The search itself knows nothing of it. A worker that is lost is no loss: Dask gives what it was doing to another, and
the answers that were heard before are kept by who asks. Only when nobody is left to answer is the search over; then it
says what it says when a process of one's own is lost, and what was found out is kept.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager
from socket import create_connection
from typing import Any, ParamSpec, TypeVar

from keypeg.core.errors import ReadError

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE = 10
"""How many seconds a cluster has to answer, and to show a worker."""


class DaskExecutor(Executor):
    """The workers of a Dask cluster.

    Dask's own executor would do, but it keeps answers in the workers as long as anything here remembers the question:
    a worker that is lost takes them along, and they are worked out again although they were heard long ago. Here an
    answer is let go as soon as it is heard.
    """

    def __init__(self, client: Any) -> None:
        """Ask by this `distributed.Client`."""
        self._client = client

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have some worker do this. The future says `BrokenExecutor` if none can, because all that tried were lost."""
        asked = self._client.submit(fn, *args, pure=False, **kwargs)
        told: Future[T] = Future()

        def stop(done: Future[T]) -> None:
            if done.cancelled():
                asked.cancel()

        told.add_done_callback(stop)
        asked.add_done_callback(lambda done: _tell(done, told))
        return told


def _tell(asked: Any, told: "Future[T]") -> None:
    """Tell what a worker answered, and let it forget."""
    from distributed import KilledWorker

    if not told.set_running_or_notify_cancel():
        return
    try:
        result = asked.result()
    except (KilledWorker, CancelledError) as error:
        told.set_exception(BrokenExecutor(str(error)))
    except Exception as error:
        told.set_exception(error)
    else:
        asked.release()
        told.set_result(result)


@contextmanager
def connect_cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The cluster whose scheduler has this address, and how many workers it has.

    Raises `ReadError` if nobody answers there, or if Dask is not installed.
    """
    try:
        from distributed import Client
    except ImportError:
        raise ReadError("cluster-not-installed") from None
    try:
        _knock(address)
        client: Any = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, OverflowError):  # time that is up is an OSError too
        raise ReadError("cluster-silent", address=address) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise ReadError("cluster-empty", address=address) from None
        yield DaskExecutor(client), sum(client.nthreads().values())


def _knock(address: str) -> None:
    """See that somebody is there: a client of Dask that finds nobody is not easily got rid of."""
    host, _, port = address.removeprefix("tcp://").removeprefix("tls://").rpartition(":")
    create_connection((host.strip("[]"), int(port)), PATIENCE).close()
