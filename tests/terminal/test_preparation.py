"""Preparing the solver: kernels are compiled once on a machine, with a progress bar, and only if they are needed."""

import io
import json
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, redirect_stderr
from pathlib import Path
from typing import Any

import pytest
from numba import njit

from keypeg.solver import warmup
from keypeg.solver.cache_folder import SOLVER, kernel_folder
from keypeg.solver.compile_lock import compiling_alone
from keypeg.solver.readiness import COMPILE_SECONDS
from keypeg.solver.warmup import GROUPS, KernelGroup
from keypeg.terminal.progress import prepare_solver
from support.command import command, environment, run
from support.pseudo_terminal import INTERRUPT, Pseudo
from terminal.test_progress import Terminal

NOTICE = "Preparing the solver. This can take a minute, but happens only once on this machine.\n"


ELSEWHERE = "Keypeg is already preparing the solver on this machine. This can take a minute.\n"


def new_kernel(name: str) -> Any:
    """A kernel that is compiled when it is first called."""

    def function(number: int) -> int:
        return 2 * number

    function.__module__, function.__qualname__ = "keypeg.solver.small", name
    return njit(function)


class SmallKernels:
    """A group of two small kernels in place of the real ones; the group counts how often it ran."""

    def __init__(self) -> None:
        self.kernels = [new_kernel("first"), new_kernel("second")]
        self.between: Callable[[], None] = lambda: None
        self.group = KernelGroup("small", self.run)

    def run(self) -> None:
        self.kernels[0](1)
        self.between()
        self.kernels[1](1)


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SmallKernels:
    """Small kernels and an empty cache folder."""
    made = SmallKernels()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(warmup, "groups_for", lambda *_: (made.group,))
    seconds = {"small": {"small.first": 1.0, "small.second": 3.0}}
    monkeypatch.setattr(warmup, "measured_seconds", lambda: seconds)
    kernel_folder().mkdir(parents=True)
    return made


def prepared(stream: io.StringIO) -> str:
    """What a person reads while the solver is prepared."""
    with redirect_stderr(stream):
        prepare_solver(None, "en")
    return stream.getvalue()


def test_without_a_terminal_the_notice_is_one_line(small: SmallKernels) -> None:
    assert prepared(io.StringIO()) == NOTICE


def test_nothing_is_said_when_the_kernels_are_there(small: SmallKernels) -> None:
    prepared(io.StringIO())
    assert warmup.is_compiled(small.group)
    assert prepared(Terminal()) == ""


def test_nothing_is_said_for_kernels_that_others_have_compiled(small: SmallKernels) -> None:
    """The notice follows the compiler: no note that the kernels are there is needed to keep it silent."""
    small.run()
    assert not warmup.is_compiled(small.group)
    assert prepared(Terminal()) == ""


def test_kernels_that_were_deleted_are_announced_again(small: SmallKernels) -> None:
    prepared(io.StringIO())
    small.kernels = [new_kernel("first"), new_kernel("second")]
    assert warmup.is_compiled(small.group)
    assert prepared(io.StringIO()) == NOTICE


def test_on_a_terminal_a_bar_shows_the_share_of_the_time_and_is_erased(small: SmallKernels) -> None:
    shown = prepared(Terminal())
    notice, bar = shown.split("\n")
    assert notice + "\n" == NOTICE
    steps = bar.split("\r")
    assert steps[1] == f"[{'.' * 40}] 0 %   step 1 of 2"
    assert steps[2].rstrip() == f"[{'#' * 10}{'.' * 30}] 25 %   step 2 of 2"
    assert steps[3].strip() == ""
    assert bar.endswith("\r")
    assert "\033" not in bar


