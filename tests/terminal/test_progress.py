"""Progress on a terminal: how far a search has come, and how Ctrl-C stops it before it ends the program."""

import io
import signal
from collections.abc import Callable
from contextlib import redirect_stderr

import pytest

from keypeg.solver.exact.search import Progress
from keypeg.solver.exact.search_state import INFINITE_COST
from keypeg.terminal import contest_output, progress
from keypeg.terminal.contest_output import ProgressBar
from keypeg.terminal.progress import ProgressWatch

SOME = Progress(1_234_567, 10, 5600, INFINITE_COST)
MORE = Progress(2_345_678, 20, 5620, 5630)


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def advance_clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """A clock that advances only when the test says so."""
    now = [100.0]
    for module in (progress, contest_output):
        monkeypatch.setattr(module, "monotonic", lambda: now[0])

    def advance(seconds: float) -> None:
        now[0] += seconds

    return advance


def test_a_search_shows_its_progress_after_a_while(advance_clock: Callable[[float], None]) -> None:
    with redirect_stderr(Terminal()) as shown, ProgressWatch("en").stop_on_interrupt() as watcher:
        assert watcher.search(SOME)
        advance_clock(1)
        assert watcher.search(SOME)
        assert shown.getvalue() == ""
        advance_clock(2)
        assert watcher.search(SOME)
        assert "1,234,567" in shown.getvalue()
        assert "∞" in shown.getvalue()
        assert watcher.search(MORE)
        assert "2,345,678" not in shown.getvalue(), "not so soon again"
        advance_clock(1)
        assert watcher.search(MORE)
        assert "5,620" in shown.getvalue()
    assert shown.getvalue().endswith("\r\033[K"), "it is wiped out in the end"


def test_growing_a_strategy_shows_its_progress_too(advance_clock: Callable[[float], None]) -> None:
    with redirect_stderr(Terminal()) as shown, ProgressWatch("fr").stop_on_interrupt() as watcher:
        advance_clock(3)
        assert watcher.grow(4321)
        assert "4\u00a0321" in shown.getvalue()


def test_the_first_ctrl_c_stops_the_search_and_the_second_ends_the_program() -> None:
    with ProgressWatch("en").stop_on_interrupt() as watcher:
        signal.raise_signal(signal.SIGINT)
        assert not watcher.search(SOME)
        assert not watcher.grow(1)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_a_shared_contest_shows_a_bar_and_stops_on_ctrl_c(advance_clock: Callable[[float], None]) -> None:
    with (
        redirect_stderr(Terminal()) as shown,
        ProgressBar("en", {"TERM": "xterm"}).stop_on_interrupt(shared=True) as bar,
    ):
        assert bar(10, 40)
        assert f"[{'#' * 10}{'.' * 30}] 10 of 40 matches" in shown.getvalue()
        signal.raise_signal(signal.SIGINT)
        advance_clock(1)
        assert not bar(20, 40)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert shown.getvalue().endswith(" \r"), "it is wiped out in the end"
    assert "\033" not in shown.getvalue()
