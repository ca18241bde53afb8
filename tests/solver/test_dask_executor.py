"""One search on a cluster of Dask: real workers, of which one is really killed."""

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

pytestmark = pytest.mark.no_cover  # what workers do is covered elsewhere


class House(NamedTuple):
    """A cluster, and where its scheduler is."""

    address: str
    client: Any


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    """Two worker processes on this machine, which nobody else can reach."""
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0", host="127.0.0.1"
        ) as cluster,
        Client(cluster.scheduler_address, set_as_default=False) as client,
    ):
        yield House(cluster.scheduler_address, client)


# In the workers


def noted(folder: str, number: int, doomed: int, fn: Callable[..., Any], *args: Any) -> Any:
    """Do something, and note that it was begun and done. Who does the doomed question first never gets to answer it."""
    with (Path(folder) / "begun").open("a") as file:
        file.write(f"{number} {os.getpid()}\n")
    result = fn(*args)
    if number == doomed:
        try:
            with (Path(folder) / "victim").open("x") as file:
                file.write(f"{os.getpid()}\n")
        except FileExistsError:
            return result
        Event().wait()  # until it is killed
    return result


# Who asks


class Witness(Executor):
    """Passes questions on, knows which were answered, and kills whoever works on a certain one."""

    def __init__(self, house: House, folder: Path, doomed: int) -> None:
        self.asked: list[str] = []
        """Every question, in the order in which they were asked."""
        self.heard: set[int] = set()
        """Which of them were answered."""
        self.unheard: set[int] = set()
        """Which of them were not, when the worker was killed."""
        self.killed = 0
        self._house = house
        self._executor = DaskExecutor(house.client)
        self._folder = folder
        self._doomed = doomed

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        number = len(self.asked)
        words = [part.tolist() if hasattr(part, "tolist") else part for part in args[2:]]
        self.asked.append(f"{fn.__name__} {words}")
        future = self._executor.submit(noted, str(self._folder), number, self._doomed, fn, *args)
        future.add_done_callback(lambda done: self.heard.add(number))
        if number == self._doomed:
            self._kill()
        return future

    def _kill(self) -> None:
        victim = self._folder / "victim"
        while not (victim.exists() and victim.read_text().endswith("\n")):
            sleep(0.01)
        while self._at_the_scheduler() > len(self.asked) - len(self.heard):  # that it forgets takes a moment
            sleep(0.01)
        self.unheard = set(range(len(self.asked))) - self.heard
        self.killed = int(victim.read_text())
        os.kill(self.killed, signal.SIGKILL)

    def _at_the_scheduler(self) -> int:
        many: int = self._house.client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks))
        return many

    def begun(self) -> list[tuple[int, int]]:
        """Which questions were begun, and by which process."""
        lines = (self._folder / "begun").read_text().splitlines()
        return [(int(number), int(process)) for number, process in map(str.split, lines)]


@pytest.mark.parametrize("doomed", [30])
def test_a_worker_that_is_killed_costs_what_it_was_doing_and_nothing_else(
    house: House, tmp_path: Path, doomed: int
) -> None:
    witness = Witness(house, tmp_path, doomed)
    found = optimal_strategy(small_game(4, 6), executor=witness, workers=2)
    assert found.proven
    assert found.cost == 5625 == replayed_cost(found.strategy, BLACK_WHITE, GUESSES)
    assert len(witness.asked) > doomed + 5, "it was in the middle"
    begun = [number for number, _ in witness.begun()]
    again = {number for number in begun if begun.count(number) > 1}
    who = [process for number, process in witness.begun() if number == doomed]
    assert who[0] == witness.killed
    assert who[-1] != witness.killed, "what it was doing was done by another"
    assert doomed in again <= witness.unheard, "what was heard was not done again"
    assert len(witness.unheard) <= 3
    assert len(set(witness.asked)) == len(witness.asked), "nor was it asked again"


@pytest.mark.cover
def test_who_asks_a_cluster_by_its_address_finds_what_one_finds_alone(house: House) -> None:
    with connect_cluster(house.address) as (executor, workers):
        assert workers == 2
        found = optimal_strategy(small_game(4, 5), executor=executor, workers=workers)
    assert found.proven
    assert found.cost == 2463


def test_the_command_shares_a_proof_out_to_a_cluster(house: House, tmp_path: Path) -> None:
    rules = read_edition("parker-1974", [])
    request = StrategyRequest(rules, OPTIMAL, cluster=house.address, checkpoint=tmp_path / "kept")
    found = find_strategy(request, "en", {})
    assert found.proof == OPTIMAL
    assert found.tally.total == found.lower == 854


def test_a_search_on_a_cluster_can_be_stopped_and_gone_on_with(house: House, tmp_path: Path) -> None:
    kept, looks = tmp_path / "kept", iter([True, True, False])
    with connect_cluster(house.address) as (executor, workers):
        stopped = optimal_strategy(
            small_game(4, 6), watch=lambda progress: next(looks), executor=executor, workers=workers, checkpoint=kept
        )
    assert not stopped.proven
    assert stopped.lower <= 5625 <= stopped.cost
    assert optimal_strategy(small_game(4, 6), checkpoint=kept).cost == 5625


def ends_its_worker() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.cover
def test_a_question_that_no_worker_survives_is_given_up(house: House, tmp_path: Path) -> None:
    house.client.run_on_scheduler(lambda dask_scheduler: setattr(dask_scheduler, "allowed_failures", 0))
    with connect_cluster(house.address) as (executor, _), pytest.raises(BrokenExecutor):
        executor.submit(ends_its_worker).result()
    house.client.run_on_scheduler(lambda dask_scheduler: setattr(dask_scheduler, "allowed_failures", 3))


@pytest.mark.cover
def test_what_goes_wrong_in_a_worker_is_told_as_it_is(house: House) -> None:
    with connect_cluster(house.address) as (executor, _), pytest.raises(ZeroDivisionError):
        executor.submit(divmod, 1, 0).result()


def entered(address: str) -> None:
    with connect_cluster(address):
        pass


@pytest.mark.cover
def test_a_cluster_without_workers_is_said_to_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keypeg.solver.proof.dask_executor.PATIENCE_SECONDS", 0.2)
    with LocalCluster(n_workers=0, processes=True, dashboard_address="127.0.0.1:0", host="127.0.0.1") as cluster:
        assert refusal_code(lambda: entered(cluster.scheduler_address)) == "cluster-empty"


@pytest.mark.cover
@pytest.mark.parametrize(
    "address",
    ["nowhere", "tcp://127.0.0.1:1", "127.0.0.1:1", "", "other://127.0.0.1:1", "127.0.0.1:99999999", "[::1]:1"],
)
def test_where_no_scheduler_answers_that_is_said(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setattr("keypeg.solver.proof.dask_executor.PATIENCE_SECONDS", 1)
    assert refusal_code(lambda: entered(address)) == "cluster-silent"


@pytest.mark.cover
def test_without_dask_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert refusal_code(lambda: entered("tcp://127.0.0.1:1")) == "cluster-not-installed"
