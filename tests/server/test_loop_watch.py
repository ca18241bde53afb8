"""The lag of the event loop is measured, and a callback that holds it too long is found with its place."""

import asyncio
import gc
import importlib
import logging
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from keypeg.server.json_logs import JsonLogFormatter
from keypeg.server.loop_watch import BEAT_SECONDS, LoopWatch
from keypeg.server.slow_callbacks import COLLECTION, LOOP_METHODS, SlowCallback, SlowCallbacks, measured_server
from support.loop_checks import MAX_TEST_SECONDS, check_server_log, slow_callbacks_switch
from support.service_harness import run, until

LIMIT = 0.001
"""How long a callback may take in these tests, in seconds; `spin` takes fifty times as long."""


def lags_measured(now_at_beats: list[float]) -> list[float]:
    """The lags that are counted if these are the times of the beats, after a start at 0."""
    times = iter([0.0] + [now for beat in now_at_beats for now in (beat, beat)])
    counted: list[float] = []

    async def beat() -> None:
        watch = LoopWatch(counted.append, lambda: next(times))
        watch.start()
        for _ in now_at_beats:
            watch.stop()
            watch.beat()
        watch.stop()

    asyncio.run(beat())
    return [round(lag, 6) for lag in counted]


def test_a_loop_that_keeps_its_beat_has_no_lag() -> None:
    assert lags_measured([BEAT_SECONDS, 2 * BEAT_SECONDS]) == [0, 0]


def test_a_beat_that_comes_early_has_no_lag() -> None:
    assert lags_measured([BEAT_SECONDS / 2]) == [0]


def test_a_long_wait_counts_for_every_beat_that_was_missed() -> None:
    assert lags_measured([3.5 * BEAT_SECONDS]) == [2.5 * BEAT_SECONDS, 1.5 * BEAT_SECONDS, 0.5 * BEAT_SECONDS]


def test_the_beat_goes_on_until_it_is_stopped() -> None:
    async def count() -> int:
        counted: list[float] = []
        watch = LoopWatch(counted.append)
        watch.start()
        await until(lambda: len(counted) > 2)
        watch.stop()
        before = len(counted)
        await asyncio.sleep(3 * BEAT_SECONDS)
        return len(counted) - before

    assert asyncio.run(count()) == 0


def spin() -> None:
    """Use fifty milliseconds of CPU."""
    start = time.thread_time()
    while time.thread_time() < start + 50 * LIMIT:
        pass


async def spin_later() -> None:
    await asyncio.sleep(0)
    spin()


def spin_too_long() -> None:
    """Use ten times as much CPU as a callback may in this run."""
    start = time.thread_time()
    while time.thread_time() < start + 10 * MAX_TEST_SECONDS:
        pass


async def sleep_long() -> None:
    time.sleep(50 * LIMIT)  # as if other programs were running


async def work_briefly_but_often() -> None:
    for _ in range(100):
        start = time.thread_time()
        while time.thread_time() < start + LIMIT / 10:
            pass
        await asyncio.sleep(0)


async def collect_much() -> None:
    kept = [[number] for number in range(500_000)]
    gc.collect()
    kept.clear()


class SpinningProtocol(asyncio.Protocol):
    """Takes long for what it receives, and then closes the connection."""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        spin()
        self.transport.close()


