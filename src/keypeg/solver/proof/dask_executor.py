"""The workers of a Dask cluster as an executor, for one search on many machines.

The search does not know about Dask. If a worker is lost, Dask gives its task to another one; the answers received
before are stored by the search. Only if no worker is left does the search end, with the same error as when a local
worker process is lost, and its progress is stored.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager
from socket import create_connection
from typing import Any, ParamSpec, TypeVar

from keypeg.core.errors import ReadError
from keypeg.extras import report_missing_extras

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE_SECONDS = 10
"""How long a cluster may take to answer, and to show a worker."""


class DaskExecutor(Executor):
    """An executor that runs tasks on the workers of a Dask cluster.

    Dask's own executor stores results in the workers as long as their futures exist: a lost worker takes them along,
    and they are computed again although they were received long ago. This one releases a result once it is received.
    """

    def __init__(self, client: Any) -> None:
        """Use the cluster of this `distributed.Client`."""
        self._client = client

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run a task on some worker. The future raises `BrokenExecutor` if every worker that tried it was lost."""
        remote = self._client.submit(fn, *args, pure=False, **kwargs)
        local: Future[T] = Future()

        def cancel_remote(done: Future[T]) -> None:
            if done.cancelled():
                remote.cancel()

        local.add_done_callback(cancel_remote)
        remote.add_done_callback(lambda done: _pass_result(done, local))
        return local


def _pass_result(remote: Any, local: "Future[T]") -> None:
    """Pass the result of a Dask future on, and release it on the cluster."""
    from distributed import KilledWorker

    if not local.set_running_or_notify_cancel():
        return
    try:
        result = remote.result()
    except (KilledWorker, CancelledError) as error:
        local.set_exception(BrokenExecutor(str(error)))
    except Exception as error:
        local.set_exception(error)
    else:
        remote.release()
        local.set_result(result)


@contextmanager
def connect_cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """Connect to the cluster whose scheduler has this address; yield an executor and the number of its threads.

    Raises `ReadError` if the scheduler does not answer, or if it has no workers; `MissingExtraError` if Dask is not
    installed.
    """
    with report_missing_extras():
        from distributed import Client
    try:
        _check_address(address)
        client: Any = Client(address, timeout=PATIENCE_SECONDS, set_as_default=False)
    except (OSError, ValueError, OverflowError):  # a timeout is an OSError too
        raise ReadError("cluster-unreachable", address=address) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE_SECONDS)
        except TimeoutError:
            raise ReadError("cluster-empty", address=address) from None
        yield DaskExecutor(client), sum(client.nthreads().values())


def _check_address(address: str) -> None:
    """Raise `OSError` if nothing listens at an address: a Dask client that cannot connect is hard to close."""
    host, _, port = address.removeprefix("tcp://").removeprefix("tls://").rpartition(":")
    create_connection((host.strip("[]"), int(port)), PATIENCE_SECONDS).close()
