"""Settings for all tests: tests that repeat covered code run without coverage."""

import gc
import os
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import wraps
from hashlib import sha256
from pathlib import Path

import pytest
from coverage import Coverage


def pytest_configure(config: pytest.Config) -> None:
    # Tests change the home directory, but compiled kernels stay where `make kernels` put them.
    os.environ.setdefault("XDG_CACHE_HOME", os.environ.get("LOCALAPPDATA") or str(Path.home() / ".cache"))
    # Whether kernels have been compiled changes no test: those of the plain solver choose it.
    os.environ.setdefault("KEYPEG_SOLVER", "compiled")
    config.addinivalue_line("markers", "no_cover: what this runs through is covered elsewhere, and faster")
    config.addinivalue_line("markers", "thorough: repeats with other values what others show; make thorough runs it")
    config.addinivalue_line("markers", "cover: but not what this runs through, in a module of which the most is")


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    # What was imported and collected is kept to the end: the garbage collector need not search it again and again.
    gc.collect()
    gc.freeze()


MEASURED_CASES = 2
"""How many cases of a parametrised test run with coverage; the others run the same code."""

EXAMPLES = 10
"""How many Hypothesis examples of a test run with coverage, in each process."""

QUICK_FOLDERS = ("rules", "records", "i18n", "cli")
"""Folders of tests whose cases are fast and run different code each."""

CHILDREN_VARIABLE = "COVERAGE_PROCESS_CONFIG"
"""The variable by which processes that a test starts know that they run with coverage too."""


def _is_measured_enough(item: pytest.Item) -> bool:
    """Whether this test has run with coverage often enough, in any process."""
    name, case, _ = item.nodeid.partition("[")
    if not case or item.path.parent.name in QUICK_FOLDERS:
        return False
    base: Path = item.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
    shared = base.parent if hasattr(item.config, "workerinput") else base
    return not any(_claim(shared, f"{name} {number}") for number in range(MEASURED_CASES))


def _claim(folder: Path, name: str) -> bool:
    """Whether this name was still free in all processes of this test run; takes it."""
    try:
        (folder / f"measured-{sha256(name.encode()).hexdigest()}").touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


@contextmanager
def _unmeasured() -> Iterator[None]:
    """Run the context, and the processes it starts, without coverage."""
    measured = Coverage.current()
    if measured is None:
        yield
        return
    before = os.environ.pop(CHILDREN_VARIABLE, None)
    measured.stop()
    try:
        yield
    finally:
        measured.start()
        if before is not None:
            os.environ[CHILDREN_VARIABLE] = before


def _first_examples(test: Callable[..., object]) -> Callable[..., object]:
    """The same test, with coverage only for the first Hypothesis examples."""
    tried = 0

    @wraps(test)
    def example(*values: object, **named: object) -> object:
        nonlocal tried
        tried += 1
        if tried <= EXAMPLES:
            return test(*values, **named)
        with _unmeasured():
            return test(*values, **named)

    return example


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    marked = item.get_closest_marker("no_cover") and not item.get_closest_marker("cover")
    if _is_measured_enough(item) or marked:
        with _unmeasured():
            return (yield)
    given = getattr(getattr(item, "obj", None), "hypothesis", None)
    if given is not None and Coverage.current() is not None:
        whole, given.inner_test = given.inner_test, _first_examples(given.inner_test)
        try:
            return (yield)
        finally:
            given.inner_test = whole
    return (yield)