async def send_to_protocol() -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(SpinningProtocol, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    reader, writer = await asyncio.open_connection(host, port)
    writer.write(b"x")
    await reader.read()
    writer.close()
    server.close()


Find = Callable[[Coroutine[Any, Any, None]], list[SlowCallback]]
"""Runs some work in an event loop; returns the slow callbacks found."""


@pytest.fixture
def as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is measured in a test is not measured after it."""
    uvloop = pytest.importorskip("uvloop")
    measured = [(asyncio.Handle, "_run"), (SpinningProtocol, "data_received")]
    for owner, name in [*measured, *((uvloop.Loop, name) for name in LOOP_METHODS)]:
        monkeypatch.setattr(owner, name, getattr(owner, name))


@pytest.fixture(params=["asyncio", "uvloop"])
def find(request: pytest.FixtureRequest, as_before: None) -> Iterator[Find]:
    found: list[SlowCallback] = []
    slow_callbacks = SlowCallbacks(found.append, LIMIT)
    slow_callbacks.start()
    new_loop = pytest.importorskip(request.param).new_event_loop

    def find_in(work: Coroutine[Any, Any, None]) -> list[SlowCallback]:
        with asyncio.Runner(loop_factory=new_loop) as runner:
            slow_callbacks.measure(type(runner.get_loop()), [SpinningProtocol])
            runner.run(work)
        return found

    yield find_in
    slow_callbacks.stop()


def test_a_slow_step_is_found_with_its_place(find: Find) -> None:
    (slow,) = find(spin_later())
    assert slow.name == "spin_later"
    assert slow.seconds >= 50 * LIMIT
    assert any("test_loop_watch.py" in place and place.endswith(" spin") for place in slow.places)


def test_a_slow_callback_of_a_protocol_is_found(find: Find) -> None:
    (slow,) = find(send_to_protocol())
    assert any("SpinningProtocol.data_received" in place for place in slow.places)


def test_waiting_for_other_programs_is_not_slow(find: Find) -> None:
    assert find(sleep_long()) == []


def test_many_short_steps_are_not_slow(find: Find) -> None:
    assert find(work_briefly_but_often()) == []


def test_a_garbage_collection_is_measured_apart(find: Find) -> None:
    found = find(collect_much())
    assert any(slow.name.startswith(COLLECTION) for slow in found)


# In tests

Work = Callable[[], Coroutine[Any, Any, None]]


@pytest.fixture
def log_of_server(
    as_before: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> Callable[[Work], Path]:
    """Does some work as a server does; returns the log."""
    for name, value in slow_callbacks_switch().items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(logging.getLogger("keypeg"), "propagate", True)

    async def serve(work: Work) -> None:
        with measured_server([]) as slow_callbacks:
            assert slow_callbacks is not None
            await asyncio.get_running_loop().create_task(work())
        asyncio.get_running_loop().call_soon(slow_callbacks.stop)

    def work_and_log(work: Work) -> Path:
        asyncio.run(serve(work))
        log = tmp_path / "log"
        log.write_text("".join(JsonLogFormatter().format(record) + "\n" for record in caplog.records))
        return log

    return work_and_log


@pytest.mark.no_cover
def test_a_test_fails_if_a_server_that_it_starts_logs_a_slow_callback(log_of_server: Callable[[Work], Path]) -> None:
    async def spin_at_server() -> None:
        await asyncio.sleep(0)
        spin_too_long()

    with pytest.raises(AssertionError, match="spin_at_server held the loop"):
        check_server_log(log_of_server(spin_at_server))


@pytest.mark.no_cover
def test_a_test_fails_if_a_server_that_it_starts_imports_something_while_it_serves(
    log_of_server: Callable[[Work], Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "seldom_used.py").write_text("import imported_with_it")
    (tmp_path / "imported_with_it.py").touch()
    monkeypatch.syspath_prepend(tmp_path)

    async def import_at_server() -> None:
        importlib.import_module("seldom_used")

    log = log_of_server(import_at_server)
    with pytest.raises(AssertionError, match=r'"imported": "seldom_used".*import_at_server'):
        check_server_log(log)
    assert "imported_with_it" not in log.read_text(), "it belongs to the other"


@pytest.mark.no_cover
def test_other_threads_may_import_while_a_server_serves(log_of_server: Callable[[Work], Path], tmp_path: Path) -> None:
    async def import_beside_server() -> None:
        await asyncio.to_thread(importlib.import_module, "colorsys")

    sys.modules.pop("colorsys", None)
    check_server_log(log_of_server(import_beside_server))


@pytest.mark.no_cover
def test_a_test_fails_if_the_service_holds_its_loop() -> None:
    async def schedule_slow_work() -> None:
        asyncio.get_running_loop().call_soon(spin_too_long)
        await asyncio.sleep(0)

    with pytest.raises(AssertionError, match="spin_too_long held the loop"):
        run(schedule_slow_work())


@pytest.mark.no_cover
def test_what_a_test_itself_does_in_the_loop_of_the_service_may_take_long() -> None:
    async def spin_in_test() -> None:
        await asyncio.sleep(0)
        spin_too_long()

    run(spin_in_test())
