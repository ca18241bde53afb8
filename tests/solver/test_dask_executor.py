"""One search on a Dask cluster with real workers, one of which is killed."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from pathlib import Path
from threading import Event
from time import sleep
from typing import Any, NamedTuple

import pytest
from distributed import Client, LocalCluster

from keypeg.core.marks import BLACK_WHITE
from keypeg.records.edition_links import read_edition
from keypeg.solver.proof.dask_executor import DaskExecutor, connect_cluster
from keypeg.solver.proof.optimal import optimal_strategy
from keypeg.solver.strategy.costs import GUESSES
from keypeg.study.strategies import OPTIMAL, StrategyRequest
from keypeg.terminal.strategy_output import find_strategy
from support.plain_solver import refusal_code, replayed_cost, small_game
from support.played_table import free_port

pytestmark = pytest.mark.no_cover  # other tests cover what workers do


class LocalDask(NamedTuple):
    """A client of a cluster, and the address of its scheduler."""

    address: str
    client: Any


@pytest.fixture(scope="module")
def dask() -> Iterator[LocalDask]:
    """A cluster with two worker processes, reachable only from this machine."""
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0", host="127.0.0.1"
        ) as cluster,
        Client(cluster.scheduler_address, set_as_default=False) as client,
    ):
        yield LocalDask(cluster.scheduler_address, client)


# In the workers


def run_and_record(folder: str, number: int, fatal: int, fn: Callable[..., Any], *args: Any) -> Any:
    """Run a task, and record that it was started. The first worker that runs the fatal task never answers."""
    with (Path(folder) / "begun").open("a") as file:
        file.write(f"{number} {os.getpid()}\n")
    result = fn(*args)
    if number == fatal:
        try:
            with (Path(folder) / "victim").open("x") as file:
                file.write(f"{os.getpid()}\n")
        except FileExistsError:
            return result
        Event().wait()  # until it is killed
    return result


# In the caller


class RecordingExecutor(Executor):
    """Passes tasks on, records which were answered, and kills the worker that runs the fatal one."""

    def __init__(self, dask: LocalDask, folder: Path, fatal: int) -> None:
        self.submitted: list[str] = []
        """Every task, in the order of submission."""
        self.received: set[int] = set()
        """The numbers of those that were answered,"""
        self.unreceived: set[int] = set()
        """and of those that were not when the worker was killed."""
        self.killed = 0
        self._dask = dask
        self._executor = DaskExecutor(dask.client)
        self._folder = folder
        self._doomed = fatal

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        number = len(self.submitted)
        words = [part.tolist() if hasattr(part, "tolist") else part for part in args[2:]]
        self.submitted.append(f"{fn.__name__} {words}")
        future = self._executor.submit(run_and_record, str(self._folder), number, self._doomed, fn, *args)
        future.add_done_callback(lambda done: self.received.add(number))
        if number == self._doomed:
            self._kill()
        return future

    def _kill(self) -> None:
        victim = self._folder / "victim"
        while not (victim.exists() and victim.read_text().endswith("\n")):
            sleep(0.01)
        while self._scheduled_tasks() > len(self.submitted) - len(self.received):  # releasing results takes a moment
            sleep(0.01)
        self.unreceived = set(range(len(self.submitted))) - self.received
        self.killed = int(victim.read_text())
        os.kill(self.killed, signal.SIGKILL)

    def _scheduled_tasks(self) -> int:
        count: int = self._dask.client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks))
        return count

    def started(self) -> list[tuple[int, int]]:
        """The number of every task that was started, with the process that ran it."""
        lines = (self._folder / "begun").read_text().splitlines()
        return [(int(number), int(process)) for number, process in map(str.split, lines)]


@pytest.mark.parametrize("fatal", [30])
def test_a_killed_worker_loses_only_the_task_it_was_running(dask: LocalDask, tmp_path: Path, fatal: int) -> None:
    recorder = RecordingExecutor(dask, tmp_path, fatal)
    optimum = optimal_strategy(small_game(3, 10), executor=recorder, workers=2)
    assert optimum.proven
    assert optimum.cost == 5242 == replayed_cost(optimum.strategy, BLACK_WHITE, GUESSES)
    assert len(recorder.submitted) > fatal + 5, "the search was under way"
    started = [number for number, _ in recorder.started()]
    again = {number for number in started if started.count(number) > 1}
    ran_by = [process for number, process in recorder.started() if number == fatal]
    assert ran_by[0] == recorder.killed
    assert ran_by[-1] != recorder.killed, "another worker ran its task"
    assert fatal in again <= recorder.unreceived, "received answers were not computed again"
    assert len(recorder.unreceived) <= 3
    assert len(set(recorder.submitted)) == len(recorder.submitted), "no task was submitted twice"


@pytest.mark.cover
def test_a_cluster_finds_the_same_optimum_as_a_single_search(dask: LocalDask) -> None:
    with connect_cluster(dask.address) as (executor, workers):
        assert 1 <= workers <= 2, "Dask may not have started the one again that another test killed"
        optimum = optimal_strategy(small_game(4, 5), executor=executor, workers=workers)
    assert optimum.proven
    assert optimum.cost == 2463


@pytest.mark.thorough
def test_the_strategy_command_uses_a_cluster(dask: LocalDask, tmp_path: Path) -> None:
    rules = read_edition("parker-1974", [])
    request = StrategyRequest(rules, OPTIMAL, cluster=dask.address, checkpoint=tmp_path / "kept")
    result = find_strategy(request, "en", {})
    assert result.proof == OPTIMAL
    assert result.tally.total == result.lower == 854


@pytest.mark.thorough
def test_a_search_on_a_cluster_can_be_stopped_and_resumed(dask: LocalDask, tmp_path: Path) -> None:
    checkpoint, looks = tmp_path / "kept", iter([True, True, False])
    with connect_cluster(dask.address) as (executor, workers):
        stopped = optimal_strategy(
            small_game(4, 6),
            watch=lambda progress: next(looks),
            executor=executor,
            workers=workers,
            checkpoint=checkpoint,
        )
    assert not stopped.proven
    assert stopped.lower <= 5625 <= stopped.cost
    assert optimal_strategy(small_game(4, 6), checkpoint=checkpoint).cost == 5625


def kill_own_worker() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.thorough
@pytest.mark.cover
def test_a_task_that_no_worker_survives_breaks_the_executor(dask: LocalDask, tmp_path: Path) -> None:
    dask.client.run_on_scheduler(lambda dask_scheduler: setattr(dask_scheduler, "allowed_failures", 0))
    with connect_cluster(dask.address) as (executor, _), pytest.raises(BrokenExecutor):
        executor.submit(kill_own_worker).result()
    dask.client.run_on_scheduler(lambda dask_scheduler: setattr(dask_scheduler, "allowed_failures", 3))


@pytest.mark.cover
def test_an_exception_in_a_worker_is_raised_by_its_future(dask: LocalDask) -> None:
    with connect_cluster(dask.address) as (executor, _), pytest.raises(ZeroDivisionError):
        executor.submit(divmod, 1, 0).result()


def connect_and_leave(address: str) -> None:
    with connect_cluster(address):
        pass


@pytest.mark.cover
def test_a_cluster_without_workers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keypeg.solver.proof.dask_executor.PATIENCE_SECONDS", 0.2)
    with LocalCluster(n_workers=0, processes=True, dashboard_address="127.0.0.1:0", host="127.0.0.1") as cluster:
        assert refusal_code(lambda: connect_and_leave(cluster.scheduler_address)) == "cluster-empty"


@pytest.mark.cover
@pytest.mark.parametrize(
    "address",
    [
        "nowhere",
        "tcp://127.0.0.1:PORT",
        "127.0.0.1:PORT",
        "",
        "other://127.0.0.1:PORT",
        "127.0.0.1:99999999",
        "[::1]:PORT",
    ],
)
def test_an_address_without_a_scheduler_is_refused(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setattr("keypeg.solver.proof.dask_executor.PATIENCE_SECONDS", 1)
    assert refusal_code(lambda: connect_and_leave(address.replace("PORT", str(free_port())))) == "cluster-unreachable"


@pytest.mark.cover
def test_without_dask_the_error_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert refusal_code(lambda: connect_and_leave("tcp://127.0.0.1:1")) == "extra-missing"