def test_a_text_only_terminal_shows_no_bar(small: SmallKernels, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert prepared(Terminal()) == NOTICE


def test_the_notice_does_not_promise_what_cannot_be_cached(
    small: SmallKernels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keypeg.terminal.progress.is_cached", lambda: False)
    assert "will happen each time" in prepared(io.StringIO())


def test_ctrl_c_ends_the_preparation_before_the_next_kernel(small: SmallKernels) -> None:
    small.between = lambda: signal.raise_signal(signal.SIGINT)
    before = signal.getsignal(signal.SIGINT)
    shown = Terminal()
    with pytest.raises(KeyboardInterrupt):
        prepared(shown)
    assert "step 2 of 2" not in shown.getvalue()
    assert shown.getvalue().endswith(" \r")
    assert signal.getsignal(signal.SIGINT) is before
    assert not warmup.is_compiled(small.group)


def test_every_measured_kernel_exists() -> None:
    """Costs of a kernel that was renamed would be lost, and the bar would stop short of its end."""
    measured = json.loads(COMPILE_SECONDS.read_text(encoding="utf-8"))
    assert list(measured) == list(GROUPS)
    for name in {name for kernels in measured.values() for name in kernels}:
        module, _, function = name.rpartition(".")
        source = SOLVER.joinpath(*module.split(".")).with_suffix(".py").read_text(encoding="utf-8")
        assert f"def {function}(" in source, name


# while another process compiles


class Reader(Terminal):
    """A terminal whose reader does something on reading that another process is preparing the solver."""

    def __init__(self, react: Callable[[], object]) -> None:
        super().__init__()
        self._react = react

    def write(self, text: str) -> int:
        written = super().write(text)
        if text + "\n" == ELSEWHERE:
            self._react()
        return written


@pytest.fixture
def other() -> Iterator[ExitStack]:
    """Another process that compiles, until the stack is closed."""
    with ExitStack() as stack:
        assert stack.enter_context(compiling_alone(kernel_folder(), lambda: False, pytest.fail))
        yield stack


def test_what_another_process_compiles_is_waited_for(small: SmallKernels, other: ExitStack) -> None:
    def finish() -> None:
        small.run()
        other.close()

    notice, *line = prepared(Reader(finish)).split("\n")
    assert notice + "\n" == ELSEWHERE
    assert "".join(line).split("\r")[1] == "0 s"
    assert "".join(line).endswith("\r")


def test_the_wait_ends_when_everything_needed_is_there(small: SmallKernels, other: ExitStack) -> None:
    def compile_what_is_needed() -> None:
        small.run()
        warmup._note_compiled(small.group)

    shown = prepared(Reader(compile_what_is_needed))
    assert shown.startswith(ELSEWHERE)
    assert NOTICE not in shown
    assert not is_free(kernel_folder())


def is_free(folder: Path) -> bool:
    with compiling_alone(folder, lambda: True, lambda: None) as is_alone:
        return is_alone


def test_if_the_other_process_ends_early_this_one_compiles(small: SmallKernels, other: ExitStack) -> None:
    shown = prepared(Reader(other.close))
    assert shown.startswith(ELSEWHERE)
    assert NOTICE in shown
    assert warmup.is_compiled(small.group)
    assert is_free(kernel_folder())


def test_ctrl_c_ends_the_wait(small: SmallKernels, other: ExitStack) -> None:
    with pytest.raises(KeyboardInterrupt):
        prepared(Reader(lambda: signal.raise_signal(signal.SIGINT)))
    assert not warmup.is_compiled(small.group)


def test_a_text_only_terminal_is_told_once_that_it_waits(
    small: SmallKernels, other: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    small.run()
    assert prepared(Reader(other.close)) == ELSEWHERE


# with an empty cache folder


@pytest.mark.parametrize(
    ("edition", "players", "left"),
    [("classic", "casual,person", "1,296 codes left"), ("mastermind-44", "person,c,c,c", "864 codes left")],
)
def test_a_hint_that_counts_codes_compiles_nothing(tmp_path: Path, edition: str, players: str, left: str) -> None:
    typing = "/hint\n/hint R\n/quit\n"
    words = ("play", edition, "--players", players, "--seed", "1")
    ran = run(tmp_path, *words, stdin=typing, env={"XDG_CACHE_HOME": str(tmp_path / "cache")})
    assert ran.err == ""
    assert left in ran.out
    assert "R _ _ _" in ran.out
    assert list((tmp_path / "cache").rglob("*.nb*")) == []


def test_ctrl_c_while_kernels_are_compiled_ends_with_130(tmp_path: Path) -> None:
    env = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    with Pseudo(tmp_path, "warm", env=env) as warming:
        warming.wait_for("step 1 of ")
        warming.presses(INTERRUPT)
        assert warming.ends() == 130
        assert "Traceback" not in warming.shown
        assert "ignored" not in warming.shown


@pytest.mark.thorough
def test_of_several_processes_one_compiles_the_kernels_and_only_once(tmp_path: Path) -> None:
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    words = ("solve", "parker-1974", "--row", "RRB:0")
    env = environment(tmp_path, **cache)
    with subprocess.Popen(
        command(*words), env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as first:
        assert first.stderr is not None
        assert first.stderr.readline() == NOTICE
        second = subprocess.run(command(*words), env=env, capture_output=True, text=True, check=True)
        assert first.stderr.read() == ""
    assert first.returncode == 0
    assert second.stderr == ELSEWHERE, "it waits and compiles nothing"
    # What was compiled for another edition is there too.
    for ran in (
        run(tmp_path, *words, env=cache),
        run(tmp_path, "play", "mastermind-44", "--players", "s,s,s,s", "--seed", "1", env=cache),
    ):
        assert ran.err == ""


@pytest.mark.thorough
def test_if_the_process_that_compiles_is_killed_another_one_does(tmp_path: Path) -> None:
    env = environment(tmp_path, XDG_CACHE_HOME=str(tmp_path / "cache"))
    words = command("solve", "parker-1974", "--row", "RRB:0")
    both = [subprocess.Popen(words, env=env, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True) for _ in "12"]
    said = [process.stderr.readline() for process in both if process.stderr is not None]
    assert set(said) == {NOTICE, ELSEWHERE}
    compiling, waiting = both[said.index(NOTICE)], both[said.index(ELSEWHERE)]
    compiling.kill()
    assert waiting.stderr is not None
    assert waiting.stderr.readline() == NOTICE
    waiting.send_signal(signal.SIGINT)
    for process in both:
        process.communicate()
    assert (compiling.returncode, waiting.returncode) == (-signal.SIGKILL, 130)


@pytest.mark.thorough
def test_the_measured_kernels_are_those_that_are_compiled(tmp_path: Path) -> None:
    code = (
        "import json; from keypeg.solver.warmup import *; from numba.core import event; compiled = {}\n"
        "class Names(event.Listener):\n"
        "    def on_start(self, compiling): pass\n"
        "    def on_end(self, compiling): compiled[group.name].add(kernel_name(compiling))\n"
        "event.register('numba:compile', Names())\n"
        "for group in GROUPS.values():\n"
        "    compiled[group.name] = set(); group.run()\n"
        "print(json.dumps({name: sorted(names - {None}) for name, names in compiled.items()}))"
    )
    env = environment(tmp_path, XDG_CACHE_HOME=str(tmp_path / "cache"))
    words = [*command()[:1], "-c", code]
    printed = subprocess.run(words, env=env, capture_output=True, text=True, check=True).stdout
    measured = json.loads(COMPILE_SECONDS.read_text(encoding="utf-8"))
    assert json.loads(printed) == {name: sorted(kernels) for name, kernels in measured.items()}
