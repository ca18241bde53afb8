"""One process compiles into a folder while the others wait, and a process that is killed keeps nobody waiting."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from keypeg.solver import compile_lock
from keypeg.solver.compile_lock import LOCK_FILE, compiling_alone

HOLD = """
import runpy, sys
from pathlib import Path
compiling_alone = runpy.run_path(sys.argv[1])["compiling_alone"]
with compiling_alone(Path(sys.argv[2]), lambda: False, lambda: None):
    print("alone", flush=True)
    sys.stdin.read()
"""
"""Keeps others from compiling into a folder until its standard input ends, without loading the solver."""


@contextmanager
def other_process(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that compiles into this folder."""
    words = [sys.executable, "-c", HOLD, compile_lock.__file__, str(folder)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "alone\n"
        try:
            yield process
        finally:
            process.kill()


def never() -> bool:
    return False


def test_a_process_waits_until_the_one_before_it_has_ended(tmp_path: Path) -> None:
    with other_process(tmp_path / "new") as process:
        ended: list[int | None] = []

        def watch() -> None:
            ended.append(process.poll())
            assert process.stdin is not None
            process.stdin.close()

        with compiling_alone(tmp_path / "new", never, watch) as is_alone:
            assert is_alone
            assert process.wait() == 0
        assert ended[0] is None


def test_a_process_that_is_killed_keeps_nobody_waiting(tmp_path: Path) -> None:
    with (
        other_process(tmp_path) as process,
        compiling_alone(tmp_path, never, process.kill) as is_alone,
    ):
        assert is_alone


def test_the_wait_ends_when_the_work_is_done(tmp_path: Path) -> None:
    done: list[bool] = []
    with (
        other_process(tmp_path) as process,
        compiling_alone(tmp_path, lambda: bool(done), lambda: done.append(True)) as is_alone,
    ):
        assert not is_alone
        assert process.poll() is None


def test_a_process_can_stop_waiting(tmp_path: Path) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    with (
        other_process(tmp_path),
        pytest.raises(KeyboardInterrupt),
        compiling_alone(tmp_path, never, interrupt),
    ):
        pytest.fail("it never gets its turn")


def test_one_after_the_other_in_one_process(tmp_path: Path) -> None:
    for _ in range(2):
        with compiling_alone(tmp_path, never, pytest.fail) as is_alone:
            assert is_alone


@pytest.mark.parametrize("obstacle", ["no folder", "no file", "no database"])
def test_where_nothing_can_be_locked_nobody_waits(tmp_path: Path, obstacle: str) -> None:
    folder = tmp_path / "cache"
    if obstacle == "no folder":
        folder.touch()
    elif obstacle == "no file":
        (folder / LOCK_FILE).mkdir(parents=True)
    else:
        folder.mkdir()
        (folder / LOCK_FILE).write_text("this is not a database " * 100)
    with (
        compiling_alone(folder, never, pytest.fail) as first,
        compiling_alone(folder, never, pytest.fail) as second,
    ):
        assert (first, second) == (True, True)
